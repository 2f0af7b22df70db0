//! Standard input of a run: the file itself, or a sealed copy of it. Knows nothing of who reads it.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{MemfdFlags, SealFlags};

use super::ground::Ground;
use super::{Input, SandboxError};
use crate::regular;

/// Inputs up to this many bytes are handed over as a sealed copy, which does not tell its name.
const SMALL_INPUT: u64 = 256 << 10;

/// Standard input, such that the program can change neither the file nor its attributes.
pub(super) fn open(input: &Input, ground: &Ground) -> Result<OwnedFd, SandboxError> {
    match input {
        Input::Empty => File::open("/dev/null")
            .map(OwnedFd::from)
            .map_err(|source| SandboxError::Input { path: "/dev/null".into(), source }),
        Input::File(path) => open_file(path, ground)
            .map_err(|source| SandboxError::Input { path: path.clone(), source }),
    }
}

fn open_file(path: &Path, ground: &Ground) -> io::Result<OwnedFd> {
    let mut file = regular::open(path)?;
    let state = file.metadata()?;
    let exposed = state.mode() & 0o002 != 0 || ground.owns(state.uid());
    if exposed || state.len() <= SMALL_INPUT {
        return seal(&mut file, state.len());
    }
    // So that reading it from the disk is on our account and not on the program's.
    let _ = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::WillNeed);
    Ok(file.into())
}

/// A copy that nobody can change.
fn seal(file: &mut File, size: u64) -> io::Result<OwnedFd> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let copy = rustix::fs::memfd_create("input", flags)?;
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
