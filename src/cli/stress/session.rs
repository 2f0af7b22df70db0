//! Stressing one submission after another, as a resolved request says.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;

use crate::judge::add::group_for;
use crate::judge::answer::{AnswerRequest, AnswerSource, Answered};
use crate::judge::stress::{
    Comparand, Goal, Inputs, Keep, Role, Searched, StressRequest, reduce, search,
};
use crate::judge::{JudgeFailure, Parts, Tools};
use crate::machine;
use crate::problem::Problem;
use crate::report::stress::{End, Find, Stressed};
use crate::sandbox::SandboxError;
use crate::shell;
use crate::submission::{Built, Program, Submission};

use super::super::context::word;
use super::super::progress::Progress;
use super::super::status::Failure;

/// What is to be searched for, as resolved from the arguments.
pub(super) struct Request {
    /// The problem.
    pub(super) problem: Problem,
    /// The submissions, one after another.
    pub(super) submissions: Vec<Submission>,
    /// Where another submission stands in the reference's place.
    pub(super) against: Option<PathBuf>,
    /// What is looked for.
    pub(super) goal: Goal,
    /// Time for the search.
    pub(super) time: Duration,
    /// How what is found is made smaller, if it is.
    pub(super) shrink: Option<Shrink>,
    /// Decides all inputs.
    pub(super) seed: u64,
    /// The numbers of those that are tried, from 0.
    pub(super) slice: Range<usize>,
    /// Where the smallest input goes to.
    pub(super) output: Option<PathBuf>,
    /// The words of `jury stress PROBLEM`, and the options that find the same inputs again.
    pub(super) command: (Vec<String>, Vec<String>),
    /// The words of `jury add PROBLEM`, where cases can be added to it.
    pub(super) add: Option<Vec<String>>,
}

/// How an input is made smaller.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shrink {
    pub(super) keep: Keep,
    pub(super) time: Duration,
}

impl Request {
    /// The command that finds the input again.
    fn repeat(&self, submission: &Submission) -> String {
        let (command, options) = self.command.clone();
        shell::command(&[command, vec![word(&submission.path)], options].concat())
    }

    /// The command that adds the input to the problem, to this group of it.
    fn add(&self, submission: &Submission, group: Option<String>) -> Option<String> {
        let mut words = self.add.clone()?;
        let given = self.output.as_deref().map(word);
        let file = given.clone().unwrap_or_else(|| "small.in".to_owned());
        words.push(file);
        if let Some(group) = group {
            words.extend(["--group".to_owned(), group]);
        }
        let add = shell::command(&words);
        Some(match given {
            Some(_) => add,
            None => format!("{} --output small.in; {add}", self.repeat(submission)),
        })
    }
}

/// The program that submissions are held against, with its name for people.
pub(super) struct Other {
    program: Program,
    name: String,
    role: Role,
    trusted: bool,
}

impl Other {
    fn rival(&self) -> Comparand<'_> {
        Comparand { program: &self.program, role: self.role, trusted: self.trusted }
    }
}

/// The other submission, or the reference where an answer is needed.
pub(super) fn other(
    tools: &Tools<'_>,
    parts: &Parts,
    request: &Request,
) -> Result<Option<Other>, Failure> {
    let problem = &request.problem;
    let role = if parts.takes_answer { Role::Answers } else { Role::Competes };
    if let Some(path) = &request.against {
        let program = tools.build_part(tools.languages.identify_kept(problem, path, None)?)?;
        let name = path.display().to_string();
        return Ok(Some(Other { program, name, role, trusted: false }));
    }
    // Nothing tells whether a program reads the answer: without a reference, it goes without.
    if !parts.takes_answer || !parts.requires_answer && problem.reference.is_none() {
        return Ok(None);
    }
    if problem.reference.is_none() {
        return Err(Failure::usage(anyhow!(
            "the checker of `{}` needs an answer, but the problem has no reference to make one: \
             name another submission with --against",
            problem.slug
        )));
    }
    let program = tools.build_part(tools.reference(problem)?)?;
    Ok(Some(Other { program, name: "reference".to_owned(), role, trusted: true }))
}

/// What stressing each submission needs.
pub(super) struct Stress<'a> {
    pub(super) request: &'a Request,
    pub(super) tools: &'a Tools<'a>,
    pub(super) parts: &'a Parts,
    pub(super) inputs: &'a Inputs,
    pub(super) other: Option<&'a Other>,
    pub(super) scratch: &'a Path,
}

