//! The standard checkers of testlib in packages, which are known by their texts.

use super::super::draft::{CheckerDraft, PartDraft};
use super::super::folder::Folder;
use crate::regular;

/// Longest source that is looked at, in bytes: each of them is a few thousand.
const LONGEST: u64 = 64 << 10;

/// The checker that is this program of the package, in process where it says that it is a standard one and has
/// the text of one: authors edit a standard checker and leave its name.
pub(super) fn checker(folder: &Folder, name: Option<&str>, program: PartDraft) -> CheckerDraft {
    match name.and_then(|name| known(folder, name, &program)) {
        Some(name) => CheckerDraft::Known { name, program },
        None => CheckerDraft::Programs(vec![program]),
    }
}

fn known(folder: &Folder, name: &str, program: &PartDraft) -> Option<&'static str> {
    let place = folder.inside(&program.program.as_ref()?.value).ok()?;
    let text = regular::read(&place, LONGEST).ok()?;
    let known = jury_checkers::testlib::known(&text)?;
    // One text under two names.
    let is_named = name == known || (name, known) == ("rcmp", "acmp");
    is_named.then_some(known)
}
