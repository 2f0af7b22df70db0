//! Languages as packages of the Kattis family have them: by their codes, and with those that take the
//! place of others there.

use std::cell::LazyCell;
use std::path::Path;
use std::sync::Arc;

use super::error::SubmissionError;
use super::language::{IdentifiedLanguage, Language, ending};
use super::table::Languages;
use crate::sandbox::host::Host;
use crate::sandbox::judged::under_judgement;

impl Languages {
    /// The language of this code in packages of the Kattis family, or of this name.
    ///
    /// # Errors
    /// As [`Languages::named`].
    pub(super) fn of_code(&self, code: &str) -> Result<Arc<Language>, SubmissionError> {
        let coded = |language: &&Arc<Language>| language.kattis.iter().any(|known| known == code);
        self.iter().find(coded).map_or_else(|| self.named(code), |found| Ok(Arc::clone(found)))
    }

    /// The language of a submission, told by its files, in a package that lists the codes of these languages;
    /// none are all. Where it is not among them, the first listed one is taken that has its ending, too; where
    /// there is none, that is told, and it is judged all the same.
    pub(super) fn of_listed(
        &self,
        told: IdentifiedLanguage,
        codes: &[String],
        real: &Path,
    ) -> IdentifiedLanguage {
        let is_listed = |language: &Language| {
            let named = |code: &String| language.name == *code || language.kattis.contains(code);
            codes.iter().any(named)
        };
        if codes.is_empty() || told.language.answers || is_listed(&told.language) {
            return told;
        }
        let IdentifiedLanguage { language, why } = told;
        let own = ending(real).filter(|_| real.is_file());
        let claims = |other: &Language| match own {
            Some(ending) => other.claims_exactly(ending),
            None => language.endings.iter().any(|ending| other.claims_exactly(ending)),
        };
        let title = &language.title;
        if let Some(other) = self.iter().find(|other| is_listed(other) && claims(other)) {
            let new = &other.title;
            let why = format!("treated as {new} instead of {title}, since the package lists it");
            return IdentifiedLanguage { language: Arc::clone(other), why: Some(why) };
        }
        let new = format!("{title} is not among the languages that the package lists");
        let why = Some(why.map_or_else(|| new.clone(), |why| format!("{why}; {new}")));
        IdentifiedLanguage { language, why }
    }

    /// The language that is taken in place of this one for a package of the Kattis family, at this
    /// path: one that says so and whose tools are installed, else this one.
    pub(super) fn in_place_of(&self, language: Arc<Language>, path: &Path) -> Arc<Language> {
        let mut others =
            self.iter().filter(|other| other.kattis_for.as_ref() == Some(&language.name));
        let host = LazyCell::new(|| Host::new(under_judgement(path)));
        let is_here = |other: &&Arc<Language>| {
            let mut tools = other.needs.tools.iter();
            tools.all(|tool| tool.names.iter().any(|name| host.find(name).is_some()))
        };
        others.find(is_here).map_or(language, Arc::clone)
    }

    /// Whether a file of this name is a source of any language.
    pub(super) fn is_source(&self, name: &str) -> bool {
        self.iter().any(|language| language.is_source(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_known_and_so_are_names() {
        let languages = Languages::shipped().unwrap();
        let case = |code: &str, expected: Option<&str>| {
            let found = languages.of_code(code).ok().map(|language| language.name.clone());
            assert_eq!(found.as_deref(), expected, "{code}");
        };
        case("python3", Some("python"));
        case("cpp", Some("cpp"));
        case("cpp17", Some("cpp17"));
        case("pypy", Some("pypy"));
        case("python2", Some("python2"));
        case("kotlin", Some("kotlin"));
        case("objectivec", Some("objective-c"));
        case("javaalgs4", None);
    }

    #[test]
    fn a_language_that_the_package_lists_goes_before_others() {
        let languages = Languages::shipped().unwrap();
        let case = |name: &str, codes: &[&str], expected: &str, words: &str| {
            let language = languages.named(name).unwrap();
            let told = IdentifiedLanguage { language, why: None };
            let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
            let told = languages.of_listed(told, &codes, Path::new("/nowhere"));
            assert_eq!(told.language.name, expected, "{codes:?}");
            assert_eq!(told.why.unwrap_or_default(), words, "{codes:?}");
        };
        case("cpp", &[], "cpp", "");
        case("cpp", &["java", "cpp"], "cpp", "");
        let words = "treated as C++17 instead of C++, since the package lists it";
        case("cpp", &["java", "cpp17"], "cpp17", words);
        let words = "treated as PyPy 3 instead of Python 3, since the package lists it";
        case("python", &["pypy"], "pypy", words);
        let words = "Python 3 is not among the languages that the package lists";
        case("python", &["cpp"], "python", words);
    }

    /// Whatever tools this machine has: `sh` stands for that of `pypy`, and what is nowhere for it.
    #[test]
    fn a_language_that_is_installed_takes_the_place_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("languages.toml");
        let case = |tool: &str, language: &str, expected: &str| {
            let text = format!(
                "[[language]]\nname = 'pypy'\nlike = 'python'\nkattis_for = 'python'\n\
                 tools = [{{ word = 'python3', names = ['{tool}'], install = 'x' }}]\n"
            );
            std::fs::write(&file, text).unwrap();
            let languages = Languages::with(&file).unwrap();
            let language = languages.named(language).unwrap();
            let found = languages.in_place_of(language, folder.path());
            assert_eq!(found.name, expected, "{tool}");
        };
        case("sh", "python", "pypy");
        case("no-such-tool", "python", "python");
        case("sh", "c", "c");
    }
}
