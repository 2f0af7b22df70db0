//! The values of one material. A block of them is read or unpacked when one of its values is first asked for: a
//! move has no time for all.

use super::packed::PackedBlock;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

/// The values of a packed block, as a power of 2: smaller blocks pack worse.
pub(super) const PACKED_BITS: u32 = 14;
/// Those of a block of a file: reading more at a time takes longer than it saves.
const FILE_BITS: u32 = 12;

/// The values of a material.
#[derive(Debug)]
pub(super) struct Blocks {
    source: Source,
    /// 2 to the power of this is the number of values of a block.
    bits: u32,
    /// Zero until they are loaded: pages that nobody wrote to take no memory.
    values: Vec<u8>,
    /// Which blocks are.
    loaded: Vec<bool>,
}

/// Where values come from.
#[derive(Debug)]
enum Source {
    File(File),
    Packed(Vec<PackedBlock>),
}

impl Blocks {
    /// So many values of a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(super) fn open(path: &Path, count: usize) -> io::Result<Self> {
        Ok(Self::new(Source::File(File::open(path)?), FILE_BITS, count))
    }

    /// So many values that come with the program.
    pub(super) fn packed(blocks: Vec<PackedBlock>, count: usize) -> Self {
        Self::new(Source::Packed(blocks), PACKED_BITS, count)
    }

    fn new(source: Source, bits: u32, count: usize) -> Self {
        let loaded = vec![false; count.div_ceil(1 << bits)];
        Self { source, bits, values: vec![0; count], loaded }
    }

    /// The value of this number; `None` where there is none or it cannot be read.
    #[inline]
    pub(super) fn value(&mut self, number: usize) -> Option<u8> {
        let block = number >> self.bits;
        if !*self.loaded.get(block)? {
            self.load(block)?;
        }
        self.values.get(number).copied()
    }

    #[cold]
    fn load(&mut self, block: usize) -> Option<()> {
        let start = block << self.bits;
        let end = (start + (1 << self.bits)).min(self.values.len());
        let values = &mut self.values[start..end];
        match &self.source {
            Source::File(file) => file.read_exact_at(values, start as u64).ok()?,
            Source::Packed(blocks) => blocks.get(block)?.unpack(values)?,
        }
        self.loaded[block] = true;
        Some(())
    }

    /// For tests: these values instead.
    #[cfg(test)]
    pub(super) fn set(&mut self, number: usize, value: u8) {
        self.value(number);
        self.values[number] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, FILE_BITS};
    use crate::random::Random;
    use std::fs;

    const BLOCK: usize = 1 << FILE_BITS;

    #[test]
    fn values_are_those_of_the_file() {
        let mut random = Random::new(1);
        let mut byte = || u8::try_from(random.below(256)).unwrap();
        let bytes: Vec<u8> = (0..3 * BLOCK + 7).map(|_| byte()).collect();
        let place = tempfile::NamedTempFile::new().unwrap();
        fs::write(place.path(), &bytes).unwrap();
        let mut blocks = Blocks::open(place.path(), bytes.len()).unwrap();
        let ends = [bytes.len() - 1, bytes.len(), 4 * BLOCK];
        for number in (0..2000).map(|_| random.below(bytes.len())).chain(ends) {
            assert_eq!(blocks.value(number), bytes.get(number).copied(), "{number}");
        }
    }

    #[test]
    fn a_file_that_was_cut_has_no_more_values() {
        let place = tempfile::NamedTempFile::new().unwrap();
        fs::write(place.path(), vec![7; 3 * BLOCK]).unwrap();
        let mut blocks = Blocks::open(place.path(), 3 * BLOCK).unwrap();
        assert_eq!(blocks.value(0), Some(7));
        fs::write(place.path(), vec![8; BLOCK + 1]).unwrap();
        // What was read is kept.
        assert_eq!(blocks.value(1), Some(7));
        assert_eq!([BLOCK, 2 * BLOCK, 3 * BLOCK].map(|number| blocks.value(number)), [None; 3]);
    }
}
