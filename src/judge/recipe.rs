//! Making inputs by a problem's recipes: the generator runs in the sandbox like any program. Knows
//! nothing of where the result goes.

use std::ffi::OsString;
use std::time::Duration;

use crate::limits::Limits;
use crate::problem::{Recipe, RecipeCase};
use crate::sandbox::{Ending, Input, Interrupt, Job};
use crate::submission::Program;

use super::classify::classify;
use super::{JudgeFailure, Runner};

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
        wall: Duration::from_secs(60),
        memory: 1 << 30,
        output: 256 << 20,
        ..Limits::default()
    }
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
    let limits = limits();
    let mut argv = generator.command(&limits);
    argv.extend(recipe.arguments.iter().map(OsString::from));
    argv.push(case.seed.to_string().into());
    let job = Job { argv, environment: generator.environment.clone(), input: Input::Empty, limits };
    let run = runner.run(&job, interrupt)?;
    let errors = String::from_utf8_lossy(&run.errors);
    let last_words = errors.lines().last().map_or(String::new(), |line| format!(": {line}"));
    Ok(match (classify(&run, &limits), run.ending) {
        (None, Ending::Exited(0)) => Made::Input(run.output),
        (Some(ruling), _) => Made::Failed(format!("{}{last_words}", ruling.message)),
        (None, ending) => Made::Failed(format!("{ending:?}{last_words}")),
    })
}
