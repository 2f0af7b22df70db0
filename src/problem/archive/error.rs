//! Why an archive was not unpacked.

use std::io;
use std::path::PathBuf;

use crate::machine;

/// Why an archive was not unpacked, and whose fault that is.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be opened or read.
    #[error("cannot read {}: {source}", archive.display())]
    Unreadable {
        /// The archive.
        archive: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The temporary folder cannot be written: the machine's fault.
    #[error("cannot unpack {}: {source}", archive.display())]
    Unwritable {
        /// The archive.
        archive: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The archive as a whole is bad: the setter's fault.
    #[error("{}: {fault}", archive.display())]
    Bad {
        /// The archive.
        archive: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// An entry of the archive is bad: the setter's fault.
    #[error("{}: `{entry}`: {fault}", archive.display())]
    BadEntry {
        /// The archive.
        archive: PathBuf,
        /// The entry's name, made visible and cut short.
        entry: String,
        /// What is wrong with it.
        fault: Fault,
    },
}

impl ArchiveError {
    /// Whether the machine is at fault: then nothing is known of the package.
    pub fn by_machine(&self) -> bool {
        match self {
            Self::Unreadable { source, .. } => machine::is_at_fault(source),
            Self::Unwritable { .. } => true,
            Self::Bad { .. } | Self::BadEntry { .. } => false,
        }
    }
}

/// What is wrong with an archive or an entry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is no archive, or its directory is damaged.
    #[error("not a ZIP archive, or a damaged one: {0}")]
    NotZip(String),
    /// The name of the archive gives a problem no name.
    #[error("the archive's name is not a valid package name: rename it")]
    Unnamed,
    /// It has too many files and folders.
    #[error("expected at most {0} files and folders")]
    TooMany(usize),
    /// Its files hold more than an archive of its size is trusted with.
    #[error("expected at most {0} in an archive of this size, when unpacked")]
    TooLarge(bytesize::ByteSize),
    /// Entries share their bytes: an archive that is small only because it says things twice.
    #[error("entries overlap each other")]
    Overlap,
    /// The archive says that the name is UTF-8, and it is not.
    #[error("expected a name in UTF-8")]
    NotUtf8,
    /// The name holds a zero byte.
    #[error("expected a name without zero bytes")]
    ZeroByte,
    /// The name leads out of the archive.
    #[error("expected a name relative to the archive's top, without `..`, `\\` or a drive")]
    Outside,
    /// The name, or the target of a link, is longer than file systems allow.
    #[error("expected at most {most_bytes} bytes and {most_parts} parts in a name")]
    TooLong {
        /// Bytes that a name may have.
        most_bytes: usize,
        /// Parts that a name may have.
        most_parts: usize,
    },
    /// Two entries have this name.
    #[error("duplicate name")]
    Twice,
    /// The name is that of a file or link, and one of the folders in another name.
    #[error("the name is used both for a folder and for a file or link")]
    FileAndFolder,
    /// It is a device, pipe or socket.
    #[error("expected a file, folder or link")]
    Special,
    /// It is encrypted.
    #[error("encrypted entries cannot be read")]
    Encrypted,
    /// It is compressed in another way than deflate.
    #[error("compressed by method {0}: only stored and deflated entries are read")]
    Method(u16),
    /// Its content is not what the archive's directory says.
    #[error("damaged: {0}")]
    Damaged(String),
    /// The target of a link is not relative, or not UTF-8.
    #[error("expected a relative path in UTF-8 as the link's target")]
    Target,
    /// The target of a link is outside of the package.
    #[error("the link points outside the package")]
    LeadsOut,
    /// The target of a link can be reached only by another link.
    #[error("the link points through another link: make it point to the target directly")]
    ThroughLink,
}
