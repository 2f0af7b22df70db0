//! Tells what a path given as a submission is, and in which language. Looks at names, first bytes
//! and modes; compiles nothing.

use std::fs::{self, Metadata};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Submission;
use super::error::SubmissionError;
use super::language::{Language, ending};
use super::sources;
use super::table::{Languages, endings};
use crate::machine::folder_of;
use crate::nearest::list;
use crate::regular;

/// Bytes of a file that may tell its language.
const HEAD: usize = 256;

/// A language, and how it was chosen where the name does not tell.
type Choice = (Arc<Language>, Option<String>);

impl Languages {
    /// What the file or folder is.
    ///
    /// A file's language is told by `language`, else by its ending, else by the first line of a script
    /// (`#!/usr/bin/env python3`); any other file that is a program or script and may be executed is an
    /// `executable`. A folder holds sources of one language. Where several languages claim an ending,
    /// the first line decides among them, else their order.
    ///
    /// A link may lead to what lies below its own folder and is not hidden, as in a folder of sources:
    /// messages of compilers show what a source holds, and whoever made the link must not choose among
    /// the user's files.
    ///
    /// # Errors
    /// The user's mistakes.
    pub fn identify(
        &self,
        path: &Path,
        language: Option<&str>,
    ) -> Result<Submission, SubmissionError> {
        let path: PathBuf = path.components().collect();
        let real = real(&path, folder_of(&path))?;
        self.identify_at(path, real, language)
    }

    /// The same for a part of a problem, in a language that may be the problem's own.
    ///
    /// # Errors
    /// The setter's mistakes.
    pub fn identify_part(
        &self,
        problem: &Path,
        path: &Path,
    ) -> Result<Submission, SubmissionError> {
        self.of_problem(problem)?.identify(path, None)
    }

    /// The same for what is given for a problem, with its languages. The links of what is kept with it
    /// may lead to all of its folder.
    ///
    /// # Errors
    /// The user's and the setter's mistakes.
    pub fn identify_kept(
        &self,
        problem: &Path,
        path: &Path,
        language: Option<&str>,
    ) -> Result<Submission, SubmissionError> {
        let languages = self.of_problem(problem)?;
        let [own, all] = [folder_of(path), problem].map(|folder| fs::canonicalize(folder).ok());
        match (own, all) {
            (Some(own), Some(all)) if own.starts_with(&all) => {
                languages.identify_at(path.into(), real(path, &all)?, language)
            }
            _ => languages.identify(path, language),
        }
    }

    fn identify_at(
        &self,
        path: PathBuf,
        real: PathBuf,
        language: Option<&str>,
    ) -> Result<Submission, SubmissionError> {
        let wanted = language.map(|name| self.named(name)).transpose()?;
        let state = fs::symlink_metadata(&real);
        let state =
            state.map_err(|source| SubmissionError::Unreadable { path: path.clone(), source })?;
        let (language, choice) = if state.is_dir() {
            self.of_folder(&path, wanted)?
        } else if state.is_file() {
            self.of_file(&path, &real, wanted)?
        } else {
            return Err(SubmissionError::NotAFile { path });
        };
        Ok(Submission { path, real, language, choice })
    }

    fn of_file(
        &self,
        path: &Path,
        place: &Path,
        wanted: Option<Arc<Language>>,
    ) -> Result<Choice, SubmissionError> {
        let (head, metadata) = head(path, place)?;
        sources::check_size(path, metadata.len())?;
        let may_run = metadata.permissions().mode() & 0o111 != 0;
        let told = match wanted {
            Some(language) => Some((language, None)),
            None => self.of_source_or_script(path, &head),
        };
        match told {
            Some((language, choice)) if may_run || !language.executables => Ok((language, choice)),
            None if may_run && (is_program(&head) || head.starts_with(b"#!")) => {
                let executable = self.of_executables().map(|language| (language, None));
                executable.ok_or_else(|| self.unknown_ending(path))
            }
            None if !is_program(&head) => Err(self.unknown_ending(path)),
            Some(_) | None => Err(SubmissionError::NotExecutable { path: path.into() }),
        }
    }

    /// By its ending, or by the first line of a script.
    fn of_source_or_script(&self, path: &Path, head: &[u8]) -> Option<Choice> {
        let interpreter = interpreter(head);
        let source = ending(path).and_then(|ending| self.of_source(ending, interpreter));
        match source {
            Some(told) => Some((told.language, told.why)),
            None => Some((self.of_interpreter(interpreter?)?, None)),
        }
    }

    fn unknown_ending(&self, path: &Path) -> SubmissionError {
        SubmissionError::UnknownEnding { path: path.into(), known: self.endings() }
    }

    fn of_folder(
        &self,
        path: &Path,
        wanted: Option<Arc<Language>>,
    ) -> Result<Choice, SubmissionError> {
        let (names, places): (Vec<_>, Vec<_>) = sources::names(path)?.into_iter().unzip();
        let none = |known| SubmissionError::NoSource { path: path.into(), known };
        let (language, choice) = match wanted {
            Some(language) if language.executables => {
                return Err(SubmissionError::FolderNotExecutable { path: path.into() });
            }
            Some(language) if names.iter().any(|name| language.is_source(name)) => (language, None),
            Some(language) => return Err(none(endings([language.as_ref()]))),
            None => {
                let first = self.only_one(path, &names)?;
                let first = first.ok_or_else(|| none(self.endings()))?;
                // The one that leads may say more than its ending does.
                let told = first.leader(&names).and_then(|name| {
                    let place = &places[names.iter().position(|other| other == name)?];
                    let (head, _) = head(path, place).ok()?;
                    self.of_source(ending(Path::new(name))?, interpreter(&head))
                });
                told.map_or((first, None), |told| (told.language, told.why))
            }
        };
        if language.leader(&names).is_none() {
            let expected = list(language.leaders.iter().map(String::as_str)).unwrap_or_default();
            return Err(SubmissionError::NoMain { path: path.into(), expected });
        }
        Ok((language, choice))
    }

    /// The one language that a folder's sources have by their endings; `None` where it has no source.
    fn only_one(
        &self,
        path: &Path,
        names: &[String],
    ) -> Result<Option<Arc<Language>>, SubmissionError> {
        let first = |name: &String| Some(self.of_source(ending(Path::new(name))?, None)?.language);
        let mut found: Vec<Arc<Language>> = Vec::new();
        for language in names.iter().filter_map(first) {
            if !found.iter().any(|known| known.name == language.name) {
                found.push(language);
            }
        }
        if found.len() > 1 {
            let there = |name: &str| found.iter().any(|language| language.name == name);
            let in_order = self.iter().map(|language| language.name.as_str());
            let languages = list(in_order.filter(|name| there(name))).unwrap_or_default();
            return Err(SubmissionError::Ambiguous { path: path.into(), languages });
        }
        Ok(found.pop())
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

/// The first bytes of the file that messages call `path` and that lies at `place`, and its state.
fn head(path: &Path, place: &Path) -> Result<(Vec<u8>, Metadata), SubmissionError> {
    let mut head = vec![0; HEAD];
    let read =
        regular::open(place).and_then(|mut file| Ok((file.read(&mut head)?, file.metadata()?)));
    let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
    let (length, metadata) = read.map_err(unreadable)?;
    head.truncate(length);
    Ok((head, metadata))
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
