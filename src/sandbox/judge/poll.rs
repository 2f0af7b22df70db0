//! Waiting for several descriptors at a time.

use std::os::fd::BorrowedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::sandbox::error::{SandboxError, failed};

/// Borrowed ends for the poll set.
pub(super) type Sources<'a> = Vec<PollFd<'a>>;

/// A descriptor as a source of something to read.
pub(super) fn source(descriptor: BorrowedFd<'_>) -> PollFd<'_> {
    PollFd::from_borrowed_fd(descriptor, PollFlags::IN)
}

/// Polls for at most this long; interrupted calls come back with nothing seen.
pub(super) fn wait(sources: &mut [PollFd<'_>], pause: Duration) -> Result<(), SandboxError> {
    let pause = Timespec::try_from(pause).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
    match poll(sources, Some(&pause)) {
        Ok(_) => Ok(()),
        Err(rustix::io::Errno::INTR) => {
            sources.iter_mut().for_each(PollFd::clear_revents);
            Ok(())
        }
        Err(error) => Err(failed("waiting for a slot")(error.into())),
    }
}
