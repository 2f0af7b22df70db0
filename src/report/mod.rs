//! Reports: all that a reader needs, made once; each format is a function of [`Report`] alone.
//!
//! Adding a format: one file here and its line below. This room knows nothing of files on disk,
//! terminals but the width that it is told, colour (the caller's stream decides), or of how judging
//! went about its work.

use std::path::PathBuf;
use std::time::Duration;

use crate::judge::{Grade, Outcome};
use crate::problem::Expected;
use crate::sandbox::Isolation;
use crate::verdict::Verdict;

pub mod annotations;
pub mod columns;
pub mod contest;
pub mod history;
pub mod history_json;
pub mod html;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod matrix;
pub mod matrix_json;
pub mod proof;
mod saved;
pub mod stress;
pub mod terminal;

/// What came of grading submissions on one problem.
#[derive(Debug, Clone)]
pub struct Report {
    /// The problem's slug.
    pub slug: String,
    /// The problem's title.
    pub name: String,
    /// Whether the problem is scored; then more is better.
    pub scored: bool,
    /// What isolation was in force.
    pub isolation: Isolation,
    /// Each submission, in the order given.
    pub submissions: Vec<Graded>,
    /// Whether the user interrupted; then the last submissions are missing or incomplete.
    pub interrupted: bool,
}

/// One graded submission.
#[derive(Debug, Clone)]
pub struct Graded {
    /// The path as the user gave it.
    pub path: PathBuf,
    /// The language's name.
    pub language: String,
    /// How the build went.
    pub compile: Compile,
    /// What the submission may get, for submissions kept with the problem.
    pub expected: Option<Expected>,
    /// Outcomes and what they fold to.
    pub grade: Grade,
    /// The command that grades this submission again, ready to copy.
    pub command: String,
}

/// How a build went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compile {
    /// Whether it made a program.
    pub ok: bool,
    /// How long it took; zero when the program came from the cache.
    pub time: Duration,
    /// What the compiler said.
    pub message: String,
}

impl Report {
    /// Whether every submission was accepted.
    pub fn all_accepted(&self) -> bool {
        self.submissions.iter().all(|graded| graded.grade.verdict == Verdict::Accepted)
    }

    /// Whether the jury's own part failed somewhere.
    pub fn judge_error(&self) -> bool {
        self.submissions.iter().any(|graded| graded.grade.verdict == Verdict::JudgeError)
    }
}

impl Graded {
    /// Whether it got the verdict that its folder names, or was accepted where there is none.
    pub fn as_expected(&self) -> bool {
        let expected = self.expected.unwrap_or(Verdict::Accepted.into());
        expected.permits(self.grade.verdict)
    }

    /// The command that runs just this case again, ready to copy.
    pub fn command_for(&self, outcome: &Outcome) -> String {
        format!("{} --case {}", self.command, terminal::quoted(&outcome.case))
    }
}
