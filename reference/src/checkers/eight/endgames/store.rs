//! Values of endgames as bytes, and as plain files in a folder.
//!
//! A byte a board, in the order of the boards' numbers. Numbers that are no board, and boards where
//! one must capture, repeat the byte before them, which packs well and is never looked at.

use super::build::Solved;
use super::material::Material;
use crate::checkers::eight::board::Rules;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Most pieces that a folder may hold.
pub const MOST_PIECES: u32 = 5;

/// A folder of endgames that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused.
    #[error("{path}: {error}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file that was not written to its end, or is something else.
    #[error(
        "{path}: expected {expected} bytes, found {found}; rebuild the folder with --build-tables"
    )]
    Length {
        /// The file.
        path: PathBuf,
        /// Bytes that its material needs.
        expected: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// A folder without endgames.
    #[error("{path}: no endgames found; build them with --build-tables")]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

/// The files of a folder.
pub(super) struct Files {
    /// The material that each holds.
    pub(super) slices: Vec<(Material, PathBuf)>,
    /// Boards of at most so many pieces are all there.
    pub(super) pieces: u32,
}

/// The bytes of all boards of a material, as kept.
pub fn bytes(solved: &Solved, material: Material) -> Vec<u8> {
    let mut last = 0;
    let values = solved[&material].iter().enumerate().map(|(number, value)| {
        if material.board(number).is_some_and(|board| !board.must_capture()) {
            last = value.byte();
        }
        last
    });
    values.collect()
}

/// Makes the folder, and those that it lies in, unless they are there.
pub fn make(folder: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(folder).map_err(|error| StoreError::Io { path: folder.to_owned(), error })
}

/// Writes a material's file: first under another name, so that it is there whole or not at all.
pub fn write(
    folder: &Path,
    rules: Rules,
    material: Material,
    bytes: &[u8],
) -> Result<(), StoreError> {
    let path = path(folder, rules, material);
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, bytes)
        .map_err(|error| StoreError::Io { path: unfinished.clone(), error })?;
    fs::rename(&unfinished, &path).map_err(|error| StoreError::Io { path, error })
}

fn path(folder: &Path, rules: Rules, material: Material) -> PathBuf {
    let rules = match rules {
        Rules::Seed => "",
        Rules::English => ".english",
    };
    folder.join(format!("{}{rules}.table", material.name()))
}

/// The files of a folder, each of the length that it must have.
pub(super) fn files(rules: Rules, folder: &Path) -> Result<Files, StoreError> {
    let mut files = Files { slices: Vec::new(), pieces: 0 };
    for pieces in 2..=MOST_PIECES {
        let exactly = |material: &Material| material.pieces() == pieces;
        for material in Material::up_to(pieces).into_iter().filter(exactly) {
            let path = path(folder, rules, material);
            let found = match fs::metadata(&path) {
                Ok(metadata) => metadata.len(),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return files.checked(folder);
                }
                Err(error) => return Err(StoreError::Io { path, error }),
            };
            let expected = material.boards() as u64;
            if found != expected {
                return Err(StoreError::Length { path, expected, found });
            }
            files.slices.push((material, path));
        }
        files.pieces = pieces;
    }
    Ok(files)
}

impl Files {
    /// Leaves out what is incomplete, and complains where that is all.
    fn checked(mut self, folder: &Path) -> Result<Self, StoreError> {
        if self.pieces == 0 {
            return Err(StoreError::Empty { path: folder.to_owned() });
        }
        self.slices.retain(|(material, _)| material.pieces() <= self.pieces);
        Ok(self)
    }
}
