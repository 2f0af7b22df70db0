//! How outcomes fold into grades, over a whole problem and over groups: by our own rules here, by those
//! of others in files of their own.

use proptest::prelude::*;

use super::*;
use crate::judge::schedule::under_conditions;
use crate::problem::group::{group_of, group_order, is_within};
use crate::problem::{Case, Scoring};

mod domjudge;
mod legacy;
mod partial;
mod subtasks;

fn outcome(verdict: Verdict, score: Option<(u64, u64)>) -> Outcome {
    Outcome {
        case: "secret/1".into(),
        group: "secret".into(),
        score: score.and_then(|(numerator, denominator)| Score::ratio(numerator, denominator)),
        ..Outcome::of(verdict)
    }
}

/// What is left where the schedule keeps cases from being run.
fn scheduled(root: &Group, outcomes: &[Outcome]) -> Vec<Outcome> {
    let case = |outcome: &Outcome| Case { group: outcome.group.clone(), ..Case::of(&outcome.case) };
    let cases: Vec<Case> = outcomes.iter().map(case).collect();
    let settled = under_conditions(root, &cases, outcomes.to_vec());
    assert_eq!(settled.len(), outcomes.len());
    settled
}

#[test]
fn scores_fold_exactly() {
    let outcomes =
        vec![outcome(Verdict::Accepted, Some((5, 5))), outcome(Verdict::Accepted, Some((13, 8)))];
    let folded = |scoring| Grade::fold(outcomes.clone(), &Group::root(scoring)).score;
    assert_eq!(folded(Scoring::Mean), Score::ratio(21, 16));
    assert_eq!(folded(Scoring::Sum), Score::ratio(21, 8));
    assert_eq!(folded(Scoring::Min), Score::ratio(1, 1));
    assert_eq!(folded(Scoring::PassFail), None);
}

#[test]
fn a_failure_of_the_jury_catches_nothing() {
    let verdicts = [Verdict::Accepted, Verdict::JudgeError, Verdict::WrongAnswer];
    let outcomes = verdicts.map(|verdict| outcome(verdict, None)).to_vec();
    let grade = Grade::fold(outcomes, &Group::root(Scoring::PassFail));
    let caught: Vec<_> = grade.caught_by().map(|outcome| outcome.verdict).collect();
    assert_eq!(caught, [Verdict::WrongAnswer]);
}

#[test]
fn the_first_failure_decides_and_a_judge_error_overrides() {
    use Verdict::{Accepted, JudgeError, Skipped, TimeLimit, WrongAnswer};
    #[track_caller]
    fn case(verdicts: &[Verdict], expected: Verdict) {
        let outcomes = verdicts.iter().map(|&verdict| outcome(verdict, None)).collect();
        let root = Group::root(Scoring::PassFail);
        assert_eq!(Grade::fold(outcomes, &root).verdict, expected);
    }
    case(&[], Accepted);
    case(&[Accepted, Accepted], Accepted);
    case(&[Accepted, TimeLimit, WrongAnswer], TimeLimit);
    case(&[WrongAnswer, Skipped], WrongAnswer);
    case(&[WrongAnswer, JudgeError], JudgeError);
    case(&[Accepted, Skipped], Skipped);
    case(&[Skipped, WrongAnswer, Skipped], WrongAnswer);
}

#[test]
fn the_failure_that_is_told_first_is_one_with_the_verdict_of_all() {
    use Verdict::{Accepted, JudgeError, PartialScore, Skipped, WrongAnswer};
    #[track_caller]
    fn case(verdicts: &[Verdict], expected: Option<usize>) {
        let of_number = |(number, &verdict): (usize, &Verdict)| Outcome {
            message: number.to_string(),
            ..outcome(verdict, None)
        };
        let outcomes = verdicts.iter().enumerate().map(of_number).collect();
        let grade = Grade::fold(outcomes, &Group::root(Scoring::PassFail));
        let found = grade.first_failure().map(|outcome| outcome.message.clone());
        assert_eq!(found, expected.map(|number| number.to_string()));
    }
    case(&[], None);
    case(&[Accepted, Skipped], None);
    case(&[Accepted, Skipped, WrongAnswer], Some(2));
    case(&[WrongAnswer, PartialScore], Some(0));
    case(&[WrongAnswer, Accepted, JudgeError], Some(2));
    case(&[Skipped, Skipped], None);
}

/// The outcome of this case, with the checker's score if it gave one.
fn of_case(name: &str, verdict: Verdict, score: impl Into<Option<u64>>) -> Outcome {
    let score = score.into().map(|score| (score, 1));
    Outcome { case: name.into(), group: group_of(name).into(), ..outcome(verdict, score) }
}

fn at(group: &str, verdict: Verdict, score: u64) -> Outcome {
    Outcome { group: group.into(), ..outcome(verdict, Some((score, 1))) }
}

