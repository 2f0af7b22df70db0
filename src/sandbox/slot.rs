//! The judge's side of a slot: starts its process, gives it one job after another, watches wall
//! and CPU time and the output meanwhile, and puts the facts together. Knows nothing of what the
//! slot does to wall its programs in.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};

use super::allowance::WORDS_ONLY;
use super::cgroup::{Baseline, Group, Usage};
use super::course::{Course, Stop};
use super::doubt::{self, Membership, OutOfMemory};
use super::ground::Ground;
use super::meter::Meter;
use super::process::Process;
use super::session::Talk;
use super::streams::Streams;
use super::wire::{self, Answer, Extras, Facts, Halt, Order, SlotLimits};
use super::{
    Ending, Finished, Interrupt, Job, Keep, Kept, Limit, Run, SandboxError, View, Workspace, input,
    kept, sample, sys,
};
use crate::limits::Limits;

/// How long a new slot may take to be ready.
const BIRTH: Duration = Duration::from_secs(20);

/// The judge's side of one slot: the view, and the process while there is one.
#[derive(Debug)]
pub(super) struct Seat {
    ground: Arc<Ground>,
    view: View,
    worker: Option<Worker>,
    /// Memory of an earlier output.
    spare: Vec<u8>,
}

/// A live slot process.
#[derive(Debug)]
struct Worker {
    /// `None` only while this is dropped.
    socket: Option<OwnedFd>,
    /// The warden. It dies when this is dropped.
    process: Process,
    /// Dropped after the process, so that the directory is empty by then.
    group: Option<Group>,
    /// Where the slot must be for its group's readings to mean anything.
    membership: Option<Membership>,
    /// Kills for lack of memory on the whole machine, where no group tells those of a run.
    kills: OutOfMemory,
    /// Whether the slot must clean up on the host, after each run and before it ends.
    cleans_up: bool,
    /// The box of a build.
    workspace: Option<OwnedFd>,
    /// Whether it has said that it can take a run.
    is_ready: bool,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.socket = None;
        if self.cleans_up {
            self.process.wait_a_while();
        }
    }
}

fn failed(step: impl Into<String>) -> impl FnOnce(io::Error) -> SandboxError {
    let step = step.into();
    move |source| SandboxError::Failed { step, source }
}

/// All that one run is asked for.
struct Errand<'a> {
    job: &'a Job,
    keep: Option<Keep<'a>>,
    ground: &'a Ground,
    interrupt: &'a Interrupt,
}

/// How the slot's part of a run came to its end.
enum Close {
    /// With the files asked for.
    Facts(Facts, Vec<OwnedFd>),
    /// The slot obeyed, but did not clean up in time.
    Late,
    /// The slot died, or did not hear.
    Lost,
}

/// What a slot says during a run.
enum Heard {
    /// It is killing the program.
    Stopping,
    /// The run is over.
    Over(Close),
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
        match self.attempt(job, keep, None, interrupt) {
            // The process was lost for no reason of the program's. In a private box a second
            // attempt sees the same as the first.
            Err(SandboxError::Lost | SandboxError::OutOfMemory)
                if matches!(self.view.workspace, Workspace::Scratch) =>
            {
                self.attempt(job, keep, None, interrupt)
            }
            result => result,
        }
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
        let (finished, reusable) = worker.run(&order, talk, &mut self.spare)?;
        if reusable {
            self.worker = Some(worker);
        }
        Ok(finished)
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
        let mut porter = Command::new(&self.ground.executable)
            .arg0(super::child::MARK.to_str().unwrap_or_default())
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed(format!("starting {}", self.ground.executable.display())))?;
        let born = wire::send(&ours, &setup.encode(), &[])
            .map_err(failed("setting up a slot"))
            .and_then(|()| birth(&ours));
        if born.is_err() {
            let _ = porter.kill();
        }
        porter.wait().map_err(failed("waiting for the slot's porter"))?;
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

