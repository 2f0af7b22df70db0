//! The programs of a package that judge, ready for use.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use jury_checkers::{Files, Opinion};

use crate::checker::{
    AllOf, Checker, DefaultValidator, External, GroupGrader, Interactive, Interactor, PartFailure,
    Start, StaticValidator, Terms, Validator,
};
use crate::digest::Digest;
use crate::problem::{CheckerChoice, Conventions, Part, Problem, ValidatorChoice};
use crate::submission::{Built, Languages, Program, Submission, SubmissionError};

use super::case::Bench;
use super::details::Details;
use super::failure::JudgeFailure;
use super::file_digests::FileDigests;
use super::startup::own_limits;
use super::tools::{Tools, program_of};

/// A problem's checker, validator and grader, or its interactor in the checker's place.
#[derive(Debug)]
pub struct Parts {
    /// Decides outputs. Where there is an interactor, it refuses to.
    pub checker: Box<dyn Checker>,
    /// Decides inputs, where the problem has a validator.
    pub validator: Option<Box<dyn Validator>>,
    /// Talks with submissions and decides, where the problem is interactive.
    pub interactor: Option<Interactor>,
    /// Grades groups, where the problem has a program for that.
    pub grader: Option<GroupGrader>,
    /// Decides by the files of submissions, where the problem has a program for that.
    pub static_validator: Option<StaticValidator>,
    /// Whether the checker compares with the jury's answer; without one, many outputs are right.
    pub needs_answer: bool,
    /// Whether what decides outputs is given the jury's answer and may look at it: so does every program,
    /// though many outputs may be right.
    pub takes_answer: bool,
    /// Whether nothing can be judged before there is an answer: the checker compares with it, or the
    /// package is of the Kattis family, where every case has one.
    pub requires_answer: bool,
    /// What to show of every case, where a report is kept.
    pub details: Option<Details>,
    /// What inputs and answers hold, as far as it was asked before.
    pub(super) files: FileDigests,
    /// What tells the checker or the interactor from others, with its options.
    pub(super) deciders: Digest,
    /// By the paths of the package's programs that are ready, what they are.
    pub(super) programs: HashMap<PathBuf, String>,
}

