//! A program that talks with whoever sits at the judge's own standard streams, or has a pipe there: what
//! comes in is passed to it, and what it writes is passed out as it is written. The program gets pipes
//! of ours, never the terminal itself, into which it could type.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::AsFd as _;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};

use super::session::Session;
use super::slot::Slot;
use crate::sandbox::error::{SandboxError, failed};
use crate::sandbox::interrupt::Interrupt;
use crate::sandbox::job::{Ending, Job, Limit, Run};

/// Bytes passed on at once, and those that may wait until the program reads them.
const PIECE: usize = 64 << 10;

impl Slot {
    /// Runs a job once, with `source` as its input and its output handed to `write` at once. None of the
    /// output is kept, and the job's own input does not count.
    ///
    /// # Errors
    /// As [`Slot::run`].
    pub fn run_live(
        &mut self,
        job: &Job,
        source: &mut File,
        write: &mut dyn FnMut(&[u8]),
        interrupt: &Interrupt,
    ) -> Result<Run, SandboxError> {
        thread::scope(|scope| {
            let session = Session::start(scope, self, job, None, None, interrupt)?;
            let live = Live { session, source: Some(source), pending: Vec::new(), said: 0 };
            live.run(job.limits.output, write)
        })
    }
}

/// A conversation under way.
struct Live<'scope, 'a> {
    session: Session<'scope>,
    /// Until its end was read.
    source: Option<&'a mut File>,
    /// Come in, and not yet handed over.
    pending: Vec<u8>,
    /// Bytes that the program has written.
    said: u64,
}

impl Live<'_, '_> {
    fn run(mut self, most: u64, write: &mut dyn FnMut(&[u8])) -> Result<Run, SandboxError> {
        let mut space = vec![0; PIECE];
        while !self.session.is_over() {
            let has_input = self.wait().map_err(failed("waiting for a program"))?;
            if has_input {
                self.take(&mut space).map_err(failed("reading what the program is to read"))?;
            }
            self.hand_over().map_err(failed("writing to a program"))?;
            self.listen(&mut space, write).map_err(failed("reading from a program"))?;
            if self.said > most {
                self.session.dismiss();
            }
        }
        // What it wrote last.
        while self.listen(&mut space, write).map_err(failed("reading from a program"))? > 0 {}
        let mut run = self.session.end()?.run;
        run.output_bytes = self.said;
        if self.said > most && run.ending == Ending::Signalled(libc::SIGKILL) {
            run.ending = Ending::Stopped(Limit::Output);
        }
        Ok(run)
    }

    /// Waits until there is something to do; whether the source has something, or its end.
    fn wait(&self) -> io::Result<bool> {
        let mut ready = vec![PollFd::from_borrowed_fd(self.session.over(), PollFlags::IN)];
        let output = self.session.output();
        ready.extend(output.map(|output| PollFd::from_borrowed_fd(output, PollFlags::IN)));
        if !self.pending.is_empty() {
            let input = self.session.input();
            ready.extend(input.map(|input| PollFd::from_borrowed_fd(input, PollFlags::OUT)));
        }
        let source = self.source.as_ref().filter(|_| self.pending.is_empty());
        let at = source.map(|source| {
            ready.push(PollFd::from_borrowed_fd(source.as_fd(), PollFlags::IN));
            ready.len() - 1
        });
        match poll(&mut ready, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(at.is_some_and(|at| !ready[at].revents().is_empty()))
    }

    fn take(&mut self, space: &mut [u8]) -> io::Result<()> {
        let Some(source) = &mut self.source else { return Ok(()) };
        match source.read(space) {
            Ok(0) => {
                self.source = None;
                self.session.close_input();
            }
            Ok(length) => self.pending.extend_from_slice(&space[..length]),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock
                ) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Writes what fits. What nobody reads any more is dropped.
    fn hand_over(&mut self) -> io::Result<()> {
        if !self.pending.is_empty() {
            let written = self.session.write(&self.pending)?;
            self.pending.drain(..written.unwrap_or(self.pending.len()));
        }
        Ok(())
    }

    /// Passes on a piece of what was written: how many bytes.
    fn listen(&mut self, space: &mut [u8], write: &mut dyn FnMut(&[u8])) -> io::Result<usize> {
        let length = self.session.read(space)?.unwrap_or(0);
        if length > 0 {
            self.said += length as u64;
            write(&space[..length]);
        }
        Ok(length)
    }
}
