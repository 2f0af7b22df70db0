//! Judging: runs and checks cases, and folds their outcomes into grades.
//!
//! Workers run cases ahead of need; one owner folds outcomes in package order, so one worker and
//! sixteen report the same verdicts in the same order. This room knows nothing of command lines,
//! of how reports look, or of how a program was built.

use std::path::PathBuf;
use std::time::Duration;

use crate::checker::PartFailure;
use crate::limits::Limits;
use crate::problem::group::is_sample;
use crate::problem::store::StoreError;
use crate::sandbox::{Interrupt, Job, Run, SandboxError, Slot};
use crate::score::Score;
use crate::submission::{BuildError, SubmissionError};
use crate::verdict::Verdict;

pub mod add;
pub mod answer;
mod aside;
mod case;
mod catch;
mod details;
pub mod evidence;
pub mod generate;
pub mod grade;
mod interact;
pub mod matrix;
mod open;
mod parts;
pub mod recipe;
pub mod schedule;
mod side_by_side;
pub mod stress;
pub mod tools;
pub mod verify;
mod workers;

pub use catch::{Fate, Role};
pub use details::Details;
pub use evidence::{Evidence, Excerpt};
pub use grade::Grade;
pub use parts::Parts;
pub use tools::Tools;
pub use workers::{Assignment, judge};

/// Verdict of one case with its evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The case's name: `secret/007`.
    pub case: String,
    /// The case's group: `secret`.
    pub group: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The score of the case, for scored problems; zero when not accepted.
    pub score: Option<Score>,
    /// What the run cost; `None` when it was not run.
    pub measured: Option<Measured>,
    /// One sentence that says why: a lower-case fragment.
    pub message: String,
    /// What a reader needs to see a failure; `None` when accepted (but where details were asked for)
    /// or not run.
    pub evidence: Option<Evidence>,
}

/// What a run cost and how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// CPU time of the process tree.
    pub cpu: Duration,
    /// The limits in force, language factor included.
    pub limits: Limits,
    /// Wall time.
    pub wall: Duration,
    /// Peak memory in bytes.
    pub memory: u64,
    /// Bytes written to standard output.
    pub output_bytes: u64,
    /// Exit code, when the program ended by itself.
    pub exit_code: Option<i32>,
    /// Signal, when one ended it.
    pub signal: Option<i32>,
}

/// When to stop running the cases of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// At the first case that is not accepted.
    FirstFailure,
    /// Never: all cases run.
    Never,
    /// After this many cases were not accepted, samples aside.
    SecretFailures(usize),
}

/// Runs jobs one after another: the sandbox's slot, or a script in tests.
pub trait Runner: Send {
    /// Runs one job to its end.
    ///
    /// # Errors
    /// As [`Slot::run`].
    fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError>;

    /// The slot behind it, for those who talk with the programs in it. A script has none.
    fn slot(&mut self) -> Option<&mut Slot> {
        None
    }

    /// Takes back an output that has been checked, as [`Slot::reclaim`]. Only speed depends on it.
    fn reclaim(&mut self, output: Vec<u8>) {
        drop(output);
    }
}

impl Runner for Slot {
    fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError> {
        Slot::run(self, job, interrupt)
    }

    fn slot(&mut self) -> Option<&mut Slot> {
        Some(self)
    }

    fn reclaim(&mut self, output: Vec<u8>) {
        Slot::reclaim(self, output);
    }
}

/// Why judging could not go on: ours or the machine's fault.
#[derive(Debug, thiserror::Error)]
pub enum JudgeFailure {
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The machine failed at one case.
    #[error(transparent)]
    Spoilt(#[from] Spoilt),
    /// A worker thread panicked.
    #[error("a worker of the judge panicked; this is a bug of jury")]
    Worker,
    /// A build could not take place.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// There is nothing there that could be built.
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    /// The problem names no reference solution.
    #[error(
        "problem `{slug}` has no reference solution; name one as `reference` in its {settings}"
    )]
    NoReference {
        /// The problem.
        slug: String,
        /// Its file of settings.
        settings: &'static str,
    },
    /// A shipped reference program is not beside the `jury` executable.
    #[error(
        "the reference program {} is missing; build it with `cargo build --release -p jury-reference`",
        .0.display()
    )]
    ReferenceNotBuilt(PathBuf),
    /// The package names a part that cannot be used.
    #[error("{0}")]
    Package(String),
    /// A case cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A temporary file cannot be written.
    #[error("cannot write {}", path.display())]
    Scratch {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file of ours cannot be read or written.
    #[error("{}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// The machine failed at one case of a submission.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", case)]
pub struct Spoilt {
    /// The case.
    pub case: String,
    /// All that was settled before, that case as a judge error, and the others as not run.
    pub grade: Box<Grade>,
    /// Why.
    pub source: SandboxError,
}

impl JudgeFailure {
    /// Whether it spoilt one submission and says nothing of others: the machine may do better by
    /// them.
    pub fn spoils_one(&self) -> bool {
        match self {
            Self::Spoilt(_) => true,
            Self::Sandbox(error) => error.spoils_one(),
            Self::Build(error) => error.spoils_one(),
            _ => false,
        }
    }
}

impl From<PartFailure> for JudgeFailure {
    fn from(failure: PartFailure) -> Self {
        match failure {
            PartFailure::Setter(why) => Self::Package(why),
            PartFailure::Sandbox(error) => Self::Sandbox(error),
        }
    }
}

impl Outcome {
    /// A case that was not run.
    pub fn skipped(case: &crate::problem::Case, why: &str) -> Self {
        Self {
            case: case.name.clone(),
            group: case.group.clone(),
            verdict: Verdict::Skipped,
            score: None,
            measured: None,
            message: why.to_owned(),
            evidence: None,
        }
    }

    /// Whether it is one of the statement's samples.
    pub fn is_sample(&self) -> bool {
        is_sample(&self.group)
    }

    /// Whether the case ran and was not accepted.
    pub fn failed(&self) -> bool {
        !matches!(self.verdict, Verdict::Accepted | Verdict::Skipped)
    }
}