/// Makes a program of the package ready, which is a checker, validator, interactor or grader.
type Ready<'a> = &'a dyn Fn(&'static str, &Part) -> Result<External, JudgeFailure>;

impl Parts {
    /// Why the checker, on these terms, does not accept the jury's own answer to a case; `None` when it does, be it
    /// for a part of the points: nobody may know an answer that gets them all.
    ///
    /// # Errors
    /// As [`Checker::check`].
    pub fn refusal(
        &self,
        terms: &Terms<'_>,
        input: &[u8],
        answer: &[u8],
    ) -> Result<Option<String>, PartFailure> {
        let files = Files { input, output: answer, answer: Some(answer) };
        let decision = self.checker.check(&files, terms)?;
        let is_right = matches!(decision.opinion, Opinion::Accepted | Opinion::PartialScore);
        Ok((!is_right).then_some(decision.message))
    }

    /// Has the reference's scores told beside those of a submission, where the problem has some.
    pub fn show_reference_scores(&mut self, problem: &Problem) {
        self.details = Details::scores_of(problem, self.needs_answer);
    }

    /// Has every case shown, for a report that is kept.
    pub fn show_every_case(&mut self, problem: &Problem) {
        self.details = Some(Details::of(problem, self.needs_answer));
    }
}

/// What builds of programs of the package came to, by their paths.
type BuiltParts<'p> = HashMap<&'p Path, Result<Built, JudgeFailure>>;

/// The programs that decide outputs or files of submissions and grade groups, where there are some.
pub(super) fn deciding(problem: &Problem) -> impl Iterator<Item = &Part> {
    let checkers = if problem.interactor.is_some() { &[] } else { problem.checker.programs() };
    let of_files = problem.static_validation.iter().map(|own| &own.program);
    let dialogues = problem.interactor.iter().chain(&problem.dialogue_checker);
    dialogues.chain(checkers).chain(&problem.grader).chain(of_files)
}

impl Tools<'_> {
    /// The problem's own parts; programs are built.
    ///
    /// # Errors
    /// [`JudgeFailure::Package`] when the package names a part that cannot be used.
    pub fn parts(&self, problem: &Problem) -> Result<Parts, JudgeFailure> {
        let validators = problem.validator.as_ref().map_or(&[][..], ValidatorChoice::programs);
        let built = self.build_parts(problem, deciding(problem).chain(validators))?;
        let ready: Ready<'_> = &|kind, part| self.external(problem, kind, part, &built);
        Parts::new(problem, problem.validator.as_ref(), ready)
    }

    /// The parts that decide outputs alone: a validator is not built where no input is looked at.
    ///
    /// # Errors
    /// As [`Tools::parts`].
    pub fn deciding_parts(&self, problem: &Problem) -> Result<Parts, JudgeFailure> {
        let built = self.build_parts(problem, deciding(problem))?;
        Parts::new(problem, None, &|kind, part| self.external(problem, kind, part, &built))
    }

    /// The problem's answer validators, which are built.
    ///
    /// # Errors
    /// As [`Tools::parts`].
    pub(super) fn answer_validators(
        &self,
        problem: &Problem,
    ) -> Result<Vec<External>, JudgeFailure> {
        let all = || problem.answer_validators.iter();
        let built = self.build_parts(problem, all())?;
        all().map(|part| self.external(problem, "answer validator", part, &built)).collect()
    }

    /// What judging any case of this program needs.
    pub(super) fn bench<'b>(
        &'b self,
        problem: &'b Problem,
        parts: &'b Parts,
        program: &'b Program,
    ) -> Result<Bench<'b>, JudgeFailure> {
        Ok(Bench {
            program,
            stretch: self.stretch(problem, program)?,
            own_limits: own_limits(problem, program),
            checker: parts.checker.as_ref(),
            interactor: parts.interactor.as_ref(),
            answers: None,
            static_check: None,
            grader: parts.grader.as_ref(),
            passes: problem.passes,
            root: &problem.root,
            files: self.recall.map_or(&parts.files, |recall| &recall.files),
            show_answer: parts.needs_answer,
            details: parts.details.as_ref(),
            longer_run: None,
            until: None,
            interrupt: self.interrupt,
            machine: self.machine,
        })
    }

    /// Builds programs of the package side by side. A program that cannot be built is reported
    /// where it is used.
    fn build_parts<'p>(
        &self,
        problem: &Problem,
        parts: impl Iterator<Item = &'p Part>,
    ) -> Result<BuiltParts<'p>, JudgeFailure> {
        let identify = |part: &'p Part| {
            Some((part.path.as_path(), identified(problem, part, self.languages).ok()?))
        };
        let (paths, submissions): (Vec<&Path>, Vec<_>) = parts.filter_map(identify).unzip();
        Ok(paths.into_iter().zip(self.build_all(&submissions)?).collect())
    }

    fn external(
        &self,
        problem: &Problem,
        kind: &'static str,
        part: &Part,
        built: &BuiltParts<'_>,
    ) -> Result<External, JudgeFailure> {
        let submission = identified(problem, part, self.languages)?;
        let program = match built.get(part.path.as_path()) {
            Some(Ok(built)) => program_of(&part.path, &submission, built.clone())?,
            _ => self.build_part(submission)?,
        };
        // Scripts and executables may be in any language.
        let own = program.submission.language.crash.clone();
        let crash_signs = if own.is_empty() { self.languages.crash_signs() } else { own };
        let at_hand = program.at_hand_of_part();
        let start = Start {
            argv: program.command(&part.limits),
            environment: program.environment,
            view: program.view,
            at_hand,
            crash_signs,
            identity: program.identity,
        };
        let (sandbox, interrupt) = (self.sandbox.clone(), self.interrupt.clone());
        Ok(External::new(kind, part.clone(), start, sandbox, interrupt))
    }
}

/// The sources of a part.
pub(super) fn identified(
    problem: &Problem,
    part: &Part,
    languages: &Languages,
) -> Result<Submission, SubmissionError> {
    let submission = languages.identify_part(problem, &part.path)?;
    Ok(if part.is_unbuffered { submission.unbuffered() } else { submission })
}

