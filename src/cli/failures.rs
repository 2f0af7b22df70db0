//! Whose fault a failure of the library is: the exit status of each, with what only the command line knows to
//! do about it.

use std::io::ErrorKind;

use anyhow::anyhow;

use crate::judge::JudgeFailure;
use crate::machine;
use crate::problem::archive::ArchiveError;
use crate::problem::store::StoreError;
use crate::problem::{load, shipped};
use crate::submission::{BuildError, LanguagesError, SubmissionError};

use super::status::{Failure, Status};

impl From<load::FindError> for Failure {
    fn from(error: load::FindError) -> Self {
        use load::FindError::{NoRepository, Nowhere};
        match error {
            NoRepository { ref cwd } if !load::problems_in(cwd).is_empty() => {
                Self::usage(anyhow!("{error}; this folder holds problems: `jury verify .`"))
            }
            NoRepository { .. } => Self::usage(anyhow!(
                "{error}: name a problem by its path, such as ./my-problem, or set the folder with \
                 `--problems`"
            )),
            Nowhere { .. } => Self::usage(anyhow!(
                "{error}; name a path, set the folder of problems with `--problems`, or name one \
                 that comes with jury: {}",
                shipped::slugs().join(", ")
            )),
            error => Self::usage(error),
        }
    }
}

impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Self {
        if error.by_machine() { Self::ours(error) } else { Self::usage(error) }
    }
}

impl From<load::LoadError> for Failure {
    fn from(error: load::LoadError) -> Self {
        if error.by_machine() { Self::ours(error) } else { Self::usage(error) }
    }
}

impl From<SubmissionError> for Failure {
    fn from(error: SubmissionError) -> Self {
        let by_machine = match &error {
            SubmissionError::Archive(error) => error.by_machine(),
            error => machine::is_at_fault(error),
        };
        if by_machine { Self::ours(error) } else { Self::usage(error) }
    }
}

impl From<LanguagesError> for Failure {
    fn from(error: LanguagesError) -> Self {
        Self::usage(error)
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Sandbox(error) => error.into(),
            BuildError::Submission(error) => error.into(),
            error @ BuildError::Package(_) => Self::usage(error),
            error @ BuildError::Distrusted { .. } => {
                Self::usage(anyhow!("{error}, or name another folder with --cache DIR"))
            }
            BuildError::Cache(error) => {
                Self::ours(anyhow!("{error}; `--cache DIR` or JURY_CACHE names another folder"))
            }
            error => Self::ours(error),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Taken(_) | StoreError::Outside(_) | StoreError::TooLarge { .. } => {
                Self::usage(error)
            }
            StoreError::Stopped => Self { status: Status::Interrupted, error: error.into() },
            // A package that may only be read is no failure of the machine's.
            StoreError::Io { ref source, .. }
                if matches!(
                    source.kind(),
                    ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
                ) =>
            {
                Self::usage(error)
            }
            StoreError::Held { .. } | StoreError::Io { .. } => Self::ours(error),
        }
    }
}

impl From<JudgeFailure> for Failure {
    fn from(failure: JudgeFailure) -> Self {
        match failure {
            JudgeFailure::Sandbox(error) => error.into(),
            JudgeFailure::Build(error) => error.into(),
            JudgeFailure::FailedGrade(error) => Self::ours(error),
            JudgeFailure::Submission(error) => error.into(),
            JudgeFailure::Store(error) => error.into(),
            failure @ (JudgeFailure::NoReference { .. }
            | JudgeFailure::Package(_)
            | JudgeFailure::File { .. }) => Self::usage(failure),
            failure => Self::ours(failure),
        }
    }
}
