//! Why a run could not take place: what the sandbox's callers get in place of facts.

use std::io;
use std::path::PathBuf;

/// Why a run could not take place or its facts are not known: ours or the machine's fault, never
/// the contestant's.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The user interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The wanted isolation does not work here.
    #[error("sandbox level `{wanted}` is not available here: {missing}")]
    Unavailable {
        /// The level asked for.
        wanted: &'static str,
        /// What is missing, and what to do about it.
        missing: String,
    },
    /// A step of the sandbox's own failed.
    #[error("sandbox: {step}")]
    Failed {
        /// What was being done.
        step: String,
        /// Why it failed.
        source: io::Error,
    },
    /// The slot's process ended, or stood still, for no reason of the program's, twice where a
    /// second attempt could be made.
    #[error("a process of the sandbox itself was killed or stopped from outside")]
    Lost,
    /// The judge's own user may not have what programs are promised: what, and what to do.
    #[error("{0}")]
    Allowance(String),
    /// The kernel killed a process of the run for memory that the machine lacked, though the run's
    /// own limit was not met; twice where a second attempt could be made.
    #[error("the machine ran out of memory: {how}")]
    OutOfMemory {
        /// What was seen.
        how: String,
    },
    /// The input file cannot be opened.
    #[error("cannot read {}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl SandboxError {
    /// Whether it spoilt one run and says nothing of others: the machine may do better by them.
    pub fn spoils_one(&self) -> bool {
        matches!(self, Self::Lost | Self::OutOfMemory { .. } | Self::Failed { .. })
    }
}

/// Names the step that failed, for `map_err`.
pub(super) fn failed(step: impl Into<String>) -> impl FnOnce(io::Error) -> SandboxError {
    let step = step.into();
    move |source| SandboxError::Failed { step, source }
}
