//! Reads archives: what is in them, and the bytes of an entry.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use flate2::read::DeflateDecoder;
use rawzip::{
    CompressionMethod, CreatorSystem, ErrorKind, FileReader, MAX_CENTRAL_DIRECTORY_RECORD_SIZE,
    RECOMMENDED_BUFFER_SIZE, ZipArchive, ZipArchiveEntryWayfinder, ZipFileHeaderRecord,
};

use super::error::{ArchiveError, Fault};
use super::name::text;
use super::plan::{Kind, Plan, is_litter};
use crate::regular;
use crate::visible::first_line;

/// Characters of an entry's name that a message shows.
const SHOWN: usize = 200;

/// Bytes that are copied at a time.
const STEP: usize = 1 << 16;

/// A file or link of an archive.
pub(super) struct Entry {
    /// Its path below the archive's top, as [`Plan`] has it.
    pub(super) path: String,
    /// What it is.
    pub(super) kind: Kind,
    /// Whether somebody may execute it.
    pub(super) executable: bool,
    deflated: bool,
    way: ZipArchiveEntryWayfinder,
}

/// An open archive.
pub(super) struct Source<'path> {
    path: &'path Path,
    size: u64,
    zip: ZipArchive<FileReader>,
}

impl<'path> Source<'path> {
    pub(super) fn open(path: &'path Path) -> Result<Self, ArchiveError> {
        let unreadable = |source| ArchiveError::Unreadable { archive: path.into(), source };
        let opened = fs::canonicalize(path).and_then(|real| {
            let file = regular::open(&real)?;
            Ok((file.metadata()?.len(), file))
        });
        let (size, file) = opened.map_err(unreadable)?;
        let no_zip =
            |words| ArchiveError::Bad { archive: path.into(), fault: Fault::NotZip(words) };
        let zip = ZipArchive::from_file(file, &mut vec![0; RECOMMENDED_BUFFER_SIZE]);
        let zip = zip.map_err(|error| broken(path, error.into_kind(), no_zip))?;
        Ok(Self { path, size, zip })
    }

    /// Bytes of the archive.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The name of a package that is not in a folder of its own.
    pub(super) fn name(&self) -> Result<&'path OsStr, ArchiveError> {
        let stem = self.path.file_stem().filter(|stem| *stem != "." && *stem != "..");
        stem.ok_or_else(|| self.bad(Fault::Unnamed))
    }

    /// What the archive holds: at most this many files, folders and links.
    pub(super) fn contents(&self, most: usize) -> Result<(Plan, Vec<Entry>), ArchiveError> {
        let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
        let mut records = self.zip.entries(&mut buffer);
        let (mut plan, mut entries) = (Plan::default(), Vec::new());
        let (mut seen, mut packed) = (0, 0_u64);
        loop {
            let no_zip = |words| self.bad(Fault::NotZip(words));
            let record = records.next_entry();
            let record = record.map_err(|error| broken(self.path, error.into_kind(), no_zip))?;
            let Some(record) = record else { break };
            let name = record.file_path();
            let entry = entry(&record, &mut plan);
            entries.extend(entry.map_err(|fault| self.bad_entry(name.as_ref(), fault))?);
            packed = packed.saturating_add(record.compressed_size_hint());
            seen += 1;
            if plan.len().max(seen) > most {
                return Err(self.bad(Fault::TooMany(most)));
            }
        }
        // Else a small archive could be read for ever.
        if packed > self.size { Err(self.bad(Fault::Overlap)) } else { Ok((plan, entries)) }
    }

    /// Copies what an entry holds; `false` if that is more bytes than are left.
    pub(super) fn copy(
        &self,
        entry: &Entry,
        to: &mut impl Write,
        left: &mut u64,
    ) -> Result<bool, ArchiveError> {
        let damaged = |words| self.bad_entry(entry.path.as_bytes(), Fault::Damaged(words));
        let found = self.zip.get_entry(entry.way);
        let found = found.map_err(|error| broken(self.path, error.into_kind(), damaged))?;
        let packed = found.reader();
        let content: Box<dyn Read> =
            if entry.deflated { Box::new(DeflateDecoder::new(packed)) } else { Box::new(packed) };
        let mut content = found.verifying_reader(content);
        let mut bytes = vec![0; STEP];
        loop {
            let count = match content.read(&mut bytes) {
                Ok(0) => return Ok(true),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(broken(self.path, ErrorKind::IO(error), damaged)),
            };
            match left.checked_sub(count as u64) {
                Some(rest) => *left = rest,
                None => return Ok(false),
            }
            to.write_all(&bytes[..count]).map_err(|error| self.unwritable(error))?;
        }
    }

    /// The error about the archive as a whole.
    pub(super) fn bad(&self, fault: Fault) -> ArchiveError {
        ArchiveError::Bad { archive: self.path.into(), fault }
    }

    /// The error about an entry.
    pub(super) fn bad_entry(&self, name: &[u8], fault: Fault) -> ArchiveError {
        let entry = first_line(name, SHOWN);
        ArchiveError::BadEntry { archive: self.path.into(), entry, fault }
    }

    /// The error of writing elsewhere.
    pub(super) fn unwritable(&self, source: io::Error) -> ArchiveError {
        ArchiveError::Unwritable { archive: self.path.into(), source }
    }
}

