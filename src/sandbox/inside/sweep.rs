//! Empties a directory whose content is hostile: links are not followed, thousands of nested
//! directories need neither long paths nor many descriptors, and missing permissions are given
//! back. Nobody else may be at work in it.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

/// Removes all that is in a directory.
pub(crate) fn empty(directory: &Path) -> io::Result<()> {
    let top = open(CWD, &CString::new(directory.as_os_str().as_bytes())?)?;
    let mut number = 0_u64;
    // Each round removes one level and lifts what was below it to the top.
    loop {
        let names = remove_files(&top)?;
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            rustix::fs::chmodat(&top, &name, Mode::RWXU, AtFlags::empty())?;
            let inner = open(&top, &name)?;
            for below in remove_files(&inner)? {
                rustix::fs::chmodat(&inner, &below, Mode::RWXU, AtFlags::empty())?;
                lift(&inner, &below, &top, &mut number)?;
            }
            drop(inner);
            rustix::fs::unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
        }
    }
}

fn open(parent: impl AsFd, name: &CStr) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(parent, name, flags, Mode::empty())?)
}

/// Removes everything but directories, whose names are returned.
fn remove_files(directory: &OwnedFd) -> io::Result<Vec<CString>> {
    let mut directories = Vec::new();
    for entry in Dir::read_from(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        if entry.file_type() == FileType::Directory {
            directories.push(name.to_owned());
            continue;
        }
        match rustix::fs::unlinkat(directory, name, AtFlags::empty()) {
            // Some file systems do not tell the type in the listing.
            Err(Errno::ISDIR) => directories.push(name.to_owned()),
            result => result?,
        }
    }
    Ok(directories)
}

/// Moves a directory to the top under a name that is free.
fn lift(from: &OwnedFd, name: &CString, top: &OwnedFd, number: &mut u64) -> io::Result<()> {
    loop {
        *number += 1;
        match rustix::fs::renameat(from, name, top, format!("lifted-{number}")) {
            Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
            result => return Ok(result?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn hostile_trees_are_removed_and_what_they_point_to_is_not() {
        let place = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("precious"), "x").unwrap();
        let mut deep = rustix::fs::open(place.path(), OFlags::PATH, Mode::empty()).unwrap();
        for _ in 0..3000 {
            rustix::fs::mkdirat(&deep, "d", Mode::RWXU).unwrap();
            deep = rustix::fs::openat(&deep, "d", OFlags::PATH, Mode::empty()).unwrap();
        }
        for name in ["a", "lifted-1", "lifted-2/x/y"] {
            fs::create_dir_all(place.path().join(name)).unwrap();
        }
        symlink(outside.path(), place.path().join("a/link")).unwrap();
        symlink("nowhere", place.path().join("dangling")).unwrap();
        fs::write(place.path().join("a/file"), "x").unwrap();
        fs::set_permissions(place.path().join("a"), fs::Permissions::from_mode(0o000)).unwrap();
        empty(place.path()).unwrap();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
        assert!(outside.path().join("precious").exists());
    }
}
