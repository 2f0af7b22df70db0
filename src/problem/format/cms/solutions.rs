//! The solutions in `sol/`, and what their comments say that they come to: `@check-accepted: subtask0 big*`
//! (task-maker, `solution.rs`).

use std::collections::BTreeSet;

use jury_checkers::Place;

use super::files::{PASCAL_LIBRARY, SOLUTIONS, SOURCES, split};
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::{Folder, Kind};
use crate::problem::format::sheet::quoted;
use crate::problem::format::subtasks::pattern_of;
use crate::problem::format::verdicts::{CRASHED, TOO_SLOW, WRONG};
use crate::problem::group::Group;
use crate::problem::{Expectation, ExpectationRule, Expected, KeptSubmission, TimeBound};
use crate::regular;
use crate::score::Score;
use crate::verdict::Verdict;
use crate::verdict::Verdict::{Accepted, MemoryLimit, PartialScore};

/// Longest source in which comments are looked for, in bytes.
const LONGEST: u64 = 1 << 20;

/// What a comment begins with.
const MARK: &str = "@check-";

/// The solution that makes the answers.
const REFERENCES: [&str; 2] = ["solution", "soluzione"];

/// What is no solution of its own.
const OTHERS: [&str; 4] = ["grader", "stub", "template", "__init__"];

/// What a comment says: that one of these verdicts is among the worst of a subtask. All failures are equally bad.
const RESULTS: [(&str, &[&[Verdict]]); 7] = [
    ("accepted", &[&[Accepted]]),
    ("partial-score", &[&[PartialScore]]),
    ("wrong-answer", &[WRONG]),
    ("time-limit-exceeded", &[TOO_SLOW]),
    ("memory-limit-exceeded", &[&[MemoryLimit]]),
    ("runtime-error", &[CRASHED]),
    ("zero", &[WRONG, TOO_SLOW, &[MemoryLimit], CRASHED]),
];

/// What was found.
pub(super) struct Solutions {
    /// The one that makes the answers.
    pub(super) reference: Option<Found<String>>,
    pub(super) kept: Vec<KeptSubmission>,
}

/// Whether there is a solution that makes answers.
pub(super) fn has_reference(folder: &Folder) -> bool {
    folder
        .entries_in(SOLUTIONS, &mut Complaints::default())
        .iter()
        .any(|entry| rank(&entry.name).is_some())
}

/// Which of several references comes first: the faster language.
fn rank(name: &str) -> Option<usize> {
    let (stem, ending) = split(name);
    SOURCES.iter().position(|known| *known == ending).filter(|_| REFERENCES.contains(&stem))
}

/// The solutions, whose comments speak of these subtasks.
pub(super) fn read(
    folder: &Folder,
    root: &Group,
    subtasks: &[(String, BTreeSet<String>)],
    complaints: &mut Complaints,
) -> Solutions {
    let mut found = Solutions { reference: None, kept: Vec::new() };
    let mut best = None;
    for entry in folder.entries_in(SOLUTIONS, complaints) {
        let (stem, ending) = split(&entry.name);
        let is_solution = SOURCES.contains(&ending) && !OTHERS.contains(&stem);
        let is_library = entry.name.ends_with(PASCAL_LIBRARY);
        if entry.kind == Kind::Folder || !is_solution || is_library {
            continue;
        }
        let real = match folder.readable(&entry.path, regular::LARGEST_CASE_FILE) {
            Ok(real) => real,
            Err(wrong) => {
                complaints.about(folder.shown(&entry.path), wrong);
                continue;
            }
        };
        let is_reference = REFERENCES.contains(&stem);
        let bytes = regular::read(&real, LONGEST).unwrap_or_default();
        let origin = |line: usize| Origin {
            file: folder.shown(&entry.path).into(),
            place: Some(Place { line, column: 1 }),
        };
        let text = String::from_utf8_lossy(&bytes);
        let mut demands = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let Some((_, check)) = line.split_once(MARK) else { continue };
            let place = format!("{SOLUTIONS}/{}:{}", entry.name, index + 1);
            match rules(check, &place, root, subtasks) {
                Ok(more) => demands.extend(more),
                Err(wrong) => complaints.at(&origin(index + 1), format!("`{MARK}`: {wrong}")),
            }
        }
        if let Some(rank) = rank(&entry.name)
            && best.is_none_or(|best| rank < best)
        {
            best = Some(rank);
            let value = format!("{SOLUTIONS}/{}", entry.name);
            found.reference = Some(Found { value, origin: origin(1) });
        }
        found.kept.push(KeptSubmission {
            path: real,
            // A shell's script, executable or not.
            language: (ending == "sh").then(|| "bash".to_owned()),
            entry_point: None,
            along: Vec::new(),
            expectation: expectation(is_reference, demands),
        });
    }
    found
}

