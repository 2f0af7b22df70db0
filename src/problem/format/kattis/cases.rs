//! The cases of a package: inputs with their answers, and what stands beside them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::edition::Edition;
use super::names;
use crate::nearest::nearest;
use crate::problem::cases::{FoundCase, FoundTest};
use crate::problem::complaint::Complaints;
use crate::problem::folder::{Entry, Folder, Kind};
use crate::problem::group::group_order;
use crate::problem::{CaseSettings, TestKind};

mod beside;

/// The folder of cases.
pub(super) const DATA: &str = "data";

/// The file of BAPCtools' that says how cases are made.
pub(super) const GENERATORS: &str = "generators/generators.yaml";

/// The group in which scores and conditions are set.
pub(super) const SECRET: &str = "secret";

/// The groups whose cases are judged, in the order in which they are.
pub(super) const JUDGED: [&str; 2] = ["sample", SECRET];

/// The folder of `data` with runs of testing tools (`BAPCtools`).
const TOOL_TESTS: &str = "testing_tool_test";

/// The name of files of groups' settings in 2025-09.
pub(super) const GROUP_FILE: &str = "test_group.yaml";

/// The names of files of groups' settings, in all versions.
pub(super) const GROUP_FILES: [&str; 2] = ["testdata.yaml", GROUP_FILE];

/// The names of such files that are read. DOMjudge reads both in `legacy`.
pub(super) fn group_files(edition: Edition) -> &'static [&'static str] {
    match edition {
        Edition::Legacy | Edition::Draft => &GROUP_FILES,
        Edition::Current => &GROUP_FILES[1..],
    }
}

/// Whether every case needs an answer file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answers {
    Needed,
    /// Interactive and multi-pass problems: a missing one is empty.
    MayBeMissing,
}

/// What lies below the folder of cases.
#[derive(Debug, Default)]
pub(super) struct Data {
    /// The cases, in package order.
    pub(super) cases: Vec<FoundCase>,
    /// What proves the validators.
    pub(super) tests: Vec<FoundTest>,
    /// Folders below the folder of cases that hold something, itself included, by their paths from
    /// there.
    pub(super) folders: BTreeMap<String, PathBuf>,
    /// Settings of single cases: `1.yaml`, by the case's name.
    pub(super) settings: BTreeMap<String, PathBuf>,
    /// What is wrong as long as cases and answers are not made.
    pub(super) unmade: Vec<(PathBuf, String)>,
}

/// Most folders that are gone through: few links make many ways to the same folder.
const MOST_FOLDERS: usize = 10_000;

/// Finds the cases; `None` where there is no folder of them, which was complained of.
pub(super) fn find(
    folder: &Folder,
    edition: Edition,
    answers: Answers,
    complaints: &mut Complaints,
) -> Option<Data> {
    let base = folder.real.join(DATA);
    let mut data = Data::default();
    if std::fs::symlink_metadata(&base).is_err() {
        if folder.real.join(GENERATORS).is_file() {
            return Some(data);
        }
        complaints.about(folder.shown(&base), "missing: the cases lie in this folder");
        return None;
    }
    if let Err(wrong) = folder.look(&base) {
        complaints.about(folder.shown(&base), wrong);
        return None;
    }
    data.folders.insert(String::new(), base.clone());
    let mut walk = Walk { folder, edition, answers, test: None, data: &mut data };
    for entry in folder.entries(&base, complaints) {
        walk.outermost(&entry, complaints);
    }
    if data.folders.len() > MOST_FOLDERS {
        let message =
            format!("more than {MOST_FOLDERS} folders: do links lead back to the same ones?");
        complaints.about(folder.shown(&base), message);
    }
    data.cases.sort_by(|left, right| group_order(&left.name, &right.name));
    data.tests.sort_by(|left, right| group_order(&left.case.name, &right.case.name));
    Some(data)
}

