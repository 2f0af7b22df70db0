//! The cases of a package: inputs with their answers, and what stands beside them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::names;
use crate::problem::CaseSettings;
use crate::problem::cases::FoundCase;
use crate::problem::complaint::{Complaints, Wrong};
use crate::problem::folder::{Entry, Folder, Kind};
use crate::problem::group::is_sample;
use crate::regular::LARGEST_CASE_FILE;

/// The folder of cases.
pub(super) const DATA: &str = "data";

/// The groups whose cases are judged, in the order in which they are.
pub(super) const JUDGED: [&str; 2] = ["sample", "secret"];

/// Folders of `data` whose files prove validators and are not judged.
const PROOFS: [&str; 5] =
    ["invalid_input", "invalid_answer", "invalid_output", "valid_output", "testing_tool_test"];

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
    /// Folders below the folder of cases that hold something, itself included, by their paths from
    /// there.
    pub(super) folders: BTreeMap<String, PathBuf>,
    /// Settings of single cases: `1.yaml`, by the case's name.
    pub(super) settings: BTreeMap<String, PathBuf>,
}

/// Finds the cases; `None` where there is no folder of them, which was complained of.
pub(super) fn find(folder: &Folder, answers: Answers, complaints: &mut Complaints) -> Option<Data> {
    let base = folder.real.join(DATA);
    let mut data = Data::default();
    if std::fs::symlink_metadata(&base).is_err() {
        complaints.about(folder.shown(&base), "missing: the cases lie in this folder");
        return None;
    }
    if let Err(wrong) = folder.look(&base) {
        complaints.about(folder.shown(&base), wrong);
        return None;
    }
    data.folders.insert(String::new(), base.clone());
    for entry in folder.entries(&base, complaints) {
        let is_folder = entry.kind == Kind::Folder;
        if is_folder && JUDGED.contains(&entry.name.as_str()) {
            let mut walk = Walk { folder, base: &base, answers, data: &mut data };
            walk.group(&entry.path, &entry.name, complaints);
        } else if is_folder && !PROOFS.contains(&entry.name.as_str()) {
            let words = "is passed over: cases lie in `sample` and `secret`";
            complaints.warn_about(folder.shown(&entry.path), words);
        } else if entry.kind == Kind::Astray && JUDGED.contains(&entry.name.as_str()) {
            complaints.about(folder.shown(&entry.path), folder.astray(&entry.path));
        } else if entry.name.ends_with(".in") {
            let words = "is passed over: cases lie in `sample` and `secret`";
            complaints.warn_about(folder.shown(&entry.path), words);
        }
    }
    data.cases.sort_by(|left, right| order(&left.name, &right.name));
    Some(data)
}

/// Package order: the samples first, then name by name in byte order, folder by folder.
fn order(left: &str, right: &str) -> std::cmp::Ordering {
    let samples_first = is_sample(right).cmp(&is_sample(left));
    samples_first.then_with(|| left.split('/').cmp(right.split('/')))
}

/// What shares a name but for the ending.
#[derive(Default)]
struct Beside {
    input: Option<Entry>,
    answer: Option<Entry>,
    files: Option<PathBuf>,
    settings: Option<PathBuf>,
    has_interaction: bool,
}

struct Walk<'a> {
    folder: &'a Folder,
    base: &'a Path,
    answers: Answers,
    data: &'a mut Data,
}

impl Walk<'_> {
    /// The cases of a folder and of the folders below it.
    fn group(&mut self, path: &Path, name: &str, complaints: &mut Complaints) {
        if name.split('/').count() > crate::problem::names::DEEPEST {
            complaints.about(self.folder.shown(path), "folders nest too deeply here");
            return;
        }
        self.data.folders.insert(name.to_owned(), path.to_owned());
        let mut by_name: BTreeMap<String, Beside> = BTreeMap::new();
        let mut folders = Vec::new();
        for entry in self.folder.entries(path, complaints) {
            if !names::counts(&entry.name) {
                let words = "is passed over: names are made of letters, digits, `_`, `.` and `-`";
                complaints.warn_about(self.folder.shown(&entry.path), words);
                continue;
            }
            let Some((stem, ending)) = entry.name.rsplit_once('.') else {
                folders.extend((entry.kind == Kind::Folder).then_some(entry));
                continue;
            };
            let stem = stem.to_owned();
            match (ending, entry.kind) {
                ("in", _) => by_name.entry(stem).or_default().input = Some(entry),
                ("ans", _) => by_name.entry(stem).or_default().answer = Some(entry),
                ("files", Kind::Folder) => {
                    by_name.entry(stem).or_default().files = Some(entry.path);
                }
                ("yaml", _) => by_name.entry(stem).or_default().settings = Some(entry.path),
                ("interaction", _) => by_name.entry(stem).or_default().has_interaction = true,
                ("args", _) => {
                    let words = "is passed over: arguments stand as `args` in the case's `.yaml`";
                    complaints.warn_about(self.folder.shown(&entry.path), words);
                }
                (_, Kind::Folder) => folders.push(entry),
                _ => {}
            }
        }
        for (own, beside) in by_name {
            self.case(path, &format!("{name}/{own}"), beside, complaints);
        }
        for entry in folders {
            self.group(&entry.path, &format!("{name}/{}", entry.name), complaints);
        }
    }

    fn case(&mut self, path: &Path, name: &str, beside: Beside, complaints: &mut Complaints) {
        let own = name.rsplit('/').next().unwrap_or(name);
        let shown = |ending: &str| self.folder.shown(&path.join(format!("{own}.{ending}")));
        let Some(input) = beside.input else {
            if beside.answer.is_some() && !beside.has_interaction {
                let message = format!("answer without an input: expected `{own}.in`");
                complaints.about(shown("ans"), message);
            }
            return;
        };
        let usable = |entry: &Entry, complaints: &mut Complaints| {
            let found = match entry.kind {
                Kind::File => self.folder.readable(&entry.path, LARGEST_CASE_FILE),
                Kind::Folder | Kind::Special => Err("expected a regular file".into()),
                Kind::Astray => Err(self.folder.astray(&entry.path)),
            };
            let complain = |wrong: Wrong| complaints.about(self.folder.shown(&entry.path), wrong);
            found.map_err(complain).ok()
        };
        let answer = match &beside.answer {
            Some(answer) => {
                let Some(answer) = usable(answer, complaints) else { return };
                Some(answer)
            }
            None if self.answers == Answers::MayBeMissing => {
                complaints.warn_about(
                    shown("in"),
                    format!("`{own}.ans` is missing, and counts as empty"),
                );
                None
            }
            None => {
                complaints
                    .about(shown("in"), format!("input without an answer: expected `{own}.ans`"));
                return;
            }
        };
        let Some(real) = usable(&input, complaints) else { return };
        let settings = CaseSettings { files: beside.files, ..CaseSettings::default() };
        if let Some(file) = beside.settings {
            self.data.settings.insert(name.to_owned(), file);
        }
        debug_assert!(input.path.starts_with(self.base), "found below it");
        self.data.cases.push(FoundCase {
            name: name.to_owned(),
            met: input.path,
            input: real,
            answer,
            settings,
        });
    }
}