/// The error of reading: the system's, or that what was read makes no sense. Errors that libraries make of bad data have
/// no number.
fn broken(
    archive: &Path,
    error: ErrorKind,
    damaged: impl FnOnce(String) -> ArchiveError,
) -> ArchiveError {
    match error {
        ErrorKind::IO(source) if source.raw_os_error().is_some() => {
            ArchiveError::Unreadable { archive: archive.into(), source }
        }
        other => damaged(other.to_string()),
    }
}

/// What a record of the directory stands for, added to the plan; nothing more for folders.
fn entry(record: &ZipFileHeaderRecord<'_>, plan: &mut Plan) -> Result<Option<Entry>, Fault> {
    let flags = record.flags();
    if flags.is_encrypted() || flags.has_strong_encryption() || flags.is_masked() {
        return Err(Fault::Encrypted);
    }
    let name = record.file_path();
    let mut name = text(name.as_ref(), flags.is_utf8())?;
    // On Unix it is a letter like any other.
    if is_of_windows(record) && name.contains('\\') {
        name = name.replace('\\', "/").into();
    }
    if is_litter(&name)? {
        return Ok(None);
    }
    let kind = kind(record, name.ends_with('/'))?;
    let path = plan.add(&name, kind)?;
    if kind == Kind::Folder {
        return Ok(None);
    }
    let deflated = match record.compression_method() {
        CompressionMethod::STORE => false,
        CompressionMethod::DEFLATE => true,
        other => return Err(Fault::Method(other.as_u16())),
    };
    let executable = record.mode().permissions() & 0o111 != 0;
    Ok(Some(Entry { path, kind, executable, deflated, way: record.wayfinder() }))
}

/// Bits of a mode that say what a file is, and their values.
const KINDS: u32 = 0o170_000;
const FILE: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;
const LINK: u32 = 0o120_000;

/// Whether an entry was made on a system that may part names by `\`.
fn is_of_windows(record: &ZipFileHeaderRecord<'_>) -> bool {
    let systems = [CreatorSystem::FAT, CreatorSystem::NTFS, CreatorSystem::VFAT];
    systems.contains(&record.version_made_by().creator_system())
}

/// What an entry is, by its mode and whether its name is a folder's.
fn kind(record: &ZipFileHeaderRecord<'_>, is_folder: bool) -> Result<Kind, Fault> {
    match (record.mode().value() & KINDS, is_folder) {
        // A name that ends like a folder's adds the folder's bit to the mode, unless it ends in another sign than
        // that of ZIP. Few archivers write any other bit for it.
        (FOLDER, _) | (FILE, true) => Ok(Kind::Folder),
        (mode, true) if mode == FILE | FOLDER => Ok(Kind::Folder),
        (FILE | 0, false) => Ok(Kind::File),
        (LINK, false) => Ok(Kind::Link),
        _ => Err(Fault::Special),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_disk_is_no_fault_of_the_archive() {
        let error = |error| {
            let bad = |fault| ArchiveError::Bad { archive: "x.zip".into(), fault };
            let damaged = |words| bad(Fault::Damaged(words));
            broken(Path::new("x.zip"), error, damaged)
        };
        let failing = error(ErrorKind::IO(io::Error::from_raw_os_error(5)));
        assert_eq!(failing.to_string(), "cannot read x.zip: Input/output error (os error 5)");
        assert!(failing.by_machine());
        for bad in [ErrorKind::IO(io::Error::other("corrupt deflate stream")), ErrorKind::Eof] {
            assert!(matches!(error(bad), ArchiveError::Bad { .. }));
        }
    }
}
