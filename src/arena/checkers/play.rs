//! Games of checkers: the moves are those of the shipped problem's rules; what ends a
//! match without a winner is decided here.

use std::ops::ControlFlow;

use jury_checkers::checkers::{Move, Position, Profile, Rank, Side, Square, game};
use jury_checkers::drawing::Drawing;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::notation::{self, Notation};
use super::picture;
use super::tables::{self, TableResult};
use crate::arena::game::{Game, GameEnd, Picture, Reason, Refusal, Seat};
use crate::arena::kind::BadState;

/// What the seats are called.
pub(super) const SEATS: [&str; 2] = ["black", "white"];
/// The same board and side to move this often is a draw.
const REPETITIONS: usize = 3;
/// This many plies without a capture or a move of a man are a draw.
const QUIET_PLIES: usize = 80;
/// This many plies end the game.
const MOST_PLIES: usize = 300;

/// What users may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    /// When a capture ends.
    #[serde(with = "ProfileName")]
    pub(super) profile: Profile,
    /// What 300 plies mean.
    cap_result: CapResult,
    /// Squares a side.
    pub(super) size: Size,
    /// Whether tables end games.
    #[serde(default)]
    adjudication: Adjudication,
}

/// Whether a game ends once its result is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Adjudication {
    /// It is played to the end.
    #[default]
    None,
    /// The tables of endgames decide it as soon as they can.
    Tables,
}

/// The names of [`Profile`] in records.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Profile", rename_all = "kebab-case")]
enum ProfileName {
    Seed,
    English,
    StoppingAllowed,
}

/// The result of a game that reached its greatest length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CapResult {
    /// A draw.
    #[default]
    Draw,
    /// The side with more pieces wins; with as many, the one with more kings.
    Material,
}

/// The size of a board that the rules allow, in squares a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub(super) struct Size(usize);

/// A game of checkers.
#[derive(Debug, Clone)]
pub(super) struct Checkers {
    pub(super) rules: Rules,
    pub(super) position: Position,
    /// The positions since the last capture or move of a man, without the current one: none before
    /// can come back.
    before: Vec<Position>,
    plies: usize,
    last: Option<Move>,
}

impl Rules {
    pub(super) fn of(rules: &Value) -> Result<Self, String> {
        let rules: Self =
            serde_json::from_value(rules.clone()).map_err(|error| error.to_string())?;
        rules.expect_tables()?;
        Ok(rules)
    }

    /// Tables are there for boards of one size and for two profiles.
    fn expect_tables(&self) -> Result<(), String> {
        if self.adjudication == Adjudication::None || tables::are_for(self.size.0, self.profile) {
            return Ok(());
        }
        Err(format!(
            "adjudication=tables is for boards of 8 squares a side and the profiles `seed` and \
             `english`, found {} squares and `{}`",
            self.size.0,
            self.profile.name()
        ))
    }
}

impl TryFrom<usize> for Size {
    type Error = String;

    fn try_from(size: usize) -> Result<Self, String> {
        match Position::start(size) {
            Some(_) => Ok(Self(size)),
            None => Err(format!("expected an even board size from 4 to 12, found {size}")),
        }
    }
}

impl From<Size> for usize {
    fn from(size: Size) -> Self {
        size.0
    }
}

impl Game for Checkers {
    fn told_to_bots(&self) -> Vec<(&'static str, String)> {
        vec![("JURY_PROFILE", self.rules.profile.name().to_owned())]
    }

    fn to_move(&self) -> Seat {
        self.position.to_move().into()
    }

    fn state(&self) -> String {
        self.position.to_string()
    }

    fn answer(&mut self, said: &[u8]) -> Result<String, Refusal> {
        if let Some(hops) = Move::too_many_hops(said) {
            let words = format!("expected the number of hops, found {hops}: no move has that many");
            return Err(Refusal::Malformed(words));
        }
        let proposed = Move::parse(said).map_err(|bad| Refusal::Malformed(bad.message))?;
        let next = self.position.play(&proposed, self.rules.profile);
        let next = next.map_err(|illegal| Refusal::Illegal(illegal.to_string()))?;
        let text = notation::write(&proposed, &self.moves(), self.position.size());
        self.advance(proposed, &next);
        Ok(text)
    }

    fn legal(&self) -> Vec<String> {
        notation::written(&self.moves(), self.position.size())
    }

    fn apply(&mut self, notation: &str) -> Result<(), String> {
        let moves = self.moves();
        let meant = notation::read(notation, &moves, self.position.size())?;
        let next = self.position.play(meant, self.rules.profile);
        let next = next.map_err(|illegal| illegal.to_string())?;
        self.advance(meant.clone(), &next);
        Ok(())
    }

    fn ended(&self) -> Option<GameEnd> {
        let side = self.position.to_move();
        let lost = |reason, words: &str| {
            let winner = Some(side.other().into());
            Some(GameEnd { winner, reason, words: format!("{side} has {words}") })
        };
        let drawn = |reason, words| Some(GameEnd { winner: None, reason, words });
        if self.position.count(side) == 0 {
            lost(Reason::NoPiece, "no piece left")
        } else if !self.position.has_legal_move() {
            lost(Reason::NoMove, "no legal move")
        } else if self.times_seen() >= REPETITIONS {
            drawn(Reason::Repetition, "the same position for the third time".into())
        } else if self.before.len() >= QUIET_PLIES {
            let words = format!("{QUIET_PLIES} plies without a capture or a man's move");
            drawn(Reason::NoProgress, words)
        } else if self.plies >= MOST_PLIES {
            Some(self.too_long())
        } else {
            self.adjudicated()
        }
    }

