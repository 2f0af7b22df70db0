//! A slot's process at work: gives it one run, and watches wall and CPU time and the output until that is
//! over.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::PollFd;
use rustix::pipe::{PipeFlags, pipe_with};

use super::bundle;
use super::conclusion::{Close, conclude};
use super::poll::{source, wait};
use super::process::Process;
use super::progress::{RunProgress, Stop};
use super::session_streams::SessionStreams;
use super::setup::LevelSetup;
use super::standstill::{Standstill, Vigil};
use super::streams::Streams;
use super::usage::{ErrorsSoFar, UsageReader};
use super::witnesses::Witnesses;
use super::{input, kept};
use crate::limits::Limits;
use crate::sandbox::cgroup::Group;
use crate::sandbox::error::{SandboxError, failed};
use crate::sandbox::interrupt::Interrupt;
use crate::sandbox::job::{Finished, Job, Keep, Kept, Limit};
use crate::sandbox::sys;
use crate::sandbox::wire::{self, Answer, Extras, Order, SlotLimits, WORDS_ONLY, nanoseconds};

/// How long a new slot may take to be ready.
pub(super) const BIRTH: Duration = Duration::from_secs(20);

/// How long a slot may take that must clean up on the host before it ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the end of a slot is waited for before others go on without it.
const MOMENT: Duration = Duration::from_millis(20);

/// A live slot process.
#[derive(Debug)]
pub(super) struct Worker {
    /// `None` only while this is dropped.
    socket: Option<OwnedFd>,
    /// The warden. It dies when this is dropped.
    process: Process,
    /// Dropped after the process, so that the control group is empty by then.
    witnesses: Witnesses,
    /// Whether the slot must clean up on the host, after each run and before it ends.
    cleans_up: bool,
    /// The box of a build.
    pub(super) workspace: Option<OwnedFd>,
    /// Whether it has said that it can take a run.
    is_ready: bool,
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
pub(super) struct RunRequest<'a> {
    pub(super) job: &'a Job,
    pub(super) keep: Option<Keep<'a>>,
    pub(super) ground: &'a LevelSetup,
    pub(super) interrupt: &'a Interrupt,
}

/// The ends of the standard streams that a program gets.
struct Ends {
    input: OwnedFd,
    output: OwnedFd,
    errors: OwnedFd,
}

/// What a slot says during a run.
enum SlotMessage {
    /// It is killing the program.
    Stopping,
    /// The program was started late, and has its wall time only after this.
    Early { left: Duration },
    /// The run is over.
    Over(Close),
}

impl Worker {
    /// Takes over a slot that is ready for its first run.
    pub(super) fn new(
        process: Process,
        socket: OwnedFd,
        group: Option<Group>,
        workspace: Option<OwnedFd>,
        cleans_up: bool,
    ) -> Result<Self, SandboxError> {
        let (socket, witnesses) = (Some(socket), Witnesses::of(group));
        let mut worker = Self { socket, process, witnesses, cleans_up, workspace, is_ready: true };
        worker.witnesses.settle(worker.process.pid())?;
        Ok(worker)
    }

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
    pub(super) fn renew(&mut self, ground: &LevelSetup) -> Result<(), SandboxError> {
        self.witnesses.renew(ground.hierarchy.as_ref(), || self.process.pid())
    }

