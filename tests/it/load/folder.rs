//! Folders made for one test. Knows nothing of what is tested.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use jury::problem::Problem;
use jury::problem::load::load;
use tempfile::TempDir;

/// A folder called `sums` in a directory of its own, deleted at the end.
pub(crate) struct Folder {
    outside: TempDir,
}

impl Folder {
    /// An empty one.
    pub(crate) fn new() -> Self {
        let outside = tempfile::tempdir().unwrap();
        fs::create_dir(outside.path().join("sums")).unwrap();
        Self { outside }
    }

    /// One with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    /// The folder.
    pub(crate) fn path(&self) -> PathBuf {
        self.outside.path().join("sums")
    }

    /// The directory that the folder stands in.
    pub(crate) fn outside(&self) -> &Path {
        self.outside.path()
    }

    /// Writes a file, making its folders.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Makes a symbolic link.
    pub(crate) fn link(&self, target: &str, name: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(target, path).unwrap();
    }

    /// Loads it; it must be good.
    #[track_caller]
    pub(crate) fn load(&self) -> Problem {
        load(&self.path()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The complaints, the folder's own path taken off (`.` is the folder itself).
    #[track_caller]
    pub(crate) fn complaints(&self) -> Vec<String> {
        let Err(error) = load(&self.path()) else { panic!("nothing to complain of") };
        let prefix = format!("{}/", self.path().display());
        let own = format!("{}:", self.path().display());
        let lines: Vec<String> = error
            .complaints
            .iter()
            .map(|complaint| complaint.to_string().replace(&prefix, "").replace(&own, ".:"))
            .collect();
        assert!(error.to_string().lines().count() >= lines.len().min(50), "all are printed");
        lines
    }
}