impl Parts {
    /// Whether any part is a program, and so needs a sandbox.
    pub fn need_a_sandbox(problem: &Problem) -> bool {
        matches!(problem.checker, CheckerChoice::Programs(_))
            || matches!(problem.validator, Some(ValidatorChoice::Programs(_)))
            || problem.interactor.is_some()
            || problem.grader.is_some()
            || problem.static_validation.is_some()
    }

    /// Parts that need no sandbox.
    ///
    /// # Errors
    /// As [`Tools::parts`]; also when one does need a sandbox.
    pub fn in_process(problem: &Problem) -> Result<Self, JudgeFailure> {
        Self::new(problem, problem.validator.as_ref(), &|kind, part| {
            let message = format!("the {kind} `{}` is a program: it needs a sandbox", part.name);
            Err(JudgeFailure::Package(message))
        })
    }

    fn new(
        problem: &Problem,
        validator: Option<&ValidatorChoice>,
        ready: Ready<'_>,
    ) -> Result<Self, JudgeFailure> {
        let programs = RefCell::new(HashMap::new());
        let ready = &|kind, part: &Part| {
            let external = ready(kind, part)?;
            let identity = external.identity().key().to_string();
            programs.borrow_mut().insert(part.path.clone(), identity);
            Ok::<_, JudgeFailure>(external)
        };
        let (checker, needs_answer): (Box<dyn Checker>, _) = match &problem.checker {
            _ if problem.interactor.is_some() => (Box::new(Interactive), false),
            CheckerChoice::Programs(parts) => {
                let mut all: Vec<_> =
                    parts.iter().map(|part| ready("checker", part)).collect::<Result<_, _>>()?;
                match all.len() {
                    1 => (Box::new(all.remove(0)), false),
                    _ => (Box::new(AllOf(all)), false),
                }
            }
            CheckerChoice::Default { flags, lenient } => {
                (Box::new(DefaultValidator::new(flags, *lenient)), true)
            }
            CheckerChoice::Shipped { name, options } => {
                let checker = crate::checker::checker(name, options)
                    .map_err(|bad| JudgeFailure::Package(bad.to_string()))?;
                (checker, crate::checker::needs_answer(name))
            }
        };
        let validator = match validator {
            None => None,
            Some(ValidatorChoice::Shipped(name)) => crate::checker::validator(name),
            Some(ValidatorChoice::Programs(parts)) => {
                let parts = parts.iter().map(|part| ready("validator", part));
                let all = AllOf(parts.collect::<Result<_, _>>()?);
                Some(Box::new(all) as Box<dyn Validator>)
            }
        };
        let interactor = problem.interactor.as_ref().map(|part| ready("interactor", part));
        let after = problem.dialogue_checker.as_ref().map(|part| ready("checker", part));
        let after = after.transpose()?;
        let interactor = interactor.transpose()?.map(|program| Interactor::new(program, after));
        let grader = problem.grader.as_ref().map(|part| ready("grader", part)).transpose()?;
        let grader = grader.map(GroupGrader::new);
        let static_validator = problem.static_validation.as_ref();
        let static_validator =
            static_validator.map(|own| ready("static validator", &own.program)).transpose()?;
        let is_family = problem.additions.conventions == Conventions::Kattis;
        let is_one_run = interactor.is_none() && problem.passes.is_none();
        let is_program = matches!(problem.checker, CheckerChoice::Programs(_));
        let requires_answer = needs_answer || is_family && is_one_run;
        let takes_answer = requires_answer || is_program && is_one_run;
        let identity = |path: &Path| Ok(programs.borrow().get(path).cloned().unwrap_or_default());
        let deciders = problem.digest_of_deciders::<JudgeFailure>(identity)?;
        let programs = programs.take();
        let details = None;
        Ok(Self {
            checker,
            validator,
            interactor,
            grader,
            static_validator: static_validator.map(StaticValidator::new),
            needs_answer,
            takes_answer,
            requires_answer,
            details,
            files: FileDigests::default(),
            deciders,
            programs,
        })
    }
}
