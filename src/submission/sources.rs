//! Reads the files of a submission, whole, within bounds.

use std::fs::{self, Metadata};
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use super::Submission;
use super::command::fill;
use super::error::SubmissionError;
use super::language::Language;
use crate::digest::Digest;
use crate::regular;

/// Most files in a folder, and most folders: few links make many ways to the same one.
const MOST_FILES: usize = 1000;

/// Most bytes of a submission.
const MOST_BYTES: u64 = 256 << 20;

/// Deepest nesting of folders.
const DEEPEST: usize = 16;

/// The files of a submission.
#[derive(Debug)]
pub(super) struct Sources {
    /// The files, in byte order of their names.
    pub(super) files: Vec<Source>,
    /// Name of the file that leads.
    pub(super) main: String,
    /// How the user knows a single file, which has another name during the build.
    pub(super) known_as: Option<String>,
}

/// One file.
#[derive(Debug)]
pub(super) struct Source {
    /// Its name during the build, below the folder of sources.
    pub(super) name: String,
    /// What it holds.
    pub(super) bytes: Vec<u8>,
    /// Whether it may be executed.
    pub(super) executable: bool,
}

impl Submission {
    /// A digest of its language and files, in hexadecimal digits: the same wherever it lies, and
    /// another one as soon as a byte of it changes.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn digest(&self) -> Result<String, SubmissionError> {
        let mut digest = Digest::default();
        digest.part(self.language.name.as_bytes());
        Sources::read(self)?.add_to(&mut digest);
        Ok(digest.in_hexadecimal())
    }
}

impl Sources {
    /// Every file with its name and mode.
    pub(super) fn add_to(&self, digest: &mut Digest) {
        for source in &self.files {
            digest.part(source.name.as_bytes());
            digest.part([u8::from(source.executable)]);
            digest.part(&source.bytes);
        }
    }

    /// Reads all files.
    pub(super) fn read(submission: &Submission) -> Result<Self, SubmissionError> {
        let Submission { path, real, language, .. } = submission;
        let unreadable = |source| SubmissionError::Unreadable { path: path.clone(), source };
        if fs::symlink_metadata(real).map_err(unreadable)?.is_dir() {
            return Self::read_folder(path, language);
        }
        let mut file = read_file(path, real, String::new())?;
        file.name = match language.reader {
            None => language.single.clone(),
            Some(reader) => fill(&language.single, &reader.of_single(&file.bytes)),
        };
        let known_as = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Self { main: file.name.clone(), files: vec![file], known_as })
    }

    fn read_folder(path: &Path, language: &Language) -> Result<Self, SubmissionError> {
        let (names, places): (Vec<_>, Vec<_>) = names(path)?.into_iter().unzip();
        let main = language.leader(&names).cloned().unwrap_or_default();
        let (mut files, mut size) = (Vec::new(), 0);
        for (name, real) in names.into_iter().zip(&places) {
            let file = read_file(&path.join(&name), real, name)?;
            size += file.bytes.len() as u64;
            check_size(path, size)?;
            files.push(file);
        }
        Ok(Self { files, main, known_as: None })
    }

    /// The files that are sources of the language: those that its compiler is given.
    pub(super) fn compiled(&self, language: &Language) -> Vec<&Source> {
        if let [single] = self.files.as_slice() {
            return vec![single];
        }
        self.files.iter().filter(|file| language.is_source(&file.name)).collect()
    }
}

/// The submission must not be larger than this.
pub(super) fn check_size(path: &Path, bytes: u64) -> Result<(), SubmissionError> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let limit = format!("{bytes} bytes, at most {MOST_BYTES} are allowed");
    Err(SubmissionError::TooLarge { path: path.into(), limit })
}

/// The files of a folder, in byte order of their names below it, and where each is without links;
/// hidden files and Python's caches left out. Links are followed within the folder.
pub(super) fn names(folder: &Path) -> Result<Vec<(String, PathBuf)>, SubmissionError> {
    let real = fs::canonicalize(folder)
        .map_err(|source| SubmissionError::Unreadable { path: folder.into(), source })?;
    let mut gathered = Gathered::default();
    gather(&real, folder, "", DEEPEST, &mut gathered)?;
    gathered.names.sort_unstable();
    Ok(gathered.names)
}

/// What was met in a folder so far.
#[derive(Default)]
struct Gathered {
    names: Vec<(String, PathBuf)>,
    folders: usize,
}

fn gather(
    real: &Path,
    folder: &Path,
    prefix: &str,
    depth: usize,
    gathered: &mut Gathered,
) -> Result<(), SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable { path: folder.into(), source };
    gathered.folders += 1;
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        let own = entry.file_name().into_string();
        let own = own.map_err(|_| SubmissionError::NotAFile { path: path.clone() })?;
        if own.starts_with('.') || own == "__pycache__" {
            continue;
        }
        let name = format!("{prefix}{own}");
        let (place, metadata) = within(real, &path)?;
        if metadata.is_dir() {
            if depth == 0 {
                let limit = format!("folders nest deeper than {DEEPEST}");
                return Err(SubmissionError::TooLarge { path, limit });
            }
            gather(real, &path, &format!("{name}/"), depth - 1, gathered)?;
        } else if metadata.is_file() {
            gathered.names.push((name, place));
        } else {
            return Err(SubmissionError::NotAFile { path });
        }
        if gathered.names.len().max(gathered.folders) > MOST_FILES {
            let limit = format!("at most {MOST_FILES} files are allowed");
            return Err(SubmissionError::TooLarge { path: real.into(), limit });
        }
    }
    Ok(())
}

/// What is at `path`, and where, links followed as long as they stay below `real`.
fn within(real: &Path, path: &Path) -> Result<(PathBuf, Metadata), SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
    let target = fs::canonicalize(path).map_err(unreadable)?;
    if !is_open_to_links(&target, real) {
        return Err(SubmissionError::NotAFile { path: path.into() });
    }
    let metadata = fs::symlink_metadata(&target).map_err(unreadable)?;
    Ok((target, metadata))
}

/// Whether links in a folder may lead there: to what is below it and not hidden (a `.git` may hold
/// passwords), both without links.
pub(super) fn is_open_to_links(target: &Path, folder: &Path) -> bool {
    let is_hidden = |part: Component<'_>| part.as_os_str().as_encoded_bytes().starts_with(b".");
    target
        .strip_prefix(folder)
        .is_ok_and(|below| !below.as_os_str().is_empty() && !below.components().any(is_hidden))
}

/// Reads the file that messages call `path` and that lies at `place`.
fn read_file(path: &Path, place: &Path, name: String) -> Result<Source, SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
    let file = regular::open(place).map_err(unreadable)?;
    let state = file.metadata().map_err(unreadable)?;
    check_size(path, state.len())?;
    let mut bytes = Vec::new();
    // It may have grown.
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    check_size(path, bytes.len() as u64)?;
    Ok(Source { name, bytes, executable: state.permissions().mode() & 0o111 != 0 })
}
