//! What groups of a file of generators hand down to the cases in them.

use std::path::PathBuf;

/// What groups hand down to the cases in them.
#[derive(Debug, Clone, Default)]
pub(super) struct Config {
    pub(super) salt: String,
    pub(super) solution: Option<PathBuf>,
    /// How often a generator is run while it fails; 0 is once, too.
    pub(super) tries: u32,
}

/// Most runs of a generator that fails.
pub(super) const MOST_TRIES: u32 = 100;
