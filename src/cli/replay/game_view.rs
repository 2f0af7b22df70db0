//! The games of a record, each with all its positions, and words for them.

use std::path::Path;

use anyhow::anyhow;
use bytesize::ByteSize;

use crate::arena::game::Picture;
use crate::arena::{Game, Played, Record, Seat};
use crate::visible::visible;

use super::super::status::Failure;

/// A record whose games can be shown.
pub(super) struct Games<'a, G: Game> {
    pub(super) path: &'a Path,
    pub(super) record: &'a Record,
    pub(super) rules: &'a G::Rules,
}

impl<'a, G: Game> Games<'a, G> {
    /// A game, which must be there, with all its positions.
    pub(super) fn film(&self, number: usize) -> Result<GameView<'a, G>, Failure> {
        GameView::new(self.record, self.rules, number)
            .map_err(|why| Failure::usage(anyhow!("{}: {why}", self.path.display())))
    }
}

/// A game whose moves are legal.
pub(super) struct GameView<'a, G> {
    record: &'a Record,
    number: usize,
    game: &'a Played,
    /// The position before the first ply, and after each.
    positions: Vec<G>,
}

impl<'a, G: Game> GameView<'a, G> {
    /// Plays all moves of a game.
    ///
    /// # Errors
    /// The first move that is not legal, or that there is no such game.
    fn new(record: &'a Record, rules: &G::Rules, number: usize) -> Result<Self, String> {
        let game = record.games.get(&number).ok_or_else(|| format!("there is no game {number}"))?;
        let mut positions = vec![G::start(rules)];
        for (ply, notation) in (1..).zip(game.moves()) {
            let mut next = positions[ply - 1].clone();
            next.apply(notation).map_err(|why| format!("game {number}, ply {ply}: {why}"))?;
            positions.push(next);
        }
        Ok(Self { record, number, game, positions })
    }

    /// The number of the last ply.
    pub(super) fn last(&self) -> usize {
        self.positions.len() - 1
    }

    /// Which game this is, and who plays.
    pub(super) fn title(&self) -> String {
        let who = Seat::BOTH.map(|seat| {
            let name = &self.record.header.players[self.game.players[seat.index()]].name;
            format!("{} {}", G::SEATS[seat.index()], visible(name.as_bytes()))
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
        let mover = G::SEATS[self.positions[before].to_move().index()];
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

    /// The ply, and at the end of the game how it ended.
    pub(super) fn captions(&self, ply: usize) -> Vec<String> {
        let mut captions = vec![self.caption(ply)];
        if ply == self.last() {
            captions.push(self.outcome());
        }
        captions
    }

    /// Who won and why.
    pub(super) fn outcome(&self) -> String {
        outcome::<G>(self.game)
    }
}

/// Who won a game and why.
pub(super) fn outcome<G: Game>(game: &Played) -> String {
    let told = game.ending.as_ref().map(|ending| ending.told(G::SEATS));
    told.map_or_else(|| "unfinished".into(), |words| visible(words.as_bytes()))
}
