//! The programs of a task, found by their names.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::{Folder, Kind};

/// Endings of sources.
pub(super) const SOURCES: [&str; 6] = ["cpp", "cc", "c", "py", "java", "pas"];

/// The source of this name, without its ending and that of Windows programs, in the first of these folders
/// that has one.
pub(super) fn program(
    folder: &Folder,
    folders: &[&str],
    name: &str,
    complaints: &mut Complaints,
) -> Option<Found<String>> {
    let stem = name.strip_suffix(".exe").unwrap_or(name);
    for below in folders {
        for entry in entries(folder, below, complaints) {
            let (own, ending) = entry.1.rsplit_once('.').unwrap_or((&entry.1, ""));
            if (own == stem || entry.1 == name) && SOURCES.contains(&ending) {
                let file: Rc<Path> = folder.shown(&entry.0).into();
                let value = format!("{below}/{}", entry.1);
                return Some(Found { value, origin: Origin { file, place: None } });
            }
        }
    }
    None
}

/// The files in a folder of the task, with their names; none where there is no such folder.
pub(super) fn entries(
    folder: &Folder,
    below: &str,
    complaints: &mut Complaints,
) -> Vec<(PathBuf, String)> {
    let all = folder.entries_in(below, complaints).into_iter();
    all.filter(|entry| entry.kind != Kind::Folder).map(|entry| (entry.path, entry.name)).collect()
}
