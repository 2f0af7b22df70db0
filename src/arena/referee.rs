//! Plays one game: the opening, then the bots in turn until the rules or a bot's failure end it.
//! Every ply is reported at once.

use crate::sandbox::Interrupt;

use super::ArenaFailure;
use super::bot::{Bot, Clock, Question, Turn};
use super::game::{Game, GameEnd, Reason, Refusal};
use super::kind::AnswerLength;
use super::record::Event;

/// A game that is to be played.
#[derive(Debug, Clone, Copy)]
pub struct Sheet<'a> {
    /// Its number in the plan.
    pub game: usize,
    /// The players in the seats, by their numbers.
    pub players: [usize; 2],
    /// The moves that nobody chooses.
    pub opening: &'a [String],
    /// Where a bot's answer ends.
    pub length: AnswerLength,
    /// CPU time that each seat has for the whole game, where there is such a limit.
    pub clocks: [Option<Clock>; 2],
}

/// Plays a game to its end. `start` is the start of a game, `bots` sit in the order of seats.
///
/// # Errors
/// What is no bot's fault; the game has then no end. [`SandboxError::Interrupted`] also once `stop`
/// is set, which is looked at before each move.
///
/// [`SandboxError::Interrupted`]: crate::sandbox::SandboxError::Interrupted
pub fn play(
    start: Box<dyn Game>,
    sheet: Sheet<'_>,
    bots: &mut [impl Bot; 2],
    stop: &Interrupt,
    told: &mut dyn FnMut(Event),
) -> Result<(), ArenaFailure> {
    let mut position = start;
    let Sheet { game, players, opening, length, mut clocks } = sheet;
    for notation in opening {
        position.apply(notation).map_err(|why| ArenaFailure::Opening { game, why })?;
    }
    let mut plies = opening.len();
    told(Event::Start { game, players, opening: opening.to_vec() });
    let (ending, stderr) = loop {
        if let Some(ending) = position.ended() {
            break (ending, String::new());
        }
        if stop.is_set() {
            return Err(crate::sandbox::SandboxError::Interrupted.into());
        }
        let mover = position.to_move();
        let clock = &mut clocks[mover.index()];
        let left = clock.map(|clock| clock.left);
        let state = position.state();
        let turn = bots[mover.index()].turn(&Question { state: &state, length, left })?;
        match judge(&mut *position, &turn) {
            Ok(notation) => {
                plies += 1;
                *clock = clock.map(|clock| clock.after(turn.cpu));
                told(Event::Ply {
                    game,
                    ply: plies,
                    notation,
                    cpu_seconds: turn.cpu.as_secs_f64(),
                    wall_seconds: turn.wall.as_secs_f64(),
                    memory_bytes: turn.memory,
                    stderr: turn.stderr,
                });
            }
            Err((reason, words)) => {
                let of_game = left.filter(|_| reason == Reason::Time);
                let words = of_game.map_or(words.clone(), |left| {
                    format!("{words}; {:.3} s of the game's time were left", left.as_secs_f64())
                });
                break (GameEnd { winner: Some(mover.other()), reason, words }, turn.stderr);
            }
        }
    };
    told(Event::End { game, ending, plies, stderr });
    Ok(())
}

