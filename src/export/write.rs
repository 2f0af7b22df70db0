//! Writing a package: to a folder or an archive, whole or not at all.

use std::fs::{self, File as Written, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use rustix::fs::{CWD, RenameFlags};

use super::file::{Content, File, Package};
use crate::machine::{self, TemporaryFolder};
use crate::problem::archive;
use crate::regular::{self, LARGEST_CASE_FILE};

/// What becomes of something that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and nothing is written.
    Kept,
    /// The package takes its place.
    Replaced,
}

/// Why a package was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Something is there.
    #[error("{} already exists: nothing was written (`--force` replaces it)", .0.display())]
    Taken(PathBuf),
    /// What is there is not of the kind that is to be written.
    #[error("{} is {found}, and {wanted} is to be written: name another place", place.display())]
    OtherKind {
        /// Where.
        place: PathBuf,
        /// What is there.
        found: &'static str,
        /// What was to be written.
        wanted: &'static str,
    },
    /// There is no folder to write into.
    #[error("there is no folder {}: create it first", .0.display())]
    NoFolder(PathBuf),
    /// A file of the problem cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The place cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The place.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl WriteError {
    /// Whether the machine is at fault.
    pub fn by_machine(&self) -> bool {
        match self {
            Self::Taken(_) | Self::OtherKind { .. } | Self::NoFolder(_) => false,
            Self::Unreadable { source, .. } => machine::is_at_fault(source),
            Self::Unwritable { .. } => true,
        }
    }
}

/// Refuses a place that cannot be written, before any work is done for it.
///
/// # Errors
/// When something is there that is to stay, or the folder around it is missing.
pub fn expect_free(place: &Path, existing: Existing) -> Result<(), WriteError> {
    let parent = machine::folder_of(place);
    if !parent.is_dir() {
        return Err(WriteError::NoFolder(parent.to_owned()));
    }
    let Ok(found) = fs::symlink_metadata(place) else { return Ok(()) };
    let (is_archive, is_file) = (archive::is_archive(place), found.is_file());
    let is_right = if is_archive { is_file } else { found.is_dir() };
    if !is_right {
        let words = |is_file| if is_file { "a file" } else { "a folder" };
        let found = if found.is_symlink() { "a link" } else { words(is_file) };
        return Err(WriteError::OtherKind {
            place: place.to_owned(),
            found,
            wanted: words(is_archive),
        });
    }
    match existing {
        Existing::Replaced => Ok(()),
        Existing::Kept => Err(WriteError::Taken(place.to_owned())),
    }
}

/// Writes a package: to an archive where the name ends so, else to a folder. `top` is the folder in an
/// archive that holds it, where there is to be one.
///
/// # Errors
/// When the place is taken, or something cannot be read or written. Then nothing is there that was not
/// before.
pub fn write(
    package: &Package,
    place: &Path,
    top: Option<&str>,
    existing: Existing,
) -> Result<(), WriteError> {
    expect_free(place, existing)?;
    if archive::is_archive(place) {
        let bytes = archived(package, top)?;
        let unwritable = |source| WriteError::Unwritable { path: place.to_owned(), source };
        return put_file(place, &bytes, existing).map_err(unwritable);
    }
    let unwritable = |source| WriteError::Unwritable { path: place.to_owned(), source };
    let parent = machine::folder_of(place);
    let draft = TemporaryFolder::make_in(parent, ".jury-export-").map_err(unwritable)?;
    let folder = draft.path().join("package");
    fs::create_dir(&folder).map_err(unwritable)?;
    for (name, file) in &package.files {
        let bytes = bytes(file)?;
        put(&folder.join(name), &bytes, file.is_executable).map_err(unwritable)?;
    }
    let flags = match existing {
        Existing::Kept => RenameFlags::NOREPLACE,
        Existing::Replaced if place.exists() => RenameFlags::EXCHANGE,
        Existing::Replaced => RenameFlags::empty(),
    };
    rustix::fs::renameat_with(CWD, &folder, CWD, place, flags)
        .map_err(|error| unwritable(error.into()))?;
    machine::sync_folder(parent).map_err(unwritable)
}

fn put(path: &Path, bytes: &[u8], is_executable: bool) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = Written::create_new(path)?;
    file.write_all(bytes)?;
    let mode = if is_executable { 0o755 } else { 0o644 };
    file.set_permissions(Permissions::from_mode(mode))
}

fn put_file(place: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    let mut file = machine::half_written(machine::folder_of(place))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    match existing {
        Existing::Kept => file.persist_noclobber(place)?,
        Existing::Replaced => file.persist(place)?,
    };
    Ok(())
}

fn bytes(file: &File) -> Result<Vec<u8>, WriteError> {
    match &file.content {
        Content::Bytes(bytes) => Ok(bytes.clone()),
        Content::Copy(path) => regular::read(path, LARGEST_CASE_FILE)
            .map_err(|source| WriteError::Unreadable { path: path.clone(), source }),
    }
}

/// The package as an archive: the same bytes for the same package, whenever it is made.
///
/// # Errors
/// When a file of the problem cannot be read.
pub fn archived(package: &Package, top: Option<&str>) -> Result<Vec<u8>, WriteError> {
    let failed = |error: rawzip::Error| WriteError::Unwritable {
        path: package.slug.clone().into(),
        source: io::Error::other(error),
    };
    let mut out = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut out);
    for (name, file) in &package.files {
        let bytes = bytes(file)?;
        let name = top.map_or_else(|| name.clone(), |top| format!("{top}/{name}"));
        let mode = if file.is_executable { 0o100_755 } else { 0o100_644 };
        let entry = archive
            .new_file(name.as_str())
            .compression_method(CompressionMethod::DEFLATE)
            .unix_permissions(mode)
            .last_modified(UtcDateTime::from_unix(EPOCH));
        let (mut entry, config) = entry.start().map_err(failed)?;
        let encoder = DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        let written = writer.write_all(&bytes).and_then(|()| {
            let (encoder, descriptor) = writer.finish().map_err(io::Error::other)?;
            encoder.finish()?;
            Ok(descriptor)
        });
        let descriptor = written.map_err(|source| WriteError::Unwritable {
            path: package.slug.clone().into(),
            source,
        })?;
        entry.finish(descriptor).map_err(failed)?;
    }
    archive.finish().map_err(failed)?;
    Ok(out)
}

/// The time of all entries of archives, which have none before: the beginning of 1980.
const EPOCH: i64 = 315_532_800;
