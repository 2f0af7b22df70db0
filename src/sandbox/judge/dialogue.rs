//! Two programs that talk with each other, a submission and an interactor, each in its own slot.
//! All that they say passes through here: so it is taken down with its time, neither side is killed
//! by writing to one that has ended, and it is known who waited for whom.
//!
//! The end of one side's output is passed on when that side has ended, so that what the other side does
//! about it comes after that end, and the order of the two ends means something. Of an interactor
//! that merely closed its output it is passed on as soon as it is plain that it lives on; of a
//! submission later, or where [`DialogueRules`] say so not before its end.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::one_processor::OneProcessor;
use super::session::Session;
use super::slot::Slot;
use super::standstill::{Standstill, Vigil};
use super::transcript::{Speaker, Transcript};
use crate::sandbox::error::SandboxError;
use crate::sandbox::interrupt::Interrupt;
use crate::sandbox::job::{Ending, Finished, Job, Keep, Limit};

/// How long the end of an output, of submission and interactor, is held back for the end of its
/// program: long enough for a busy machine to tell of it. Only programs that close their output and
/// live on pay for it, as interactors do whose whole input is given before an answer is read.
const GRACE: [Duration; 2] = [Duration::from_secs(1), Duration::from_millis(100)];
/// How long an interactor may go on after a submission that a limit stopped: what becomes of that one is
/// settled, and the interactor may have a megabyte of its words still to read.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// Bytes on their way that one side may leave unread before the other one has to wait.
const ROOM: usize = 1 << 20;
/// Bytes passed on at once.
const PIECE: usize = 64 << 10;

/// One side of a dialogue.
#[derive(Debug)]
pub struct Side<'a> {
    /// Where it runs.
    pub slot: &'a mut Slot,
    /// What runs; its input does not count.
    pub job: &'a Job,
    /// What it leaves behind.
    pub keep: Option<Keep<'a>>,
}

/// How a dialogue goes.
pub struct DialogueRules<'a> {
    /// Whether an interactor that has ended so has settled what becomes of the submission.
    pub settles: &'a dyn Fn(&Finished) -> bool,
    /// Whether the interactor is told of a submission's closed output before the submission's end.
    pub tells_early: bool,
}

/// A dialogue that is over.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// The submission's run. One that the interactor's end settled may end by our `SIGKILL`.
    pub submission: Finished,
    /// The interactor's run.
    pub interactor: Finished,
    /// What they said.
    pub transcript: Transcript,
    /// Bytes for the submission that it had not read when it ended.
    pub unread_by_submission: u64,
    /// Bytes for the interactor that it had not read when the submission ended.
    pub unread_by_interactor: u64,
    /// When each last wrote before the submission ended.
    pub last_wrote: LastWrote,
    /// Whether the submission read all that the interactor wrote, also after the submission's end.
    pub was_heard_out: bool,
    /// Whether the interactor was stopped, as a limit had stopped the submission before.
    pub was_dismissed: bool,
}

/// When each side of a dialogue last wrote, after its start; `None` where it never did.
#[derive(Debug, Clone, Copy, Default)]
pub struct LastWrote {
    /// The submission.
    pub submission: Option<Duration>,
    /// The interactor.
    pub interactor: Option<Duration>,
}

/// Lets both sides talk until both have ended. As soon as the interactor has ended so that all is
/// settled, the submission is stopped.
///
/// # Errors
/// As [`Slot::run`], of either side.
pub fn converse(
    submission: Side<'_>,
    interactor: Side<'_>,
    manners: &DialogueRules<'_>,
    interrupt: &Interrupt,
) -> Result<Exchange, SandboxError> {
    let limits = [submission.job.limits.output, interactor.job.limits.output];
    let processor = OneProcessor::take();
    let number = processor.as_ref().map(OneProcessor::number);
    thread::scope(|scope| {
        let start = |side| {
            let Side { slot, job, keep } = side;
            Session::start(scope, slot, job, keep, number, interrupt)
        };
        let parties = [Party::new(start(submission)?), Party::new(start(interactor)?)];
        let _confined = processor.as_ref().and_then(OneProcessor::confine);
        let began = Instant::now();
        let relay = Relay {
            began,
            parties,
            limits,
            transcript: Transcript::default(),
            unread: [0, 0],
            last_wrote: LastWrote::default(),
            unheard: [0, 0],
            patience: [manners.tells_early.then_some(GRACE[0]), Some(GRACE[1])],
            last_words: None,
            was_dismissed: false,
            vigil: Some(Vigil::new(began)),
            are_stuck: false,
        };
        relay.run(manners.settles)
    })
}

