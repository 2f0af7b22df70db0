//! Workers that run cases ahead of need, and the one owner that folds what they find. Of equal cases
//! one is run, the first one that a worker takes, and its outcome counts for all.

use std::cell::RefCell;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};

use crate::machine;
use crate::pool::{self, Numbers, PoolError, Seats};
use crate::problem::Case;
use crate::sandbox::SandboxError;
use crate::verdict::Verdict;

use super::ask::fold;
use super::case::Bench;
use super::equal;
use super::failure::{FailedGrade, JudgeFailure, no_thread};
use super::grade::Grade;
use super::outcome::{Outcome, outcome};
use super::runner::Runner;
use super::schedule::{AN_EARLIER_OUTCOME, Fold, Halt};

/// What is to be judged.
#[derive(Debug, Clone, Copy)]
pub struct Assignment<'a> {
    /// The cases, in package order.
    pub cases: &'a [Case],
    /// What judging each of them needs.
    pub bench: Bench<'a>,
    /// When to stop.
    pub halt: Halt,
    /// How many cases run side by side.
    pub workers: NonZeroUsize,
    /// Outcomes that are known before, by the indices of their cases, which are not run.
    pub known: &'a [(usize, Outcome)],
    /// Where what was run is written down.
    pub log: Option<&'a RunLog>,
    /// Seats of which each case that is judged takes one.
    pub seats: Option<&'a Seats<'a>>,
}

/// Outcomes as they were judged, by the indices of their cases, in the order in which they came.
#[derive(Debug, Default)]
pub struct RunLog(RefCell<Vec<(usize, Outcome)>>);

impl RunLog {
    /// All of them.
    pub fn into_outcomes(self) -> Vec<(usize, Outcome)> {
        self.0.into_inner()
    }
}

/// Judges a program on its cases and calls `settled` with each outcome in package order, as soon as
/// it is certain. The result does not depend on the number of workers.
///
/// After an interrupt the grade holds what was settled until then; the other cases are marked as not
/// run.
///
/// # Errors
/// Whatever fails on our side; never the contestant's doing. Where the machine failed at one case,
/// what is known stands in the error.
pub fn judge(
    assignment: &Assignment<'_>,
    open: &(dyn Fn() -> Result<Box<dyn Runner>, SandboxError> + Sync),
    settled: &mut dyn FnMut(&Outcome),
) -> Result<Grade, JudgeFailure> {
    let Assignment { cases, bench, halt, workers, known, log, seats } = *assignment;
    let numbers = Numbers::below(cases.len());
    let unwanted: Vec<_> = cases.iter().map(|_| AtomicBool::new(false)).collect();
    let firsts = match bench.answers {
        None => equal::firsts(cases, bench.root, bench.files),
        // Each has an answer of its own.
        Some(_) => (0..cases.len()).collect(),
    };
    let claimed: Vec<_> = cases.iter().map(|_| AtomicBool::new(false)).collect();
    let is_whole = Arc::default();
    // Nobody waits for what was begun ahead of need and turns out not to be needed.
    let interrupt = bench.interrupt.or(Arc::clone(&is_whole));
    let bench = Bench { interrupt: &interrupt, ..bench };
    let mut owner = Owner {
        bench: &bench,
        is_whole: &is_whole,
        cases,
        numbers: &numbers,
        unwanted: &unwanted,
        firsts: &firsts,
        ran: HashMap::new(),
        turns: 0,
        fold: Fold::new(bench.root, cases, halt),
        outcomes: Vec::with_capacity(cases.len()),
        failure: None,
        log,
        settled,
    };
    for (index, outcome) in known {
        claimed[firsts[*index]].store(true, Ordering::Release);
        owner.take(*index, outcome);
    }
    let is_left = |&index: &usize| {
        let is_claimed = claimed[firsts[index]].load(Ordering::Acquire);
        !is_claimed && !unwanted[index].load(Ordering::Acquire)
    };
    let left = (0..owner.fold.end()).filter(is_left).count();
    let workers = 0..workers.get().min(left);
    let next = || {
        // Those that an outcome has ruled out since are left out, and those that somebody runs.
        std::iter::from_fn(|| numbers.take()).find(|&index| {
            !unwanted[index].load(Ordering::Acquire)
                && !claimed[firsts[index]].swap(true, Ordering::AcqRel)
        })
    };
    let play = |runner: &mut dyn Runner, index: usize| {
        let _seat = seats.map(Seats::take);
        let (outcome, output) = bench.play(runner, &cases[index])?;
        runner.reclaim(output);
        Ok(outcome)
    };
    let work = |_, tell: &dyn Fn(Message)| work(&play, &next, open, tell);
    let ended = pool::run(workers, &numbers, work, &mut |message| owner.hear(message));
    let (outcomes, spoilt) = owner.finish(ended)?;
    let grade = fold(outcomes, bench.root, bench.grader)?;
    match spoilt {
        None => Ok(grade),
        Some((case, source)) => {
            Err(FailedGrade { case: case.name.clone(), grade: Box::new(grade), source }.into())
        }
    }
}

/// What a worker tells. It waits until the other end of `heard` is dropped: a failure may rule out what
/// it would run next.
struct Message {
    judged: Result<(usize, Outcome), SandboxError>,
    _heard: Option<Sender<()>>,
}

