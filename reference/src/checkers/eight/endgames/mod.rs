//! Endgames known to the end: what every board of few pieces is worth, and in how many moves.
//!
//! [`material`] numbers the boards, [`build`] solves them, [`store`] keeps the values. Those of up
//! to four pieces come with the program, each material compressed by itself and unpacked when it is
//! first asked for; more may lie in a folder, one plain file a material, of which [`blocks`] are read
//! as they are needed. Boards where one must
//! capture have no value of their own there: their moves lead to boards of fewer pieces. Knows
//! nothing of draws by repetition or by number of moves.

mod blocks;
pub mod build;
pub mod material;
pub mod store;
#[cfg(test)]
mod tests;
pub mod value;
pub mod verify;

pub use material::Material;
pub use store::StoreError;
pub use value::Value;

use super::board::{Board, Rules};
use blocks::Blocks;
use std::path::{Path, PathBuf};

/// Values of boards, unpacked as they are needed.
#[derive(Debug)]
pub struct Endgames {
    /// By the code of the material.
    slices: Vec<Slice>,
    rules: Rules,
    pieces: u32,
    /// Whether some were unpacked of late.
    unpacked: bool,
}

/// The values of one material.
#[derive(Debug)]
enum Slice {
    Absent,
    Packed(store::Shipped),
    File(PathBuf),
    Unpacked(Vec<u8>),
    Opened(Blocks),
}

impl Endgames {
    /// None at all.
    pub fn none(rules: Rules) -> Self {
        let slices = (0..Material::CODES).map(|_| Slice::Absent).collect();
        Self { slices, rules, pieces: 0, unpacked: false }
    }

    /// Those that come with the program.
    pub fn shipped(rules: Rules) -> Self {
        let mut endgames = Self { pieces: store::SHIPPED_PIECES, ..Self::none(rules) };
        for (material, packed) in store::shipped(rules) {
            endgames.slices[material.code()] = Slice::Packed(packed);
        }
        endgames
    }

    /// Those that come with the program, and all that lie in `folder`, as far as they are complete
    /// for their number of pieces.
    pub fn with_folder(rules: Rules, folder: &Path) -> Result<Self, StoreError> {
        let mut endgames = Self::shipped(rules);
        let files = store::files(rules, folder)?;
        endgames.pieces = endgames.pieces.max(files.pieces);
        for (material, path) in files.slices {
            endgames.slices[material.code()] = Slice::File(path);
        }
        Ok(endgames)
    }

    /// The rules that the values hold for.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Boards of at most so many pieces have a value.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// Whether values were unpacked since this was asked last: as much work as thousands of boards.
    #[inline]
    pub(super) fn were_unpacked(&mut self) -> bool {
        std::mem::take(&mut self.unpacked)
    }

    /// What a board is worth; `None` if it has too many pieces.
    pub fn value(&mut self, board: &Board) -> Option<Value> {
        if board.own == 0 {
            return Some(Value::LOST);
        }
        if !board.must_capture() {
            return self.value_of_quiet(board);
        }
        if board.count() > self.pieces {
            return None;
        }
        let mut moves = Vec::new();
        board.moves_into(self.rules, &mut moves);
        let next: Option<Vec<Value>> = moves.iter().map(|found| self.value(&found.board)).collect();
        Value::before(next?.into_iter())
    }

    /// What a board is worth where nothing can be captured; `None` if it has too many pieces.
    pub fn value_of_quiet(&mut self, board: &Board) -> Option<Value> {
        if board.count() > self.pieces || board.own == 0 || board.other == 0 {
            return None;
        }
        let board = if board.down { *board } else { board.turned() };
        let material = Material::of(&board);
        let slice = &mut self.slices[material.code()];
        self.unpacked |= slice.prepare(material);
        slice.value(material.number(&board)).map(Value::from_byte)
    }
}

impl Slice {
    /// Sees to it that values can be asked for, and says whether they had to be unpacked for it. What cannot
    /// be read counts as absent from then on: a move is wanted even so.
    fn prepare(&mut self, material: Material) -> bool {
        let count = material.boards();
        match self {
            Self::Absent | Self::Unpacked(_) | Self::Opened(_) => false,
            Self::Packed(packed) => {
                *self = packed.unpack(count).map_or(Self::Absent, Self::Unpacked);
                true
            }
            Self::File(path) => {
                *self = Blocks::open(path, count).map_or(Self::Absent, Self::Opened);
                false
            }
        }
    }

    /// The value of that number, one of the material's.
    #[inline]
    fn value(&mut self, number: usize) -> Option<u8> {
        match self {
            Self::Unpacked(values) => values.get(number).copied(),
            Self::Opened(blocks) => {
                let value = blocks.value(number).ok();
                if value.is_none() {
                    *self = Self::Absent;
                }
                value
            }
            Self::Absent | Self::Packed(_) | Self::File(_) => None,
        }
    }
}
