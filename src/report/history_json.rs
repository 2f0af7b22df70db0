//! The list of saved grades as JSON, schema 1: mirror types, strict when read back. Every key is
//! always there; what does not apply is `null`.

use serde::{Deserialize, Serialize};

use crate::history::Saved;
use crate::verdict::Verdict;

use super::json::Tool;

/// The version of this format.
const SCHEMA: u32 = 1;

/// The whole document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Always 1.
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// The grades, in the order of saving.
    pub grades: Vec<Grade>,
}

/// One saved grade.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grade {
    /// Its number in the history.
    pub number: i64,
    /// When it was saved: `2026-11-21 18:43:04`, UTC.
    pub at: String,
    /// The problem's slug.
    pub problem: String,
    /// A digest of the problem's cases and limits.
    pub data: String,
    /// The submission's path.
    pub submission: String,
    /// A digest of the submission's files.
    pub sources: String,
    /// The language's name.
    pub language: String,
    /// The verdict's code.
    pub verdict: Verdict,
    /// The score; `null` where the problem has none.
    pub score: Option<f64>,
    /// Cases that were accepted.
    pub accepted: u64,
    /// Cases that were run; fewer than all where the grade ended at its first failure.
    pub run: u64,
    /// Cases in all.
    pub cases: u64,
    /// The slowest case's CPU time; `null` when none was run.
    pub max_cpu_seconds: Option<f64>,
    /// The hungriest case's peak memory; `null` when none was run.
    pub max_memory_bytes: Option<u64>,
}

/// The grades as a JSON text, with a newline at its end.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value in a history.
pub fn render(grades: &[Saved]) -> Result<String, serde_json::Error> {
    let grades = grades.iter().map(Grade::from).collect();
    let document = Document { schema: SCHEMA, tool: Tool::this(), grades };
    let mut text = serde_json::to_string_pretty(&document)?;
    text.push('\n');
    Ok(text)
}

impl From<&Saved> for Grade {
    fn from(saved: &Saved) -> Self {
        let entry = saved.entry.clone();
        Self {
            number: saved.number,
            at: saved.at.clone(),
            problem: entry.problem,
            data: entry.data,
            submission: entry.submission,
            sources: entry.sources,
            language: entry.language,
            verdict: entry.verdict,
            score: entry.score,
            accepted: saved.accepted,
            run: saved.run,
            cases: saved.cases,
            max_cpu_seconds: entry.cpu_seconds,
            max_memory_bytes: entry.memory_bytes,
        }
    }
}