/// Plays a turn's answer, or says why it loses.
fn judge(position: &mut dyn Game, turn: &Turn) -> Result<String, (Reason, String)> {
    if let Some(failure) = &turn.failure {
        return Err(failure.clone());
    }
    let early = if turn.is_early { "; the bot wrote this before it was asked" } else { "" };
    position.answer(&turn.said).map_err(|refusal| match refusal {
        Refusal::Malformed(words) => (Reason::Malformed, words + early),
        Refusal::Illegal(words) => (Reason::Illegal, words + early),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::arena::checkers::CHECKERS;
    use crate::arena::game::Seat;
    use crate::sandbox::SandboxError;

    /// Says what it was told to, then fails as the machine.
    struct Script(Vec<Result<&'static str, Reason>>);

    impl Bot for Script {
        fn turn(&mut self, question: &Question<'_>) -> Result<Turn, ArenaFailure> {
            assert_eq!(question.state.lines().count(), 10, "{question:?}");
            if self.0.is_empty() {
                return Err(SandboxError::Lost.into());
            }
            let (said, failure) = match self.0.remove(0) {
                Ok(said) => (said.into(), None),
                Err(reason) => (Vec::new(), Some((reason, "failed".to_owned()))),
            };
            let cpu = Duration::from_millis(125);
            // As if it had said "4" ahead.
            let is_early = said == b"4";
            let stderr = "thought\n".to_owned();
            Ok(Turn { said, is_early, cpu, wall: cpu * 2, memory: Some(7), stderr, failure })
        }
    }

    fn played(
        opening: &[&str],
        black: Vec<Result<&'static str, Reason>>,
        white: Vec<Result<&'static str, Reason>>,
    ) -> (Vec<Event>, Result<(), ArenaFailure>) {
        let opening: Vec<String> = opening.iter().map(|&notation| notation.to_owned()).collect();
        let (length, clocks) = (CHECKERS.answer_length, [None; 2]);
        let sheet = Sheet { game: 3, players: [1, 0], opening: &opening, length, clocks };
        let mut events = Vec::new();
        let start = (CHECKERS.start)(&(CHECKERS.usual)()).unwrap();
        let mut bots = [Script(black), Script(white)];
        let result = play(start, sheet, &mut bots, &Interrupt::default(), &mut |event| {
            events.push(event);
        });
        (events, result)
    }

    #[track_caller]
    fn case(
        black: &[Result<&'static str, Reason>],
        white: &[Result<&'static str, Reason>],
        (winner, reason, words): (Seat, Reason, &str),
    ) {
        let (events, result) = played(&["9-14"], black.to_vec(), white.to_vec());
        assert!(result.is_ok(), "{result:?}");
        let Some(Event::End { game: 3, ending, plies, stderr }) = events.last() else {
            panic!("{events:?}")
        };
        assert_eq!((ending.winner, ending.reason), (Some(winner), reason));
        assert!(ending.words.contains(words), "{ending:?}");
        assert_eq!(stderr, "thought\n");
        assert_eq!(events.len(), plies + 1, "a start, each ply but the opening's one, an end");
    }

    #[test]
    fn whoever_fails_loses_by_its_own_reason() {
        let step = "1\n5 0\n4 1\n";
        case(&[], &[Err(Reason::Memory)], (Seat::First, Reason::Memory, "failed"));
        case(&[], &[Ok("1\n5 0\n3 2\n")], (Seat::First, Reason::Illegal, "5 0 -> 3 2"));
        case(&[], &[Ok("e4")], (Seat::First, Reason::Malformed, "e4"));
        let early = "found the end of the output; the bot wrote this before it was asked";
        case(&[], &[Ok("4")], (Seat::First, Reason::Malformed, early));
        case(&[Err(Reason::Time)], &[Ok(step)], (Seat::Second, Reason::Time, "failed"));
    }

    #[test]
    fn every_ply_is_told_with_what_it_took() {
        let (events, _) = played(&["9-14"], vec![], vec![Ok("1\n5 0\n4 1\n")]);
        let start = Event::Start { game: 3, players: [1, 0], opening: vec!["9-14".into()] };
        let ply = Event::Ply {
            game: 3,
            ply: 2,
            notation: "21-17".into(),
            cpu_seconds: 0.125,
            wall_seconds: 0.25,
            memory_bytes: Some(7),
            stderr: "thought\n".into(),
        };
        assert_eq!(events, [start, ply]);
    }

    #[test]
    fn what_is_no_bots_fault_leaves_the_game_without_an_end() {
        let (events, result) = played(&[], vec![], vec![]);
        assert!(matches!(result, Err(ArenaFailure::Sandbox(SandboxError::Lost))));
        assert_eq!(events.len(), 1);
        let (events, result) = played(&["9-13", "9-13"], vec![], vec![]);
        assert!(result.unwrap_err().to_string().contains("the opening of game 3"));
        assert!(events.is_empty());
    }

    /// Who thinks for a second a move, and answers as long as there is that much left.
    struct Slow;

    impl Bot for Slow {
        fn turn(&mut self, question: &Question<'_>) -> Result<Turn, ArenaFailure> {
            let (cpu, wall) = (Duration::from_secs(1), Duration::from_secs(1));
            let late = question.left.is_some_and(|left| left < cpu);
            let failure = late.then(|| (Reason::Time, "1.000 s of CPU time".to_owned()));
            let column = if question.state.starts_with('x') { b"1\n" } else { b"2\n" };
            let (said, stderr) = (column.to_vec(), String::new());
            Ok(Turn { said, is_early: false, cpu, wall, memory: None, stderr, failure })
        }
    }

    #[test]
    fn a_game_has_a_time_of_its_own() {
        let kind = &crate::arena::four_in_a_row::FOUR_IN_A_ROW;
        let clock = |seconds| {
            let (left, increment) = (Duration::from_millis(seconds), Duration::from_millis(250));
            Some(Clock { left, increment })
        };
        let clocks = [clock(9000), clock(2000)];
        let sheet =
            Sheet { game: 0, players: [0, 1], opening: &[], length: kind.answer_length, clocks };
        let start = (kind.start)(&(kind.usual)()).unwrap();
        let mut end = None;
        play(start, sheet, &mut [Slow, Slow], &Interrupt::default(), &mut |event| {
            end = Some(event);
        })
        .unwrap();
        let Some(Event::End { ending, plies, .. }) = end else { panic!("{end:?}") };
        // 2 s, 1.25 s, then 0.5 s are left to the second one.
        assert_eq!((ending.winner, ending.reason, plies), (Some(Seat::First), Reason::Time, 5));
        let words = "1.000 s of CPU time; 0.500 s of the game's time were left";
        assert_eq!(ending.words, words);
    }
}
