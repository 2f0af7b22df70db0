//! A slot's process as the judge holds it.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::time::Duration;

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

    /// Waits for its end, for so long at most: whether it has ended.
    pub(super) fn has_ended(&self, patience: Duration) -> bool {
        let pause = Timespec::try_from(patience).unwrap_or_default();
        poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&pause)).is_ok_and(|ended| ended > 0)
    }

    /// Kills it, and with it all that is in its namespace.
    pub(super) fn kill(&self) {
        let _ = pidfd_send_signal(&self.0, Signal::KILL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        while let Err(rustix::io::Errno::INTR) =
            waitid(WaitId::PidFd(self.0.as_fd()), WaitIdOptions::EXITED)
        {}
    }
}
