//! Lets one run of a program go on beyond its time limit, to see how slow it is: of those that must be too slow
//! somebody asks by how much, and a run that was killed would have to be begun anew.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::limits::Limits;
use crate::ruling::classify_alone;
use crate::sandbox::Run;
use crate::verdict::Verdict;

/// How much longer a run goes on than it must, against doubts: so many times.
const MARGIN: f64 = 1.1;

/// Leave to go on for so many times the limit, for one run at a time until one has used it.
#[derive(Debug)]
pub struct LongerRun {
    factor: f64,
    is_taken: AtomicBool,
}

/// The leave, as long as a run has it.
#[derive(Debug)]
pub(super) struct Leave<'a> {
    longer: &'a LongerRun,
    is_used: bool,
}

impl LongerRun {
    /// For so many times the limit.
    pub(super) fn of(factor: f64) -> Self {
        Self { factor, is_taken: AtomicBool::new(false) }
    }

    /// The leave, unless another run has it or has used it.
    pub(super) fn take(&self) -> Option<Leave<'_>> {
        let is_free = !self.is_taken.swap(true, Ordering::Relaxed);
        is_free.then(|| Leave { longer: self, is_used: false })
    }
}

impl Leave<'_> {
    /// The limits with it.
    pub(super) fn limits(&self, usual: &Limits) -> Limits {
        let kill = usual.cpu.mul_f64(self.longer.factor * MARGIN);
        usual.killed_at(kill.max(usual.kill_cpu()))
    }

    /// Whether a run with it tells the verdict that one under the usual limits would have had: it kept within
    /// these, or was still too slow when it ended.
    pub(super) fn stands(&mut self, run: &Run, usual: &Limits) -> bool {
        let went_on = run.cpu >= usual.kill_cpu();
        let waited = run.wall >= usual.wall;
        if !went_on && !waited {
            return true;
        }
        let ruling = classify_alone(run, usual);
        self.is_used = went_on && ruling.is_some_and(|ruling| ruling.verdict == Verdict::TimeLimit);
        self.is_used
    }
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.longer.is_taken.store(self.is_used, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::sandbox::{Ending, Limit};

    fn run(ending: Ending, cpu: u64, wall: u64) -> Run {
        let [cpu, wall] = [cpu, wall].map(Duration::from_millis);
        Run { cpu, wall, ..Run::ended(ending) }
    }

    fn usual() -> Limits {
        let [cpu, wall] = [1, 4].map(Duration::from_secs);
        Limits { cpu, wall, ..Limits::default() }
    }

    #[test]
    fn one_run_at_a_time_goes_on_until_one_was_too_slow() {
        let longer = LongerRun::of(4.0);
        let mut leave = longer.take().unwrap();
        assert!(longer.take().is_none(), "another run has it");
        assert_eq!(leave.limits(&usual()).kill_cpu(), Duration::from_millis(4400));
        assert!(leave.stands(&run(Ending::Exited(0), 900, 1000), &usual()));
        drop(leave);
        let mut leave = longer.take().unwrap();
        assert!(leave.stands(&run(Ending::Stopped(Limit::Cpu), 4400, 4500), &usual()));
        drop(leave);
        for _ in 0..2 {
            assert!(longer.take().is_none(), "it was used");
        }
    }

    #[test]
    fn what_would_have_been_killed_before_is_too_slow_or_runs_again() {
        let stands = |ending, cpu, wall| {
            LongerRun::of(4.0).take().unwrap().stands(&run(ending, cpu, wall), &usual())
        };
        assert!(stands(Ending::Exited(0), 3000, 3100));
        assert!(stands(Ending::Signalled(11), 3000, 3100), "killed before it crashed");
        assert!(
            !stands(Ending::Stopped(Limit::Memory), 3000, 3100),
            "killed before it was too large"
        );
        assert!(!stands(Ending::Exited(0), 200, 4500), "it would have waited too long");
        assert!(!stands(Ending::Stopped(Limit::Wall), 200, 6000));
        assert!(stands(Ending::Stopped(Limit::Memory), 1500, 1600), "as under the usual limits");
    }

    #[test]
    fn nobody_is_killed_earlier_than_usual() {
        let limits = LongerRun::of(1.0).take().unwrap().limits(&usual());
        assert_eq!(limits.kill_cpu(), usual().kill_cpu());
        assert_eq!(limits.wall, usual().wall);
    }
}
