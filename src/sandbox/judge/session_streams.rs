//! What a run gets in place of its own input and output when somebody talks with its program.

use std::os::fd::OwnedFd;
use std::sync::{Arc, OnceLock};

use super::usage::UsageReader;

/// The far ends of a session's streams, as its program gets them.
#[derive(Debug)]
pub(super) struct SessionStreams {
    /// Standard input.
    pub(super) input: OwnedFd,
    /// Standard output.
    pub(super) output: OwnedFd,
    /// Becomes readable when the program is to be stopped.
    pub(super) dismissal: OwnedFd,
    /// Gets the meter of the run, before that begins.
    pub(super) meter: Arc<OnceLock<UsageReader>>,
    /// The only processor that the program may use.
    pub(super) processor: Option<usize>,
}