fn points(points: u64) -> Score {
    Score::ratio(points, 1).expect("a number")
}

/// A group of this worth, or of none.
fn group(name: &str, scoring: Scoring, worth: impl Into<Option<u64>>) -> Group {
    let worth = worth.into().map(points);
    Group { name: name.into(), worth, ..Group::root(scoring) }
}

#[test]
fn a_group_gives_its_share_of_what_it_is_worth() {
    use Verdict::{Accepted as A, PartialScore as P, Skipped as S, WrongAnswer as W};
    #[track_caller]
    fn case(scoring: Scoring, outcomes: &[(Verdict, u64)], expected: (u64, u64)) {
        let mut one = group("secret/a", scoring, 30);
        one.full = points(10);
        let root = Group { groups: vec![one], ..Group::root(Scoring::Sum) };
        let outcomes = outcomes.iter().map(|&(verdict, score)| at("secret/a", verdict, score));
        let grade = Grade::fold(outcomes.collect(), &root);
        assert_eq!(grade.score, Score::ratio(expected.0, expected.1), "{scoring:?}");
        assert_eq!(grade.groups[0].score, grade.score.expect("scored"));
        assert_eq!(grade.groups[0].worth, Some(points(30)));
    }
    case(Scoring::PassFail, &[(A, 10), (A, 10)], (30, 1));
    case(Scoring::PassFail, &[(A, 10), (P, 9)], (0, 1));
    case(Scoring::Min, &[(A, 10), (P, 4), (P, 5)], (12, 1));
    case(Scoring::Min, &[(A, 10), (W, 0), (S, 0)], (0, 1));
    case(Scoring::Sum, &[(A, 10), (P, 5), (W, 0)], (15, 1));
    case(Scoring::Mean, &[(A, 10), (P, 5), (W, 0)], (15, 1));
    // More than a full solution gets does not make up for others.
    case(Scoring::Sum, &[(A, 40), (W, 0)], (15, 1));
    // Thirds add up exactly.
    case(Scoring::Sum, &[(A, 10), (A, 10), (A, 10)], (30, 1));
}

#[test]
fn more_than_a_full_solution_scores_is_told() {
    #[track_caller]
    fn case(worth: Option<u64>, scores: &[u64], expected: &str) {
        let one = Group { full: points(10), ..group("secret/a", Scoring::Sum, worth) };
        let root = Group { groups: vec![one], ..Group::root(Scoring::Sum) };
        let outcomes = scores.iter().map(|&score| at("secret/a", Verdict::Accepted, score));
        let grade = Grade::fold(outcomes.collect(), &root);
        let told: Vec<String> = grade.excess(&root).iter().map(ToString::to_string).collect();
        assert_eq!(told.join("\n"), expected);
        // What is lost stands in every report.
        let lost = if worth.is_some() { told } else { Vec::new() };
        assert_eq!(grade.notes, lost);
    }
    case(Some(30), &[10, 9], "");
    let words = "secret/1 scores 11, but a full solution scores 10 there";
    case(None, &[11, 10], words);
    case(Some(30), &[11, 10], &format!("{words}; the rest does not count in `secret/a`"));
    let more = ", and so it is with 2 more in that group";
    case(None, &[11, 12, 12], &format!("{words}{more}"));
}

#[test]
fn groups_without_points_count_for_the_group_around_them() {
    let open = Group { scoring: None, ..group("secret/a", Scoring::Sum, None) };
    let root = Group { groups: vec![open], ..Group::root(Scoring::Mean) };
    let outcomes =
        vec![at("sample", Verdict::Accepted, 1), at("secret/a/b", Verdict::WrongAnswer, 0)];
    let grade = Grade::fold(outcomes.clone(), &root);
    assert_eq!(grade.score, Score::ratio(1, 2));
    assert_eq!(grade.groups, []);
    assert_eq!(Grade::fold(outcomes, &Group::root(Scoring::Mean)).score, grade.score);
}

#[test]
fn groups_of_which_no_case_is_graded_do_not_count() {
    let groups = vec![group("a", Scoring::PassFail, 30), group("b", Scoring::PassFail, 70)];
    let root = Group { groups, ..Group::root(Scoring::Min) };
    let grade = Grade::fold(vec![at("b", Verdict::Accepted, 1)], &root);
    assert_eq!(grade.score, Some(points(70)));
    assert_eq!(grade.groups.len(), 1);
    assert_eq!(Grade::fold(Vec::new(), &root).score, None);
}

