//! Answering an input by a problem's reference, which runs in the sandbox like any program.

use std::path::Path;
use std::sync::Arc;

use crate::limits::Limits;
use crate::ruling::classify;
use crate::sandbox::{Input, Interrupt, Job};
use crate::submission::Program;

use super::failure::JudgeFailure;
use super::recipe::{last_words, run_part};
use super::runner::Runner;

/// What came of one run of a reference: the setter's failure is a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// What it wrote to standard output.
    Output(Vec<u8>),
    /// It broke a limit or ended badly; why.
    Failed(String),
}

/// Runs the reference on an input file, within the limits of a contestant.
///
/// # Errors
/// Whatever fails on our side.
pub fn answer(
    runner: &mut dyn Runner,
    reference: &Program,
    input: &Path,
    limits: &Limits,
    interrupt: &Interrupt,
) -> Result<Answered, JudgeFailure> {
    let limits = limits.scaled(reference.time_factor);
    let job = Job {
        argv: reference.command(&limits),
        environment: reference.environment.clone(),
        input: Input::File(input.to_owned()),
        files: Arc::default(),
        limits,
    };
    let run = run_part(runner, &job, interrupt)?;
    Ok(match classify(&run, &limits) {
        Some(ruling) => Answered::Failed(ruling.message + &last_words(&run)),
        None => Answered::Output(run.output),
    })
}
