//! Standard output and standard error of one run: drained, counted, kept up to a bound.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use super::poll::{Sources, source};
use super::usage::ErrorsSoFar;
use crate::cut;
use crate::sandbox::sys;

/// Bytes that the pipe of standard output holds.
const PIPE: usize = 1 << 20;
/// Bytes of standard error that are kept of its head, and of its tail: with the line between them 64 KiB.
const ERRORS_KEPT: usize = (32 << 10) - 64;
/// Room below which more is made.
const LEAST: usize = 4096;
/// Length from which an output is large.
const LARGE: usize = 1 << 20;
/// Most bytes that are reserved at once.
const MOST: usize = 1 << 30;

/// Both streams.
#[derive(Debug)]
pub(super) struct Streams {
    output: Stream,
    errors: Stream,
    /// Shows what of standard error there was so far.
    errors_so_far: Arc<ErrorsSoFar>,
    limit: u64,
}

#[derive(Debug)]
struct Stream {
    pipe: Option<OwnedFd>,
    bytes: Vec<u8>,
    keep: Keep,
    count: u64,
}

/// What is kept of a stream; what else comes is only counted.
#[derive(Debug, Clone, Copy)]
enum Keep {
    /// The first so many bytes.
    Head(usize),
    /// The first so many bytes, and the last.
    Ends(usize),
}

impl Streams {
    /// Takes the reading ends, and memory to read into. Without an output, somebody else reads it.
    pub(super) fn new(
        output: Option<OwnedFd>,
        errors: OwnedFd,
        limit: u64,
        mut space: Vec<u8>,
        errors_so_far: Arc<ErrorsSoFar>,
    ) -> io::Result<Self> {
        space.clear();
        for pipe in output.iter().chain([&errors]) {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        if let Some(output) = &output {
            // Less is only slower.
            let _ = rustix::pipe::fcntl_setpipe_size(output, PIPE);
        }
        let keep = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(Self {
            output: Stream::new(output, Keep::Head(keep), space),
            errors: Stream::new(Some(errors), Keep::Ends(ERRORS_KEPT), Vec::new()),
            errors_so_far,
            limit,
        })
    }

    /// Whether either wrote more than it may.
    pub(super) fn is_over(&self) -> bool {
        self.output.count.max(self.errors.count) > self.limit
    }

    /// Adds what can become readable and is still worth reading.
    pub(super) fn sources<'a>(&'a self, sources: &mut Sources<'a>) {
        if self.is_over() {
            return;
        }
        let open =
            [&self.output, &self.errors].into_iter().filter_map(|stream| stream.pipe.as_ref());
        sources.extend(open.map(|pipe| source(pipe.as_fd())));
    }

    /// Reads what there is, without waiting, and for a bounded time: at most one pipe's fill more
    /// than the limit.
    pub(super) fn read(&mut self) -> io::Result<()> {
        let Self { output, errors, errors_so_far, limit } = self;
        output.read(*limit, |_| {})?;
        // Told at once: a program that goes on writing is read for a while, and whoever talks with it
        // counts what belongs to which answer.
        errors.read(*limit, |more| errors_so_far.add(more))
    }

    /// Standard output, its length, and both ends of standard error.
    pub(super) fn finish(self) -> (Vec<u8>, u64, Vec<u8>) {
        (self.output.bytes, self.output.count, self.errors.ends())
    }
}

impl Stream {
    fn new(pipe: Option<OwnedFd>, keep: Keep, bytes: Vec<u8>) -> Self {
        Self { pipe, bytes, keep, count: 0 }
    }

    /// Tells of each piece.
    fn read(&mut self, limit: u64, tell: impl Fn(&[u8])) -> io::Result<()> {
        while self.pipe.is_some() && self.count <= limit {
            self.make_room()?;
            let Some(pipe) = &self.pipe else { break };
            match rustix::io::read(pipe, rustix::buffer::spare_capacity(&mut self.bytes)) {
                Ok(0) => self.pipe = None,
                Ok(length) => {
                    self.count += length as u64;
                    tell(&self.bytes[self.bytes.len() - length..]);
                    self.trim();
                }
                Err(rustix::io::Errno::AGAIN) => break,
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Drops what is not kept.
    fn trim(&mut self) {
        match self.keep {
            Keep::Head(most) => self.bytes.truncate(most),
            // Not at each read: what stays has to be moved.
            Keep::Ends(each) if self.bytes.len() > 4 * each => {
                self.bytes.drain(each..self.bytes.len() - each);
            }
            Keep::Ends(_) => {}
        }
    }

    /// What is kept, with a line that says how much is left out.
    fn ends(self) -> Vec<u8> {
        let Keep::Ends(each) = self.keep else { return self.bytes };
        let all = usize::try_from(self.count).unwrap_or(usize::MAX);
        if all <= 2 * each {
            return self.bytes;
        }
        let (head, rest) = self.bytes.split_at(each);
        cut::joined(head, all - 2 * each, &rest[rest.len() - each..])
    }

    /// Room for the next read. A small output grows step by step; a large one gets all that it may
    /// need at once, of which it will use only what it fills: so nothing is copied, and the kernel
    /// can give large pages.
    fn make_room(&mut self) -> io::Result<()> {
        let length = self.bytes.len();
        if self.bytes.capacity() - length >= LEAST {
            return Ok(());
        }
        match self.keep {
            Keep::Head(most) if length >= LARGE && most <= MOST => {
                self.bytes.try_reserve_exact(most - length + LEAST)?;
                sys::prefer_large_pages(self.bytes.spare_capacity_mut());
            }
            Keep::Head(_) | Keep::Ends(_) => self.bytes.try_reserve(length.max(2 * LEAST))?,
        }
        Ok(())
    }
}
