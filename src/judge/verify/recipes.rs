//! Proving recipes: generators make the cases again, byte for byte.

use std::collections::BTreeMap;

use crate::problem::{Recipe, RecipeCase};

use super::super::JudgeFailure;
use super::super::aside::read;
use super::super::recipe::{Made, each_input};
use super::Prover;

impl Prover<'_> {
    /// Every case of a recipe comes out of its generator byte for byte.
    pub(super) fn recipes(&mut self) -> Result<(), JudgeFailure> {
        let recipes = &self.problem.recipes;
        let mut generators = BTreeMap::new();
        for path in recipes.iter().map(|recipe| recipe.generator.as_path()) {
            if generators.contains_key(path) {
                continue;
            }
            (self.step)("generators");
            let submission = self.tools.languages.identify_part(self.problem, path)?;
            let built = self.build(submission, &path.display().to_string())?;
            generators.insert(path, built);
        }
        let generators =
            generators.into_iter().filter_map(|(path, built)| Some((path, built?))).collect();
        let compare = |_: &Recipe, wanted: &RecipeCase, made| {
            let name = &wanted.name;
            let case = self.problem.cases.iter().find(|case| case.name == *name);
            let fault = match (case, made) {
                (None, _) => Some("is missing; make it with `jury generate`".to_owned()),
                (Some(case), Made::Input(input)) if input == read(&case.input)? => None,
                (Some(_), Made::Input(_)) => Some("differs from what its recipe makes".to_owned()),
                (Some(_), Made::Failed(why)) => Some(format!("its generator failed: {why}")),
            };
            Ok(fault.map(|why| (name.clone(), why)))
        };
        let compared = each_input(self.tools, recipes, &generators, self.step, compare)?;
        for fault in compared {
            match fault {
                None => self.proof.generated += 1,
                Some((name, why)) => self.proof.find(name, why),
            }
        }
        Ok(())
    }
}
