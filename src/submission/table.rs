//! The languages that are known: the shipped ones, and those that a file of the user's or of a problem
//! adds or replaces.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::{LanguagesError, SubmissionError};
use super::language::{IdentifiedLanguage, Language, known_as};
use super::opening::Opening;
use super::written::{Author, Said, read};
use crate::nearest::{list, meant, unknown};
use crate::problem::Conventions;
use crate::regular;

/// The shipped languages: what mistakes would call each file, and what it says. The first explains what
/// an entry may say.
const SHIPPED: [(&str, &str); 6] = [
    ("languages.toml", include_str!("languages.toml")),
    ("languages/native.toml", include_str!("languages/native.toml")),
    ("languages/machines.toml", include_str!("languages/machines.toml")),
    ("languages/scripts.toml", include_str!("languages/scripts.toml")),
    ("languages/elsewhere.toml", include_str!("languages/elsewhere.toml")),
    ("languages/special.toml", include_str!("languages/special.toml")),
];

/// The profiles: how known contests build and run, each by its name.
const PROFILES: [(&str, &str); 4] = [
    ("codeforces", include_str!("profiles/codeforces.toml")),
    ("icpc", include_str!("profiles/icpc.toml")),
    ("ioi", include_str!("profiles/ioi.toml")),
    ("kattis", include_str!("profiles/kattis.toml")),
];

/// In a problem's folder: the languages that it brings.
const OF_PROBLEM: &str = "languages.toml";

/// Bytes that a file of languages may hold.
const LARGEST: u64 = 1 << 20;

/// The languages that are known, in the order in which they have endings.
#[derive(Debug, Clone)]
pub struct Languages(Vec<Arc<Language>>);

impl Languages {
    /// The shipped ones.
    ///
    /// # Errors
    /// As [`Languages::with`]; none in a build that passed its tests.
    pub fn shipped() -> Result<Self, LanguagesError> {
        let mut all: Vec<Arc<Language>> = Vec::new();
        for (name, text) in SHIPPED {
            let said = read(Path::new(name), text, Author::Jury, &all)?;
            all.extend(said.languages.into_iter().map(Arc::new));
        }
        Ok(Self::new(all))
    }

    /// The shipped ones and those of a user's file, of which one with a known name takes that one's
    /// place and the others come last.
    ///
    /// # Errors
    /// When the file cannot be read or says what makes no sense.
    pub fn with(file: &Path) -> Result<Self, LanguagesError> {
        Self::shipped()?.and_those_of_user(file)
    }

    /// These and those of a user's file.
    ///
    /// # Errors
    /// As [`Languages::with`].
    pub fn and_those_of_user(&self, file: &Path) -> Result<Self, LanguagesError> {
        self.and_those_of(file, Author::User)
    }

