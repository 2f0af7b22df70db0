//! Our own format: `problem.toml`, with cases and submissions beside it. `docs/problems.md` describes
//! it.

use std::fs;
use std::path::Path;
use std::rc::Rc;

use jury_checkers::place_of;

use self::sheet::{Section, Sheet};
use crate::problem::complaint::{Complaints, Origin, Wrong};
use crate::problem::draft::{Draft, Format};
use crate::problem::folder::Folder;
use crate::problem::layout::Layout;
use crate::problem::{cases, kept};
use crate::regular;

mod keys;
mod sheet;

/// Largest settings file that is read, in bytes.
const LARGEST_SETTINGS: u64 = 1 << 20;

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
        let text = String::from_utf8(regular::read(&settings, LARGEST_SETTINGS).ok()?).ok()?;
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
    let file: Rc<Path> = folder.shown.join(LAYOUT.settings).into();
    let bytes = bytes_of(folder).map_err(|wrong| complaints.about(file.as_ref(), wrong)).ok()?;
    let text = match std::str::from_utf8(&bytes) {
        // Some editors put a byte-order mark before UTF-8; it says nothing, and columns are
        // counted without it.
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(error) => {
            let place = Some(place_of(&bytes, error.valid_up_to()));
            let message = "expected UTF-8 text: save the file in that encoding";
            complaints.at(&Origin { file, place }, message);
            return None;
        }
    };
    let sheet = Sheet { file, text };
    let table = sheet.parse(complaints)?;
    Some(keys::read(&Section::top(&sheet, &table), complaints))
}

fn bytes_of(folder: &Folder) -> Result<Vec<u8>, Wrong> {
    let settings = folder.real.join(LAYOUT.settings);
    let real = folder.readable(&settings, LARGEST_SETTINGS)?;
    regular::read(&real, LARGEST_SETTINGS).map_err(|error| Wrong::unreadable("cannot read", &error))
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