/// One worker: runs cases until none is left or the machine fails at one.
fn work(
    play: &dyn Fn(&mut dyn Runner, usize) -> Result<Outcome, SandboxError>,
    next: &dyn Fn() -> Option<usize>,
    open: &(dyn Fn() -> Result<Box<dyn Runner>, SandboxError> + Sync),
    tell: &dyn Fn(Message),
) {
    let mut runner = match open() {
        Ok(runner) => runner,
        Err(error) => return tell(Message { judged: Err(error), _heard: None }),
    };
    while let Some(index) = next() {
        let judged = play(runner.as_mut(), index);
        let broken = judged.is_err();
        let judged = judged.map(|outcome| (index, outcome));
        let (heard, until_heard) = mpsc::channel();
        let failed = judged.as_ref().is_ok_and(|(_, outcome)| outcome.failed());
        tell(Message { judged, _heard: failed.then_some(heard) });
        if broken {
            return;
        }
        let _: Result<(), _> = until_heard.recv();
    }
}

/// A case at which the machine failed, and how.
type SpoiltCase<'a> = (&'a Case, SandboxError);

/// Folds outcomes until all workers are done.
struct Owner<'a> {
    bench: &'a Bench<'a>,
    /// Set when no more outcomes are needed; stops what still runs.
    is_whole: &'a AtomicBool,
    cases: &'a [Case],
    numbers: &'a Numbers,
    /// For each case before the end whether it is not wanted any more.
    unwanted: &'a [AtomicBool],
    /// For each case the first that is equal to it.
    firsts: &'a [usize],
    /// By the first of equal cases, the name of the one whose outcome was settled first.
    ran: HashMap<usize, String>,
    /// How often the fold had ruled out cases when it was last asked.
    turns: usize,
    fold: Fold<'a>,
    /// What is settled, in package order.
    outcomes: Vec<Outcome>,
    failure: Option<SandboxError>,
    log: Option<&'a RunLog>,
    settled: &'a mut dyn FnMut(&Outcome),
}

impl<'a> Owner<'a> {
    fn hear(&mut self, message: Message) {
        match message.judged {
            Ok((ran, outcome)) => {
                let equal = |&index: &usize| self.firsts[index] == self.firsts[ran];
                let equal: Vec<_> = (0..self.cases.len()).filter(equal).collect();
                for index in equal {
                    self.take(index, &outcome);
                }
                if let Some(log) = self.log {
                    log.0.borrow_mut().push((ran, outcome));
                }
            }
            // Workers look ahead: what failed behind the end would not have been met.
            Err(_) if self.is_whole.load(Ordering::Relaxed) => {}
            Err(error) => {
                self.numbers.end_at(0);
                self.failure.get_or_insert(error);
            }
        }
    }

    /// Takes what came of a case, or of one equal to it.
    fn take(&mut self, index: usize, outcome: &Outcome) {
        if (self.fold.settled()..self.fold.end()).contains(&index) {
            let outcome = self.bench.counted(&self.cases[index], outcome.clone());
            for outcome in self.fold.take(index, outcome) {
                self.settle(outcome);
            }
            self.numbers.end_at(self.fold.end());
            if self.fold.settled() >= self.fold.end() {
                self.is_whole.store(true, Ordering::Relaxed);
            }
            self.rule_out();
        }
    }

    /// Keeps workers from cases that the groups around them do not let run any more.
    fn rule_out(&mut self) {
        if self.fold.turns() == self.turns {
            return;
        }
        self.turns = self.fold.turns();
        let ahead = self.fold.settled()..self.fold.end();
        for index in ahead.filter(|&index| !self.fold.wants(index)) {
            self.unwanted[index].store(true, Ordering::Release);
        }
    }

    fn settle(&mut self, mut outcome: Outcome) {
        // Some are settled without having been run.
        self.unwanted[self.outcomes.len()].store(true, Ordering::Release);
        let first = self.firsts[self.outcomes.len()];
        if let Some(case) = self.ran.get(&first).filter(|_| outcome.verdict != Verdict::Skipped) {
            outcome.same_as = Some(case.clone());
        } else if outcome.verdict != Verdict::Skipped {
            self.ran.insert(first, outcome.case.clone());
        }
        (self.settled)(&outcome);
        self.outcomes.push(outcome);
    }

    /// All outcomes in package order, and at which case the machine failed.
    fn finish(
        mut self,
        ended: Result<(), PoolError>,
    ) -> Result<(Vec<Outcome>, Option<SpoiltCase<'a>>), JudgeFailure> {
        let failure = match (self.failure.take(), ended) {
            (None, Err(PoolError::NoThread(source))) => Some(no_thread(source)),
            (failure, _) => failure,
        };
        let mut spoilt = None;
        let why = match failure {
            Some(SandboxError::Interrupted) => "interrupted",
            // Workers look ahead: what failed behind the end would not have been met.
            _ if self.fold.settled() >= self.fold.end() => AN_EARLIER_OUTCOME,
            None => return Err(JudgeFailure::Worker),
            Some(error) if error.spoils_one() => {
                // All before the case that failed are settled: each worker ends what it began.
                let case = &self.cases[self.outcomes.len()];
                let words = format!("machine error: {}", machine::in_words(&error));
                let failed = outcome(case, Verdict::JudgeError, None, None, words);
                self.settle(self.bench.counted(case, failed));
                spoilt = Some((case, error));
                AN_EARLIER_OUTCOME
            }
            Some(error) => return Err(error.into()),
        };
        for case in &self.cases[self.outcomes.len()..] {
            self.settle(Outcome::skipped(case, why));
        }
        Ok((self.outcomes, spoilt))
    }
}
