//! Why a build could not take place. One that fails for the contestant's fault is none of these.

use std::path::PathBuf;

use super::error::{CacheError, SubmissionError};
use super::toolchain::ToolchainError;
use super::unreliable::UnreliableBuild;
use crate::sandbox::SandboxError;

/// Why a build could not take place: the package's fault, ours or the machine's, never the contestant's.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// There is no toolchain.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// The sources can no longer be read.
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    /// The cache cannot be used.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// Somebody else can write to the cache.
    #[error(
        "cannot trust the build cache at {}: {} {why}, so others could plant programs in it; make \
         it yours alone (`chown`, `chmod go-w`)",
        cache.display(),
        path.display()
    )]
    Distrusted {
        /// The cache's folder.
        cache: PathBuf,
        /// The folder in it or above it.
        path: PathBuf,
        /// What others can do.
        why: String,
    },
    /// Code of the package that submissions are compiled together with does not build, whatever the submission.
    #[error("{0}")]
    Package(String),
    /// The machine ended the compiler, twice.
    #[error(transparent)]
    UnreliableBuild(#[from] UnreliableBuild),
    /// The compiler is there, but does not start in the sandbox.
    #[error("the compiler `{command}` does not start in the sandbox: {source}")]
    NotStarted {
        /// The compiler.
        command: String,
        /// Why.
        source: std::io::Error,
    },
}

impl BuildError {
    /// Whether it spoilt one build and says nothing of others: the machine may do better by them.
    pub fn spoils_one(&self) -> bool {
        match self {
            Self::UnreliableBuild(_) => true,
            Self::Sandbox(error) => error.spoils_one(),
            _ => false,
        }
    }
}
