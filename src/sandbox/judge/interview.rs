//! One program that is asked question after question, each of which has limits of its own. The
//! caller says where an answer ends.
//!
//! CPU time of a question is all that the program used since it last answered: what it does while
//! nobody asks counts for the next question, and its start for the first one. What it says beyond an
//! answer is the beginning of the next one; standard error counts as it comes. Wall time is given
//! back as for any run: while the judge stood still, while the program waited for a core, and
//! up to eight times the limit where the program did more than wait.

use std::io;
use std::thread::Scope;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::progress::RunProgress;
use super::session::Session;
use super::slot::Slot;
use super::standstill::Vigil;
use super::usage::UsageReader;
use crate::limits::Limits;
use crate::sandbox::error::SandboxError;
use crate::sandbox::interrupt::Interrupt;
use crate::sandbox::job::{Ending, Job, Limit, Run, is_at_work};

/// Bytes read at once.
const PIECE: usize = 64 << 10;
/// How long a program may take to end after it has closed its output: ending closes it, too.
const LAST_STEPS: Duration = Duration::from_millis(100);

/// A program that answers questions. Dropping it stops the program.
#[derive(Debug)]
pub struct Interview<'scope> {
    session: Session<'scope>,
    /// The facts of the whole run, once it is over.
    finished: Option<Run>,
    /// Said, and not yet part of an answer.
    heard: Vec<u8>,
    /// CPU time that earlier questions have paid for.
    paid: Duration,
    /// Bytes of standard error that belong to earlier questions.
    errors_before: u64,
    /// Bytes that had been said when the last question was asked.
    early: usize,
}

/// What came of a question.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The facts since the last answer, with the answer as its output. Of a program that lives on,
    /// the ending is `Exited(0)`, and its memory is not known yet.
    pub run: Run,
    /// Why nothing more is waited for.
    pub heard: Response,
    /// How many bytes of what was said had been said before the program was asked: none of them can
    /// be an answer to what it read.
    pub early: usize,
    /// Whether it was stopped while it read on, having read all that it was asked.
    pub reads_on: bool,
}

/// What ends a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Response {
    /// The answer.
    Answer,
    /// The program's end, or a limit that stopped it.
    End,
    /// The end of its output, though it ran on until it was stopped for that: the ending of its run
    /// is [`Ending::Exited`] with 0.
    Closed,
}

/// A question under way.
struct Question<'a> {
    unsaid: &'a [u8],
    limits: &'a Limits,
    course: RunProgress,
    /// Time that it had waited for a core before.
    core_wait: Duration,
    /// Whether it read from its input when it was last looked at.
    reads_on: bool,
}

fn failed(step: &str) -> impl FnOnce(io::Error) -> SandboxError {
    let step = step.to_owned();
    |source| SandboxError::Failed { step, source }
}

impl<'scope> Interview<'scope> {
    /// Starts the program, on a thread of its own. Its input is what it will be asked; its limits
    /// are those of the whole run.
    ///
    /// # Errors
    /// When pipes or threads cannot be had; what fails later is told by the first question.
    pub fn begin(
        scope: &'scope Scope<'scope, '_>,
        slot: &'scope mut Slot,
        job: &'scope Job,
        interrupt: &'scope Interrupt,
    ) -> Result<Self, SandboxError> {
        let session = Session::start(scope, slot, job, None, None, interrupt)?;
        Ok(Self {
            session,
            finished: None,
            heard: Vec::new(),
            paid: Duration::ZERO,
            errors_before: 0,
            early: 0,
        })
    }

