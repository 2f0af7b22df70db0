//! Proposals of time limits as JSON, schema 1: mirror types, strict when read back. Every key is always
//! there; what does not apply is `null`.

use serde::{Deserialize, Serialize};

use super::json;
use crate::judge::time_limit::proposal;

/// The version of this format.
pub const SCHEMA: u32 = 1;

/// The whole document.
pub type Document = json::Problems<Problem>;

/// One problem. All times are in seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// The folder's name.
    pub slug: String,
    /// By how much a limit must exceed the slowest submission that must pass.
    pub to_limit: f64,
    /// By how much the fastest submission that must be too slow must exceed the limit.
    pub to_too_slow: f64,
    /// What a limit is a multiple of.
    pub resolution: f64,
    /// The limit that the package states.
    pub in_force: Option<f64>,
    /// Why it does not fit: a sentence each. Empty where it fits, and where none is stated.
    pub misfits: Vec<String>,
    /// The least limit that fits, be it a multiple or not.
    pub least: Option<f64>,
    /// The greatest limit that fits, be it a multiple or not.
    pub greatest: Option<f64>,
    /// The limit proposed.
    pub proposal: Option<f64>,
    /// The times by language, in order of the names.
    pub languages: Vec<Language>,
    /// Submissions that were not measured.
    pub not_measured: Vec<NotMeasured>,
}

/// The submissions in one language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The language's name.
    pub language: String,
    /// The slowest of those that must pass.
    pub slowest: Option<Timed>,
    /// The fastest of those that must be too slow.
    pub fastest: Option<Timed>,
}

/// A submission on the case that it is slowest on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timed {
    /// Its path below the folder of submissions.
    pub submission: String,
    /// The case.
    pub case: String,
    /// CPU time, without the factor of the language.
    pub cpu_seconds: f64,
    /// Whether the run was stopped, so that its true time is more.
    pub at_least: bool,
}

/// A submission that was not measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotMeasured {
    /// Its path below the folder of submissions.
    pub submission: String,
    /// Why not.
    pub why: String,
}

/// The document of these proposals as a JSON text, with a newline at its end.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value in a proposal.
pub fn render(proposals: &[proposal::TimeProposal]) -> Result<String, serde_json::Error> {
    json::render(&Document::new(SCHEMA, proposals.iter().map(Problem::from)))
}

impl From<&proposal::TimeProposal> for Problem {
    fn from(proposal: &proposal::TimeProposal) -> Self {
        let rule = &proposal.rule;
        let misfits = proposal.in_force.map(|limit| proposal.misfits(limit)).unwrap_or_default();
        let not_measured = |(name, why): &(String, String)| NotMeasured {
            submission: name.clone(),
            why: why.clone(),
        };
        let language = |times: &proposal::LanguageTimes| Language {
            language: times.language.clone(),
            slowest: times.slowest.as_ref().map(Timed::from),
            fastest: times.fastest.as_ref().map(Timed::from),
        };
        Self {
            slug: proposal.slug.clone(),
            to_limit: rule.to_limit,
            to_too_slow: rule.to_too_slow,
            resolution: rule.resolution,
            in_force: proposal.in_force.map(|limit| limit.as_secs_f64()),
            misfits: misfits.iter().map(ToString::to_string).collect(),
            least: proposal.least().map(|limit| limit.as_secs_f64()),
            greatest: proposal.greatest().map(|limit| limit.as_secs_f64()),
            proposal: proposal.proposal().map(|limit| limit.as_secs_f64()),
            languages: proposal.languages.iter().map(language).collect(),
            not_measured: proposal.not_run.iter().map(not_measured).collect(),
        }
    }
}

impl From<&proposal::Timed> for Timed {
    fn from(timed: &proposal::Timed) -> Self {
        Self {
            submission: timed.submission.clone(),
            case: timed.case.clone(),
            cpu_seconds: timed.time.as_secs_f64(),
            at_least: timed.at_least,
        }
    }
}
