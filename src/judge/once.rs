//! Running a submission once, on an input of the user's own or on a case, to see what it writes. Cases
//! are judged as for a grade; what nobody can judge is run all the same.

use std::fs::File;
use std::time::Duration;

use jury_checkers::{Files, Judgement};

use crate::checker::{Checker, Decision, PartFailure, Terms};
use crate::problem::{Case, CaseSettings, CheckerChoice, LimitRules, Problem};
use crate::ruling::classify;
use crate::sandbox::{Input, Interrupt, Job, Run, SandboxError, Slot};
use crate::submission::Program;
use crate::verdict::Verdict;

use super::answer::{AnswerRequest, Answered};
use super::case::measured;
use super::details::Details;
use super::failure::JudgeFailure;
use super::outcome::{Outcome, outcome};
use super::parts::Parts;
use super::reason::{self, Reason};
use super::runner::Runner;
use super::set_aside::SetAside;
use super::startup::own_limits;
use super::tools::Tools;

/// The wall time that somebody who types may take.
const TYPING: Duration = Duration::from_hours(1);

/// What came of a run.
#[derive(Debug)]
pub struct Once {
    /// The verdict and what the run cost. Of what nobody judged, `AC` says only that it ran well.
    pub outcome: Outcome,
    /// What it wrote to standard output; nothing where that went elsewhere.
    pub output: Vec<u8>,
    /// What it wrote to standard error, as far as it is kept.
    pub errors: Vec<u8>,
}

/// An input of the user's own as a case, in a temporary folder, which is there as long as this.
#[derive(Debug)]
pub struct OwnCase {
    /// The case.
    pub case: Case,
    folder: SetAside,
}

impl OwnCase {
    /// An input without an answer, under the widest limits of any case.
    ///
    /// # Errors
    /// When temporary files cannot be written.
    pub fn new(problem: &Problem, input: &[u8]) -> Result<Self, JudgeFailure> {
        let folder = SetAside::new()?;
        let case = Case {
            name: "input".to_owned(),
            group: String::new(),
            input: folder.write("own", "in", input)?,
            answer: None,
            limits: problem.widest_limits(),
            settings: CaseSettings::default(),
        };
        Ok(Self { case, folder })
    }

    /// A case of the problem, which may get another answer.
    ///
    /// # Errors
    /// When there is no temporary folder.
    pub fn like(case: &Case) -> Result<Self, JudgeFailure> {
        Ok(Self { case: case.clone(), folder: SetAside::new()? })
    }

    /// Gives it this answer.
    ///
    /// # Errors
    /// When temporary files cannot be written.
    pub fn answer(&mut self, answer: &[u8]) -> Result<(), JudgeFailure> {
        self.case.answer = Some(self.folder.write("own", "ans", answer)?);
        Ok(())
    }
}

impl Parts {
    /// Whether they can judge an output without the jury's answer. A program of the package may look for
    /// one, and nothing tells.
    pub fn judge_without_answer(&self, problem: &Problem) -> bool {
        let is_program = matches!(problem.checker, CheckerChoice::Programs(_));
        self.interactor.is_some() || !(self.requires_answer || is_program)
    }
}

impl Tools<'_> {
    /// Runs a program on one case; the checker or interactor decides, unless nothing is to be checked.
    /// A dialogue is kept however it ends.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub fn run_once(
        &self,
        problem: &Problem,
        parts: &Parts,
        program: &Program,
        case: &Case,
        is_checked: bool,
    ) -> Result<Once, JudgeFailure> {
        let details = Details::dialogues();
        let mut bench = self.bench(problem, parts, program)?;
        bench.details = Some(&details);
        if !is_checked {
            bench.checker = &Unchecked;
            bench.passes = None;
        }
        let mut runner = Listening { runner: self.open(program)?, errors: Vec::new() };
        let (outcome, output) = bench.judge_keeping(&mut runner, case)?;
        let errors = match &outcome.evidence {
            Some(seen) if seen.transcript.is_some() => seen.errors.clone(),
            _ => program.as_known(&runner.errors).into_owned(),
        };
        Ok(Once { outcome, output, errors })
    }

    /// Runs a program that talks with the user: it reads what comes from `source`, and `write` gets what
    /// it writes at once. Nobody judges what it says, and the wall time is that of a person.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub fn run_by_hand(
        &self,
        problem: &Problem,
        program: &Program,
        source: &mut File,
        write: &mut dyn FnMut(&[u8]),
    ) -> Result<Once, JudgeFailure> {
        let own = OwnCase::new(problem, b"")?;
        let usual = own_limits(problem, program).map_or(own.case.limits, LimitRules::usual);
        let mut limits = usual.stretched(self.stretch(problem, program)?);
        limits.wall = TYPING;
        let job = Job {
            argv: program.command(&limits),
            environment: program.environment.clone(),
            input: Input::Empty,
            files: Vec::new().into(),
            limits,
        };
        let mut slot = self.sandbox.open(&program.view)?;
        let run = slot.run_live(&job, source, write, self.interrupt)?;
        let errors = program.as_known(&run.errors).into_owned();
        let (verdict, message) = match classify(&run, &limits) {
            None => (Verdict::Accepted, String::new()),
            Some(ruling) => {
                let reason = Reason::of(run.ending, &errors, &program.submission.language);
                let ruling = reason::told(ruling, reason);
                (ruling.verdict, ruling.message)
            }
        };
        let facts = Some(measured(&run, &limits, None));
        let outcome = outcome(&own.case, verdict, facts, None, message);
        Ok(Once { outcome, output: Vec::new(), errors })
    }

    /// What the problem's reference, built, writes on a case.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub fn answer_once(
        &self,
        problem: &Problem,
        reference: &Program,
        case: &Case,
    ) -> Result<Answered, JudgeFailure> {
        let question = AnswerRequest {
            input: &case.input,
            name: &case.name,
            limits: &case.limits,
            settings: &case.settings,
        };
        self.answer(problem, self.open(reference)?.as_mut(), reference, &question)
    }
}

/// Stands for a checker where nothing is checked.
#[derive(Debug)]
struct Unchecked;

impl Checker for Unchecked {
    fn check(&self, _: &Files<'_>, _: &Terms<'_>) -> Result<Decision, PartFailure> {
        Ok(Judgement::accepted("").into())
    }
}

/// Keeps the whole standard error of the last run, which evidence does not.
struct Listening {
    runner: Box<dyn Runner>,
    errors: Vec<u8>,
}

impl Runner for Listening {
    fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError> {
        let run = self.runner.run(job, interrupt)?;
        self.errors.clone_from(&run.errors);
        Ok(run)
    }

    fn slot(&mut self) -> Option<&mut Slot> {
        self.runner.slot()
    }
}
