//! What a plan of grades says: a problem, and submissions that are graded on it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::units::PlannedUnit;
use crate::json::nullable;

/// Submissions that are graded on a problem. A unit is a submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeWork {
    /// The problem.
    pub problem: PlannedProblem,
    /// How units are graded.
    pub options: Options,
    /// What was given and cannot be graded.
    pub skipped: Vec<SkippedUnit>,
    /// All that is to be done, in the order of the report.
    pub units: Vec<Unit>,
}

/// The problem of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedProblem {
    /// The folder's name.
    pub slug: String,
    /// The slug or alias that it was named by; `null` where it was named by a path.
    #[serde(deserialize_with = "nullable")]
    pub name: Option<String>,
    /// Its folder or archive; `null` for one that comes with jury.
    #[serde(deserialize_with = "nullable")]
    pub path: Option<String>,
    /// A digest of the cases, their limits, and what decides: as in the history.
    pub data: String,
    /// Digests of its files, by their paths in it, to tell which one was changed.
    pub files: BTreeMap<String, String>,
    /// The time limit, where it is derived from times of the package's own submissions: no machine may
    /// measure one of its own. Else `null`.
    #[serde(deserialize_with = "nullable")]
    pub derived_limit: Option<DerivedLimit>,
    /// CPU seconds that the start of a language's runtime costs, by the languages' names, where the problem
    /// allows for it: no machine may measure its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startups: Option<BTreeMap<String, f64>>,
}

/// A time limit that was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivedLimit {
    /// CPU time.
    pub seconds: f64,
    /// Where it comes from.
    pub words: String,
}

/// How units are graded: the options of `jury grade`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Whether all cases run, also after a failure.
    pub keep_going: bool,
    /// The CPU time limit asked for, in seconds; `null` where it is the problem's.
    #[serde(deserialize_with = "nullable")]
    pub time_limit: Option<f64>,
    /// Patterns of the cases asked for; empty for all.
    pub cases: Vec<String>,
    /// The language asked for; `null` where the files tell.
    #[serde(deserialize_with = "nullable")]
    pub language: Option<String>,
}

/// A piece of work that is done whole, by one machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its place in the report, from 1.
    pub number: u32,
    /// The submission.
    pub submission: String,
    /// The digest of its files.
    pub sources: String,
    /// The language's name.
    pub language: String,
    /// The shard that it belongs to, from 1.
    pub shard: u32,
    /// How long it may take, by an earlier report; only relative to the others.
    pub seconds: f64,
}

/// What was given as a submission and is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkippedUnit {
    /// What was given.
    pub path: String,
    /// Why it cannot be graded.
    pub why: String,
}

impl GradeWork {
    /// What no plan says.
    pub(super) fn expect_possible(&self) -> Result<(), String> {
        let derived = self.problem.derived_limit.as_ref().map(|limit| &limit.seconds);
        for seconds in self.problem.startups.iter().flat_map(BTreeMap::values) {
            if !(*seconds >= 0.0 && *seconds <= 3600.0) {
                return Err(format!("a start of a runtime of {seconds:e} s"));
            }
        }
        for seconds in self.options.time_limit.iter().chain(derived) {
            if !(*seconds > 0.0 && *seconds <= 3600.0) {
                return Err(format!("a time limit of {seconds:e} s"));
            }
        }
        Ok(())
    }
}

impl PlannedUnit for Unit {
    fn place(&self) -> (u32, u32) {
        (self.number, self.shard)
    }

    fn place_mut(&mut self) -> (&mut u32, &mut u32) {
        (&mut self.number, &mut self.shard)
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }
}
