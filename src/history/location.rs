//! Where the history of a folder of problems lies, and what submissions are called in it.

use std::path::{Path, PathBuf};

use crate::machine::real;
use crate::visible::utf8;

/// The history's file, below the folder in which the problems lie.
pub const FILE: &str = ".jury/history.jsonl";

/// Where a history lies, and what its paths begin at.
#[derive(Debug, Clone)]
pub struct Location {
    /// The history's file.
    pub file: PathBuf,
    base: PathBuf,
}

impl Location {
    /// That of the folder in which problems lie.
    pub fn of(problems: &Path) -> Self {
        let problems = problems.canonicalize().unwrap_or_else(|_| real(problems));
        // Submissions lie beside the usual folder `problems`, and beside a problem that stands alone.
        let above = problems.parent().filter(|_| problems.ends_with("problems"));
        Self { file: problems.join(FILE), base: above.unwrap_or(&problems).to_owned() }
    }

    /// That of a problem.
    pub fn of_problem(folder: &Path) -> Self {
        let folder = folder.canonicalize().unwrap_or_else(|_| real(folder));
        Self::of(folder.parent().unwrap_or(&folder))
    }

    /// What a submission is called in the history, from wherever it is named.
    pub fn name(&self, submission: &Path) -> String {
        let path = submission.canonicalize().unwrap_or_else(|_| real(submission));
        utf8(path.strip_prefix(&self.base).unwrap_or(&path).as_os_str().as_encoded_bytes())
    }
}
