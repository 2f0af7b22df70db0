//! Limits of one run: plain data.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Wall time allowed for a second of CPU time, where nothing else is said.
pub const WALL_FACTOR: f64 = 3.0;

/// Wall time allowed beyond that, for starting up on a busy machine.
const WALL_EXTRA: Duration = Duration::from_secs(1);

/// The wall limit that goes with a CPU limit: so many times as long, and a second.
pub fn wall_for(cpu: Duration, factor: f64) -> Duration {
    cpu.mul_f64(factor) + WALL_EXTRA
}

/// The wall limit that goes with a CPU limit where nothing else is said.
pub fn usual_wall(cpu: Duration) -> Duration {
    wall_for(cpu, WALL_FACTOR)
}

/// What one run may use. Every limit is finite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// CPU time of the whole process tree, user and system together. The verdict is by this; the
    /// run is killed at [`Limits::kill_cpu`], so that a late run reports its true time.
    pub cpu: Duration,
    /// Wall time, from start to end.
    pub wall: Duration,
    /// Memory of the whole process tree, in bytes.
    pub memory: u64,
    /// Standard output, in bytes. Standard error is drained and its head kept, within the same
    /// bound.
    pub output: u64,
    /// Processes and threads alive at one time.
    pub processes: u32,
    /// Bytes that files written in the working directory may hold together.
    pub files: u64,
    /// The CPU time at which the run is killed, where it is to go on for longer than usual.
    #[serde(skip)]
    pub kill: Option<Duration>,
}

impl Limits {
    /// The CPU time at which a run is killed: half as much again as the verdict limit and 0.1 s, so
    /// that a late run reports its true time, and load on the machine (up to a quarter, measured
    /// with programs bound by memory) cannot kill a run that is within the limit alone. Unless it says when.
    pub fn kill_cpu(&self) -> Duration {
        self.kill.unwrap_or(self.cpu + self.cpu / 2 + Duration::from_millis(100))
    }

    /// The same limits for a run that is killed at this CPU time, which is later than usual; it has the
    /// wall time for that.
    #[must_use]
    pub fn killed_at(&self, kill: Duration) -> Self {
        let more = kill.saturating_sub(self.kill_cpu());
        Self { kill: Some(kill), wall: self.wall + more, ..*self }
    }

    /// The wall time that a run may take at most when what it stood in line for a core is given back
    /// to it: eight times the limit.
    pub fn longest_wall(&self) -> Duration {
        self.wall * 8
    }

    /// The same limits with the longest wall time, for a run that was starved: other programs on the
    /// machine may keep it waiting even when we let it run alone. The CPU time limit still stops it.
    #[must_use]
    pub fn patient(&self) -> Self {
        Self { wall: self.longest_wall(), ..*self }
    }

    /// The same for a run that talks with a program of the jury's under these limits: twice its own CPU time
    /// and all of theirs at least, since a program cannot help it when it waits for one that computes.
    #[must_use]
    pub fn patient_beside(&self, theirs: &Self) -> Self {
        let patient = self.patient();
        Self { wall: patient.wall.max(self.cpu * 2 + theirs.cpu), ..patient }
    }

    /// The same limits with this CPU time, and as much wall time for a second of it. Where that is not less than
    /// usual, a shorter CPU time leaves the wall time as it is.
    #[must_use]
    pub fn with_cpu(&self, cpu: Duration) -> Self {
        let factor = self.wall.saturating_sub(WALL_EXTRA).as_secs_f64() / self.cpu.as_secs_f64();
        let wall = wall_for(cpu, factor);
        let is_short = self.wall < usual_wall(self.cpu);
        Self { cpu, wall: if is_short { wall } else { self.wall.max(wall) }, ..*self }
    }

