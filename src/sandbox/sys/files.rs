//! Files and mounts: what is opened, made or changed below a directory that may be hostile.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};

use rustix::fs::{AtFlags, Mode, OFlags, ResolveFlags};

use super::check;

/// Adds attributes to the mount behind `tree` and all below it, and makes it private.
pub(in crate::sandbox) fn set_mount_attributes(
    tree: BorrowedFd<'_>,
    attributes: u64,
) -> io::Result<()> {
    let change = libc::mount_attr {
        attr_set: attributes,
        attr_clr: 0,
        propagation: libc::MS_PRIVATE,
        userns_fd: 0,
    };
    // SAFETY: the path is a NUL-terminated constant, `change` outlives the call and its size is
    // given truly.
    check(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            tree.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_EMPTY_PATH | libc::AT_RECURSIVE,
            &raw const change,
            size_of::<libc::mount_attr>(),
        )
    })?;
    Ok(())
}

/// Opens a file below a directory as something that may have been put there to harm: no link is
/// followed, nothing is waited for. Whether it is a regular file is for the reader to see.
pub(in crate::sandbox) fn open_suspect(directory: &CStr, name: &CStr) -> io::Result<OwnedFd> {
    let place = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = rustix::fs::open(directory, place, Mode::empty())?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
    Ok(rustix::fs::openat2(directory, name, flags, Mode::empty(), resolve)?)
}

/// Makes a folder below a directory in which everybody may write.
pub(in crate::sandbox) fn make_open_folder(directory: &CStr, name: &CStr) -> io::Result<()> {
    let place = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = rustix::fs::open(directory, place, Mode::empty())?;
    let all = Mode::RWXU | Mode::RWXG | Mode::RWXO;
    rustix::fs::mkdirat(&directory, name, all)?;
    // The mask took a part of it away.
    Ok(rustix::fs::chmodat(&directory, name, all, AtFlags::empty())?)
}

/// Writes a short text to the file at a path below a directory.
pub(in crate::sandbox) fn write_at(
    directory: BorrowedFd<'_>,
    path: &CStr,
    text: &[u8],
) -> io::Result<()> {
    let file =
        rustix::fs::openat(directory, path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(&file, text)?;
    Ok(())
}
