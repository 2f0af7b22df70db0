//! The judge's side of a slot: starts its process, gives it one job after another, watches wall
//! and CPU time and the output meanwhile, and puts the facts together. Knows nothing of what the
//! slot does to wall its programs in.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Signal, WaitId, WaitIdOptions, pidfd_send_signal, waitid};

use super::cgroup::{Baseline, Group};
use super::ground::Ground;
use super::session::Talk;
use super::streams::Streams;
use super::wire::{self, Answer, Extras, Facts, Halt, Order, SlotLimits};
use super::{
    Ending, Finished, Interrupt, Job, Keep, Kept, Limit, Run, SandboxError, View, Workspace, input,
    kept, sys,
};
use crate::limits::Limits;

/// How often at least the interrupt is looked at.
const HEARTBEAT: Duration = Duration::from_millis(50);
/// How long a slot may take to clean up before it is replaced.
const GRACE: Duration = Duration::from_secs(1);
/// How long a new slot may take to be ready.
const BIRTH: Duration = Duration::from_secs(20);
/// How much later than ours the slot's clock may start: a program is not to lose what the hand-over
/// takes, nor a run that met its wall limit to show less than it.
const HANDOVER: Duration = Duration::from_millis(5);
/// Shortest pause between two readings of the CPU time: the kernel itself counts by the tick.
const FINEST: Duration = Duration::from_millis(1);

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
    /// Whether the slot must clean up on the host before it ends.
    cleans_up: bool,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.socket = None;
        if self.cleans_up {
            self.process.wait_a_while();
        }
    }
}

/// A pidfd of a child that is killed and reaped when dropped.
#[derive(Debug)]
struct Process(OwnedFd);

impl Process {
    /// Gives it time to end by itself: it has seen that its socket is closed.
    fn wait_a_while(&self) {
        let pause = Timespec { tv_sec: 2, tv_nsec: 0 };
        let _ = poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&pause));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = pidfd_send_signal(&self.0, Signal::KILL);
        while let Err(rustix::io::Errno::INTR) =
            waitid(WaitId::PidFd(self.0.as_fd()), WaitIdOptions::EXITED)
        {}
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

/// A run in progress, as the judge sees it.
struct Course {
    began: Instant,
    /// Wall time at which it is stopped.
    deadline: Instant,
    /// The next reading of the CPU time, where there is a control group.
    reading: Option<Instant>,
    /// Why it was told to stop, and until when it may clean up.
    stopped: Option<(Stop, Instant)>,
    /// Becomes readable when whoever talks with the program wants no more of it.
    dismissal: Option<OwnedFd>,
    dismissed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Limit(Limit),
    Interrupted,
    /// Whoever talks with the program wants no more of it.
    Dismissed,
}

/// How the slot's part of a run came to its end.
enum Close {
    /// With the files asked for.
    Facts(Facts, Vec<OwnedFd>),
    /// The slot did not clean up in time, or died.
    Lost,
}

