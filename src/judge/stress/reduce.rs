//! The reduction: smaller inputs, proposed by the problem's own kind of input and by
//! [`crate::shrink`], are run like any other, several side by side, and the first that fails alike
//! is gone on from.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::super::JudgeFailure;
use super::testbed::{Examined, Testbed};
use super::{Catch, Like, StressRequest, Tally, Trial, is_interrupt};
use crate::checker::{Validator, smaller};
use crate::pool::{self, Numbers, PoolError};
use crate::problem::{ValidatorChoice, ValidatorTerms};
use crate::sandbox::Interrupt;
use crate::shrink::{Proposals, Round, candidates, shrink};
use crate::verdict::Verdict;

/// What must stay as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// The verdict.
    Verdict,
    /// That the submission fails at all.
    Failure,
}

/// What came of a reduction.
#[derive(Debug, Clone)]
pub struct Reduced {
    /// The smallest input found.
    pub catch: Catch,
    /// How much was tried.
    pub tally: Tally,
    /// Whether nothing smaller was left to try; else the time was up or the user interrupted.
    pub complete: bool,
}

/// Why a reduction ends before its end.
enum Stop {
    /// The time is up, or the user interrupted.
    Early,
    /// Something failed.
    Failure(JudgeFailure),
}

impl From<PoolError> for Stop {
    fn from(error: PoolError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<JudgeFailure> for Stop {
    fn from(failure: JudgeFailure) -> Self {
        if is_interrupt(&failure) { Self::Early } else { Self::Failure(failure) }
    }
}

/// Makes a caught input small; calls `step` now and then.
///
/// Without a validator nothing tells which inputs are valid, and the catch stays as it is.
///
/// # Errors
/// Whatever fails on our side.
pub fn reduce(
    hunt: &StressRequest<'_>,
    catch: Catch,
    keep: Keep,
    time: Duration,
    step: &mut dyn FnMut(&Tally, &Catch),
) -> Result<Reduced, JudgeFailure> {
    let began = Instant::now();
    let Some(validator) = &hunt.parts.validator else {
        return Ok(Reduced { catch, tally: Tally::default(), complete: false });
    };
    let deadline = began + time;
    let workers = 0..hunt.tools.workers.get();
    let mut stands = workers
        .map(|number| Testbed::open(hunt, number, deadline))
        .collect::<Result<Vec<_>, _>>()?;
    let own = match &hunt.problem.validator {
        Some(ValidatorChoice::Shipped(name)) => smaller(name),
        Some(ValidatorChoice::Programs(_)) | None => None,
    };
    let propose = |text: &[u8]| -> Proposals<'static> {
        match own {
            Some(own) => Box::new(own(text).chain(candidates(text))),
            None => candidates(text),
        }
    };
    let like = catch.like.clone();
    let trier = CandidateTest {
        validator: validator.as_ref(),
        terms: like.validator_terms(&hunt.problem.root),
        like: &like,
        keep,
        verdict: catch.trial.outcome.verdict,
        deadline,
        interrupt: hunt.tools.interrupt,
        tried: AtomicUsize::new(0),
    };
    let tally = || Tally {
        tried: trier.tried.load(Ordering::Relaxed),
        unanswered: 0,
        elapsed: began.elapsed(),
    };
    let mut best = catch;
    let start = best.input.clone();
    let ended = shrink(&start, &propose, &mut |round| {
        let found = trier.first(&mut stands, round)?;
        Ok(found.map(|(place, input, trial)| {
            best = Catch { input, trial, ..best.clone() };
            step(&tally(), &best);
            (place, best.input.clone())
        }))
    });
    let complete = match ended {
        Ok(()) => true,
        Err(Stop::Early) => false,
        Err(Stop::Failure(failure)) => return Err(failure),
    };
    Ok(Reduced { catch: best, tally: tally(), complete })
}

/// Decides which proposals are good.
struct CandidateTest<'a> {
    validator: &'a dyn Validator,
    /// What it gets besides the input.
    terms: ValidatorTerms<'a>,
    /// What inputs are judged as.
    like: &'a Like,
    keep: Keep,
    /// The verdict that was caught.
    verdict: Verdict,
    deadline: Instant,
    interrupt: &'a Interrupt,
    tried: AtomicUsize,
}

/// A good proposal: its place, the text, and what came of it.
type Good = (usize, Vec<u8>, Trial);

/// A round that several workers take from.
struct Shared<'a, 'b> {
    round: Mutex<&'a mut Round<'b>>,
    /// Orders in which proposals are handed out.
    orders: Numbers,
}

impl CandidateTest<'_> {
    /// The first good proposal of the round. One that was found before the time was up counts.
    fn first(
        &self,
        stands: &mut [Testbed<'_>],
        round: &mut Round<'_>,
    ) -> Result<Option<Good>, Stop> {
        let shared = Shared { round: Mutex::new(round), orders: Numbers::below(usize::MAX) };
        let mut first: Option<(usize, Good)> = None;
        let mut stopped = None;
        let work = |stand, tell: &dyn Fn(Result<(usize, Good), Stop>)| {
            if let Err(stop) = self.work(stand, &shared, &|good| tell(Ok(good))) {
                tell(Err(stop));
            }
        };
        pool::run(stands, &shared.orders, work, &mut |told| match told {
            Ok((order, good)) => pool::keep_first(&mut first, order, good),
            Err(stop @ Stop::Failure(_)) => stopped = Some(stop),
            Err(Stop::Early) => {
                stopped.get_or_insert(Stop::Early);
            }
        })?;
        match (stopped, first) {
            (Some(failure @ Stop::Failure(_)), _) => Err(failure),
            (_, Some((_, good))) => Ok(Some(good)),
            (Some(early), None) => Err(early),
            (None, None) => Ok(None),
        }
    }

    fn work(
        &self,
        stand: &mut Testbed<'_>,
        shared: &Shared<'_, '_>,
        tell: &dyn Fn((usize, Good)),
    ) -> Result<(), Stop> {
        loop {
            // Where no proposal is valid, nothing is run that would hear an interrupt.
            if Instant::now() >= self.deadline || self.interrupt.is_set() {
                return Err(Stop::Early);
            }
            let (order, (place, text)) = {
                let mut round = shared.round.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(order) = shared.orders.take() else { return Ok(()) };
                let Some(next) = round.next() else { return Ok(()) };
                (order, next)
            };
            let Some(trial) = self.examine(stand, &text)? else { continue };
            shared.orders.end_at(order);
            tell((order, (place, text, trial)));
        }
    }

    /// What comes of a text, if it is valid and fails as it must.
    fn examine(&self, stand: &mut Testbed<'_>, text: &[u8]) -> Result<Option<Trial>, Stop> {
        if self.validator.validate(text, self.terms).map_err(JudgeFailure::from)?.is_some() {
            return Ok(None);
        }
        self.tried.fetch_add(1, Ordering::Relaxed);
        let Examined::Judged(trial) = stand.examine(text, self.like)? else { return Ok(None) };
        let good = match self.keep {
            Keep::Verdict => trial.outcome.verdict == self.verdict,
            Keep::Failure => trial.outcome.failed(),
        };
        Ok(good.then_some(*trial))
    }
}
