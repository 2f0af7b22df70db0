//! What `jury doctor` says of the build cache: where it is, whether it can be used, its size and how much
//! room there is.

use std::io::{self, Write};
use std::path::Path;

use bytesize::ByteSize;
use serde::Serialize;
use walkdir::WalkDir;

use crate::machine;
use crate::visible::visible;

use super::super::context::Context;
use super::super::status::Failure;

/// The build cache. Every key is always there.
#[derive(Debug, Serialize)]
pub(super) struct CacheFound {
    folder: String,
    /// What its files take.
    bytes: u64,
    /// What the file system has left for this user; `null` where it does not say.
    free_bytes: Option<u64>,
    /// Why it cannot be used; `null` where it can.
    problem: Option<String>,
}

impl CacheFound {
    /// Looks, and writes a file to see that it can be written.
    pub(super) fn look(context: &Context) -> Result<Self, Failure> {
        let folder = context.cache_folder()?;
        let problem = match context.cache() {
            Ok(_) => machine::half_written(&folder).err().map(|error| error.to_string()),
            Err(failure) => Some(failure.to_string()),
        };
        let space = rustix::fs::statvfs(&folder).ok();
        Ok(Self {
            bytes: size(&folder),
            free_bytes: space.map(|space| space.f_bavail.saturating_mul(space.f_frsize)),
            folder: visible(folder.as_os_str().as_encoded_bytes()),
            problem,
        })
    }

    /// Why builds cannot go there, if they cannot.
    pub(super) fn broken(&self) -> Option<String> {
        let why = self.problem.as_ref()?;
        Some(format!("the build cache {} cannot be used: {why}", self.folder))
    }

    /// `build cache: /home/me/.cache/jury, 1.2 GiB in use, 70.0 GiB free`.
    pub(super) fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "build cache: {}\n  ", self.folder)?;
        if let Some(why) = &self.problem {
            write!(out, "cannot be used: {why}; ")?;
        }
        write!(out, "{} in use", ByteSize(self.bytes))?;
        match self.free_bytes {
            Some(bytes) => writeln!(out, ", {} free", ByteSize(bytes)),
            None => writeln!(out),
        }
    }
}

/// Bytes of all files below a folder.
fn size(folder: &Path) -> u64 {
    let files = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let lengths = files.filter_map(|file| file.metadata().ok().filter(std::fs::Metadata::is_file));
    lengths.fold(0, |sum, file| sum.saturating_add(file.len()))
}
