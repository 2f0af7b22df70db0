//! Limits of one run: plain data.

use std::time::Duration;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
}

impl Limits {
    /// The CPU time at which a run is killed: half as much again as the verdict limit and 0.1 s, so
    /// that a late run reports its true time, and load on the machine (up to a quarter, measured
    /// with programs bound by memory) cannot kill a run that is within the limit alone.
    pub fn kill_cpu(&self) -> Duration {
        self.cpu + self.cpu / 2 + Duration::from_millis(100)
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

    /// The same limits with this CPU time, and as much wall time at least as usually goes with it.
    #[must_use]
    pub fn with_cpu(&self, cpu: Duration) -> Self {
        Self { cpu, wall: self.wall.max(usual_wall(cpu)), ..*self }
    }

    /// The same limits with CPU and wall time multiplied by a language's factor.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self { cpu: self.cpu.mul_f64(factor), wall: self.wall.mul_f64(factor), ..*self }
    }
}

impl Default for Limits {
    /// 2 s CPU, 6 s wall, 256 MiB, 64 MiB of output, 64 processes, 64 MiB of files.
    fn default() -> Self {
        Self {
            cpu: Duration::from_secs(2),
            wall: Duration::from_secs(6),
            memory: 256 << 20,
            output: 64 << 20,
            processes: 64,
            files: 64 << 20,
        }
    }
}
