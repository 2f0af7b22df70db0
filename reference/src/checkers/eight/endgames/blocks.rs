//! Values that stay in a file and are read a block at a time, when one of it is asked for: a move has no time
//! to read them all.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

/// Values of a block. Reading more at a time takes longer than it saves.
const BLOCK: usize = 1 << 12;

/// The values of a file.
#[derive(Debug)]
pub(super) struct Blocks {
    file: File,
    /// As many as the file has, those of a block 0 until that was read: so they take no memory before.
    values: Vec<u8>,
    /// Which blocks were read.
    are_read: Vec<bool>,
}

impl Blocks {
    /// A file of so many values, none of which is read yet.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(super) fn open(path: &Path, count: usize) -> io::Result<Self> {
        let are_read = vec![false; count.div_ceil(BLOCK)];
        Ok(Self { file: File::open(path)?, values: vec![0; count], are_read })
    }

    /// The value of this number, which must be one of the file's.
    ///
    /// # Errors
    /// When it cannot be read.
    #[inline]
    pub(super) fn value(&mut self, number: usize) -> io::Result<u8> {
        if !self.are_read[number / BLOCK] {
            self.read(number / BLOCK)?;
        }
        Ok(self.values[number])
    }

    #[cold]
    fn read(&mut self, block: usize) -> io::Result<()> {
        let start = block * BLOCK;
        let end = (start + BLOCK).min(self.values.len());
        self.file.read_exact_at(&mut self.values[start..end], start as u64)?;
        self.are_read[block] = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Blocks};
    use crate::random::Random;
    use std::fs;

    #[test]
    fn values_are_those_of_the_file() {
        let mut random = Random::new(1);
        let bytes: Vec<u8> = (0..3 * BLOCK + 7).map(|_| random.below(256) as u8).collect();
        let place = tempfile::NamedTempFile::new().unwrap();
        fs::write(place.path(), &bytes).unwrap();
        let mut blocks = Blocks::open(place.path(), bytes.len()).unwrap();
        for number in (0..2000).map(|_| random.below(bytes.len())).chain([bytes.len() - 1]) {
            assert_eq!(blocks.value(number).unwrap(), bytes[number], "{number}");
        }
    }

    #[test]
    fn a_file_that_was_cut_has_no_more_values() {
        let place = tempfile::NamedTempFile::new().unwrap();
        fs::write(place.path(), vec![7; 3 * BLOCK]).unwrap();
        let mut blocks = Blocks::open(place.path(), 3 * BLOCK).unwrap();
        assert_eq!(blocks.value(0).unwrap(), 7);
        fs::write(place.path(), vec![8; BLOCK + 1]).unwrap();
        // What was read is kept.
        assert_eq!(blocks.value(1).unwrap(), 7);
        assert!(blocks.value(BLOCK).is_err() && blocks.value(2 * BLOCK).is_err());
    }
}
