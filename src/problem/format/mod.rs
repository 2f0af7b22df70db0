//! The package formats: which one a folder is of, and what it says.
//!
//! A format is a file here and a line in [`FORMATS`]. Those of other judges that are not read are told
//! from plain folders all the same: their cases would be judged by other rules than the package's own.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use self::cms::Cms;
use self::dmoj::Dmoj;
use self::foreign::ForeignFormat;
use self::foreign::Sign::{FilesBeside, Words};
use self::kattis::Kattis;
use self::native::Native;
use self::polygon::Polygon;
use self::rbx::Rbx;
use self::sinol::Sinol;
use self::tps::Tps;
use super::complaint::Complaints;
use super::draft::{Draft, Format};
use super::folder::Folder;
use super::layout::Layout;

mod cms;
mod dmoj;
mod foreign;
mod kattis;
mod native;
mod plain;
mod polygon;
mod rbx;
mod sheet;
mod sinol;
mod standard;
mod subtasks;
mod tps;
mod unmarked;

pub(super) use unmarked::package_without_settings;

/// All formats that have marks. The first that a folder bears the marks of has it: what has our own
/// file of settings is ours, whatever else lies there.
static FORMATS: &[&dyn Format] = &[
    &Native,
    &Kattis,
    &Rbx,
    &Polygon,
    &ForeignFormat {
        name: "a Polygon contest",
        file: "contest.xml",
        sign: FilesBeside("problems"),
    },
    &Tps,
    &Cms,
    &Sinol,
    &Dmoj,
    &ForeignFormat {
        name: "a library-checker problem",
        file: "info.toml",
        sign: Words(&["[[tests]]"]),
    },
];

/// How deep below a folder problems are looked for: `problems/<slug>` of a repository.
const DEPTH: usize = 2;

/// How many problems of a folder are named.
const NAMED: usize = 3;

/// What the folder says; `None` where nothing could be made of it, which was complained of.
pub(super) fn read(folder: &Folder, complaints: &mut Complaints) -> Option<Draft> {
    if let Some(format) = format_of(&folder.real) {
        if Native.marks(&folder.real) && Kattis.marks(&folder.real) {
            let settings = folder.shown.join(Layout::OWN.settings);
            let words = "decides, and the settings of the Kattis family beside it are passed over";
            complaints.remark_about(settings, words);
        }
        return format.read(folder, complaints);
    }
    if let Some(why) = holds_problems(&folder.real) {
        complaints.about(&folder.shown, why);
        return None;
    }
    if cms::is_contest(&folder.real) {
        complaints.about(&folder.shown, "this is a CMS contest without tasks in it, not a problem");
        return None;
    }
    if let Some(doubt) = unmarked::doubt(&folder.real) {
        complaints.warn_about(&folder.shown, doubt);
    }
    Some(plain::read(folder, complaints))
}

/// Whether a folder looks like a problem that has settings, ours or another judge's.
pub fn is_problem(folder: &Path) -> bool {
    format_of(folder).is_some()
}

/// The second name that the package in a folder gives itself.
pub(super) fn alias(folder: &Path) -> Option<String> {
    format_of(folder)?.alias(folder)
}

fn format_of(folder: &Path) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.marks(folder))
}

/// Why a folder that has problems in it is none itself.
fn holds_problems(folder: &Path) -> Option<String> {
    let problems = problems_in(folder);
    let some: Vec<String> =
        problems.iter().take(NAMED).map(|path| format!("`{}`", path.display())).collect();
    let (some, more) = (some.join(", "), if problems.len() > NAMED { " …" } else { "" });
    match problems.as_slice() {
        [] => None,
        [_] => Some(format!("this is a folder with a problem in it, not a problem: name {some}")),
        several => Some(format!(
            "this is a folder with {} problems in it, not a problem ({some}{more}): name one of \
             them",
            several.len()
        )),
    }
}

/// The problems below a folder, in byte order of their paths from there.
pub fn problems_in(folder: &Path) -> Vec<PathBuf> {
    let is_open = |entry: &DirEntry| !entry.file_name().as_encoded_bytes().starts_with(b".");
    let mut walk =
        WalkDir::new(folder).min_depth(1).max_depth(DEPTH).sort_by_file_name().into_iter();
    let mut problems = Vec::new();
    while let Some(entry) = walk.next() {
        let Ok(entry) = entry else { continue };
        if !entry.file_type().is_dir() {
            continue;
        }
        let found = is_open(&entry) && is_problem(entry.path());
        if found || !is_open(&entry) {
            walk.skip_current_dir();
        }
        let below = entry.path().strip_prefix(folder);
        problems.extend(below.ok().filter(|_| found).map(Path::to_owned));
    }
    problems
}
