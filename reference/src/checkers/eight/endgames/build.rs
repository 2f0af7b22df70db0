//! Endgames solved backwards: from lost boards to the boards one move before them.
//!
//! Each material is solved together with what it is for the opponent, after all those that a
//! capture or a crowning can lead to. A board where one must capture is known at once from earlier
//! ones; the others become known when a board one step later does. What never becomes known is a
//! draw.

use super::material::Material;
use super::value::Value;
use crate::checkers::eight::board::{Board, Move, Rules, Set, singles};
use std::collections::BTreeMap;

/// The values of all boards by material and number.
pub type Solved = BTreeMap<Material, Vec<Value>>;

/// A game that takes more moves than a value can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a game takes more than {} moves", Value::MOST_MOVES)]
pub struct TooLong;

/// Solves a material and the same with the other side to move; all earlier ones of
/// [`Material::up_to`] must be in `solved`, and both are added.
pub fn solve(solved: &mut Solved, rules: Rules, material: Material) -> Result<(), TooLong> {
    let materials = [material, material.passed()];
    for material in materials {
        solved.insert(material, vec![Value::DRAW; material.boards()]);
    }
    let mut front = Front { solved, rules, waiting: Vec::new(), moves: Vec::new() };
    front.begin(material)?;
    if materials[0] != materials[1] {
        front.begin(materials[1])?;
    }
    front.advance()
}

/// The boards that become known, by the number of moves to the end of the game.
struct Front<'a> {
    solved: &'a mut Solved,
    rules: Rules,
    /// For each number of moves, boards that are decided in that many, if not in fewer.
    waiting: Vec<Vec<Board>>,
    moves: Vec<Move>,
}

impl Front<'_> {
    /// Puts the boards in line that are known by captures, crownings, or having no move.
    fn begin(&mut self, material: Material) -> Result<(), TooLong> {
        for board in (0..material.boards()).filter_map(|number| material.board(number)) {
            self.judge(&board)?;
        }
        Ok(())
    }

    /// From the boards that are decided soonest to those decided latest.
    fn advance(&mut self) -> Result<(), TooLong> {
        let mut moves = 0;
        while moves < self.waiting.len() {
            let value = Value::decided_in(moves).ok_or(TooLong)?;
            for board in std::mem::take(&mut self.waiting[moves]) {
                let place = self.place(&board);
                if *place == Value::DRAW {
                    *place = value;
                    self.step_back(&board, moves)?;
                }
            }
            moves += 1;
        }
        Ok(())
    }

    /// Looks again at the boards one step before a board that is now known.
    fn step_back(&mut self, board: &Board, moves: usize) -> Result<(), TooLong> {
        for before in steps_before(board) {
            if self.value(&before) != Value::DRAW || before.must_capture() {
                continue;
            }
            if moves.is_multiple_of(2) {
                self.wait(before, moves + 1);
            } else {
                self.judge(&before)?;
            }
        }
        Ok(())
    }

    /// Puts a board in line if its moves, as far as they are known, decide it.
    fn judge(&mut self, board: &Board) -> Result<(), TooLong> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        board.moves_into(self.rules, &mut moves);
        let value = Value::before(moves.iter().map(|found| self.value(&found.board.turned())));
        self.moves = moves;
        if let Some(moves) = value.ok_or(TooLong)?.moves() {
            self.wait(*board, moves);
        }
        Ok(())
    }

    fn wait(&mut self, board: Board, moves: usize) {
        if self.waiting.len() <= moves {
            self.waiting.resize_with(moves + 1, Vec::new);
        }
        self.waiting[moves].push(board);
    }

    /// What is known of a board, its side to move going down.
    fn value(&self, board: &Board) -> Value {
        if board.own == 0 {
            return Value::LOST;
        }
        let material = Material::of(board);
        self.solved[&material][material.number(board)]
    }

    /// Where the value of a board of this solution is kept.
    fn place(&mut self, board: &Board) -> &mut Value {
        let material = Material::of(board);
        let values = self.solved.get_mut(&material).expect("a material of this solution");
        &mut values[material.number(board)]
    }
}

/// The boards from which a step that crowns nobody leads to `board`, whose side to move goes down;
/// theirs is turned so that it goes down, too.
fn steps_before(board: &Board) -> Vec<Board> {
    let empty = board.empty();
    let mut found = Vec::with_capacity(8);
    let mut step = |from: Set, to: Set| {
        let moved = |set: Set| if set & to != 0 { set & !to | from } else { set };
        let before = Board {
            own: moved(board.other),
            other: board.own,
            kings: moved(board.kings),
            down: false,
        };
        found.push(before.turned());
    };
    for to in singles(board.other) {
        let behind = (to << 4 | to << 5) & empty;
        let ahead = if to & board.kings == 0 { 0 } else { (to >> 4 | to >> 5) & empty };
        singles(behind | ahead).for_each(|from| step(from, to));
    }
    found
}
