//! The search: workers try inputs ahead of need, one owner keeps the first of them, by number, that
//! is looked for.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::super::{JudgeFailure, Measured};
use super::inputs::{Input, none_valid};
use super::testbed::{Examined, Testbed};
use super::{Catch, Goal, StressRequest, Tally, Trial, is_interrupt};
use crate::pool::{self, Numbers};
use crate::sandbox::SandboxError;
use crate::verdict::Verdict;

/// What came of a search.
#[derive(Debug, Clone)]
pub struct Searched {
    /// The input that was looked for, if one was found.
    pub catch: Option<Catch>,
    /// How much was tried.
    pub tally: Tally,
    /// The highest number of an input that was tried, from 1; 0 where none was.
    pub last: usize,
    /// Whether the time was up before it ended by itself: inputs may be left that were not tried.
    pub was_cut_off: bool,
    /// The submission's run that took the most CPU time.
    pub longest: Option<Measured>,
}

/// Searches until an input is found, the time is up, or the user interrupts; calls `step` after
/// every input. Each worker tries one input, however short the time.
///
/// # Errors
/// Whatever fails on our side or the setter's: an input that is not valid, none that is, a trusted rival
/// that fails on one.
pub fn search(
    hunt: &StressRequest<'_>,
    time: Duration,
    step: &mut dyn FnMut(&Tally),
) -> Result<Searched, JudgeFailure> {
    let began = Instant::now();
    let numbers = Numbers::within(hunt.slice.clone());
    let deadline = began + time;
    let mut searched = Searched {
        catch: None,
        tally: Tally::default(),
        last: 0,
        longest: None,
        was_cut_off: false,
    };
    let mut failure: Option<(usize, JudgeFailure)> = None;
    let rejected = Mutex::new(None);
    let work = |worker, tell: &dyn Fn(Message)| match work(hunt, &numbers, deadline, worker, tell) {
        Err((number, error)) => tell((number, Err(error))),
        Ok(None) => {}
        Ok(why) => *rejected.lock().unwrap_or_else(PoisonError::into_inner) = why,
    };
    let workers = 0..hunt.tools.workers.get();
    let ended = pool::run(workers, &numbers, work, &mut |(number, told)| match told {
        Ok((input, examined)) => {
            searched.tally.tried += 1;
            searched.tally.elapsed = began.elapsed();
            searched.take(hunt.goal, number, input, examined, &numbers);
            step(&searched.tally);
        }
        Err(error) => {
            numbers.end_at(number);
            if !is_interrupt(&error) {
                pool::keep_first(&mut failure, number, error);
            }
        }
    });
    if let Err(error) = ended {
        return Err(error.into());
    }
    searched.tally.elapsed = began.elapsed();
    searched.was_cut_off = Instant::now() >= deadline;
    // Workers look ahead: what failed behind the input that was caught would not have been met.
    let caught = searched.catch.as_ref().filter(|_| hunt.goal != Goal::Slowest);
    match failure {
        Some((number, error)) if caught.is_none_or(|catch| number < catch.number) => Err(error),
        _ => match rejected.into_inner().unwrap_or_else(PoisonError::into_inner) {
            // A slice from the middle may have none by chance.
            Some(why)
                if searched.tally.tried == 0
                    && hunt.slice.start == 0
                    && !hunt.tools.interrupt.is_set() =>
            {
                Err(JudgeFailure::Package(none_valid(hunt.problem, &why)))
            }
            _ => Ok(searched),
        },
    }
}

/// The number of an input, and what came of it.
type Message = (usize, Result<(Input, Examined), JudgeFailure>);

/// One worker: makes and examines inputs until it is time to end. Returns why the validator rejected the
/// last input that it did.
fn work(
    hunt: &StressRequest<'_>,
    numbers: &Numbers,
    deadline: Instant,
    worker: usize,
    tell: &dyn Fn(Message),
) -> Result<Option<String>, (usize, JudgeFailure)> {
    let at_once = |error| (0, error);
    let mut maker = hunt
        .inputs
        .maker(hunt.tools, hunt.parts, &hunt.problem.root, hunt.seed, deadline)
        .map_err(at_once)?;
    let mut stand = Testbed::open(hunt, worker, deadline).map_err(at_once)?;
    // The first input is tried even where opening the slots took all the time: a search that tried
    // nothing would have nothing to say.
    let mut is_first = true;
    while std::mem::take(&mut is_first) || Instant::now() < deadline {
        let Some(number) = numbers.take() else { break };
        // Where no input is ever valid, nothing is run that would hear it.
        if hunt.tools.interrupt.is_set() {
            return Err((number, SandboxError::Interrupted.into()));
        }
        let made = {
            let _shared = hunt.tools.machine.share();
            maker.make(number).map_err(|error| (number, error))?
        };
        let Some(input) = made else { continue };
        let examined = stand.examine(&input.bytes, &input.like).map_err(|error| (number, error))?;
        if let (Examined::Unusable(why), true) = (&examined, hunt.trusts_the_jury()) {
            let failure = JudgeFailure::Package(format!(
                "a program of the package fails on a valid input, generated by {}: {why}",
                input.origin
            ));
            return Err((number, failure));
        }
        tell((number, Ok((input, examined))));
    }
    Ok(maker.rejected())
}

