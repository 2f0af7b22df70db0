//! The plan: what is to be done, written once and never changed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::{BadFile, digest, parse};
use super::toolchains::Toolchains;
use super::{MOST_SHARDS, assign};
use crate::json::nullable;
use crate::report::document::Tool;
use crate::sandbox::Level;

/// The version of this format.
const SCHEMA: u32 = 1;

/// What is to be done. Paths are relative to the folder that the plan lies in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Always 1.
    pub schema: u32,
    /// What made it. Only the same version does its shards.
    pub tool: Tool,
    /// The BLAKE3 digest of all the rest.
    pub id: String,
    /// What a unit is.
    pub kind: Kind,
    /// The problem.
    pub problem: PlannedProblem,
    /// How units are graded.
    pub options: Options,
    /// The toolchains of all languages in use where the plan was made, by the languages' titles; `null`
    /// where that machine has none.
    pub toolchains: Toolchains,
    /// Memory that one run may need.
    pub memory_bytes: u64,
    /// How many shards there are.
    pub shards: u32,
    /// What was given and cannot be graded.
    pub skipped: Vec<SkippedUnit>,
    /// All that is to be done, in the order of the report.
    pub units: Vec<Unit>,
}

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A submission is graded.
    Grade,
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
    /// The weakest isolation that will do.
    pub sandbox: Level,
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

impl Plan {
    /// Puts the units into this many shards, by their seconds, and gives the plan its id.
    ///
    /// # Errors
    /// Only what cannot be written as JSON; there is no such value in a plan.
    pub fn finish(mut self, shards: u32) -> Result<Self, serde_json::Error> {
        let seconds: Vec<f64> = self.units.iter().map(|unit| unit.seconds).collect();
        let of_units = assign(&seconds, shards as usize);
        for (number, (unit, shard)) in (1..).zip(self.units.iter_mut().zip(of_units)) {
            (unit.number, unit.shard) = (number, u32::try_from(shard).unwrap_or(0) + 1);
        }
        (self.schema, self.shards) = (SCHEMA, shards);
        self.id = self.true_id()?;
        Ok(self)
    }

    /// Reads a plan, which is as it was written.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &[u8]) -> Result<Self, BadFile> {
        let plan: Self = parse("plan", SCHEMA, text)?;
        if plan.true_id().ok().as_ref() != Some(&plan.id) {
            return Err(BadFile::Changed("plan"));
        }
        plan.expect_possible().map_err(BadFile::Impossible)?;
        Ok(plan)
    }

    fn true_id(&self) -> Result<String, serde_json::Error> {
        digest(&Self { id: String::new(), ..self.clone() })
    }

    /// Whoever can write a file can give it an id.
    fn expect_possible(&self) -> Result<(), String> {
        if self.units.is_empty() {
            return Err("the plan has no units".into());
        }
        if self.shards == 0 || self.shards as usize > MOST_SHARDS {
            return Err(format!("the plan has {} shards, not 1 to {MOST_SHARDS}", self.shards));
        }
        for (number, unit) in (1..).zip(&self.units) {
            if unit.number != number || unit.shard == 0 || unit.shard > self.shards {
                let Unit { number: found, shard, .. } = unit;
                return Err(format!("unit {number} has number {found} and shard {shard}"));
            }
        }
        for seconds in self.options.time_limit.iter().chain(self.derived_seconds()) {
            if !(*seconds > 0.0 && *seconds <= 3600.0) {
                return Err(format!("a time limit of {seconds:e} s"));
            }
        }
        Ok(())
    }

    fn derived_seconds(&self) -> Option<&f64> {
        self.problem.derived_limit.as_ref().map(|limit| &limit.seconds)
    }

    /// The units of a shard, in the order of the plan.
    pub fn units_of(&self, shard: u32) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.shard == shard)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A plan of these submissions in this many shards.
    pub(in crate::plan) fn plan(submissions: &[&str], shards: u32) -> Plan {
        let unit = |submission: &&str| Unit {
            number: 0,
            submission: (*submission).to_owned(),
            sources: "d".into(),
            language: "cpp".into(),
            shard: 0,
            seconds: 1.0,
        };
        let plan = Plan {
            schema: 0,
            tool: Tool::this(),
            id: String::new(),
            kind: Kind::Grade,
            problem: PlannedProblem {
                slug: "p".into(),
                name: None,
                path: Some("../p".into()),
                data: "d".into(),
                files: BTreeMap::new(),
                derived_limit: None,
            },
            options: Options {
                keep_going: false,
                time_limit: None,
                cases: Vec::new(),
                language: None,
                sandbox: Level::Contained,
            },
            toolchains: [("C++".to_owned(), Some("g++ 12".to_owned()))].into(),
            memory_bytes: 1,
            shards: 0,
            skipped: Vec::new(),
            units: submissions.iter().map(unit).collect(),
        };
        plan.finish(shards).expect("a plan")
    }

    #[test]
    fn a_plan_is_read_as_it_was_written_and_every_changed_byte_is_found() {
        let plan = plan(&["a.cpp", "b.cpp", "c.cpp"], 2);
        let text = serde_json::to_vec(&plan).unwrap();
        assert_eq!(Plan::read(&text), Ok(plan.clone()));
        assert_eq!(Plan::read(&serde_json::to_vec_pretty(&plan).unwrap()), Ok(plan));
        for place in 0..text.len() {
            let mut changed = text.clone();
            changed[place] ^= 1;
            assert!(Plan::read(&changed).is_err(), "byte {place}");
        }
    }

    #[track_caller]
    fn case(change: impl FnOnce(&mut Plan), words: &str) {
        let mut plan = plan(&["a.cpp", "b.cpp"], 2);
        change(&mut plan);
        plan.id = plan.true_id().unwrap();
        let error = Plan::read(&serde_json::to_vec(&plan).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), words);
    }

    #[test]
    fn what_no_plan_says_is_refused() {
        case(|plan| plan.units.clear(), ": the plan has no units");
        case(|plan| plan.shards = 0, ": the plan has 0 shards, not 1 to 1000");
        case(|plan| plan.shards = 1, ": unit 2 has number 2 and shard 2");
        case(|plan| plan.units[1].number = 3, ": unit 2 has number 3 and shard 2");
        case(|plan| plan.options.time_limit = Some(-1.0), ": a time limit of -1e0 s");
        let words = ": this plan has schema 2, but this version of jury reads schema 1";
        case(|plan| plan.schema = 2, words);
        let cut = Plan::read(b"{\"schema\": 1,\n \"tool\": 3}").unwrap_err().to_string();
        assert!(cut.starts_with(":2:10: not a plan of `jury`: invalid type"), "{cut}");
    }
}
