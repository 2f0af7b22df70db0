//! Proving generator rules: generators make the cases again, byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use crate::problem::{GeneratorRule, Problem, RuleCase};

use super::super::JudgeFailure;
use super::super::generator_rule::{Generators, Made, each_case, generators, sources};
use super::super::listed::{missing_links, other_beside, unmatched};
use super::super::part_runs::PartRuns;
use super::super::set_aside::read;
use super::super::unlisted::stale;
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
        let cases = self.problem.cases_by_name();
        let compare = |rule: &GeneratorRule, wanted: &RuleCase, made| {
            if let (Some(runs), Some(generator), Made::Files(files)) =
                (&runs, rule.generator(), &made)
                && let Some(program) = built.get(&sources(generator))
            {
                runs.made(program, generator, wanted, files);
            }
            let name = &wanted.name;
            let case = cases.get(name.as_str()).copied();
            let fault = match (case, made) {
                (None, _) => Some("is missing: create it with `jury generate`".to_owned()),
                (Some(case), Made::Files(files)) if files.input != read(&case.input)? => {
                    Some(if self.problem.layout.has_places {
                        "differs from what its generator rule generates: `jury generate` makes it anew".to_owned()
                    } else {
                        "its generator makes another input each time".to_owned()
                    })
                }
                (Some(case), Made::Files(files)) => {
                    let other = other_beside(self.problem, (name, Some(case)), &files)?;
                    other.map(|ending| {
                        format!(
                            "its `.{ending}` differs from what the package lists: `jury generate` \
                             makes it anew"
                        )
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
        self.leftovers();
        for name in self.unlisted()? {
            let fault = "is not what the package's generator makes: `jury generate` makes it anew";
            self.proof.find(name, fault);
        }
        for (case, words) in unmatched(self.problem)? {
            self.proof.warn(case, words);
        }
        for missing in missing_links(self.problem)? {
            self.proof.find(missing, "is missing: create it with `jury generate`");
        }
        Ok(())
    }

    /// Cases that are not as the program makes them that alone knows their names.
    fn unlisted(&mut self) -> Result<Vec<String>, JudgeFailure> {
        let validator = self.parts.validator.as_deref();
        match stale(self.tools, self.problem, validator) {
            Ok(inputs) => Ok(inputs.into_keys().collect()),
            Err(JudgeFailure::Package(why)) => {
                self.proof.find("generator", why);
                Ok(Vec::new())
            }
            Err(failure) => Err(failure),
        }
    }

    /// Warns of cases that an earlier generator rule left behind.
    fn leftovers(&mut self) {
        for (case, like, others) in leftovers(self.problem) {
            let others = match others {
                0 => String::new(),
                1 => ", as is 1 more".into(),
                others => format!(", as are {others} more"),
            };
            let message = format!(
                "is named like `{like}`, but no generator rule makes it{others}: delete what an earlier \
                 rule left behind, or give it another name"
            );
            self.proof.warn(case, message);
        }
    }

    /// The generator rules without the cases of which it is known that they come out as they are.
    fn not_recalled(&mut self, runs: &PartRuns<'_>, built: &Generators<'_>) -> Vec<GeneratorRule> {
        let mut rules = self.problem.generator_rules.clone();
        let cases = self.problem.cases_by_name();
        for rule in &mut rules {
            let Some(generator) = rule.generator().cloned() else { continue };
            let Some(program) = built.get(&sources(&generator)) else { continue };
            let all = rule.cases.len();
            rule.cases.retain(|wanted| {
                let case = cases.get(wanted.name.as_str());
                !case.is_some_and(|case| runs.makes(program, &generator, wanted, &case.input))
            });
            let recalled = all - rule.cases.len();
            self.proof.generated += recalled;
            self.proof.recalled.runs += recalled;
        }
        rules
    }
}

/// Cases that are named like generated ones and are not generated: the first of each kind, the generated
/// one, and how many more there are. Plain numbers are the names of added cases.
fn leftovers(problem: &Problem) -> Vec<(&str, &str, usize)> {
    let rules = problem.generator_rules.iter().flat_map(|rule| &rule.cases);
    let made: BTreeSet<&str> = rules.map(|case| case.name.as_str()).collect();
    let mut kinds: BTreeMap<&str, &str> = BTreeMap::new();
    for name in &made {
        kinds.extend(before_number(name).map(|kind| (kind, *name)));
    }
    let mut found: BTreeMap<&str, (&str, &str, usize)> = BTreeMap::new();
    for case in problem.cases.iter().map(|case| case.name.as_str()) {
        let kind = before_number(case).filter(|_| !made.contains(case));
        if let Some((kind, like)) = kind.and_then(|kind| kinds.get_key_value(kind)) {
            found.entry(kind).and_modify(|(_, _, others)| *others += 1).or_insert((case, like, 0));
        }
    }
    found.into_values().collect()
}

/// What stands before the number at the end of a name that is not a number alone.
fn before_number(name: &str) -> Option<&str> {
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (kind.len() < name.len() && !kind.is_empty() && !kind.ends_with('/')).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::before_number;

    #[test]
    fn a_kind_is_a_name_without_its_number() {
        assert_eq!(before_number("secret/random-007"), Some("secret/random-"));
        for name in ["secret/007", "007", "secret/random", "secret/1-a"] {
            assert_eq!(before_number(name), None, "{name}");
        }
    }
}
