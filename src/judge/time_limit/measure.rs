//! Measuring the submissions of a package: each on all cases, side by side and under a cap, and once
//! more alone where its time decides something, since load can only add to a run's time.

use std::path::PathBuf;
use std::time::Duration;

use super::super::failure::JudgeFailure;
use super::super::outcome::Outcome;
use super::super::parts::Parts;
use super::super::schedule::Halt;
use super::super::tools::Tools;
use super::proposal::Timed;
use crate::limits::Stretch;
use crate::problem::{Problem, TimeBound, TimedCases};
use crate::sandbox::SandboxError;
use crate::submission::{Built, Program, Submission};
use crate::verdict::Verdict;

/// Runs that decide are repeated alone this often at the most.
const REPEATS: usize = 2;

/// A run that takes at least this share of its time when it is alone was not slowed by others: then it is
/// not repeated once more.
const AS_SLOW: f64 = 0.95;

/// How many of the slowest runs may turn out to have been slowed by others, one after another.
const SLOWEST: usize = 6;

/// The same of the fastest submissions, of which more may have been slowed.
const FASTEST: usize = 12;

/// How much longer a run may take beside others than alone.
const LOAD: f64 = 1.3;

/// A submission that is measured, by the name that messages give it.
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) submission: Submission,
    /// The cases that it is measured on, by the patterns of all rules that say so; `None` is all.
    pub(super) about: Vec<Option<String>>,
}

/// Measures submissions of one package.
pub(super) struct Stopwatch<'a> {
    tools: &'a Tools<'a>,
    /// Under the cap, without conditions, and with the cases only that the limit is for.
    problem: Problem,
    parts: Parts,
    step: &'a dyn Fn(&str),
}

/// What was measured of one submission.
pub(super) struct Trial {
    pub(super) path: PathBuf,
    pub(super) outcomes: Vec<Outcome>,
    name: String,
    program: Program,
    /// What its language is allowed beyond the limits.
    stretch: Stretch,
    times: Vec<Time>,
}

/// CPU time on one case.
struct Time {
    case: usize,
    cpu: Duration,
    /// Whether the run broke the cap.
    is_cut: bool,
    /// Whether it was repeated alone.
    is_settled: bool,
}

impl Trial {
    pub(super) fn language(&self) -> &str {
        &self.program.submission.language.name
    }

    fn slowest(&self) -> Option<&Time> {
        self.times.iter().max_by_key(|time| time.cpu)
    }

    fn cpu(&self) -> Duration {
        self.slowest().map_or(Duration::ZERO, |time| time.cpu)
    }

    /// Whether repeating its slowest run may change something.
    fn is_open(&self) -> bool {
        self.slowest().is_some_and(|time| !time.is_settled && !time.is_cut)
    }
}

impl<'a> Stopwatch<'a> {
    pub(super) fn new(
        tools: &'a Tools<'a>,
        problem: &Problem,
        step: &'a dyn Fn(&str),
    ) -> Result<Self, JudgeFailure> {
        let mut problem = problem.clone();
        problem.cases.retain(|case| !problem.limit_rules.has_own_time(&case.name));
        problem.root = problem.root.without_conditions();
        let parts = tools.deciding_parts(&problem)?;
        Ok(Self { tools, problem, parts, step })
    }

    /// With this CPU time limit, whatever the package says.
    pub(super) fn under(self, cap: Duration) -> Self {
        Self { problem: self.problem.with_time_limit(cap, String::new()), ..self }
    }

    /// Builds and runs these submissions. What does not build, or spoils the machine, is left out: that
    /// is reported where submissions are judged. The first run that breaks the cap ends a
    /// submission.
    pub(super) fn trials(
        &self,
        candidates: &[Candidate],
        bound: TimeBound,
    ) -> Result<Vec<Trial>, JudgeFailure> {
        (self.step)("time limit: builds");
        let submissions: Vec<_> =
            candidates.iter().map(|candidate| candidate.submission.clone()).collect();
        let mut trials = Vec::new();
        for (candidate, built) in candidates.iter().zip(self.tools.build_in_turn(&submissions)?) {
            let built = built?;
            let cases = self.cases_of(candidate, bound);
            if let Ok(Built::Program(program)) = built
                && !cases.is_empty()
            {
                (self.step)(&format!("time limit: {}", candidate.name));
                trials.push(self.trial(candidate.name.clone(), program, &cases, bound)?);
            }
        }
        Ok(trials)
    }

    /// The cases, by their indices, on which a candidate is measured.
    fn cases_of(&self, candidate: &Candidate, bound: TimeBound) -> Vec<usize> {
        let names = || self.problem.cases.iter().map(|case| case.name.as_str());
        let mut is_meant = vec![false; self.problem.cases.len()];
        for about in &candidate.about {
            let covered = TimedCases { bound, about: about.as_deref() }.cover(names());
            is_meant.iter_mut().zip(covered).for_each(|(all, own)| *all |= own);
        }
        (0..is_meant.len()).filter(|&case| is_meant[case]).collect()
    }

