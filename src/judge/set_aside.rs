//! Inputs and answers that have no place in a problem yet, in temporary files; and reading files
//! whole.

use std::path::{Path, PathBuf};

use crate::machine::TemporaryFolder;
use crate::regular::{self, LARGEST_CASE_FILE, read_case_file};

use super::JudgeFailure;

/// The folder, deleted at the end.
#[derive(Debug)]
pub(super) struct SetAside(TemporaryFolder);

impl SetAside {
    /// A new one, outside the problem.
    pub(super) fn new() -> Result<Self, JudgeFailure> {
        let failed =
            |source| JudgeFailure::Scratch { path: PathBuf::from("a temporary folder"), source };
        Ok(Self(TemporaryFolder::make().map_err(failed)?))
    }

    /// Writes a file for this case.
    pub(super) fn write(
        &self,
        case: &str,
        ending: &str,
        bytes: &[u8],
    ) -> Result<PathBuf, JudgeFailure> {
        regular::expect_at_most(bytes.len() as u64, LARGEST_CASE_FILE)
            .map_err(|error| JudgeFailure::Package(format!("{case}.{ending}: {error}")))?;
        // Names of cases have folders in them.
        let own = blake3::hash(case.as_bytes()).to_hex();
        let path = self.0.path().join(format!("{own}.{ending}"));
        write(&path, bytes)?;
        Ok(path)
    }
}

/// Writes a temporary file.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), JudgeFailure> {
    std::fs::write(path, bytes)
        .map_err(|source| JudgeFailure::Scratch { path: path.to_owned(), source })
}

/// Reads a file of a case whole.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, JudgeFailure> {
    read_case_file(path).map_err(|source| JudgeFailure::File { path: path.to_owned(), source })
}

/// The same; `None` where there is no such file.
pub(super) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, JudgeFailure> {
    match read_case_file(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(JudgeFailure::File { path: path.to_owned(), source }),
    }
}
