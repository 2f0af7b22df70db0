//! Loading problem folders, and finding them by name.
//!
//! Loading writes nothing and runs nothing. It returns a whole [`Problem`] or every complaint at
//! once, each with file, line and column. What a folder says is read by its format
//! (`format`, one file each) into a draft, and the draft is resolved against defaults and against
//! the files beside it.
#![doc = include_str!("../../docs/problems.md")]

use std::path::Path;

use super::Problem;
use super::complaint::{Complaints, Wrong};
use super::draft::Answers;
use super::folder::Folder;
use super::layout::Layout;
use super::reading::Reading;
use super::{format, resolve};

pub use super::complaint::{Complaint, LoadError};
pub use super::find::{FindError, Listed, find, list, repository};
pub use super::format::{is_problem, problems_and_tasks_in, problems_in};

/// Loads a problem folder: a package where it has a file of settings, else a plain folder. What is still to
/// be made of its cases is complained of.
pub fn load(folder: &Path) -> Result<Problem, LoadError> {
    load_with(folder, folder, &Reading::default(), Answers::Needed)
}

/// The same for a folder that messages call by another name: an archive that it was unpacked from. Where the
/// package says how the cases are made that it lacks, they may be missing ([`Problem::is_unmade`]).
pub fn load_as(folder: &Path, shown: &Path, reading: &Reading) -> Result<Problem, LoadError> {
    load_with(folder, shown, reading, Answers::MayBeMade)
}

/// The same for one that was listed and not named: whether it is meant as a plain folder of cases, nobody
/// said.
pub fn load_listed(listed: &Listed, shown: &Path) -> Result<Problem, LoadError> {
    if is_problem(&listed.folder) {
        return load_as(&listed.folder, shown, &Reading::default());
    }
    let mut complaints = Complaints::default();
    let missing = format::package_without_settings(&listed.folder);
    complaints.about(shown, missing.unwrap_or_else(|| "is no problem any more".to_owned()));
    complaints.or(shown, Layout::OWN.settings, None)
}

/// The same, but answers may be missing: for making them.
pub fn load_unanswered(folder: &Path, reading: &Reading) -> Result<Problem, LoadError> {
    load_with(folder, folder, reading, Answers::MayBeMissing)
}

fn load_with(
    folder: &Path,
    shown: &Path,
    reading: &Reading,
    answers: Answers,
) -> Result<Problem, LoadError> {
    let mut complaints = Complaints::default();
    let opened = Folder::open(folder, shown)
        .map_err(|error| complaints.about(shown, Wrong::unreadable("cannot read folder", &error)));
    let problem = opened.ok().and_then(|opened| {
        let opened = Folder { made: reading.made.clone(), ..opened };
        let draft = format::read(&opened, reading, &mut complaints)?;
        Some(resolve::resolve(&opened, draft, answers, &mut complaints))
    });
    let settings = problem.as_ref().map_or(Layout::OWN.settings, |problem| problem.layout.settings);
    let warnings = complaints.take_warnings(settings);
    let remarks = complaints.take_remarks(settings);
    let problem = problem.map(|problem| Problem { warnings, remarks, ..problem });
    complaints.or(shown, settings, problem)
}
