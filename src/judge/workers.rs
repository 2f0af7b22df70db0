//! Workers: threads that run cases ahead of need, and the one owner that folds what they find.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{RwLock, mpsc};

use crate::checker::{Checker, Interactor};
use crate::problem::{Case, Group};
use crate::sandbox::{Interrupt, SandboxError};
use crate::submission::Program;

use super::case::Bench;
use super::schedule::{AN_EARLIER_OUTCOME, Fold};
use super::{Details, Grade, Halt, JudgeFailure, Outcome, Runner, Spoilt};
use crate::machine;
use crate::verdict::Verdict;

/// What is to be judged.
#[derive(Debug, Clone, Copy)]
pub struct Assignment<'a> {
    /// The cases, in package order.
    pub cases: &'a [Case],
    /// The program.
    pub program: &'a Program,
    /// The problem's checker.
    pub checker: &'a dyn Checker,
    /// Decides in its place, where the problem is interactive.
    pub interactor: Option<&'a Interactor>,
    /// The problem's groups.
    pub root: &'a Group,
    /// Whether the jury's answer is worth showing beside a wrong output: not where many are right.
    pub show_answer: bool,
    /// What to show of every case, where a report is kept.
    pub details: Option<&'a Details>,
    /// When to stop.
    pub halt: Halt,
    /// Runs share it for reading; one that must be alone holds it for writing.
    pub machine: &'a RwLock<()>,
    /// How many cases run side by side.
    pub workers: NonZeroUsize,
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
    interrupt: &Interrupt,
    settled: &mut dyn FnMut(&Outcome),
) -> Result<Grade, JudgeFailure> {
    let cases = assignment.cases;
    let bench = Bench {
        program: assignment.program,
        checker: assignment.checker,
        interactor: assignment.interactor,
        root: assignment.root,
        show_answer: assignment.show_answer,
        details: assignment.details,
        interrupt,
        machine: assignment.machine,
    };
    let queue = Queue {
        next: AtomicUsize::new(0),
        end: AtomicUsize::new(cases.len()),
        unwanted: cases.iter().map(|_| AtomicBool::new(false)).collect(),
    };
    let workers = assignment.workers.get().min(cases.len());
    let (sender, receiver) = mpsc::channel();

    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (failed, bench, queue) = (sender.clone(), &bench, &queue);
            let sender = sender.clone();
            let started = std::thread::Builder::new()
                .spawn_scoped(scope, move || work(bench, cases, queue, open, &sender));
            if let Err(source) = started {
                let _ = failed.send(Err(no_thread(source)));
                break;
            }
        }
        drop(sender);
        let (outcomes, spoilt) =
            collect(&bench, cases, assignment.halt, &queue, &receiver, settled)?;
        let grade = Grade::fold(outcomes, assignment.root);
        match spoilt {
            None => Ok(grade),
            Some((case, source)) => {
                Err(Spoilt { case: case.name.clone(), grade: Box::new(grade), source }.into())
            }
        }
    })
}

/// The machine had no thread left for a worker.
pub(super) fn no_thread(source: std::io::Error) -> SandboxError {
    SandboxError::Failed { step: "starting a thread of the judge".into(), source }
}

/// The cases still to be handed out.
struct Queue {
    next: AtomicUsize,
    /// Cases from this index on are not wanted any more.
    end: AtomicUsize,
    /// Cases before the end that are not wanted any more.
    unwanted: Vec<AtomicBool>,
}

impl Queue {
    fn take(&self) -> Option<usize> {
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.end.load(Ordering::Acquire) {
                return None;
            }
            if !self.unwanted[index].load(Ordering::Acquire) {
                return Some(index);
            }
        }
    }

    /// Leaves out what the fold does not want any more.
    fn narrow(&self, fold: &Fold<'_>) {
        for index in (fold.settled()..fold.end()).filter(|&index| !fold.wants(index)) {
            self.unwanted[index].store(true, Ordering::Release);
        }
    }

    fn close(&self) {
        self.end.store(0, Ordering::Release);
    }
}

type Message = Result<(usize, Outcome), SandboxError>;

fn work(
    bench: &Bench<'_>,
    cases: &[Case],
    queue: &Queue,
    open: &(dyn Fn() -> Result<Box<dyn Runner>, SandboxError> + Sync),
    sender: &mpsc::Sender<Message>,
) {
    let mut runner = match open() {
        Ok(runner) => runner,
        Err(error) => {
            let _ = sender.send(Err(error));
            return;
        }
    };
    while let Some(index) = queue.take() {
        let judged = bench.judge(runner.as_mut(), &cases[index]);
        let failed = judged.is_err();
        // The owner stops listening only when it already has an error to report.
        if sender.send(judged.map(|outcome| (index, outcome))).is_err() || failed {
            return;
        }
    }
}

/// A case at which the machine failed, and how.
type SpoiltCase<'a> = (&'a Case, SandboxError);

/// The owner: folds outcomes until all workers are done.
fn collect<'a>(
    bench: &Bench<'_>,
    cases: &'a [Case],
    halt: Halt,
    queue: &Queue,
    receiver: &mpsc::Receiver<Message>,
    settled: &mut dyn FnMut(&Outcome),
) -> Result<(Vec<Outcome>, Option<SpoiltCase<'a>>), JudgeFailure> {
    let mut fold = Fold::new(bench.root, cases, halt);
    let mut turns = 0;
    let mut outcomes = Vec::with_capacity(cases.len());
    let mut failure = None;
    for message in receiver {
        match message {
            Ok((index, outcome)) if index < fold.end() => {
                for outcome in fold.take(index, outcome) {
                    settled(&outcome);
                    outcomes.push(outcome);
                }
                queue.end.fetch_min(fold.end(), Ordering::AcqRel);
                if fold.turns() > turns {
                    turns = fold.turns();
                    queue.narrow(&fold);
                }
            }
            Ok(_) => {}
            Err(error) => {
                queue.close();
                failure.get_or_insert(error);
            }
        }
    }
    let is_whole = fold.settled() >= fold.end();
    let mut spoilt = None;
    let why = match failure {
        Some(SandboxError::Interrupted) => "interrupted",
        // Workers look ahead: what failed behind the end would not have been met.
        _ if is_whole => AN_EARLIER_OUTCOME,
        None => return Err(JudgeFailure::Worker),
        Some(error) if error.spoils_one() => {
            // All before the case that failed are settled: each worker ends what it began.
            let case = &cases[outcomes.len()];
            let words = format!("the machine failed: {}", machine::in_words(&error));
            let outcome = bench.outcome(case, Verdict::JudgeError, None, None, words);
            settled(&outcome);
            outcomes.push(outcome);
            spoilt = Some((case, error));
            AN_EARLIER_OUTCOME
        }
        Some(error) => return Err(error.into()),
    };
    for case in &cases[outcomes.len()..] {
        let outcome = Outcome::skipped(case, why);
        settled(&outcome);
        outcomes.push(outcome);
    }
    Ok((outcomes, spoilt))
}
