//! The tests of a package, and the groups that their names put them in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::super::sheet::Sheet;
use super::config::Config;
use super::names::{Names, SAMPLE_GROUP, group};
use super::programs::{LAYOUT, Programs};
use crate::problem::cases::{FoundCase, usable};
use crate::problem::complaint::{Complaints, Wrong};
use crate::problem::folder::{Entry, Folder};
use crate::problem::group::{Group, Scoring};
use crate::problem::{CaseSettings, Grader, SinolGrader, ValidatorArguments};
use crate::regular::LARGEST_CASE_FILE;
use crate::score::Score;

/// What was found.
pub(super) struct Data {
    /// By groups, and in these in byte order of their names.
    pub(super) cases: Vec<FoundCase>,
    /// The group of each test by its name.
    pub(super) groups: BTreeMap<String, String>,
    /// Whether there are no tests that give points, but a program that may make some.
    pub(super) is_lacking: bool,
    pub(super) unmade: Vec<(PathBuf, String)>,
    pub(super) tree: Group,
}

/// The points of a test that is solved in full.
const FULL: u64 = 100;

/// Reads the tests. A test that is named as none is passed over with a warning.
pub(super) fn read(
    folder: &Folder,
    file_names: &Names,
    config: &Config,
    programs: &Programs,
    sheet: &Sheet,
    complaints: &mut Complaints,
) -> Data {
    let (mut cases, mut groups) = (Vec::new(), BTreeMap::new());
    let inputs = LAYOUT.data_in(&folder.real);
    let there = if inputs.is_dir() { folder.entries(&inputs, complaints) } else { Vec::new() };
    // What `ingen` made elsewhere it would have put there.
    let made = folder.made.as_ref().map(|made| folder.entries(made, complaints));
    let made = made.unwrap_or_default();
    let is_left = |file: &Entry| made.iter().all(|made| made.name != file.name);
    let left: Vec<Entry> = there.into_iter().filter(is_left).collect();
    for file in left.into_iter().chain(made) {
        let Some(name) = file.name.strip_suffix(".in") else { continue };
        let Some(test) = file_names.test(name) else {
            let words =
                "not named like a test, such as `1a` behind the name of the task: passed over";
            complaints.warn_about(folder.shown(&file.path), words);
            continue;
        };
        let Some(input) = usable(folder, &file, complaints) else { continue };
        let group = group(test);
        let answer = answer(folder, &LAYOUT.answer_in(&folder.real, name), complaints);
        groups.insert(name.to_owned(), group.clone());
        let words = vec![file.name.clone()];
        let settings = CaseSettings {
            validator_arguments: Some(ValidatorArguments::All(words)),
            group: Some(group),
            ..CaseSettings::default()
        };
        cases.push(FoundCase { name: name.to_owned(), met: file.path, input, answer, settings });
    }
    let number = |case: &FoundCase| -> u64 { groups[&case.name].parse().unwrap_or(u64::MAX) };
    cases.sort_by_key(|case| (number(case), case.name.clone()));
    if cases.is_empty() && programs.generator.is_none() {
        let words = "there are no tests, and no `ingen` makes any";
        complaints.about(folder.shown(&inputs), words);
    }
    let is_lacking = folder.made.is_none()
        && programs.generator.is_some()
        && groups.values().all(|group| group == SAMPLE_GROUP);
    let unmade = unmade(folder, &cases, programs, is_lacking);
    let names = in_order(&cases);
    if !is_lacking {
        let tests: Vec<&str> =
            cases.iter().filter_map(|case| file_names.test(&case.name)).collect();
        config.look_at_names(&names, &tests, sheet, complaints);
    }
    let tree = tree(sheet, config, &names, complaints);
    Data { cases, groups, is_lacking, unmade, tree }
}

fn answer(folder: &Folder, path: &Path, complaints: &mut Complaints) -> Option<PathBuf> {
    if std::fs::symlink_metadata(path).is_err() {
        return None;
    }
    let found = folder.readable(path, LARGEST_CASE_FILE);
    found.map_err(|wrong: Wrong| complaints.about(folder.shown(path), wrong)).ok()
}

/// What is wrong as long as tests and answers are not made.
fn unmade(
    folder: &Folder,
    cases: &[FoundCase],
    programs: &Programs,
    is_lacking: bool,
) -> Vec<(PathBuf, String)> {
    // An interactor decides without answers.
    let lacks = |case: &&FoundCase| case.answer.is_none() && programs.interactor.is_none();
    let lacking = cases.iter().filter(lacks).count();
    let words = if is_lacking {
        "there are no tests yet that give points: `jury generate` makes them by the package's `ingen`, and answers \
         by its model solution"
            .to_owned()
    } else if lacking > 0 {
        format!(
            "{lacking} of {} tests have no answer: `jury generate` makes them by the model solution",
            cases.len()
        )
    } else {
        return Vec::new();
    };
    vec![(folder.shown(&LAYOUT.data_in(&folder.real)), words)]
}

/// The groups of these cases, each once.
fn in_order(cases: &[FoundCase]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in cases.iter().filter_map(|case| case.settings.group.clone()) {
        if names.last() != Some(&name) {
            names.push(name);
        }
    }
    names
}

fn tree(sheet: &Sheet, config: &Config, names: &[String], complaints: &mut Complaints) -> Group {
    let full = Score::ratio(FULL, 1).unwrap_or_else(Score::one);
    let points = config.points(names, sheet, complaints);
    let group = |(name, points): (&String, u64)| Group {
        name: name.clone(),
        worth: Score::ratio(points, 1),
        full: full.clone(),
        ..Group::root(Scoring::Min)
    };
    let groups = names.iter().zip(points).map(group).collect();
    let there: BTreeSet<&String> = names.iter().collect();
    let is_there = |(group, _): &(&String, &Vec<String>)| there.contains(group);
    let dependencies = config.dependencies.iter().filter(is_there);
    let dependencies = dependencies.map(|(group, needs)| (group.clone(), needs.clone())).collect();
    let grader = SinolGrader { contest: config.contest, dependencies };
    Group { full, groups, grader: Grader::Sinol(Box::new(grader)), ..Group::root(Scoring::Sum) }
}
