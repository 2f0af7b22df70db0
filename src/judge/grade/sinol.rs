//! The rules of sinol packages, as sinol-make counts: a group gives its points by the least percentage of
//! its tests, and the groups that it depends on can only lower that. Doubles are meant where it has them.

use crate::problem::{Group, SinolContest, SinolGrader};
use crate::score::Score;
use crate::verdict::Verdict;

use super::super::outcome::Outcome;
use super::children::first_failure;
use super::result::{Folded, GroupGrade};

/// The points of a test that is solved in full.
const FULL: f64 = 100.0;

/// The result of the whole problem. The verdict is that of the first case that was not accepted.
pub(super) fn fold_all(root: &Group, grader: &SinolGrader, outcomes: &[&Outcome]) -> Folded {
    let held = |name: &str| -> Vec<&Outcome> {
        outcomes.iter().copied().filter(|outcome| outcome.group == name).collect()
    };
    let mut groups = Vec::new();
    for group in &root.groups {
        let own = held(&group.name);
        if own.is_empty() {
            continue;
        }
        let needed = grader.dependencies.get(&group.name).into_iter().flatten();
        let all: Vec<&Outcome> =
            own.iter().copied().chain(needed.flat_map(|need| held(need))).collect();
        let [alone, together] = [&own, &all].map(|tests| result(group, grader, tests));
        let (points, verdict) = if together.0 < alone.0 { together } else { alone };
        groups.push(GroupGrade {
            name: group.name.clone(),
            verdict,
            score: Score::decimal(points),
            worth: group.worth.clone(),
        });
    }
    let scores = groups.iter().map(|group| &group.score);
    let worths = groups.iter().filter_map(|group| group.worth.as_ref());
    let (score, best) = match grader.contest {
        SinolContest::Icpc => (scores.min().cloned(), worths.min().cloned()),
        SinolContest::Default | SinolContest::Oi => {
            (Some(Score::sum(scores)), Some(Score::sum(worths)))
        }
    };
    let score = Some(score.unwrap_or_else(Score::zero));
    Folded { verdict: first_failure(outcomes), score, best, groups, notes: Vec::new() }
}

/// The points of a group by these tests, and the worst of their verdicts.
fn result(group: &Group, grader: &SinolGrader, tests: &[&Outcome]) -> (f64, Verdict) {
    let worth = group.worth.as_ref().map_or(0.0, Score::to_f64);
    let percentages = tests.iter().map(|test| percentage(grader.contest, test));
    let least = percentages.fold(FULL, f64::min);
    let points = match grader.contest {
        SinolContest::Icpc if least < FULL => 0.0,
        SinolContest::Icpc => worth,
        SinolContest::Default | SinolContest::Oi => (worth * (least / FULL)).ceil(),
    };
    let verdicts = tests.iter().map(|test| test.verdict);
    (points, verdicts.min_by_key(|verdict| rank(*verdict)).unwrap_or(Verdict::Skipped))
}

/// The percentage of a test, as it counts.
fn percentage(contest: SinolContest, test: &Outcome) -> f64 {
    if !matches!(test.verdict, Verdict::Accepted | Verdict::PartialScore) {
        return 0.0;
    }
    let given = test.score.as_ref().map_or(FULL, Score::to_f64);
    match (contest, &test.measured) {
        (SinolContest::Icpc, _) => FULL,
        (SinolContest::Oi, Some(run)) if given > 0.0 => {
            let (time, limit) = (run.cpu.as_secs_f64(), run.limits.cpu.as_secs_f64());
            by_time(given, time, limit)
        }
        _ => given,
    }
}

/// All points up to half of the time limit, then fewer and fewer, and one at the limit.
fn by_time(points: f64, time: f64, limit: f64) -> f64 {
    let half = limit / 2.0;
    if time <= half {
        return points;
    }
    1.0 + ((points - 1.0) * ((limit - time).max(0.0) / half)).trunc()
}

