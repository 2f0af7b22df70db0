//! `jury generate`: makes the cases of a problem's recipes, and their answers by the reference.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use crate::judge::answer::{self, Answered};
use crate::judge::recipe::{Made, make};
use crate::judge::{Runner, Tools};
use crate::problem::{Problem, Recipe, RecipeCase};
use crate::submission::{Program, identify};

use super::context::Context;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};

/// Make a problem's generated cases from its recipes, and their answers by its reference
///
/// Writes only what differs, each file whole or not at all; cases that no recipe names are never
/// touched. With --answers, the answers of all cases but the samples are made anew by the reference.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury generate megacheckers
  jury generate ./my-problem --answers")]
pub(super) struct Arguments {
    /// Problem folder, slug or code
    problem: String,
    /// Make the answers of all cases but the samples anew, hand-made ones included
    #[arg(long)]
    answers: bool,
}

/// Makes and tells.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let problem = context.problem_to_generate(&arguments.problem)?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, None);
    let mut written = Vec::new();
    for recipe in &problem.recipes {
        inputs(&tools, &problem, recipe, &mut written)?;
    }
    answers(&tools, context, &problem, arguments.answers, &mut written)?;
    output::print(|out| {
        for path in &written {
            writeln!(out, "wrote {}", path.display())?;
        }
        writeln!(out, "{}: {} files written", problem.slug, written.len())
    })?;
    Ok(context.status(true))
}

fn inputs(
    tools: &Tools<'_>,
    problem: &Problem,
    recipe: &Recipe,
    written: &mut Vec<PathBuf>,
) -> Result<(), Failure> {
    let program = tools.build_part(identify(&recipe.generator, None)?)?;
    let mut runner = tools.open(&program)?;
    let progress = Progress::new(recipe.cases.len());
    for case in &recipe.cases {
        progress.doing(case.name.clone());
        let input = input(tools, runner.as_mut(), &program, recipe, case)?;
        put(&file(problem, &case.name, "in"), &input, written)?;
        progress.step();
    }
    Ok(())
}

fn input(
    tools: &Tools<'_>,
    runner: &mut dyn Runner,
    program: &Program,
    recipe: &Recipe,
    case: &RecipeCase,
) -> Result<Vec<u8>, Failure> {
    match make(runner, program, recipe, case, tools.interrupt)? {
        Made::Input(input) => Ok(input),
        Made::Failed(why) => Err(Failure::usage(anyhow!(
            "{} failed on {}: {why}",
            recipe.generator.display(),
            case.name
        ))),
    }
}

/// Answers of new and changed cases, or of all.
fn answers(
    tools: &Tools<'_>,
    context: &Context,
    problem: &Problem,
    all: bool,
    written: &mut Vec<PathBuf>,
) -> Result<(), Failure> {
    if problem.reference.is_none() {
        return Ok(());
    }
    let program = tools.build_part(tools.reference(problem)?)?;
    let mut runner = tools.open(&program)?;
    let problem = context.problem_to_generate(&problem.folder.display().to_string())?;
    let progress = Progress::new(problem.cases.len());
    for case in &problem.cases {
        progress.doing(case.name.clone());
        progress.step();
        let path = file(&problem, &case.name, "ans");
        // A sample's answer is the statement's, whatever else would be right.
        let remake = (all && case.group != "sample") || written.contains(&case.input);
        if path.is_file() && !remake {
            continue;
        }
        let runner = runner.as_mut();
        match answer::answer(runner, &program, &case.input, &case.limits, tools.interrupt)? {
            Answered::Output(output) => put(&path, &output, written)?,
            Answered::Failed(why) => {
                let name = &case.name;
                return Err(Failure::usage(anyhow!("the reference fails on {name}: {why}")));
            }
        }
    }
    Ok(())
}

fn file(problem: &Problem, case: &str, ending: &str) -> PathBuf {
    problem.folder.join("data").join(format!("{case}.{ending}"))
}

/// Writes the file unless it holds just this already.
fn put(path: &Path, bytes: &[u8], written: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))
            .map_err(Failure::ours)?;
    }
    output::write_file(path, bytes)?;
    written.push(path.to_owned());
    Ok(())
}
