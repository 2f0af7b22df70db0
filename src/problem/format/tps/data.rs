//! `gen/data` and `subtasks.json`: which tests there are, how they are made and who validates them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use jury_checkers::Place;

use super::files::program;
use super::tests::{Data, TestSubtask, Unmade, files, groups, warn_of_others};
use super::words::words;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::{Found, PartDraft};
use crate::problem::folder::Folder;
use crate::problem::format::sheet::{Sheet, quoted, text};
use crate::problem::format::subtasks::other_sum;
use crate::problem::format::uncompared;
use crate::problem::{
    CaseSettings, Content, Generator, GeneratorRule, Maker, Protocol, ValidatorArguments,
};
use crate::regular::LARGEST_CASE_FILE;

const DATA: &str = "gen/data";
const SUBTASKS: &str = "subtasks.json";

/// What stands before and behind every input that is made, copied or not.
const AROUND: [&str; 2] = ["gen/input.header", "gen/input.footer"];

/// What stands for the name of the subtask in a validator's command.
const SUBTASK: &str = "{subtask}";

/// A set of tests: `@subtask` or `@testset`.
struct Set {
    name: String,
    /// Where it begins.
    origin: Origin,
    /// What its tests are called: `INDEX-OFFSET`.
    prefix: String,
    is_subtask: bool,
    lines: Vec<(Origin, Vec<String>)>,
    /// The indices of the sets whose tests it has, itself among them.
    all: BTreeSet<usize>,
}

/// The tests of the folder that authors work in.
pub(super) fn source(
    folder: &Folder,
    is_output_only: bool,
    complaints: &mut Complaints,
) -> Option<Data> {
    let sets = sets(folder, complaints)?;
    let sheet = Sheet::read(folder, &folder.real.join(SUBTASKS), complaints);
    if sheet.is_none() && !folder.real.join(SUBTASKS).exists() {
        let file = folder.shown(&folder.real.join(SUBTASKS));
        complaints.about(file, "missing: it says the points of the subtasks");
    }
    let scores = sheet.as_ref().map(|sheet| scores(sheet, &sets, complaints)).unwrap_or_default();
    let validators = sheet.as_ref().map(|sheet| Validators::read(folder, sheet, complaints));
    let validators = validators.unwrap_or_default();
    let (mut cases, mut order, mut rules) = (Vec::new(), Vec::new(), Vec::new());
    let mut names: Vec<BTreeSet<String>> = Vec::new();
    let (mut running, mut lacking, mut unanswered, mut not_compared) = (0_usize, 0, 0, 0);
    let (mut programs, mut taken) = (BTreeMap::new(), BTreeMap::new());
    let around = AROUND.map(|file| around(folder, file, complaints));
    for (index, set) in sets.iter().enumerate() {
        let holders = sets.iter().filter(|other| other.is_subtask && other.all.contains(&index));
        let calls = validators.calls(&holders.map(|other| &*other.name).collect::<Vec<_>>());
        let mut own = BTreeSet::new();
        for (offset, (origin, words)) in set.lines.iter().enumerate() {
            running += 1;
            let file = if is_output_only {
                format!("{running:02}")
            } else {
                format!("{}-{:02}", set.prefix, offset + 1)
            };
            let name = format!("{}/{file}", set.name);
            if let Some(other) = taken.insert(file.clone(), &set.name) {
                let words = format!(
                    "`tests/{file}.in` is the input of a test of {} already: give the set another name",
                    quoted(other)
                );
                complaints.at(origin, words);
            }
            own.insert(name.clone());
            order.push(name.clone());
            let settings = CaseSettings {
                validator_arguments: Some(ValidatorArguments::Calls(calls.clone())),
                ..CaseSettings::default()
            };
            match files(folder, &file, (name, settings), complaints) {
                Ok(case) => {
                    // What is there is judged, whether or not the package still has what made it.
                    let quiet = &mut Complaints::default();
                    let maker = maker(folder, (origin, words), &mut programs, quiet);
                    not_compared += usize::from(maker.is_none());
                    let (name, settings) = (case.name.clone(), case.settings.clone());
                    let rule = maker.map(|maker| GeneratorRule::one(maker, name, settings));
                    rules.extend(rule.map(|rule| rule.of_case_there().between(&around)));
                    cases.push(case);
                }
                Err(test) => {
                    lacking += 1;
                    let Unmade { name, settings, answer } = *test;
                    let maker = maker(folder, (origin, words), &mut programs, complaints);
                    let Some(maker) = maker else { continue };
                    unanswered += usize::from(answer.is_none());
                    let rule = GeneratorRule::one(maker, name, settings);
                    rules.push(rule.answered(answer).between(&around));
                }
            }
        }
        names.push(own);
    }
    let all: BTreeSet<String> = names.iter().flatten().cloned().collect();
    if all.is_empty() {
        complaints.about(folder.shown(&folder.real.join(DATA)), "no tests");
        return None;
    }
    warn_of_others(folder, |test| taken.contains_key(test), complaints);
    let mut subtasks = Vec::new();
    for set in sets.iter().filter(|set| set.is_subtask) {
        let cases = set.all.iter().flat_map(|&index| names[index].iter().cloned()).collect();
        let score = scores.get(&set.name).copied().unwrap_or_default();
        subtasks.push(TestSubtask { name: set.name.clone(), score, cases });
    }
    uncompared::remark_on(folder, not_compared, complaints);
    let mut unmade = Vec::new();
    unanswered += cases.iter().filter(|case| case.answer.is_none()).count();
    if lacking + unanswered > 0 {
        let count = all.len();
        let words = format!(
            "the task lacks {lacking} of {count} inputs and {unanswered} of {count} answers: `jury generate` \
             makes them by its own programs"
        );
        unmade.push((folder.shown.clone(), words));
    }
    let (tree, subtasks) = groups(folder, subtasks, &all, complaints);
    Some(Data { cases, order, rules, unmade, tree, subtasks, validators: validators.programs })
}

