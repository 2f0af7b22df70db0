//! The standard checkers of testlib in packages, which are known by their texts.

use super::super::complaint::Complaints;
use super::super::draft::{CheckerDraft, PartDraft};
use super::super::folder::Folder;
use crate::regular;

/// Longest source that is looked at, in bytes: each of them is a few thousand.
const LONGEST: u64 = 64 << 10;

/// The checker that is this program of the package, in process where it says that it is a standard one and has
/// the text of one: authors edit a standard checker and leave its name.
pub(super) fn checker(folder: &Folder, name: Option<&str>, program: PartDraft) -> CheckerDraft {
    let known = name.and_then(|_| known(folder, &program));
    match known.filter(|known| name.is_some_and(|name| is_named(name, known))) {
        Some(name) => CheckerDraft::Known { name, program },
        None => CheckerDraft::Programs(vec![program]),
    }
}

/// The same; where the program is not there, the standard checker that the package names. Warns of that.
pub(super) fn checker_or_named(
    folder: &Folder,
    name: Option<&str>,
    program: PartDraft,
    complaints: &mut Complaints,
) -> CheckerDraft {
    let known =
        name.filter(|name| jury_checkers::testlib::CHECKERS.iter().any(|it| it.name == *name));
    let missing = program
        .program
        .as_ref()
        .and_then(|found| Some((found, folder.inside(&found.value).err()?)));
    match (known, missing) {
        (Some(known), Some((found, wrong))) => {
            complaints.warn_at(
                &found.origin,
                format!("{wrong}: testlib's `{known}` decides, as is named"),
            );
            CheckerDraft::shipped(known, found.origin.clone())
        }
        _ => checker(folder, name, program),
    }
}

/// The standard checker whose text a program has.
fn known(folder: &Folder, program: &PartDraft) -> Option<&'static str> {
    let place = folder.inside(&program.program.as_ref()?.value).ok()?;
    let text = regular::read(&place, LONGEST).ok()?;
    jury_checkers::testlib::known(&text)
}

/// Whether a package means by this name the checker that has the text.
fn is_named(name: &str, known: &str) -> bool {
    // One text under two names.
    name == known || (name, known) == ("rcmp", "acmp")
}

#[cfg(test)]
mod tests {
    use super::is_named;

    #[test]
    fn name_and_text_must_agree() {
        assert!(is_named("icmp", "icmp") && is_named("acmp", "acmp") && is_named("rcmp", "acmp"));
        assert!(!is_named("ncmp", "icmp") && !is_named("acmp", "rcmp") && !is_named("", "icmp"));
    }
}