fn group_failed(group: &Group, source: io::Error) -> SandboxError {
    failed(format!("the control group {} cannot be relied on", group.place().display()))(source)
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
fn wait(sources: &mut [PollFd<'_>], pause: Duration) -> Result<(), SandboxError> {
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

impl Worker {
    fn socket(&self) -> Result<&OwnedFd, SandboxError> {
        self.socket.as_ref().ok_or(SandboxError::Lost)
    }

    /// Where a group cannot count one more run, this run gets a new group.
    fn renew(&mut self, ground: &Ground) -> Result<(), SandboxError> {
        let Some(hierarchy) = &ground.hierarchy else { return Ok(()) };
        let Some(group) = &self.group else { return Ok(()) };
        if !group.is_spent().map_err(failed("reading the control group"))? {
            return Ok(());
        }
        let fresh = hierarchy.create().map_err(failed("making a control group"))?;
        let pid = self.process.pid().map_err(failed("finding the slot's process"))?;
        fresh.admit(pid).map_err(failed("moving a slot to a new control group"))?;
        self.group = Some(fresh);
        self.settle()
    }

    /// Notes where the slot is now.
    fn settle(&mut self) -> Result<(), SandboxError> {
        if self.group.is_some() {
            let pid = self.process.pid().map_err(failed("finding the slot's process"))?;
            let membership = Membership::of(pid);
            self.membership = Some(membership.map_err(failed("finding the slot's groups"))?);
        }
        Ok(())
    }

    /// One run, and whether the slot can serve another one.
    fn run(
        &mut self,
        errand: &Errand<'_>,
        talk: Option<Talk>,
        spare: &mut Vec<u8>,
    ) -> Result<(Finished, bool), SandboxError> {
        let Errand { job, interrupt, .. } = *errand;
        let limits = &job.limits;
        let extras = extras(errand.keep, talk.is_some()).map_err(failed("preparing a run"))?;
        let order = Order::run(slot_limits(limits), &extras, &job.argv, &job.environment)
            .map_err(failed("preparing a run"))?;
        let pipe =
            || pipe_with(PipeFlags::CLOEXEC).map_err(|error| failed("making a pipe")(error.into()));
        let (errors, errors_end) = pipe()?;
        let (input, output, output_end, dismissal) = if let Some(talk) = talk {
            let Talk { input, output, dismissal, meter } = talk;
            let _ = meter.set(self.meter().map_err(failed("reading the CPU time"))?);
            (input, None, output, Some(dismissal))
        } else {
            let (output, output_end) = pipe()?;
            (input::open(&job.input, errand.ground)?, Some(output), output_end, None)
        };
        let mut streams = Streams::new(output, errors, limits.output, std::mem::take(spare))
            .map_err(failed("preparing the output"))?;
        let baseline = match &mut self.group {
            Some(group) => Some(
                group
                    .arm(limits.memory, limits.processes)
                    .map_err(|source| group_failed(group, source))?,
            ),
            None => None,
        };
        self.expect_ready()?;
        let mut course = Course::new(limits, baseline.is_some(), dismissal);
        let descriptors = [input.as_fd(), output_end.as_fd(), errors_end.as_fd()];
        if wire::send(self.socket()?, &order, &descriptors).is_err() {
            return Err(SandboxError::Lost);
        }
        drop((input, output_end, errors_end));
        self.is_ready = !self.cleans_up;
        let close = self.attend(&mut course, &mut streams, limits, baseline.as_ref(), interrupt)?;
        if matches!(course.stopped, Some((Stop::Interrupted, _))) {
            return Err(SandboxError::Interrupted);
        }
        let most = errand.keep.map_or(0, |keep| keep.most);
        let kept = |close: Close| match close {
            Close::Facts(facts, files) => kept::read(facts.kept, files, most),
            Close::Late | Close::Lost => Kept::new(),
        };
        let (run, ended, reusable) =
            self.conclude(&course, &close, streams, limits, baseline.as_ref())?;
        Ok((Finished { run, kept: kept(close), ended }, reusable))
    }

    /// Shows what the run that is about to begin will use.
    fn meter(&self) -> io::Result<Meter> {
        let clock = self.group.as_ref().map(|group| Arc::clone(group.cpu()));
        Meter::start(clock, self.process.pid()?)
    }

    /// Waits until a slot that cleans up on the host has done so.
    fn expect_ready(&mut self) -> Result<(), SandboxError> {
        let deadline = Instant::now() + BIRTH;
        while !self.is_ready {
            let mut sources = [PollFd::new(self.socket()?, PollFlags::IN)];
            wait(&mut sources, deadline.saturating_duration_since(Instant::now()))?;
            if !sources[0].revents().is_empty() {
                let mut buffer = [0; 1024];
                let Ok(Some((length, _))) = wire::receive(self.socket()?, &mut buffer) else {
                    return Err(SandboxError::Lost);
                };
                self.is_ready = matches!(Answer::decode(&buffer[..length]), Ok(Answer::Ready));
            } else if Instant::now() >= deadline {
                return Err(SandboxError::Lost);
            }
        }
        Ok(())
    }

    /// Watches a run to its end.
    fn attend(
        &self,
        course: &mut Course,
        streams: &mut Streams,
        limits: &Limits,
        baseline: Option<&Baseline>,
        interrupt: &Interrupt,
    ) -> Result<Close, SandboxError> {
        loop {
            let now = Instant::now();
            course.wake(now);
            if course.is_over(now) {
                return Ok(if course.obeyed { Close::Late } else { Close::Lost });
            }
            if course.stopped.is_none()
                && let Some(why) = self.reason(course, streams, limits, baseline, interrupt)?
            {
                course.stop(why, now);
                if wire::send(self.socket()?, &Order::stop(), &[]).is_err() {
                    return Ok(Close::Lost);
                }
            }
            let pause = course.pause(now);
            let mut sources = Vec::with_capacity(4);
            sources.push(PollFd::new(self.socket()?, PollFlags::IN));
            streams.sources(&mut sources);
            let read = 1..sources.len();
            sources.extend(course.dismissal.as_ref().map(|end| source(end.as_fd())));
            wait(&mut sources, pause)?;
            let seen = |source: &PollFd<'_>| !source.revents().is_empty();
            let answered = seen(&sources[0]);
            let ready = sources[read.clone()].iter().any(seen);
            let dismissed = sources[read.end..].iter().any(seen);
            drop(sources);
            if dismissed {
                course.dismissal = None;
                course.dismissed = true;
            }
            // The answer was looked for first: what the streams held when it was there is all.
            if ready {
                streams.read().map_err(failed("reading the output"))?;
            }
            if answered {
                match self.answer()? {
                    Heard::Stopping => course.obey(Instant::now()),
                    Heard::Over(close) => return Ok(close),
                }
            }
        }
    }

    /// Why a run must be stopped now, if it must.
    fn reason(
        &self,
        course: &mut Course,
        streams: &Streams,
        limits: &Limits,
        baseline: Option<&Baseline>,
        interrupt: &Interrupt,
    ) -> Result<Option<Stop>, SandboxError> {
        let now = Instant::now();
        if interrupt.is_set() {
            return Ok(Some(Stop::Interrupted));
        }
        if course.dismissed {
            return Ok(Some(Stop::Dismissed));
        }
        if streams.is_over() {
            return Ok(Some(Stop::Limit(Limit::Output)));
        }
        if let (Some(group), Some(baseline)) = (&self.group, baseline)
            && course.wants_reading(now)
        {
            let used = group.cpu_since(baseline).map_err(|source| group_failed(group, source))?;
            if course.has_used(used, limits, now) {
                return Ok(Some(Stop::Limit(Limit::Cpu)));
            }
        }
        if now < course.deadline {
            return Ok(None);
        }
        let in_line = self.process.pid().map_or(Duration::ZERO, sample::in_line);
        Ok((!course.put_off(in_line, limits, now)).then_some(Stop::Limit(Limit::Wall)))
    }

    fn answer(&self) -> Result<Heard, SandboxError> {
        let mut buffer = [0; 1024];
        let Ok(Some((length, files))) = wire::receive(self.socket()?, &mut buffer) else {
            return Ok(Heard::Over(Close::Lost));
        };
        match Answer::decode(&buffer[..length]).map_err(failed("reading a slot's answer"))? {
            Answer::Done(facts) => Ok(Heard::Over(Close::Facts(facts, files))),
            Answer::Stopping => Ok(Heard::Stopping),
            Answer::Failed { step, errno: WORDS_ONLY } => Err(SandboxError::Allowance(step)),
            Answer::Failed { step, errno } => {
                Err(failed(step)(io::Error::from_raw_os_error(errno)))
            }
            Answer::Born | Answer::Ready => {
                Err(failed("reading a slot's answer")(io::ErrorKind::InvalidData.into()))
            }
        }
    }

    /// Puts the facts together.
    fn conclude(
        &mut self,
        course: &Course,
        close: &Close,
        streams: Streams,
        limits: &Limits,
        baseline: Option<&Baseline>,
    ) -> Result<(Run, Duration, bool), SandboxError> {
        let counted = self.counted(baseline, close)?;
        let out_of_memory = counted.is_some_and(|usage| usage.oom_kills > 0);
        let stopped = course.stopped.map(|(why, _)| why);
        let (ending, wall, start, own_cpu, facts) = match close {
            &Close::Facts(facts, _) => {
                let over = streams.is_over();
                // Where nothing else counts memory, the resident size must do.
                let too_large = counted.is_none() && facts.resident > limits.memory;
                let short = out_of_memory || too_large;
                let ending = decide(&facts, stopped, over, short, limits);
                let [wall, start, own_cpu] =
                    [facts.wall, facts.start, facts.own_cpu].map(Duration::from_nanos);
                (ending, wall, start, own_cpu, Some(facts))
            }
            Close::Late | Close::Lost => {
                let ending = match stopped {
                    _ if out_of_memory => Ending::Stopped(Limit::Memory),
                    // Only a slot that hears can tell that the program still ran.
                    Some(Stop::Limit(Limit::Wall)) if matches!(close, Close::Lost) => {
                        return Err(SandboxError::Lost);
                    }
                    Some(Stop::Limit(limit)) => Ending::Stopped(limit),
                    Some(Stop::Dismissed) => Ending::Signalled(libc::SIGKILL),
                    _ => return Err(SandboxError::Lost),
                };
                (ending, course.began.elapsed(), Duration::ZERO, Duration::ZERO, None)
            }
        };
        if doubt::is_late_start(ending, wall.saturating_sub(start), limits) {
            return Err(SandboxError::Lost);
        }
        if counted.is_none() && ending == Ending::Signalled(libc::SIGKILL) && self.kills.grew() {
            return Err(SandboxError::OutOfMemory);
        }
        let reaped = facts.map_or(Duration::ZERO, |facts| Duration::from_nanos(facts.reaped_cpu));
        let resident = facts.map_or(0, |facts| facts.resident);
        let (output, output_bytes, errors) = streams.finish();
        let run = Run {
            ending,
            cpu: counted.map_or(reaped, |usage| usage.cpu.saturating_sub(own_cpu)),
            wall,
            memory: counted.map_or(resident, |usage| usage.memory),
            output,
            output_bytes,
            errors,
            refused_processes: counted.map_or(0, |usage| usage.refused),
        };
        let ended = facts.map_or_else(sys::monotonic, |facts| Duration::from_nanos(facts.ended));
        Ok((run, ended, facts.is_some_and(|facts| !facts.retire)))
    }

    /// What the control group counted, where there is one and it is to be trusted.
    fn counted(
        &mut self,
        baseline: Option<&Baseline>,
        close: &Close,
    ) -> Result<Option<Usage>, SandboxError> {
        let (Some(group), Some(baseline)) = (&mut self.group, baseline) else { return Ok(None) };
        let usage = group.since(baseline);
        let usage = usage.map_err(|source| group_failed(group, source))?;
        let doubt = match &self.membership {
            // The dead are in no group.
            Some(groups) if matches!(close, Close::Facts(..)) && groups.has_changed() => {
                Some("the slot was moved out of it".to_owned())
            }
            _ => group.doubt(&usage).map_err(|source| group_failed(group, source))?,
        };
        match doubt {
            None => Ok(Some(usage)),
            Some(why) => Err(group_failed(group, io::Error::other(why))),
        }
    }
}

fn slot_limits(limits: &Limits) -> SlotLimits {
    SlotLimits {
        kill_cpu: u64::try_from(limits.kill_cpu().as_nanos()).unwrap_or(u64::MAX),
        memory: limits.memory,
        processes: limits.processes.into(),
        files: limits.files,
    }
}

fn extras(keep: Option<Keep<'_>>, talks: bool) -> io::Result<Extras> {
    let name = |name: &str| CString::new(name).map_err(io::Error::from);
    let Some(keep) = keep else { return Ok(Extras { talks, ..Extras::default() }) };
    let files = keep.files.iter().map(|file| name(file)).collect::<Result<_, _>>()?;
    Ok(Extras { folder: Some(name(keep.folder)?), keep: files, talks })
}

/// How a run ended, from facts alone: lack of memory before all else, since it makes programs end
/// in any way; then the limit for which we stopped it; then what the kernel stopped on our behalf;
/// then the program's own end.
fn decide(
    facts: &Facts,
    stopped: Option<Stop>,
    output_is_over: bool,
    out_of_memory: bool,
    limits: &Limits,
) -> Ending {
    if facts.refused != 0 && !out_of_memory {
        return Ending::NotStarted(facts.refused);
    }
    if out_of_memory || facts.halt == Halt::Memory {
        return Ending::Stopped(Limit::Memory);
    }
    if facts.halt == Halt::Cpu {
        return Ending::Stopped(Limit::Cpu);
    }
    if output_is_over {
        return Ending::Stopped(Limit::Output);
    }
    if let (Halt::Asked, Some(Stop::Limit(limit))) = (facts.halt, stopped) {
        return Ending::Stopped(limit);
    }
    if libc::WIFEXITED(facts.status) {
        return Ending::Exited(libc::WEXITSTATUS(facts.status));
    }
    match libc::WTERMSIG(facts.status) {
        libc::SIGXFSZ => Ending::Stopped(Limit::Files),
        // The net under the CPU limit, where we set one.
        libc::SIGXCPU | libc::SIGKILL
            if Duration::from_nanos(facts.reaped_cpu) >= limits.kill_cpu() =>
        {
            Ending::Stopped(Limit::Cpu)
        }
        signal => Ending::Signalled(signal),
    }
}

/// Borrowed ends for the poll set.
pub(super) type Sources<'a> = Vec<PollFd<'a>>;

/// A descriptor as a source of something to read.
pub(super) fn source(descriptor: BorrowedFd<'_>) -> PollFd<'_> {
    PollFd::from_borrowed_fd(descriptor, PollFlags::IN)
}
