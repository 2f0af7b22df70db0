//! A problem's folder on disk: which files below it may be read, and how messages name them.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::complaint::{Complaints, Wrong};
use super::names::DEEPEST;
use crate::regular;
use crate::visible::visible;

/// Most folders that are gone through: few links make many ways to the same folder.
const MOST_FOLDERS: usize = 10_000;

const LEADS_OUT: &str = "link points outside the problem folder: copy the file into it";

/// A folder under its two names.
#[derive(Debug, Clone)]
pub(super) struct Folder {
    /// As the user named it: for messages.
    pub(super) shown: PathBuf,
    /// Absolute, without links: for reading.
    pub(super) real: PathBuf,
    /// Where that is which the package's own programs say of its cases, outside of it.
    pub(super) made: Option<PathBuf>,
}

/// A file or folder met while walking; links are followed.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Absolute path, as met (links in it not replaced).
    pub(super) path: PathBuf,
    /// Its own name.
    pub(super) name: String,
    /// What it is.
    pub(super) kind: Kind,
}

/// What an [`Entry`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A folder.
    Folder,
    /// A regular file.
    File,
    /// A pipe, device or socket.
    Special,
    /// A link that cannot be followed: it is broken or leads out of the folder.
    Astray,
}

impl Folder {
    /// Finds the folder, which messages call by the other name.
    pub(super) fn open(folder: &Path, shown: &Path) -> io::Result<Self> {
        let real = fs::canonicalize(folder)?;
        if !real.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        Ok(Self { shown: shown.into(), real, made: None })
    }

    /// How messages name a path below the real folder.
    pub(super) fn shown(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(&self.real) {
            Ok(below) if below.as_os_str().is_empty() => self.shown.clone(),
            Ok(below) => self.shown.join(below),
            Err(_) => path.into(),
        }
    }

    /// The same as [`Folder::inside`], of a path that may go up again below the folder: `gen/../a` is `a`.
    pub(super) fn inside_by_steps(&self, written: &str) -> Result<PathBuf, Wrong> {
        let mut steps: Vec<&str> = Vec::new();
        for step in written.split('/') {
            match steps.last() {
                Some(&last) if step == ".." && last != ".." => {
                    steps.pop();
                }
                _ if step == "." || step.is_empty() && !steps.is_empty() => {}
                _ => steps.push(step),
            }
        }
        self.inside(&steps.join("/"))
    }

    /// The existing file or folder that a setting names, relative to the folder and inside it.
    /// The error says what is wrong with the name.
    pub(super) fn inside(&self, written: &str) -> Result<PathBuf, Wrong> {
        let outside = || Wrong::from(format!("`{written}` is not inside the problem folder"));
        let plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(written).components().all(plain) {
            return Err(outside());
        }
        match fs::canonicalize(self.real.join(written)) {
            Ok(real) if real.starts_with(&self.real) && real != self.real => Ok(real),
            Ok(_) => Err(outside()),
            Err(error) => {
                let what = format!("cannot find `{written}` in the problem folder");
                Err(Wrong::unreadable(what, &error))
            }
        }
    }

    /// What stands in `directory` (absolute, below the folder), in byte order of the names, hidden
    /// entries left out. Complains of what cannot be read, and leaves that out. Whether a link that
    /// leads astray matters is for the caller to say, since much in a package is not needed.
    pub(super) fn entries(&self, directory: &Path, complaints: &mut Complaints) -> Vec<Entry> {
        let names = fs::read_dir(directory)
            .and_then(|entries| entries.map(|entry| entry.map(|entry| named(&entry))).collect());
        let mut names: Vec<_> = names.unwrap_or_else(|error: io::Error| {
            let wrong = Wrong::unreadable("cannot read folder", &error);
            complaints.about(self.shown(directory), wrong);
            Vec::new()
        });
        names.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
        names.retain(|(name, _)| !name.as_encoded_bytes().starts_with(b"."));
        let entries = names.into_iter().filter_map(|(name, kind)| {
            let path = directory.join(&name);
            let entry = name
                .into_string()
                .ok()
                .filter(|name| visible(name.as_bytes()) == *name)
                .ok_or_else(|| Wrong::from("file name is not printable UTF-8: rename it"))
                .map(|name| {
                    let kind = kind.unwrap_or_else(|| self.look(&path).unwrap_or(Kind::Astray));
                    Entry { kind, path: path.clone(), name }
                });
            let shown = || visible(self.shown(&path).as_os_str().as_encoded_bytes());
            entry.map_err(|wrong| complaints.about(PathBuf::from(shown()), wrong)).ok()
        });
        entries.collect()
    }

    /// The same of a folder that a package may have, by its path below; nothing where there is none.
    pub(super) fn entries_in(&self, below: &str, complaints: &mut Complaints) -> Vec<Entry> {
        let path = self.real.join(below);
        if !path.is_dir() {
            return Vec::new();
        }
        if let Err(wrong) = self.look(&path) {
            complaints.about(self.shown(&path), wrong);
            return Vec::new();
        }
        self.entries(&path, complaints)
    }

    /// All files below `directory`, folder by folder, those of a folder before those of its
    /// subfolders.
    pub(super) fn files_below(&self, directory: &Path, complaints: &mut Complaints) -> Vec<Entry> {
        let mut files = Vec::new();
        let mut left = MOST_FOLDERS;
        self.walk(directory, DEEPEST, &mut left, &mut files, complaints);
        if left == 0 {
            let message =
                format!("more than {MOST_FOLDERS} folders: do links lead back to the same ones?");
            complaints.about(self.shown(directory), message);
        }
        files
    }