    /// One run, and whether the slot can serve another one.
    pub(super) fn run(
        &mut self,
        errand: &RunRequest<'_>,
        talk: Option<SessionStreams>,
        spare: &mut Vec<u8>,
    ) -> Result<(Finished, bool), SandboxError> {
        let RunRequest { job, interrupt, .. } = *errand;
        let limits = &job.limits;
        let mut extras = extras(errand.keep, talk.as_ref()).map_err(failed("preparing a run"))?;
        let brings = (!job.files.is_empty()).then(|| bundle::pack(&job.files));
        let brings = brings.transpose().map_err(failed("packing files for the box"))?;
        extras.brings = brings.as_ref().map(|_| bundle::room(&job.files));
        let takes = extras.takes.then(bundle::blank).transpose();
        let takes = takes.map_err(failed("packing files of the box"))?;
        let most = limits.files + extras.brings.unwrap_or(0);
        let order = Order::run(slot_limits(limits), extras, &job.argv, &job.environment)
            .map_err(failed("preparing a run"))?;
        // Whoever talks with a program may make it go on, and builds are long.
        let is_alone = talk.is_none() && self.workspace.is_none();
        let (ends, mut streams, dismissal) = self.connect(errand, talk, spare)?;
        self.witnesses.arm(limits)?;
        self.expect_ready()?;
        let mut course = RunProgress::new(limits, self.witnesses.tell_cpu(), dismissal);
        course.vigil = is_alone.then(|| Vigil::new(course.began));
        let mut descriptors = vec![ends.input.as_fd(), ends.output.as_fd(), ends.errors.as_fd()];
        descriptors.extend(self.witnesses.place_of_runs());
        descriptors.extend(brings.iter().chain(&takes).map(AsFd::as_fd));
        if wire::send(self.socket()?, &order, &descriptors).is_err() {
            return Err(SandboxError::Lost);
        }
        drop((ends, brings));
        self.is_ready = !self.cleans_up;
        let close = self.attend(&mut course, &mut streams, limits, interrupt)?;
        if matches!(course.stopped, Some((Stop::Interrupted, _))) {
            return Err(SandboxError::Interrupted);
        }
        let conclusion = conclude(&mut self.witnesses, &course, &close, streams, limits)?;
        let head = errand.keep.map_or(0, |keep| keep.most);
        let kept = match close {
            Close::Facts(facts, files) => kept::read(facts.kept, files, head),
            Close::Late | Close::Lost => Kept::new(),
        };
        let left = takes.map(|files| bundle::unpack(files, most)).transpose();
        let left = left.map_err(failed("reading files of the box"))?.flatten();
        let finished = Finished { run: conclusion.run, kept, left, ended: conclusion.ended };
        Ok((finished, conclusion.is_reusable))
    }

    /// Makes the program's standard streams, and what reads our ends of them; of a talk, whose output
    /// somebody else reads, also what becomes readable when the program is to be stopped.
    fn connect(
        &self,
        errand: &RunRequest<'_>,
        talk: Option<SessionStreams>,
        spare: &mut Vec<u8>,
    ) -> Result<(Ends, Streams, Option<OwnedFd>), SandboxError> {
        let pipe =
            || pipe_with(PipeFlags::CLOEXEC).map_err(|error| failed("making a pipe")(error.into()));
        let (our_errors, errors) = pipe()?;
        let errors_so_far = Arc::default();
        let (input, our_output, output, dismissal) = if let Some(talk) = talk {
            let SessionStreams { input, output, dismissal, meter, processor: _ } = talk;
            let shown = self.meter(Arc::clone(&errors_so_far));
            let _ = meter.set(shown.map_err(failed("reading the CPU time"))?);
            (input, None, output, Some(dismissal))
        } else {
            let (our_output, output) = pipe()?;
            (input::open(&errand.job.input, &errand.ground.opener)?, Some(our_output), output, None)
        };
        let memory = std::mem::take(spare);
        let limit = errand.job.limits.output;
        let streams = Streams::new(our_output, our_errors, limit, memory, errors_so_far)
            .map_err(failed("preparing the output"))?;
        Ok((Ends { input, output, errors }, streams, dismissal))
    }

    /// Shows what the run that is about to begin will use.
    fn meter(&self, errors_so_far: Arc<ErrorsSoFar>) -> io::Result<UsageReader> {
        UsageReader::start(self.witnesses.clock()?, self.process.pid()?, errors_so_far)
    }

    /// Waits until a slot that cleans up on the host has done so.
    fn expect_ready(&mut self) -> Result<(), SandboxError> {
        let deadline = Instant::now() + BIRTH;
        while !self.is_ready {
            let mut sources = [source(self.socket()?.as_fd())];
            wait(&mut sources, deadline.saturating_duration_since(Instant::now()))?;
            if !sources[0].revents().is_empty() {
                let mut buffer = [0; 1024];
                let Ok(Some((length, _))) = wire::receive(self.socket()?, &mut buffer) else {
                    return Err(SandboxError::Lost);
                };
                self.is_ready = matches!(wire::decode(&buffer[..length]), Ok(Answer::Ready));
            } else if Instant::now() >= deadline {
                return Err(SandboxError::Lost);
            }
        }
        Ok(())
    }

