//! A shard that was done, of whatever kind its work is.

use std::num::NonZeroUsize;

use crate::plan::{Probe, Results, Toolchains};
use crate::sandbox::Level;

use super::super::status::Failure;

/// A shard that was done on this machine.
pub(super) struct Done {
    pub(super) results: Results,
    /// What came of it, in words.
    pub(super) words: String,
    pub(super) probe: Option<Probe>,
    /// The isolation in force.
    pub(super) level: Level,
    pub(super) toolchains: Toolchains,
    /// Runs, or games, side by side.
    pub(super) workers: NonZeroUsize,
}

/// Says that nothing is kept of a shard that the machine or the jury's part spoilt.
pub(super) fn no_part(failure: Failure) -> Failure {
    Failure { error: failure.error.context("no part was written"), ..failure }
}
