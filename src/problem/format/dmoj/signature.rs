//! Graders that know submissions by their functions' signatures.
//!
//! The submission, in C or C++, is compiled together with the package's `entry`, which holds `main`. Before it stands
//! a line that includes the header, and one that calls its own `main` otherwise, so that it may keep one for trials.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::super::sheet::Sheet;
use super::files::Files;
use crate::problem::complaint::Complaints;
use crate::problem::{Prefaces, SharedCode};

/// What a submission is called beside the grader, without its ending; the second where the grader is called so.
const NAMES: [&str; 2] = ["submission", "solution"];

/// What its own `main` is called.
const OTHER_MAIN: &str = "main_of_the_submission";

/// What is defined in all sources.
const DEFINED: &str = "#define SIGNATURE_GRADER 1\n";

/// The grader, if there is one.
pub(super) fn read(
    files: &Files<'_>,
    sheet: &Sheet,
    complaints: &mut Complaints,
) -> Option<SharedCode> {
    let section = sheet.section("signature_grader", complaints)?;
    section.only(&["entry", "header", "allow_main"], complaints);
    let entry = file(files, &section, "entry", complaints);
    let header = file(files, &section, "header", complaints);
    let keeps_main = section.truth("allow_main", complaints).unwrap_or(false);
    let (entry, header) = (entry?, header?);
    let name = header.file_name()?.to_str()?;
    let main = entry.file_stem()?.to_str()?.to_owned();
    let mut submission = format!("{DEFINED}#include \"{name}\"\n");
    if !keeps_main {
        let _ = writeln!(submission, "#define main {OTHER_MAIN}");
    }
    let prefaces = Prefaces { submission, main: DEFINED.to_owned() };
    let name = NAMES.into_iter().find(|name| *name != main)?.to_owned();
    Some(SharedCode {
        name,
        mains: vec![main],
        files: vec![entry, header],
        prefaces: Some(prefaces),
    })
}

/// A file of the grader.
fn file(
    files: &Files<'_>,
    section: &Sheet,
    key: &str,
    complaints: &mut Complaints,
) -> Option<PathBuf> {
    let Some(found) = section.text(key, complaints) else {
        if section.get(key).is_none() {
            complaints.at(&section.origin(section.node()), format!("missing key `{key}`"));
        }
        return None;
    };
    match files.find(&found.value) {
        Ok(path) => Some(path),
        Err(_) if files.is_archive_lost() => None,
        Err(wrong) => {
            complaints.at(&found.origin, wrong.of_key(key));
            None
        }
    }
}
