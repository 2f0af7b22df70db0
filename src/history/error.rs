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
        "{} is no history of jury, and is left as it is; move it away to begin a new one",
        .0.display()
    )]
    Foreign(PathBuf),
    /// Of a version that we do not know.
    #[error(
        "{} has version {version}, and this jury knows {VERSION}: use the jury that wrote it, or \
         move the file away to begin a new one",
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
        "{} is empty: the grades that it held are lost; put a copy of it back, or remove it to begin \
         a new one",
        .0.display()
    )]
    Empty(PathBuf),
    /// It was a history.
    #[error(
        "{}:{line}:{column}: the history is damaged ({why}), and is left as it is; put a copy of it \
         back, mend or remove that line, or move the file away to begin a new one",
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
    #[error("cannot make {}", path.display())]
    Unmade {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no right to open it.
    #[error("cannot open the history {}: check the rights of it and its folder", .0.display())]
    Unopened(PathBuf),
    /// There is no right to write it, or it lies on a medium that nobody can write to.
    #[error("the history {} is read-only: check the rights of it and its folder", .0.display())]
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
