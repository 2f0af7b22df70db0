//! Kill matrices as JSON, schema 1: mirror types, strict when read back. Every key is always there;
//! what does not apply is `null`.

use serde::{Deserialize, Serialize};

use crate::judge::matrix;
use crate::problem::Expected;
use crate::verdict::Verdict;
use crate::visible::utf8;

use super::json;

/// The version of this format.
pub const SCHEMA: u32 = 1;

/// The whole document.
pub type Document = json::Problems<Problem>;

/// The matrix of one problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// The folder's name.
    pub slug: String,
    /// Every case, in package order.
    pub cases: Vec<Case>,
    /// The reference (path `reference`) and the jury submissions that build, in package order.
    pub submissions: Vec<Submission>,
    /// How far the cases outside `sample` reach into the validator's bounds; `null` when the
    /// bounds are not known.
    pub bounds: Option<Vec<Bound>>,
    /// Groups whose answers are all equal; `null` where the checker needs no answers.
    pub equal_answers: Option<Vec<String>>,
    /// The slowest of the submissions that must be accepted.
    pub slowest_accepted: Option<Margin>,
    /// The fastest of the submissions that must be too slow, where it was slowest.
    pub fastest_too_slow: Option<Margin>,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name: `secret/007`.
    pub case: String,
    /// Its group: `secret`.
    pub group: String,
    /// How many wrong submissions it catches.
    pub catches: usize,
}

/// One submission on every case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// Its path below `submissions/`.
    pub path: String,
    /// The verdict that its folder names.
    pub expected: Expected,
    /// How many cases outside `sample` it fails.
    pub caught_by: usize,
    /// One verdict a case, in the order of the cases.
    pub verdicts: Vec<Verdict>,
    /// CPU time as a share of the limit, likewise.
    pub time_shares: Vec<f64>,
}

/// A quantity of inputs and its bounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// Its name: `N`.
    pub quantity: String,
    /// The smallest value permitted.
    pub least: u64,
    /// The greatest; `null` where there is no bound.
    pub greatest: Option<u64>,
    /// The smallest value there is; `null` when there is none.
    pub seen_least: Option<u64>,
    /// The greatest value there is; `null` when there is none.
    pub seen_greatest: Option<u64>,
}

/// How near a submission came to its time limit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margin {
    /// The submission.
    pub path: String,
    /// The case.
    pub case: String,
    /// CPU time as a share of the limit.
    pub share: f64,
    /// Whether the run was stopped, so that its true share may be more.
    pub at_least: bool,
}

/// The document of these problems as a JSON text, with a newline at its end.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value in a matrix.
pub fn render<'a>(
    problems: impl Iterator<Item = (&'a str, &'a matrix::Matrix)>,
) -> Result<String, serde_json::Error> {
    json::render(&Document::new(SCHEMA, problems.map(|(slug, matrix)| problem(slug, matrix))))
}

fn problem(slug: &str, matrix: &matrix::Matrix) -> Problem {
    let case = |(index, case): (usize, &matrix::MatrixCase)| Case {
        case: case.name.clone(),
        group: case.group.clone(),
        catches: matrix.catches(index),
    };
    let submission = |trial: &matrix::Trial| Submission {
        path: utf8(trial.path.as_os_str().as_encoded_bytes()),
        expected: trial.expected,
        caught_by: matrix.caught_by(trial).len(),
        verdicts: trial.runs.iter().map(|run| run.verdict).collect(),
        time_shares: trial.runs.iter().map(|run| run.share).collect(),
    };
    let margin = |margin: matrix::Margin<'_>| Margin {
        path: utf8(margin.trial.path.as_os_str().as_encoded_bytes()),
        case: matrix.cases[margin.case].name.clone(),
        share: margin.run.share,
        at_least: margin.run.stopped,
    };
    let bounds = |reached: &Vec<matrix::BoundReached>| reached.iter().map(Bound::from).collect();
    Problem {
        slug: slug.to_owned(),
        cases: matrix.cases.iter().enumerate().map(case).collect(),
        submissions: matrix.trials.iter().map(submission).collect(),
        bounds: matrix.bounds.as_ref().map(bounds),
        equal_answers: matrix.equal_answers.clone(),
        slowest_accepted: matrix.slowest_accepted().map(margin),
        fastest_too_slow: matrix.fastest_too_slow().map(margin),
    }
}

impl From<&matrix::BoundReached> for Bound {
    fn from(reach: &matrix::BoundReached) -> Self {
        Self {
            quantity: reach.quantity.clone().into_owned(),
            least: reach.least,
            greatest: reach.greatest,
            seen_least: reach.seen.map(|(low, _)| low),
            seen_greatest: reach.seen.map(|(_, high)| high),
        }
    }
}
