//! Tells what a path given as a submission is, and in which language. Looks at names, first bytes
//! and modes; compiles nothing.

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Submission;
use super::language::{FolderRule, LANGUAGES, Language};
use super::sources;
use crate::machine::folder_of;
use crate::nearest::{list, unknown};
use crate::regular;

/// Name of the language of programs that need no build.
const EXECUTABLE: &str = "executable";

/// What is wrong with a path given as a submission: the user's mistake.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// There is nothing, or it cannot be read.
    #[error("cannot read submission {}: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A pipe, a device, or a link that leads out of a folder.
    #[error("submission {} is neither a file nor a folder of files", path.display())]
    NotAFile {
        /// What was met.
        path: PathBuf,
    },
    /// The submission is a link out of its folder.
    #[error(
        "submission {} is a link to {}, which is not below its own folder: name that itself",
        path.display(),
        target.display()
    )]
    LeadsOut {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// Too many or too big.
    #[error("submission {} is too large: {limit}", path.display())]
    TooLarge {
        /// The submission.
        path: PathBuf,
        /// What is allowed.
        limit: String,
    },
    /// `--language` names none.
    #[error("{message}")]
    UnknownLanguage {
        /// The nearest name, or all known ones.
        message: String,
    },
    /// Neither the ending nor the contents tell the language.
    #[error(
        "cannot tell the language of {}: expected an ending among {known}, a program that can be \
         executed, or `--language`",
        path.display()
    )]
    UnknownEnding {
        /// The file.
        path: PathBuf,
        /// The endings known.
        known: String,
    },
    /// A program without the executable bit.
    #[error("{} is a program that may not be executed: make it executable by `chmod +x`", path.display())]
    NotExecutable {
        /// The file.
        path: PathBuf,
    },
    /// A folder cannot be an executable.
    #[error("{} is a folder: expected an executable file", path.display())]
    FolderNotExecutable {
        /// The folder.
        path: PathBuf,
    },
    /// A folder with no source in it.
    #[error("folder {} holds no source: expected files that end in {known}", path.display())]
    NoSource {
        /// The folder.
        path: PathBuf,
        /// The endings looked for.
        known: String,
    },
    /// A folder with sources of several languages.
    #[error("folder {} holds sources of {languages}: choose by `--language`", path.display())]
    Ambiguous {
        /// The folder.
        path: PathBuf,
        /// The languages.
        languages: String,
    },
    /// A folder with several sources none of which leads.
    #[error("folder {} does not say which file to start: expected {expected}", path.display())]
    NoMain {
        /// The folder.
        path: PathBuf,
        /// The names looked for.
        expected: String,
    },
}

/// What the file or folder is.
///
/// A file's language is told by `language`, else by its ending, else by the first line of a script
/// (`#!/usr/bin/env python3`); any other file that is a program or script and may be executed is an
/// `executable`. A folder holds sources of one language.
///
/// A link may lead to what lies below its own folder and is not hidden, as in a folder of sources:
/// messages of compilers show what a source holds, and whoever made the link must not choose among
/// the user's files.
pub fn identify(path: &Path, language: Option<&str>) -> Result<Submission, SubmissionError> {
    let path: PathBuf = path.components().collect();
    let real = real(&path, folder_of(&path))?;
    identify_at(path, real, language)
}

/// The same for what is kept with a problem, whose links may lead to all of its folder.
pub fn identify_kept(
    problem: &Path,
    path: &Path,
    language: Option<&str>,
) -> Result<Submission, SubmissionError> {
    let [own, all] = [folder_of(path), problem].map(|folder| fs::canonicalize(folder).ok());
    match (own, all) {
        (Some(own), Some(all)) if own.starts_with(&all) => {
            identify_at(path.into(), real(path, &all)?, language)
        }
        _ => identify(path, language),
    }
}

/// Where a path leads, which is below `folder` if it is a link.
fn real(path: &Path, folder: &Path) -> Result<PathBuf, SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
    let is_link = fs::symlink_metadata(path).map_err(unreadable)?.is_symlink();
    let real = fs::canonicalize(path).map_err(unreadable)?;
    let folder = fs::canonicalize(folder).map_err(unreadable)?;
    if is_link && !sources::is_open_to_links(&real, &folder) {
        return Err(SubmissionError::LeadsOut { path: path.into(), target: real });
    }
    Ok(real)
}

fn identify_at(
    path: PathBuf,
    real: PathBuf,
    language: Option<&str>,
) -> Result<Submission, SubmissionError> {
    let wanted = language.map(named).transpose()?;
    let state = fs::symlink_metadata(&real);
    let state =
        state.map_err(|source| SubmissionError::Unreadable { path: path.clone(), source })?;
    let language = if state.is_dir() {
        of_folder(&path, wanted)?
    } else if state.is_file() {
        of_file(&path, &real, wanted)?
    } else {
        return Err(SubmissionError::NotAFile { path });
    };
    Ok(Submission { path, real, language: language.name })
}

