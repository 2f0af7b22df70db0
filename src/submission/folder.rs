//! Goes through folders of sources, within bounds. Links are followed only to where they may lead.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use super::error::SubmissionError;
use crate::problem::is_open_to_links;

/// Most files in a folder, and most folders: few links make many ways to the same one.
const MOST_FILES: usize = 1000;

/// Deepest nesting of folders.
const DEEPEST: usize = 16;

/// Where links in a folder may lead.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Links<'a> {
    /// To all of this folder, where the links' own lies in it; else only to what is in their own.
    pub(super) around: Option<&'a Path>,
    /// Whether others are passed over: the reader of the package warned of them.
    pub(super) may_lead_astray: bool,
}

/// The files of a folder, in byte order of their names below it, and where each is without links;
/// hidden files and Python's caches left out.
pub(super) fn names(
    folder: &Path,
    links: Links<'_>,
) -> Result<Vec<(String, PathBuf)>, SubmissionError> {
    let real = fs::canonicalize(folder)
        .map_err(|source| SubmissionError::Unreadable { path: folder.into(), source })?;
    let bounds = links.around.filter(|around| real.starts_with(around)).unwrap_or(&real);
    let links = Links { around: Some(bounds), ..links };
    let mut gathered = Gathered::default();
    gather(links, folder, "", DEEPEST, &mut gathered)?;
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
    links: Links<'_>,
    folder: &Path,
    prefix: &str,
    depth: usize,
    gathered: &mut Gathered,
) -> Result<(), SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable { path: folder.into(), source };
    let bounds = links.around.unwrap_or(folder);
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
        let (place, metadata) = match within(bounds, &path) {
            Err(_) if links.may_lead_astray && path.is_symlink() => continue,
            found => found?,
        };
        if metadata.is_dir() {
            if depth == 0 {
                let limit = format!("folders nested deeper than {DEEPEST}");
                return Err(SubmissionError::TooLarge { path, limit });
            }
            gather(links, &path, &format!("{name}/"), depth - 1, gathered)?;
        } else if metadata.is_file() {
            gathered.names.push((name, place));
        } else {
            return Err(SubmissionError::NotAFile { path });
        }
        if gathered.names.len().max(gathered.folders) > MOST_FILES {
            let limit = format!("at most {MOST_FILES} files are allowed");
            return Err(SubmissionError::TooLarge { path: bounds.into(), limit });
        }
    }
    Ok(())
}

/// Most bytes of a file that comes along unasked.
const MOST_BESIDE: u64 = 16 << 20;

/// The files in a folder of a package that `takes` takes by their names, with where each is, in byte
/// order; those below it not. Large ones and links that lead nowhere or astray are left out: whether
/// anybody needs them is not known.
pub(super) fn beside(
    folder: &Path,
    package: &Path,
    takes: &dyn Fn(&str) -> bool,
) -> Result<Vec<(String, PathBuf)>, SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable { path: folder.into(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)?.take(MOST_FILES) {
        let path = entry.map_err(unreadable)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        match within(package, &path) {
            Ok((place, state)) if state.is_file() && state.len() <= MOST_BESIDE => {
                if !name.starts_with('.') && takes(name) {
                    found.push((name.to_owned(), place));
                }
            }
            Ok(_) | Err(_) => {}
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// What is at `path`, and where, links followed as long as they stay below `real`.
pub(super) fn within(real: &Path, path: &Path) -> Result<(PathBuf, Metadata), SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
    let target = fs::canonicalize(path).map_err(unreadable)?;
    if !is_open_to_links(&target, real, path) {
        return Err(SubmissionError::NotAFile { path: path.into() });
    }
    let metadata = fs::symlink_metadata(&target).map_err(unreadable)?;
    Ok((target, metadata))
}