    /// The names of the shipped profiles.
    pub fn profiles() -> impl Iterator<Item = &'static str> + Clone {
        PROFILES.iter().map(|(name, _)| *name)
    }

    /// These as the contests of a shipped profile build and run them.
    ///
    /// # Errors
    /// When there is no such profile; the message names those that there are.
    pub fn under(&self, profile: &str) -> Result<Self, LanguagesError> {
        let Some((name, text)) = PROFILES.iter().find(|(name, _)| *name == profile) else {
            let message = unknown("profile", profile, Self::profiles());
            return Err(LanguagesError::UnknownProfile { message });
        };
        let path = PathBuf::from(format!("profile {name}"));
        Ok(self.and(read(&path, text, Author::Profile, &self.0)?))
    }

    /// The same languages, and for the problem in this folder those that it brings.
    ///
    /// # Errors
    /// When its file of languages cannot be read or says what makes no sense.
    pub fn of_problem(&self, folder: &Path) -> Result<Cow<'_, Self>, LanguagesError> {
        let file = folder.join(OF_PROBLEM);
        match fs::symlink_metadata(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Cow::Borrowed(self)),
            _ => Ok(Cow::Owned(self.and_those_of(&file, Author::Package)?)),
        }
    }

    fn and_those_of(&self, file: &Path, author: Author) -> Result<Self, LanguagesError> {
        let unreadable = |source| LanguagesError::Unreadable { path: file.into(), source };
        let bytes = regular::read(file, LARGEST).map_err(unreadable)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            unreadable(io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
        })?;
        Ok(self.and(read(file, &text, author, &self.0)?))
    }

    fn and(&self, said: Said) -> Self {
        let mut all = self.0.clone();
        if let Some(factor) = said.time_factor {
            for language in &mut all {
                Arc::make_mut(language).time_factor = factor;
            }
        }
        for language in said.languages.into_iter().map(Arc::new) {
            match all.iter_mut().find(|known| known.name == language.name) {
                Some(known) => *known = language,
                None => all.push(language),
            }
        }
        Self::new(all)
    }

    fn new(mut all: Vec<Arc<Language>>) -> Self {
        let endings = all.iter().flat_map(|language| &language.endings);
        // Every command comes by here: few endings are more than lower-case letters.
        let cased = endings.filter(|ending| ending.to_lowercase() != **ending);
        let cased: BTreeSet<String> = cased.cloned().collect();
        for language in &mut all {
            let foreign = cased.iter().filter(|ending| !language.endings.contains(ending));
            let foreign: BTreeSet<String> = foreign.cloned().collect();
            if language.not_its_own != foreign {
                Arc::make_mut(language).not_its_own = foreign;
            }
        }
        Self(all)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Language>> {
        self.0.iter()
    }

    /// The language of this name.
    ///
    /// # Errors
    /// [`SubmissionError::UnknownLanguage`], with the nearest name.
    pub fn named(&self, name: &str) -> Result<Arc<Language>, SubmissionError> {
        let found = self.iter().find(|language| language.name == name).cloned();
        found.ok_or_else(|| {
            let names: Vec<&str> = self.iter().map(|language| language.name.as_str()).collect();
            let message = match known_as(&self.0, name) {
                Some(near) => meant("language", name, &near.name),
                None => unknown("language", name, names),
            };
            SubmissionError::UnknownLanguage { message }
        })
    }

    /// Beginnings of lines on standard error by which any language ends a program.
    pub fn crash_signs(&self) -> Vec<String> {
        let signs: BTreeSet<&String> = self.iter().flat_map(|language| &language.crash).collect();
        signs.into_iter().cloned().collect()
    }

    /// The language of what may be executed and is no source.
    pub(super) fn of_executables(&self) -> Option<Arc<Language>> {
        self.iter().find(|language| language.executables).cloned()
    }

    /// The language of a source with this ending that begins so. Among those that claim the ending, its
    /// first line decides, else the signs in its text; otherwise the first of them without signs has it.
    /// In packages of the Kattis family letter case counts always, and a language may have an ending to
    /// itself, if the text does not speak against it.
    pub(super) fn of_source(
        &self,
        ending: &str,
        opening: &Opening,
        conventions: Conventions,
    ) -> Option<IdentifiedLanguage> {
        let is_kattis = conventions == Conventions::Kattis;
        let claims = |language: &&Arc<Language>| match conventions {
            Conventions::Own => language.claims(ending),
            Conventions::Kattis => language.claims_exactly(ending),
        };
        let claim = || self.iter().filter(claims);
        let first = claim().find(|language| language.signs.is_empty()).or(claim().next())?;
        let interpreter = opening.interpreter();
        let named = interpreter.and_then(|name| claim().find(|language| is_run_by(language, name)));
        let own = || {
            let has =
                |language: &&Arc<Language>| language.kattis_endings.iter().any(|own| own == ending);
            let owner = claim().find(|language| is_kattis && has(language));
            owner.filter(|language| !opening.denies(&language.signs))
        };
        let shown = || {
            let mut shown = claim().map(|language| (language, opening.shows(&language.signs)));
            shown.find_map(|(language, line)| Some((language, line?)))
        };
        let (language, reason) = if let Some(named) = named {
            (named, format!("its first line names `{}`", interpreter.unwrap_or_default()))
        } else if let Some(own) = own() {
            (own, format!("packages of this family give it `.{ending}`"))
        } else if let Some((language, line)) = shown() {
            (language, format!("it has the line `{line}`"))
        } else {
            (first, String::new())
        };
        let why = (language.name != first.name).then(|| {
            format!("treated as {} instead of {}, since {reason}", language.title, first.title)
        });
        Some(IdentifiedLanguage { language: Arc::clone(language), why })
    }

    /// The language of scripts that this interpreter runs.
    pub(super) fn of_interpreter(&self, name: &str) -> Option<Arc<Language>> {
        self.iter().find(|language| is_run_by(language, name)).cloned()
    }

    /// The language of answers.
    pub(super) fn of_answers(&self) -> Option<IdentifiedLanguage> {
        let language = self.iter().find(|language| language.answers)?;
        Some(IdentifiedLanguage { language: Arc::clone(language), why: None })
    }
}

fn is_run_by(language: &Language, interpreter: &str) -> bool {
    language.interpreters.iter().any(|known| known == interpreter)
}

/// The endings of languages, each once, for messages.
pub(super) fn endings<'a>(languages: impl IntoIterator<Item = &'a Language>) -> String {
    let mut endings: Vec<String> = Vec::new();
    for ending in languages.into_iter().flat_map(|language| &language.endings) {
        let ending = format!(".{ending}");
        if !endings.contains(&ending) {
            endings.push(ending);
        }
    }
    list(endings.iter().map(String::as_str)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