/// A tree over some of these folders, and outcomes of cases in all of them.
fn any_tree() -> impl Strategy<Value = (Group, Vec<Outcome>)> {
    const NAMES: [&str; 6] = ["a", "a/b", "a/b/c", "a/d", "e", "sample"];
    let scorings = || prop::option::of(prop::sample::select(Scoring::ALL.to_vec()));
    let said = (any::<bool>(), scorings(), prop::option::of(0..50_u64));
    let root = prop::sample::select(vec![Scoring::Sum, Scoring::Mean, Scoring::Min]);
    let outcomes = prop::collection::vec((0..NAMES.len(), 0..4_u64), 1..12);
    (root, prop::collection::vec(said, NAMES.len()), outcomes).prop_map(|(root, said, outcomes)| {
        let mut root = Group { full: points(3), ..Group::root(root) };
        for (name, (_, scoring, worth)) in NAMES.into_iter().zip(said).filter(|(_, said)| said.0) {
            let scoring = scoring.or(worth.map(|_| Scoring::PassFail));
            let own = group(name, Scoring::Sum, worth);
            let mut around = &mut root;
            while let Some(index) = around.groups.iter().position(|inner| inner.holds(name)) {
                around = &mut around.groups[index];
            }
            around.groups.push(Group { scoring, full: points(3), ..own });
        }
        let verdicts = [Verdict::WrongAnswer, Verdict::PartialScore, Verdict::PartialScore];
        let mut outcomes: Vec<Outcome> = outcomes
            .into_iter()
            .map(|(name, score)| {
                let verdict = verdicts.get(usize::try_from(score).expect("small"));
                at(NAMES[name], *verdict.unwrap_or(&Verdict::Accepted), score)
            })
            .collect();
        outcomes.sort_by(|left, right| group_order(&left.group, &right.group));
        (root, outcomes)
    })
}

/// The same by the names of the groups alone, in doubles: score and full score.
fn plainly(name: &str, groups: &[&Group], outcomes: &[Outcome]) -> (f64, f64) {
    let group = groups.iter().find(|group| group.name == name).expect("it is there");
    let counts = |other: &Group| other.scoring.is_some() && is_within(&other.name, name);
    let units: Vec<&str> = groups
        .iter()
        .filter(|other| other.name != name && counts(other))
        .map(|g| &*g.name)
        .collect();
    let top = |unit: &&&str| {
        !units.iter().any(|other| other != *unit && is_within(unit, other))
            && outcomes.iter().any(|outcome| is_within(&outcome.group, unit))
    };
    let of_groups = units.iter().filter(top).map(|unit| plainly(unit, groups, outcomes));
    let held = || outcomes.iter().filter(|outcome| is_within(&outcome.group, name));
    let own = held().filter(|outcome| !units.iter().any(|unit| is_within(&outcome.group, unit)));
    let of_cases =
        own.map(|outcome| (outcome.score.as_ref().expect("scored").to_f64(), group.full.to_f64()));
    let parts: Vec<(f64, f64)> = of_groups.chain(of_cases).collect();
    let worth = group.worth.as_ref().map(Score::to_f64);
    let sum = |all: &mut dyn Iterator<Item = f64>| all.sum::<f64>();
    let least = |all: &mut dyn Iterator<Item = f64>| all.fold(f64::INFINITY, f64::min);
    #[expect(clippy::cast_precision_loss, reason = "a dozen of parts")]
    let count = parts.len() as f64;
    let share = |(score, full): (f64, f64)| if full == 0.0 { 0.0 } else { (score / full).min(1.0) };
    match (group.scoring.expect("it counts as one"), worth) {
        (Scoring::PassFail, worth) => {
            let solved = held().all(|outcome| outcome.verdict == Verdict::Accepted);
            let full = worth.unwrap_or(1.0);
            (if solved { full } else { 0.0 }, full)
        }
        (Scoring::Min, Some(worth)) => {
            (worth * least(&mut parts.iter().map(|&part| share(part))), worth)
        }
        (_, Some(worth)) => {
            let score = sum(&mut parts.iter().map(|&(score, full)| score.min(full)));
            (worth * share((score, sum(&mut parts.iter().map(|part| part.1)))), worth)
        }
        (scoring, None) => {
            let fold = |all: &mut dyn Iterator<Item = f64>| match scoring {
                Scoring::Min => least(all),
                Scoring::Mean => sum(all) / count,
                Scoring::Sum | Scoring::PassFail => sum(all),
            };
            (fold(&mut parts.iter().map(|part| part.0)), fold(&mut parts.iter().map(|part| part.1)))
        }
    }
}

proptest! {
    #[test]
    fn every_tree_folds_as_it_does_plainly((root, outcomes) in any_tree()) {
        let grade = Grade::fold(outcomes.clone(), &root);
        let all = root.all();
        let expected = plainly("", &all, &outcomes).0;
        let score = grade.score.expect("scored").to_f64();
        prop_assert!((score - expected).abs() < 1e-5, "{score} is not {expected} of {root:#?}");
        for found in &grade.groups {
            let (expected, _) = plainly(&found.name, &all, &outcomes);
            prop_assert!((found.score.to_f64() - expected).abs() < 1e-5, "{}", found.name);
        }
    }
}
