//! The judge's side of bundles: files that go into a box, and those that come out of it.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

use rustix::fs::MemfdFlags;

use crate::sandbox::job::BoxFile;
use crate::sandbox::wire::bundle::{read_head, write_head};

/// What a file or folder takes in a box beside its bytes, at the most.
const BLOCK: u64 = 8 << 10;

/// A file without a name.
pub(super) fn blank() -> io::Result<OwnedFd> {
    Ok(rustix::fs::memfd_create("files", MemfdFlags::CLOEXEC)?)
}

/// A bundle of these files.
pub(super) fn pack(files: &[BoxFile]) -> io::Result<OwnedFd> {
    let mut bundle = BufWriter::new(File::from(blank()?));
    for BoxFile { path, bytes } in files {
        write_head(&mut bundle, path.as_os_str().as_bytes(), bytes.len() as u64)?;
        bundle.write_all(bytes)?;
    }
    let mut file = bundle.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file.into())
}

/// Bytes that these files take in a box, at the most.
pub(super) fn room(files: &[BoxFile]) -> u64 {
    files.iter().map(|file| file.bytes.len() as u64 + BLOCK).sum()
}

/// The files of a bundle, which hold this many bytes at the most; `None` where they hold more.
pub(super) fn unpack(bundle: OwnedFd, most: u64) -> io::Result<Option<Vec<BoxFile>>> {
    let mut file = File::from(bundle);
    file.rewind()?;
    let (mut bundle, mut left, mut files) = (BufReader::new(file), most, Vec::new());
    while let Some((path, length)) = read_head(&mut bundle)? {
        let Some(rest) = left.checked_sub(length) else { return Ok(None) };
        left = rest;
        let mut bytes = Vec::new();
        bundle.by_ref().take(length).read_to_end(&mut bytes)?;
        files.push(BoxFile { path: OsString::from_vec(path).into(), bytes });
    }
    Ok(Some(files))
}
