//! Our own format: `problem.toml`, with cases and submissions beside it. `docs/problems.md` describes
//! it.

use std::fs;
use std::path::Path;

use super::toml_sheet::{LARGEST, Section, Sheet, text_of};
use crate::problem::complaint::Complaints;
use crate::problem::draft::{Draft, Format};
use crate::problem::folder::Folder;
use crate::problem::layout::Layout;
use crate::problem::{cases, kept};
use crate::regular;

mod keys;

/// Where things lie in our own packages.
const LAYOUT: Layout = Layout::OWN;

/// Our own format.
#[derive(Debug)]
pub(super) struct Native;

impl Format for Native {
    fn marks(&self, folder: &Path) -> bool {
        fs::symlink_metadata(folder.join(LAYOUT.settings)).is_ok()
    }

    fn alias(&self, folder: &Path) -> Option<String> {
        let settings = fs::canonicalize(folder.join(LAYOUT.settings)).ok()?;
        let text = String::from_utf8(regular::read(&settings, LARGEST).ok()?).ok()?;
        let table: toml::Table = text.trim_start_matches('\u{feff}').parse().ok()?;
        table.get("code")?.as_str().map(str::to_owned)
    }

    fn read(&self, folder: &Folder, complaints: &mut Complaints) -> Option<Draft> {
        let draft = settings(folder, complaints)?;
        Some(Draft {
            cases: find_cases(folder, complaints),
            submissions: kept::find(folder, &LAYOUT, complaints),
            ..draft
        })
    }
}

/// Reads the file of settings; `None` where nothing could be made of it.
fn settings(folder: &Folder, complaints: &mut Complaints) -> Option<Draft> {
    let place = folder.real.join(LAYOUT.settings);
    let text = text_of(folder, &place, complaints)?;
    let sheet = Sheet { file: folder.shown(&place).into(), text: &text };
    let table = sheet.parse(complaints)?;
    Some(keys::read(&Section::top(&sheet, &table), complaints))
}

/// The cases; none in a problem just begun, which may be filled by generator rules or by adding cases.
fn find_cases(folder: &Folder, complaints: &mut Complaints) -> Vec<cases::FoundCase> {
    let data = LAYOUT.data_in(&folder.real);
    if !data.exists() && !data.is_symlink() {
        return Vec::new();
    }
    match folder.look(&data) {
        Ok(_) => cases::find(folder, &LAYOUT, complaints),
        Err(wrong) => {
            complaints.about(folder.shown(&data), wrong);
            Vec::new()
        }
    }
}
