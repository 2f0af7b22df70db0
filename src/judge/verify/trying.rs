//! Judging the jury submissions, each for itself. One that must be too slow runs into limits on one core, so
//! it is judged beside the others, with which it shares the seats; what comes of all is told in package order.

use std::collections::{HashSet, VecDeque};
use std::iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::slice;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::pool::Seats;
use crate::problem::{
    Case, Expectation, Grader, Group, KeptSubmission, Problem, ProvedCases, TimeBound,
};
use crate::sandbox::SandboxError;
use crate::submission::{Built, Program, Submission, first_error};

use super::super::ask::fold;
use super::super::longer_run::LongerRun;
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
        let is_slow = |&number: &usize| self.must_be_too_slow(waiting.kept[number]);
        let (slow, others): (Vec<_>, Vec<_>) = (0..waiting.kept.len()).partition(is_slow);
        let slow = Queue(Mutex::new(slow.into()));
        // What is judged beside the others is run ahead of need only when they have ended.
        let all_seats = Seats::new(self.tools.workers, None);
        let seats_beside = Seats::new(NonZeroUsize::MIN, Some(&all_seats));
        let [judge, judge_beside] = [&all_seats, &seats_beside]
            .map(|seats| Judge { tools: Tools { seats: Some(seats), ..self.tools }, ..*self });
        let mut row = Row { ended: waiting.kept.iter().map(|_| None).collect(), next: 0, take };
        let (tell, hear) = mpsc::channel();
        thread::scope(|scope| {
            let _end = End(&slow);
            let queue = &slow;
            let beside = move || judge_beside.beside(waiting, queue, &tell);
            // Where no thread is to be had, they are judged after the others.
            drop(thread::Builder::new().spawn_scoped(scope, beside));
            let hear_of = |(number, settled, judged): JudgedBeside, row: &mut Row<'_, '_>| {
                step(Step::Judging(number));
                for outcome in &settled {
                    step(Step::Settled(outcome));
                }
                row.put(number, judged)
            };
            let mut judge_here = |number: usize| {
                step(Step::Judging(number));
                let settled = &mut |outcome: &Outcome| step(Step::Settled(outcome));
                let judged = judge.one(waiting, number, judge.build(waiting, number), settled);
                row.put(number, judged)?;
                hear.try_iter().try_for_each(|judged| hear_of(judged, &mut row))
            };
            others.into_iter().try_for_each(&mut judge_here)?;
            seats_beside.add(self.tools.workers.get() - 1);
            iter::from_fn(|| queue.next()).try_for_each(judge_here)?;
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

    /// Judges those that must be too slow, as long as nobody else does.
    fn beside(&self, waiting: &Waiting<'_>, slow: &Queue, tell: &Sender<JudgedBeside>) {
        while let Some(number) = slow.next() {
            let mut outcomes = Vec::new();
            let settled = &mut |outcome: &Outcome| outcomes.push(outcome.clone());
            let judged = self.one(waiting, number, self.build(waiting, number), settled);
            if tell.send((number, outcomes, judged)).is_err() {
                return;
            }
        }
    }

    fn must_be_too_slow(&self, kept: &KeptSubmission) -> bool {
        self.problem.timed(kept).iter().any(|timed| timed.bound == TimeBound::Upper)
    }

    /// Of one that must be too slow it is asked whether it is so under the upper limit, too.
    fn longer_run(&self, kept: &KeptSubmission) -> Option<LongerRun> {
        let is_asked = self.problem.is_kattis() && self.must_be_too_slow(kept);
        is_asked.then(|| LongerRun::of(self.problem.time_rule.to_too_slow))
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
                let longer_run = self.longer_run(kept);
                let halt = self.halt(&kept.expectation);
                let grade = self.grade(&program, halt, longer_run.as_ref(), settled)?;
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
        longer_run: Option<&LongerRun>,
        settled: &mut dyn FnMut(&Outcome),
    ) -> Result<Grade, JudgeFailure> {
        let Self { tools, problem, parts, ran, .. } = *self;
        let cases = &*problem.graded_cases();
        let grading = ProgramGrading { problem, cases, parts, program, halt, ran, longer_run };
        let grade = tools.grade_program(&grading, settled)?;
        if tools.interrupt.is_set() {
            return Err(SandboxError::Interrupted.into());
        }
        Ok(grade)
    }

    fn halt(&self, expectation: &Expectation) -> Halt {
        let Some(by) = expectation.decided_by() else { return Halt::Never };
        if self.runs_all || self.root.grader != Grader::Own {
            Halt::Never
        } else if expectation.verdicts.must_fail() || by.must_fail() {
            Halt::Caught { failures: ENOUGH_FAILURES, by }
        } else if by.permits_all_of_a_case() {
            Halt::FirstFailure
        } else {
            Halt::Never
        }
    }

    /// What the grade would be if groups had been run under their conditions alone; only its score, where what is
    /// expected is of all cases.
    pub(super) fn under_conditions(&self, grade: Grade) -> Result<Grade, JudgeFailure> {
        let proves_all = self.problem.additions.proved == ProvedCases::All;
        if !(self.runs_all || proves_all) || grade.outcomes.is_empty() {
            return Ok(grade);
        }
        let of_all = proves_all.then(|| grade.clone());
        // Answers need not be for all cases.
        let ran: HashSet<&str> = grade.outcomes.iter().map(|one| one.case.as_str()).collect();
        let mut cases: Vec<Case> = self.problem.graded_cases().into_owned();
        cases.retain(|case| ran.contains(case.name.as_str()));
        let settled = under_conditions(self.root, &cases, grade.outcomes);
        let settled = fold(settled, self.root, self.parts.grader.as_ref())?;
        Ok(match of_all {
            Some(of_all) => Grade { score: settled.score, best: settled.best, ..of_all },
            None => settled,
        })
    }
}

/// Submissions that nobody has begun to judge.
struct Queue(Mutex<VecDeque<usize>>);

impl Queue {
    fn next(&self) -> Option<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
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
        let ended = std::iter::repeat_with(|| None).take(5).collect();
        let mut row = Row { ended, next: 0, take: &mut take };
        for number in [2, 0, 1] {
            row.put(number, judged()).unwrap();
        }
        // What spoils one submission is what came of it.
        row.put(3, Err(SandboxError::Lost.into())).unwrap();
        let interrupted = row.put(4, Err(SandboxError::Interrupted.into()));
        assert!(interrupted.is_err());
        assert_eq!(taken, [0, 1, 2, 3]);
    }

    #[test]
    fn nothing_is_left_in_a_queue_at_an_early_end() {
        let queue = Queue(Mutex::new([4, 5].into()));
        assert_eq!(queue.next(), Some(4));
        drop(End(&queue));
        assert_eq!(queue.next(), None);
    }
}
