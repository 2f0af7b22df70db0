//! Making inputs by a problem's recipes: the generator runs in the sandbox like any program. Knows
//! nothing of where the result goes.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::limits::Limits;
use crate::pool;
use crate::problem::{Recipe, RecipeCase};
use crate::sandbox::{Input, Interrupt, Job, Run};
use crate::submission::Program;

use super::open::Open;
use super::{JudgeFailure, Runner, Tools};
use crate::ruling::classify;
use crate::visible::last_line;

/// Characters of a part's last words that are shown.
const LAST_WORDS: usize = 200;

/// What came of one run of a generator: the setter's failure is a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// The input.
    Input(Vec<u8>),
    /// The generator failed; why, with its last words.
    Failed(String),
}

/// What a generator may use: 20 s CPU, 1 GiB of memory, 256 MiB of output.
fn limits() -> Limits {
    Limits {
        cpu: Duration::from_secs(20),
        wall: Duration::from_mins(1),
        memory: 1 << 30,
        output: 256 << 20,
        ..Limits::default()
    }
}

/// Makes the input of every case of these recipes, side by side, and hands each to `visit`; the
/// results stand in order. A recipe whose generator is not among `generators`, by its path, is left
/// out. `step` is told what is being done.
///
/// # Errors
/// The first of `visit`'s, and whatever fails on our side.
pub(super) fn each_input<R: Send>(
    tools: &Tools<'_>,
    recipes: &[Recipe],
    generators: &BTreeMap<&Path, Program>,
    step: &(dyn Fn(&str) + Sync),
    visit: impl Fn(&Recipe, &RecipeCase, Made) -> Result<R, JudgeFailure> + Sync,
) -> Result<Vec<R>, JudgeFailure> {
    let made = recipes.iter().filter_map(|recipe| {
        let program = generators.get(recipe.generator.as_path())?;
        Some(recipe.cases.iter().map(move |case| (recipe, case, program)))
    });
    let items: Vec<(&Recipe, &RecipeCase, &Program)> = made.flatten().collect();
    let done = AtomicUsize::new(0);
    pool::map(tools.workers, &items, Open::default, |open, &(recipe, case, generator)| {
        let number = done.fetch_add(1, Ordering::Relaxed) + 1;
        step(&format!("input {number} of {}: {}", items.len(), case.name));
        let runner = open.runner_of(tools, generator)?;
        let made = make(runner, generator, recipe, case, tools.interrupt)?;
        visit(recipe, case, made)
    })
}

/// Runs `generator ARGUMENTS… SEED` and returns its standard output.
///
/// # Errors
/// Whatever fails on our side.
pub fn make(
    runner: &mut dyn Runner,
    generator: &Program,
    recipe: &Recipe,
    case: &RecipeCase,
    interrupt: &Interrupt,
) -> Result<Made, JudgeFailure> {
    let seed = case.seed.to_string();
    let arguments: Vec<&str> =
        recipe.arguments.iter().map(String::as_str).chain([seed.as_str()]).collect();
    make_by(runner, generator, &arguments, interrupt)
}

/// Runs the generator with just these arguments and returns its standard output.
///
/// # Errors
/// Whatever fails on our side.
pub fn make_by(
    runner: &mut dyn Runner,
    generator: &Program,
    arguments: &[&str],
    interrupt: &Interrupt,
) -> Result<Made, JudgeFailure> {
    let limits = limits();
    let mut argv = generator.command(&limits);
    argv.extend(arguments.iter().map(OsString::from));
    let job = Job {
        argv,
        environment: generator.environment.clone(),
        input: Input::Empty,
        files: Arc::default(),
        limits,
    };
    let run = run_part(runner, &job, interrupt)?;
    Ok(match classify(&run, &limits) {
        Some(ruling) => Made::Failed(ruling.message + &last_words(&run)),
        None if run.output.is_empty() => {
            Made::Failed(format!("wrote nothing to standard output{}", last_words(&run)))
        }
        None => Made::Input(run.output),
    })
}

/// Runs a part of the package, and once more where the machine let it starve: that is nobody's fault.
pub(super) fn run_part(
    runner: &mut dyn Runner,
    job: &Job,
    interrupt: &Interrupt,
) -> Result<Run, JudgeFailure> {
    let run = runner.run(job, interrupt)?;
    if !run.is_starved(Duration::ZERO) {
        return Ok(run);
    }
    let job = Job { limits: job.limits.patient(), ..job.clone() };
    Ok(runner.run(&job, interrupt)?)
}

/// The last line that a part of the package wrote to standard error, after a colon; nothing where
/// there is none.
pub(super) fn last_words(run: &Run) -> String {
    let line = last_line(&run.errors, LAST_WORDS);
    if line.is_empty() { line } else { format!(": {line}") }
}