/// The sets of `gen/data`.
fn sets(folder: &Folder, complaints: &mut Complaints) -> Option<Vec<Set>> {
    let path = folder.real.join(DATA);
    let file: Rc<Path> = folder.shown(&path).into();
    if std::fs::symlink_metadata(&path).is_err() {
        complaints.about(&*file, "missing: it lists the tests of the task");
        return None;
    }
    let text = text(folder, &path, complaints)?;
    let mut sets: Vec<Set> = Vec::new();
    for (index, line) in text.lines().map(str::trim).enumerate() {
        let place = Some(Place { line: index + 1, column: 1 });
        let origin = Origin { file: Rc::clone(&file), place };
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut blanks = line.split_whitespace();
        let first = blanks.next().unwrap_or_default();
        let names: Vec<&str> = blanks.collect();
        match (first, sets.last_mut()) {
            ("@subtask" | "@testset", _) => {
                let name = names.join(" ");
                // It is a folder's in the names of tests, which patterns are about: `2^n` is a name.
                let is_plain =
                    |c: char| !c.is_control() && !c.is_whitespace() && !r"/\.,*?[]{}".contains(c);
                let is_known = sets.iter().any(|set| set.name == name);
                if name.is_empty() || !name.chars().all(is_plain) || is_known {
                    let message = format!(
                        "`{first}`: expected a new name without blanks and signs of paths and patterns, found {}",
                        quoted(&name)
                    );
                    complaints.at(&origin, message);
                    continue;
                }
                let is_subtask = first == "@subtask";
                let before = sets.iter().filter(|set| set.is_subtask).count();
                let prefix = if is_subtask { before.to_string() } else { name.clone() };
                let all = BTreeSet::from([sets.len()]);
                sets.push(Set { name, origin, prefix, is_subtask, lines: Vec::new(), all });
            }
            (_, None) => {
                complaints.at(&origin, "expected `@subtask` or `@testset` before the first test");
                return None;
            }
            ("@include", Some(_)) => {
                for name in names {
                    let count = sets.len() - 1;
                    let Some(found) = sets[..count].iter().find(|set| set.name == name) else {
                        let known = sets[..count].iter().map(|set| set.name.as_str());
                        complaints.at(&origin, crate::nearest::unknown("set", name, known));
                        continue;
                    };
                    let more = found.all.clone();
                    sets[count].all.extend(more);
                }
            }
            (_, Some(_)) if first.starts_with('@') => {
                let known = ["@subtask", "@testset", "@include"];
                complaints.at(&origin, crate::nearest::unknown("command", first, known));
            }
            (_, Some(last)) => match words(line).map_err(str::to_owned).and_then(expect_one_path) {
                Ok(words) => last.lines.push((origin, words)),
                Err(wrong) => complaints.at(&origin, wrong),
            },
        }
    }
    Some(sets)
}

/// The words of a line, which names one file where it is a command for one: whether or not the test is there.
fn expect_one_path(words: Vec<String>) -> Result<Vec<String>, String> {
    match words.as_slice() {
        [first, paths @ ..] if folder_of(first).is_some() && paths.len() != 1 => {
            Err(format!("`{first}`: expected one path, found {}", paths.len()))
        }
        _ => Ok(words),
    }
}

/// The folder that the path behind this command begins in; `None` for a generator.
fn folder_of(command: &str) -> Option<&'static str> {
    match command {
        "copy" => Some("gen"),
        "manual" => Some("gen/manual"),
        _ => None,
    }
}

/// The file of this path, where there is one.
fn around(folder: &Folder, file: &str, complaints: &mut Complaints) -> Option<PathBuf> {
    let path = folder.real.join(file);
    // As TPS, which takes files alone.
    path.is_file().then_some(())?;
    let real = folder.readable(&path, LARGEST_CASE_FILE);
    real.map_err(|wrong| complaints.about(folder.shown(&path), wrong)).ok()
}

