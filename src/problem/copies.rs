//! Files of a package that cannot be used where they lie: those in an archive of it, and texts whose line ends
//! its format has otherwise. They go with the problem.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::archive::{ArchiveError, Unpacked, unpack};
use crate::machine::TemporaryFolder;

/// A temporary folder of such files, and an archive that was unpacked.
pub struct Copies {
    folder: TemporaryFolder,
    archive: Option<(PathBuf, Unpacked)>,
    /// What each file that was made is a copy of, if it is one.
    origins: BTreeMap<PathBuf, Option<PathBuf>>,
}

impl fmt::Debug for Copies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Copies").field("origins", &self.origins).finish_non_exhaustive()
    }
}

impl Copies {
    /// None yet.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { folder: TemporaryFolder::make()?, archive: None, origins: BTreeMap::new() })
    }

    /// Unpacks an archive; its files are found below the path that is returned.
    pub(super) fn unpack(&mut self, archive: &Path) -> Result<&Path, ArchiveError> {
        let unpacked = unpack(archive)?;
        Ok(self.archive.insert((archive.to_owned(), unpacked)).1.top())
    }

    /// The files of the archive that was unpacked, in its order.
    pub(super) fn packed(&self) -> Option<&[String]> {
        self.archive.as_ref().map(|(_, unpacked)| unpacked.files())
    }

    /// Writes a file, which may be a copy of another one; returns where it is.
    pub(super) fn put(&mut self, bytes: &[u8], origin: Option<&Path>) -> io::Result<PathBuf> {
        let place = self.folder.path().join(self.origins.len().to_string());
        std::fs::write(&place, bytes)?;
        self.origins.insert(place.clone(), origin.map(Path::to_owned));
        Ok(place)
    }

    /// Where a file stands in the package, with the archive as if it were a folder. None where the package has no
    /// such file.
    pub(super) fn origin(&self, path: &Path) -> Option<PathBuf> {
        let path = match self.origins.get(path) {
            Some(origin) => origin.as_deref()?,
            None => path,
        };
        let packed = self.archive.as_ref().and_then(|(archive, unpacked)| {
            Some(archive.join(path.strip_prefix(unpacked.top()).ok()?))
        });
        Some(packed.unwrap_or_else(|| path.to_owned()))
    }
}