/// What a folder of `data` proves of validators. Before 2025-09, BAPCtools knew these folders by names in
/// the plural.
fn test_kind(folder: &str, edition: Edition) -> Option<TestKind> {
    let plural = folder.strip_suffix('s').filter(|_| edition != Edition::Current);
    let is_it =
        |kind: &TestKind| kind.folder().is_some_and(|own| own == folder || plural == Some(own));
    TestKind::IN_FOLDERS.into_iter().find(is_it)
}

/// Whether a name has one of these endings.
fn has_ending(name: &str, endings: &[&str]) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}

/// Warns of a file that looks like settings of a group and is none that is read.
fn warn_of_settings(folder: &Folder, edition: Edition, entry: &Entry, complaints: &mut Complaints) {
    let name = entry.name.as_str();
    let read = group_files(edition);
    if read.contains(&name) || !has_ending(name, &["yaml", "yml"]) {
        return;
    }
    let words = match nearest(name, read.iter().copied()) {
        _ if GROUP_FILES.contains(&name) => {
            format!("is passed over: this version has `{}`", read[0])
        }
        Some(near) => format!("is passed over: did you mean `{near}`?"),
        None => "is passed over: no case has this name".to_owned(),
    };
    complaints.warn_about(folder.shown(&entry.path), words);
}

/// What shares a name but for the ending.
#[derive(Default)]
struct CaseFiles {
    input: Option<Entry>,
    answer: Option<Entry>,
    files: Option<Entry>,
    settings: Option<Entry>,
    output: Option<Entry>,
    has_interaction: bool,
}

struct Walk<'a> {
    folder: &'a Folder,
    edition: Edition,
    answers: Answers,
    /// What is walked through, where it is not to be judged.
    test: Option<TestKind>,
    data: &'a mut Data,
}

/// A file that cannot be used, which was complained of.
struct Unusable;

