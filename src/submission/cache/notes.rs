//! Small facts about packages on this machine, kept beside the builds: what was dear to find out.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;

use super::super::collect::create;
use super::super::error::CacheError;
use super::super::failure::BuildError;
use super::{Cache, NOTES};
use crate::regular;

/// Bytes of a note at the most.
const LARGEST_NOTE: u64 = 64 << 10;

/// The longest tick of a file system's clock, in seconds.
const LONGEST_TICK: i64 = 2;

impl Cache {
    /// What was kept under this key by [`Cache::keep_note`].
    pub fn note(&self, key: &str) -> Option<Vec<u8>> {
        regular::read(&self.folder.join(NOTES).join(key), LARGEST_NOTE).ok()
    }

    /// Keeps a few bytes that were dear to find out.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn keep_note(&self, key: &str, bytes: &[u8]) -> Result<(), BuildError> {
        self.keep_note_since(key, bytes, i64::MIN)
    }

    /// The same for what was found out of files by their stamps, of which the newest is this, in seconds of
    /// the system's clock. It is not kept where that was just now: a file that is changed once more
    /// within the same tick bears the same stamp.
    ///
    /// # Errors
    /// As [`Self::keep_note`].
    pub fn keep_note_since(&self, key: &str, bytes: &[u8], newest: i64) -> Result<(), BuildError> {
        let place = self.folder.join(NOTES).join(key);
        let failed = |source| CacheError { path: place.clone(), source };
        let draft = self.draft()?;
        let aside = draft.path().join("note");
        let written = create(&aside, false).and_then(|mut file| {
            file.write_all(bytes)?;
            Ok(file.metadata()?.ctime())
        });
        let now = written.map_err(failed)?;
        if newest < now.saturating_sub(LONGEST_TICK) {
            fs::rename(&aside, &place).map_err(failed)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;
    use std::fs;
    use std::os::unix::fs::MetadataExt;

    #[test]
    fn notes_on_files_that_were_just_changed_are_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        cache.keep_note("a", b"1").unwrap();
        let now = fs::metadata(folder.path().join("notes/a")).unwrap().ctime();
        cache.keep_note_since("b", b"2", now).unwrap();
        cache.keep_note_since("c", b"3", now - 60).unwrap();
        let notes = ["a", "b", "c"].map(|key| cache.note(key));
        assert_eq!(notes, [Some(b"1".to_vec()), None, Some(b"3".to_vec())]);
    }
}
