//! The tests of a task, as files and as subtasks; and those of the exported form.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use super::files::entries;
use crate::problem::cases::FoundCase;
use crate::problem::complaint::Complaints;
use crate::problem::draft::{Found, PartDraft};
use crate::problem::folder::Folder;
use crate::problem::format::sheet::Sheet;
use crate::problem::format::subtasks::{SubtaskDraft, in_no_subtask, other_sum, tree};
use crate::problem::group::{Group, Scoring};
use crate::problem::{CaseSettings, GeneratorRule, SubtaskRule};
use crate::regular::LARGEST_CASE_FILE;
use crate::score::Score;

/// What was found.
pub(super) struct Data {
    pub(super) cases: Vec<FoundCase>,
    /// The names of all, made or not, in the order of the list; empty where there is none.
    pub(super) order: Vec<String>,
    pub(super) rules: Vec<GeneratorRule>,
    pub(super) unmade: Vec<(PathBuf, String)>,
    pub(super) tree: Group,
    /// The names of the subtasks, each with the groups whose tests it contains.
    pub(super) subtasks: Vec<(String, BTreeSet<String>)>,
    pub(super) validators: Vec<PartDraft>,
}

/// A subtask: its name, its points, and the names of its cases.
pub(super) struct TestSubtask {
    pub(super) name: String,
    pub(super) score: f64,
    pub(super) cases: BTreeSet<String>,
}

/// Subtasks as groups, and the groups whose cases each has. Without any, all cases give the same share of 100.
pub(super) fn groups(
    folder: &Folder,
    subtasks: Vec<TestSubtask>,
    cases: &BTreeSet<String>,
    complaints: &mut Complaints,
) -> (Group, Vec<(String, BTreeSet<String>)>) {
    if subtasks.is_empty() {
        let worth = Score::ratio(100, 1);
        return (Group { worth, ..Group::root(Scoring::Mean) }, Vec::new());
    }
    let is_in_none = |case: &&String| !subtasks.iter().any(|subtask| subtask.cases.contains(*case));
    let in_none = cases.iter().filter(is_in_none).map(|case| format!("`{case}`"));
    if let Some(words) = in_no_subtask(&in_none.collect::<Vec<_>>(), cases.len()) {
        complaints.warn_about(folder.shown.clone(), words);
    }
    let group =
        |case: &String| case.split_once('/').map_or(String::new(), |(group, _)| group.to_owned());
    let named = subtasks
        .iter()
        .map(|subtask| (subtask.name.clone(), subtask.cases.iter().map(group).collect()))
        .collect();
    let draft = |subtask: TestSubtask| SubtaskDraft {
        name: subtask.name,
        worth: Score::decimal(subtask.score),
        rule: SubtaskRule::Min,
        cases: subtask.cases,
        validator_arguments: Vec::new(),
    };
    (tree(subtasks.into_iter().map(draft).collect(), cases), named)
}

/// The files of a test, where its input is there.
pub(super) fn files(
    folder: &Folder,
    file: &str,
    (name, settings): (String, CaseSettings),
    complaints: &mut Complaints,
) -> Result<FoundCase, Box<Unmade>> {
    let met = folder.real.join(format!("tests/{file}.in"));
    let answer = folder.real.join(format!("tests/{file}.out"));
    let mut found = |path: &PathBuf| {
        fs::symlink_metadata(path).ok()?;
        let real = folder.readable(path, LARGEST_CASE_FILE);
        real.map_err(|wrong| complaints.about(folder.shown(path), wrong)).ok()
    };
    match found(&met) {
        Some(input) => Ok(FoundCase { name, input, answer: found(&answer), met, settings }),
        None => Err(Box::new(Unmade { name, settings, answer: found(&answer) })),
    }
}

/// Warns of files in `tests/` that are of none of these tests.
pub(super) fn warn_of_others(
    folder: &Folder,
    known: impl Fn(&str) -> bool,
    complaints: &mut Complaints,
) {
    let is_other = |name: &str| {
        let stem = name.strip_suffix(".in").or_else(|| name.strip_suffix(".out"));
        stem.is_some_and(|stem| !known(stem))
    };
    let others = entries(folder, "tests", complaints).into_iter();
    let others: Vec<_> = others.filter(|(_, name)| is_other(name)).collect();
    if let [(first, _), more @ ..] = others.as_slice() {
        let more = match more.len() {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        let words = format!("passed over{more}: it is of no test of the task");
        complaints.warn_about(folder.shown(first), words);
    }
}

/// A test whose input is not there.
pub(super) struct Unmade {
    pub(super) name: String,
    pub(super) settings: CaseSettings,
    pub(super) answer: Option<PathBuf>,
}

/// The tests of the exported form: all files in `tests/`, and the subtasks in `subtasks/`.
pub(super) fn exported(folder: &Folder, complaints: &mut Complaints) -> Option<Data> {
    let inputs: BTreeSet<String> = entries(folder, "tests", complaints)
        .into_iter()
        .filter_map(|(_, name)| name.strip_suffix(".in").map(str::to_owned))
        .collect();
    if inputs.is_empty() {
        complaints.about(
            folder.shown(&folder.real.join("tests")),
            "expected tests: `NAME.in` and `NAME.out`",
        );
        return None;
    }
    warn_of_others(folder, |test| inputs.contains(test), complaints);
    let mut named: BTreeMap<&str, String> = BTreeMap::new();
    let mut read = Vec::new();
    for (path, name) in entries(folder, "subtasks", complaints) {
        let Some(subtask) = name.strip_suffix(".json") else { continue };
        let Some(sheet) = Sheet::read(folder, &path, complaints) else { continue };
        let score = sheet.number("score", "points,", 0.0..=1e9, complaints).unwrap_or_default();
        let Some(Found { value: tests, .. }) = sheet.list("testcases", complaints) else {
            sheet.complain("testcases", "expected the names of tests", complaints);
            continue;
        };
        let mut own = Vec::new();
        for test in tests {
            let Some(test) = inputs.get(&test) else {
                let wrong =
                    crate::nearest::unknown("test", &test, inputs.iter().map(String::as_str));
                sheet.complain("testcases", wrong, complaints);
                continue;
            };
            named.entry(test).or_insert_with(|| format!("{subtask}/{test}"));
            own.push(test.as_str());
        }
        read.push((subtask.to_owned(), score, own));
    }
    let name = |test: &str| named.get(test).cloned().unwrap_or_else(|| test.to_owned());
    let subtasks = read.into_iter().map(|(subtask, score, own)| TestSubtask {
        name: subtask,
        score,
        cases: own.into_iter().map(name).collect(),
    });
    let subtasks: Vec<_> = subtasks.collect();
    let mut cases = Vec::new();
    for test in &inputs {
        let found = files(folder, test, (name(test), CaseSettings::default()), complaints);
        cases.extend(found.ok());
    }
    cases.sort_by(|left, right| left.name.cmp(&right.name));
    let all = cases.iter().map(|case| case.name.clone()).collect();
    let sum = other_sum(subtasks.iter().map(|subtask| subtask.score), "TPS");
    if let Some(words) = sum.filter(|_| !subtasks.is_empty()) {
        complaints.warn_about(folder.shown(&folder.real.join("subtasks")), words);
    }
    let (tree, subtasks) = groups(folder, subtasks, &all, complaints);
    let (rules, unmade, validators) = (Vec::new(), Vec::new(), Vec::new());
    Some(Data { cases, order: Vec::new(), rules, unmade, tree, subtasks, validators })
}
