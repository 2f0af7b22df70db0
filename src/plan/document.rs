//! The plan: what is to be done, written once and never changed.

use serde::{Deserialize, Serialize};

use super::MOST_SHARDS;
use super::contest::ContestWork;
use super::error::{BadFile, digest, parse};
use super::grade::GradeWork;
use super::toolchains::Toolchains;
use super::units::{expect_places, hand_out};
use super::verify::VerifyWork;
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
    /// The weakest isolation that will do.
    pub sandbox: Level,
    /// The toolchains of all languages in use where the plan was made, by the languages' titles; `null`
    /// where that machine has none.
    pub toolchains: Toolchains,
    /// Memory that one run may need.
    pub memory_bytes: u64,
    /// How many shards there are.
    pub shards: u32,
    /// What is done in them.
    pub work: Work,
}

/// What is done in the shards of a plan, and in which units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "a plan has one of them")]
pub enum Work {
    /// Submissions are graded.
    Grade(GradeWork),
    /// Packages are verified.
    Verify(VerifyWork),
    /// Bots play.
    Contest(Box<ContestWork>),
}

impl Plan {
    /// Puts the units into this many shards, by their seconds, and gives the plan its id.
    ///
    /// # Errors
    /// Only what cannot be written as JSON; there is no such value in a plan.
    pub fn finish(mut self, shards: u32) -> Result<Self, serde_json::Error> {
        match &mut self.work {
            Work::Grade(work) => hand_out(&mut work.units, shards),
            Work::Verify(work) => hand_out(&mut work.units, shards),
            // Which pairs a shard plays follows from its number.
            Work::Contest(_) => {}
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
        if self.shards == 0 || self.shards as usize > MOST_SHARDS {
            return Err(format!("the plan has {} shards, not 1 to {MOST_SHARDS}", self.shards));
        }
        match &self.work {
            Work::Grade(work) => {
                expect_places(&work.units, self.shards)?;
                work.expect_possible()
            }
            Work::Verify(work) => expect_places(&work.units, self.shards),
            Work::Contest(work) => work.expect_possible(self.shards),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeMap;

    use super::super::grade::{Options, PlannedProblem, Unit};
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
        let problem = PlannedProblem {
            slug: "p".into(),
            name: None,
            path: Some("../p".into()),
            data: "d".into(),
            files: BTreeMap::new(),
            derived_limit: None,
            startups: None,
        };
        let options =
            Options { keep_going: false, time_limit: None, cases: Vec::new(), language: None };
        let units = submissions.iter().map(unit).collect();
        let work = GradeWork { problem, options, skipped: Vec::new(), units };
        of_work(Work::Grade(work)).finish(shards).expect("a plan")
    }

    /// A plan of this work, not yet finished.
    pub(in crate::plan) fn of_work(work: Work) -> Plan {
        Plan {
            schema: 0,
            tool: Tool::this(),
            id: String::new(),
            work,
            sandbox: Level::Contained,
            toolchains: [("C++".to_owned(), Some("g++ 12".to_owned()))].into(),
            memory_bytes: 1,
            shards: 0,
        }
    }

    /// Its grades.
    pub(in crate::plan) fn grades(plan: &mut Plan) -> &mut GradeWork {
        let Work::Grade(work) = &mut plan.work else { panic!("no plan of grades") };
        work
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
        case(|plan| grades(plan).units.clear(), ": the plan has no units");
        case(|plan| plan.shards = 0, ": the plan has 0 shards, not 1 to 1000");
        case(|plan| plan.shards = 1, ": unit 2 has number 2 and shard 2");
        case(|plan| grades(plan).units[1].number = 3, ": unit 2 has number 3 and shard 2");
        case(|plan| grades(plan).options.time_limit = Some(-1.0), ": a time limit of -1e0 s");
        let words = ": this plan has schema 2, but this version of jury reads schema 1";
        case(|plan| plan.schema = 2, words);
        let cut = Plan::read(b"{\"schema\": 1,\n \"tool\": 3}").unwrap_err().to_string();
        assert!(cut.starts_with(":2:10: not a plan of `jury`: invalid type"), "{cut}");
    }
}
