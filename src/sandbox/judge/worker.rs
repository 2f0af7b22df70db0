//! A slot's process at work: gives it one run, and watches wall and CPU time and the output until
//! that is over. Knows neither how the process came about nor what the run came to.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::pipe::{PipeFlags, pipe_with};

use super::allowance::WORDS_ONLY;
use super::cgroup::{Baseline, Group};
use super::course::{Course, Stop};
use super::doubt::{Membership, OutOfMemory};
use super::ground::Ground;
use super::meter::Meter;
use super::process::Process;
use super::session::Talk;
use super::slot::{BIRTH, failed, wait};
use super::streams::Streams;
use super::wire::{self, Answer, Extras, Facts, Order, SlotLimits};
use super::{Finished, Interrupt, Job, Keep, Kept, Limit, SandboxError, input, kept, sample};
use crate::limits::Limits;

/// How long a slot may take that must clean up on the host before it ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the end of a slot is waited for before others go on without it.
const MOMENT: Duration = Duration::from_millis(20);

/// A live slot process.
#[derive(Debug)]
pub(super) struct Worker {
    /// `None` only while this is dropped.
    pub(super) socket: Option<OwnedFd>,
    /// The warden. It dies when this is dropped.
    pub(super) process: Process,
    /// Dropped after the process, so that the directory is empty by then.
    pub(super) group: Option<Group>,
    /// Where the slot must be for its group's readings to mean anything, where that matters.
    pub(super) membership: Option<Membership>,
    /// Kills for lack of memory on the whole machine, where no group tells those of a run.
    pub(super) kills: OutOfMemory,
    /// Whether the slot must clean up on the host, after each run and before it ends.
    pub(super) cleans_up: bool,
    /// The box of a build.
    pub(super) workspace: Option<OwnedFd>,
    /// Whether it has said that it can take a run.
    pub(super) is_ready: bool,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.socket = None;
        if self.cleans_up {
            self.process.has_ended(PATIENCE);
        }
    }
}

/// All that one run is asked for.
pub(super) struct Errand<'a> {
    pub(super) job: &'a Job,
    pub(super) keep: Option<Keep<'a>>,
    pub(super) ground: &'a Ground,
    pub(super) interrupt: &'a Interrupt,
}

/// How the slot's part of a run came to its end.
pub(super) enum Close {
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

impl Worker {
    /// Tells it to end, and says whether it has within a moment.
    pub(super) fn ends_at_once(&mut self) -> bool {
        self.socket = None;
        if !self.cleans_up {
            self.process.kill();
        }
        self.process.has_ended(MOMENT)
    }

    fn socket(&self) -> Result<&OwnedFd, SandboxError> {
        self.socket.as_ref().ok_or(SandboxError::Lost)
    }

    /// Where a group cannot count one more run, this run gets a new group.
    pub(super) fn renew(&mut self, ground: &Ground) -> Result<(), SandboxError> {
        let Some(hierarchy) = &ground.hierarchy else { return Ok(()) };
        let Some(group) = &mut self.group else { return Ok(()) };
        if group.renew().map_err(|source| group_failed(group, source))? {
            return Ok(());
        }
        let fresh = hierarchy.create().map_err(failed("making a control group"))?;
        let pid = self.process.pid().map_err(failed("finding the slot's process"))?;
        fresh.admit(pid).map_err(failed("moving a slot to a new control group"))?;
        self.group = Some(fresh);
        self.settle()
    }

    /// The slot is in its group: makes that ready for runs, and notes where the slot must stay.
    pub(super) fn settle(&mut self) -> Result<(), SandboxError> {
        let Some(group) = &mut self.group else { return Ok(()) };
        let pid = self.process.pid().map_err(failed("finding the slot's process"))?;
        group.settle(pid).map_err(|source| group_failed(group, source))?;
        // Where runs have a group of their own, it does not matter where the slot is.
        if group.run().is_none() {
            let membership = Membership::of(pid);
            self.membership = Some(membership.map_err(failed("finding the slot's groups"))?);
        }
        Ok(())
    }

    /// One run, and whether the slot can serve another one.
    pub(super) fn run(
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
        let errors_so_far = Arc::default();
        let (input, output, output_end, dismissal) = if let Some(talk) = talk {
            let Talk { input, output, dismissal, meter } = talk;
            let shown = self.meter(Arc::clone(&errors_so_far));
            let _ = meter.set(shown.map_err(failed("reading the CPU time"))?);
            (input, None, output, Some(dismissal))
        } else {
            let (output, output_end) = pipe()?;
            (input::open(&job.input, &errand.ground.opener)?, Some(output), output_end, None)
        };
        let memory = std::mem::take(spare);
        let mut streams = Streams::new(output, errors, limits.output, memory, errors_so_far)
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
        let mut descriptors = vec![input.as_fd(), output_end.as_fd(), errors_end.as_fd()];
        descriptors.extend(self.group.as_ref().and_then(Group::run));
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
    fn meter(&self, errors_so_far: Arc<AtomicU64>) -> io::Result<Meter> {
        let clock = self.group.as_ref().map(|group| group.cpu().map(Arc::clone)).transpose()?;
        Meter::start(clock, self.process.pid()?, errors_so_far)
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
                let used = self.group.as_ref().zip(baseline);
                course.stopped_at = used.and_then(|(group, since)| group.cpu_since(since).ok());
                course.stop(why, now);
                if wire::send(self.socket()?, &Order::stop(), &[]).is_err() {
                    return Ok(Close::Lost);
                }
            }
            let mut pause = course.pause(now);
            if let Some(group) = &self.group {
                pause = group.look(pause).map_err(|source| group_failed(group, source))?;
            }
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
        if let (Some(group), Some(baseline)) = (&self.group, baseline) {
            let failed = |source| group_failed(group, source);
            if course.wants_look(now) && group.has_killed(baseline).map_err(failed)? {
                return Ok(Some(Stop::Limit(Limit::Memory)));
            }
            if course.wants_reading(now) {
                let used = group.cpu_since(baseline).map_err(failed)?;
                if course.has_used(used, limits, now) {
                    return Ok(Some(Stop::Limit(Limit::Cpu)));
                }
            }
        }
        if now < course.deadline {
            return Ok(None);
        }
        let slot = self.process.pid();
        let in_line = slot.as_ref().map_or(Duration::ZERO, |slot| sample::in_line(*slot));
        let goes_on = course.put_off(in_line, limits, now)
            || slot.is_ok_and(sample::is_runnable) && course.bear_with(limits, now);
        Ok((!goes_on).then_some(Stop::Limit(Limit::Wall)))
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

pub(super) fn group_failed(group: &Group, source: io::Error) -> SandboxError {
    failed(format!("the control group {} cannot be relied on", group.place().display()))(source)
}

/// Borrowed ends for the poll set.
pub(super) type Sources<'a> = Vec<PollFd<'a>>;

/// A descriptor as a source of something to read.
pub(super) fn source(descriptor: BorrowedFd<'_>) -> PollFd<'_> {
    PollFd::from_borrowed_fd(descriptor, PollFlags::IN)
}
