//! Files of a package that cannot be used where they lie: those in an archive of it, and texts whose line ends
//! its format has otherwise. They go with the problem.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::archive::{ArchiveError, Unpacked, unpack};
use crate::machine::TemporaryFolder;

/// A temporary folder of such files, and an archive that was unpacked.
pub struct Copies {
    folder: TemporaryFolder,
    archive: Option<Unpacked>,
    /// How many files are there.
    count: usize,
}

impl fmt::Debug for Copies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Copies").field("count", &self.count).finish_non_exhaustive()
    }
}

impl Copies {
    /// None yet.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { folder: TemporaryFolder::make()?, archive: None, count: 0 })
    }

    /// Unpacks an archive; its files are found below the path that is returned.
    pub(super) fn unpack(&mut self, archive: &Path) -> Result<&Path, ArchiveError> {
        Ok(self.archive.insert(unpack(archive)?).top())
    }

    /// Writes a file; returns where it is.
    pub(super) fn put(&mut self, bytes: &[u8]) -> io::Result<PathBuf> {
        self.count += 1;
        let place = self.folder.path().join(self.count.to_string());
        std::fs::write(&place, bytes)?;
        Ok(place)
    }

    /// Writes a file of this name; returns the folder that it is in.
    pub(super) fn put_as(&self, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let folder = self.folder.path().join("named");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(name), bytes)?;
        Ok(folder)
    }
}
