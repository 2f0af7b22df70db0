//! Tells in which language a file or folder is written. Looks at names, first bytes and modes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::SubmissionError;
use super::folder::names;
use super::language::{BASH, IdentifiedLanguage, Language, SHELLS, ending, is_shells};
use super::leader::stem;
use super::opening::Opening;
use super::setting::Setting;
use super::sources;
use super::table::{Languages, endings};
use crate::nearest::list;
use crate::problem::Conventions;

/// Sources of languages for inputs, by ending, which are not supported (`legacy`, "Input Format
/// Validators").
const UNSUPPORTED: [(&str, &str); 2] = [("ctd", "checktestdata"), ("viva", "VIVA")];

/// What sources end in, for messages: there are too many to name them.
const LISTED: &str = "an extension that `jury languages` lists";

/// What is looked at.
struct Look<'a> {
    languages: &'a Languages,
    /// How messages call it.
    path: &'a Path,
    setting: &'a Setting,
    /// Whether it is kept in a package of the Kattis family, and no program of the package's own.
    is_kattis_submission: bool,
}

/// The language of what messages call by the first path, and that lies at the second.
pub(super) fn tell(
    languages: &Languages,
    (path, real): (&Path, &Path),
    wanted: Option<Arc<Language>>,
    setting: &Setting,
) -> Result<IdentifiedLanguage, SubmissionError> {
    let is_kept = setting.package.as_ref().is_some_and(|package| real.starts_with(package));
    let is_kattis_submission = is_kept && setting.conventions == Conventions::Kattis;
    Look { languages, path, setting, is_kattis_submission }.at(real, wanted)
}

/// The same of a program of a package of the Kattis family.
pub(super) fn tell_part(
    languages: &Languages,
    (path, real): (&Path, &Path),
    setting: &Setting,
) -> Result<IdentifiedLanguage, SubmissionError> {
    Look { languages, path, setting, is_kattis_submission: false }.at(real, None)
}

/// A validator is no program in a language for inputs.
pub(super) fn expect_supported(path: &Path) -> Result<(), SubmissionError> {
    let found = UNSUPPORTED.iter().find(|(known, _)| ending(path) == Some(known));
    let unsupported = |&(_, tool)| SubmissionError::Unsupported { path: path.into(), tool };
    found.map_or(Ok(()), |found| Err(unsupported(found)))
}

/// Whether a folder holds a script that leads.
pub(super) fn is_scripts(real: &Path, scripts: &Language) -> bool {
    scripts.leaders.iter().any(|name| real.join(name).is_file())
}

