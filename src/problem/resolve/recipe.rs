//! Resolves the rules that make cases: which cases, with which seeds.

use std::collections::BTreeSet;

use super::super::complaint::{Complaints, Wrong};
use super::super::draft::{Found, RecipeDraft};
use super::super::folder::Folder;
use super::super::layout::Layout;
use super::super::{Beside, Generator, Maker, Recipe, RecipeCase, SeedPlace, names};

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
    layout: &Layout,
    written: Vec<RecipeDraft>,
    complaints: &mut Complaints,
) -> Vec<Recipe> {
    let mut taken = Taken::default();
    let mut recipes = Vec::new();
    for recipe in written {
        let generator = recipe.generator.as_ref().and_then(|Found { value, origin }| {
            let found = folder.inside(value);
            let complain = |wrong: Wrong| complaints.at(origin, wrong.of_key("generator"));
            found.map_err(complain).ok()
        });
        let cases = recipe.name.as_ref().and_then(|Found { value, origin }| {
            let cases = cases(value, &recipe, layout, &mut taken);
            cases.map_err(|message| complaints.at(origin, message)).ok()
        });
        if let (Some(generator), Some(cases)) = (generator, cases) {
            let maker = Maker::Program(Generator {
                source: generator,
                along: Vec::new(),
                arguments: recipe.arguments,
                seed: SeedPlace::Last,
                leaves_files: false,
            });
            recipes.push(Recipe { maker, cases });
        }
    }
    recipes
}

/// The cases of one recipe: `pattern` with `{}` replaced by 001, 002…; the seeds count up.
fn cases(
    pattern: &str,
    recipe: &RecipeDraft,
    layout: &Layout,
    taken: &mut Taken,
) -> Result<Vec<RecipeCase>, String> {
    let &RecipeDraft { count, seed, .. } = recipe;
    names::check(pattern, layout).map_err(|message| format!("`name`: {message}"))?;
    if count > 1 && !pattern.contains("{}") {
        return Err(format!("`name`: expected `{{}}` in it, as there are {count} cases"));
    }
    let digits = count.to_string().len().max(DIGITS);
    let mut cases = Vec::new();
    for number in 1..=count {
        let name = pattern.replace("{}", &format!("{number:0digits$}"));
        names::check(&name, layout).map_err(|message| format!("`name`: {message}"))?;
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
        cases.push(RecipeCase { name, seed: seed + (number - 1), beside: Beside::default() });
    }
    Ok(cases)
}
