//! Making inputs by a problem's recipes: the generator runs in the sandbox like any program. Knows
//! nothing of where the result goes.

use std::ffi::OsString;
use std::time::Duration;

use crate::limits::Limits;
use crate::problem::{Recipe, RecipeCase};
use crate::sandbox::{Input, Interrupt, Job, Run};
use crate::submission::Program;

use super::{JudgeFailure, Runner};
use crate::ruling::classify;

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
    let job = Job { argv, environment: generator.environment.clone(), input: Input::Empty, limits };
    let run = runner.run(&job, interrupt)?;
    Ok(match classify(&run, &limits) {
        Some(ruling) => Made::Failed(ruling.message + &last_words(&run)),
        None if run.output.is_empty() => {
            Made::Failed(format!("wrote nothing to standard output{}", last_words(&run)))
        }
        None => Made::Input(run.output),
    })
}

/// The last line that a part of the package wrote to standard error, after a colon; nothing where
/// there is none.
pub(super) fn last_words(run: &Run) -> String {
    let errors = String::from_utf8_lossy(&run.errors);
    let line = errors.lines().map(str::trim).rfind(|line| !line.is_empty());
    line.map_or(String::new(), |line| {
        let shown: String = line.chars().take(LAST_WORDS).collect();
        format!(": {shown}")
    })
}
