//! Finds the cases below a folder: inputs, and the answers beside them.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::complaint::{Complaints, Wrong};
use super::folder::{Entry, Folder, Kind};
use super::group::{group_of, group_order};
use super::layout::Layout;
use super::{CaseSettings, TestKind, store};
use crate::regular::LARGEST_CASE_FILE;

/// How many files behind a link are looked at for cases.
const LOOKED_AT: usize = 10_000;

/// A case as found: an input with, where one exists, an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundCase {
    /// Path below the folder of cases without the ending: `secret/007`.
    pub(super) name: String,
    /// The input file under the name by which it was met, for messages.
    pub(super) met: PathBuf,
    /// The input file, absolute and without links.
    pub(super) input: PathBuf,
    /// The answer file, absolute and without links.
    pub(super) answer: Option<PathBuf>,
    /// What the package says of this case alone.
    pub(super) settings: CaseSettings,
}

impl FoundCase {
    /// The input, and the answer where there is one.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        [Some(&self.input), self.answer.as_ref()].into_iter().flatten().map(PathBuf::as_path)
    }
}

/// What proves validators, as found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundTest {
    pub(super) kind: TestKind,
    /// The input and the answer.
    pub(super) case: FoundCase,
    /// The output file, absolute and without links.
    pub(super) output: Option<PathBuf>,
}

/// The files that share a name but for the ending.
#[derive(Debug, Default)]
struct Files {
    input: Option<FoundFile>,
    answers: Vec<FoundFile>,
    /// Whether one of them cannot be used, and was complained of.
    refused: bool,
}

/// A file under two names: as it was met, and without links.
#[derive(Debug)]
struct FoundFile {
    met: PathBuf,
    real: PathBuf,
}

/// The cases that this layout has in the folder, in package order. Complains of answers without an
/// input and of inputs with two answers.
pub(super) fn find(
    folder: &Folder,
    layout: &Layout,
    complaints: &mut Complaints,
) -> Vec<FoundCase> {
    let base = layout.data_in(&folder.real);
    // By the bytes of the path: paths themselves compare part by part, which costs.
    let mut by_name: BTreeMap<OsString, Files> = BTreeMap::new();
    for file in folder.files_below(&base, complaints) {
        let (stem, ending) = file.name.rsplit_once('.').unwrap_or((&file.name, ""));
        let is_input = ending == layout.input;
        if stem.is_empty() || !(is_input || layout.answers.contains(&ending)) {
            if file.kind == Kind::Astray && may_hold_cases(&file.path, layout) {
                complaints.about(folder.shown(&file.path), folder.astray(&file.path));
            }
            continue;
        }
        let files = by_name.entry(file.path.with_extension("").into()).or_default();
        let Some(real) = usable(folder, &file, complaints) else {
            files.refused = true;
            continue;
        };
        let found = FoundFile { met: file.path, real };
        if is_input {
            files.input = Some(found);
        } else {
            files.answers.push(found);
        }
    }
    let mut cases: Vec<FoundCase> = by_name
        .into_iter()
        .filter_map(|(path, files)| case(folder, layout, Path::new(&path), files, complaints))
        .collect();
    cases.sort_by(|a, b| package_order(&a.name, &b.name));
    cases
}

/// Package order of two cases' names: by their groups, then in byte order.
fn package_order(left: &str, right: &str) -> Ordering {
    group_order(group_of(left), group_of(right)).then_with(|| left.cmp(right))
}

fn case(
    folder: &Folder,
    layout: &Layout,
    path: &Path,
    files: Files,
    complaints: &mut Complaints,
) -> Option<FoundCase> {
    if files.refused {
        return None;
    }
    let Some(input) = files.input else {
        for FoundFile { met: answer, .. } in &files.answers {
            // What a C compiler leaves behind unless told otherwise.
            if answer.file_name().is_none_or(|name| name != "a.out") {
                let (own, input) = (own_name(path), layout.input);
                let message =
                    format!("answer without an input: expected `{own}.{input}` next to it");
                complaints.about(folder.shown(answer), message);
            }
        }
        return None;
    };
    if files.answers.is_empty() && store::is_being_added(&input.met, layout) {
        return None;
    }
    if let [_, second, ..] = files.answers.as_slice() {
        complaints.about(
            folder.shown(&second.met),
            "second answer for the same input: remove one of them",
        );
    }
    let name = path.strip_prefix(layout.data_in(&folder.real)).ok()?.to_str()?.to_owned();
    let answer = files.answers.into_iter().next().map(|answer| answer.real);
    let settings = CaseSettings::default();
    Some(FoundCase { name, met: input.met, input: input.real, answer, settings })
}

/// Where a file is that can be read as a case's file; complains if it is none.
pub(super) fn usable(
    folder: &Folder,
    file: &Entry,
    complaints: &mut Complaints,
) -> Option<PathBuf> {
    let found = match file.kind {
        Kind::File => folder.readable(&file.path, LARGEST_CASE_FILE),
        Kind::Folder | Kind::Special => Err("expected a regular file".into()),
        Kind::Astray => Err(folder.astray(&file.path)),
    };
    found.map_err(|wrong: Wrong| complaints.about(folder.shown(&file.path), wrong)).ok()
}

/// Whether a link that is not followed leads to cases, which would silently be missing.
fn may_hold_cases(link: &Path, layout: &Layout) -> bool {
    let is_input = |entry: &DirEntry| entry.path().extension().is_some_and(|e| e == layout.input);
    let Ok(target) = link.canonicalize() else { return false };
    let mut seen = WalkDir::new(target).into_iter().flatten().take(LOOKED_AT).enumerate();
    // What is too large to be looked through may hold anything.
    seen.any(|(number, entry)| is_input(&entry) || number + 1 == LOOKED_AT)
}

fn own_name(path: &Path) -> std::path::Display<'_> {
    Path::new(path.file_name().unwrap_or_default()).display()
}
