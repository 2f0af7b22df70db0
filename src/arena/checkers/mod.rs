//! Checkers as a game of the arena: the moves are those of the shipped problem's rules; what ends a
//! match without a winner is decided here.

use jury_checkers::checkers::{Move, Position, Profile, Rank, Side, Square};
use serde::{Deserialize, Serialize};

use super::game::{Game, GameEnd, Picture, Reason, Refusal, Seat};

pub mod drawing;
mod notation;
pub mod pdn;
mod picture;

pub use notation::Notation;

/// The same board and side to move this often is a draw.
const REPETITIONS: usize = 3;
/// This many plies without a capture or a move of a man are a draw.
const QUIET_PLIES: usize = 80;
/// This many plies end the game.
const MOST_PLIES: usize = 300;

/// What users may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// When a capture ends.
    #[serde(with = "ProfileName")]
    pub profile: Profile,
    /// What 300 plies mean.
    pub cap_result: CapResult,
    /// Squares a side.
    pub size: Size,
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
pub enum CapResult {
    /// A draw.
    #[default]
    Draw,
    /// The side with more pieces wins; with as many, the one with more kings.
    Material,
}

/// The size of a board that the rules allow, in squares a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct Size(usize);

/// A game of checkers.
#[derive(Debug, Clone)]
pub struct Checkers {
    rules: Rules,
    position: Position,
    /// The positions since the last capture or move of a man, without the current one: none before
    /// can come back.
    before: Vec<Position>,
    plies: usize,
    last: Option<Move>,
}

impl Default for Rules {
    /// The shipped problem's rules on its board.
    fn default() -> Self {
        Self { profile: Profile::Seed, cap_result: CapResult::Draw, size: Size(8) }
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
    type Rules = Rules;

    const NAME: &'static str = "checkers";
    const SEATS: [&'static str; 2] = ["black", "white"];
    const BOOK: &'static str = include_str!("../openings.txt");

    fn told_to_bots(rules: &Rules) -> Vec<(&'static str, String)> {
        vec![("JURY_PROFILE", rules.profile.name().to_owned())]
    }

    fn start(rules: &Rules) -> Self {
        let position = Position::start(rules.size.0).expect("a size has a start");
        Self { rules: *rules, position, before: Vec::new(), plies: 0, last: None }
    }

    fn to_move(&self) -> Seat {
        self.position.to_move().into()
    }

    fn state(&self) -> String {
        self.position.to_string()
    }

    fn answer_length(said: &[u8]) -> Option<usize> {
        Move::length(said)
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
        } else {
            (self.plies >= MOST_PLIES).then(|| self.too_long())
        }
    }

    fn picture(&self) -> Picture {
        let last = self.last.as_ref().map_or(&[][..], Move::squares);
        picture::draw(&self.position, last)
    }
}

impl Checkers {
    fn moves(&self) -> Vec<Move> {
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
