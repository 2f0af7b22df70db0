//! A warm place where programs run one after another: starts the process that serves it, and starts
//! another one where that was lost.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

use super::poll::wait;
use super::process::Process;
use super::session_streams::SessionStreams;
use super::setup::LevelSetup;
use super::turns::Alone;
use super::worker::{BIRTH, RunRequest, Worker};
use crate::sandbox::cgroup::Group;
use crate::sandbox::error::{SandboxError, failed};
use crate::sandbox::interrupt::Interrupt;
use crate::sandbox::job::{Ending, Finished, Job, Keep, Run, View, Workspace};
use crate::sandbox::start::{self, Service};
use crate::sandbox::wire::{self, Answer};

/// What whole process groups are sent to interrupt them.
const FROM_A_TERMINAL: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// A warm place where programs run one after another, each in a clean state. One a worker; it may
/// move between threads, and everything in it dies with its owner.
#[derive(Debug)]
pub struct Slot {
    ground: Arc<LevelSetup>,
    view: View,
    /// The process, while there is one.
    worker: Option<Worker>,
    /// Memory of an earlier output.
    spare: Vec<u8>,
}

impl Slot {
    /// Opens one for programs that see this much of the host.
    pub(in crate::sandbox) fn open(
        ground: Arc<LevelSetup>,
        view: &View,
    ) -> Result<Self, SandboxError> {
        let mut slot = Self { ground, view: view.clone(), worker: None, spare: Vec::new() };
        slot.worker = Some(slot.start()?);
        Ok(slot)
    }

    /// One like it, whose programs see this folder as `/files`.
    pub(super) fn another(&self, files: &Path) -> Result<Self, SandboxError> {
        let view = View { files: Some(files.to_owned()), ..self.view.clone() };
        Self::open(Arc::clone(&self.ground), &view)
    }

    /// Whether its programs have no file system of their own.
    pub(super) fn is_on_the_host(&self) -> bool {
        self.ground.is_on_the_host()
    }

    /// Runs one job to its end. Programs that outlive the main one are killed with it. A slot that
    /// is found damaged is replaced for the next run.
    pub fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError> {
        self.run_keeping(job, None, interrupt).map(|finished| finished.run)
    }

    /// The same while no other slot of the sandbox runs anything, and once only: for who knows better
    /// than the slot whether a run must be repeated.
    pub fn run_alone(
        &mut self,
        _: &Alone<'_>,
        job: &Job,
        interrupt: &Interrupt,
    ) -> Result<Run, SandboxError> {
        self.attempt(job, None, None, interrupt).map(|finished| finished.run)
    }

    /// The same for a program that may leave files behind, with all that there is to know.
    pub fn run_keeping(
        &mut self,
        job: &Job,
        keep: Option<Keep<'_>>,
        interrupt: &Interrupt,
    ) -> Result<Finished, SandboxError> {
        let ground = Arc::clone(&self.ground);
        let first = {
            let _shared = ground.turns.share();
            self.attempt(job, keep, None, interrupt)
        };
        // In a private box a second attempt sees the same as the first.
        if !matches!(self.view.workspace, Workspace::Build(_)) && may_be_spoilt(&first) {
            let alone = ground.turns.alone();
            if matches!(first, Err(SandboxError::OutOfMemory { .. })) {
                alone.settle();
            }
            return self.attempt(job, keep, None, interrupt);
        }
        first
    }

    /// The working directory of a [`Workspace::Build`] as the runs so far have left it, to be looked
    /// into while nothing runs. Its names, links and sizes are the contestant's.
    pub fn workspace(&self) -> Result<BorrowedFd<'_>, SandboxError> {
        let workspace = self.worker.as_ref().and_then(|worker| worker.workspace.as_ref());
        workspace.map(AsFd::as_fd).ok_or(SandboxError::Lost)
    }

    /// Takes back the memory of an output that is no longer needed, for the next run: only speed
    /// depends on it, and only with large outputs.
    pub fn reclaim(&mut self, output: Vec<u8>) {
        if output.capacity() > self.spare.capacity() {
            self.spare = output;
        }
    }

    /// One attempt; with somebody who talks with the program there can be no second one.
    pub(super) fn attempt(
        &mut self,
        job: &Job,
        keep: Option<Keep<'_>>,
        talk: Option<SessionStreams>,
        interrupt: &Interrupt,
    ) -> Result<Finished, SandboxError> {
        let mut worker = match self.worker.take() {
            Some(worker) => worker,
            None => self.start()?,
        };
        worker.renew(&self.ground)?;
        let errand = RunRequest { job, keep, ground: &self.ground, interrupt };
        match worker.run(&errand, talk, &mut self.spare) {
            Ok((finished, true)) => {
                self.worker = Some(worker);
                Ok(finished)
            }
            result => {
                if !worker.ends_at_once() {
                    self.ground.retired.take(worker);
                }
                result.map(|(finished, _)| finished)
            }
        }
    }

    fn start(&self) -> Result<Worker, SandboxError> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let group = self.ground.hierarchy.as_ref().map(Group::make);
        let group = group.transpose().map_err(failed("making a control group"))?;
        let setup = self.ground.setup(&self.view, group.as_ref(), number)?;
        let (ours, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
                .map_err(|error| failed("making a socket")(error.into()))?;
        let mut porter = start::anew(&self.ground.executable, Service::Slot, [""; 0], theirs)
            .map_err(failed(format!("starting {}", self.ground.executable.display())))?;
        let born =
            wire::tell(&ours, &setup, &[]).map_err(failed(SETTING_UP)).and_then(|()| birth(&ours));
        if born.is_err() {
            let _ = porter.kill();
        }
        let ended = porter.wait().map_err(failed("waiting for the slot's first process"))?;
        if ended.signal().is_some_and(|signal| FROM_A_TERMINAL.contains(&signal)) {
            // It met it before it had left our process group.
            return Err(SandboxError::Interrupted);
        }
        let (process, workspace) = born?;
        Worker::new(process, ours, group, workspace, self.ground.is_on_the_host())
    }
}

/// The step that makes a new slot, for errors.
const SETTING_UP: &str = "setting up a slot";

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
            return Err(failed(SETTING_UP)(io::ErrorKind::TimedOut.into()));
        }
        let message = wire::receive(socket, &mut buffer).map_err(failed(SETTING_UP))?;
        let Some((length, mut descriptors)) = message else {
            return Err(failed(SETTING_UP)(io::Error::other("its process ended")));
        };
        match wire::decode(&buffer[..length]).map_err(failed(SETTING_UP))? {
            Answer::Born => {
                let none = || failed(SETTING_UP)(io::Error::other("no process"));
                process = Some(Process(descriptors.pop().ok_or_else(none)?));
            }
            Answer::Ready => (ready, workspace) = (true, descriptors.pop()),
            Answer::Failed { step, errno } => {
                return Err(failed(format!("{SETTING_UP}: {step}"))(io::Error::from_raw_os_error(
                    errno,
                )));
            }
            Answer::Stopping | Answer::Early { .. } | Answer::Done(_) => {
                return Err(failed(SETTING_UP)(io::Error::other("an answer too early")));
            }
        }
    }
    let process = process.ok_or_else(|| failed(SETTING_UP)(io::Error::other("no process")))?;
    Ok((process, workspace))
}
