//! Where the jury's answer to an input comes from, and answering by a problem's reference, which runs in
//! the sandbox like any program.

use std::ffi::OsString;
use std::path::Path;

use crate::checker::{Interactor, Terms};
use crate::limits::{Limits, Stretch};
use crate::problem::{CaseSettings, Conventions, Problem};
use crate::ruling::classify_alone;
use crate::sandbox::{Input, Interrupt, Job, SandboxError};
use crate::submission::Program;
use crate::verdict::Verdict;

use super::box_files::box_files;
use super::failure::JudgeFailure;
use super::generator_rule::{last_words, run_part};
use super::interact::decide;
use super::reason::Reason;
use super::runner::Runner;
use super::set_aside::read;
use super::startup::own_limits;
use super::tools::Tools;

/// Where the jury's answer to an input comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerSource {
    /// The reference writes it.
    Reference,
    /// The interactor writes it in a dialogue with the reference, for the checker that decides after it.
    Dialogue,
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
        let is_kattis = problem.additions.conventions == Conventions::Kattis;
        match (is_one_run, problem.reference.is_some()) {
            (false, _) if is_kattis => Self::Empty,
            (false, true) if problem.dialogue_checker.is_some() => Self::Dialogue,
            (true, true) => Self::Reference,
            _ => Self::Nowhere,
        }
    }
}

/// An input that is to be answered.
#[derive(Debug, Clone, Copy)]
pub struct AnswerRequest<'a> {
    /// Its file.
    pub input: &'a Path,
    /// The name of its case, by which limits of a language are stated.
    pub name: &'a str,
    /// The limits of a contestant on it, where those of the language are not stated.
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
        let limits = self.reference_limits(problem, reference, question)?;
        let _shared = self.machine.share();
        answer(runner, reference, (question, limits), self.interrupt)
    }

    /// What the interactor writes in a dialogue with the reference, which the checker behind it accepts.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub(super) fn answer_by_dialogue(
        &self,
        (problem, interactor): (&Problem, &Interactor),
        runner: &mut dyn Runner,
        reference: &Program,
        (question, terms): (&AnswerRequest<'_>, &Terms<'_>),
    ) -> Result<Answered, JudgeFailure> {
        let limits = self.reference_limits(problem, reference, question)?;
        let job = Job { input: Input::Empty, ..job(reference, question, limits)? };
        let input = read(question.input)?;
        let _shared = self.machine.share();
        let slot = runner.slot().ok_or(SandboxError::Lost)?;
        let (interaction, written) = interactor.answer(slot, &job, &input, terms)?;
        let end = decide(&interaction, &limits, Reason::default());
        Ok(match end.verdict {
            Verdict::Accepted => Answered::Output(written),
            _ => Answered::Failed(end.message + &last_words(&interaction.run)),
        })
    }

    /// The limits of a reference on an input: those of its language where the problem states some.
    fn reference_limits(
        &self,
        problem: &Problem,
        reference: &Program,
        question: &AnswerRequest<'_>,
    ) -> Result<Limits, JudgeFailure> {
        let startup = self.startup_of(problem, reference)?;
        let stretch = Stretch { factor: reference.time_factor, startup };
        let own = own_limits(problem, reference).map(|own| own.of(question.name));
        Ok(own.unwrap_or(*question.limits).stretched(stretch))
    }
}

/// The job of a reference that reads a request's input.
fn job(
    reference: &Program,
    question: &AnswerRequest<'_>,
    limits: Limits,
) -> Result<Job, JudgeFailure> {
    let AnswerRequest { input, settings, .. } = question;
    let files = match box_files(reference, settings.files.as_deref()) {
        Ok(files) => files,
        Err((path, source)) => return Err(JudgeFailure::File { path, source }),
    };
    let mut argv = reference.command(&limits);
    argv.extend(settings.arguments.iter().map(OsString::from));
    let environment = reference.environment.clone();
    Ok(Job { argv, environment, input: Input::File(input.to_path_buf()), files, limits })
}

fn answer(
    runner: &mut dyn Runner,
    reference: &Program,
    (question, limits): (&AnswerRequest<'_>, Limits),
    interrupt: &Interrupt,
) -> Result<Answered, JudgeFailure> {
    let job = job(reference, question, limits)?;
    let run = run_part(runner, &job, interrupt)?;
    Ok(match classify_alone(&run, &limits) {
        Some(ruling) => Answered::Failed(ruling.message + &last_words(&run)),
        None => match &run.missing {
            Some(name) => Answered::Failed(format!("left no file `{name}`{}", last_words(&run))),
            None => Answered::Output(run.output),
        },
    })
}