impl Look<'_> {
    fn at(
        &self,
        real: &Path,
        wanted: Option<Arc<Language>>,
    ) -> Result<IdentifiedLanguage, SubmissionError> {
        let path = self.path;
        let state = fs::symlink_metadata(real);
        let state =
            state.map_err(|source| SubmissionError::Unreadable { path: path.into(), source })?;
        if state.is_dir() {
            self.of_folder(wanted)
        } else if state.is_file() {
            self.of_file(real, wanted)
        } else {
            Err(SubmissionError::NotAFile { path: path.into() })
        }
    }

    fn of_file(
        &self,
        place: &Path,
        wanted: Option<Arc<Language>>,
    ) -> Result<IdentifiedLanguage, SubmissionError> {
        let path = self.path;
        let (opening, metadata) = Opening::read(path, place)?;
        sources::check_size(path, metadata.len())?;
        let is_script = self.takes_script(&opening);
        // Archives do not keep it, and package authors forget it.
        let lenient = self.setting.conventions == Conventions::Kattis && is_script;
        let may_run = metadata.permissions().mode() & 0o111 != 0 || lenient;
        let told = match wanted {
            Some(language) => Some(IdentifiedLanguage { language, why: None }),
            None => self.of_source_or_script(&opening),
        };
        match told {
            Some(told) if may_run || !told.language.executables => Ok(told),
            None if (self.setting.conventions == Conventions::Own || self.is_kattis_submission)
                && let Some(told) = self.of_shell_source(&opening, may_run) =>
            {
                Ok(told)
            }
            None if may_run && (self.takes_program(&opening) || is_script) => {
                let executable = self.languages.of_executables();
                let executable =
                    executable.map(|language| IdentifiedLanguage { language, why: None });
                executable.ok_or_else(|| self.unknown_ending())
            }
            None if !(self.takes_program(&opening) || is_script && self.is_plain_name()) => {
                Err(self.unknown_ending())
            }
            Some(_) | None => Err(SubmissionError::NotExecutable { path: path.into() }),
        }
    }

    /// Whether the file is a program, and can be meant: what is compiled and kept in a package of the
    /// Kattis family is a leftover of builds.
    fn takes_program(&self, opening: &Opening) -> bool {
        opening.is_program() && !self.is_kattis_submission
    }

    /// Whether the file is a script, by its first line or, by the conventions of the Kattis family, as a
    /// shell's by its ending, and can be meant: in packages of the Kattis family, a submission's
    /// language is told by its first line only where that is a shell's.
    fn takes_script(&self, opening: &Opening) -> bool {
        let shell = opening.interpreter().is_some_and(|name| SHELLS.contains(&name));
        let is_named_so = self.setting.conventions == Conventions::Kattis && is_shells(self.path);
        let may_be = shell || !self.is_kattis_submission;
        may_be && (opening.is_script() || is_named_so)
    }

    /// Whether the name says nothing, or that it is a shell's script.
    fn is_plain_name(&self) -> bool {
        ending(self.path).is_none() || is_shells(self.path)
    }

    /// A shell's script that cannot be started as it is, for want of a first line or of a mode, is a source
    /// of the shell that its first line names, else of Bash.
    fn of_shell_source(&self, opening: &Opening, may_run: bool) -> Option<IdentifiedLanguage> {
        let is_meant = is_shells(self.path) || self.is_plain_name() && opening.is_script();
        if !is_meant || (may_run && opening.is_script()) {
            return None;
        }
        let (shell, lacks) = match opening.interpreter() {
            Some(named) => {
                (SHELLS.into_iter().find(|shell| *shell == named)?, "execute permission")
            }
            None => (BASH, "`#!` line"),
        };
        let language = self.languages.named(shell).ok()?;
        let why = Some(format!("run by {}, since it has no {lacks}", language.title));
        Some(IdentifiedLanguage { language, why })
    }

    /// By its ending, or by the first line of a script.
    fn of_source_or_script(&self, opening: &Opening) -> Option<IdentifiedLanguage> {
        if let Some(told) = self.of_source(self.path, opening) {
            return Some(told);
        }
        let by_first_line =
            opening.interpreter().and_then(|name| self.languages.of_interpreter(name));
        by_first_line.map(|language| IdentifiedLanguage { language, why: None })
    }

    /// The language of a source of this name that begins so.
    fn of_source(&self, name: &Path, opening: &Opening) -> Option<IdentifiedLanguage> {
        self.languages.of_source(ending(name)?, opening, self.setting.conventions)
    }

    fn unknown_ending(&self) -> SubmissionError {
        SubmissionError::UnknownEnding { path: self.path.into() }
    }

    fn of_folder(
        &self,
        wanted: Option<Arc<Language>>,
    ) -> Result<IdentifiedLanguage, SubmissionError> {
        let path = self.path;
        let (names, places): (Vec<_>, Vec<_>) =
            names(path, self.setting.links())?.into_iter().unzip();
        let none = |known| SubmissionError::NoSource { path: path.into(), known };
        let chosen;
        let language = match wanted {
            Some(language) if language.executables => {
                return Err(SubmissionError::FolderNotExecutable { path: path.into() });
            }
            Some(language) if language.scripts => {
                let is_there = names.iter().any(|name| language.leaders.contains(name));
                let scripts = list(language.leaders.iter().map(String::as_str));
                let known = scripts.unwrap_or_default();
                return if is_there {
                    Ok(IdentifiedLanguage { language, why: None })
                } else {
                    Err(none(known))
                };
            }
            Some(language) if names.iter().any(|name| language.is_source(name)) => {
                return Ok(IdentifiedLanguage { language, why: None });
            }
            Some(language) => return Err(none(endings([language.as_ref()]))),
            None => {
                let told = self.by_files(&names, &places)?.ok_or_else(|| none(LISTED.into()))?;
                chosen = told.why;
                told.language
            }
        };
        // The one that leads may say more than its ending does, or the first where none leads.
        let first = || names.iter().find(|name| language.is_source(name));
        let told = language.leader(&names).or_else(first).and_then(|name| {
            let place = &places[names.iter().position(|other| other == name)?];
            let (opening, _) = Opening::read(path, place).ok()?;
            self.of_source(Path::new(name), &opening)
        });
        let IdentifiedLanguage { language, why } =
            told.unwrap_or(IdentifiedLanguage { language, why: None });
        Ok(IdentifiedLanguage { language, why: chosen.or(why) })
    }

    /// The language that a folder's sources have; `None` where it has no source. Where they have several,
    /// by our own conventions that of `main` counts, and without one it is an error: the files may be
    /// submissions of their own. The Kattis family has a rule: the one with the most files, in doubt the
    /// first of the table (`legacy`, "Languages"). Scripts of shells, which otherwise are run by their first
    /// lines, count where there is nothing else.
    fn by_files(
        &self,
        names: &[String],
        places: &[PathBuf],
    ) -> Result<Option<IdentifiedLanguage>, SubmissionError> {
        let mut found: Vec<(Arc<Language>, usize)> = Vec::new();
        for (name, place) in names.iter().zip(places) {
            let opening = match self.setting.conventions {
                Conventions::Own => Opening::default(),
                Conventions::Kattis => Opening::read(self.path, place)?.0,
            };
            let Some(told) = self.of_source(Path::new(name), &opening) else { continue };
            match found.iter_mut().find(|(known, _)| known.name == told.language.name) {
                Some((_, count)) => *count += 1,
                None => found.push((told.language, 1)),
            }
        }
        if found.len() > 1 && self.setting.conventions == Conventions::Own {
            if let Some(told) = of_main(&found, names) {
                return Ok(Some(told));
            }
            let there = |name: &str| found.iter().any(|(language, _)| language.name == name);
            let in_order = self.languages.iter().map(|language| language.name.as_str());
            let languages = list(in_order.filter(|name| there(name))).unwrap_or_default();
            return Err(SubmissionError::Ambiguous { path: self.path.into(), languages });
        }
        let count = |language: &Arc<Language>| {
            found.iter().find(|(known, _)| known.name == language.name).map_or(0, |(_, n)| *n)
        };
        let most = found.iter().map(|(_, count)| *count).max();
        let first = self.languages.iter().find(|language| Some(count(language)) == most);
        let is_shells = || names.iter().any(|name| is_shells(Path::new(name)));
        let language = match first {
            None if self.is_kattis_submission && is_shells() => self.languages.named(BASH).ok(),
            first => first.map(Arc::clone),
        };
        Ok(language.map(|language| IdentifiedLanguage { language, why: None }))
    }
}

/// Of the languages of a folder's sources, the only one in which one is called `main`.
fn of_main(found: &[(Arc<Language>, usize)], names: &[String]) -> Option<IdentifiedLanguage> {
    let main = |language: &Language| {
        names.iter().find(|name| {
            let stem = stem(name);
            language.is_source(name) && (stem == "__main__" || stem.eq_ignore_ascii_case("main"))
        })
    };
    let mut mains = found.iter().filter_map(|(language, _)| Some((language, main(language)?)));
    let (language, name) = mains.next()?;
    if mains.next().is_some() {
        return None;
    }
    let others = found.iter().filter(|(other, _)| other.name != language.name);
    let others: Vec<&str> = others.map(|(other, _)| other.title.as_str()).collect();
    let (title, others) = (&language.title, others.join(" or "));
    let why = Some(format!("treated as {title} instead of {others}, since it has `{name}`"));
    Some(IdentifiedLanguage { language: Arc::clone(language), why })
}
