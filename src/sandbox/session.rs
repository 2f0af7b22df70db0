//! Sessions.

use std::os::fd::OwnedFd;

/// The far ends of a session's streams, as its program gets them.
#[derive(Debug)]
pub(super) struct Talk {
    /// Standard input.
    pub(super) input: OwnedFd,
    /// Standard output.
    pub(super) output: OwnedFd,
    /// Becomes readable when the program is to be stopped.
    pub(super) dismissal: OwnedFd,
}
