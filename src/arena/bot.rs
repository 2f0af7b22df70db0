//! One bot at one turn: a new process for it, or a question to the process that plays the whole
//! game; and what of it is the bot's failure. Knows no rules of games and nothing of other bots.
//!
//! | protocol | the bot reads | it may think while the other one does |
//! |---|---|---|
//! | fresh | the state, once | no: there is no process of it |
//! | session | the state before each of its moves, at last the end of its input | yes, and that CPU time counts for its next move |
//!
//! Either way its environment tells it in `JURY_MOVE_SECONDS` how much CPU time a move may take. The
//! order of decision is the judge's: a broken limit, a signal, an exit code, then the answer.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::Scope;
use std::time::Duration;

use crate::limits::Limits;
use crate::machine_lock::MachineLock;
use crate::ruling::{Ruling, classify};
use crate::sandbox::{Ending, Input, Interrupt, Interview, Job, Reply, Response, Run, Slot};
use crate::submission::Program;
use crate::verdict::Verdict;
use crate::visible::last_line;

use super::ArenaFailure;
use super::game::Reason;
use signal_hook::consts::SIGKILL;

/// The variable that tells a bot how many seconds of CPU time a move may take.
const MOVE_SECONDS: &str = "JURY_MOVE_SECONDS";
/// Characters of a crashed bot's last words that are shown.
const LAST_WORDS: usize = 120;
/// How long the sessions of a game may go on after it, to end by themselves.
const FAREWELL: Duration = Duration::from_millis(500);
/// Moves of a whole game that a session's own limits leave room for.
const MOVES: u32 = 10_000;

/// Tells how many bytes of what was said are a whole answer, once one is there.
pub type AnswerLength = fn(&[u8]) -> Option<usize>;

/// Somebody who moves when it is asked.
pub trait Bot {
    /// Asks for a move in this state.
    ///
    /// # Errors
    /// What is no fault of the bot's.
    fn turn(&mut self, state: &str, length: AnswerLength) -> Result<Turn, ArenaFailure>;
}

/// What came of a bot's turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// What it said.
    pub said: Vec<u8>,
    /// Whether it began to say this before it was asked: then that answers nothing.
    pub is_early: bool,
    /// CPU time that it took.
    pub cpu: Duration,
    /// Wall time that it took.
    pub wall: Duration,
    /// The peak of its memory in bytes; not known of a process that lives on, nor of one that needs
    /// less than the kernel counts by (up to 256 KiB in a control group).
    pub memory: Option<u64>,
    /// Why it loses without a look at its answer, and the words for it.
    pub failure: Option<(Reason, String)>,
}

/// A bot that is a new process at each turn.
#[derive(Debug)]
pub struct FreshBot<'a> {
    slot: &'a mut Slot,
    job: &'a Job,
    state: PathBuf,
    interrupt: &'a Interrupt,
    /// Ordinary turns share it; one that must be alone has it alone.
    machine: &'a MachineLock,
}

/// A bot that is one process for the whole game.
#[derive(Debug)]
pub struct SessionBot<'scope> {
    interview: Interview<'scope>,
    limits: Limits,
    attempt: Attempt,
}

/// Which attempt at a game it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// What the machine may have spoilt is played again.
    First,
    /// Who is killed again has done it himself.
    Last,
}

/// What a fresh process of this program is to do, within these limits before its language's factor.
pub fn fresh_job(program: &Program, limits: &Limits) -> Job {
    let limits = limits.scaled(program.time_factor);
    let (argv, mut environment) = (program.command(&limits), program.environment.clone());
    environment.push((MOVE_SECONDS.into(), limits.cpu.as_secs_f64().to_string().into()));
    Job { argv, environment, input: Input::Empty, files: Arc::default(), limits }
}

/// What the process of a session is to do: each move has the limits of a fresh process, and the
/// whole game only those that hold at any time.
pub fn session_job(program: &Program, limits: &Limits) -> Job {
    let job = fresh_job(program, limits);
    let limits = Limits {
        cpu: job.limits.cpu * MOVES,
        wall: job.limits.wall * MOVES,
        output: job.limits.output.saturating_mul(MOVES.into()),
        ..job.limits
    };
    Job { limits, ..job }
}

impl<'a> FreshBot<'a> {
    /// In this slot of the program's; `state` is a file of its own for what it reads.
    pub fn new(
        slot: &'a mut Slot,
        job: &'a Job,
        state: PathBuf,
        interrupt: &'a Interrupt,
        machine: &'a MachineLock,
    ) -> Self {
        Self { slot, job, state, interrupt, machine }
    }

    fn write(&self, state: &str) -> Result<Input, ArenaFailure> {
        // A new file each time: file systems bring one that was emptied and written again to the
        // disk at once.
        let _ = fs::remove_file(&self.state);
        let failed = |source| ArenaFailure::Scratch { path: self.state.clone(), source };
        fs::write(&self.state, state).map_err(failed)?;
        Ok(Input::File(self.state.clone()))
    }
}

