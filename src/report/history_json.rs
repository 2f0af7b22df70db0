//! The history as JSON, schema 1: the list of saved grades, the leaderboard of a problem, and two grades
//! compared. Mirror types, strict when read back. Every key is always there; what does not apply is
//! `null`.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::history::compare::{self, Measure, Pair};
use crate::history::{CaseEntry, Saved};
use crate::json::nullable;
use crate::verdict::Verdict;

use super::document::Tool;
use super::history::told;
use super::json;

/// The version of these formats.
const SCHEMA: u32 = 1;

/// The list of grades.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Always 1.
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// The grades, in the order of saving.
    pub grades: Vec<SavedGrade>,
}

/// The leaderboard of a problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaderboard {
    /// Always 1.
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// The problem's slug.
    pub problem: String,
    /// The best grade of each submission, the best one first.
    pub grades: Vec<SavedGrade>,
    /// Grades on other cases or limits than the newest one, which do not count.
    pub left_out: usize,
}

/// Two grades compared case by case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// Always 1.
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// The grade A.
    pub first: SavedGrade,
    /// The grade B.
    pub second: SavedGrade,
    /// What is compared: `score`, of which more is better, or `cpu_seconds`, of which less is.
    pub measure: String,
    /// The cases of the same name in both, in the order of A.
    pub cases: Vec<Case>,
    /// Cases that have a difference.
    pub compared: usize,
    /// Cases that have none.
    pub left_out: usize,
    /// The mean difference, B minus A.
    pub mean: f64,
    /// The lower end of its 95 % interval; `null` for fewer than two compared cases.
    #[serde(deserialize_with = "nullable")]
    pub mean_low: Option<f64>,
    /// The upper end.
    #[serde(deserialize_with = "nullable")]
    pub mean_high: Option<f64>,
    /// `better` or `worse`, as B is; `null` where no difference can be told.
    #[serde(deserialize_with = "nullable")]
    pub second_is: Option<String>,
}

/// One case in both grades.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The case's name.
    pub case: String,
    /// What came of it in A.
    pub first: Outcome,
    /// What came of it in B.
    pub second: Outcome,
    /// What is compared, B minus A; `null` for CPU times unless both were accepted.
    #[serde(deserialize_with = "nullable")]
    pub difference: Option<f64>,
}

/// What came of one case in one grade.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The verdict's code.
    pub verdict: Verdict,
    /// The score; `null` where the problem has none.
    #[serde(deserialize_with = "nullable")]
    pub score: Option<f64>,
    /// CPU time; `null` when it was not run.
    #[serde(deserialize_with = "nullable")]
    pub cpu_seconds: Option<f64>,
}

/// One saved grade.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGrade {
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
pub fn list(grades: &[Saved]) -> Result<String, serde_json::Error> {
    let grades = grades.iter().map(SavedGrade::from).collect();
    json::render(&Document { schema: SCHEMA, tool: Tool::this(), grades })
}

/// A leaderboard as a JSON text, with a newline at its end.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value in a history.
pub fn leaderboard(
    slug: &str,
    ranked: &[&Saved],
    left_out: usize,
) -> Result<String, serde_json::Error> {
    json::render(&Leaderboard {
        schema: SCHEMA,
        tool: Tool::this(),
        problem: slug.to_owned(),
        grades: ranked.iter().copied().map(SavedGrade::from).collect(),
        left_out,
    })
}

/// Two grades compared as a JSON text, with a newline at its end.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value in a history.
pub fn comparison(
    grades: (&Saved, &Saved),
    comparison: &compare::Comparison<'_>,
) -> Result<String, serde_json::Error> {
    let paired = &comparison.paired;
    let measure = match comparison.measure {
        Measure::Score => "score",
        Measure::CpuSeconds => "cpu_seconds",
    };
    let second_is = match told(grades, comparison) {
        Ordering::Greater => Some("better".to_owned()),
        Ordering::Less => Some("worse".to_owned()),
        Ordering::Equal => None,
    };
    json::render(&Comparison {
        schema: SCHEMA,
        tool: Tool::this(),
        first: grades.0.into(),
        second: grades.1.into(),
        measure: measure.to_owned(),
        cases: comparison.pairs.iter().map(Case::from).collect(),
        compared: paired.pairs,
        left_out: comparison.left_out(),
        mean: paired.mean,
        mean_low: paired.interval.map(|(low, _)| low),
        mean_high: paired.interval.map(|(_, high)| high),
        second_is,
    })
}

impl From<&Pair<'_>> for Case {
    fn from(pair: &Pair<'_>) -> Self {
        Self {
            case: pair.first.case.clone(),
            first: pair.first.into(),
            second: pair.second.into(),
            difference: pair.values.map(|(first, second)| second - first),
        }
    }
}

impl From<&CaseEntry> for Outcome {
    fn from(case: &CaseEntry) -> Self {
        Self { verdict: case.verdict, score: case.score, cpu_seconds: case.cpu_seconds }
    }
}

impl From<&Saved> for SavedGrade {
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
