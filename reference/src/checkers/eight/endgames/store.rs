//! Values of endgames as bytes: plain files in a folder, or packed together for the program.
//!
//! A byte a board, in the order of the boards' numbers. Numbers that are no board, and boards where
//! one must capture, repeat the byte before them, which packs well and is never looked at.

use super::build::Solved;
use super::material::Material;
use crate::checkers::eight::board::Rules;
use crate::checkers::eight::packing;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Boards of at most so many pieces come with the program.
pub const SHIPPED_PIECES: u32 = 4;
/// Most pieces that a folder may hold.
pub const MOST_PIECES: u32 = 5;

/// For each material of [`Material::up_to`], the number of its packed bytes as four bytes, the
/// lowest first, then these bytes.
const SHIPPED: &[u8] = include_bytes!("../../../../tables/checkers-4.tables");
/// What to add to each byte of these for the English rules: nearly everywhere 0.
const ENGLISH: &[u8] = include_bytes!("../../../../tables/checkers-4-english.differences");

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

/// Packs all materials of up to [`SHIPPED_PIECES`] pieces together; for the English rules, their
/// differences to those that come with the program.
pub fn pack(solved: &Solved, rules: Rules) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    for (material, shipped) in shipped(Rules::Seed) {
        let mut bytes = bytes(solved, material);
        if rules == Rules::English {
            let seed = shipped.unpack(material.boards()).ok_or(io::ErrorKind::InvalidData)?;
            bytes.iter_mut().zip(seed).for_each(|(byte, seed)| *byte = byte.wrapping_sub(seed));
        }
        let packed = packing::pack(&bytes)?;
        let length = u32::try_from(packed.len()).map_err(io::Error::other)?;
        all.extend(length.to_le_bytes());
        all.extend(packed);
    }
    Ok(all)
}

/// The values of a material that come with the program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shipped {
    seed: &'static [u8],
    /// What to add to them.
    differences: Option<&'static [u8]>,
}

impl Shipped {
    /// So many values; `None` if they are others.
    pub(super) fn unpack(self, count: usize) -> Option<Vec<u8>> {
        let mut values = packing::unpack(self.seed, count)?;
        if let Some(differences) = self.differences {
            let differences = packing::unpack(differences, count)?;
            let pairs = values.iter_mut().zip(differences);
            pairs.for_each(|(value, difference)| *value = value.wrapping_add(difference));
        }
        Some(values)
    }
}

/// The values of each material that come with the program.
pub(super) fn shipped(rules: Rules) -> impl Iterator<Item = (Material, Shipped)> {
    let mut differences = parts(ENGLISH);
    parts(SHIPPED).map(move |(material, seed)| {
        let differences = differences.next().map(|(_, part)| part);
        let differences = differences.filter(|_| rules == Rules::English);
        (material, Shipped { seed, differences })
    })
}

/// The packed bytes of each material.
fn parts(all: &'static [u8]) -> impl Iterator<Item = (Material, &'static [u8])> {
    let mut left = all;
    Material::up_to(SHIPPED_PIECES).into_iter().map_while(move |material| {
        let (length, rest) = left.split_first_chunk()?;
        let (packed, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        left = rest;
        Some((material, packed))
    })
}