impl Stress<'_> {
    /// One submission. The machine's failure at it is told: the others may fare better.
    pub(super) fn one(
        &self,
        submission: &Submission,
        built: Result<Built, JudgeFailure>,
    ) -> Result<Stressed, Failure> {
        let end = built.and_then(|built| match built {
            Built::Failed { message, .. } => Ok(End::NotBuilt(message)),
            Built::Program(program) => self.hunt(submission, &program),
        });
        let end = match end {
            Err(failure) if failure.spoils_one() => End::FailedGrade(machine::in_words(&failure)),
            end => end?,
        };
        let language = submission.language.name.clone();
        Ok(Stressed { path: submission.path.clone(), language, end })
    }

    fn hunt(&self, submission: &Submission, program: &Program) -> Result<End, JudgeFailure> {
        let hunt = StressRequest {
            tools: self.tools,
            problem: &self.request.problem,
            parts: self.parts,
            program,
            rival: self.other.map(Other::rival),
            inputs: self.inputs,
            goal: self.request.goal,
            seed: self.request.seed,
            slice: &self.request.slice,
            scratch: self.scratch,
        };
        let progress = Progress::new(0);
        progress.file(&submission.path);
        let searched = search(&hunt, self.request.time, &mut |tally| {
            progress.doing(format!("{} inputs, {:.0} a second", tally.tried, tally.rate()));
        })?;
        let Some(catch) = searched.catch.clone() else {
            let interrupted = self.tools.interrupt.is_set();
            return Ok(End::Nothing {
                tally: searched.tally,
                used: self.used(&searched),
                longest: searched.longest,
                interrupted,
            });
        };
        let reduce = |shrink: Shrink| {
            let from = catch.input.len();
            reduce(&hunt, catch.clone(), shrink.keep, shrink.time, &mut |tally, catch| {
                let to = catch.input.len();
                progress.doing(format!("shrinking: {from} to {to} bytes, {} tried", tally.tried));
            })
        };
        let reduced = self.request.shrink.map(reduce).transpose()?;
        drop(progress);
        let smallest = reduced.as_ref().map_or(&catch, |reduced| &reduced.catch);
        let validator = self.parts.validator.as_deref();
        let group =
            group_for(&self.request.problem, validator, &smallest.like.group, &smallest.input)?;
        let add = self.request.add(submission, group);
        let mut find = Find {
            tally: searched.tally,
            catch,
            reduced,
            validated: self.parts.validator.is_some(),
            other: None,
            seed: self.request.seed,
            repeat: self.request.repeat(submission),
            add,
        };
        find.other = self.other_output(&find)?;
        Ok(End::Found(Box::new(find)))
    }

    /// How much was tried of the source of inputs, or of the slice that was asked for.
    fn used(&self, searched: &Searched) -> Option<String> {
        let Request { slice, seed, .. } = self.request;
        if slice.end == usize::MAX {
            return self.inputs.used(searched.last);
        }
        let words = format!("inputs {} to {} of seed {seed}", slice.start + 1, slice.end);
        Some(match searched {
            Searched { was_cut_off: true, last: 0, .. } => {
                format!("cut off: the time was up before any of {words} was tried")
            }
            Searched { was_cut_off: true, last, .. } => {
                format!("cut off: the time was up at input {last}, so not all {words} were tried")
            }
            _ => format!("{words} were tried"),
        })
    }

    /// What the other program, or else the reference, makes of the input.
    fn other_output(&self, find: &Find) -> Result<Option<(String, Vec<u8>)>, JudgeFailure> {
        if let (Some(other), Some(output)) = (self.other, &find.smallest().trial.answer) {
            return Ok(Some((other.name.clone(), output.clone())));
        }
        let has_answer = AnswerSource::of(&self.request.problem) == AnswerSource::Reference;
        if !has_answer || self.tools.interrupt.is_set() {
            return Ok(None);
        }
        let path = self.scratch.join("shown.in");
        std::fs::write(&path, &find.smallest().input)
            .map_err(|source| JudgeFailure::Scratch { path: path.clone(), source })?;
        let answered = || -> Result<Answered, JudgeFailure> {
            let program = self.tools.build_part(self.tools.reference(&self.request.problem)?)?;
            let mut runner = self.tools.open(&program)?;
            let problem = &self.request.problem;
            let limits = &problem.limits;
            let settings = &find.smallest().like.settings;
            let question = AnswerRequest { input: &path, name: "", limits, settings };
            self.tools.answer(problem, runner.as_mut(), &program, &question)
        };
        match answered() {
            Ok(Answered::Output(output)) => Ok(Some(("reference".to_owned(), output))),
            // It is only shown beside; what was found stands without it.
            Ok(Answered::Failed(_))
            | Err(
                JudgeFailure::NoReferenceProgram(_)
                | JudgeFailure::Sandbox(SandboxError::Interrupted),
            ) => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}