impl StressRequest<'_> {
    /// Whether an input that cannot be judged is the setter's fault.
    fn trusts_the_jury(&self) -> bool {
        self.rival.is_none_or(|rival| rival.trusted)
    }
}

impl Goal {
    /// Whether this is what is looked for.
    fn is_wanted(self, trial: &Trial) -> bool {
        match self {
            Self::Failure => trial.outcome.failed(),
            Self::Verdict(verdict) => trial.outcome.verdict == verdict,
            Self::Slowest => false,
        }
    }
}

impl Searched {
    fn take(
        &mut self,
        goal: Goal,
        number: usize,
        input: Input,
        examined: Examined,
        numbers: &Numbers,
    ) {
        // Counted from 1, as for people.
        let place = number + 1;
        self.last = self.last.max(place);
        let trial = match examined {
            Examined::Judged(trial) => *trial,
            Examined::Unusable(_) => {
                self.tally.unanswered += 1;
                return;
            }
        };
        let time = |run: &Option<Measured>| run.map(|run| run.cpu);
        self.longest =
            [self.longest, trial.outcome.measured].into_iter().max_by_key(time).flatten();
        let better = if goal == Goal::Slowest {
            self.catch.as_ref().is_none_or(|best| cpu(&trial) > cpu(&best.trial))
        } else {
            let earlier = self.catch.as_ref().is_none_or(|best| place < best.number);
            goal.is_wanted(&trial) && earlier
        };
        if better {
            if goal != Goal::Slowest {
                numbers.end_at(number);
            }
            let Input { bytes, origin, like } = input;
            self.catch = Some(Catch { number: place, origin, input: bytes, like, trial });
        }
    }
}

/// The CPU time of a trial; a run that the wall clock stopped counts as the longest.
fn cpu(trial: &Trial) -> Duration {
    match (trial.outcome.verdict, trial.outcome.measured) {
        (Verdict::IdleLimit, _) => Duration::MAX,
        (_, measured) => measured.map_or(Duration::ZERO, |run| run.cpu),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Like;
    use super::*;
    use crate::judge::Outcome;

    #[test]
    fn the_first_find_by_number_counts_in_whatever_order_they_come() {
        let mut searched = nothing();
        let numbers = Numbers::below(9);
        for (number, verdict, found, last) in [
            (2, Verdict::Accepted, None, 3),
            (5, Verdict::WrongAnswer, Some(6), 6),
            (3, Verdict::WrongAnswer, Some(4), 6),
            (4, Verdict::WrongAnswer, Some(4), 6),
            (1, Verdict::Accepted, Some(4), 6),
        ] {
            searched.take(Goal::Failure, number, input(), judged(verdict), &numbers);
            assert_eq!(searched.catch.as_ref().map(|catch| catch.number), found, "after {number}");
            assert_eq!(searched.last, last, "after {number}");
        }
        // Only what may be found before it is tried from then on.
        let left: Vec<_> = std::iter::from_fn(|| numbers.take()).collect();
        assert_eq!(left, [0, 1, 2]);
    }

    #[test]
    fn of_inputs_that_take_equally_long_the_one_that_came_first_is_kept() {
        let mut searched = nothing();
        let numbers = Numbers::below(9);
        for number in [2, 1, 3] {
            searched.take(Goal::Slowest, number, input(), judged(Verdict::Accepted), &numbers);
            assert_eq!(searched.catch.as_ref().map(|catch| catch.number), Some(3));
        }
    }

    fn nothing() -> Searched {
        Searched {
            catch: None,
            tally: Tally::default(),
            last: 0,
            was_cut_off: false,
            longest: None,
        }
    }

    fn input() -> Input {
        Input { bytes: Vec::new(), origin: String::new(), like: Like::default() }
    }

    fn judged(verdict: Verdict) -> Examined {
        let outcome = Outcome::of(verdict);
        Examined::Judged(Box::new(Trial { outcome, output: Vec::new(), answer: None }))
    }
}
