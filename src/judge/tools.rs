//! What judging works with, bundled: the sandbox, the build cache, the folder of shipped reference
//! programs, the number of workers and the interrupt.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::RwLock;

use crate::problem::{Case, Problem, Reference};
use crate::sandbox::{Interrupt, Sandbox};
use crate::submission::{Built, Cache, Program, Submission, build, identify};

use super::side_by_side::side_by_side;
use super::{Assignment, Grade, Halt, JudgeFailure, Outcome, Parts, Runner, judge};

/// What judging works with.
#[derive(Debug, Clone, Copy)]
pub struct Tools<'a> {
    /// Where programs run.
    pub sandbox: &'a Sandbox,
    /// Where builds are kept.
    pub cache: &'a Cache,
    /// The folder that holds the shipped reference programs.
    pub references: &'a Path,
    /// Asks everything to stop.
    pub interrupt: &'a Interrupt,
    /// Runs share it for reading; one that must be alone holds it for writing.
    pub machine: &'a RwLock<()>,
    /// How many runs or builds go on side by side.
    pub workers: NonZeroUsize,
}

impl Tools<'_> {
    /// Builds submissions side by side; results in the order given. What the machine spoilt is an
    /// error of that submission alone.
    ///
    /// # Errors
    /// The first failure on our side that concerns them all.
    pub fn build_all(
        &self,
        submissions: &[Submission],
    ) -> Result<Vec<Result<Built, JudgeFailure>>, JudgeFailure> {
        // A build that took more than its share would take it from the others, or from us.
        let builders = self.workers.get().min(submissions.len()).max(1) as u64;
        let share = self.sandbox.memory_to_give() / builders;
        let build = |(): &mut (), submission: &Submission| {
            let built = build(submission, self.sandbox, self.cache, self.interrupt, share);
            match built.map_err(JudgeFailure::from) {
                Err(failure) if !failure.spoils_one() => Err(failure),
                built => Ok(built),
            }
        };
        side_by_side(self.workers, submissions, || (), build)
    }

    /// Builds a part of a package, such as its generator or its reference.
    ///
    /// # Errors
    /// [`JudgeFailure::Package`] when it does not build.
    pub fn build_part(&self, part: Submission) -> Result<Program, JudgeFailure> {
        let path = part.path.clone();
        match self.build_all(&[part])?.remove(0)? {
            Built::Program(program) => Ok(program),
            Built::Failed { message, .. } => {
                Err(JudgeFailure::Package(format!("{} does not build:\n{message}", path.display())))
            }
        }
    }

    /// The problem's reference as a submission.
    ///
    /// # Errors
    /// [`JudgeFailure::NoReference`] when the problem has none or it is not where it should be.
    pub fn reference(&self, problem: &Problem) -> Result<Submission, JudgeFailure> {
        match &problem.reference {
            None => Err(JudgeFailure::NoReference {
                slug: problem.slug.clone(),
                settings: problem.layout.settings,
            }),
            Some(Reference::Source(path)) => Ok(identify(path, None)?),
            Some(Reference::Shipped(name)) => self.shipped(name),
        }
    }

    /// A shipped reference program as a submission.
    ///
    /// # Errors
    /// [`JudgeFailure::ReferenceNotBuilt`] when it is not where it should be.
    pub fn shipped(&self, name: &str) -> Result<Submission, JudgeFailure> {
        let path = self
            .references
            .join(format!("jury-reference-{name}"))
            .with_extension(std::env::consts::EXE_EXTENSION);
        if !path.is_file() {
            return Err(JudgeFailure::ReferenceNotBuilt(path));
        }
        Ok(identify(&path, Some("executable"))?)
    }

    /// Grades a program on these cases of the problem.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub fn grade(
        &self,
        problem: &Problem,
        cases: &[Case],
        parts: &Parts,
        program: &Program,
        halt: Halt,
        settled: &mut dyn FnMut(&Outcome),
    ) -> Result<Grade, JudgeFailure> {
        let assignment = Assignment {
            cases,
            program,
            checker: parts.checker.as_ref(),
            interactor: parts.interactor.as_ref(),
            root: &problem.root,
            show_answer: parts.needs_answer,
            details: parts.details.as_ref(),
            halt,
            machine: self.machine,
            workers: self.workers,
        };
        judge(&assignment, &|| self.open(program), self.interrupt, settled)
    }

    /// Opens a place where the program can run.
    ///
    /// # Errors
    /// As [`Sandbox::open`].
    pub fn open(&self, program: &Program) -> Result<Box<dyn Runner>, crate::sandbox::SandboxError> {
        Ok(Box::new(self.sandbox.open(&program.view)?))
    }
}
