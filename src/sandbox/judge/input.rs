//! Standard input of a run: the file itself, or a sealed copy of it.
//!
//! Small files are copied. Large ones are handed over themselves, opened by the [opener](crate::sandbox::helpers::opener)
//! so that the kernel refuses every change; where that cannot be had they are copied too, which only
//! takes longer. Neither way tells where the file stands.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{MemfdFlags, Mode, SealFlags};

use crate::regular;
use crate::sandbox::error::{SandboxError, failed};
use crate::sandbox::helpers::opener::Opener;
use crate::sandbox::job::Input;

/// Inputs up to this many bytes are handed over as a sealed copy: that is faster.
const SMALL_INPUT: u64 = 256 << 10;

/// Standard input, such that the program can change neither the file nor its attributes.
pub(super) fn open(input: &Input, opener: &Opener) -> Result<OwnedFd, SandboxError> {
    match input {
        Input::Empty => File::open("/dev/null")
            .map(OwnedFd::from)
            .map_err(|source| SandboxError::Input { path: "/dev/null".into(), source }),
        Input::Bytes(bytes) => {
            seal(&mut &**bytes, bytes.len() as u64).map_err(failed("preparing the input"))
        }
        Input::File(path) => open_file(path, opener)
            .map_err(|source| SandboxError::Input { path: path.clone(), source }),
    }
}

fn open_file(path: &Path, opener: &Opener) -> io::Result<OwnedFd> {
    let mut file = regular::open(path)?;
    let state = file.metadata()?;
    if state.len() <= SMALL_INPUT {
        return seal(&mut file, state.len());
    }
    let Some(unwritable) = opener.open(path, &file)? else {
        return seal(&mut file, state.len());
    };
    // So that reading it from the disk is on our account and not on the program's.
    let _ = rustix::fs::fadvise(&unwritable, 0, None, rustix::fs::Advice::WillNeed);
    Ok(unwritable)
}

/// A copy that nobody can change.
fn seal(file: &mut impl io::Read, size: u64) -> io::Result<OwnedFd> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let copy = rustix::fs::memfd_create("input", flags)?;
    rustix::fs::fchmod(&copy, Mode::RUSR | Mode::RGRP | Mode::ROTH)?;
    let mut copy = File::from(copy);
    if size <= SMALL_INPUT {
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
        file.read_to_end(&mut bytes)?;
        io::Write::write_all(&mut copy, &bytes)?;
    } else {
        io::copy(file, &mut copy)?;
    }
    rustix::fs::seek(&copy, rustix::fs::SeekFrom::Start(0))?;
    let all = SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
    rustix::fs::fcntl_add_seals(&copy, all)?;
    Ok(copy.into())
}
