//! Where a slot's programs run, the same for all of its runs: how it is made ready, looked into and
//! cleaned.

use std::ffi::CString;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{Mode, OFlags};

use super::bundle;
use super::fault::{Fault, Step as _};
use super::outside::Outside;
use super::root::Scratch;
use crate::sandbox::sys;
use crate::sandbox::wire::{Extras, SlotLimits};

/// Where the programs run.
pub(super) enum Place {
    /// Memory of our own mount namespace.
    Private(Scratch),
    /// Memory of our own mount namespace that stays as it is from one run to the next.
    Build,
    /// A directory of the host.
    Outside(Outside),
}

impl Place {
    pub(super) fn prepare(&mut self, size: u64) -> Result<(), Fault> {
        match self {
            Self::Private(scratch) => scratch.prepare(size),
            Self::Build => Ok(()),
            Self::Outside(outside) => outside.prepare(),
        }
    }

    /// Makes the folder and the files that a run is to find.
    pub(super) fn furnish(&mut self, extras: &Extras, files: Option<OwnedFd>) -> Result<(), Fault> {
        let place = self.path().unwrap_or_default();
        if extras.folder.is_some() || files.is_some() {
            self.seal(false)?;
        }
        if let Some(folder) = &extras.folder {
            sys::make_open_folder(&place, folder).step("making a folder in the box")?;
        }
        if let Self::Outside(outside) = self {
            outside.show_files()?;
        }
        files
            .map_or(Ok(()), |files| bundle::put(files, &place))
            .step("putting files in the box")?;
        self.seal(true)
    }

    fn seal(&mut self, shall: bool) -> Result<(), Fault> {
        match self {
            Self::Private(scratch) => scratch.seal(shall),
            Self::Build => Ok(()),
            Self::Outside(outside) => outside.seal(shall),
        }
    }

    /// Takes all that the folder holds, and a run with these limits may have written.
    pub(super) fn take(
        &self,
        extras: &Extras,
        limits: &SlotLimits,
        files: OwnedFd,
    ) -> Result<(), Fault> {
        let (place, folder) = (self.path().unwrap_or_default(), extras.folder.as_deref());
        let most = limits.files + extras.brings.unwrap_or(0);
        bundle::take(&place, folder.unwrap_or(c"."), most, files)
            .step("taking files out of the box")
    }

    /// The files that the judge asked for, as far as they are there, and which those are.
    pub(super) fn keep(&self, extras: &Extras) -> (Vec<OwnedFd>, u64) {
        let Some(place) = self.path().filter(|_| !extras.keep.is_empty()) else {
            return (Vec::new(), 0);
        };
        let open = |name: &CString| sys::open_suspect(&place, name).ok();
        let found: Vec<_> = extras.keep.iter().map(open).collect();
        let bits = found.iter().rev().fold(0, |bits, file| bits << 1 | u64::from(file.is_some()));
        (found.into_iter().flatten().collect(), bits)
    }

    fn path(&self) -> Option<CString> {
        match self {
            Self::Private(_) | Self::Build => Some(Scratch::place().to_owned()),
            Self::Outside(outside) => {
                CString::new(outside.directory().as_os_str().as_encoded_bytes()).ok()
            }
        }
    }

    /// After a run: whether the place is fit for another one. A directory of the host can take long
    /// to be emptied, so that comes after the answer.
    pub(super) fn restore(&mut self, size: u64) -> bool {
        match self {
            Self::Private(scratch) => scratch.prepare(size).is_ok(),
            Self::Build | Self::Outside(_) => true,
        }
    }

    /// Bytes of memory that files of a run hold: those of a directory of the host are on its disk.
    pub(super) fn held(&self) -> u64 {
        if let Self::Private(_) = self { Scratch::held() } else { 0 }
    }

    /// The box, opened, where the judge shall look into it.
    pub(super) fn open(&self) -> Result<Option<OwnedFd>, Fault> {
        let path = match self {
            Self::Private(_) => None,
            Self::Build => Some(Path::new("/box")),
            Self::Outside(outside) => outside.kept(),
        };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        path.map(|path| rustix::fs::open(path, flags, Mode::empty()))
            .transpose()
            .step("opening the box")
    }

    /// A program is about to run: its words, as they must be where it runs.
    pub(super) fn lend(&mut self, words: Vec<CString>) -> Vec<CString> {
        match self {
            Self::Private(scratch) => {
                scratch.lend();
                words
            }
            Self::Build => words,
            Self::Outside(outside) => outside.lend(words),
        }
    }
}
