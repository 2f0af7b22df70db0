//! Which runs are repeated, since the load of the machine may decide their verdicts, and how that is told.
//! Pure.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::limits::Limits;
use crate::sandbox::{Ending, Limit, Run};

/// CPU times that are near a limit, as shares of it.
pub(super) const NEAR: RangeInclusive<f64> = 0.9..=1.3;

/// A run, or more than a run, that noise may have touched.
pub(super) trait Performance {
    /// The submission's run.
    fn run(&self) -> &Run;

    /// CPU time that a program of the jury's used while the submission waited for it.
    fn cpu_waited_for(&self) -> Duration {
        Duration::ZERO
    }
}

impl Performance for Run {
    fn run(&self) -> &Run {
        self
    }
}

/// How far a run's verdict lies from being decided by noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closeness {
    /// Noise cannot decide it.
    Far,
    /// Its CPU time lies around the limit.
    Near,
    /// The wall clock ran out although the program did not merely wait: the machine may have been
    /// too busy to let it run.
    Starved,
}

/// How far the verdict of a run lies from being decided by noise, under these limits.
pub(super) fn closeness(performance: &impl Performance, limits: &Limits) -> Closeness {
    let run = performance.run();
    let near = limits.cpu.mul_f64(*NEAR.start())..=limits.cpu.mul_f64(*NEAR.end());
    if run.ending == Ending::Stopped(Limit::Memory) {
        // No time decides it.
        Closeness::Far
    } else if run.is_starved(performance.cpu_waited_for()) {
        Closeness::Starved
    } else if near.contains(&run.cpu) {
        Closeness::Near
    } else {
        Closeness::Far
    }
}

/// `0.980–1.040 s of 1.000 s in 3 runs`.
pub(super) fn window<'a>(runs: impl Iterator<Item = &'a Run>, limit: Duration) -> String {
    let seconds: Vec<f64> = runs.map(|run| run.cpu.as_secs_f64()).collect();
    let least = seconds.iter().copied().fold(f64::INFINITY, f64::min);
    let most = seconds.iter().copied().fold(0.0, f64::max);
    format!("{least:.3}–{most:.3} s of {:.3} s in {} runs", limit.as_secs_f64(), seconds.len())
}

/// The message with what repeating the run showed.
pub(super) fn with_window(message: String, window: Option<&str>) -> String {
    match window {
        Some(window) if message.is_empty() => window.to_owned(),
        Some(window) => format!("{message}; {window}"),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_decides_what_lies_around_the_limit_or_was_kept_from_running() {
        let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
        let (done, wall) = (Ending::Exited(0), Ending::Stopped(Limit::Wall));
        // CPU time and wall time in milliseconds.
        let rows = [
            (done, 899, 900, Closeness::Far),
            (done, 900, 900, Closeness::Near),
            (done, 1300, 1300, Closeness::Near),
            (done, 1301, 1301, Closeness::Far),
            (Ending::Stopped(Limit::Cpu), 1200, 1200, Closeness::Near),
            (Ending::Stopped(Limit::Memory), 1000, 1000, Closeness::Far),
            (wall, 100, 6000, Closeness::Far),
            (wall, 400, 6000, Closeness::Starved),
            (wall, 1000, 6000, Closeness::Starved),
        ];
        for (ending, cpu, wall, expected) in rows {
            let (cpu, wall) = (Duration::from_millis(cpu), Duration::from_millis(wall));
            let run = Run { cpu, wall, ..Run::ended(ending) };
            assert_eq!(closeness(&run, &limits), expected, "{ending:?}, {cpu:?} in {wall:?}");
        }
    }

    #[test]
    fn repeated_runs_are_told_by_the_least_and_the_most() {
        let run = |cpu| Run { cpu: Duration::from_millis(cpu), ..Run::ended(Ending::Exited(0)) };
        let runs = [run(1010), run(980), run(1040)];
        let words = window(runs.iter(), Duration::from_secs(1));
        assert_eq!(words, "0.980–1.040 s of 1.000 s in 3 runs");
        assert_eq!(with_window(String::new(), Some(&words)), words);
        assert_eq!(with_window("slow".into(), Some("twice")), "slow; twice");
        assert_eq!(with_window("slow".into(), None), "slow");
    }
}
