//! `solutions.json`: the solutions in `solution/`, and what each comes to on every subtask.

use std::collections::BTreeSet;

use super::files::{SOURCES, entries};
use crate::nearest::unknown;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::format::sheet::Sheet;
use crate::problem::format::subtasks::pattern_of;
use crate::problem::format::verdicts::{TOO_SLOW, WRONG};
use crate::problem::group::Group;
use crate::problem::{Expectation, ExpectationRule, Expected, KeptSubmission, TimeBound};
use crate::score::Score;
use crate::verdict::Verdict;
use crate::verdict::Verdict::{
    Accepted, MemoryLimit, PartialScore, RunTimeError, SecurityViolation,
};

pub(super) const FILE: &str = "solutions.json";

/// The folder of solutions.
const SOLUTIONS: &str = "solution";

/// A memory limit shows as a crash.
const CRASHED: &[Verdict] = &[RunTimeError, SecurityViolation, MemoryLimit];

/// What a verdict means: one of these on some case of each subtask. Those that want everything accepted want
/// nothing more.
const VERDICTS: [(&str, &[&[Verdict]]); 9] = [
    ("model_solution", &[]),
    ("correct", &[]),
    ("time_limit", &[TOO_SLOW]),
    ("memory_limit", &[CRASHED]),
    ("incorrect", &[WRONG]),
    ("runtime_error", &[CRASHED]),
    ("failed", &[WRONG, TOO_SLOW, CRASHED, &[PartialScore]]),
    ("time_limit_and_runtime_error", &[TOO_SLOW, CRASHED]),
    ("partially_correct", &[&[PartialScore]]),
];

/// What was found.
pub(super) struct Solutions {
    /// The model solution.
    pub(super) reference: Option<Found<String>>,
    pub(super) kept: Vec<KeptSubmission>,
}

/// Reads the file, if there is one.
pub(super) fn read(
    folder: &Folder,
    root: &Group,
    subtasks: &[(String, BTreeSet<String>)],
    complaints: &mut Complaints,
) -> Solutions {
    let mut found = Solutions { reference: None, kept: Vec::new() };
    let path = folder.real.join(FILE);
    let Some(sheet) = Sheet::read(folder, &path, complaints) else { return found };
    for entry in sheet.entries() {
        let Some(own) = sheet.section(&entry.key, complaints) else { continue };
        let place = own.origin_of("verdict");
        let Some(Found { value: verdict, .. }) = own.text("verdict", complaints) else { continue };
        let value = format!("{SOLUTIONS}/{}", entry.key);
        let real = match folder.inside(&value) {
            Ok(real) => real,
            Err(wrong) => {
                complaints.at(&sheet.origin_of_key(entry), wrong);
                continue;
            }
        };
        if verdict == "model_solution" {
            if found.reference.is_some() {
                own.complain("verdict", "a second solution is the model solution", complaints);
            }
            found.reference = Some(Found { value, origin: place.clone() });
        }
        let except = own.section("except", complaints);
        if let Some(except) = except.as_ref().filter(|_| !subtasks.is_empty()) {
            let known: Vec<&str> = subtasks.iter().map(|(name, _)| name.as_str()).collect();
            except.expect_only(&known, complaints);
        }
        let line = place.place.map_or(0, |place| place.line);
        let origin = format!("{FILE}:{line}");
        let mut demands = Vec::new();
        let all: Vec<(Option<&str>, Option<&BTreeSet<String>>)> = if subtasks.is_empty() {
            vec![(None, None)]
        } else {
            subtasks.iter().map(|(name, groups)| (Some(name.as_str()), Some(groups))).collect()
        };
        for (subtask, groups) in all {
            let other = except.as_ref().zip(subtask);
            let other = other.and_then(|(except, subtask)| except.text(subtask, complaints));
            let verdict = other.map_or_else(|| verdict.clone(), |found| found.value);
            match rule(&verdict, groups, root, &origin) {
                Ok(rule) => demands.push(rule),
                Err(wrong) => {
                    own.complain("verdict", wrong, complaints);
                    break;
                }
            }
        }
        let is_good = matches!(verdict.as_str(), "model_solution" | "correct") && except.is_none();
        let expectation = if is_good {
            Expectation::accepted()
        } else {
            Expectation { demands, ..Expected::anything().into() }
        };
        found.kept.push(KeptSubmission {
            path: real,
            language: None,
            entry_point: None,
            along: Vec::new(),
            expectation,
        });
    }
    for (path, name) in entries(folder, SOLUTIONS, complaints) {
        let is_source = name.rsplit_once('.').is_some_and(|(_, ending)| SOURCES.contains(&ending));
        if is_source && sheet.get(&name).is_none() {
            let words =
                format!("not in `{FILE}`, which says what solutions come to: it is not judged");
            complaints.remark_about(folder.shown(&path), words);
        }
    }
    if found.reference.is_none() {
        complaints
            .about(folder.shown(&path), "expected a solution with the verdict `model_solution`");
    }
    found
}

/// What is expected on the cases of these groups; of all where there are none.
fn rule(
    verdict: &str,
    groups: Option<&BTreeSet<String>>,
    root: &Group,
    origin: &str,
) -> Result<ExpectationRule, String> {
    let Some((_, required)) = VERDICTS.iter().find(|(name, _)| *name == verdict) else {
        return Err(unknown("verdict", verdict, VERDICTS.map(|(name, _)| name)));
    };
    let required: Vec<Verdict> = required.concat();
    let any = |verdicts: &[Verdict]| Expected::among(verdicts).in_words();
    let is_good = required.is_empty();
    let only = groups.filter(|groups| groups.len() == 1).and_then(BTreeSet::first);
    let group = only.and_then(|only| root.groups.iter().find(|group| group.name == *only));
    let worth = group.and_then(|group| group.worth.clone());
    let score: Option<(Score, Score)> =
        worth.filter(|_| is_good).map(|worth| (worth.clone(), worth));
    Ok(ExpectationRule {
        about: groups.filter(|groups| !groups.is_empty()).map(pattern_of),
        permitted: if is_good { any(&[Accepted]) } else { Expected::anything() },
        required: if is_good { any(&[Accepted]) } else { any(&required) },
        score,
        message: None,
        time_bound: TimeBound::None,
        origin: origin.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::tests::{group_of_worth, rule_in_words};

    #[test]
    fn a_verdict_says_what_is_among_those_of_a_subtask() {
        let groups = vec![group_of_worth("a", 40), group_of_worth("b", 60)];
        let root = Group { groups, ..group_of_worth("", 100) };
        let made = |verdict: &str, groups: Option<&[&str]>| {
            let groups = groups.map(|all| all.iter().map(|&group| group.to_owned()).collect());
            rule_in_words(&rule(verdict, groups.as_ref(), &root, "").expect(verdict))
        };
        for (verdict, groups, expected) in [
            ("correct", Some(&["b"][..]), "b: AC, AC, 60"),
            // That of a group is not all that counts there.
            ("correct", Some(&["a", "b"]), "{a,b}: AC, AC, any"),
            ("model_solution", None, "all: AC, AC, any"),
            ("partially_correct", Some(&["b"]), "b: any verdict, PC, any"),
        ] {
            assert_eq!(made(verdict, groups), expected);
        }
    }
}
