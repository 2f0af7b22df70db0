//! Languages as packages of the Kattis family have them: by their codes, and with those that take the
//! place of others there.

use std::cell::LazyCell;
use std::path::Path;
use std::sync::Arc;

use super::error::SubmissionError;
use super::language::Language;
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
        let own = std::iter::once(language).chain(other.as_deref());
        let codes: Vec<&str> = own
            .flat_map(|language| language.kattis.iter().chain([&language.name]))
            .map(String::as_str)
            .collect();
        (!allowed.iter().any(|code| codes.contains(&code.as_str()))).then(|| {
            let allowed: Vec<String> = allowed.iter().map(|code| format!("`{code}`")).collect();
            format!(
                "`languages` of the package names {}, and not {}: a judge that heeds it refuses this",
                allowed.join(", "),
                language.title
            )
        })
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
    use super::super::table::Languages;
    use crate::problem::Additions;

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