impl Walk<'_> {
    /// What stands in the folder of cases itself.
    fn outermost(&mut self, entry: &Entry, complaints: &mut Complaints) {
        let name = entry.name.as_str();
        let shown = self.folder.shown(&entry.path);
        self.test = test_kind(name, self.edition);
        if let Some(kind) = self.test {
            if kind.has_output() && self.answers == Answers::MayBeMissing {
                let why = "outputs of interactive and multi-pass problems cannot be judged alone";
                complaints.warn_about(shown, format!("is not checked: {why}"));
                return;
            }
            // No verdict on a submission depends on what is here.
            let mut own = Complaints::default();
            self.known(entry, kind.folder().unwrap_or(name), &mut own);
            return complaints.take_lightly(own);
        }
        match entry.kind {
            _ if JUDGED.contains(&name) => self.known(entry, name, complaints),
            Kind::Folder if name == TOOL_TESTS => {
                complaints.warn_about(shown, "is not checked: testing tools are not run");
            }
            kind if kind == Kind::Folder || has_ending(name, &["in", "ans"]) => {
                let words = "is passed over: cases lie in `sample` and `secret`";
                complaints.warn_about(shown, words);
            }
            _ => warn_of_settings(self.folder, self.edition, entry, complaints),
        }
    }

    /// A folder of cases, whatever it is called here.
    fn known(&mut self, entry: &Entry, name: &str, complaints: &mut Complaints) {
        let shown = self.folder.shown(&entry.path);
        match entry.kind {
            Kind::Folder => self.group(&entry.path, name, complaints),
            Kind::Astray => complaints.about(shown, self.folder.astray(&entry.path)),
            Kind::File | Kind::Special => complaints.about(shown, "expected a folder of cases"),
        }
    }

    /// The cases of a folder and of the folders below it.
    fn group(&mut self, path: &Path, name: &str, complaints: &mut Complaints) {
        if name.split('/').count() > crate::problem::names::DEEPEST {
            complaints.about(self.folder.shown(path), "folders nest too deeply here");
            return;
        }
        if self.data.folders.len() > MOST_FOLDERS {
            return;
        }
        self.data.folders.insert(name.to_owned(), path.to_owned());
        let mut by_name: BTreeMap<String, CaseFiles> = BTreeMap::new();
        let mut folders = Vec::new();
        for entry in self.folder.entries(path, complaints) {
            if !names::counts(&entry.name) {
                complaints.warn_about(self.folder.shown(&entry.path), names::DOES_NOT_COUNT);
                continue;
            }
            let Some((stem, ending)) = entry.name.rsplit_once('.') else {
                match entry.kind {
                    Kind::Folder => folders.push(entry),
                    // Perhaps a group of cases.
                    Kind::Astray => complaints
                        .about(self.folder.shown(&entry.path), self.folder.astray(&entry.path)),
                    Kind::File | Kind::Special => {}
                }
                continue;
            };
            let stem = stem.to_owned();
            match (ending, entry.kind) {
                ("in", _) => by_name.entry(stem).or_default().input = Some(entry),
                ("ans", _) => by_name.entry(stem).or_default().answer = Some(entry),
                ("out", _) if self.reads_outputs() => {
                    by_name.entry(stem).or_default().output = Some(entry);
                }
                ("files", _) => by_name.entry(stem).or_default().files = Some(entry),
                ("yaml", Kind::File) if group_files(self.edition).contains(&&*entry.name) => {}
                ("yaml", _) => by_name.entry(stem).or_default().settings = Some(entry),
                ("yml", _) => warn_of_settings(self.folder, self.edition, &entry, complaints),
                ("interaction", _) => by_name.entry(stem).or_default().has_interaction = true,
                ("args", _) => {
                    let words = match self.edition {
                        Edition::Current => "is passed over: write `args` in the case's `.yaml`",
                        _ => "is passed over: this version has no arguments of submissions",
                    };
                    complaints.warn_about(self.folder.shown(&entry.path), words);
                }
                (_, Kind::Folder) => folders.push(entry),
                _ => {}
            }
        }
        for entry in &folders {
            if by_name.get(&entry.name).is_some_and(|beside| beside.input.is_some()) {
                let words = format!("a folder and a case have the same name `{}`", entry.name);
                complaints.warn_about(self.folder.shown(&entry.path), words);
            }
        }
        for (own, beside) in by_name {
            self.case(path, &format!("{name}/{own}"), beside, complaints);
        }
        for entry in folders {
            self.group(&entry.path, &format!("{name}/{}", entry.name), complaints);
        }
    }

    fn case(&mut self, path: &Path, name: &str, beside: CaseFiles, complaints: &mut Complaints) {
        let own = name.rsplit('/').next().unwrap_or(name);
        let Some(input) = &beside.input else {
            self.without_input(own, path, &beside, complaints);
            return;
        };
        if self.edition == Edition::Current && own == "test_group" {
            let shown = self.folder.shown(&input.path);
            complaints.about(shown, "a case may not be called `test_group`");
        }
        let Ok(answer) = self.answer(own, input, &beside, complaints) else { return };
        let Ok(output) = self.output(own, input, &beside, complaints) else { return };
        let Ok(real) = self.usable(input, complaints) else { return };
        let files = beside.files.as_ref().and_then(|files| self.files(files, complaints));
        if let Some(file) = beside.settings {
            self.settings(name, file, complaints);
        }
        let case = FoundCase {
            name: name.to_owned(),
            met: input.path.clone(),
            input: real,
            answer,
            settings: CaseSettings { files, ..CaseSettings::default() },
        };
        if let Some(kind) = self.test {
            self.data.tests.push(FoundTest { kind, case, output });
            return;
        }
        if output.is_some() {
            let kind = TestKind::ShownOutput;
            self.data.tests.push(FoundTest { kind, case: case.clone(), output });
        }
        self.data.cases.push(case);
    }
}
