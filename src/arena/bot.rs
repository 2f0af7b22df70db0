//! One bot at one turn: a new process for it, or a question to the process that plays the whole
//! game; and what of it is the bot's failure. Knows no rules of games and nothing of other bots.
//!
//! | protocol | the bot reads | it may think while the other one does |
//! |---|---|---|
//! | fresh | the state, once | no: there is no process of it |
//! | session | the state before each of its moves, at last the end of its input | yes, and that CPU time counts for its next move |
//!
//! Either way its environment tells it in `JURY_MOVE_SECONDS` how much CPU time a move may take, and where
//! there is a limit for all moves of a game, in `JURY_GAME_SECONDS` what that is at the beginning, in
//! `JURY_INCREMENT_SECONDS` what each move adds, and in `JURY_LEFT_SECONDS` what is left when it starts. The
//! order of decision is the judge's: a broken limit, a signal, an exit code, then the answer.

use std::ffi::OsString;
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
use super::kind::AnswerLength;
use super::record::Allowance;
use signal_hook::consts::SIGKILL;

/// The variable that tells a bot how many seconds of CPU time a move may take.
const MOVE_SECONDS: &str = "JURY_MOVE_SECONDS";
/// The variables that tell it of the CPU time of a whole game.
const GAME_SECONDS: &str = "JURY_GAME_SECONDS";
const INCREMENT_SECONDS: &str = "JURY_INCREMENT_SECONDS";
const LEFT_SECONDS: &str = "JURY_LEFT_SECONDS";
/// Bytes of standard error that are kept of a move.
const ERRORS_KEPT: usize = 1000;
/// Characters of a crashed bot's last words that are shown.
const LAST_WORDS: usize = 120;
/// What is said of a session that read all of the state, wrote nothing, and read on.
const READS_ON: &str = "it had read the whole state, written nothing, and read on: in a session the input does \
                        not end before the game does, so an answer is due after the last line of each state";
/// How long the sessions of a game may go on after it, to end by themselves.
const FAREWELL: Duration = Duration::from_millis(500);
/// Moves of a whole game that a session's own limits leave room for.
const MOVES: u32 = 10_000;

/// What a bot is asked.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The state.
    pub state: &'a str,
    /// Where its answer ends.
    pub length: AnswerLength,
    /// CPU time that is left to it in the game; `None` where only its moves are limited.
    pub left: Option<Duration>,
}

