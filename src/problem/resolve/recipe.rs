//! Resolves `[[recipe]]`: which cases it makes, with which seeds. Knows nothing of running
//! generators.

use std::collections::BTreeSet;
use std::path::Path;

use super::complaint::{Complaints, Wrong};
use super::folder::Folder;
use super::sheet::Found;
use super::written::WrittenRecipe;
use crate::problem::{Recipe, RecipeCase, names};

/// Most cases that all recipes make.
const MOST_CASES: usize = 100_000;

/// Bytes of the names of all these cases.
const MOST_NAMES: usize = 16 << 20;

/// Digits that a case's number has at least.
const DIGITS: usize = 3;

/// The names that recipes have given so far.
#[derive(Default)]
struct Taken {
    names: BTreeSet<String>,
    bytes: usize,
}

/// The recipes, in order; complains of generators that are not there and of names that cannot be
/// or that two cases would have.
pub(super) fn resolve(
    folder: &Folder,
    settings: &Path,
    written: Vec<WrittenRecipe>,
    complaints: &mut Complaints,
) -> Vec<Recipe> {
    let mut taken = Taken::default();
    let mut recipes = Vec::new();
    for recipe in written {
        let generator = recipe.generator.as_ref().and_then(|Found { value, place }| {
            let found = folder.inside(value);
            let complain =
                |wrong: Wrong| complaints.at(settings, *place, wrong.of_key("generator"));
            found.map_err(complain).ok()
        });
        let cases = recipe.name.as_ref().and_then(|Found { value, place }| {
            let cases = cases(value, recipe.count, recipe.seed, &mut taken);
            cases.map_err(|message| complaints.at(settings, *place, message)).ok()
        });
        if let (Some(generator), Some(cases)) = (generator, cases) {
            recipes.push(Recipe { generator, arguments: recipe.arguments, cases });
        }
    }
    recipes
}

/// The cases of one recipe: `pattern` with `{}` replaced by 001, 002…; the seeds count up from
/// `seed`.
fn cases(
    pattern: &str,
    count: u64,
    seed: u64,
    taken: &mut Taken,
) -> Result<Vec<RecipeCase>, String> {
    names::check(pattern).map_err(|message| format!("`name`: {message}"))?;
    if count > 1 && !pattern.contains("{}") {
        return Err(format!("`name`: expected `{{}}` in it, as there are {count} cases"));
    }
    let digits = count.to_string().len().max(DIGITS);
    let mut cases = Vec::new();
    for number in 1..=count {
        let name = pattern.replace("{}", &format!("{number:0digits$}"));
        names::check(&name).map_err(|message| format!("`name`: {message}"))?;
        taken.bytes += name.len();
        if taken.bytes > MOST_NAMES {
            return Err(format!(
                "`count`: the names of all cases that are made take more than {MOST_NAMES} bytes"
            ));
        }
        if taken.names.len() >= MOST_CASES {
            return Err(format!("`count`: more than {MOST_CASES} cases are made in all"));
        }
        if !taken.names.insert(name.clone()) {
            return Err(format!("`name`: case `{name}` is already made by another recipe"));
        }
        cases.push(RecipeCase { name, seed: seed + (number - 1) });
    }
    Ok(cases)
}
