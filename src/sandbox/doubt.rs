//! Reasons to doubt what was seen of a run, because somebody outside had a hand in it. Each is
//! looked for where it costs next to nothing; none is ever a verdict.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use super::{Ending, Limit};
use crate::limits::Limits;

/// Longest list of a process's groups that is compared, in bytes.
const LONGEST: usize = 2048;

/// The control groups that a slot is in.
#[derive(Debug)]
pub(super) struct Membership {
    file: File,
    groups: Vec<u8>,
}

impl Membership {
    /// Of a process, as it is now.
    pub(super) fn of(pid: u32) -> io::Result<Self> {
        let file = File::open(format!("/proc/{pid}/cgroup"))?;
        let mut groups = vec![0; LONGEST];
        let length = file.read_at(&mut groups, 0)?;
        groups.truncate(length);
        Ok(Self { file, groups })
    }

    /// Whether the process has been moved. One that is gone has not.
    pub(super) fn has_changed(&self) -> bool {
        let mut now = [0; LONGEST];
        match self.file.read_at(&mut now, 0) {
            Ok(length) => now[..length] != self.groups,
            Err(_) => false,
        }
    }
}

/// How many processes the kernel has killed for lack of memory, all over the machine, as last read.
#[derive(Debug)]
pub(super) struct OutOfMemory(Option<u64>);

impl OutOfMemory {
    pub(super) fn now() -> Self {
        let text = fs::read_to_string("/proc/vmstat").unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
        Self(line.and_then(|number| number.trim().parse().ok()))
    }

    /// Whether there are more than before.
    pub(super) fn grew(&mut self) -> bool {
        let before = std::mem::replace(self, Self::now());
        before.0 < self.0
    }
}

/// Whether a program was stopped for its wall time although it had not run that long: then its slot
/// was held up before it started it.
pub(super) fn is_late_start(ending: Ending, ran: Duration, limits: &Limits) -> bool {
    ending == Ending::Stopped(Limit::Wall) && ran < limits.wall / 10 * 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_began_late_is_not_idle() {
        let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
        let idle = Ending::Stopped(Limit::Wall);
        assert!(is_late_start(idle, Duration::from_millis(899), &limits));
        assert!(!is_late_start(idle, Duration::from_millis(900), &limits));
        assert!(!is_late_start(Ending::Stopped(Limit::Cpu), Duration::ZERO, &limits));
        assert!(!is_late_start(Ending::Exited(0), Duration::ZERO, &limits));
    }
}
