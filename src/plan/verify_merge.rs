//! Folding parts of verifications to what one machine finds that verifies all packages, in the order of the
//! plan.

use super::document::Plan;
use super::part::{Part, Results};
use super::taken::Taken;
use super::units::{missing, units_of};
use super::verify::{PackageResult, PackageUnit, VerifyWork};
use crate::sandbox::Isolation;

/// Takes parts in any order.
#[derive(Debug)]
pub struct VerifyMerger<'a> {
    work: &'a VerifyWork,
    /// By unit, what came of it, and the part's file and machine.
    done: Vec<Option<(PackageResult, String)>>,
    taken: Taken,
}

/// What came of all parts.
#[derive(Debug)]
pub struct MergedProofs<'a> {
    /// What came of the packages that were verified, in the order of the plan.
    pub packages: Vec<(&'a PackageUnit, PackageResult)>,
    /// The weakest isolation of all; none where there is no part.
    pub isolation: Option<Isolation>,
    /// The shards that are missing, in increasing order.
    pub missing: Vec<u32>,
    /// What parts contradict each other in, or the plan, in words.
    pub at_odds: Vec<String>,
    /// What a reader should know of the machines, in words.
    pub notes: Vec<String>,
}

impl<'a> VerifyMerger<'a> {
    /// For parts of this plan, whose work is this.
    pub fn new(plan: &'a Plan, work: &'a VerifyWork) -> Self {
        Self {
            work,
            done: work.units.iter().map(|_| None).collect(),
            taken: Taken::new(&plan.toolchains),
        }
    }

    /// Takes a part of the plan, which this file holds. Of equal results the first counts.
    pub fn take(&mut self, part: Part, file: &str) {
        let Results::Verify(results) = part.results else { return };
        let place = self.taken.part(file, &part.machine, &results.isolation);
        for (unit, package) in units_of(&self.work.units, part.shard).zip(results.packages) {
            let Some(done) = self.done.get_mut(unit.number as usize - 1) else { continue };
            match done {
                Some((known, other)) if !known.found.is_equal(&package.found) => {
                    let (one, two) = (known.found.words(), package.found.words());
                    let slug = &unit.slug;
                    let words = format!("{slug}: parts differ: {one} in {other}, {two} in {place}");
                    self.taken.at_odds.push(words);
                }
                Some(_) => {}
                None => *done = Some((package, place.clone())),
            }
        }
    }

    /// The shards that are missing, in increasing order.
    pub fn missing(&self) -> Vec<u32> {
        missing(&self.work.units, &self.done)
    }

    /// What was found.
    pub fn finish(self) -> MergedProofs<'a> {
        let missing = self.missing();
        let Taken { isolation, machines, at_odds } = self.taken;
        let notes = machines.weaker();
        let done = self.work.units.iter().zip(self.done);
        let packages = done.filter_map(|(unit, done)| Some((unit, done?.0))).collect();
        MergedProofs { packages, isolation, missing, at_odds, notes }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::document::Work;
    use super::super::document::tests::of_work;
    use super::super::part::MachineFacts;
    use super::super::verify::{Found, VerifyResults};
    use super::*;
    use crate::judge::verify::{Finding, Proof, Severity};
    use crate::report::document::Tool;
    use crate::report::markdown::Unread;
    use crate::sandbox::Level;

    /// Packages a and c in shard 1, b in shard 2.
    fn plan() -> Plan {
        let unit = |slug: &str| PackageUnit {
            number: 0,
            slug: slug.into(),
            path: None,
            files: BTreeMap::new(),
            shard: 0,
            seconds: 1.0,
        };
        let units = ["a", "b", "c"].map(unit).to_vec();
        let work = VerifyWork { matrix: false, fresh: false, units };
        of_work(Work::Verify(work)).finish(2).expect("a plan")
    }

    fn work(plan: &Plan) -> &VerifyWork {
        let Work::Verify(work) = &plan.work else { panic!("no plan of verifications") };
        work
    }

    /// A package in which so many things were found.
    fn found(slug: &str, findings: usize) -> PackageResult {
        let finding = |number| Finding {
            severity: Severity::Error,
            subject: format!("{number}"),
            message: String::new(),
            place: None,
        };
        let findings = (0..findings).map(finding).collect();
        let proof = Proof { slug: slug.into(), findings, ..Proof::default() };
        PackageResult { folder: slug.into(), found: Found::Proof(Box::new(proof)) }
    }

    fn part(plan: &Plan, shard: u32, level: Level, packages: Vec<PackageResult>) -> Part {
        let isolation = Isolation {
            level,
            walls: Vec::new(),
            cpu_source: String::new(),
            memory_source: String::new(),
        };
        let part = Part {
            schema: 0,
            tool: Tool::this(),
            id: String::new(),
            plan: plan.id.clone(),
            shard,
            machine: MachineFacts {
                name: format!("n{shard}"),
                processor: String::new(),
                cores: 1,
                kernel: String::new(),
                level,
                toolchains: plan.toolchains.clone(),
            },
            probe: None,
            seconds: 1.0,
            results: Results::Verify(Box::new(VerifyResults { isolation, packages })),
        };
        part.finish().expect("a part")
    }

    #[test]
    fn packages_stand_in_the_order_of_the_plan_whatever_the_order_of_parts() {
        let plan = plan();
        let unread = Unread { name: Some("b".into()), why: "no".into() };
        let unread = PackageResult { folder: "b".into(), found: Found::Unread(unread) };
        let first = part(&plan, 1, Level::Full, vec![found("a", 0), found("c", 2)]);
        let second = part(&plan, 2, Level::Contained, vec![unread]);
        for parts in [[&first, &second], [&second, &first]] {
            let mut merger = VerifyMerger::new(&plan, work(&plan));
            for part in parts {
                let text = serde_json::to_vec(part).unwrap();
                merger.take(Part::read(&text, &plan).unwrap(), "file");
            }
            let all = merger.finish();
            let slugs: Vec<&str> =
                all.packages.iter().map(|(unit, _)| unit.slug.as_str()).collect();
            assert_eq!(slugs, ["a", "b", "c"]);
            assert_eq!((all.missing.len(), all.at_odds.len()), (0, 0));
            assert_eq!(all.isolation.unwrap().level, Level::Contained);
            assert_eq!(all.notes, ["isolation was only `contained` on n2"]);
        }
    }

    #[test]
    fn what_is_missing_or_at_odds_is_named() {
        let plan = plan();
        let mut merger = VerifyMerger::new(&plan, work(&plan));
        assert_eq!(merger.missing(), [1, 2]);
        merger.take(part(&plan, 2, Level::Full, vec![found("b", 0)]), "2.json");
        merger.take(part(&plan, 2, Level::Full, vec![found("b", 0)]), "2-2.json");
        assert_eq!((merger.missing(), merger.taken.at_odds.len()), (vec![1], 0));
        merger.take(part(&plan, 2, Level::Full, vec![found("b", 2)]), "2-3.json");
        let words = "b: parts differ: verified in 2.json (n2), 2 findings in 2-3.json (n2)";
        assert_eq!(merger.finish().at_odds, [words]);
        let other = part(&plan, 1, Level::Full, vec![found("a", 0)]);
        let bad = Part::read(&serde_json::to_vec(&other).unwrap(), &plan).unwrap_err();
        assert_eq!(bad.to_string(), ": the part does not hold the units of shard 1");
    }
}
