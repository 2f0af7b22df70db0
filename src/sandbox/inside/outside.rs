//! A directory of the host in which programs run at the levels without namespaces.

use std::ffi::CString;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};

use rustix::fs::StatVfsMountFlags;

use super::fault::{Fault, Step as _};
use super::{mirror, sweep};
use crate::machine::{self, HeldFolder};
use crate::sandbox::wire::{BOXES, Setup};

/// How the names of our own directories begin.
const BOX: &str = "jury-box-of-";
/// The step that makes such a directory, for errors.
const MAKING: &str = "making a box";

/// A directory of the host in which programs run, under names that they know by other ones. Programs
/// that run as another user than ours see what they are shown in a folder of the slot's own, which only
/// we and that user may enter: the judge's own folders are closed to all others.
pub(super) struct Outside {
    /// Where the programs run.
    directory: PathBuf,
    /// The folder in which that is, held where it is ours, to be removed at the end.
    ours: Option<HeldFolder>,
    /// Whether what a run leaves stays for the next one.
    is_build: bool,
    /// What programs see, by the names that they know, and where it truly is.
    shown: Vec<(PathBuf, PathBuf)>,
    /// The folder of the judge's in which files come and go between runs, where it is not shown itself.
    files: Option<PathBuf>,
    used: bool,
    /// Whether programs are to change nothing in it.
    read_only: bool,
}

impl Outside {
    /// Finds or makes the directory to run in.
    pub(super) fn settle(setup: &Setup) -> Result<Self, Fault> {
        let folders = [("/program", &setup.program), ("/files", &setup.files)];
        let folders = folders.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?)));
        let own = |(name, path): (&str, &Path)| (name.into(), path.to_owned());
        let is_build = setup.build.is_some();
        if let (Some(build), None) = (&setup.build, setup.id) {
            let (directory, shown) = (build.folder.to_path_buf(), folders.map(own).collect());
            let (ours, files) = (None, None);
            return Ok(Self {
                directory,
                ours,
                is_build,
                shown,
                files,
                used: false,
                read_only: false,
            });
        }
        let parent = Path::new(BOXES);
        // Those of slots that were killed.
        machine::sweep(parent, BOX, machine::is_own, remove);
        let ours = HeldFolder::make(parent, BOX).step(MAKING)?;
        let directory = ours.path().join("box");
        let ours = Some(ours);
        let mut outside = Self {
            directory,
            ours,
            is_build,
            shown: Vec::new(),
            files: None,
            used: false,
            read_only: setup.read_only,
        };
        mirror::make_folder(&outside.directory, 0o700).step(MAKING)?;
        match setup.id {
            Some(user) => outside.open_to(user, setup)?,
            None => outside.shown = folders.map(own).collect(),
        }
        Ok(outside)
    }

    /// Lets another user in, and shows that user what this one may see.
    fn open_to(&mut self, user: u32, setup: &Setup) -> Result<(), Fault> {
        let Some(folder) = self.ours.as_ref().map(HeldFolder::path) else { return Ok(()) };
        let system = rustix::fs::statvfs(folder).step(MAKING)?;
        if system.f_flag.contains(StatVfsMountFlags::NOEXEC) {
            let step = format!("showing programs in {BOXES}, which is mounted with `noexec`");
            return Err(Fault { step, errno: libc::EACCES });
        }
        chown(&self.directory, Some(user), Some(user)).step(MAKING)?;
        chown(folder, None, Some(user)).step(MAKING)?;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o750)).step(MAKING)?;
        if let Some(build) = &setup.build {
            mirror::show_all(&build.folder, &self.directory).step("showing the sources")?;
        }
        if let Some(program) = &setup.program {
            let place = folder.join("program");
            mirror::make_folder(&place, 0o755)
                .and_then(|()| mirror::show_all(program, &place))
                .step("showing the program")?;
            self.shown.push(("/program".into(), place));
        }
        if let Some(files) = &setup.files {
            let place = folder.join("files");
            mirror::make_folder(&place, 0o755).step("showing files")?;
            self.shown.push(("/files".into(), place));
            self.files = Some(files.to_path_buf());
        }
        // A program in a closed folder, such as this executable in the administrator's home.
        let closed = setup.toolchains.iter().filter(|path| path.is_file() && !is_open(path));
        for (number, path) in closed.enumerate() {
            let place = folder.join(format!("tool-{number}"));
            mirror::show(path, &place).step_with(|| format!("showing {}", path.display()))?;
            self.shown.push((path.to_path_buf(), place));
        }
        Ok(())
    }

    /// Shows the files as they are now, where the judge's own cannot be seen.
    pub(super) fn show_files(&self) -> Result<(), Fault> {
        let place = self.shown.iter().find(|(name, _)| name == Path::new("/files"));
        let (Some(files), Some((_, place))) = (&self.files, place) else { return Ok(()) };
        sweep::empty(place).and_then(|()| mirror::show_all(files, place)).step("showing files")
    }

    /// Sees to it that a directory of ours is empty.
    pub(super) fn prepare(&mut self) -> Result<(), Fault> {
        if !self.is_build && self.used {
            self.seal(false)?;
            sweep::empty(&self.directory).step("emptying the box")?;
            self.used = false;
        }
        Ok(())
    }

    /// Lets everybody write in it, or no program where none may, unless it changes that itself.
    pub(super) fn seal(&self, shall: bool) -> Result<(), Fault> {
        if !self.read_only {
            return Ok(());
        }
        let mode = if shall { 0o500 } else { 0o700 };
        fs::set_permissions(&self.directory, fs::Permissions::from_mode(mode))
            .step("sealing the box")
    }

    /// Where the programs run.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// True places of what programs are shown.
    pub(super) fn shown(&self) -> impl Iterator<Item = &Path> {
        self.shown.iter().map(|(_, place)| place.as_path())
    }

    /// The directory of a build, for the judge to read what was made.
    pub(super) fn kept(&self) -> Option<&Path> {
        self.is_build.then_some(&self.directory)
    }

    /// Words that begin with `/box` or the name of something shown, with the true places instead.
    pub(super) fn lend(&mut self, words: Vec<CString>) -> Vec<CString> {
        self.used = true;
        let own = (Path::new("/box"), self.directory.as_path());
        let shown = self.shown.iter().map(|(name, place)| (name.as_path(), place.as_path()));
        let places: Vec<_> = [own].into_iter().chain(shown).collect();
        words.into_iter().map(|word| translate(word, &places)).collect()
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        if let Some(folder) = &self.ours {
            remove(folder.path());
        }
    }
}

/// Whether everybody may come there.
fn is_open(path: &Path) -> bool {
    let enters = |folder| fs::metadata(folder).is_ok_and(|state| state.mode() & 0o001 != 0);
    path.ancestors().skip(1).all(enters)
}

fn remove(directory: &Path) {
    let _ = sweep::empty(directory);
    let _ = fs::remove_dir(directory);
}

/// A word or a setting `NAME=word` in which a path of the sandbox is replaced by its true place.
fn translate(word: CString, places: &[(&Path, &Path)]) -> CString {
    let bytes = word.as_bytes();
    let start = bytes.iter().position(|byte| *byte == b'=').map_or(0, |at| at + 1);
    for start in [0, start] {
        for (name, place) in places {
            if let Some(rest) = bytes[start..].strip_prefix(name.as_os_str().as_encoded_bytes())
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
        let places = [("/box", "/tmp/b"), ("/program", "/p")]
            .map(|(name, place)| (Path::new(name), Path::new(place)));
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
