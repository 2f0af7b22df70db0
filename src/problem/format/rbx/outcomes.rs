//! The solutions of a package, and what their outcomes say of them.

use std::collections::BTreeMap;

use super::super::sheet::Sheet;
use super::super::verdicts::{CRASHED, FAILED, TOO_SLOW};
use super::reader::{CODE_KEYS, Reader, bare};
use super::tests::{here, there};
use crate::nearest::unknown;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::{
    Expectation, ExpectationRule, Expected, Group, GroupExpectation, KeptSubmission, TimeBound,
};
use crate::score::Score;
use crate::verdict::Verdict;
use crate::verdict::Verdict::{
    Accepted, CompileError, IdleLimit, MemoryLimit, OutputFormat, OutputLimit, PartialScore,
    RunTimeError, SecurityViolation, TimeLimit, WrongAnswer,
};

/// What was found.
pub(super) struct Solutions {
    /// The first accepted one, which makes the answers.
    pub(super) reference: Option<Found<String>>,
    pub(super) kept: Vec<KeptSubmission>,
}

/// The greatest score of which a range without an upper end speaks.
const MOST_POINTS: f64 = 1e9;

/// What an outcome means.
#[derive(Debug, Clone, Copy)]
enum Meaning {
    /// Nothing is said.
    Any,
    /// All cases are accepted.
    Accepted,
    /// At least one case gets one of these, the others are accepted.
    Some(&'static [Verdict]),
    /// No case gets another verdict than these.
    Only(&'static [Verdict]),
    /// It does not compile.
    CompileError,
}

const WRONG: &[Verdict] = &[WrongAnswer, OutputFormat];
const TIME_OR_CRASH: &[Verdict] = &[TimeLimit, IdleLimit, RunTimeError, SecurityViolation];
const MEMORY_OR_CRASH: &[Verdict] = &[MemoryLimit, RunTimeError, SecurityViolation];
const TIME_OR_MEMORY: &[Verdict] = &[TimeLimit, IdleLimit, MemoryLimit];

/// The words of outcomes, with blanks for `-` and `_`.
const OUTCOMES: [(&str, Meaning); 43] = [
    ("any", Meaning::Any),
    ("accepted", Meaning::Accepted),
    ("ac", Meaning::Accepted),
    ("correct", Meaning::Accepted),
    ("accepted or tle", Meaning::Only(&[Accepted, TimeLimit, IdleLimit])),
    ("ac or tle", Meaning::Only(&[Accepted, TimeLimit, IdleLimit])),
    ("ac/tle", Meaning::Only(&[Accepted, TimeLimit, IdleLimit])),
    ("ac+tle", Meaning::Only(&[Accepted, TimeLimit, IdleLimit])),
    ("accepted or time limit exceeded", Meaning::Only(&[Accepted, TimeLimit, IdleLimit])),
    ("wrong answer", Meaning::Some(WRONG)),
    ("wa", Meaning::Some(WRONG)),
    ("incorrect", Meaning::Some(FAILED)),
    ("fail", Meaning::Some(FAILED)),
    ("runtime error", Meaning::Some(CRASHED)),
    ("rte", Meaning::Some(CRASHED)),
    ("re", Meaning::Some(CRASHED)),
    ("time limit exceeded", Meaning::Some(TOO_SLOW)),
    ("timeout", Meaning::Some(TOO_SLOW)),
    ("tle", Meaning::Some(TOO_SLOW)),
    ("tl", Meaning::Some(TOO_SLOW)),
    ("memory limit exceeded", Meaning::Some(&[MemoryLimit])),
    ("mle", Meaning::Some(&[MemoryLimit])),
    ("ml", Meaning::Some(&[MemoryLimit])),
    ("output limit exceeded", Meaning::Some(&[OutputLimit])),
    ("ole", Meaning::Some(&[OutputLimit])),
    ("ol", Meaning::Some(&[OutputLimit])),
    ("tle or rte", Meaning::Some(TIME_OR_CRASH)),
    ("tle/rte", Meaning::Some(TIME_OR_CRASH)),
    ("tle+rte", Meaning::Some(TIME_OR_CRASH)),
    ("tle or re", Meaning::Some(TIME_OR_CRASH)),
    ("tle+re", Meaning::Some(TIME_OR_CRASH)),
    ("mle or rte", Meaning::Some(MEMORY_OR_CRASH)),
    ("mle/rte", Meaning::Some(MEMORY_OR_CRASH)),
    ("mle+rte", Meaning::Some(MEMORY_OR_CRASH)),
    ("ml or re", Meaning::Some(MEMORY_OR_CRASH)),
    ("ml+re", Meaning::Some(MEMORY_OR_CRASH)),
    ("tle or mle", Meaning::Some(TIME_OR_MEMORY)),
    ("tle/mle", Meaning::Some(TIME_OR_MEMORY)),
    ("tle+mle", Meaning::Some(TIME_OR_MEMORY)),
    ("tl or ml", Meaning::Some(TIME_OR_MEMORY)),
    ("tl+ml", Meaning::Some(TIME_OR_MEMORY)),
    ("compilation error", Meaning::CompileError),
    ("ce", Meaning::CompileError),
];

/// The key of the outcomes of single groups, and the name there that stands for each group that is not named.
const PER_GROUP: &str = "outcomePerGroup";
const EACH_GROUP: &str = "*";

/// Reads the list of solutions of a problem with these groups.
pub(super) fn read(sheet: &Sheet, tree: &Group, reader: &mut Reader<'_>) -> Solutions {
    let mut found = Solutions { reference: None, kept: Vec::new() };
    for solution in sheet.sections("solutions", reader.complaints) {
        let more = ["outcome", PER_GROUP, "score", "tags", "inference"];
        solution.expect_only(&[&CODE_KEYS[..], &more].concat(), reader.complaints);
        let Some(path) = reader.code(&solution) else { continue };
        let outcome = match solution.get("outcome") {
            // One without it may get any verdict.
            None => Some(Meaning::Any),
            Some(_) => meaning(&solution, "outcome", reader.complaints),
        };
        let Some(meaning) = outcome else { continue };
        let of_groups = of_groups(&solution, tree, reader.complaints);
        let score = score(&solution, reader.complaints);
        for path in reader.sources(path) {
            let real = match reader.folder.inside(&path.value) {
                Ok(real) => real,
                Err(wrong) => {
                    reader.complaints.at(&path.origin, wrong);
                    continue;
                }
            };
            // The first entry that names a file says what is expected of it.
            if found.kept.iter().any(|kept| kept.path == real) {
                continue;
            }
            if matches!(meaning, Meaning::Accepted) && found.reference.is_none() {
                let may_fail =
                    of_groups.iter().find(|expected| !expected.verdicts.permits(Accepted));
                if let Some(group) = may_fail {
                    let words = format!(
                        "`{}`: expected what permits `accepted`, as this solution makes the answers",
                        there(&group.group)
                    );
                    solution.complain(PER_GROUP, words, reader.complaints);
                }
                found.reference = Some(path);
            }
            let expectation = expectation(meaning, tree.is_scored());
            found.kept.push(KeptSubmission {
                path: real,
                language: None,
                entry_point: None,
                along: Vec::new(),
                expectation: Expectation {
                    score: score.clone(),
                    groups: of_groups.clone(),
                    ..expectation
                },
            });
        }
    }
    if found.reference.is_none() {
        let words = "expected a solution with the outcome `accepted`, which makes the answers";
        sheet.complain("solutions", words, reader.complaints);
    }
    found
}

/// What is expected of a solution in single groups, beside what its `outcome` says of all cases.
fn of_groups(solution: &Sheet, tree: &Group, complaints: &mut Complaints) -> Vec<GroupExpectation> {
    let Some(outcomes) = solution.section(PER_GROUP, complaints) else { return Vec::new() };
    if !tree.is_scored() {
        let words = "only problems with `scoring: points` have outcomes of groups";
        solution.complain(PER_GROUP, words, complaints);
        return Vec::new();
    }
    let names = || tree.groups.iter().map(|group| group.name.as_str());
    let mut stated = BTreeMap::new();
    for entry in outcomes.entries() {
        let group = here(&entry.key);
        if group != EACH_GROUP && names().all(|name| name != group) {
            let words = unknown("group", &entry.key, names().map(there));
            complaints.at(&outcomes.origin_of_key(entry), format!("`{PER_GROUP}`: {words}"));
        } else if let Some(meaning) = meaning(&outcomes, &entry.key, complaints) {
            stated.insert(group, meaning);
        }
    }
    let expected = |group: &str| {
        let meaning = stated.get(group).or_else(|| stated.get(EACH_GROUP))?;
        let verdicts = match *meaning {
            Meaning::Any | Meaning::CompileError => return None,
            Meaning::Accepted => Accepted.into(),
            Meaning::Some(verdicts) => Expected::among(&[verdicts, &[PartialScore]].concat()),
            Meaning::Only(verdicts) => Expected::among(verdicts),
        };
        Some(GroupExpectation { group: group.to_owned(), verdicts, points: None })
    };
    names().filter_map(expected).collect()
}

/// What the outcome under a key means.
fn meaning(sheet: &Sheet, key: &str, complaints: &mut Complaints) -> Option<Meaning> {
    let outcome = sheet.text(key, complaints)?;
    let words = outcome.value.to_lowercase().replace(['-', '_'], " ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if matches!(words.as_str(), "judge failed" | "jf") {
        let words = "a failure of the judge cannot be expected of a solution";
        sheet.complain(key, words, complaints);
        return None;
    }
    let known = OUTCOMES.iter().find(|(known, _)| bare(known) == bare(&words));
    if known.is_none() {
        let names = OUTCOMES.map(|(name, _)| name);
        sheet.complain(key, unknown("outcome", &words, names), complaints);
    }
    known.map(|&(_, meaning)| meaning)
}

/// A number, or a list of the least and the greatest, either of which may be missing.
fn score(solution: &Sheet, complaints: &mut Complaints) -> Option<(Score, Score)> {
    let node = solution.get("score")?;
    let number = |node: &crate::yaml::Node, missing: f64| {
        if node.is_null() {
            return Some(missing);
        }
        let number = node.as_number()?.as_f64();
        (0.0..=MOST_POINTS).contains(&number).then_some(number)
    };
    let ends = match node.as_list() {
        None => number(node, 0.0).map(|score| (score, score)),
        Some([least, most]) => number(least, 0.0).zip(number(most, MOST_POINTS)),
        Some(_) => None,
    };
    if ends.is_none() {
        let words = "expected points, or a list of the least and the greatest";
        solution.complain("score", words, complaints);
    }
    ends.map(|(least, most)| (Score::decimal(least), Score::decimal(most)))
}

fn expectation(meaning: Meaning, is_scored: bool) -> Expectation {
    let any = Expected::among;
    let passed: &[Verdict] = if is_scored { &[Accepted, PartialScore] } else { &[Accepted] };
    let (required, whole) = match meaning {
        Meaning::Any => return Expected::anything().into(),
        Meaning::CompileError => return CompileError.into(),
        Meaning::Accepted => return Expectation::accepted(),
        Meaning::Only(verdicts) => {
            let rule = rule(any(verdicts), any(verdicts));
            return Expectation { demands: vec![rule], ..any(verdicts).into() };
        }
        Meaning::Some(required) if is_scored => (required, [required, &[PartialScore]].concat()),
        Meaning::Some(required) => (required, required.to_vec()),
    };
    let rule = rule(any(&[passed, required].concat()), any(required));
    Expectation { demands: vec![rule], ..any(&whole).into() }
}

fn rule(permitted: Expected, required: Expected) -> ExpectationRule {
    let origin = "`outcome`".to_owned();
    let (about, score, message, time_bound) = (None, None, None, TimeBound::None);
    ExpectationRule { about, permitted, required, score, message, time_bound, origin }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Scoring;
    use crate::problem::tests::messages;

    #[test]
    fn groups_may_have_outcomes_of_their_own() {
        let group = |name: &str| Group { name: name.to_owned(), ..Group::root(Scoring::Sum) };
        let groups = ["sample", "small", "big"].map(group).to_vec();
        let found = |outcomes: &str, scoring: Scoring| {
            let mut complaints = Complaints::default();
            let text = format!("outcomePerGroup: {outcomes}");
            let sheet = Sheet::of_text(&text, &mut complaints).expect("a map");
            let tree = Group { groups: groups.clone(), ..Group::root(scoring) };
            let found = of_groups(&sheet, &tree, &mut complaints).into_iter();
            let found: Vec<_> = found.map(|of| format!("{} {}", of.group, of.verdicts)).collect();
            (found.join(", "), messages(complaints).join("\n"))
        };
        for (outcomes, expected) in [
            ("{samples: ac, big: tle}", "sample AC, big PC or TLE or ILE"),
            ("{small: ac, '*': mle}", "sample PC or MLE, small AC, big PC or MLE"),
            ("{big: ac/tle, small: any}", "big AC or TLE or ILE"),
        ] {
            assert_eq!(found(outcomes, Scoring::Sum), (expected.to_owned(), String::new()));
        }
        let words = "`outcomePerGroup`: unknown group `bgi`: did you mean `big`?".to_owned();
        assert_eq!(found("{bgi: ac}", Scoring::Sum), (String::new(), words));
        let words =
            "`outcomePerGroup`: only problems with `scoring: points` have outcomes of groups";
        assert_eq!(found("{big: ac}", Scoring::PassFail), (String::new(), words.to_owned()));
    }

    #[test]
    fn one_case_gets_what_the_outcome_says_and_the_others_pass() {
        let words = |is_scored| {
            let expectation = expectation(Meaning::Some(&[TimeLimit]), is_scored);
            let [rule] = expectation.demands.as_slice() else { panic!("{expectation:?}") };
            [&rule.permitted, &rule.required, &expectation.verdicts].map(ToString::to_string)
        };
        assert_eq!(words(false), ["AC or TLE", "TLE", "TLE"]);
        // With points, a case passes in part, too, and so may the whole.
        assert_eq!(words(true), ["AC or PC or TLE", "TLE", "PC or TLE"]);
    }

    #[test]
    fn an_outcome_may_leave_open_whether_a_case_fails() {
        let expectation = expectation(Meaning::Only(&[Accepted, TimeLimit]), false);
        let [rule] = expectation.demands.as_slice() else { panic!("{expectation:?}") };
        let words = (rule.permitted.to_string(), rule.required.to_string());
        assert_eq!(words, ("AC or TLE".to_owned(), "AC or TLE".to_owned()));
    }
}