/// One side, and what it has said that the other one has not got yet.
struct Party<'scope> {
    session: Session<'scope>,
    finished: Option<Finished>,
    /// Said, and not yet handed over.
    pending: Vec<u8>,
    /// Bytes said in all.
    said: u64,
    /// When the end of its output was read.
    silent: Option<Instant>,
    flooded: bool,
}

impl<'scope> Party<'scope> {
    fn new(session: Session<'scope>) -> Self {
        let pending = Vec::new();
        Self { session, finished: None, pending, said: 0, silent: None, flooded: false }
    }
}

/// What a wait has told of.
#[derive(Debug, Clone, Copy, Default)]
struct News {
    /// Which side's output has something to read, or its end.
    has_spoken: [bool; 2],
    /// Whether one of them has ended.
    is_over: bool,
}

struct Relay<'scope> {
    began: Instant,
    /// Submission, interactor.
    parties: [Party<'scope>; 2],
    limits: [u64; 2],
    transcript: Transcript,
    unread: [u64; 2],
    last_wrote: LastWrote,
    /// Bytes for each that did not reach it, or were not read by its end, as far as that is known.
    unheard: [u64; 2],
    /// How long the end of each one's output is held back at the most.
    patience: [Option<Duration>; 2],
    /// When the interactor is stopped, once a limit has stopped the submission.
    last_words: Option<Instant>,
    was_dismissed: bool,
    /// Looks whether each waits for the other, as long as both run.
    vigil: Option<Vigil<[Standstill; 2]>>,
    /// Whether each did, so that the submission was stopped.
    are_stuck: bool,
}

const SUBMISSION: usize = 0;
const INTERACTOR: usize = 1;
const SPEAKERS: [Speaker; 2] = [Speaker::Submission, Speaker::Interactor];

