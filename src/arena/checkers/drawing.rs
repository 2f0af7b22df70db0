//! Games of checkers as drawings. Knows records, and nothing of how drawings are shown.

use jury_checkers::checkers::{Position, game};
use jury_checkers::drawing::Drawing;

use crate::arena::game::Game;
use crate::arena::read::Played;

use super::{Checkers, Rules};

/// A game from its start to its end, or as far as it was played.
pub fn draw(played: &Played, rules: &Rules) -> Drawing {
    let mut board = Checkers::start(rules);
    let start: Position = board.position;
    let mut moves = Vec::new();
    for notation in played.moves() {
        if board.apply(notation).is_err() {
            break;
        }
        moves.extend(board.last.clone());
    }
    let ending = played.ending.as_ref().map(|ending| ending.told(Checkers::SEATS));
    game(&start, &moves, rules.profile, &ending.unwrap_or_else(|| "unfinished".into()))
}
