//! The programs of a task, found by their names.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::{Folder, Kind};

/// Endings of sources.
pub(super) const SOURCES: [&str; 6] = ["cpp", "cc", "c", "py", "java", "pas"];

/// Those of scripts that TPS starts, the first one first. Shells' are no solutions.
const SCRIPTS: [&str; 2] = ["sh", "py"];

/// The source of this name, without its ending and that of Windows programs, in the first of these folders
/// that has one. Of several, TPS starts scripts before what it compiles, unless the name says that this is meant.
pub(super) fn program(
    folder: &Folder,
    folders: &[&str],
    name: &str,
    complaints: &mut Complaints,
) -> Option<Found<String>> {
    let compiled = name.strip_suffix(".exe");
    let stem = compiled.unwrap_or(name);
    for below in folders {
        let all = entries(folder, below, complaints).into_iter().filter_map(|(path, own)| {
            let (base, ending) = own.rsplit_once('.').unwrap_or((&own, ""));
            let script = SCRIPTS.iter().position(|known| *known == ending);
            let is_source = script.is_some() || SOURCES.contains(&ending);
            let is_second = script.is_some() == compiled.is_some();
            let rank = (is_second, script);
            let is_meant = is_source && (base == stem || own == name);
            is_meant.then_some((rank, path, own))
        });
        if let Some((_, path, own)) = all.min_by_key(|(rank, ..)| *rank) {
            let file: Rc<Path> = folder.shown(&path).into();
            let value = format!("{below}/{own}");
            return Some(Found { value, origin: Origin { file, place: None } });
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