/// How the test of a line is made. The programs of other lines are not looked for again.
fn maker(
    folder: &Folder,
    (origin, words): (&Origin, &[String]),
    programs: &mut BTreeMap<String, Option<String>>,
    complaints: &mut Complaints,
) -> Option<Maker> {
    let (first, arguments) = words.split_first()?;
    if let Some(below) = folder_of(first) {
        let path = format!("{below}/{}", arguments.first()?);
        let found = folder.inside_by_steps(&path).map_err(|wrong| complaints.at(origin, wrong));
        return found.ok().map(|real| Maker::Package(Content::File(real)));
    }
    let program = programs
        .entry(first.clone())
        .or_insert_with(|| Some(program(folder, &["gen"], first, complaints)?.value));
    let Some(program) = program else {
        complaints.at(origin, format!("there is no generator {} in `gen`", quoted(first)));
        return None;
    };
    let source = folder.inside(program).map_err(|wrong| complaints.at(origin, wrong)).ok()?;
    Some(Maker::Program(Generator::called(source, arguments.to_vec())))
}

/// The points of the subtasks by their names, which must be those of the sets.
fn scores(sheet: &Sheet, sets: &[Set], complaints: &mut Complaints) -> BTreeMap<String, f64> {
    let Some(subtasks) = sheet.section("subtasks", complaints) else {
        sheet.complain("subtasks", "missing: it says the points of the subtasks", complaints);
        return BTreeMap::new();
    };
    let own = || sets.iter().filter(|set| set.is_subtask);
    let names: Vec<&str> = own().map(|set| set.name.as_str()).collect();
    subtasks.expect_only(&names, complaints);
    for set in own().filter(|set| subtasks.get(&set.name).is_none()) {
        let words = format!("subtask {}: `{SUBTASKS}` does not say its points", quoted(&set.name));
        complaints.at(&set.origin, words);
    }
    let mut scores = BTreeMap::new();
    for entry in subtasks.entries() {
        let Some(subtask) = subtasks.section(&entry.key, complaints) else { continue };
        let score = subtask.number("score", "points,", 0.0..=1e9, complaints);
        scores.insert(entry.key.clone(), score.unwrap_or_default());
    }
    if let Some(words) = other_sum(scores.values().copied(), "TPS") {
        sheet.warn("subtasks", words, complaints);
    }
    scores
}

/// A validator's program, and what it is called with.
type Command = (String, Vec<String>);

/// Who validates the tests.
#[derive(Default)]
struct Validators {
    /// Each program once.
    programs: Vec<PartDraft>,
    /// Called once for a test.
    global: Vec<Command>,
    /// Called for each subtask that a test is in.
    sensitive: Vec<Command>,
    /// Called for the tests of one subtask.
    of_subtasks: BTreeMap<String, Vec<Command>>,
}

impl Validators {
    fn read(folder: &Folder, sheet: &Sheet, complaints: &mut Complaints) -> Self {
        let mut all = Self::default();
        all.global = all.commands(folder, sheet, "global_validators", complaints);
        all.sensitive = all.commands(folder, sheet, "subtask_sensitive_validators", complaints);
        let subtasks = sheet.section("subtasks", complaints);
        for entry in subtasks.iter().flat_map(Sheet::entries) {
            let own = subtasks.as_ref().and_then(|all| all.section(&entry.key, complaints));
            if let Some(subtask) = own {
                let own = all.commands(folder, &subtask, "validators", complaints);
                all.of_subtasks.insert(entry.key.clone(), own);
            }
        }
        all
    }

    /// Command lines whose first word is a file in `validator/`.
    fn commands(
        &mut self,
        folder: &Folder,
        sheet: &Sheet,
        key: &str,
        complaints: &mut Complaints,
    ) -> Vec<Command> {
        let Some(Found { value: lines, origin }) = sheet.list(key, complaints) else {
            return Vec::new();
        };
        let mut commands = Vec::new();
        for line in lines {
            let mut words = line.split_whitespace().map(str::to_owned);
            let name = words.next().unwrap_or_default();
            let Some(program) = program(folder, &["validator"], &name, complaints) else {
                let message =
                    format!("`{key}`: there is no validator {} in `validator`", quoted(&name));
                complaints.at(&origin, message);
                continue;
            };
            commands.push((program.value.clone(), words.collect()));
            let is_known = |known: &PartDraft| {
                known.program.as_ref().is_some_and(|known| known.value == program.value)
            };
            if !self.programs.iter().any(is_known) {
                self.programs.push(PartDraft::of(program, Protocol::Testlib));
            }
        }
        commands
    }

    /// What is called for a test that is in these subtasks.
    fn calls(&self, subtasks: &[&str]) -> Vec<Command> {
        let mut calls = self.global.clone();
        for subtask in subtasks {
            for (program, words) in &self.sensitive {
                let words = words.iter().map(|word| word.replace(SUBTASK, subtask)).collect();
                calls.push((program.clone(), words));
            }
            calls.extend(self.of_subtasks.get(*subtask).into_iter().flatten().cloned());
        }
        calls
    }
}