impl Seat {
    pub(super) fn open(ground: Arc<Ground>, view: &View) -> Result<Self, SandboxError> {
        let mut seat = Self { ground, view: view.clone(), worker: None, spare: Vec::new() };
        seat.worker = Some(seat.start()?);
        Ok(seat)
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
            Err(SandboxError::Lost) if matches!(self.view.workspace, Workspace::Scratch) => {
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
        Ok(Worker { process: born?, socket: Some(ours), group, cleans_up })
    }
}

/// Waits until the slot is ready; gives its process.
fn birth(socket: &OwnedFd) -> Result<Process, SandboxError> {
    let deadline = Instant::now() + BIRTH;
    let mut buffer = [0; 4096];
    let (mut process, mut ready) = (None, false);
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
            Answer::Born => process = descriptors.pop().map(Process),
            Answer::Ready => ready = true,
            Answer::Failed { step, errno } => {
                return Err(failed(format!("setting up a slot: {step}"))(
                    io::Error::from_raw_os_error(errno),
                ));
            }
            Answer::Done(_) => {
                return Err(failed("setting up a slot")(io::Error::other("an answer too early")));
            }
        }
    }
    process.ok_or_else(|| failed("setting up a slot")(io::Error::other("no process")))
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

    /// Where the kernel cannot set a group's peak back, each run gets a new group.
    fn renew(&mut self, ground: &Ground) -> Result<(), SandboxError> {
        let Some(hierarchy) = &ground.hierarchy else { return Ok(()) };
        if !self.group.as_ref().is_some_and(Group::is_spent) {
            return Ok(());
        }
        let fresh = hierarchy.create().map_err(failed("making a control group"))?;
        let pid = self.process.pid().map_err(failed("finding the slot's process"))?;
        fresh.admit(pid).map_err(failed("moving a slot to a new control group"))?;
        self.group = Some(fresh);
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
            let Talk { input, output, dismissal } = talk;
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
                    .map_err(failed("arming the control group"))?,
            ),
            None => None,
        };
        let mut course = Course::new(limits, baseline.is_some(), dismissal);
        let descriptors = [input.as_fd(), output_end.as_fd(), errors_end.as_fd()];
        if wire::send(self.socket()?, &order, &descriptors).is_err() {
            return Err(SandboxError::Lost);
        }
        drop((input, output_end, errors_end));
        let close = self.attend(&mut course, &mut streams, limits, baseline.as_ref(), interrupt)?;
        if matches!(course.stopped, Some((Stop::Interrupted, _))) {
            return Err(SandboxError::Interrupted);
        }
        let most = errand.keep.map_or(0, |keep| keep.most);
        let close = match close {
            Close::Facts(facts, files) => Some((facts, kept::read(facts.kept, files, most))),
            Close::Lost => None,
        };
        self.conclude(&course, close, streams, limits, baseline.as_ref())
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
            if let Some((_, until)) = course.stopped {
                if now >= until {
                    return Ok(Close::Lost);
                }
            } else if let Some(why) = self.reason(course, streams, limits, baseline, interrupt)? {
                course.stopped = Some((why, now + GRACE));
                if wire::send(self.socket()?, &Order::stop(), &[]).is_err() {
                    return Ok(Close::Lost);
                }
            }
            let mut sources = Vec::with_capacity(3);
            sources.push(PollFd::new(self.socket()?, PollFlags::IN));
            streams.sources(&mut sources);
            let read = 1..sources.len();
            sources.extend(course.dismissal.as_ref().map(|end| source(end.as_fd())));
            wait(&mut sources, course.pause(now))?;
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
                return self.answer();
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
            && course.reading.is_some_and(|reading| now >= reading)
        {
            let used = group.cpu_since(baseline).map_err(failed("reading the CPU time"))?;
            let left = limits.kill_cpu().saturating_sub(used);
            if left.is_zero() {
                return Ok(Some(Stop::Limit(Limit::Cpu)));
            }
            course.reading = Some(now + (left / parallelism(limits)).max(FINEST));
        }
        Ok((now >= course.deadline).then_some(Stop::Limit(Limit::Wall)))
    }

    fn answer(&self) -> Result<Close, SandboxError> {
        let mut buffer = [0; 1024];
        let Ok(Some((length, files))) = wire::receive(self.socket()?, &mut buffer) else {
            return Ok(Close::Lost);
        };
        match Answer::decode(&buffer[..length]).map_err(failed("reading a slot's answer"))? {
            Answer::Done(facts) => Ok(Close::Facts(facts, files)),
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
        close: Option<(Facts, Kept)>,
        streams: Streams,
        limits: &Limits,
        baseline: Option<&Baseline>,
    ) -> Result<(Finished, bool), SandboxError> {
        let counted = match (&mut self.group, baseline) {
            (Some(group), Some(baseline)) => {
                Some(group.since(baseline).map_err(failed("reading the control group"))?)
            }
            _ => None,
        };
        let out_of_memory = counted.is_some_and(|usage| usage.oom_kills > 0);
        let stopped = course.stopped.map(|(why, _)| why);
        let (ending, wall, own_cpu, facts) = if let &Some((facts, _)) = &close {
            let over = streams.is_over();
            // Where nothing else counts memory, the resident size must do.
            let too_large = counted.is_none() && facts.resident > limits.memory;
            let short = out_of_memory || too_large;
            let ending = decide(&facts, stopped, over, short, limits);
            let wall = Duration::from_nanos(facts.wall);
            (ending, wall, Duration::from_nanos(facts.own_cpu), Some(facts))
        } else {
            // Told to stop, and not back in time: what stopped it is known all the same.
            let ending = match stopped {
                _ if out_of_memory => Ending::Stopped(Limit::Memory),
                Some(Stop::Limit(limit)) => Ending::Stopped(limit),
                Some(Stop::Dismissed) => Ending::Signalled(libc::SIGKILL),
                _ => return Err(SandboxError::Lost),
            };
            (ending, course.began.elapsed(), Duration::ZERO, None)
        };
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
        let kept = close.map_or_else(Vec::new, |(_, kept)| kept);
        Ok((Finished { run, kept, ended }, facts.is_some_and(|facts| !facts.retire)))
    }
}

impl Process {
    /// The pid as this process sees it.
    fn pid(&self) -> io::Result<u32> {
        use std::os::fd::AsRawFd;
        let path = format!("/proc/self/fdinfo/{}", self.0.as_raw_fd());
        let text = std::fs::read_to_string(path)?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pid:"));
        line.and_then(|pid| pid.trim().parse().ok()).ok_or_else(|| io::Error::other("no pid"))
    }
}

impl Course {
    fn new(limits: &Limits, reads_cpu: bool, dismissal: Option<OwnedFd>) -> Self {
        let began = Instant::now();
        let first = limits.kill_cpu() / parallelism(limits);
        Self {
            began,
            deadline: began + limits.wall + HANDOVER,
            reading: reads_cpu.then(|| began + first.max(FINEST)),
            stopped: None,
            dismissal,
            dismissed: false,
        }
    }

    /// How long nothing needs to be looked at.
    fn pause(&self, now: Instant) -> Duration {
        let next = match self.stopped {
            Some((_, until)) => until,
            None => self.reading.map_or(self.deadline, |reading| reading.min(self.deadline)),
        };
        next.saturating_duration_since(now).min(HEARTBEAT)
    }
}

/// How fast CPU time can run against wall time.
fn parallelism(limits: &Limits) -> u32 {
    // Asking costs a dozen system calls.
    static CORES: OnceLock<u32> = OnceLock::new();
    let cores = *CORES.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        u32::try_from(cores).unwrap_or(u32::MAX)
    });
    cores.min(limits.processes).max(1)
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