    /// Watches a run to its end.
    fn attend(
        &self,
        course: &mut RunProgress,
        streams: &mut Streams,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<Close, SandboxError> {
        loop {
            let now = Instant::now();
            course.wake(now);
            if course.is_over(now) {
                return Ok(if course.obeyed { Close::Late } else { Close::Lost });
            }
            if course.stopped.is_none()
                && let Some(why) = self.reason(course, streams, limits, interrupt)?
            {
                course.stopped_at = self.witnesses.cpu().ok().flatten();
                course.stop(why, now);
                // A program whose slot was held up before it started it is not idle.
                let after = match why {
                    Stop::Limit(Limit::Wall) => nanoseconds(limits.wall),
                    _ => 0,
                };
                if wire::tell(self.socket()?, &Order::Stop { after }, &[]).is_err() {
                    return Ok(Close::Lost);
                }
            }
            let pause = self.witnesses.look(course.pause(now))?;
            let seen = self.wait(course, streams, pause)?;
            if seen.dismissed {
                course.dismissal = None;
                course.dismissed = true;
            }
            // The answer was looked for first: what the streams held when it was there is all.
            if seen.written {
                streams.read().map_err(failed("reading the output"))?;
            }
            if seen.answered {
                match self.answer()? {
                    SlotMessage::Stopping => course.obey(Instant::now()),
                    SlotMessage::Early { left } => course.go_on(left, Instant::now()),
                    SlotMessage::Over(close) => return Ok(close),
                }
            }
        }
    }

    /// Waits until something happens, for so long at most: what did.
    fn wait(
        &self,
        course: &RunProgress,
        streams: &Streams,
        pause: Duration,
    ) -> Result<Seen, SandboxError> {
        let mut sources = Vec::with_capacity(4);
        sources.push(source(self.socket()?.as_fd()));
        streams.sources(&mut sources);
        let outputs = 1..sources.len();
        sources.extend(course.dismissal.as_ref().map(|end| source(end.as_fd())));
        wait(&mut sources, pause)?;
        let seen = |source: &PollFd<'_>| !source.revents().is_empty();
        Ok(Seen {
            answered: seen(&sources[0]),
            written: sources[outputs.clone()].iter().any(seen),
            dismissed: sources[outputs.end..].iter().any(seen),
        })
    }

    /// Why a run must be stopped now, if it must.
    fn reason(
        &self,
        course: &mut RunProgress,
        streams: &Streams,
        limits: &Limits,
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
        if course.wants_look(now) && self.witnesses.have_seen_kills()? {
            return Ok(Some(Stop::Limit(Limit::Memory)));
        }
        if course.wants_reading(now)
            && let Some(used) = self.witnesses.cpu()?
            && course.has_used(used, limits, now)
        {
            return Ok(Some(Stop::Limit(Limit::Cpu)));
        }
        if course.is_stuck(now, || Standstill::of(self.process.pid().ok()?)) {
            return Ok(Some(Stop::Stuck));
        }
        let is_out_of_time = now >= course.deadline && !self.gets_more_time(course, limits, now);
        Ok(is_out_of_time.then_some(Stop::Limit(Limit::Wall)))
    }

    /// The wall limit is reached: moves it where the program lacked a core and not the will. It gets the
    /// time back that it has waited for one; while it waits still, which the kernel does not count
    /// yet, it gets a little more.
    fn gets_more_time(&self, course: &mut RunProgress, limits: &Limits, now: Instant) -> bool {
        let Ok(slot) = self.process.pid() else { return false };
        course.give_back(sys::core_wait(slot), limits, now)
            || sys::is_runnable(slot) && course.extend_a_little(limits, now)
    }

    fn answer(&self) -> Result<SlotMessage, SandboxError> {
        let mut buffer = [0; 1024];
        let Ok(Some((length, files))) = wire::receive(self.socket()?, &mut buffer) else {
            return Ok(SlotMessage::Over(Close::Lost));
        };
        match wire::decode(&buffer[..length]).map_err(failed("reading a slot's answer"))? {
            Answer::Done(facts) => Ok(SlotMessage::Over(Close::Facts(facts, files))),
            Answer::Stopping => Ok(SlotMessage::Stopping),
            Answer::Early { left } => Ok(SlotMessage::Early { left: Duration::from_nanos(left) }),
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

/// What happened while a run was waited for.
struct Seen {
    /// The slot has said something.
    answered: bool,
    /// The program has written something.
    written: bool,
    /// Whoever talks with the program wants no more of it.
    dismissed: bool,
}

fn slot_limits(limits: &Limits) -> SlotLimits {
    SlotLimits {
        kill_cpu: nanoseconds(limits.kill_cpu()),
        memory: limits.memory,
        processes: limits.processes.into(),
        files: limits.files,
    }
}

fn extras(keep: Option<Keep<'_>>, talk: Option<&SessionStreams>) -> io::Result<Extras> {
    let name = |name: &str| CString::new(name).map_err(io::Error::from);
    let mut extras = Extras {
        talks: talk.is_some(),
        processor: talk.and_then(|talk| talk.processor),
        ..Extras::default()
    };
    if let Some(keep) = keep {
        extras.keep = keep.files.iter().map(|file| name(file)).collect::<Result<_, _>>()?;
        extras.folder = keep.folder.map(name).transpose()?;
        extras.takes = keep.all;
    }
    Ok(extras)
}
