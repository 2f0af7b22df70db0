//! Judging the jury submissions, each for itself. One that must be too slow runs into limits on one core, so
//! it is judged beside the others; what comes of all is told in package order.

use std::collections::{HashSet, VecDeque};
use std::iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::problem::{Case, Expectation, Grader, Group, KeptSubmission, Problem, TimeBound};
use crate::sandbox::SandboxError;
use crate::submission::{Built, Program, Submission, first_error};

use super::super::ask::fold;
use super::super::schedule::under_conditions;
use super::super::session::ProgramGrading;
use super::super::time_limit::Ran;
use super::super::{Grade, Halt, JudgeFailure, Outcome, Parts, RecalledRuns, Tools};
use super::Step;

/// Failing secret cases after which a wrong submission counts as caught.
pub(super) const ENOUGH_FAILURES: usize = 2;

/// Judges one jury submission.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub(super) tools: Tools<'a>,
    pub(super) problem: &'a Problem,
    /// The groups of the problem with the conditions under which they are run.
    pub(super) root: &'a Group,
    pub(super) parts: &'a Parts,
    /// What was run before, to find the time limit.
    pub(super) ran: &'a Ran,
    /// Whether every submission runs on every case.
    pub(super) runs_all: bool,
}

/// The submissions to be judged, in package order.
#[derive(Clone, Copy)]
pub(super) struct Waiting<'a> {
    pub(super) kept: &'a [&'a KeptSubmission],
    /// Below the folder of submissions.
    pub(super) paths: &'a [PathBuf],
    pub(super) submissions: &'a [Submission],
}

/// What came of one.
pub(super) struct Judged {
    pub(super) grade: Grade,
    /// Whether there was a program to run.
    pub(super) is_program: bool,
    /// What somebody should know of its times.
    pub(super) warnings: Vec<String>,
    pub(super) recalled: RecalledRuns,
}

/// One that was judged beside the others: its number, its outcomes as they were settled, and what came of it.
type JudgedBeside = (usize, Vec<Outcome>, Result<Judged, JudgeFailure>);

/// Is given each submission by its number, and what came of it.
type Take<'t> = dyn FnMut(usize, Result<Judged, JudgeFailure>) -> Result<(), JudgeFailure> + 't;

