//! Where the jury's answer to an input comes from, and answering by a problem's reference, which runs in
//! the sandbox like any program.

use std::ffi::OsString;
use std::path::Path;

use crate::limits::{Limits, Stretch};
use crate::problem::{CaseSettings, Conventions, Problem};
use crate::ruling::classify_alone;
use crate::sandbox::{Input, Interrupt, Job};
use crate::submission::Program;

use super::box_files::box_files;
use super::failure::JudgeFailure;
use super::generator_rule::{last_words, run_part};
use super::runner::Runner;
use super::tools::Tools;

/// Where the jury's answer to an input comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerSource {
    /// The reference writes it.
    Reference,
    /// It is empty: what the reference writes depends on a dialogue or on later passes, and the format
    /// wants the file all the same (2025-09, "Test Data").
    Empty,
    /// There is none.
    Nowhere,
}

impl AnswerSource {
    /// That of a problem's cases.
    pub fn of(problem: &Problem) -> Self {
        let is_one_run = problem.interactor.is_none() && problem.passes.is_none();
        match problem.additions.conventions {
            Conventions::Own | Conventions::Kattis if is_one_run && problem.reference.is_some() => {
                Self::Reference
            }
            Conventions::Kattis if !is_one_run => Self::Empty,
            Conventions::Own | Conventions::Kattis => Self::Nowhere,
        }
    }
}

/// An input that is to be answered.
#[derive(Debug, Clone, Copy)]
pub struct AnswerRequest<'a> {
    /// Its file.
    pub input: &'a Path,
    /// The limits of a contestant on it.
    pub limits: &'a Limits,
    /// What the package says of it alone: arguments, and files beside the program.
    pub settings: &'a CaseSettings,
}

/// What came of one run of a reference: the setter's failure is a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// What it wrote to standard output.
    Output(Vec<u8>),
    /// It broke a limit or ended badly; why.
    Failed(String),
}

impl Tools<'_> {
    /// Runs the reference of a problem on an input, as a contestant's program would be.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub fn answer(
        &self,
        problem: &Problem,
        runner: &mut dyn Runner,
        reference: &Program,
        question: &AnswerRequest<'_>,
    ) -> Result<Answered, JudgeFailure> {
        let startup = self.startup_of(problem, reference)?;
        let stretch = Stretch { factor: reference.time_factor, startup };
        let _shared = self.machine.share();
        answer(runner, reference, (question, stretch), self.interrupt)
    }
}

fn answer(
    runner: &mut dyn Runner,
    reference: &Program,
    (question, stretch): (&AnswerRequest<'_>, Stretch),
    interrupt: &Interrupt,
) -> Result<Answered, JudgeFailure> {
    let AnswerRequest { input, limits, settings } = question;
    let limits = limits.stretched(stretch);
    let files = match box_files(reference, settings.files.as_deref()) {
        Ok(files) => files,
        Err((path, source)) => return Err(JudgeFailure::File { path, source }),
    };
    let mut argv = reference.command(&limits);
    argv.extend(settings.arguments.iter().map(OsString::from));
    let job = Job {
        argv,
        environment: reference.environment.clone(),
        input: Input::File(input.to_path_buf()),
        files,
        limits,
    };
    let run = run_part(runner, &job, interrupt)?;
    Ok(match classify_alone(&run, &limits) {
        Some(ruling) => Answered::Failed(ruling.message + &last_words(&run)),
        None => match &run.missing {
            Some(name) => Answered::Failed(format!("left no file `{name}`{}", last_words(&run))),
            None => Answered::Output(run.output),
        },
    })
}
