//! Submissions and what a build makes of them: languages (a data table), build, build cache.
//! Knows nothing of problems, cases and verdicts: a failed build is a value.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::limits::Limits;
use crate::sandbox::View;

/// Source or executable of a contestant, with its language.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The file or directory, as the user named it.
    pub path: PathBuf,
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
// STUBS
/// x
#[derive(Debug)]
pub struct Cache;
impl Cache {
    /// x
    pub fn open(_p: &std::path::Path) -> Result<Self, BuildError> {
        Ok(Cache)
    }
}
/// x
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// x
    #[error("x")]
    Sandbox(crate::sandbox::SandboxError),
    /// x
    #[error("y")]
    Y,
}
/// x
#[derive(Debug, thiserror::Error)]
#[error("x")]
pub struct SubmissionError;
/// x
pub fn identify(
    _path: &std::path::Path,
    _language: Option<&str>,
) -> Result<Submission, SubmissionError> {
    Err(SubmissionError)
}
/// x
pub fn build(
    _s: &Submission,
    _b: &crate::sandbox::Sandbox,
    _c: &Cache,
    _i: &crate::sandbox::Interrupt,
) -> Result<Built, BuildError> {
    Err(BuildError::Y)
}
/// x
pub struct Toolchain {
    /// x
    pub language: &'static str,
    /// x
    pub version: Result<String, String>,
}
/// x
pub fn toolchains() -> Vec<Toolchain> {
    Vec::new()
}
/// x
pub struct Language {
    /// x
    pub name: &'static str,
    /// x
    pub title: &'static str,
    /// x
    pub extensions: &'static [&'static str],
    /// x
    pub time_factor: f64,
}
/// x
pub const LANGUAGES: &[Language] = &[];
