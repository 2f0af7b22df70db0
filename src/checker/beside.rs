//! Files of a case that stand beside the submission: what the folder of a case's settings holds, read
//! within bounds. No link in it is followed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::problem::names::DEEPEST;
use crate::regular::{self, LARGEST_CASE_FILE};
use crate::sandbox::BoxFile;

/// Most files and folders.
const MOST: usize = 1000;

/// A file or folder that cannot be used, and why.
pub(crate) type Unusable = (PathBuf, io::Error);

/// All files below a folder, in byte order of their paths; together they hold no more than an input
/// may.
pub(crate) fn read(folder: &Path) -> Result<Arc<[BoxFile]>, Unusable> {
    let mut found = Found { files: Vec::new(), left: LARGEST_CASE_FILE, entries: 0 };
    found.read(folder, Path::new(""), DEEPEST)?;
    found.files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    Ok(found.files.into())
}

/// What was found so far.
struct Found {
    files: Vec<BoxFile>,
    /// Bytes that the others may still hold.
    left: u64,
    entries: usize,
}

impl Found {
    fn read(&mut self, folder: &Path, below: &Path, depth: usize) -> Result<(), Unusable> {
        let at = |path: &Path| {
            let path = path.to_owned();
            |error| (path, error)
        };
        if depth == 0 {
            let why = format!("folders nested deeper than {DEEPEST}");
            return Err((folder.to_owned(), io::Error::other(why)));
        }
        for entry in fs::read_dir(folder).map_err(at(folder))? {
            let entry = entry.map_err(at(folder))?;
            let (path, below) = (entry.path(), below.join(entry.file_name()));
            self.entries += 1;
            if self.entries > MOST {
                let why = format!("more than {MOST} files and folders");
                return Err((folder.to_owned(), io::Error::other(why)));
            }
            if entry.file_type().map_err(at(&path))?.is_dir() {
                self.read(&path, &below, depth - 1)?;
            } else {
                let bytes = regular::read(&path, self.left).map_err(at(&path))?;
                self.left -= bytes.len() as u64;
                self.files.push(BoxFile { path: below, bytes });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[track_caller]
    fn refused(folder: &Path, name: &str, words: &str) {
        let (path, why) = read(folder).unwrap_err();
        assert_eq!((path, why.to_string().as_str()), (folder.join(name), words));
    }

    #[test]
    fn files_are_read_in_folders_and_links_are_not() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().canonicalize().unwrap().join("1.files");
        fs::create_dir_all(folder.join("b/c")).unwrap();
        fs::write(folder.join("z"), "z").unwrap();
        fs::write(folder.join("b/c/d"), "").unwrap();
        let file = |path: &str, text: &str| BoxFile { path: path.into(), bytes: text.into() };
        assert_eq!(*read(&folder).unwrap(), [file("b/c/d", ""), file("z", "z")]);
        symlink("z", folder.join("link")).unwrap();
        refused(&folder, "link", "expected a file, found a link");
        fs::remove_file(folder.join("link")).unwrap();
        symlink(place.path(), folder.join("out")).unwrap();
        refused(&folder, "out", "expected a file, found a link");
    }

    #[test]
    fn files_share_one_bound() {
        let place = tempfile::tempdir().unwrap();
        for name in ["a", "b"] {
            fs::write(place.path().join(name), "12").unwrap();
        }
        let within = |left| {
            let mut found = Found { files: Vec::new(), left, entries: 0 };
            found.read(place.path(), Path::new(""), DEEPEST).map_err(|(_, why)| why.kind())
        };
        assert_eq!(within(4), Ok(()));
        assert_eq!(within(3), Err(io::ErrorKind::FileTooLarge));
    }

    #[test]
    fn there_are_bounds() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().canonicalize().unwrap();
        let large = fs::File::create(folder.join("large")).unwrap();
        large.set_len(LARGEST_CASE_FILE + 1).unwrap();
        let (path, why) = read(&folder).unwrap_err();
        assert_eq!((path, why.kind()), (folder.join("large"), io::ErrorKind::FileTooLarge));
        fs::remove_file(folder.join("large")).unwrap();
        let deep = folder.join(vec!["d"; DEEPEST].join("/"));
        fs::create_dir_all(&deep).unwrap();
        let (path, why) = read(&folder).unwrap_err();
        assert_eq!((path, why.to_string().as_str()), (deep, "folders nested deeper than 16"));
        fs::remove_dir_all(folder.join("d")).unwrap();
        for number in 0..MOST {
            fs::write(folder.join(number.to_string()), "").unwrap();
        }
        assert_eq!(read(&folder).unwrap().len(), MOST);
        fs::write(folder.join("one more"), "").unwrap();
        refused(&folder, "", "more than 1000 files and folders");
    }
}
