//! The programs of a task, found by their names: generators, validators, checkers, managers, graders.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::problem::SharedCode;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::{Folder, Kind};

/// The folder of solutions, and of graders.
pub(super) const SOLUTIONS: &str = "sol";

/// Endings of sources that tasks are written in.
pub(super) const SOURCES: [&str; 16] = [
    "cpp", "cc", "cxx", "c", "py", "java", "pas", "rs", "go", "cs", "sh", "php", "hs", "js", "rb",
    "pl",
];

/// Files that come along with graders.
const HEADERS: [&str; 3] = ["h", "hpp", "hh"];
pub(super) const PASCAL_LIBRARY: &str = "lib.pas";

/// A file's name, and its ending.
pub(super) fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or((name, ""))
}

/// The one program of these names, such as `check/checker`: a source, else an executable without ending.
pub(super) fn program(
    folder: &Folder,
    names: &[&str],
    complaints: &mut Complaints,
) -> Option<Found<String>> {
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    for name in names {
        let (below, stem) = name.rsplit_once('/')?;
        for entry in folder.entries_in(below, complaints) {
            let (own, ending) = split(&entry.name);
            let is_program = ending.is_empty() || SOURCES.contains(&ending);
            if own == stem && is_program && entry.kind != Kind::Folder {
                found.push((format!("{below}/{}", entry.name), entry.path));
            }
        }
    }
    // What a compiler left beside its source.
    if found.iter().any(|(name, _)| !split(name).1.is_empty()) {
        found.retain(|(name, _)| !split(name).1.is_empty());
    }
    // One file by two names, as older and newer versions of CMS call it.
    found.dedup_by_key(|(_, path)| path.canonicalize().unwrap_or_else(|_| path.clone()));
    if let [(first, _), (second, path), ..] = found.as_slice() {
        let message = format!("`{first}` and `{second}` have the same part: remove one of them");
        complaints.about(folder.shown(path), message);
    }
    let (value, path) = found.into_iter().next()?;
    let file: Rc<Path> = folder.shown(&path).into();
    Some(Found { value, origin: Origin { file, place: None } })
}

/// Warns of files that may have been meant as the checker.
pub(super) fn warn_of_near_misses(folder: &Folder, complaints: &mut Complaints) {
    const LIKE: [&str; 4] = ["checker", "correttore", "check", "chk"];
    for below in ["check", "cor"] {
        for entry in folder.entries_in(below, complaints) {
            let own = split(&entry.name).0.to_lowercase();
            if LIKE.contains(&own.as_str()) && entry.kind != Kind::Folder {
                let words = "passed over: a checker is called `check/checker` or `cor/correttore`, with the \
                             ending of its language in small letters";
                complaints.warn_about(folder.shown(&entry.path), words);
            }
        }
    }
}

/// Warns of stubs, where there is no manager that they could talk with.
pub(super) fn warn_of_stubs(folder: &Folder, complaints: &mut Complaints) {
    let all = folder.entries_in(SOLUTIONS, complaints);
    let is_stub = |name: &str| split(name).0 == "stub" && SOURCES.contains(&split(name).1);
    if let Some(stub) = all.iter().find(|entry| is_stub(&entry.name)) {
        let words = "stubs are for tasks with a manager, and there is no `check/manager`: it is taken for a \
                     grader";
        complaints.warn_about(folder.shown(&stub.path), words);
    }
}

/// What submissions are compiled together with: the graders in `sol/`, or the stubs, and headers beside them.
pub(super) fn shared_code(
    folder: &Folder,
    (task, stems): (&str, &[&'static str]),
    complaints: &mut Complaints,
) -> Option<SharedCode> {
    let all = folder.entries_in(SOLUTIONS, complaints);
    let is_there = |stem: &&&str| {
        all.iter().any(|entry| {
            let (own, ending) = split(&entry.name);
            own == **stem && SOURCES.contains(&ending)
        })
    };
    let main = *stems.iter().find(is_there)?;
    let mut files = Vec::new();
    for entry in &all {
        let (own, ending) = split(&entry.name);
        let is_code = own == main && SOURCES.contains(&ending);
        if is_code || HEADERS.contains(&ending) || entry.name.ends_with(PASCAL_LIBRARY) {
            match folder.readable(&entry.path, SharedCode::LARGEST_FILE) {
                Ok(real) => files.push(real),
                Err(wrong) => complaints.about(folder.shown(&entry.path), wrong),
            }
        }
    }
    Some(SharedCode { name: task.to_owned(), mains: vec![main.to_owned()], files, prefaces: None })
}