    fn picture(&self) -> Picture {
        let last = self.last.as_ref().map_or(&[][..], Move::squares);
        picture::draw(&self.position, last)
    }

    fn drawing(&self, moves: &[&str], ending: &str) -> Drawing {
        let mut board = self.clone();
        let mut played = Vec::new();
        for notation in moves {
            if board.apply(notation).is_err() {
                break;
            }
            played.extend(board.last.clone());
        }
        game(&self.position, &played, self.rules.profile, ending)
    }

    fn copied(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    /// Goes over the moves twice, since how one is written depends on all others, and a made-up board may
    /// have more of them than memory.
    fn each_move(
        &self,
        goes_on: &dyn Fn() -> bool,
        act: &mut dyn FnMut(String, Box<dyn Game>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut notation = Notation::new(self.position.size());
        self.position.each_move(self.rules.profile, &mut |squares, _| {
            notation.add(squares);
            if goes_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        self.position.each_move(self.rules.profile, &mut |squares, position| {
            if !goes_on() {
                return ControlFlow::Break(());
            }
            let played = Move::new(squares.to_vec());
            let name = notation.write(&played);
            let mut next = self.clone();
            next.advance(played, &position);
            act(name, Box::new(next))
        })
    }

    fn count_lines(
        &self,
        plies: u32,
        goes_on: &dyn Fn() -> bool,
        count: &mut u64,
    ) -> ControlFlow<()> {
        self.position.count_lines_while(goes_on, plies, self.rules.profile, count)
    }
}

impl Checkers {
    pub(super) fn start(rules: &Rules) -> Self {
        let position = Position::start(rules.size.0).expect("a size has a start");
        Self::at(rules, &position)
    }

    fn at(rules: &Rules, position: &Position) -> Self {
        Self { rules: *rules, position: *position, before: Vec::new(), plies: 0, last: None }
    }

    /// Reads a state as bots do; the size is the one that it says.
    pub(super) fn read(rules: &Value, state: &[u8]) -> Result<Self, BadState> {
        let bad = |line, column, message| BadState { line, column, message };
        let mut rules = Rules::of(rules).map_err(|why| bad(1, 1, why))?;
        let position = Position::parse(state).map_err(|e| bad(e.line, e.column, e.message))?;
        rules.size = Size(position.size());
        rules.expect_tables().map_err(|why| bad(2, 1, why))?;
        Ok(Self::at(&rules, &position))
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        self.position.legal_moves(self.rules.profile)
    }

    fn advance(&mut self, played: Move, next: &Position) {
        let from: Option<&Square> = played.squares().first();
        let piece = from.and_then(|&from| self.position.piece(from));
        if played.is_capture() || piece.is_some_and(|piece| piece.rank == Rank::Man) {
            self.before.clear();
        } else {
            self.before.push(self.position);
        }
        self.position = *next;
        self.plies += 1;
        self.last = Some(played);
    }

    /// How often the position has been on the board, this time included.
    fn times_seen(&self) -> usize {
        1 + self.before.iter().filter(|&earlier| *earlier == self.position).count()
    }

    /// What the tables say of the game, where they decide. A win must come before the rules would
    /// make a draw of it, and no draw is given where the longest game may be won.
    fn adjudicated(&self) -> Option<GameEnd> {
        if self.rules.adjudication == Adjudication::None {
            return None;
        }
        let winner = match tables::result(&self.position, self.rules.profile)? {
            TableResult::Drawn => None,
            TableResult::Decided { winner, plies } => {
                let is_soon =
                    self.before.len() + plies < QUIET_PLIES && self.plies + plies < MOST_PLIES;
                Some((is_soon.then_some(winner)?, plies))
            }
        };
        let words = match winner {
            None if self.rules.cap_result == CapResult::Material => return None,
            None => "a draw by the endgame tables".to_owned(),
            Some((side, 1)) => format!("won for {side} in 1 ply by the endgame tables"),
            Some((side, plies)) => format!("won for {side} in {plies} plies by the endgame tables"),
        };
        let winner = winner.map(|(side, _)| side.into());
        Some(GameEnd { winner, reason: Reason::Adjudicated, words })
    }

    fn too_long(&self) -> GameEnd {
        let winner = match self.rules.cap_result {
            CapResult::Draw => None,
            CapResult::Material => self.ahead(),
        };
        let ahead = winner.map(|side| format!("; {side} has more on the board"));
        GameEnd {
            winner: winner.map(Seat::from),
            reason: Reason::Length,
            words: format!("{MOST_PLIES} plies{}", ahead.unwrap_or_default()),
        }
    }

    /// The side with more pieces, or with as many and more kings.
    fn ahead(&self) -> Option<Side> {
        let worth = |side| {
            let pieces = self.position.pieces_of(side);
            let kings = pieces.filter(|(_, piece)| piece.rank == Rank::King).count();
            (self.position.count(side), kings)
        };
        let (black, white) = (worth(Side::Black), worth(Side::White));
        match black.cmp(&white) {
            std::cmp::Ordering::Less => Some(Side::White),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Side::Black),
        }
    }
}

/// Black moves first.
impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::First,
            Side::White => Self::Second,
        }
    }
}

#[cfg(test)]
mod tests;
