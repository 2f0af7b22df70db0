//! The shortest whole game, for tests and as an example: twelve matches, of which each side takes one
//! to three; who takes the last one wins. Shows what a game must do to be played in the arena.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use jury_checkers::drawing::Drawing;
use serde_json::Value;

use super::ArenaFailure;
use super::bot::{Bot, Question, Turn};
use super::game::{Game, GameEnd, Part, Picture, Reason, Refusal, Seat, TextStyle};
use super::kind::{BadState, GameKind, Rule};
use super::openings;
use super::record::Event;
use super::referee::{Sheet, play};
use crate::sandbox::Interrupt;

/// How many matches there are.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    matches: u32,
}

/// Matches on the table.
#[derive(Debug, Clone)]
struct Nim {
    left: u32,
    to_move: Seat,
}

static NIM: GameKind = GameKind {
    name: "nim",
    seats: ["first", "second"],
    book: "take-1\ntake-2\ntake-3\n",
    rules: &[Rule { key: "matches", values: "a number", about: "Matches on the table" }],
    usual: || serde_json::json!({"matches": 12}),
    answer_length: |said| said.iter().position(|&byte| byte == b'\n').map(|end| end + 1),
    start: |rules| Ok(Box::new(Nim::start(rules)?)),
    read: |_, _| Err(BadState { line: 1, column: 1, message: "nobody asks".into() }),
    pdn: None,
};

impl Nim {
    fn start(rules: &Value) -> Result<Self, String> {
        let rules: Rules = serde_json::from_value(rules.clone()).map_err(|e| e.to_string())?;
        Ok(Self { left: rules.matches, to_move: Seat::First })
    }
}

impl Game for Nim {
    fn told_to_bots(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn to_move(&self) -> Seat {
        self.to_move
    }

    fn state(&self) -> String {
        format!("{}\n", self.left)
    }

    fn answer(&mut self, said: &[u8]) -> Result<String, Refusal> {
        let said = String::from_utf8_lossy(said);
        let malformed = || Refusal::Malformed(format!("expected a number, found `{said}`"));
        let taken: u32 = said.trim().parse().map_err(|_| malformed())?;
        let notation = format!("take-{taken}");
        self.apply(&notation).map_err(Refusal::Illegal)?;
        Ok(notation)
    }

    fn legal(&self) -> Vec<String> {
        (1..=self.left.min(3)).map(|taken| format!("take-{taken}")).collect()
    }

    fn apply(&mut self, notation: &str) -> Result<(), String> {
        let taken = self.legal().iter().position(|legal| legal == notation);
        let taken = taken.ok_or_else(|| format!("`{notation}` is not a legal move"))?;
        self.left -= u32::try_from(taken).unwrap_or(0) + 1;
        self.to_move = self.to_move.other();
        Ok(())
    }

    fn ended(&self) -> Option<GameEnd> {
        let winner = Some(self.to_move.other());
        let words = "no match is left".to_owned();
        (self.left == 0).then_some(GameEnd { winner, reason: Reason::NoMove, words })
    }

    fn picture(&self) -> Picture {
        vec![vec![Part { text: "|".repeat(self.left as usize), look: TextStyle::Plain }]]
    }

    fn drawing(&self, _: &[&str], _: &str) -> Drawing {
        Drawing { boards: Vec::new(), left_out: 0 }
    }

    fn copied(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

/// Leaves a multiple of four where it can.
struct PerfectPlayer;

impl Bot for PerfectPlayer {
    fn turn(&mut self, question: &Question<'_>) -> Result<Turn, ArenaFailure> {
        let left: u32 = question.state.trim().parse().expect("a number");
        let said = format!("{}\n", (left % 4).max(1)).into_bytes();
        assert_eq!((question.length)(&said), Some(said.len()));
        let (cpu, wall) = (Duration::ZERO, Duration::ZERO);
        let stderr = String::new();
        Ok(Turn { said, is_early: false, cpu, wall, memory: None, stderr, failure: None })
    }
}

#[test]
fn the_arena_plays_any_game() {
    let start = (NIM.start)(&NIM.with_rules(&[]).unwrap()).unwrap();
    let book = openings::read(NIM.book.as_bytes(), &*start).unwrap();
    assert_eq!(openings::random(&*start, 1, 10, 1).len(), book.len());
    let mut lines = 0;
    assert!(start.count_lines(3, &|| true, &mut lines).is_continue());
    assert_eq!(lines, 27);
    for opening in &book {
        let mut events = Vec::new();
        let (length, clocks) = (NIM.answer_length, [None; 2]);
        let sheet = Sheet { game: 0, players: [0, 1], opening, length, clocks };
        let bots = &mut [PerfectPlayer, PerfectPlayer];
        let told = &mut |event| events.push(event);
        play(start.copied(), sheet, bots, &Interrupt::default(), told).unwrap();
        // Whoever answers the opening can leave a multiple of four.
        let Some(Event::End { ending, .. }) = events.pop() else { panic!("no end") };
        assert_eq!(ending.told(NIM.seats), "second wins: no match is left");
    }
}
