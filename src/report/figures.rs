//! Figures as people read them.

use bytesize::ByteSize;

/// Bytes below which control groups do not measure: the kernel counts pages in batches for each core.
const FINEST: u64 = 1 << 20;

/// Peak memory: `7.1 MiB`, or `< 1 MiB`.
pub(super) fn memory(bytes: u64) -> String {
    if bytes < FINEST { "< 1 MiB".to_owned() } else { ByteSize(bytes).to_string() }
}