    fn walk(
        &self,
        directory: &Path,
        depth: usize,
        left: &mut usize,
        files: &mut Vec<Entry>,
        complaints: &mut Complaints,
    ) {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return;
        }
        let entries = self.entries(directory, complaints);
        let (folders, found): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry| entry.kind == Kind::Folder);
        files.extend(found);
        for folder in folders {
            if depth == 0 {
                let message = format!(
                    "folders nested deeper than {DEEPEST}: does a link point to a folder above it?"
                );
                complaints.about(self.shown(&folder.path), message);
                return;
            }
            self.walk(&folder.path, depth - 1, left, files, complaints);
        }
    }

    /// Why a link cannot be followed.
    pub(super) fn astray(&self, path: &Path) -> Wrong {
        self.look(path).err().unwrap_or_else(|| "link changed while it was being read".into())
    }

    /// Where a regular file that can be read and holds at most `most` bytes is without links, which
    /// stay in the folder. Whatever stands in its place later, no link there is followed.
    pub(super) fn readable(&self, path: &Path, most: u64) -> Result<PathBuf, Wrong> {
        let cannot = |error: io::Error| Wrong::unreadable("cannot read", &error);
        let (real, opened) = match regular::open(path) {
            // Perhaps by a link.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                let real = fs::canonicalize(path).map_err(cannot)?;
                if !real.starts_with(&self.real) {
                    return Err(LEADS_OUT.into());
                }
                let opened = regular::open(&real);
                (real, opened)
            }
            opened => (path.to_owned(), opened),
        };
        let state =
            opened.and_then(|file| file.metadata()).map_err(|error| match error.kind() {
                io::ErrorKind::InvalidInput => "expected a regular file".into(),
                _ => cannot(error),
            })?;
        regular::expect_at_most(state.len(), most).map_err(|error| error.to_string())?;
        Ok(real)
    }

    /// What stands at `path`, links followed as long as they stay in the folder.
    pub(super) fn look(&self, path: &Path) -> Result<Kind, Wrong> {
        let cannot = |error: io::Error| Wrong::unreadable("cannot read", &error);
        let mut metadata = fs::symlink_metadata(path).map_err(cannot)?;
        if metadata.is_symlink() {
            let target = fs::canonicalize(path).map_err(cannot)?;
            if !target.starts_with(&self.real) {
                return Err(LEADS_OUT.into());
            }
            if path.starts_with(&target) {
                return Err("link points to a folder that contains it".into());
            }
            metadata = fs::metadata(target).map_err(cannot)?;
        }
        Ok(match metadata.file_type() {
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_file() => Kind::File,
            _ => Kind::Special,
        })
    }
}

/// An entry's name, and what it is where the folder itself tells: asking for each file again costs.
fn named(entry: &fs::DirEntry) -> (OsString, Option<Kind>) {
    let kind = entry.file_type().ok().and_then(|kind| match kind {
        kind if kind.is_dir() => Some(Kind::Folder),
        kind if kind.is_file() => Some(Kind::File),
        _ => None,
    });
    (entry.file_name(), kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_up_lead_nowhere_but_below_the_folder() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("a")).unwrap();
        fs::write(place.path().join("a/b"), "").unwrap();
        let folder = Folder::open(place.path(), place.path()).unwrap();
        for written in
            ["a/b", "none/../a/b", "a/./b", "./a//b", "x/y/../../a/b", "x/./../a/b", "x//../a/b"]
        {
            let found = folder.inside_by_steps(written).expect(written);
            assert_eq!(found, folder.real.join("a/b"), "{written}");
        }
        for written in ["/a/b", "../a/b", "a/../../a/b", "a/.."] {
            let wrong = folder.inside_by_steps(written).expect_err(written).to_string();
            assert!(wrong.ends_with("is not inside the problem folder"), "{wrong}");
        }
    }
    #[test]
    fn a_path_is_named_as_the_user_named_the_folder() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), Path::new("sums")).unwrap();
        for (path, name) in [("", "sums"), ("data/1.in", "sums/data/1.in")] {
            let path = if path.is_empty() { folder.real.clone() } else { folder.real.join(path) };
            assert_eq!(folder.shown(&path).as_os_str(), name);
        }
    }

    #[test]
    fn what_stands_somewhere_is_told_by_itself_and_by_a_link() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        fs::write(at("file"), "").unwrap();
        let _open = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        let folder = Folder::open(place.path(), place.path()).unwrap();
        for (name, kind) in
            [("folder", Kind::Folder), ("file", Kind::File), ("socket", Kind::Special)]
        {
            let link = format!("to-{name}");
            std::os::unix::fs::symlink(name, at(&link)).unwrap();
            for name in [name, link.as_str()] {
                assert_eq!(folder.look(&folder.real.join(name)).ok(), Some(kind), "{name}");
            }
        }
    }

    #[test]
    fn folders_are_read_as_deep_as_names_of_cases_reach() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), place.path()).unwrap();
        let read = |depth: usize| {
            let deepest = folder.real.join("a/".repeat(depth));
            fs::create_dir_all(&deepest).unwrap();
            fs::write(deepest.join("file"), "").unwrap();
            let mut complaints = Complaints::default();
            let files = folder.files_below(&folder.real, &mut complaints).len();
            (files, complaints.or(&folder.shown, "", Some(())).err().map(|it| it.complaints.len()))
        };
        assert_eq!(read(DEEPEST), (1, None));
        assert_eq!(read(DEEPEST + 1), (1, Some(1)));
    }
}