fn expectation(is_reference: bool, demands: Vec<ExpectationRule>) -> Expectation {
    if is_reference && demands.is_empty() {
        return Expectation::accepted();
    }
    Expectation { demands, ..Expected::anything().into() }
}

/// The rules of one comment, from its result on.
fn rules(
    check: &str,
    origin: &str,
    root: &Group,
    subtasks: &[(String, BTreeSet<String>)],
) -> Result<Vec<ExpectationRule>, String> {
    let (result, names) = check.split_once(':').ok_or("expected `: ` and names of subtasks")?;
    let Some((_, required)) = RESULTS.iter().find(|(name, _)| *name == result) else {
        let names = RESULTS.map(|(name, _)| name);
        return Err(crate::nearest::unknown("result", result.trim(), names));
    };
    let required: Vec<Verdict> = required.concat();
    let permitted: Vec<Verdict> = match result {
        "accepted" => vec![Accepted],
        "partial-score" => vec![Accepted, PartialScore],
        _ => Vec::new(),
    };
    let mut rules = Vec::new();
    for name in names.split_whitespace() {
        // Behind the names a comment may end.
        if matches!(name, "*/" | "-->" | "*)" | "}" | "\"\"\"" | "'''") {
            break;
        }
        let fits = |own: &str| match name.strip_suffix('*') {
            Some(prefix) => own.starts_with(prefix),
            None => own == name,
        };
        let meant: Vec<_> = subtasks.iter().filter(|(own, _)| fits(own)).collect();
        let is_whole = subtasks.is_empty() && fits("subtask0");
        if meant.is_empty() && !is_whole {
            return Err(format!("there is no subtask {}", quoted(name)));
        }
        let any = |verdicts: &[Verdict]| Expected::among(verdicts).in_words();
        let rule = |about: Option<String>, score: Option<(Score, Score)>| ExpectationRule {
            about,
            permitted: any(&permitted),
            required: any(&required),
            score,
            message: None,
            time_bound: TimeBound::None,
            origin: origin.to_owned(),
        };
        if is_whole {
            let full = root.worth.clone().filter(|_| result == "accepted");
            rules.push(rule(None, full.map(|full| (full.clone(), full))));
        }
        for (own, groups) in meant {
            let worth = root.groups.iter().find(|group| group.name == *own);
            let full = worth.and_then(|group| group.worth.clone());
            let full = full.filter(|_| result == "accepted" && groups.len() == 1);
            rules.push(rule(Some(pattern_of(groups)), full.map(|full| (full.clone(), full))));
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::tests::{group_of_worth, rule_in_words};

    /// What a comment makes: its rules in words.
    fn made(check: &str, root: &Group, subtasks: &[(&str, &[&str])]) -> Result<String, String> {
        let owned = |groups: &[&str]| groups.iter().map(|&group| group.to_owned()).collect();
        let subtasks: Vec<_> =
            subtasks.iter().map(|&(name, groups)| (name.to_owned(), owned(groups))).collect();
        let rules = rules(check, "", root, &subtasks)?;
        Ok(rules.iter().map(rule_in_words).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn a_comment_says_what_is_among_the_worst_of_its_subtasks() {
        let groups = vec![group_of_worth("a", 40), group_of_worth("b", 60)];
        let root = Group { groups, ..group_of_worth("", 100) };
        // The second subtask has the tests of the first, too.
        let two: &[(&str, &[&str])] = &[("a", &["a"]), ("b", &["a", "b"])];
        let any = Expected::anything().in_words();
        for (check, subtasks, expected) in [
            ("accepted: a", two, "a: AC, AC, 40"),
            // Its group's points are not all that counts there.
            ("accepted: b", two, "{a,b}: AC, AC, any"),
            ("accepted: *", two, "a: AC, AC, 40; {a,b}: AC, AC, any"),
            ("partial-score: a", two, "a: AC or PC, PC, any"),
            ("memory-limit-exceeded: a */ b", two, &format!("a: {any}, MLE, any")),
            // Without subtasks, all tests are one.
            ("accepted: *", &[], "all: AC, AC, 100"),
            ("accepted: subtask0", &[], "all: AC, AC, 100"),
            ("memory-limit-exceeded: sub*", &[], &format!("all: {any}, MLE, any")),
        ] {
            assert_eq!(made(check, &root, subtasks).as_deref(), Ok(expected), "{check}");
        }
        for (check, subtasks, name) in
            [("accepted: a c", two, "c"), ("accepted: subtask1", &[], "subtask1")]
        {
            let words = format!("there is no subtask `{name}`");
            assert_eq!(made(check, &root, subtasks), Err(words), "{check}");
        }
    }
}
