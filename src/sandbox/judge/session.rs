//! A program that runs while one talks to it: its standard input and output are pipes whose other
//! ends we hold. Nothing here waits for what is said: whoever talks polls.

use std::io;
use std::marker::PhantomData;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread::{self, Scope};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};

use super::session_streams::SessionStreams;
use super::slot::Slot;
use super::usage::UsageReader;
use crate::sandbox::error::{SandboxError, failed};
use crate::sandbox::interrupt::Interrupt;
use crate::sandbox::job::{Finished, Job, Keep};

/// A program that runs in a slot while its owner talks to it. Dropping it stops the program.
///
/// All ends held here are non-blocking. Writing to a program that reads no more is an error and
/// never a signal, as in every Rust program; a program that writes to nobody is not signalled
/// either, as long as its session lasts.
#[derive(Debug)]
pub(super) struct Session<'scope> {
    input: Option<OwnedFd>,
    output: Option<OwnedFd>,
    over: OwnedFd,
    /// Its end stops the program.
    dismissal: Option<OwnedFd>,
    result: mpsc::Receiver<Result<Finished, SandboxError>>,
    meter: Arc<OnceLock<UsageReader>>,
    scope: PhantomData<&'scope ()>,
}

impl<'scope> Session<'scope> {
    /// Starts a job in a slot, on a thread of its own. The job's input does not count, and its
    /// output is neither kept nor limited: both are the owner's affair. The program may use that one
    /// processor only, where one is given.
    ///
    /// # Errors
    /// When the pipes cannot be made; what fails later is told at the end.
    pub(super) fn start(
        scope: &'scope Scope<'scope, '_>,
        slot: &'scope mut Slot,
        job: &'scope Job,
        keep: Option<Keep<'scope>>,
        processor: Option<usize>,
        interrupt: &'scope Interrupt,
    ) -> Result<Self, SandboxError> {
        let pipe =
            || pipe_with(PipeFlags::CLOEXEC).map_err(|error| failed("making a pipe")(error.into()));
        let (input, our_input) = pipe()?;
        let (our_output, output) = pipe()?;
        let (dismissal, our_dismissal) = pipe()?;
        let (over, their_over) = pipe()?;
        for end in [&our_input, &our_output] {
            rustix::io::ioctl_fionbio(end, true)
                .map_err(|error| failed("preparing a pipe")(error.into()))?;
        }
        let (sender, result) = mpsc::channel();
        let meter = Arc::default();
        let talk =
            SessionStreams { input, output, dismissal, meter: Arc::clone(&meter), processor };
        thread::Builder::new()
            .spawn_scoped(scope, move || {
                let _ = sender.send(slot.attempt(job, keep, Some(talk), interrupt));
                // Only now, so that the result is there when the end is seen.
                drop(their_over);
            })
            .map_err(failed("starting a thread of the judge"))?;
        Ok(Self {
            input: Some(our_input),
            output: Some(our_output),
            over,
            dismissal: Some(our_dismissal),
            result,
            meter,
            scope: PhantomData,
        })
    }

    /// The writing end of the program's standard input, while it is open.
    pub(super) fn input(&self) -> Option<BorrowedFd<'_>> {
        self.input.as_ref().map(AsFd::as_fd)
    }

    /// The reading end of the program's standard output, until its end was read.
    pub(super) fn output(&self) -> Option<BorrowedFd<'_>> {
        self.output.as_ref().map(AsFd::as_fd)
    }

    /// Becomes readable when the program has ended and all is clean again.
    pub(super) fn over(&self) -> BorrowedFd<'_> {
        self.over.as_fd()
    }

    /// Writes as much as fits, and says how much that was: 0 when nothing does. A program that
    /// reads no more is told by `None`, and its input is closed.
    ///
    /// # Errors
    /// What else can fail.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<Option<usize>> {
        let Some(input) = &self.input else { return Ok(None) };
        match rustix::io::write(input, bytes) {
            Ok(length) => Ok(Some(length)),
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => Ok(Some(0)),
            Err(rustix::io::Errno::PIPE) => {
                self.input = None;
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reads what there is, and says how much that was: 0 when nothing is there yet. The end is
    /// told by `None`.
    ///
    /// # Errors
    /// What else can fail.
    pub(super) fn read(&mut self, space: &mut [u8]) -> io::Result<Option<usize>> {
        let Some(output) = &self.output else { return Ok(None) };
        match rustix::io::read(output, space) {
            Ok(0) => {
                self.output = None;
                Ok(None)
            }
            Ok(length) => Ok(Some(length)),
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => Ok(Some(0)),
            Err(error) => Err(error.into()),
        }
    }

    /// What shows the program's CPU time while it runs; none before it does.
    pub(super) fn meter(&self) -> Option<&UsageReader> {
        self.meter.get()
    }

    /// Whether the program's end can be seen now.
    pub(super) fn is_over(&self) -> bool {
        let mut sources = [PollFd::new(&self.over, PollFlags::IN)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut sources, Some(&now)).is_ok_and(|count| count > 0)
    }

    /// Bytes written that the program has not read.
    pub(super) fn unread(&self) -> u64 {
        self.input.as_ref().and_then(|input| rustix::io::ioctl_fionread(input).ok()).unwrap_or(0)
    }

    /// Whether nothing that was written lies unread, on either way.
    pub(super) fn is_quiet(&self) -> bool {
        let output = self.output.as_ref();
        let unheard = output.map_or(Ok(0), rustix::io::ioctl_fionread);
        self.unread() == 0 && unheard.is_ok_and(|unheard| unheard == 0)
    }

    /// Lets the program read the end of its input.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Stops the program: its run ends by `SIGKILL`, unless it had ended already.
    pub(super) fn dismiss(&mut self) {
        self.dismissal = None;
    }

    /// The facts; waits for the program's end.
    ///
    /// # Errors
    /// As [`Slot::run`].
    pub(super) fn end(&mut self) -> Result<Finished, SandboxError> {
        self.result.recv().unwrap_or(Err(SandboxError::Lost))
    }
}
