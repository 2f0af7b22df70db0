//! The games of a record, each with all its positions, and words for them.

use std::path::Path;

use anyhow::anyhow;
use bytesize::ByteSize;

use crate::arena::game::Picture;
use crate::arena::plan::Plan;
use crate::arena::{Game, Played, Record, Seat, Setup};
use crate::visible::visible;

use super::super::status::Failure;

/// A record whose games can be shown.
pub(super) struct Games<'a> {
    pub(super) path: &'a Path,
    pub(super) record: &'a Record,
    pub(super) setup: &'a Setup,
}

impl<'a> Games<'a> {
    /// A game, which must be there, with all its positions.
    pub(super) fn film(&self, number: usize) -> Result<GameView<'a>, Failure> {
        GameView::new(self.record, self.setup, number)
            .map_err(|why| Failure::usage(anyhow!("{}: {why}", self.path.display())))
    }
}

/// A game whose moves are legal.
pub(super) struct GameView<'a> {
    record: &'a Record,
    /// What the seats are called.
    seats: [&'static str; 2],
    number: usize,
    game: &'a Played,
    /// The position before the first ply, and after each.
    positions: Vec<Box<dyn Game>>,
}

impl<'a> GameView<'a> {
    /// Plays all moves of a game.
    ///
    /// # Errors
    /// The first move that is not legal, or that there is no such game.
    fn new(record: &'a Record, setup: &Setup, number: usize) -> Result<Self, String> {
        let game = record.games.get(&number).ok_or_else(|| format!("there is no game {number}"))?;
        let opening = Plan::of(&record.header).fixture(number).opening;
        let mut positions = vec![setup.start(opening)];
        for (ply, notation) in (1..).zip(game.moves()) {
            let mut next = positions[ply - 1].clone();
            next.apply(notation).map_err(|why| format!("game {number}, ply {ply}: {why}"))?;
            positions.push(next);
        }
        Ok(Self { record, seats: setup.kind.seats, number, game, positions })
    }

    /// The number of the last ply.
    pub(super) fn last(&self) -> usize {
        self.positions.len() - 1
    }

    /// Which game this is, and who plays.
    pub(super) fn title(&self) -> String {
        let who = Seat::BOTH.map(|seat| {
            let name = &self.record.header.players[self.game.players[seat.index()]].name;
            format!("{} {}", self.seats[seat.index()], visible(name.as_bytes()))
        });
        format!("game {}: {} – {}", self.number, who[0], who[1])
    }

    /// The board after a ply.
    pub(super) fn picture(&self, ply: usize) -> Picture {
        self.positions[ply].picture()
    }

    /// A ply in words: who moved what, and what that took.
    pub(super) fn caption(&self, ply: usize) -> String {
        let Some(before) = ply.checked_sub(1) else {
            return format!("ply 0 of {}: the start", self.last());
        };
        let mover = self.seats[self.positions[before].to_move().index()];
        let notation = self
            .game
            .moves()
            .nth(before)
            .map_or_else(String::new, |notation| visible(notation.as_bytes()));
        let took = match before.checked_sub(self.game.opening.len()) {
            None => "opening".to_owned(),
            Some(at) => {
                let ply = &self.game.plies[at];
                let memory = ply.memory_bytes.map(|bytes| format!(", {}", ByteSize::b(bytes)));
                let memory = memory.unwrap_or_default();
                format!("{:.2} s CPU, {:.2} s wall{memory}", ply.cpu_seconds, ply.wall_seconds)
            }
        };
        format!("ply {ply} of {}: {mover} {notation}  ({took})", self.last())
    }

    /// The state after a ply, as bots read it.
    pub(super) fn state(&self, ply: usize) -> String {
        self.positions[ply].state()
    }

    /// What the bot wrote to its standard error at a ply, line by line.
    pub(super) fn errors(&self, ply: usize) -> Vec<String> {
        let at = ply.checked_sub(self.game.opening.len() + 1);
        at.map_or_else(Vec::new, |at| shown(&self.game.plies[at].stderr))
    }

    /// That of a bot that failed.
    pub(super) fn last_errors(&self) -> Vec<String> {
        shown(&self.game.stderr)
    }

    /// The ply, and at the end of the game how it ended.
    pub(super) fn captions(&self, ply: usize) -> Vec<String> {
        let quoted = |line: String| format!("  | {line}");
        let mut captions = vec![self.caption(ply)];
        captions.extend(self.errors(ply).into_iter().map(quoted));
        if ply == self.last() {
            captions.push(self.outcome());
            captions.extend(self.last_errors().into_iter().map(quoted));
        }
        captions
    }

    /// Who won and why.
    pub(super) fn outcome(&self) -> String {
        outcome(self.game, self.seats)
    }
}

/// Who won a game and why.
pub(super) fn outcome(game: &Played, seats: [&str; 2]) -> String {
    let told = game.ending.as_ref().map(|ending| ending.told(seats));
    told.map_or_else(|| "unfinished".into(), |words| visible(words.as_bytes()))
}

/// Lines of a text, fit to be shown.
fn shown(text: &str) -> Vec<String> {
    text.lines().map(|line| visible(line.as_bytes())).collect()
}