/// Which of two verdicts is the group's: the one of the lower rank. Those of ours that sinol does not know
/// stand beside the nearest.
fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::JudgeError => 0,
        Verdict::CompileError => 1,
        Verdict::TimeLimit | Verdict::IdleLimit => 2,
        Verdict::MemoryLimit => 3,
        Verdict::RunTimeError | Verdict::SecurityViolation | Verdict::OutputLimit => 4,
        Verdict::WrongAnswer | Verdict::OutputFormat => 5,
        Verdict::Skipped => 6,
        Verdict::PartialScore => 7,
        Verdict::Accepted => 8,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::*;
    use crate::judge::case::measured;
    use crate::judge::outcome::outcome;
    use crate::limits::Limits;
    use crate::problem::{Case, Grader, Scoring};
    use crate::sandbox::{Ending, Run};
    use Verdict::{Accepted, PartialScore, RunTimeError, TimeLimit, WrongAnswer};

    fn root(worths: &[(&str, u64)]) -> Group {
        let group = |(name, worth): &(&str, u64)| Group {
            name: (*name).to_owned(),
            scoring: Some(Scoring::Min),
            worth: Score::ratio(*worth, 1),
            ..Group::root(Scoring::Min)
        };
        let full = Score::ratio(100, 1).unwrap();
        let groups = worths.iter().map(group).collect();
        Group { full, groups, ..Group::root(Scoring::Sum) }
    }

    fn grader(contest: SinolContest, dependencies: &[(&str, &[&str])]) -> SinolGrader {
        let owned = |(group, needs): &(&str, &[&str])| {
            ((*group).to_owned(), needs.iter().map(ToString::to_string).collect())
        };
        let dependencies: BTreeMap<_, _> = dependencies.iter().map(owned).collect();
        SinolGrader { contest, dependencies }
    }

    fn test(group: &str, verdict: Verdict, percent: Option<u64>) -> Outcome {
        let case = Case { group: group.to_owned(), ..Case::of(&format!("sum{group}")) };
        let score = percent.and_then(|percent| Score::ratio(percent, 1));
        outcome(&case, verdict, None, score, String::new())
    }

    #[track_caller]
    fn case(
        root: &Group,
        grader: SinolGrader,
        tests: &[Outcome],
        score: &str,
        groups: &[(&str, Verdict, &str)],
    ) {
        let all: Vec<&Outcome> = tests.iter().collect();
        let folded = fold_all(root, &grader, &all);
        let found: Vec<_> = folded
            .groups
            .iter()
            .map(|group| (group.name.as_str(), group.verdict, group.score.to_string()))
            .collect();
        let expected: Vec<_> = groups
            .iter()
            .map(|&(name, verdict, score)| (name, verdict, score.to_owned()))
            .collect();
        assert_eq!((folded.score.unwrap().to_string().as_str(), found), (score, expected));
        // The grade goes by these rules.
        let root = Group { grader: Grader::Sinol(Box::new(grader)), ..root.clone() };
        let grade = crate::judge::Grade::fold(tests.to_vec(), &root);
        assert_eq!(grade.score.unwrap().to_string(), score);
    }

    #[test]
    fn the_least_test_counts_and_dependencies_only_lower() {
        let root = root(&[("0", 0), ("1", 40), ("2", 60)]);
        let tests = [
            test("0", WrongAnswer, None),
            test("1", Accepted, None),
            test("1", Accepted, None),
            test("2", WrongAnswer, None),
        ];
        let plain = grader(SinolContest::Default, &[]);
        let zero = ("0", WrongAnswer, "0");
        case(&root, plain, &tests, "40", &[zero, ("1", Accepted, "40"), ("2", WrongAnswer, "0")]);
        let needing = grader(SinolContest::Default, &[("1", &["2"])]);
        let lost = [zero, ("1", WrongAnswer, "0"), ("2", WrongAnswer, "0")];
        case(&root, needing, &tests, "0", &lost);
        // Where they do not lower the points, the verdict is that of its own tests.
        let tests =
            [test("0", Accepted, None), test("1", WrongAnswer, None), test("2", TimeLimit, None)];
        let needing = grader(SinolContest::Default, &[("1", &["2"]), ("0", &["2"])]);
        let lost = [("0", Accepted, "0"), ("1", WrongAnswer, "0"), ("2", TimeLimit, "0")];
        case(&root, needing, &tests, "0", &lost);
        // A chain does not reach further than its link.
        let tests =
            [test("0", RunTimeError, None), test("1", Accepted, None), test("2", Accepted, None)];
        let chain = grader(SinolContest::Default, &[("2", &["1"]), ("1", &["7"])]);
        let kept = [("0", RunTimeError, "0"), ("1", Accepted, "40"), ("2", Accepted, "60")];
        case(&root, chain, &tests, "100", &kept);
    }

    #[test]
    fn percentages_are_rounded_up_as_doubles() {
        let root = root(&[("1", 40), ("2", 25)]);
        let plain = || grader(SinolContest::Default, &[]);
        let tests = [
            test("1", Accepted, None),
            test("1", PartialScore, Some(50)),
            test("2", Accepted, None),
        ];
        case(&root, plain(), &tests, "45", &[("1", PartialScore, "20"), ("2", Accepted, "25")]);
        let tests = [test("1", PartialScore, Some(1)), test("2", PartialScore, Some(28))];
        // 25 · 0.28 is a little more than 7 in doubles.
        case(&root, plain(), &tests, "9", &[("1", PartialScore, "1"), ("2", PartialScore, "8")]);
        let worst =
            [test("1", WrongAnswer, None), test("1", TimeLimit, None), test("2", Accepted, None)];
        case(&root, plain(), &worst, "25", &[("1", TimeLimit, "0"), ("2", Accepted, "25")]);
    }

    #[test]
    fn contests_of_other_kinds_count_otherwise() {
        let root = root(&[("0", 1), ("1", 1)]);
        let icpc = || grader(SinolContest::Icpc, &[]);
        let tests = [test("0", Accepted, None), test("1", Accepted, None)];
        case(&root, icpc(), &tests, "1", &[("0", Accepted, "1"), ("1", Accepted, "1")]);
        let tests = [test("0", WrongAnswer, None), test("1", Accepted, None)];
        case(&root, icpc(), &tests, "0", &[("0", WrongAnswer, "0"), ("1", Accepted, "1")]);
        let points = [(0.5, 100.0), (0.75, 50.0), (1.0, 1.0), (0.1, 100.0)];
        for (time, expected) in points {
            assert!((by_time(100.0, time, 1.0) - expected).abs() < 1e-9, "{time}");
        }
    }

    #[test]
    fn time_counts_in_contests_of_the_oi_alone_and_points_not_in_those_of_the_icpc() {
        let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
        let run = Run { cpu: Duration::from_millis(750), ..Run::ended(Ending::Exited(0)) };
        let measured = measured(&run, &limits, None);
        let counts = |contest, percent, expected: f64| {
            let run =
                Outcome { measured: Some(measured), ..test("1", PartialScore, Some(percent)) };
            let found = percentage(contest, &run);
            assert!((found - expected).abs() < 1e-9, "{contest:?}: {percent} as {found}");
        };
        counts(SinolContest::Default, 41, 41.0);
        counts(SinolContest::Oi, 41, 21.0);
        counts(SinolContest::Oi, 0, 0.0);
        counts(SinolContest::Icpc, 41, 100.0);
    }
}