    /// Asks, and waits for the answer, or until the program has ended or a limit stops it.
    /// `length` tells how many bytes of what was said are an answer, once one is there.
    ///
    /// # Errors
    /// As [`Slot::run`].
    pub fn ask(
        &mut self,
        question: &[u8],
        length: impl Fn(&[u8]) -> Option<usize>,
        limits: &Limits,
    ) -> Result<Reply, SandboxError> {
        let began = Instant::now();
        let core_wait = self.core_wait();
        let mut course = RunProgress::new(limits, true, None);
        course.vigil = Some(Vigil::new(began));
        let mut question =
            Question { unsaid: question, limits, course, core_wait, reads_on: false };
        let mut space = vec![0; PIECE];
        self.listen(&mut space)?;
        self.early = self.heard.len();
        loop {
            self.say(&mut question)?;
            if let Some(length) = length(&self.heard).filter(|_| question.unsaid.is_empty()) {
                if self.errors() > limits.output {
                    return self.give_up(Some(Ending::Stopped(Limit::Output)), began);
                }
                let rest = self.heard.split_off(length);
                let said = std::mem::replace(&mut self.heard, rest);
                return self.reply(Response::Answer, Ending::Exited(0), said, began);
            }
            if self.finished.is_some() {
                return self.give_up(None, began);
            }
            if let Some(limit) = self.broken(&mut question)? {
                return self.give_up(Some(Ending::Stopped(limit)), began);
            }
            if self.is_stuck(&mut question) {
                let reply = self.give_up(Some(Ending::Stuck), began)?;
                return Ok(Reply { reads_on: question.reads_on, ..reply });
            }
            self.wait(&mut question)?;
            // The end is looked for first: what was said before it is then all there is.
            let over = self.session.is_over();
            while self.listen(&mut space)? > 0 && over {}
            let mute = self.session.output().is_none() && length(&self.heard).is_none();
            if over {
                self.finish()?;
            } else if mute && !self.ends_by(Instant::now() + LAST_STEPS) {
                return self.hear_no_more(began);
            }
        }
    }

    /// Nothing more will be asked of any of them: lets the programs end by themselves, all at once
    /// and for as long in all, then stops them. What they do meanwhile is nobody's concern.
    pub fn close_all(interviews: impl IntoIterator<Item = Self>, patience: Duration) {
        let mut interviews: Vec<Self> = interviews.into_iter().collect();
        for interview in &mut interviews {
            interview.session.close_input();
        }
        let until = Instant::now() + patience;
        for interview in &interviews {
            interview.ends_by(until);
        }
    }

    /// Waits for the program's end until then: whether it has come.
    fn ends_by(&self, until: Instant) -> bool {
        while !self.session.is_over() && Instant::now() < until {
            let over = PollFd::from_borrowed_fd(self.session.over(), PollFlags::IN);
            let pause = until.saturating_duration_since(Instant::now());
            let _ = poll(&mut [over], Some(&timespec(pause)));
        }
        self.session.is_over()
    }

    /// Writes what fits of the question. A program that reads no more may answer all the same.
    fn say(&mut self, question: &mut Question<'_>) -> Result<(), SandboxError> {
        if !question.unsaid.is_empty() {
            let written =
                self.session.write(question.unsaid).map_err(failed("asking a program"))?;
            question.unsaid = &question.unsaid[written.unwrap_or(question.unsaid.len())..];
        }
        Ok(())
    }

    /// Reads a piece of what was said: how many bytes.
    fn listen(&mut self, space: &mut [u8]) -> Result<usize, SandboxError> {
        let length = self.session.read(space).map_err(failed("reading an answer"))?.unwrap_or(0);
        self.heard.extend_from_slice(&space[..length]);
        Ok(length)
    }