    fn trial(
        &self,
        name: String,
        program: Program,
        cases: &[usize],
        bound: TimeBound,
    ) -> Result<Trial, JudgeFailure> {
        let stretch = self.tools.stretch(&self.problem, &program)?;
        let outcomes = self.run(self.tools, &program, cases)?;
        let time = |(&case, outcome): (&usize, &Outcome)| {
            let run = outcome.measured?;
            // One that waits is too slow under any limit up to the cap; where it must pass, that it waits
            // is reported where it is judged, and does not call for a greater limit.
            let waits = outcome.verdict == Verdict::IdleLimit && bound == TimeBound::Upper;
            let is_cut = outcome.verdict == Verdict::TimeLimit || waits;
            let cpu = if waits { run.cpu.max(run.limits.cpu) } else { run.cpu };
            let cpu = stretch.counted(cpu);
            Some(Time { case, cpu, is_cut, is_settled: false })
        };
        let times = cases.iter().zip(&outcomes).filter_map(time).collect();
        let path = program.submission.path.clone();
        Ok(Trial { path, outcomes, name, program, stretch, times })
    }

    fn run(
        &self,
        tools: &Tools<'_>,
        program: &Program,
        cases: &[usize],
    ) -> Result<Vec<Outcome>, JudgeFailure> {
        let Self { problem, parts, .. } = self;
        let cases: Vec<_> = cases.iter().map(|&case| problem.cases[case].clone()).collect();
        let grade = tools.grade(problem, &cases, parts, program, Halt::TooSlow, &mut |_| {})?;
        if tools.interrupt.is_set() {
            // A part of the times would be taken for all of them.
            return Err(SandboxError::Interrupted.into());
        }
        Ok(grade.outcomes)
    }

    /// Repeats the slowest run alone, and keeps the least time.
    fn repeat(&self, trial: &mut Trial) -> Result<(), JudgeFailure> {
        (self.step)(&format!("time limit: {} alone", trial.name));
        let Some(slowest) = trial.times.iter_mut().max_by_key(|time| time.cpu) else {
            return Ok(());
        };
        slowest.is_settled = true;
        let case = slowest.case;
        slowest.cpu = least(slowest.cpu, || {
            let again = self.run(&self.tools.without_recall(), &trial.program, &[case])?;
            let cpu = again.first().and_then(|outcome| outcome.measured).map(|run| run.cpu);
            Ok(trial.stretch.counted(cpu.unwrap_or_default()))
        })?;
        Ok(())
    }

    /// Makes sure of the slowest run of all, unless a time of `enough` says all there is to know.
    pub(super) fn settle_slowest(
        &self,
        trials: &mut [&mut Trial],
        enough: &dyn Fn(Duration) -> bool,
    ) -> Result<(), JudgeFailure> {
        for _ in 0..SLOWEST {
            let slowest = trials.iter_mut().max_by_key(|trial| trial.cpu());
            match slowest {
                Some(trial) if trial.is_open() && !enough(trial.cpu()) => self.repeat(trial)?,
                _ => break,
            }
        }
        Ok(())
    }

    /// Makes sure which submission is the fastest, by its slowest run.
    pub(super) fn settle_fastest(&self, trials: &mut [&mut Trial]) -> Result<(), JudgeFailure> {
        for _ in 0..FASTEST {
            let measured = trials.iter().filter(|trial| !trial.times.is_empty());
            let Some(least) = measured.map(|trial| trial.cpu()).min() else { break };
            // Others may have been slowed by more.
            let may_be_faster =
                |trial: &Trial| trial.is_open() && trial.cpu() <= least.mul_f64(LOAD);
            let next = trials.iter_mut().filter(|trial| may_be_faster(trial));
            match next.min_by_key(|trial| trial.cpu()) {
                Some(trial) => self.repeat(trial)?,
                None => break,
            }
        }
        Ok(())
    }

    /// The slowest run of a submission, for people.
    pub(super) fn timed(&self, trial: &Trial) -> Option<Timed> {
        let slowest = trial.slowest()?;
        Some(Timed {
            submission: trial.name.clone(),
            language: trial.language().to_owned(),
            case: self.problem.cases[slowest.case].name.clone(),
            time: slowest.cpu,
            at_least: slowest.is_cut,
        })
    }
}

/// The least of a run's time beside others and its times alone, as often as it has to be repeated.
fn least(
    beside_others: Duration,
    mut alone: impl FnMut() -> Result<Duration, JudgeFailure>,
) -> Result<Duration, JudgeFailure> {
    let mut least = beside_others;
    for _ in 0..REPEATS {
        let cpu = alone()?;
        let was_slowed = cpu < least.mul_f64(AS_SLOW);
        least = least.min(cpu);
        if !was_slowed {
            break;
        }
    }
    Ok(least)
}

/// The slowest of all these.
pub(super) fn slowest(timed: impl Iterator<Item = Timed>) -> Option<Timed> {
    timed.max_by_key(|timed| timed.time)
}

/// The fastest of all these.
pub(super) fn fastest(timed: impl Iterator<Item = Timed>) -> Option<Timed> {
    timed.min_by_key(|timed| timed.time)
}

#[cfg(test)]
mod tests {
    use super::least;
    use std::time::Duration;

    #[test]
    fn a_run_is_repeated_until_it_is_as_slow_as_before_or_twice() {
        // Milliseconds beside others, those of each run alone, and what counts.
        let rows: [(u64, &[u64], u64); 6] = [
            (100, &[100], 100),
            (100, &[120], 100),
            (100, &[95], 95),
            (100, &[94, 94], 94),
            (100, &[80, 70], 70),
            (100, &[80, 90], 80),
        ];
        for (before, alone, expected) in rows {
            let mut runs = alone.iter();
            let again = || Ok(Duration::from_millis(*runs.next().expect("one run too many")));
            let found = least(Duration::from_millis(before), again).unwrap();
            assert_eq!(found, Duration::from_millis(expected), "{before}, {alone:?}");
            assert_eq!(runs.next(), None, "{before}, {alone:?}");
        }
    }
}