    /// The same limits with the CPU time multiplied by a language's factor, which is at least 1. The
    /// wall time grows by as much as the CPU time at which a run is killed: a program that computes
    /// meets that first, as before, and one that waits may wait as long in every language.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        self.stretched(Stretch { factor, startup: Duration::ZERO })
    }

    /// The same with all that a language is allowed.
    #[must_use]
    pub fn stretched(&self, stretch: Stretch) -> Self {
        let Stretch { factor, startup } = stretch;
        let longer = Self { cpu: self.cpu.mul_f64(factor) + startup, ..*self };
        let more = longer.kill_cpu().saturating_sub(self.kill_cpu());
        Self { wall: self.wall + more, ..longer }
    }
}

/// What a language is allowed beyond the time limits of a problem.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// By how much CPU time is multiplied; at least 1.
    pub factor: f64,
    /// CPU time that the start of its runtime costs.
    pub startup: Duration,
}

impl Stretch {
    /// The time that counts of what a run took under such limits.
    pub fn counted(&self, cpu: Duration) -> Duration {
        cpu.saturating_sub(self.startup).div_f64(self.factor)
    }
}

impl Default for Limits {
    /// 2 s CPU, 7 s wall, 256 MiB, 64 MiB of output, 64 processes, 64 MiB of files.
    fn default() -> Self {
        let cpu = Duration::from_secs(2);
        Self {
            cpu,
            wall: usual_wall(cpu),
            memory: 256 << 20,
            output: 64 << 20,
            processes: 64,
            files: 64 << 20,
            kill: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(cpu: u64, wall_factor: f64, factor: f64, wall: f64) {
        let cpu = Duration::from_secs(cpu);
        let limits = Limits { cpu, wall: wall_for(cpu, wall_factor), ..Limits::default() };
        let scaled = limits.scaled(factor);
        assert_eq!(scaled.cpu, cpu.mul_f64(factor));
        assert_eq!(scaled.wall, Duration::from_secs_f64(wall));
        let idle = |limits: &Limits| limits.wall.as_secs_f64() - limits.kill_cpu().as_secs_f64();
        assert!((idle(&scaled) - idle(&limits)).abs() < 1e-6, "{scaled:?}");
    }

    #[test]
    fn a_program_may_wait_as_long_in_every_language() {
        case(2, WALL_FACTOR, 1.0, 7.0);
        case(2, WALL_FACTOR, 5.0, 19.0);
        case(1, WALL_FACTOR, 100.0, 152.5);
        case(10, 1.0, 2.0, 26.0);
    }

    #[test]
    fn another_time_keeps_the_factor_of_wall_time() {
        let wall = |factor, cpu: f64| {
            let of = |seconds| Duration::from_secs_f64(seconds);
            let limits =
                Limits { cpu: of(2.0), wall: wall_for(of(2.0), factor), ..Limits::default() };
            limits.with_cpu(of(cpu)).wall.as_secs_f64()
        };
        for (factor, cpu, expected) in [
            (1.0, 2.0, 3.0),
            (1.0, 0.5, 1.5),
            (1.0, 4.0, 5.0),
            (WALL_FACTOR, 4.0, 13.0),
            (WALL_FACTOR, 0.5, 7.0),
            (10.0, 4.0, 41.0),
            (10.0, 0.5, 21.0),
        ] {
            assert!((wall(factor, cpu) - expected).abs() < 1e-6, "{factor} {cpu}");
        }
    }

    #[test]
    fn who_waits_for_the_jury_may_wait_as_long_as_that_may_compute() {
        let own = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
        let theirs = |cpu| Limits { cpu: Duration::from_secs(cpu), ..own };
        assert_eq!(own.patient_beside(&theirs(60)).wall, Duration::from_secs(62));
        assert_eq!(own.patient_beside(&theirs(10)), own.patient());
    }

    #[test]
    fn the_start_of_a_runtime_is_allowed_for_after_its_factor() {
        let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
        let stretch = Stretch { factor: 2.0, startup: Duration::from_millis(500) };
        let longer = limits.stretched(stretch);
        assert_eq!(longer.cpu, Duration::from_millis(2500));
        assert_eq!(longer.wall, limits.wall + Duration::from_millis(2250));
        assert_eq!(stretch.counted(longer.cpu), limits.cpu);
        assert_eq!(stretch.counted(Duration::from_millis(400)), Duration::ZERO);
    }
}
