//! The slot's side of bundles: puts files into a box before a run, and takes those of a folder out of
//! it afterwards. What a program left is hostile: no link is followed, nothing is waited for, and no
//! more is copied than a run may write.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

use crate::sandbox::sys;
use crate::sandbox::wire::bundle::{read_head, write_head};

/// Folders within each other that are looked into.
const DEEPEST: usize = 16;
/// Everybody may do everything.
const ALL: Mode = Mode::from_raw_mode(0o777);
/// Everybody may read and write.
const OPEN: Mode = Mode::from_raw_mode(0o666);

/// Puts the files of a bundle below a directory, in folders as their paths say.
pub(super) fn put(bundle: OwnedFd, directory: &CStr) -> io::Result<()> {
    let top = open(rustix::fs::CWD, directory)?;
    let mut bundle = io::BufReader::new(File::from(bundle));
    while let Some((path, length)) = read_head(&mut bundle)? {
        if path.split(|byte| *byte == b'/').any(|part| part == b"..") {
            return Err(io::Error::from_raw_os_error(libc::EINVAL));
        }
        for (at, _) in path.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
            make_folder(top.as_fd(), &CString::new(&path[..at])?)?;
        }
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let path = CString::new(path)?;
        let file = rustix::fs::openat2(&top, &path, flags, OPEN, within())?;
        // The mask took a part of it away.
        rustix::fs::fchmod(&file, OPEN)?;
        copy(&mut bundle.by_ref().take(length), &mut File::from(file))?;
    }
    Ok(())
}

/// Writes the regular files of a folder below a directory, with paths that begin with its name, until
/// they hold this many bytes together. Of the one that is too much there is the head only.
pub(super) fn take(directory: &CStr, folder: &CStr, most: u64, bundle: OwnedFd) -> io::Result<()> {
    let top = open(rustix::fs::CWD, directory)?;
    let mut bundle = io::BufWriter::new(File::from(bundle));
    let mut left = most;
    let mut folders = vec![(folder.to_bytes().to_vec(), 1)];
    while let Some((path, depth)) = folders.pop() {
        // It may have been taken away, or made anything else.
        let Ok(here) = open_below(top.as_fd(), &path) else { continue };
        for entry in Dir::read_from(&here)? {
            let entry = entry?;
            let name = entry.file_name();
            if [c".", c".."].contains(&name) {
                continue;
            }
            let path = [&path[..], b"/", name.to_bytes()].concat();
            let state = rustix::fs::statat(&here, name, AtFlags::SYMLINK_NOFOLLOW);
            // A folder may be closed to us.
            let Ok(state) = state else { continue };
            match FileType::from_raw_mode(state.st_mode) {
                FileType::Directory if depth < DEEPEST => folders.push((path, depth + 1)),
                FileType::RegularFile => {
                    let Ok(file) = sys::open_suspect(directory, &CString::new(&path[..])?) else {
                        continue;
                    };
                    let file = File::from(file);
                    let length = file.metadata()?.len();
                    write_head(&mut bundle, &path, length)?;
                    if length > left {
                        return bundle.flush();
                    }
                    left -= length;
                    copy(&mut file.take(length), &mut bundle)?;
                }
                _ => {}
            }
        }
    }
    bundle.flush()
}

/// Through memory of ours: what copies within the kernel may be refused to us.
fn copy(from: &mut impl io::Read, to: &mut impl io::Write) -> io::Result<()> {
    let mut space = vec![0; 64 << 10];
    loop {
        match from.read(&mut space)? {
            0 => return Ok(()),
            length => to.write_all(&space[..length])?,
        }
    }
}

fn make_folder(top: BorrowedFd<'_>, path: &CStr) -> io::Result<()> {
    match rustix::fs::mkdirat(top, path, ALL) {
        // The mask took a part of it away.
        Ok(()) => Ok(rustix::fs::chmodat(top, path, ALL, AtFlags::empty())?),
        Err(Errno::EXIST) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn within() -> ResolveFlags {
    ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS
}

fn folder() -> OFlags {
    OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC
}

fn open(at: BorrowedFd<'_>, directory: &CStr) -> io::Result<OwnedFd> {
    Ok(rustix::fs::openat(at, directory, folder(), Mode::empty())?)
}

fn open_below(top: BorrowedFd<'_>, path: &[u8]) -> io::Result<OwnedFd> {
    let path = CString::new(path)?;
    Ok(rustix::fs::openat2(top, &path, folder(), Mode::empty(), within())?)
}
