//! Problem packages in ZIP archives (`.zip`, `.kpp`): unpacked into a temporary folder, and read
//! there like any other.
//!
//! An archive is foreign: its names may lead anywhere, its links too, and a few kilobytes of it may
//! stand for any number of gigabytes. So all names are checked before anything is written, links are
//! made last, and what is written is counted. Nothing of a package's own is left out in silence: an
//! archive with one bad entry is refused.

mod error;
mod name;
mod plan;
mod source;
#[cfg(test)]
mod tests;
mod unpack;

pub use self::error::{ArchiveError, Fault};
pub use self::unpack::{Unpacked, is_archive, unpack};