impl Bot for FreshBot<'_> {
    fn turn(&mut self, state: &str, _: AnswerLength) -> Result<Turn, ArenaFailure> {
        let job = Job { input: self.write(state)?, ..self.job.clone() };
        let run = {
            let _shared = self.machine.share();
            self.slot.run(&job, self.interrupt)?
        };
        let run = if run.is_starved(Duration::ZERO) {
            let _alone = self.machine.alone();
            let job = Job { limits: job.limits.patient(), ..job };
            self.slot.run(&job, self.interrupt)?
        } else {
            run
        };
        let mut turn = Turn::of(run, &self.job.limits);
        turn.tell_what_it_waited_with("it had written nothing", "and must end after its answer");
        Ok(turn)
    }
}

impl<'scope> SessionBot<'scope> {
    /// Starts the process. `job` is the session's, `limits` are those of one move.
    ///
    /// # Errors
    /// As [`Interview::begin`].
    pub fn begin(
        scope: &'scope Scope<'scope, '_>,
        slot: &'scope mut Slot,
        job: &'scope Job,
        limits: Limits,
        attempt: Attempt,
        interrupt: &'scope Interrupt,
    ) -> Result<Self, ArenaFailure> {
        Ok(Self { interview: Interview::begin(scope, slot, job, interrupt)?, limits, attempt })
    }

    /// The game of these is over.
    pub fn close_all(bots: impl IntoIterator<Item = Self>) {
        Interview::close_all(bots.into_iter().map(|bot| bot.interview), FAREWELL);
    }
}

impl Bot for SessionBot<'_> {
    fn turn(&mut self, state: &str, length: AnswerLength) -> Result<Turn, ArenaFailure> {
        let Reply { run, heard, early } =
            self.interview.ask(state.as_bytes(), length, &self.limits)?;
        if self.attempt == Attempt::First && run.ending == Ending::Signalled(SIGKILL) {
            return Err(ArenaFailure::Killed);
        }
        let words = match (heard, run.ending) {
            (Response::End, Ending::Exited(0)) => Some(
                "its process ended without an answer; in a session, one process plays the whole \
                 game",
            ),
            (Response::Closed, _) => Some("it closed its output, so it could not answer any more"),
            (Response::Answer | Response::End, _) => None,
        };
        let mut turn = Turn::of(run, &self.limits);
        turn.is_early = !turn.said[..early].trim_ascii().is_empty();
        turn.tell_what_it_waited_with(
            "it had written nothing: is its answer flushed?",
            "but the last number of an answer must be followed by a newline",
        );
        if heard == Response::Answer {
            turn.memory = None;
        }
        turn.failure = turn.failure.or(words.map(|words| (Reason::Malformed, words.to_owned())));
        Ok(turn)
    }
}

impl Turn {
    /// The facts of a run, and what they decide within the limits of a move.
    fn of(run: Run, limits: &Limits) -> Self {
        let failure = classify(&run, limits).and_then(|ruling| failure(ruling, &run));
        let memory = Some(run.memory).filter(|bytes| *bytes > 0);
        let (said, is_early) = (run.output, false);
        Self { said, is_early, cpu: run.cpu, wall: run.wall, memory, failure }
    }

    /// Adds to the message of an idle bot what its answer lacks: `nothing` where it wrote nothing,
    /// `unfinished` where it wrote a part of an answer.
    fn tell_what_it_waited_with(&mut self, nothing: &str, unfinished: &str) {
        if let Some((Reason::Idle, words)) = &mut self.failure {
            let said: Vec<&[u8]> =
                self.said.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
            let added = match last_line(&said.join(&b' '), LAST_WORDS) {
                said if said.is_empty() => nothing.to_owned(),
                said => format!("it had written `{said}`, {unfinished}"),
            };
            *words = format!("{words}; {added}");
        }
    }
}

fn failure(ruling: Ruling, run: &Run) -> Option<(Reason, String)> {
    let reason = match ruling.verdict {
        Verdict::TimeLimit => Reason::Time,
        Verdict::IdleLimit => Reason::Idle,
        Verdict::MemoryLimit => Reason::Memory,
        Verdict::OutputLimit => Reason::Output,
        Verdict::SecurityViolation => Reason::Forbidden,
        Verdict::RunTimeError => Reason::Crash,
        // What no run alone decides.
        Verdict::Accepted
        | Verdict::PartialScore
        | Verdict::WrongAnswer
        | Verdict::OutputFormat
        | Verdict::CompileError
        | Verdict::JudgeError
        | Verdict::Skipped => return None,
    };
    let last = last_line(&run.errors, LAST_WORDS);
    let words = if last.is_empty() || reason != Reason::Crash {
        ruling.message
    } else {
        format!("{}; its standard error ends with: {last}", ruling.message)
    };
    Some((reason, words))
}