pub(super) fn named(name: &str) -> Result<&'static Language, SubmissionError> {
    Language::named(name).ok_or_else(|| {
        let names = LANGUAGES.iter().map(|language| language.name);
        SubmissionError::UnknownLanguage { message: unknown("language", name, names) }
    })
}

fn of_file(
    path: &Path,
    place: &Path,
    wanted: Option<&'static Language>,
) -> Result<&'static Language, SubmissionError> {
    let mut head = [0; 256];
    let read =
        regular::open(place).and_then(|mut file| Ok((file.read(&mut head)?, file.metadata()?)));
    let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
    let (length, metadata) = read.map_err(unreadable)?;
    let head = &head[..length];
    sources::check_size(path, metadata.len())?;
    let may_run = metadata.permissions().mode() & 0o111 != 0;
    let extension = path.extension().and_then(|extension| extension.to_str());
    let told = wanted
        .or_else(|| extension.and_then(Language::of_extension))
        .or_else(|| interpreter(head).and_then(of_interpreter));
    match told {
        Some(language) if language.name != EXECUTABLE => Ok(language),
        Some(language) if may_run => Ok(language),
        None if may_run && (is_program(head) || head.starts_with(b"#!")) => named(EXECUTABLE),
        None if !is_program(head) => Err(SubmissionError::UnknownEnding {
            path: path.into(),
            known: endings(LANGUAGES.iter()),
        }),
        Some(_) | None => Err(SubmissionError::NotExecutable { path: path.into() }),
    }
}

fn of_folder(
    path: &Path,
    wanted: Option<&'static Language>,
) -> Result<&'static Language, SubmissionError> {
    let files = sources::names(path)?;
    let names: Vec<String> = files.into_iter().map(|(name, _)| name).collect();
    let has_source = |language: &&Language| names.iter().any(|n| is_source(n, language));
    let language = match wanted {
        Some(language) if language.folder == FolderRule::Never => {
            return Err(SubmissionError::FolderNotExecutable { path: path.into() });
        }
        Some(language) => Some(language).filter(has_source),
        None => match LANGUAGES.iter().filter(has_source).collect::<Vec<_>>().as_slice() {
            [] => None,
            [language] => Some(*language),
            several => {
                let names = list(several.iter().map(|language| language.name));
                let languages = names.unwrap_or_default();
                return Err(SubmissionError::Ambiguous { path: path.into(), languages });
            }
        },
    };
    let language = language.ok_or_else(|| SubmissionError::NoSource {
        path: path.into(),
        known: wanted.map_or_else(|| endings(LANGUAGES.iter()), |l| endings([l])),
    })?;
    if let FolderRule::Led(leaders) = language.folder
        && leader(&names, language).is_none()
    {
        let expected = list(leaders.iter().copied()).unwrap_or_default();
        return Err(SubmissionError::NoMain { path: path.into(), expected });
    }
    Ok(language)
}

/// The file of a folder that leads: the first by the language's names, else the only source (in
/// a language whose sources are compiled together, the first one).
pub(super) fn leader<'a>(names: &'a [String], language: &Language) -> Option<&'a String> {
    let mut own = names.iter().filter(|name| is_source(name, language));
    match language.folder {
        FolderRule::Never => None,
        FolderRule::Together => own.next(),
        FolderRule::Led(leaders) => {
            let first = leaders.iter().find_map(|leader| names.iter().find(|name| name == leader));
            first.or_else(|| own.next().filter(|_| own.next().is_none()))
        }
    }
}

/// Whether a file of this name is a source of the language.
pub(super) fn is_source(name: &str, language: &Language) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    extension.and_then(Language::of_extension).is_some_and(|found| found.name == language.name)
}

fn of_interpreter(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.interpreters.contains(&name))
}

/// The interpreter that a script's first line names, without folder and `env`.
fn interpreter(head: &[u8]) -> Option<&str> {
    let line = head.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_whitespace();
    let mut program = words.next()?;
    if program.rsplit('/').next() == Some("env") {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    program.rsplit('/').next()
}

/// Whether a file starts like a program in the kernel's own format.
fn is_program(head: &[u8]) -> bool {
    head.starts_with(b"\x7fELF")
}

fn endings<'a>(languages: impl IntoIterator<Item = &'a Language>) -> String {
    let endings = languages.into_iter().flat_map(|language| language.extensions);
    let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
    list(endings.iter().map(String::as_str)).unwrap_or_default()
}
