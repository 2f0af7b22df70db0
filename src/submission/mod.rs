//! Submissions and what a build makes of them: languages (a data table), build, build cache.
//! Knows nothing of problems, cases and verdicts: a failed build is a value.
//!
//! ```text
//! path --identify--> Submission --build--> Program, or why it failed
//!                                   |
//!             table of languages, toolchains found, cache
//! ```

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::limits::Limits;
use crate::sandbox::{SandboxError, View};

mod build;
mod cache;
mod collect;
mod command;
mod identify;
mod java;
mod language;
mod message;
mod plan;
mod sources;
mod spoilt;
mod toolchain;
mod trust;

pub use self::build::{build, build_within};
pub use self::cache::{Cache, CacheError};
pub use self::identify::{SubmissionError, identify, identify_kept};
pub use self::language::{LANGUAGES, Language};
pub use self::spoilt::Spoilt;
pub use self::toolchain::{Toolchain, ToolchainError, toolchains};

/// Source or executable of a contestant, with its language.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The file or directory, as the user named it.
    pub path: PathBuf,
    /// The same, absolute and without links: what is read, if it is still no link then.
    pub real: PathBuf,
    /// The language's name in the table: `cpp`, `python`, `executable`…
    pub language: &'static str,
}

/// What a build made: all that is needed to run it.
#[derive(Debug, Clone)]
pub struct Program {
    /// The submission that it was made of.
    pub submission: Submission,
    /// What its runs see of the host (`Workspace::Scratch`).
    pub view: View,
    /// The command, program first, absolute paths inside the sandbox; `{memory_mib}` stands for the
    /// memory limit. See [`Program::command`].
    pub argv: Vec<String>,
    /// The whole environment of its runs.
    pub environment: Vec<(OsString, OsString)>,
    /// By how much the problem's time limits are multiplied for this language.
    pub time_factor: f64,
    /// How long the build took; zero when it came from the cache.
    pub build_time: Duration,
    /// What the compiler said (warnings), bounded.
    pub messages: String,
}

impl Program {
    /// The command under these limits.
    pub fn command(&self, limits: &Limits) -> Vec<OsString> {
        let mebibytes = (limits.memory >> 20).to_string();
        self.argv.iter().map(|word| word.replace("{memory_mib}", &mebibytes).into()).collect()
    }
}

/// The end of a build: the contestant's failure is a value, not an error.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "there are few, and each is taken apart at once")]
pub enum Built {
    /// It can run.
    Program(Program),
    /// It did not build.
    Failed {
        /// What the compiler said, bounded, or which limit stopped it.
        message: String,
        /// How long it took.
        build_time: Duration,
    },
}

/// Why a build could not take place: ours or the machine's fault, never the contestant's.
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
        "cannot trust the build cache at {}: {} {why}, who could plant programs there; make it yours \
         alone (`chown`, `chmod go-w`), or name another folder by --cache DIR",
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
    /// The machine ended the compiler, twice.
    #[error(transparent)]
    Spoilt(#[from] Spoilt),
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
            Self::Spoilt(_) => true,
            Self::Sandbox(error) => error.spoils_one(),
            _ => false,
        }
    }
}
