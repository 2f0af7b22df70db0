//! A slot's process as the judge holds it. Knows nothing of what the process does.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Signal, WaitId, WaitIdOptions, pidfd_send_signal, waitid};

/// A pidfd of a child that is killed and reaped when dropped.
#[derive(Debug)]
pub(super) struct Process(pub(super) OwnedFd);

impl Process {
    /// The pid as this process sees it.
    pub(super) fn pid(&self) -> io::Result<u32> {
        let path = format!("/proc/self/fdinfo/{}", self.0.as_raw_fd());
        let text = std::fs::read_to_string(path)?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pid:"));
        line.and_then(|pid| pid.trim().parse().ok()).ok_or_else(|| io::Error::other("no pid"))
    }

    /// Gives it time to end by itself: it has seen that its socket is closed.
    pub(super) fn wait_a_while(&self) {
        let pause = Timespec { tv_sec: 10, tv_nsec: 0 };
        let _ = poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&pause));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = pidfd_send_signal(&self.0, Signal::KILL);
        while let Err(rustix::io::Errno::INTR) =
            waitid(WaitId::PidFd(self.0.as_fd()), WaitIdOptions::EXITED)
        {}
    }
}
