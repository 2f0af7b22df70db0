//! A part: what came of one shard, and on which machine.

use serde::{Deserialize, Serialize};

use super::Plan;
use super::error::{BadFile, digest, parse};
use super::toolchains::Toolchains;
use crate::json::nullable;
use crate::report::document::{Document, Submission, Tool};
use crate::sandbox::Level;

/// The version of this format.
const SCHEMA: u32 = 1;

/// What came of one shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Always 1.
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// The BLAKE3 digest of all the rest.
    pub id: String,
    /// The plan's id.
    pub plan: String,
    /// The shard.
    pub shard: u32,
    /// Where it was done.
    pub machine: MachineFacts,
    /// How fast that machine was; `null` where the problem's reference could not tell.
    #[serde(deserialize_with = "nullable")]
    pub probe: Option<Probe>,
    /// How long it took: wall time.
    pub seconds: f64,
    /// The report of the shard's units. Submissions are called as in the plan, files of cases as in the
    /// problem, and commands are empty.
    pub report: Document,
}

/// A machine that did a shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineFacts {
    /// Its name.
    pub name: String,
    /// The processor, in the words of its maker; empty where the kernel does not tell.
    pub processor: String,
    /// Cores that the shard was allowed to use.
    pub cores: u32,
    /// The kernel's version.
    pub kernel: String,
    /// The isolation in force.
    pub level: Level,
    /// The toolchains of the languages in use.
    pub toolchains: Toolchains,
}

/// CPU seconds of the problem's reference on one case, the least of several runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// Before the shard.
    pub before: f64,
    /// After it.
    pub after: f64,
}

impl Part {
    /// Gives the part its version and its id.
    ///
    /// # Errors
    /// Only what cannot be written as JSON; there is no such value in a part.
    pub fn finish(mut self) -> Result<Self, serde_json::Error> {
        (self.schema, self.id) = (SCHEMA, String::new());
        self.id = digest(&self)?;
        Ok(self)
    }

    /// Reads a part, which is as it was written, and of this plan.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &[u8], plan: &Plan) -> Result<Self, BadFile> {
        let part: Self = parse("part", SCHEMA, text)?;
        let id = part.id.clone();
        let part = part.finish().map_err(|error| BadFile::Impossible(error.to_string()))?;
        if part.id != id {
            return Err(BadFile::Changed("part"));
        }
        if part.plan != plan.id {
            return Err(BadFile::OtherPlan { found: part.plan, expected: plan.id.clone() });
        }
        let planned = plan.units_of(part.shard).map(|unit| unit.submission.as_str());
        if !planned.eq(part.report.submissions.iter().map(|one| one.path.as_str())) {
            let shard = part.shard;
            return Err(BadFile::Impossible(format!(
                "the part does not hold the units of shard {shard}"
            )));
        }
        Ok(part)
    }
}

/// Whether two gradings of a submission came to the same, times and memory aside.
pub fn are_equal(one: &Submission, other: &Submission) -> bool {
    let cases = |submission: &Submission| {
        let cases = submission.cases.iter();
        cases.map(|case| (case.case.clone(), case.verdict, case.score)).collect::<Vec<_>>()
    };
    (one.verdict, one.score) == (other.verdict, other.score) && cases(one) == cases(other)
}