impl Relay<'_> {
    fn run(mut self, settles: &dyn Fn(&Finished) -> bool) -> Result<Exchange, SandboxError> {
        let failed = |step: &str| {
            let step = step.to_owned();
            |source| SandboxError::Failed { step, source }
        };
        let mut space = vec![0; PIECE];
        loop {
            let news = self.wait().map_err(failed("waiting for a dialogue"))?;
            for who in [SUBMISSION, INTERACTOR] {
                // Whatever was said before an end is heard before that end.
                if news.has_spoken[who] || news.is_over {
                    self.listen(who, &mut space).map_err(failed("reading a dialogue"))?;
                }
            }
            if news.is_over {
                for who in [SUBMISSION, INTERACTOR] {
                    self.look_for_end(who, settles)?;
                }
            }
            self.dismiss_interactor();
            self.look_for_deadlock();
            for who in [SUBMISSION, INTERACTOR] {
                self.pass_on(who).map_err(failed("passing on a dialogue"))?;
            }
            if let [Party { finished: Some(_), .. }, Party { finished: Some(_), .. }] = self.parties
            {
                // What the last one said last.
                for who in [SUBMISSION, INTERACTOR] {
                    self.listen(who, &mut space).map_err(failed("reading a dialogue"))?;
                }
                return self.conclude();
            }
        }
    }

    /// Waits until there is something to read, to write, or an end. A message between two programs
    /// that talk in turn costs one such wait, one read and one write.
    fn wait(&self) -> io::Result<News> {
        let mut sources = Vec::with_capacity(6);
        // Where the ends and the outputs stand among them.
        let (mut ends, mut outputs) = ([None; 2], [None; 2]);
        let look = self.vigil.as_ref().map(Vigil::next);
        let mut until = self.last_words.filter(|_| !self.was_dismissed).or(look);
        for who in [SUBMISSION, INTERACTOR] {
            let (party, other) = (&self.parties[who], &self.parties[1 - who]);
            if party.finished.is_none() {
                ends[who] = Some(sources.len());
                sources.push(PollFd::from_borrowed_fd(party.session.over(), PollFlags::IN));
            }
            if let Some(output) = party.session.output().filter(|_| party.pending.len() < ROOM) {
                outputs[who] = Some(sources.len());
                sources.push(PollFd::from_borrowed_fd(output, PollFlags::IN));
            }
            if let Some(input) = other.session.input() {
                if !party.pending.is_empty() {
                    sources.push(PollFd::from_borrowed_fd(input, PollFlags::OUT));
                } else if let Some(end) = self.end_of_patience(who) {
                    until = Some(until.map_or(end, |other: Instant| other.min(end)));
                }
            }
        }
        let pause = until.map(|until| until.saturating_duration_since(Instant::now()));
        let pause = pause.map(|pause| Timespec::try_from(pause).unwrap_or_default());
        match poll(&mut sources, pause.as_ref()) {
            // An interrupted wait says nothing of its sources.
            Err(rustix::io::Errno::INTR) => return Ok(News::default()),
            result => result?,
        };
        let is_ready =
            |place: Option<usize>| place.is_some_and(|place| !sources[place].revents().is_empty());
        Ok(News { has_spoken: outputs.map(is_ready), is_over: ends.into_iter().any(is_ready) })
    }

    /// When the end of one side's output, if it has been read, is to be passed on.
    fn end_of_patience(&self, who: usize) -> Option<Instant> {
        let party = &self.parties[who];
        let silent = party.silent?;
        if party.finished.is_some() { Some(silent) } else { Some(silent + self.patience[who]?) }
    }

    /// Reads what one side has said.
    fn listen(&mut self, who: usize, space: &mut [u8]) -> io::Result<()> {
        let heard = self.parties[1 - who].session.input().is_some();
        // What an interactor says when the submission is over is nobody's flood.
        let counts = who == SUBMISSION || self.parties[SUBMISSION].finished.is_none();
        let party = &mut self.parties[who];
        while party.session.output().is_some() && party.pending.len() < ROOM {
            let Some(length) = party.session.read(space)? else {
                party.silent = Some(Instant::now());
                break;
            };
            if length == 0 {
                break;
            }
            let is_all = length < space.len();
            self.transcript.add(self.began.elapsed(), SPEAKERS[who], &space[..length]);
            party.said += if counts { length as u64 } else { 0 };
            if party.said > self.limits[who] {
                party.flooded = true;
                party.session.dismiss();
            } else if heard {
                party.pending.extend_from_slice(&space[..length]);
            } else {
                self.unheard[1 - who] += length as u64;
            }
            if is_all {
                break;
            }
        }
        Ok(())
    }

    /// Hands over what one side has said, and its end.
    fn pass_on(&mut self, who: usize) -> io::Result<()> {
        let is_over = self.end_of_patience(who).is_some_and(|end| end <= Instant::now());
        let [submission, interactor] = &mut self.parties;
        let (from, to) =
            if who == SUBMISSION { (submission, interactor) } else { (interactor, submission) };
        if !from.pending.is_empty() {
            if let Some(length) = to.session.write(&from.pending)? {
                drop(from.pending.drain(..length));
            } else {
                // Nobody listens any more.
                self.unheard[1 - who] += from.pending.len() as u64;
                from.pending.clear();
            }
        }
        if is_over && from.pending.is_empty() {
            to.session.close_input();
        }
        Ok(())
    }

    /// Takes note of one side's end.
    fn look_for_end(
        &mut self,
        who: usize,
        settles: &dyn Fn(&Finished) -> bool,
    ) -> Result<(), SandboxError> {
        if self.parties[who].finished.is_some() || !self.parties[who].session.is_over() {
            return Ok(());
        }
        if who == SUBMISSION {
            let unread = |to: usize| {
                let waiting = self.parties[1 - to].pending.len() as u64;
                waiting + self.parties[to].session.unread()
            };
            self.unread = [unread(SUBMISSION), unread(INTERACTOR)];
            self.last_wrote = LastWrote {
                submission: self.transcript.last(Speaker::Submission),
                interactor: self.transcript.last(Speaker::Interactor),
            };
            self.unheard[SUBMISSION] += self.parties[SUBMISSION].session.unread();
        }
        let finished = self.parties[who].session.end()?;
        if who == INTERACTOR && settles(&finished) {
            self.parties[SUBMISSION].session.dismiss();
        }
        self.vigil = None;
        if who == SUBMISSION
            && (self.are_stuck || matches!(finished.run.ending, Ending::Stopped(_)))
        {
            self.last_words = Some(Instant::now() + LAST_WORDS);
        }
        self.parties[who].finished = Some(finished);
        Ok(())
    }

    /// Stops an interactor whose submission was stopped by a limit a while ago.
    fn dismiss_interactor(&mut self) {
        let interactor = &mut self.parties[INTERACTOR];
        let is_due = self.last_words.is_some_and(|until| until <= Instant::now());
        if is_due && !self.was_dismissed && interactor.finished.is_none() {
            interactor.session.dismiss();
            self.was_dismissed = true;
        }
    }

    /// Stops the submission when each side waits for the other.
    fn look_for_deadlock(&mut self) {
        let Some(mut vigil) = self.vigil.take() else { return };
        self.are_stuck = vigil.look(Instant::now(), || self.standstill());
        if self.are_stuck {
            self.parties[SUBMISSION].session.dismiss();
        } else {
            self.vigil = Some(vigil);
        }
    }

    /// How both stand, where neither can go on unless the other does, and nothing is on its way. That
    /// is looked for last: who has just spoken waits already.
    fn standstill(&self) -> Option<[Standstill; 2]> {
        let [submission, interactor] = &self.parties;
        let stand = |party: &Party<'_>| party.session.meter()?.standstill();
        let stands = [stand(submission)?, stand(interactor)?];
        let is_quiet = |who: usize| {
            let (party, other) = (&self.parties[who], &self.parties[1 - who]);
            let end_is_due = other.session.input().is_some() && self.end_of_patience(who).is_some();
            party.pending.is_empty() && !end_is_due && party.session.is_quiet()
        };
        (is_quiet(SUBMISSION) && is_quiet(INTERACTOR)).then_some(stands)
    }

    fn conclude(self) -> Result<Exchange, SandboxError> {
        let [submission, interactor] = self.parties.map(|party| {
            let mut finished = party.finished.ok_or(SandboxError::Lost)?;
            finished.run.output_bytes = party.said;
            // Lack of memory decides before all else.
            if party.flooded && finished.run.ending != Ending::Stopped(Limit::Memory) {
                finished.run.ending = Ending::Stopped(Limit::Output);
            }
            Ok(finished)
        });
        let mut submission = submission?;
        if self.are_stuck && submission.run.ending == Ending::Signalled(libc::SIGKILL) {
            submission.run.ending = Ending::Stuck;
        }
        Ok(Exchange {
            submission,
            interactor: interactor?,
            transcript: self.transcript,
            unread_by_submission: self.unread[SUBMISSION],
            unread_by_interactor: self.unread[INTERACTOR],
            last_wrote: self.last_wrote,
            was_heard_out: self.unheard[SUBMISSION] == 0,
            was_dismissed: self.was_dismissed,
        })
    }
}
