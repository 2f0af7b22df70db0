//! Compresses and expands the tables that are embedded in the program (LZMA).

use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use std::io::{self, Read, Write};

/// Most memory for unpacking, far more than the largest of these need.
const MEMORY_KIB: u32 = 1 << 16;

/// Packs bytes.
pub fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut options = LzmaOptions::with_preset(9);
    // Neighbours are alike whatever their place among the bytes.
    (options.lc, options.lp, options.pb) = (0, 0, 0);
    options.dict_size = u32::try_from(bytes.len()).map_err(io::Error::other)?.max(4096);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    writer.write_all(bytes)?;
    writer.finish()
}

/// The bytes of which [`pack`] made `packed`, so many; `None` if it did not.
pub fn unpack(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    LzmaReader::new_mem_limit(packed, MEMORY_KIB, None).ok()?.read_to_end(&mut bytes).ok()?;
    (bytes.len() == length).then_some(bytes)
}
