//! The judge's side of a slot: starts its process, and starts another one where that was lost. Knows
//! nothing of what a run is, nor of what the slot does to wall its programs in.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

use super::doubt::OutOfMemory;
use super::ground::Ground;
use super::process::Process;
use super::session::Talk;
use super::start;
use super::supply;
use super::wire::{self, Answer};
use super::worker::{Errand, Worker};
use super::{Ending, Finished, Interrupt, Job, Keep, SandboxError, View, Workspace};

/// How long a new slot may take to be ready.
pub(super) const BIRTH: Duration = Duration::from_secs(20);

/// What whole process groups are sent to interrupt them.
const FROM_A_TERMINAL: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// The judge's side of one slot: the view, and the process while there is one.
#[derive(Debug)]
pub(super) struct Seat {
    ground: Arc<Ground>,
    view: View,
    worker: Option<Worker>,
    /// Memory of an earlier output.
    spare: Vec<u8>,
}

impl Seat {
    pub(super) fn open(ground: Arc<Ground>, view: &View) -> Result<Self, SandboxError> {
        let mut seat = Self { ground, view: view.clone(), worker: None, spare: Vec::new() };
        seat.worker = Some(seat.start()?);
        Ok(seat)
    }

    pub(super) fn workspace(&self) -> Result<BorrowedFd<'_>, SandboxError> {
        let workspace = self.worker.as_ref().and_then(|worker| worker.workspace.as_ref());
        workspace.map(AsFd::as_fd).ok_or(SandboxError::Lost)
    }

    pub(super) fn reclaim(&mut self, output: Vec<u8>) {
        if output.capacity() > self.spare.capacity() {
            self.spare = output;
        }
    }

    pub(super) fn run(
        &mut self,
        job: &Job,
        keep: Option<Keep<'_>>,
        interrupt: &Interrupt,
    ) -> Result<Finished, SandboxError> {
        let ground = Arc::clone(&self.ground);
        let first = {
            let _shared = ground.machine.read();
            self.attempt(job, keep, None, interrupt)
        };
        // In a private box a second attempt sees the same as the first.
        if matches!(self.view.workspace, Workspace::Scratch) && may_be_spoilt(&first) {
            let _alone = ground.machine.write();
            if matches!(first, Err(SandboxError::OutOfMemory { .. })) {
                supply::settle();
            }
            return self.attempt(job, keep, None, interrupt);
        }
        first
    }

    /// One attempt; with somebody who talks with the program there can be no second one.
    pub(super) fn attempt(
        &mut self,
        job: &Job,
        keep: Option<Keep<'_>>,
        talk: Option<Talk>,
        interrupt: &Interrupt,
    ) -> Result<Finished, SandboxError> {
        let mut worker = match self.worker.take() {
            Some(worker) => worker,
            None => self.start()?,
        };
        worker.renew(&self.ground)?;
        let order = Errand { job, keep, ground: &self.ground, interrupt };
        match worker.run(&order, talk, &mut self.spare) {
            Ok((finished, true)) => {
                self.worker = Some(worker);
                Ok(finished)
            }
            result => {
                self.ground.retired.take(worker);
                result.map(|(finished, _)| finished)
            }
        }
    }

    fn start(&self) -> Result<Worker, SandboxError> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let group = match &self.ground.hierarchy {
            None => None,
            Some(hierarchy) => Some(hierarchy.create().map_err(failed("making a control group"))?),
        };
        let setup = self.ground.setup(&self.view, group.as_ref(), number)?;
        let (ours, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
                .map_err(|error| failed("making a socket")(error.into()))?;
        let mark = super::child::MARK.to_str().unwrap_or_default();
        let mut porter = start::anew(&self.ground.executable, mark, [""; 0], theirs)
            .map_err(failed(format!("starting {}", self.ground.executable.display())))?;
        let born = wire::send(&ours, &setup.encode(), &[])
            .map_err(failed("setting up a slot"))
            .and_then(|()| birth(&ours));
        if born.is_err() {
            let _ = porter.kill();
        }
        let ended = porter.wait().map_err(failed("waiting for the slot's porter"))?;
        if ended.signal().is_some_and(|signal| FROM_A_TERMINAL.contains(&signal)) {
            // It met it before it had left our process group.
            return Err(SandboxError::Interrupted);
        }
        let cleans_up = self.ground.is_on_the_host();
        let kills = OutOfMemory::now();
        let (process, workspace) = born?;
        let mut worker = Worker {
            process,
            socket: Some(ours),
            group,
            membership: None,
            kills,
            cleans_up,
            workspace,
            is_ready: true,
        };
        worker.settle()?;
        Ok(worker)
    }
}

/// Whether the machine may have had a hand in how a run ended: the slot or the program was killed by
/// somebody who was not us.
fn may_be_spoilt(result: &Result<Finished, SandboxError>) -> bool {
    match result {
        Ok(finished) => finished.run.ending == Ending::Signalled(libc::SIGKILL),
        Err(error) => matches!(error, SandboxError::Lost | SandboxError::OutOfMemory { .. }),
    }
}

/// Waits until the slot is ready; gives its process, and the box of a build.
fn birth(socket: &OwnedFd) -> Result<(Process, Option<OwnedFd>), SandboxError> {
    let deadline = Instant::now() + BIRTH;
    let mut buffer = [0; 4096];
    let (mut process, mut workspace, mut ready) = (None, None, false);
    while process.is_none() || !ready {
        let mut sources = [PollFd::new(socket, PollFlags::IN)];
        wait(&mut sources, deadline.saturating_duration_since(Instant::now()))?;
        if sources[0].revents().is_empty() {
            if Instant::now() < deadline {
                continue;
            }
            return Err(failed("setting up a slot")(io::ErrorKind::TimedOut.into()));
        }
        let message = wire::receive(socket, &mut buffer).map_err(failed("setting up a slot"))?;
        let Some((length, mut descriptors)) = message else {
            return Err(failed("setting up a slot")(io::Error::other("its process ended")));
        };
        match Answer::decode(&buffer[..length]).map_err(failed("setting up a slot"))? {
            Answer::Born => {
                let none = || failed("setting up a slot")(io::Error::other("no process"));
                process = Some(Process(descriptors.pop().ok_or_else(none)?));
            }
            Answer::Ready => (ready, workspace) = (true, descriptors.pop()),
            Answer::Failed { step, errno } => {
                return Err(failed(format!("setting up a slot: {step}"))(
                    io::Error::from_raw_os_error(errno),
                ));
            }
            Answer::Stopping | Answer::Done(_) => {
                return Err(failed("setting up a slot")(io::Error::other("an answer too early")));
            }
        }
    }
    let process =
        process.ok_or_else(|| failed("setting up a slot")(io::Error::other("no process")))?;
    Ok((process, workspace))
}

/// Polls for at most this long; interrupted calls come back with nothing seen.
pub(super) fn wait(sources: &mut [PollFd<'_>], pause: Duration) -> Result<(), SandboxError> {
    let pause = Timespec::try_from(pause).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
    match poll(sources, Some(&pause)) {
        Ok(_) => Ok(()),
        Err(rustix::io::Errno::INTR) => {
            sources.iter_mut().for_each(PollFd::clear_revents);
            Ok(())
        }
        Err(error) => Err(failed("waiting for a slot")(error.into())),
    }
}

pub(super) fn failed(step: impl Into<String>) -> impl FnOnce(io::Error) -> SandboxError {
    let step = step.into();
    move |source| SandboxError::Failed { step, source }
}
