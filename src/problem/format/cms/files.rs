//! The programs of a task, found by their names: generators, validators, checkers, managers, graders.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::{cases_gen, recipe};
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

/// Files in which tasks keep their limits, and which generators and validators may open.
const LIMITS: [&str; 3] = ["gen/limiti.yaml", "gen/constraints.yaml", "gen/gen.toml"];

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

/// Warns of what may have been meant as the checker: what is nearly called so, and where nothing else in the folder is
/// called by, any program.
pub(super) fn warn_of_near_misses(folder: &Folder, is_managed: bool, complaints: &mut Complaints) {
    const LIKE: [&str; 4] = ["checker", "correttore", "check", "chk"];
    for below in ["check", "cor"] {
        for entry in folder.entries_in(below, complaints) {
            let (own, ending) = split(&entry.name);
            let is_like = LIKE.contains(&own.to_lowercase().as_str());
            let is_source = SOURCES.contains(&ending) && entry.kind != Kind::Folder;
            if is_like || is_source && !is_managed {
                let words = "passed over: a checker is a file called `check/checker` or `cor/correttore`, with the \
                             ending of its language in small letters";
                complaints.warn_about(folder.shown(&entry.path), words);
            }
        }
    }
}

/// Warns of what may have been meant as a recipe, where there is none.
pub(super) fn warn_of_other_recipes(folder: &Folder, complaints: &mut Complaints) {
    for entry in folder.entries_in("gen", complaints) {
        let plain = entry.name.to_lowercase();
        let plain = plain.strip_suffix(".txt").unwrap_or(&plain);
        let meant = [recipe::FILE, cases_gen::FILE].into_iter().find(|own| {
            own.strip_prefix("gen/").is_some_and(|own| own.eq_ignore_ascii_case(plain))
        });
        // A program that makes the inputs may be called `gen`.
        let may_run =
            || fs::metadata(&entry.path).is_ok_and(|of| of.permissions().mode() & 0o111 != 0);
        if let Some(meant) = meant.filter(|_| entry.kind != Kind::Folder && !may_run()) {
            let words = format!("passed over: is `{meant}` meant, the recipe of the tests?");
            complaints.warn_about(folder.shown(&entry.path), words);
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

/// Files that task-maker puts into the working directory of generators and validators.
pub(super) fn at_hand(folder: &Folder, complaints: &mut Complaints) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for name in LIMITS {
        let path = folder.real.join(name);
        if fs::symlink_metadata(&path).is_ok() {
            match folder.readable(&path, SharedCode::LARGEST_FILE) {
                Ok(real) => found.push((name.to_owned(), real)),
                Err(wrong) => complaints.about(folder.shown(&path), wrong),
            }
        }
    }
    found
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