/// CPU time for all moves of a game, the language's factor included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// Somebody who moves when it is asked.
pub trait Bot {
    /// Asks for a move in this state.
    ///
    /// # Errors
    /// What is no fault of the bot's.
    fn turn(&mut self, question: &Question<'_>) -> Result<Turn, ArenaFailure>;
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
    /// The end of what it wrote to its standard error.
    pub stderr: String,
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

/// What a fresh process of this program is to do, with these arguments and limits before its language's factor.
pub fn fresh_job(program: &Program, arguments: &[String], allowance: &Allowance) -> Job {
    let limits = allowance.limits().scaled(program.time_factor);
    let (mut argv, mut environment) = (program.command(&limits), program.environment.clone());
    argv.extend(arguments.iter().map(Into::into));
    let mut tell = |name: &str, time: Duration| environment.push(seconds(name, time));
    tell(MOVE_SECONDS, limits.cpu);
    if let Some(Clock { left, increment }) = Clock::of(program, allowance) {
        tell(GAME_SECONDS, left);
        tell(INCREMENT_SECONDS, increment);
        tell(LEFT_SECONDS, left);
    }
    Job { argv, environment, input: Input::Empty, files: Arc::default(), limits }
}

/// A variable of the environment that holds a time.
fn seconds(name: &str, time: Duration) -> (OsString, OsString) {
    (name.into(), time.as_secs_f64().to_string().into())
}

/// What the process of a session is to do: each move has the limits of a fresh process, and the
/// whole game only those that hold at any time.
pub fn session_job(program: &Program, arguments: &[String], allowance: &Allowance) -> Job {
    let job = fresh_job(program, arguments, allowance);
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

impl Clock {
    /// That of this program at the beginning of a game, if there is one.
    pub fn of(program: &Program, allowance: &Allowance) -> Option<Self> {
        let scaled = |seconds| Duration::from_secs_f64(seconds).mul_f64(program.time_factor);
        allowance.bank.map(|bank| Self {
            left: scaled(bank.seconds),
            increment: scaled(bank.increment_seconds),
        })
    }

    /// After a move that took so much.
    #[must_use]
    pub fn after(self, cpu: Duration) -> Self {
        Self { left: self.left.saturating_sub(cpu) + self.increment, ..self }
    }
}

/// The limits of a move where only so much is left.
fn within(limits: &Limits, left: Option<Duration>) -> Limits {
    Limits { cpu: left.map_or(limits.cpu, |left| left.min(limits.cpu)), ..*limits }
}

impl Bot for FreshBot<'_> {
    fn turn(&mut self, question: &Question<'_>) -> Result<Turn, ArenaFailure> {
        let limits = within(&self.job.limits, question.left);
        let mut job = Job { input: self.write(question.state)?, limits, ..self.job.clone() };
        if let Some(left) = question.left {
            // What stands last counts.
            job.environment.retain(|(name, _)| name != MOVE_SECONDS && name != LEFT_SECONDS);
            job.environment.push(seconds(MOVE_SECONDS, limits.cpu));
            job.environment.push(seconds(LEFT_SECONDS, left));
        }
        let run = {
            let _shared = self.machine.share();
            self.slot.run(&job, self.interrupt)?
        };
        let run = if run.is_starved(Duration::ZERO) {
            let _alone = self.machine.alone();
            self.slot.run(&job.patient(), self.interrupt)?
        } else {
            run
        };
        let mut turn = Turn::of(run, &limits);
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
    fn turn(&mut self, question: &Question<'_>) -> Result<Turn, ArenaFailure> {
        let limits = within(&self.limits, question.left);
        let Reply { run, heard, early, reads_on } =
            self.interview.ask(question.state.as_bytes(), question.length, &limits)?;
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
        let mut turn = Turn::of(run, &limits);
        turn.is_early = !turn.said[..early].trim_ascii().is_empty();
        turn.tell_what_it_waited_with(
            if reads_on { READS_ON } else { "it had written nothing: is its answer flushed?" },
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
        let stderr = end_of(&run.errors);
        let (said, is_early) = (run.output, false);
        Self { said, is_early, cpu: run.cpu, wall: run.wall, memory, stderr, failure }
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

/// The end of a text, cut where a line begins if that is near.
fn end_of(errors: &[u8]) -> String {
    let text = String::from_utf8_lossy(errors);
    if text.len() <= ERRORS_KEPT {
        return text.into_owned();
    }
    let from = text.ceil_char_boundary(text.len() - ERRORS_KEPT);
    let end = &text[from..];
    let lines =
        end.split_once('\n').map_or(end, |(_, whole)| if whole.is_empty() { end } else { whole });
    format!("…\n{lines}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_errors_are_cut_to_their_last_lines() {
        assert_eq!(end_of(b"depth 4\n"), "depth 4\n");
        let lines: Vec<String> = (0..300).map(|number| format!("line {number:03}\n")).collect();
        let kept = end_of(lines.concat().as_bytes());
        assert!(kept.starts_with("…\nline 1") && kept.ends_with("line 299\n"), "{kept}");
        assert!(kept.len() < ERRORS_KEPT + 8, "{}", kept.len());
        let one = end_of("é".repeat(600).as_bytes());
        assert_eq!(one.chars().filter(|letter| *letter == 'é').count(), ERRORS_KEPT / 2);
    }

    #[test]
    fn a_clock_runs_down_and_is_wound_up() {
        let (second, half) = (Duration::from_secs(1), Duration::from_millis(500));
        let clock = Clock { left: 2 * second, increment: half };
        assert_eq!(clock.after(second).left, second + half);
        assert_eq!(clock.after(3 * second).left, half);
        let limits = Limits { cpu: second, ..Limits::default() };
        assert_eq!(within(&limits, Some(half)).cpu, half);
        assert_eq!(within(&limits, Some(3 * second)).cpu, second);
        assert_eq!(within(&limits, None), limits);
    }
}
