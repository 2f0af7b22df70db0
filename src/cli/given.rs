//! Reading the files that a command line names: within bounds, since a device or a pipe need not end,
//! and until the user interrupts, since it need not begin either.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use bytesize::ByteSize;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;

use crate::sandbox::{Interrupt, SandboxError};

use super::status::Failure;

/// The most that is taken of an input, an output, an answer or a report, in bytes.
pub(super) const LARGEST: u64 = 1 << 30;

const STANDARD_INPUT: &str = "standard input";

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// How long a wait for bytes goes on without a look at interrupts: a signal that comes just before it
/// does not end it.
const STEP: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// All of a file.
pub(super) fn read(interrupt: &Interrupt, path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    whole(open(path), &path.display().to_string(), most, interrupt)
}

/// Opens a file to read. A pipe is not waited for until it has a writer, and a terminal does not
/// become ours.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    File::options().read(true).custom_flags(flags).open(path)
}

/// All of a file, `-` being standard input.
pub(super) fn read_or_standard_input(
    interrupt: &Interrupt,
    path: &Path,
    most: u64,
) -> Result<Vec<u8>, Failure> {
    if path == Path::new("-") {
        standard_input(interrupt, most)
    } else {
        read(interrupt, path, most)
    }
}

/// What a path that may be `-` is called.
pub(super) fn name(path: &Path) -> String {
    if path == Path::new("-") { STANDARD_INPUT.to_owned() } else { path.display().to_string() }
}

/// All of standard input.
pub(super) fn standard_input(interrupt: &Interrupt, most: u64) -> Result<Vec<u8>, Failure> {
    let input = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    whole(input, STANDARD_INPUT, most, interrupt)
}

fn whole(
    source: io::Result<File>,
    name: &str,
    most: u64,
    interrupt: &Interrupt,
) -> Result<Vec<u8>, Failure> {
    let shown = || format!("cannot read {name}");
    let mut source = source.with_context(shown).map_err(Failure::usage)?;
    let (mut bytes, mut chunk) = (Vec::new(), vec![0; CHUNK]);
    loop {
        if interrupt.is_set() {
            return Err(SandboxError::Interrupted.into());
        }
        match next(&mut source, &mut chunk).with_context(shown).map_err(Failure::usage)? {
            Some(0) => return Ok(bytes),
            Some(count) => bytes.extend_from_slice(&chunk[..count]),
            None => {}
        }
        if bytes.len() as u64 > most {
            let most = ByteSize(most);
            return Err(Failure::usage(anyhow!("{name} is too large: at most {most} are taken")));
        }
    }
}

/// How many bytes came within a step, 0 being the end; `None` when there were none yet.
fn next(source: &mut File, chunk: &mut [u8]) -> io::Result<Option<usize>> {
    let ready = poll(&mut [PollFd::new(source, PollFlags::IN)], Some(&STEP));
    let read = match ready {
        Ok(0) => return Ok(None),
        Ok(_) => source.read(chunk),
        Err(errno) => Err(errno.into()),
    };
    match read {
        Ok(count) => Ok(Some(count)),
        Err(error) => match error.kind() {
            io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => Ok(None),
            _ => Err(error),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_refused() {
        let read = |path, most| whole(File::open(path), path, most, &Interrupt::default());
        assert_eq!(read("Cargo.toml", 1 << 20).unwrap(), include_bytes!("../../Cargo.toml"));
        let failure = read("/dev/zero", 4 << 20).unwrap_err();
        assert_eq!(failure.to_string(), "/dev/zero is too large: at most 4.0 MiB are taken");
    }
}
