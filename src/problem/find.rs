//! Finds problems by path, slug or code. Of what they say, only the code is read.

use std::fs;
use std::path::{Path, PathBuf};

use super::format::{alias, is_problem, package_without_settings};
use crate::nearest::{list as list_names, unknown};

/// A problem of the repository, as far as it is known without loading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The folder's name.
    pub slug: String,
    /// Its second name, where its settings can be read and give one.
    pub code: Option<String>,
    /// The folder.
    pub folder: PathBuf,
}

/// Why a problem or the repository was not found: the user's mistake.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// The name looks like a path, or there is no repository, and no folder is there.
    #[error("no problem folder `{}`: {source}", path.display())]
    NoFolder {
        /// The path.
        path: PathBuf,
        /// Why it cannot be read.
        source: std::io::Error,
    },
    /// The path is not a folder.
    #[error("`{}` is not a folder: expected the problem's folder", path.display())]
    NotFolder {
        /// The path.
        path: PathBuf,
    },
    /// No problem has this slug or code.
    #[error("{message} (looked in {})", folder.display())]
    Unknown {
        /// The nearest name, or all known ones.
        message: String,
        /// The folder of problems that was looked into.
        folder: PathBuf,
    },
    /// Two problems have this code.
    #[error("alias `{code}` is ambiguous ({slugs}): use a slug")]
    TwiceUsed {
        /// The code.
        code: String,
        /// The slugs that share it.
        slugs: String,
    },
    /// There is neither a folder of this name nor a repository to look for it in.
    #[error(
        "no problem `{name}`: there is no such folder, and no folder `problems` with a problem in \
         it at or above {}",
        cwd.display()
    )]
    Nowhere {
        /// The name.
        name: String,
        /// The working directory.
        cwd: PathBuf,
    },
    /// There is no repository above the working directory.
    #[error("no folder `problems` with a problem in it at or above {}", cwd.display())]
    NoRepository {
        /// The working directory.
        cwd: PathBuf,
    },
    /// The folder of problems cannot be read.
    #[error("cannot read folder of problems {}", folder.display())]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// The folder of the problem that `name` means.
///
/// A name with `/` in it, `.` and `..` are paths, relative to `cwd`. Any other name is first the
/// slug, then the code of a problem in the folder of problems (first in this letter case, then in any),
/// then a path, then any folder in the folder of problems: so `./checkers` is always the folder, and `checkers` the problem where there is one.
pub fn find(problems: Option<&Path>, cwd: &Path, name: &str) -> Result<PathBuf, FindError> {
    if name.contains('/') || name == "." || name == ".." {
        return folder_at(cwd, name);
    }
    let repository = match repository(problems, cwd) {
        Ok(repository) => repository,
        Err(FindError::NoRepository { .. }) if cwd.join(name).exists() => {
            return folder_at(cwd, name);
        }
        Err(FindError::NoRepository { cwd }) => {
            return Err(FindError::Nowhere { name: name.into(), cwd });
        }
        Err(error) => return Err(error),
    };
    let listed = list_in(&repository)?;
    if let Some(found) = listed.iter().find(|problem| problem.slug == name) {
        return Ok(found.folder.clone());
    }
    for is_same in [same_text, same_letters] {
        if let Some(found) = by_code(&listed, name, is_same)? {
            return Ok(found.folder.clone());
        }
    }
    if cwd.join(name).is_dir() {
        return folder_at(cwd, name);
    }
    // A plain folder of cases, which is not listed: any folder may lie there.
    let plain = repository.join(name);
    if !name.starts_with('.') && plain.is_dir() {
        return Ok(plain);
    }
    let names = listed.iter().flat_map(|p| std::iter::once(&p.slug).chain(&p.code));
    let names: Vec<&str> = names.map(String::as_str).collect();
    let message = unknown("problem", name, names.iter().copied());
    Err(FindError::Unknown { message, folder: repository })
}

/// All problems of the repository, in byte order of the slugs, with those that lack their settings.
pub fn list(problems: Option<&Path>, cwd: &Path) -> Result<Vec<Listed>, FindError> {
    list_in(&repository(problems, cwd)?)
}

/// The folder of problems: the one given, else the nearest `problems` with a problem in it at or
/// above the working directory.
pub fn repository(problems: Option<&Path>, cwd: &Path) -> Result<PathBuf, FindError> {
    if let Some(given) = problems {
        return Ok(cwd.join(given));
    }
    let candidates = cwd.ancestors().map(|folder| folder.join("problems"));
    let mut usable = candidates.filter(|folder| list_in(folder).is_ok_and(|l| !l.is_empty()));
    usable.next().ok_or_else(|| FindError::NoRepository { cwd: cwd.into() })
}

fn list_in(folder: &Path) -> Result<Vec<Listed>, FindError> {
    let unreadable = |source| FindError::Unreadable { folder: folder.into(), source };
    let mut listed = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let Some(slug) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let is_meant = || is_problem(&path) || package_without_settings(&path).is_some();
        if !slug.starts_with('.') && is_meant() {
            listed.push(Listed { slug: slug.into(), code: alias(&path), folder: path });
        }
    }
    listed.sort_by(|a, b| a.slug.cmp(&b.slug));
    Ok(listed)
}

/// The one problem whose code is the same as the name.
fn by_code<'a>(
    listed: &'a [Listed],
    name: &str,
    is_same: fn(&str, &str) -> bool,
) -> Result<Option<&'a Listed>, FindError> {
    let has_code = |p: &&Listed| p.code.as_ref().is_some_and(|code| is_same(code, name));
    match listed.iter().filter(has_code).collect::<Vec<_>>().as_slice() {
        [] => Ok(None),
        [found] => Ok(Some(found)),
        several => {
            let slugs = list_names(several.iter().map(|problem| problem.slug.as_str()));
            let slugs = slugs.unwrap_or_default();
            Err(FindError::TwiceUsed { code: name.into(), slugs })
        }
    }
}

fn same_text(a: &str, b: &str) -> bool {
    a == b
}

fn same_letters(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

fn folder_at(cwd: &Path, name: &str) -> Result<PathBuf, FindError> {
    // Without the `.` of `./name`, which would stand in every path that is shown.
    let path: PathBuf = cwd.join(name).components().collect();
    let shown = PathBuf::from(name);
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => Ok(path),
        Ok(_) => Err(FindError::NotFolder { path: shown }),
        Err(source) => Err(FindError::NoFolder { path: shown, source }),
    }
}
