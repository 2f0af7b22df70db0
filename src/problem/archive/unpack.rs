//! Takes a package out of its archive.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{FileExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use bytesize::ByteSize;

use super::error::{ArchiveError, Fault};
use super::plan::{Kind, LONGEST, Plan, TOO_LONG};
use super::source::{Entry, Source};
use crate::machine::TemporaryFolder;
use crate::regular;

/// How much an archive may hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Files, folders and links.
    pub(super) entries: usize,
    /// Bytes of all files.
    pub(super) bytes: u64,
    /// Bytes of all files that an archive of any size may hold: inputs that repeat one letter take
    /// next to no room in it.
    pub(super) free: u64,
    /// Bytes of all files for each byte of the archive, where these are more.
    pub(super) ratio: u64,
}

/// The bounds of packages.
const BOUNDS: Bounds = Bounds { entries: 100_000, bytes: 4 << 30, free: 512 << 20, ratio: 200 };

/// How programs and scripts begin.
const PROGRAMS: [&[u8]; 2] = [b"\x7fELF", b"#!"];

/// A package taken out of its archive. It goes when this is dropped.
#[derive(Debug)]
pub struct Unpacked {
    top: PathBuf,
    folder: PathBuf,
    files: Vec<String>,
    _temporary: TemporaryFolder,
}

impl Unpacked {
    /// The folder of the package: absolute, without links in its path, and of the package's name.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder that holds what the archive does.
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// The paths of its files and links below that, in the archive's order.
    pub fn files(&self) -> &[String] {
        &self.files
    }
}

/// Whether a path has the ending of a packed package (legacy and 2025-09, General Requirements).
pub fn is_archive(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ["zip", "kpp"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Takes the package out of an archive. Where the archive holds nothing but one folder, that is the
/// package; else all of it is, under the archive's name.
///
/// # Errors
/// When the archive is bad or cannot be read, or the temporary folder cannot be written.
pub fn unpack(archive: &Path) -> Result<Unpacked, ArchiveError> {
    unpack_within(archive, BOUNDS)
}

/// The same within other bounds.
pub(super) fn unpack_within(archive: &Path, bounds: Bounds) -> Result<Unpacked, ArchiveError> {
    let source = Source::open(archive)?;
    let (plan, entries) = source.contents(bounds.entries)?;
    let name = source.name()?;
    let package = plan.only_folder();

    let temporary = TemporaryFolder::make().map_err(|error| source.unwritable(error))?;
    let top = temporary.path().join(name);
    fs::create_dir(&top).map_err(|error| source.unwritable(error))?;
    for folder in plan.folders() {
        fs::create_dir(top.join(folder)).map_err(|error| source.unwritable(error))?;
    }
    let most = bounds.free.max(source.size().saturating_mul(bounds.ratio)).min(bounds.bytes);
    let mut left = most;
    // Packed where files have no permissions: what begins like a program is one.
    let by_content = !entries.iter().any(|entry| entry.kind == Kind::File && entry.executable);
    for entry in entries.iter().filter(|entry| entry.kind == Kind::File) {
        if !write(&source, entry, &top, by_content, &mut left)? {
            return Err(source.bad(Fault::TooLarge(ByteSize(most))));
        }
    }
    // Last, so that nothing is written through them.
    for entry in entries.iter().filter(|entry| entry.kind == Kind::Link) {
        let target = target(&source, entry, &plan, package)?;
        symlink(target, top.join(&entry.path)).map_err(|error| source.unwritable(error))?;
    }
    let folder = package.map_or_else(|| top.clone(), |package| top.join(package));
    let files = entries.into_iter().map(|entry| entry.path).collect();
    Ok(Unpacked { top, folder, files, _temporary: temporary })
}

/// Writes a file; `false` if it is larger than what is left. Whether it may be executed is decided by what
/// it holds, or else by the archive.
fn write(
    source: &Source<'_>,
    entry: &Entry,
    top: &Path,
    by_content: bool,
    left: &mut u64,
) -> Result<bool, ArchiveError> {
    let unwritable = |error| source.unwritable(error);
    let place = top.join(&entry.path);
    let mut file = File::create_new(&place).map_err(unwritable)?;
    let is_whole = source.copy(entry, &mut file, left)?;
    let executable = if by_content {
        begins_like_a_program(&place).map_err(unwritable)?
    } else {
        entry.executable
    };
    let mode = if executable { 0o755 } else { 0o644 };
    file.set_permissions(Permissions::from_mode(mode)).map_err(unwritable)?;
    Ok(is_whole)
}

fn begins_like_a_program(path: &Path) -> io::Result<bool> {
    let mut start = [0; 4];
    let count = regular::open(path)?.read_at(&mut start, 0)?;
    Ok(PROGRAMS.iter().any(|program| start[..count].starts_with(program)))
}

/// Where a link leads.
fn target(
    source: &Source<'_>,
    entry: &Entry,
    plan: &Plan,
    package: Option<&str>,
) -> Result<String, ArchiveError> {
    let bad = |fault| source.bad_entry(entry.path.as_bytes(), fault);
    let (mut target, mut left) = (Vec::new(), LONGEST as u64);
    if !source.copy(entry, &mut target, &mut left)? {
        return Err(bad(TOO_LONG));
    }
    let target = String::from_utf8(target).map_err(|_| bad(Fault::Target))?;
    plan.check_target(&entry.path, &target, package).map_err(bad)?;
    Ok(target)
}
