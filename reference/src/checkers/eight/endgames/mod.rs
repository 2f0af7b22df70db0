//! Endgames known to the end: what every board of few pieces is worth, and in how many moves.
//!
//! [`material`] numbers the boards, [`build`] solves them. Those of up to four pieces come with the
//! program, [`packed`]; more may lie in a folder, one plain file a material, which [`store`] knows.
//! Blocks of both are unpacked or read as they are needed. Boards where one must capture have no
//! value of their own there: their moves lead to boards of fewer pieces. Knows nothing of draws by
//! repetition or by number of moves.

mod blocks;
pub mod build;
pub mod material;
pub mod packed;
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
use packed::PackedBlock;
use std::path::{Path, PathBuf};

/// Values of boards, read as they are needed.
#[derive(Debug)]
pub struct Endgames {
    /// By the code of the material.
    slices: Vec<Slice>,
    rules: Rules,
    pieces: u32,
}

/// The values of one material.
#[derive(Debug)]
enum Slice {
    Absent,
    Packed(Vec<PackedBlock>),
    File(PathBuf),
    Open(Blocks),
}

impl Endgames {
    /// None at all.
    pub fn none(rules: Rules) -> Self {
        let slices = (0..Material::CODES).map(|_| Slice::Absent).collect();
        Self { slices, rules, pieces: 0 }
    }

    /// Those that come with the program.
    pub fn shipped(rules: Rules) -> Self {
        let mut endgames = Self { pieces: packed::PACKED_PIECES, ..Self::none(rules) };
        for (material, blocks) in packed::all(rules) {
            endgames.slices[material.code()] = Slice::Packed(blocks);
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
        let value = self.slices[material.code()].value(material, material.number(&board));
        value.map(Value::from_byte)
    }
}

impl Slice {
    /// The value of that number; `None` where there is none or it cannot be read: a move is wanted even so.
    #[inline]
    fn value(&mut self, material: Material, number: usize) -> Option<u8> {
        if let Self::Packed(_) | Self::File(_) = self {
            *self = std::mem::replace(self, Self::Absent).open(material.boards());
        }
        match self {
            Self::Open(blocks) => blocks.value(number),
            _ => None,
        }
    }

    #[cold]
    fn open(self, count: usize) -> Self {
        match self {
            Self::Packed(blocks) => Self::Open(Blocks::packed(blocks, count)),
            Self::File(path) => Blocks::open(&path, count).map_or(Self::Absent, Self::Open),
            other => other,
        }
    }
}
