//! What was graded before: saved grades in one file beside the problems, their order by merit, and
//! comparing two of them.
//!
//! The file lies in `.jury/` beside the problem folders: lines of JSON, each one save, which can be
//! copied, searched with any tool, lie on a network file system or be read from a medium that
//! nobody can write to.

use serde::{Deserialize, Serialize};

use crate::verdict::Verdict;

pub mod compare;
mod error;
mod file;
pub mod leaderboard;
mod location;
pub mod paired;

pub use error::HistoryError;
pub use file::{GradeFilter, History};
pub use location::{FILE, Location};

/// What the file of an older jury is called, in the same folder.
const OLDER_FILE: &str = "history.sqlite";

/// One grade as it is saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The version of the jury that graded.
    pub tool: String,
    /// The problem's slug.
    pub problem: String,
    /// A digest of the problem's cases and their limits: scores compare only under the same.
    pub data: String,
    /// The submission's path, below the folder above the problems where it lies there.
    pub submission: String,
    /// A digest of the submission's files.
    pub sources: String,
    /// The language's name.
    pub language: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The score; none where the problem has none.
    pub score: Option<f64>,
    /// The slowest case's CPU time; none when no case was run.
    pub cpu_seconds: Option<f64>,
    /// The hungriest case's peak memory; none when no case was run.
    pub memory_bytes: Option<u64>,
}

/// One case of a saved grade.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseEntry {
    /// The case's name.
    pub case: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The score; none where the problem has none.
    pub score: Option<f64>,
    /// CPU time; none when it was not run.
    pub cpu_seconds: Option<f64>,
    /// Why, in one sentence.
    pub message: String,
}

/// A grade of the history.
#[derive(Debug, Clone, PartialEq)]
pub struct Saved {
    /// Its number, counted from 1 in the order of saving, never used twice.
    pub number: i64,
    /// When it was saved, as `2026-11-21 18:43:04` in UTC. A label only: clocks jump.
    pub at: String,
    /// What was saved.
    pub entry: Entry,
    /// How many cases there were.
    pub cases: u64,
    /// How many of them were run: a grade may end at the first failure.
    pub run: u64,
    /// How many of them were accepted.
    pub accepted: u64,
}