impl Judge<'_> {
    /// Judges all and gives each to `take`, in package order, as soon as those before it are there. It does not
    /// depend on the number of workers what comes of them.
    ///
    /// # Errors
    /// The first that `take` returns, and what concerns them all.
    pub(super) fn all(
        &self,
        waiting: &Waiting<'_>,
        step: &(dyn Fn(Step<'_>) + Sync),
        take: &mut Take<'_>,
    ) -> Result<(), JudgeFailure> {
        let Some(_) = self.tools.ahead else { return self.in_turn(waiting, step, take) };
        let is_slow = |&number: &usize| {
            let timed = self.problem.timed(waiting.kept[number]);
            timed.iter().any(|timed| timed.bound == TimeBound::Upper)
        };
        let (slow, others): (Vec<_>, Vec<_>) = (0..waiting.kept.len()).partition(is_slow);
        let slow = Queue { numbers: Mutex::new(slow.into()), is_busy: AtomicBool::new(false) };
        let mut row = Row { ended: waiting.kept.iter().map(|_| None).collect(), next: 0, take };
        let (tell, hear) = mpsc::channel();
        thread::scope(|scope| {
            let _end = End(&slow);
            let queue = &slow;
            let beside = move || self.beside(waiting, queue, &tell);
            // Where no thread is to be had, they are judged after the others.
            drop(thread::Builder::new().spawn_scoped(scope, beside));
            let hear_of = |(number, settled, judged): JudgedBeside, row: &mut Row<'_, '_>| {
                step(Step::Judging(number));
                for outcome in &settled {
                    step(Step::Settled(outcome));
                }
                row.put(number, judged)
            };
            for number in others.into_iter().chain(iter::from_fn(|| slow.next())) {
                step(Step::Judging(number));
                let workers = slow.left_of(self.tools.workers);
                let settled = &mut |outcome: &Outcome| step(Step::Settled(outcome));
                let judged =
                    self.with(workers).one(waiting, number, self.build(waiting, number), settled);
                row.put(number, judged)?;
                hear.try_iter().try_for_each(|judged| hear_of(judged, &mut row))?;
            }
            hear.iter().try_for_each(|judged| hear_of(judged, &mut row))
        })
    }

    /// The same one after another, where nothing is built ahead.
    fn in_turn(
        &self,
        waiting: &Waiting<'_>,
        step: &(dyn Fn(Step<'_>) + Sync),
        take: &mut Take<'_>,
    ) -> Result<(), JudgeFailure> {
        let built = self.tools.build_all(waiting.submissions)?;
        for (number, built) in built.into_iter().enumerate() {
            step(Step::Judging(number));
            let settled = &mut |outcome: &Outcome| step(Step::Settled(outcome));
            take(number, self.one(waiting, number, built, settled))?;
        }
        Ok(())
    }

    /// Judges those that must be too slow, as long as nobody else does, on one core.
    fn beside(&self, waiting: &Waiting<'_>, slow: &Queue, tell: &Sender<JudgedBeside>) {
        let judge = self.with(NonZeroUsize::MIN);
        while let Some(number) = slow.next() {
            slow.is_busy.store(true, Ordering::Relaxed);
            let mut outcomes = Vec::new();
            let settled = &mut |outcome: &Outcome| outcomes.push(outcome.clone());
            let judged = judge.one(waiting, number, self.build(waiting, number), settled);
            slow.is_busy.store(false, Ordering::Relaxed);
            if tell.send((number, outcomes, judged)).is_err() {
                return;
            }
        }
    }

    fn with(&self, workers: NonZeroUsize) -> Self {
        Self { tools: Tools { workers, ..self.tools }, ..*self }
    }

    fn build(&self, waiting: &Waiting<'_>, number: usize) -> Result<Built, JudgeFailure> {
        self.tools.build_all(slice::from_ref(&waiting.submissions[number]))?.remove(0)
    }

    /// Judges one that came to this when it was built.
    fn one(
        &self,
        waiting: &Waiting<'_>,
        number: usize,
        built: Result<Built, JudgeFailure>,
        settled: &mut dyn FnMut(&Outcome),
    ) -> Result<Judged, JudgeFailure> {
        let (kept, path) = (waiting.kept[number], &waiting.paths[number]);
        let (mut warnings, recalled) = (Vec::new(), RecalledRuns::default());
        match built? {
            Built::Failed { message, .. } => {
                let notes = first_error(&message).map(|(_, line)| line.trim().to_owned());
                let notes = notes.into_iter().collect();
                let grade = Grade { notes, ..Grade::compile_error() };
                Ok(Judged { grade, is_program: false, warnings, recalled })
            }
            Built::Program(program) => {
                let grade = self.grade(&program, self.halt(&kept.expectation), settled)?;
                let recalled = RecalledRuns::of(&grade.outcomes);
                self.check_times(path, kept, &program, &grade, &mut warnings)?;
                let grade = self.at_upper_limit(kept, &program, grade, &mut warnings)?;
                Ok(Judged { grade, is_program: true, warnings, recalled })
            }
        }
    }

    /// Grades all cases; an interrupt ends it, since a partial result would say nothing.
    pub(super) fn grade(
        &self,
        program: &Program,
        halt: Halt,
        settled: &mut dyn FnMut(&Outcome),
    ) -> Result<Grade, JudgeFailure> {
        let Self { tools, problem, parts, ran, .. } = *self;
        let cases = &*problem.graded_cases();
        let grading = ProgramGrading { problem, cases, parts, program, halt, ran };
        let grade = tools.grade_program(&grading, settled)?;
        if tools.interrupt.is_set() {
            return Err(SandboxError::Interrupted.into());
        }
        Ok(grade)
    }

    fn halt(&self, expectation: &Expectation) -> Halt {
        let by_all = expectation.needs_all_cases() || self.root.grader != Grader::Own;
        if self.runs_all || by_all {
            Halt::Never
        } else if expectation.verdicts.must_fail() {
            Halt::SecretFailures(ENOUGH_FAILURES)
        } else {
            Halt::FirstFailure
        }
    }

    /// What the grade would be if groups had been run under their conditions alone.
    pub(super) fn under_conditions(&self, grade: Grade) -> Result<Grade, JudgeFailure> {
        if !self.runs_all || grade.outcomes.is_empty() {
            return Ok(grade);
        }
        // Answers need not be for all cases.
        let ran: HashSet<&str> = grade.outcomes.iter().map(|one| one.case.as_str()).collect();
        let mut cases: Vec<Case> = self.problem.graded_cases().into_owned();
        cases.retain(|case| ran.contains(case.name.as_str()));
        let settled = under_conditions(self.root, &cases, grade.outcomes);
        fold(settled, self.root, self.parts.grader.as_ref())
    }
}

/// Submissions that nobody has begun to judge.
struct Queue {
    numbers: Mutex<VecDeque<usize>>,
    /// Whether one of them is being judged beside the others.
    is_busy: AtomicBool,
}

impl Queue {
    fn next(&self) -> Option<usize> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    /// The workers that are left for the others.
    fn left_of(&self, workers: NonZeroUsize) -> NonZeroUsize {
        let busy = usize::from(self.is_busy.load(Ordering::Relaxed));
        NonZeroUsize::new(workers.get() - busy).unwrap_or(NonZeroUsize::MIN)
    }
}

/// Takes all from a queue at the end, also where that is an early one.
struct End<'a>(&'a Queue);

impl Drop for End<'_> {
    fn drop(&mut self) {
        while self.0.next().is_some() {}
    }
}

/// Puts what came of submissions into package order.
struct Row<'r, 't> {
    ended: Vec<Option<Result<Judged, JudgeFailure>>>,
    /// The first that was not given away.
    next: usize,
    take: &'r mut Take<'t>,
}

impl Row<'_, '_> {
    fn put(
        &mut self,
        number: usize,
        judged: Result<Judged, JudgeFailure>,
    ) -> Result<(), JudgeFailure> {
        let judged = match judged {
            Err(failure) if !failure.spoils_one() => return Err(failure),
            judged => judged,
        };
        self.ended[number] = Some(judged);
        while let Some(judged) = self.ended.get_mut(self.next).and_then(Option::take) {
            let number = self.next;
            self.next += 1;
            (self.take)(number, judged)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_early_waits_for_those_before_it() {
        let judged = || {
            let (warnings, recalled) = (Vec::new(), RecalledRuns::default());
            Ok(Judged { grade: Grade::compile_error(), is_program: false, warnings, recalled })
        };
        let mut taken = Vec::new();
        let mut take = |number, _| {
            taken.push(number);
            Ok(())
        };
        let mut row = Row { ended: vec![None, None, None, None], next: 0, take: &mut take };
        for number in [2, 0, 1] {
            row.put(number, judged()).unwrap();
        }
        let interrupted = row.put(3, Err(SandboxError::Interrupted.into()));
        assert!(interrupted.is_err());
        assert_eq!(taken, [0, 1, 2]);
    }

    #[test]
    fn one_worker_is_left_at_the_least() {
        let queue = Queue { numbers: Mutex::new([4, 5].into()), is_busy: AtomicBool::new(true) };
        let left = |workers| queue.left_of(NonZeroUsize::new(workers).unwrap()).get();
        assert_eq!([1, 2, 8].map(left), [1, 1, 7]);
        assert_eq!(queue.next(), Some(4));
        drop(End(&queue));
        assert_eq!(queue.next(), None);
    }
}
