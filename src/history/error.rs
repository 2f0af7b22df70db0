//! Why a history cannot be used, and what to do then.

use std::io;
use std::path::PathBuf;

/// The version of the file's format. The first one was a database.
pub(super) const VERSION: u32 = 2;

/// Why the history cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// Some other file.
    #[error(
        "{} is not a jury history; it was left untouched (move it away to start a new one)",
        .0.display()
    )]
    Foreign(PathBuf),
    /// Of a version that we do not know.
    #[error(
        "{} has format version {version}, but this jury reads version {VERSION}: use the jury that \
         wrote it, or move the file away to start a new one",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// There is a file without a byte, which no history ever is: what it held is lost.
    #[error(
        "{} is empty, and the grades in it are lost: restore it from a copy, or remove it to start \
         a new one",
        .0.display()
    )]
    Empty(PathBuf),
    /// It was a history.
    #[error(
        "{}:{line}:{column}: the history is damaged ({why}); it was left untouched: restore it \
         from a copy, correct or remove that line, or move the file away to start a new one",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column in bytes, counted from 1.
        column: usize,
        /// What is wrong there.
        why: String,
    },
    /// It, or its folder, cannot be made.
    #[error("cannot create {}", path.display())]
    Unmade {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no right to open it.
    #[error(
        "cannot open the history {}: check the permissions of the file and of its folder",
        .0.display()
    )]
    Unopened(PathBuf),
    /// There is no right to write it, or it lies on a medium that nobody can write to.
    #[error(
        "the history {} is read-only: check the permissions of the file and of its folder",
        .0.display()
    )]
    Unwritable(PathBuf),
    /// Reading or writing failed; what was saved before is still there.
    #[error("cannot use the history {}: {why}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
}
