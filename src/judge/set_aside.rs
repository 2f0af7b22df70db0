//! Inputs and answers that have no place in a problem yet, in temporary files; and reading files
//! whole.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use bytesize::ByteSize;

use crate::machine::TemporaryFolder;
use crate::regular::{self, LARGEST_CASE_FILE, read_case_file};

use super::JudgeFailure;

/// Bytes of all files of a folder together.
const MOST_BYTES: u64 = 4 << 30;

/// The folder.
#[derive(Debug)]
pub(super) struct SetAside {
    folder: PathBuf,
    /// Deletes it at the end, where it is nobody else's.
    _own: Option<TemporaryFolder>,
    /// Bytes that may still be written.
    left: AtomicU64,
}

impl SetAside {
    /// In this folder, which is somebody else's.
    pub(super) fn within(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), _own: None, left: AtomicU64::new(MOST_BYTES) }
    }

    /// A new one, outside the problem, which is deleted at the end.
    pub(super) fn new() -> Result<Self, JudgeFailure> {
        let failed =
            |source| JudgeFailure::Scratch { path: PathBuf::from("a temporary folder"), source };
        let own = TemporaryFolder::make().map_err(failed)?;
        let within = Self::within(own.path());
        Ok(Self { _own: Some(own), ..within })
    }

    /// Where a file for this case is written.
    pub(super) fn place(folder: &Path, case: &str, ending: &str) -> PathBuf {
        // Names of cases have folders in them.
        folder.join(format!("{}.{ending}", blake3::hash(case.as_bytes()).to_hex()))
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
        let take = |left: u64| left.checked_sub(bytes.len() as u64);
        if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err() {
            let most = ByteSize(MOST_BYTES);
            let message = format!("{case}.{ending}: the cases made are more than {most} together");
            return Err(JudgeFailure::Package(message));
        }
        let path = Self::place(&self.folder, case, ending);
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

#[cfg(test)]
mod tests {
    use super::read_if_there;

    #[test]
    fn what_is_there_and_cannot_be_read_is_not_taken_to_be_missing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("1.ans");
        assert!(read_if_there(&file).unwrap().is_none());
        std::fs::write(&file, "1\n").unwrap();
        assert_eq!(read_if_there(&file).unwrap().as_deref(), Some(&b"1\n"[..]));
        assert!(read_if_there(folder.path()).is_err(), "a folder is no file of a case");
    }
}
