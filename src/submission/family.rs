//! Languages as packages of the Kattis family have them: by their codes, and with those that take the
//! place of others there.

use std::cell::LazyCell;
use std::path::Path;
use std::sync::Arc;

use super::error::SubmissionError;
use super::language::{IdentifiedLanguage, Language, ending};
use super::table::Languages;
use crate::problem::Additions;
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

    /// Why a submission may not be in this language, where the package says so (2025-09, `languages`).
    pub fn refusal(&self, package: &Additions, language: &Language) -> Option<String> {
        let allowed = package.languages.as_ref()?;
        let other = language.kattis_for.as_ref().and_then(|name| self.named(name).ok());
        let mut own = std::iter::once(language).chain(other.as_deref());
        (!own.any(|language| is_listed(language, allowed))).then(|| {
            let allowed: Vec<String> = allowed.iter().map(|code| format!("`{code}`")).collect();
            format!(
                "`languages` of the package names {}, and not {}: a judge that heeds it refuses this",
                allowed.join(", "),
                language.title
            )
        })
    }

    /// The language of a submission, told by its files, in a package that lists the codes of the languages that it
    /// takes. Where it is not among them, the first listed one that has its ending, too, is taken; where there is
    /// none, [`Languages::refusal`] says why a judge that heeds the list refuses it.
    pub(super) fn of_listed(
        &self,
        told: IdentifiedLanguage,
        codes: Option<&[String]>,
        real: &Path,
    ) -> IdentifiedLanguage {
        let Some(codes) = codes else { return told };
        if told.language.answers || is_listed(&told.language, codes) {
            return told;
        }
        let language = &told.language;
        let own = ending(real).filter(|_| real.is_file());
        let claims = |other: &Language| match own {
            Some(ending) => other.claims_exactly(ending),
            None => language.endings.iter().any(|ending| other.claims_exactly(ending)),
        };
        let Some(other) = self.iter().find(|other| is_listed(other, codes) && claims(other)) else {
            return told;
        };
        let why = format!(
            "treated as {} instead of {}, since the package lists it",
            other.title, language.title
        );
        IdentifiedLanguage { language: Arc::clone(other), why: Some(why) }
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
    pub(crate) fn is_source(&self, name: &str) -> bool {
        self.iter().any(|language| language.is_source(name))
    }
}

/// Whether a language is among these, by one of its codes or by its name.
fn is_listed(language: &Language, codes: &[String]) -> bool {
    codes.iter().any(|code| language.name == *code || language.kattis.contains(code))
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
    fn a_package_may_name_the_languages_that_it_takes() {
        let languages = Languages::shipped().unwrap();
        let refusal = |allowed: Option<&[&str]>, name: &str| {
            let allowed = allowed.map(|all| all.iter().map(|&code| code.to_owned()).collect());
            let additions = Additions { languages: allowed, ..Additions::default() };
            languages.refusal(&additions, &languages.named(name).unwrap())
        };
        for (allowed, name) in
            [(None, "cpp"), (Some(&["cpp"][..]), "cpp"), (Some(&["java", "python3"][..]), "pypy")]
        {
            assert_eq!(refusal(allowed, name), None, "{name}");
        }
        let words = "`languages` of the package names `cpp`, `java`, and not Python 3: a judge that heeds it \
                     refuses this";
        assert_eq!(refusal(Some(&["cpp", "java"]), "python").as_deref(), Some(words));
    }

    #[test]
    fn a_language_that_the_package_lists_goes_before_others() {
        let languages = Languages::shipped().unwrap();
        let case = |name: &str, codes: Option<&[&str]>, expected: &str, words: &str| {
            let language = languages.named(name).unwrap();
            let told = IdentifiedLanguage { language, why: None };
            let codes: Option<Vec<String>> =
                codes.map(|codes| codes.iter().map(ToString::to_string).collect());
            let told = languages.of_listed(told, codes.as_deref(), Path::new("/nowhere"));
            assert_eq!(told.language.name, expected, "{codes:?}");
            assert_eq!(told.why.unwrap_or_default(), words, "{codes:?}");
        };
        case("cpp", None, "cpp", "");
        case("cpp", Some(&["java", "cpp"]), "cpp", "");
        let words = "treated as C++17 instead of C++, since the package lists it";
        case("cpp", Some(&["java", "cpp17"]), "cpp17", words);
        let words = "treated as PyPy 3 instead of Python 3, since the package lists it";
        case("python", Some(&["pypy"]), "pypy", words);
        case("python", Some(&["cpp"]), "python", "");
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
