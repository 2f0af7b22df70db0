//! A directory of the host in which programs run at the levels without namespaces.

use std::ffi::CString;
use std::fs;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};

use super::fault::{Fault, Step as _};
use super::sweep;
use crate::machine::{self, HeldFolder};
use crate::sandbox::wire::{Setup, ids};

/// How the names of our own directories begin.
const BOX: &str = "jury-box-of-";

/// A directory of the host in which programs run, under names that they know by other ones.
pub(super) struct Outside {
    /// Where the programs run.
    directory: PathBuf,
    /// Held where it is ours, to be emptied after each run and removed at the end.
    ours: Option<HeldFolder>,
    program: Option<PathBuf>,
    files: Option<PathBuf>,
    used: bool,
}

impl Outside {
    /// Finds or makes the directory to run in.
    pub(super) fn settle(setup: &Setup) -> Result<Self, Fault> {
        let (program, files) = (setup.program.clone(), setup.files.clone());
        if let Some(build) = &setup.build {
            let directory = build.folder.clone();
            return Ok(Self { directory, ours: None, program, files, used: false });
        }
        let parent = std::env::temp_dir();
        // Those of slots that were killed.
        machine::sweep(&parent, BOX, |user| machine::is_own(user) || ids::is_given(user), remove);
        let ours = HeldFolder::make(&parent, BOX).step("making a box")?;
        let directory = ours.path().to_owned();
        chown(&directory, setup.id, setup.id).step("making a box")?;
        Ok(Self { directory, ours: Some(ours), program, files, used: false })
    }

    /// Sees to it that a directory of ours is empty.
    pub(super) fn prepare(&mut self) -> Result<(), Fault> {
        if self.ours.is_some() && self.used {
            sweep::empty(&self.directory).step("emptying the box")?;
            self.used = false;
        }
        Ok(())
    }

    /// Where the programs run.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// The directory of a build, for the judge to read what was made.
    pub(super) fn kept(&self) -> Option<&Path> {
        self.ours.is_none().then_some(&self.directory)
    }

    /// Words that begin with `/box`, `/program` or `/files`, with the true places instead.
    pub(super) fn lend(&mut self, words: Vec<CString>) -> Vec<CString> {
        self.used = true;
        let program = self.program.as_deref().map(|program| ("/program", program));
        let files = self.files.as_deref().map(|files| ("/files", files));
        let own = [("/box", self.directory.as_path())];
        let places: Vec<_> = own.into_iter().chain(program).chain(files).collect();
        words.into_iter().map(|word| translate(word, &places)).collect()
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        if self.ours.is_some() {
            remove(&self.directory);
        }
    }
}

fn remove(directory: &Path) {
    let _ = sweep::empty(directory);
    let _ = fs::remove_dir(directory);
}

/// A word or a setting `NAME=word` in which a path of the sandbox is replaced by its true place.
fn translate(word: CString, places: &[(&str, &Path)]) -> CString {
    let bytes = word.as_bytes();
    let start = bytes.iter().position(|byte| *byte == b'=').map_or(0, |at| at + 1);
    for start in [0, start] {
        for (name, place) in places {
            if let Some(rest) = bytes[start..].strip_prefix(name.as_bytes())
                && (rest.is_empty() || rest.starts_with(b"/"))
            {
                let place = place.as_os_str().as_encoded_bytes();
                let whole = [&bytes[..start], place, rest].concat();
                return CString::new(whole).unwrap_or(word);
            }
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_as_they_are() {
        let places = [("/box", Path::new("/tmp/b")), ("/program", Path::new("/p"))];
        let case = |word: &str, wanted: &str| {
            let word = CString::new(word).unwrap();
            assert_eq!(translate(word, &places).to_str().unwrap(), wanted);
        };
        case("/box", "/tmp/b");
        case("/program/a", "/p/a");
        case("/programs", "/programs");
        case("HOME=/box", "HOME=/tmp/b");
        case("-o=/box/x", "-o=/tmp/b/x");
        case("x/box", "x/box");
    }
}
