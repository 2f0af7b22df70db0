//! Digests of the inputs and answers of a problem, for whoever asks whether cases are equal, or what they
//! were when they were run before.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::digest::Digest;
use crate::regular;

/// Digests of files, each of which is read once unless it changes.
#[derive(Debug, Default)]
pub struct FileDigests(Mutex<HashMap<PathBuf, (Stamp, Digest)>>);

/// What a file's system says of it, which is another after every change.
type Stamp = [i128; 7];

fn stamp(state: &Metadata) -> Stamp {
    [
        state.dev().into(),
        state.ino().into(),
        state.size().into(),
        state.mtime().into(),
        state.mtime_nsec().into(),
        state.ctime().into(),
        state.ctime_nsec().into(),
    ]
}

impl FileDigests {
    /// That of an input or an answer.
    ///
    /// # Errors
    /// As of [`regular::open_case_file`], and when it cannot be read.
    pub(super) fn of(&self, path: &Path) -> io::Result<Digest> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&fs::metadata(path)?);
        if let Some((_, digest)) = known().get(path).filter(|(then, _)| *then == now) {
            return Ok(digest.clone());
        }
        let file = regular::open_case_file(path)?;
        let now = stamp(&file.metadata()?);
        let mut digest = Digest::default();
        digest.file("bytes", file)?;
        known().insert(path.to_owned(), (now, digest.clone()));
        Ok(digest)
    }
}
