//! Proving generator rules: generators make the cases again, byte for byte.

use crate::problem::{GeneratorRule, RuleCase};

use super::super::JudgeFailure;
use super::super::generator_rule::{Generators, Made, each_case, generators, sources};
use super::super::listed::{missing_links, other_beside};
use super::super::part_runs::PartRuns;
use super::super::set_aside::read;
use super::{Prover, Step};

impl Prover<'_> {
    /// Every case of a generator rule comes out of its generator byte for byte.
    pub(super) fn generator_rules(&mut self) -> Result<(), JudgeFailure> {
        let generator_rules = &self.problem.generator_rules;
        let mut built = Generators::new();
        for generator in generators(generator_rules) {
            (self.step)(Step::Doing("generators"));
            let submission = self.tools.generator(self.problem, generator)?;
            let subject = generator.source.display().to_string();
            if let Some(program) = self.build(submission, &subject)? {
                built.insert(sources(generator), program);
            }
        }
        let runs = self.tools.recall.map(|recall| PartRuns::new(recall, &self.problem.slug));
        let left = match &runs {
            Some(runs) => self.not_recalled(runs, &built),
            None => generator_rules.clone(),
        };
        let compare = |rule: &GeneratorRule, wanted: &RuleCase, made| {
            if let (Some(runs), Some(generator), Made::Files(files)) =
                (&runs, rule.generator(), &made)
                && let Some(program) = built.get(&sources(generator))
            {
                runs.made(program, generator, wanted, files);
            }
            let name = &wanted.name;
            let case = self.problem.cases.iter().find(|case| case.name == *name);
            let fault = match (case, made) {
                (None, _) => Some("is missing: create it with `jury generate`".to_owned()),
                (Some(case), Made::Files(files)) if files.input != read(&case.input)? => {
                    Some("differs from what its generator rule generates".to_owned())
                }
                (Some(_), Made::Files(files)) => {
                    let other = other_beside(self.problem, name, &files)?;
                    other.map(|ending| {
                        format!("its `.{ending}` differs from what the package lists")
                    })
                }
                (Some(_), Made::Failed(why)) => Some(format!("its generator failed: {why}")),
            };
            Ok(fault.map(|why| (name.clone(), why)))
        };
        let step = |what: &str| (self.step)(Step::Doing(what));
        let compared = each_case(self.tools, &left, &built, &step, compare)?;
        for fault in compared {
            match fault {
                None => self.proof.generated += 1,
                Some((name, why)) => self.proof.find(name, why),
            }
        }
        if let Some(runs) = runs {
            runs.keep();
        }
        for missing in missing_links(self.problem)? {
            self.proof.find(missing, "is missing: create it with `jury generate`");
        }
        Ok(())
    }

    /// The generator rules without the cases of which it is known that they come out as they are.
    fn not_recalled(&mut self, runs: &PartRuns<'_>, built: &Generators<'_>) -> Vec<GeneratorRule> {
        let mut rules = self.problem.generator_rules.clone();
        for rule in &mut rules {
            let Some(generator) = rule.generator().cloned() else { continue };
            let Some(program) = built.get(&sources(&generator)) else { continue };
            let all = rule.cases.len();
            rule.cases.retain(|wanted| {
                let case = self.problem.cases.iter().find(|case| case.name == wanted.name);
                !case.is_some_and(|case| runs.makes(program, &generator, wanted, &case.input))
            });
            let recalled = all - rule.cases.len();
            self.proof.generated += recalled;
            self.proof.recalled.runs += recalled;
        }
        rules
    }
}
