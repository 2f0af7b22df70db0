//! A part: what came of one shard, and on which machine.

use serde::{Deserialize, Serialize};

use super::contest::ContestResults;
use super::document::{Plan, Work};
use super::error::{BadFile, digest, parse};
use super::toolchains::Toolchains;
use super::units::units_of;
use super::verify::{PackageResult, VerifyResults};
use crate::arena::game::Reason;
use crate::arena::record::Event;
use crate::arena::{Seat, played};
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
    /// How fast that machine was; `null` where the problem's reference could not tell, and of what is not
    /// graded.
    #[serde(deserialize_with = "nullable")]
    pub probe: Option<Probe>,
    /// How long it took: wall time.
    pub seconds: f64,
    /// What came of the shard's units.
    pub results: Results,
}

/// What came of units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Results {
    /// The report of submissions, which are called as in the plan; files of cases are called as in the
    /// problem, and commands are empty.
    Grade(Box<Document>),
    /// What verifying packages found.
    Verify(Box<VerifyResults>),
    /// Games.
    Contest(Box<ContestResults>),
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
        part.expect_units(plan).map_err(BadFile::Impossible)?;
        Ok(part)
    }

    /// The part holds what came of the units of its shard.
    fn expect_units(&self, plan: &Plan) -> Result<(), String> {
        let is_theirs = match (&plan.work, &self.results) {
            (Work::Grade(work), Results::Grade(report)) => {
                let planned =
                    units_of(&work.units, self.shard).map(|unit| unit.submission.as_str());
                planned.eq(report.submissions.iter().map(|one| one.path.as_str()))
            }
            (Work::Verify(work), Results::Verify(results)) => {
                let planned = units_of(&work.units, self.shard);
                planned.count() == results.packages.len()
                    && results.packages.iter().all(PackageResult::is_sound)
            }
            (Work::Contest(work), Results::Contest(results)) => {
                let games = played(&work.header, results.events.clone())
                    .map_err(|bad| format!("event {}: {}", bad.line, bad.message))?;
                let planned = work.pairs_of(self.shard, plan.shards);
                let planned = planned.flat_map(|pair| [2 * pair, 2 * pair + 1]);
                let ended = games.iter().filter(|(_, played)| played.ending.is_some());
                let ended: Vec<u64> =
                    ended.filter_map(|(game, _)| u64::try_from(*game).ok()).collect();
                planned.eq(ended)
            }
            _ => false,
        };
        let shard = self.shard;
        is_theirs
            .then_some(())
            .ok_or_else(|| format!("the part does not hold the units of shard {shard}"))
    }

    /// Whether two parts of one shard came to the same, times and memory aside.
    pub fn is_equal(&self, other: &Self) -> bool {
        match (&self.results, &other.results) {
            (Results::Grade(one), Results::Grade(other)) => {
                let both = one.submissions.iter().zip(&other.submissions);
                both.into_iter().all(|(one, other)| are_equal(one, other))
            }
            (Results::Verify(one), Results::Verify(other)) => {
                let both = one.packages.iter().zip(&other.packages);
                both.into_iter().all(|(one, other)| one.found.is_equal(&other.found))
            }
            (Results::Contest(one), Results::Contest(other)) => {
                let endings = |results: &ContestResults| -> Vec<_> {
                    results.events.iter().filter_map(ending).collect()
                };
                endings(one) == endings(other)
            }
            _ => false,
        }
    }
}

/// Of the end of a game: which game, who won, and why.
fn ending(event: &Event) -> Option<(usize, Option<Seat>, Reason)> {
    match event {
        Event::End { game, ending, .. } => Some((*game, ending.winner, ending.reason)),
        Event::Start { .. } | Event::Ply { .. } => None,
    }
}

/// Whether two gradings of a submission came to the same, times and memory aside.
pub(super) fn are_equal(one: &Submission, other: &Submission) -> bool {
    let cases = |submission: &Submission| {
        let cases = submission.cases.iter();
        cases.map(|case| (case.case.clone(), case.verdict, case.score)).collect::<Vec<_>>()
    };
    (one.verdict, one.score) == (other.verdict, other.score) && cases(one) == cases(other)
}
