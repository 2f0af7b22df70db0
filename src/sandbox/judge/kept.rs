//! Reads what a run left behind: files that anybody may have made anything of.

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;

use crate::sandbox::job::Kept;

/// The heads of the files that are there, in the order asked for: `bits` says which those are, the
/// first one lowest. What is no regular file counts as not there.
pub(super) fn read(bits: u64, files: Vec<OwnedFd>, most: u64) -> Kept {
    let wanted = u64::BITS - bits.leading_zeros();
    let mut files = files.into_iter();
    let mut next = |bit: u32| (bits >> bit & 1 != 0).then(|| files.next()).flatten();
    (0..wanted).map(|bit| next(bit).and_then(|file| head(file.into(), most))).collect()
}

fn head(file: File, most: u64) -> Option<Vec<u8>> {
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
