//! The endgames that come with the program: the values of each material in blocks, packed by LZMA.

use super::blocks::PACKED_BITS;
use super::build::Solved;
use super::material::Material;
use super::store::bytes;
use crate::checkers::eight::board::Rules;
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use std::io::{self, Read, Write};

/// Boards of at most so many pieces come with the program.
pub const PACKED_PIECES: u32 = 4;

/// For each block of each material of [`Material::up_to`], the number of its packed bytes as four
/// bytes, the lowest first, then these bytes: none where all values are 0.
const SEED: &[u8] = include_bytes!("../../../../tables/checkers-4.tables");
/// The same of what to add to each byte of these for the English rules.
const ENGLISH: &[u8] = include_bytes!("../../../../tables/checkers-4-english.differences");

/// A block of values.
#[derive(Debug, Clone, Copy)]
pub(super) struct PackedBlock {
    seed: &'static [u8],
    /// What to add to them.
    differences: &'static [u8],
}

impl PackedBlock {
    /// Writes its values; `None` if there are too few.
    pub(super) fn unpack(self, values: &mut [u8]) -> Option<()> {
        unpack(self.seed, values)?;
        if !self.differences.is_empty() {
            let mut differences = vec![0; values.len()];
            unpack(self.differences, &mut differences)?;
            let pairs = values.iter_mut().zip(differences);
            pairs.for_each(|(value, difference)| *value = value.wrapping_add(difference));
        }
        Some(())
    }
}

/// The values of each material that come with the program.
pub(super) fn all(rules: Rules) -> impl Iterator<Item = (Material, Vec<PackedBlock>)> {
    let (mut seed, mut differences) = (parts(SEED), parts(ENGLISH));
    let mut block = move || {
        let differences = match rules {
            Rules::Seed => &[],
            Rules::English => differences.next()?,
        };
        Some(PackedBlock { seed: seed.next()?, differences })
    };
    Material::up_to(PACKED_PIECES).into_iter().map(move |material| {
        let count = material.boards().div_ceil(1 << PACKED_BITS);
        (material, (0..count).map_while(|_| block()).collect())
    })
}

/// The packed bytes of each block.
fn parts(all: &'static [u8]) -> impl Iterator<Item = &'static [u8]> {
    let mut left = all;
    std::iter::from_fn(move || {
        let (length, rest) = left.split_first_chunk()?;
        let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        left = rest;
        Some(part)
    })
}

/// Packs all materials of up to [`PACKED_PIECES`] pieces together; for the English rules, their
/// differences to those that come with the program.
///
/// # Errors
/// When these cannot be unpacked, or the packer fails.
pub fn pack(solved: &Solved, rules: Rules) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    for (material, blocks) in all(Rules::Seed) {
        for (place, values) in bytes(solved, material).chunks_mut(1 << PACKED_BITS).enumerate() {
            if rules == Rules::English {
                let mut seed = vec![0; values.len()];
                let unpacked = blocks.get(place).and_then(|block| block.unpack(&mut seed));
                unpacked.ok_or(io::ErrorKind::InvalidData)?;
                let pairs = values.iter_mut().zip(seed);
                pairs.for_each(|(value, seed)| *value = value.wrapping_sub(seed));
            }
            let part = pack_block(values)?;
            packed.extend(u32::try_from(part.len()).map_err(io::Error::other)?.to_le_bytes());
            packed.extend(part);
        }
    }
    Ok(packed)
}

/// Packs values: nothing if all are 0.
fn pack_block(values: &[u8]) -> io::Result<Vec<u8>> {
    if values.iter().all(|value| *value == 0) {
        return Ok(Vec::new());
    }
    let mut options = LzmaOptions::with_preset(9);
    // Neighbours are alike whatever their place among the values.
    (options.lc, options.lp, options.pb) = (0, 0, 0);
    options.dict_size = 1 << PACKED_BITS;
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(values.len() as u64))?;
    writer.write_all(values)?;
    writer.finish()
}

/// Writes the values of which [`pack_block`] made `packed`; `None` if there are too few.
fn unpack(packed: &[u8], values: &mut [u8]) -> Option<()> {
    if packed.is_empty() {
        values.fill(0);
        return Some(());
    }
    LzmaReader::new_mem_limit(packed, u32::MAX, None).ok()?.read_exact(values).ok()
}