    /// Waits until there is something to read, room to write, an end, or a limit to be looked at.
    fn wait(&self, question: &mut Question<'_>) -> Result<(), SandboxError> {
        let mut sources = vec![PollFd::from_borrowed_fd(self.session.over(), PollFlags::IN)];
        let output = self.session.output();
        sources.extend(output.map(|output| PollFd::from_borrowed_fd(output, PollFlags::IN)));
        if !question.unsaid.is_empty() {
            let input = self.session.input();
            sources.extend(input.map(|input| PollFd::from_borrowed_fd(input, PollFlags::OUT)));
        }
        let pause = question.course.pause(Instant::now());
        match poll(&mut sources, Some(&timespec(pause))) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(failed("waiting for an answer")(error.into())),
        }
    }

    /// Which limit the program has broken since it was asked, if any.
    fn broken(&mut self, question: &mut Question<'_>) -> Result<Option<Limit>, SandboxError> {
        let limits = question.limits;
        let now = Instant::now();
        question.course.wake(now);
        if self.errors().max(self.heard.len() as u64) > limits.output {
            return Ok(Some(Limit::Output));
        }
        if question.course.wants_reading(now) {
            let used = self.used()?;
            if question.course.has_used(used, limits, now) {
                return Ok(Some(Limit::Cpu));
            }
        }
        if now < question.course.deadline || self.finished.is_some() {
            return Ok(None);
        }
        let core_wait = if is_at_work(self.used()?, limits.wall) {
            limits.longest_wall()
        } else {
            self.core_wait().saturating_sub(question.core_wait)
        };
        Ok((!question.course.give_back(core_wait, limits, now)).then_some(Limit::Wall))
    }

    /// Whether the program has read all that it was asked, and waits for more.
    fn is_stuck(&self, question: &mut Question<'_>) -> bool {
        let is_asked = question.unsaid.is_empty();
        let Question { course, reads_on, .. } = question;
        course.is_stuck(Instant::now(), || {
            let stands = self.session.meter()?.standstill()?;
            *reads_on = stands.reads_input;
            (is_asked && self.session.is_quiet()).then_some(stands)
        })
    }

    fn core_wait(&self) -> Duration {
        self.session.meter().map_or(Duration::ZERO, UsageReader::core_wait)
    }

    /// Bytes of standard error since the last answer.
    fn errors(&self) -> u64 {
        let all = self.session.meter().map_or(0, UsageReader::errors);
        all.saturating_sub(self.errors_before)
    }

    /// CPU time since the last answer.
    fn used(&mut self) -> Result<Duration, SandboxError> {
        if self.finished.is_none() {
            match self.session.meter().map_or(Ok(Duration::ZERO), UsageReader::cpu) {
                Ok(all) => return Ok(all.saturating_sub(self.paid)),
                // The slot went with the run, or cannot be trusted: its end tells which. A program
                // that only our stop ended did nothing wrong.
                Err(error) => {
                    self.finish()?;
                    let ending = self.finished.as_ref().map(|run| run.ending);
                    if ending == Some(Ending::Signalled(libc::SIGKILL)) {
                        return Err(failed("reading the CPU time")(error));
                    }
                }
            }
        }
        let all = self.finished.as_ref().map_or(Duration::ZERO, |run| run.cpu);
        Ok(all.saturating_sub(self.paid))
    }

    /// Stops the program if it has not ended, and takes the facts of its run.
    fn finish(&mut self) -> Result<(), SandboxError> {
        if self.finished.is_none() {
            self.session.dismiss();
            self.finished = Some(self.session.end()?.run);
        }
        Ok(())
    }

    /// There is no answer, because the program was stopped so or because it has ended.
    fn give_up(&mut self, stopped: Option<Ending>, began: Instant) -> Result<Reply, SandboxError> {
        self.finish()?;
        let said = std::mem::take(&mut self.heard);
        let own = self.finished.as_ref().map(|run| run.ending);
        let ending = match (stopped, own) {
            // Lack of memory makes programs end in any way.
            (_, Some(ending @ Ending::Stopped(Limit::Memory))) => ending,
            (Some(stopped), _) => stopped,
            (None, own) => own.unwrap_or(Ending::Exited(0)),
        };
        self.reply(Response::End, ending, said, began)
    }

    /// The program has closed its output, and nothing that it does can become an answer.
    fn hear_no_more(&mut self, began: Instant) -> Result<Reply, SandboxError> {
        self.finish()?;
        match self.finished.as_ref().map(|run| run.ending) {
            // By us.
            Some(Ending::Signalled(libc::SIGKILL)) => {
                let said = std::mem::take(&mut self.heard);
                self.reply(Response::Closed, Ending::Exited(0), said, began)
            }
            _ => self.give_up(None, began),
        }
    }

    fn reply(
        &mut self,
        heard: Response,
        ending: Ending,
        said: Vec<u8>,
        began: Instant,
    ) -> Result<Reply, SandboxError> {
        let cpu = self.used()?;
        self.paid += cpu;
        let errors = match self.session.meter() {
            Some(meter) => meter.errors_after(self.errors_before),
            None => Vec::new(),
        };
        self.errors_before += self.errors();
        let whole = self.finished.as_ref().filter(|_| heard != Response::Answer);
        let run = Run {
            ending,
            cpu,
            wall: began.elapsed(),
            memory: whole.map_or(0, |run| run.memory),
            output_bytes: said.len() as u64,
            output: said,
            errors,
            refused_processes: whole.map_or(0, |run| run.refused_processes),
            missing: None,
        };
        let early = self.early.min(run.output.len());
        Ok(Reply { run, heard, early, reads_on: false })
    }
}

fn timespec(pause: Duration) -> Timespec {
    Timespec::try_from(pause).unwrap_or_default()
}
