//! Why judging could not go on: never the contestant's fault.

use std::path::PathBuf;

use crate::checker::PartFailure;
use crate::pool::PoolError;
use crate::problem::store::StoreError;
use crate::problem::{Conventions, Layout};
use crate::sandbox::SandboxError;
use crate::submission::{BuildError, SubmissionError};

use super::grade::Grade;

/// Why judging could not go on: ours or the machine's fault.
#[derive(Debug, thiserror::Error)]
pub enum JudgeFailure {
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The machine failed at one case.
    #[error(transparent)]
    FailedGrade(#[from] FailedGrade),
    /// A worker thread panicked.
    #[error("a worker of the judge panicked; this is a bug of jury")]
    Worker,
    /// A build could not take place.
    #[error(transparent)]
    Build(BuildError),
    /// There is nothing there that could be built.
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    /// The problem has no reference solution.
    #[error("problem `{slug}` has no reference solution; {}", how_to_name_one(*conventions))]
    NoReference {
        /// The problem.
        slug: String,
        /// Those of its package.
        conventions: Conventions,
    },
    /// The executable with the shipped reference programs is not where it should be.
    #[error("no reference program can be started: there is no {}", .0.display())]
    NoReferenceProgram(PathBuf),
    /// The package names a part that cannot be used.
    #[error("{0}")]
    Package(String),
    /// A problem allows for the start of a runtime, which cannot be measured here.
    #[error(
        "cannot measure what the start of {language} costs, by a program that does nothing: {why}"
    )]
    Startup {
        /// The language's title.
        language: String,
        /// What came of that program.
        why: String,
    },
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

/// How a package says which solution is its reference.
fn how_to_name_one(conventions: Conventions) -> String {
    match conventions {
        Conventions::Own => format!("name one as `reference` in its {}", Layout::OWN.settings),
        Conventions::Kattis => {
            "put one in `submissions/accepted` (the first one is used)".to_owned()
        }
    }
}

/// The machine failed at one case of a submission, or at the program that grades all.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", case)]
pub struct FailedGrade {
    /// The case, or in words what else of the grade it failed at.
    pub case: String,
    /// All that was settled before, that case as a judge error, and the others as not run.
    pub grade: Box<Grade>,
    /// Why.
    pub source: SandboxError,
}

impl JudgeFailure {
    /// Whether it concerns one submission and says nothing of others: the machine failed at this one, or
    /// has no compiler for it.
    pub fn spoils_one(&self) -> bool {
        match self {
            Self::FailedGrade(_) | Self::Startup { .. } | Self::Build(BuildError::Toolchain(_)) => {
                true
            }
            Self::Sandbox(error) => error.spoils_one(),
            Self::Build(error) => error.spoils_one(),
            _ => false,
        }
    }
}

/// The machine had no thread left for a worker.
pub(super) fn no_thread(source: std::io::Error) -> SandboxError {
    SandboxError::Failed { step: "starting a thread of the judge".into(), source }
}

impl From<BuildError> for JudgeFailure {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Package(words) => Self::Package(words),
            error => Self::Build(error),
        }
    }
}

impl From<PoolError> for JudgeFailure {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::NoThread(source) => no_thread(source).into(),
            PoolError::Panicked => Self::Worker,
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

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn who_has_no_reference_is_told_how_to_name_one() {
        let told = |conventions| {
            JudgeFailure::NoReference { slug: "sums".into(), conventions }.to_string()
        };
        let words = "problem `sums` has no reference solution; ";
        let own = format!("{words}name one as `reference` in its problem.toml");
        assert_eq!(told(Conventions::Own), own);
        let kattis = format!("{words}put one in `submissions/accepted` (the first one is used)");
        assert_eq!(told(Conventions::Kattis), kattis);
    }

    #[test]
    fn only_some_failures_concern_one_submission() {
        let failed =
            || SandboxError::Failed { step: "a step".into(), source: io::Error::other("no") };
        let grade = FailedGrade {
            case: "secret/1".into(),
            grade: Box::new(Grade::judge_error()),
            source: SandboxError::Interrupted,
        };
        let start = JudgeFailure::Startup { language: "Java".into(), why: "it fails".into() };
        let build = |error: SandboxError| JudgeFailure::Build(error.into());
        let one =
            [grade.into(), start, SandboxError::Lost.into(), failed().into(), build(failed())];
        for failure in one {
            assert!(failure.spoils_one(), "{failure:?}");
        }
        let all = [
            SandboxError::Interrupted.into(),
            build(SandboxError::Interrupted),
            JudgeFailure::Worker,
            JudgeFailure::Package("no checker".into()),
        ];
        for failure in all {
            assert!(!failure.spoils_one(), "{failure:?}");
        }
    }
}
