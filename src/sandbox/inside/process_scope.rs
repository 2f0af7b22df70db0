//! How a slot finds the processes of its programs: all that is in its pid namespace, or, without one,
//! all that descends from it.

use std::os::fd::BorrowedFd;

use rustix::fs::{Dir, Mode, OFlags};

use crate::sandbox::sys;

/// How the programs' processes are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProcessScope {
    /// They are all that is in our pid namespace.
    Namespace,
    /// They are our descendants; orphans come to us.
    Descendants,
}

impl ProcessScope {
    /// Kills all processes of programs that there are now.
    pub(super) fn kill(self) {
        match self {
            Self::Namespace => sys::kill_all(),
            Self::Descendants => our_descendants().into_iter().for_each(sys::kill),
        }
    }

    /// Pids of all processes of programs; `processes` is our `/proc`.
    pub(super) fn pids(self, processes: BorrowedFd<'_>) -> Vec<i32> {
        if self == Self::Descendants {
            return our_descendants();
        }
        let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
        let Ok(directory) = rustix::fs::openat(processes, ".", flags, Mode::empty()) else {
            return Vec::new();
        };
        let Ok(entries) = Dir::new(directory) else { return Vec::new() };
        let pids =
            entries.flatten().filter_map(|entry| entry.file_name().to_str().ok()?.parse().ok());
        pids.filter(|pid| *pid > 1).collect()
    }
}

fn our_descendants() -> Vec<i32> {
    sys::descendants(rustix::process::getpid().as_raw_pid())
}
