//! The languages that are known: the shipped ones, and those that a file of the user's or of a problem
//! adds or replaces.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::error::{LanguagesError, SubmissionError};
use super::language::{IdentifiedLanguage, Language, known_as};
use super::written::{Author, read};
use crate::nearest::{list, meant, unknown};
use crate::problem::Conventions;
use crate::regular;

/// The shipped languages.
const SHIPPED: &str = include_str!("languages.toml");

/// What mistakes would call the shipped file.
const SHIPPED_NAME: &str = "languages.toml";

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
        Ok(Self::new(read(Path::new(SHIPPED_NAME), SHIPPED, Author::Jury, &[])?))
    }

    /// The shipped ones and those of a user's file, of which one with a known name takes that one's
    /// place and the others come last.
    ///
    /// # Errors
    /// When the file cannot be read or says what makes no sense.
    pub fn with(file: &Path) -> Result<Self, LanguagesError> {
        Self::shipped()?.and_those_of(file, Author::User)
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
        let mut all: Vec<Language> = self.iter().map(|known| known.as_ref().clone()).collect();
        for language in read(file, &text, author, &self.0)? {
            match all.iter_mut().find(|known| known.name == language.name) {
                Some(known) => *known = language,
                None => all.push(language),
            }
        }
        Ok(Self::new(all))
    }

    fn new(mut all: Vec<Language>) -> Self {
        let endings: BTreeSet<String> =
            all.iter().flat_map(|language| &language.endings).cloned().collect();
        for language in &mut all {
            let foreign = endings.iter().filter(|ending| !language.endings.contains(ending));
            language.not_its_own = foreign.cloned().collect();
        }
        Self(all.into_iter().map(Arc::new).collect())
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

    /// The language of a source with this ending, whose first line names this interpreter. That line
    /// decides among those that claim the ending; otherwise the first of them has it. In packages of
    /// the Kattis family letter case counts always.
    pub(super) fn of_source(
        &self,
        ending: &str,
        interpreter: Option<&str>,
        conventions: Conventions,
    ) -> Option<IdentifiedLanguage> {
        let claims = |language: &&Arc<Language>| match conventions {
            Conventions::Own => language.claims(ending),
            Conventions::Kattis => language.claims_exactly(ending),
        };
        let claim = || self.iter().filter(claims);
        let first = claim().next()?;
        let named = interpreter.and_then(|name| claim().find(|language| is_run_by(language, name)));
        Some(match named {
            Some(named) if named.name != first.name => IdentifiedLanguage {
                language: Arc::clone(named),
                why: Some(format!(
                    "treated as {} instead of {}, since its first line names `{}`",
                    named.title,
                    first.title,
                    interpreter.unwrap_or_default()
                )),
            },
            _ => IdentifiedLanguage { language: Arc::clone(first), why: None },
        })
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

    /// All endings, for messages.
    pub(super) fn endings(&self) -> String {
        endings(self.iter().map(AsRef::as_ref))
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
mod tests {
    use super::Languages;
    use crate::problem::Conventions;
    use std::borrow::Cow;
    use std::collections::BTreeSet;

    /// The languages with those of a file of this text.
    fn with(text: &str) -> Result<Languages, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml");
        std::fs::write(&file, text).unwrap();
        let own = format!("{}/", folder.path().display());
        Languages::with(&file).map_err(|error| error.to_string().replace(&own, ""))
    }

    fn told(languages: &Languages, ending: &str, interpreter: Option<&str>) -> Option<String> {
        languages
            .of_source(ending, interpreter, Conventions::Own)
            .map(|told| told.language.name.clone())
    }

    #[test]
    fn endings_tell_the_language() {
        let languages = Languages::shipped().unwrap();
        let case = |ending, expected: Option<&str>| {
            assert_eq!(told(&languages, ending, None).as_deref(), expected, "{ending}");
        };
        case("c", Some("c"));
        case("C", Some("cpp"));
        case("CPP", Some("cpp"));
        case("c++", Some("cpp"));
        case("Py", Some("python"));
        case("h", None);
        case("", None);
        let exact = |ending| languages.of_source(ending, None, Conventions::Kattis).is_some();
        for ending in ["c", "cpp", "cc", "cxx", "c++", "C", "rs", "py", "py3", "java", "go"] {
            assert!(exact(ending), "{ending}");
        }
        assert!(!exact("CPP") && !exact("Py") && !exact("py2"));
    }

    #[test]
    fn the_shipped_table_is_read_and_has_no_doubles() {
        let languages = Languages::shipped().unwrap();
        let names: BTreeSet<&String> = languages.iter().map(|language| &language.name).collect();
        assert_eq!(names.len(), languages.iter().count());
        assert!(languages.of_executables().is_some());
        for language in languages.iter() {
            let needs_none = language.executables || language.scripts || language.answers;
            assert_eq!(language.needs.tools.is_empty(), needs_none, "{}", language.name);
            let others = language.kattis_parts.iter().chain(&language.kattis_for);
            assert!(others.into_iter().all(|name| languages.named(name).is_ok()));
        }
    }

    /// Every key and every kind of probe that a file may hold is told of in the shipped one.
    #[test]
    fn the_shipped_table_is_its_own_reference() {
        let opening = super::SHIPPED.split("[[language]]").next().unwrap();
        let keys = with("[[language]]\nkeys = 1").unwrap_err();
        let (_, keys) = keys.split_once("expected one of ").unwrap();
        for key in keys.split(", ").map(|key| key.trim_matches('`')) {
            let explained =
                opening.contains(&format!(" {key} ")) || opening.contains(&format!(" {key},"));
            assert!(explained, "`{key}` is not explained");
        }
        let keys = with("[[language]]\nname = 'a'\nprobes = [{ keys = 1 }]").unwrap_err();
        let (_, keys) = keys.split_once("expected one of ").unwrap();
        for key in keys.split(", ").map(|key| key.trim_matches('`')) {
            assert!(opening.contains(&format!(" {key} = ")), "`{key}` is not explained");
        }
    }

    const PYPY: &str = "[[language]]\nname = 'pypy'\ntitle = 'PyPy'\nlike = 'python'\n\
                        interpreters = ['pypy3', 'pypy']\n\
                        tools = [{ word = 'python3', names = ['pypy3'], install = 'install it' }]\n";

    #[test]
    fn the_first_line_decides_among_those_that_claim_an_ending() {
        let languages = with(PYPY).unwrap();
        let case = |interpreter, expected: &str| {
            assert_eq!(told(&languages, "py", interpreter).as_deref(), Some(expected));
        };
        case(None, "python");
        case(Some("python3"), "python");
        case(Some("sh"), "python");
        case(Some("pypy3"), "pypy");
        let told = languages.of_source("py", Some("pypy3"), Conventions::Own).unwrap();
        let words = "treated as PyPy instead of Python 3, since its first line names `pypy3`";
        assert_eq!(told.why.as_deref(), Some(words));
        assert_eq!(languages.of_source("py", None, Conventions::Own).unwrap().why, None);
        let cpp17 = languages.named("cpp17").unwrap();
        assert!(cpp17.claims("cpp") && cpp17.claims("CC") && cpp17.claims("C"));
        assert_eq!(super::endings([cpp17.as_ref()]), "`.cpp`, `.cc`, `.cxx`, `.c++`, `.C`");
    }

    #[test]
    fn what_is_not_said_is_as_in_the_language_that_it_is_like() {
        let languages = with(PYPY).unwrap();
        let [python, pypy] = ["python", "pypy"].map(|name| languages.named(name).unwrap());
        assert_eq!((&pypy.build, &pypy.run), (&python.build, &python.run));
        assert_eq!((pypy.keeps, pypy.time_factor), (python.keeps, 5.0));
        assert_eq!(pypy.needs.tools[0].names, ["pypy3"]);
        assert!(pypy.added_by.is_some() && python.added_by.is_none());
    }

    #[test]
    fn a_known_name_replaces_and_another_comes_last() {
        let names = |languages: &Languages| -> Vec<String> {
            languages.iter().map(|language| language.name.clone()).collect()
        };
        let shipped = names(&Languages::shipped().unwrap());
        let replaced = with("[[language]]\nname = 'c'\nlike = 'c'\ntime_factor = 2").unwrap();
        assert_eq!(names(&replaced), shipped);
        let c = replaced.named("c").unwrap();
        assert!((c.time_factor - 2.0).abs() < f64::EPSILON);
        assert!(c.claims("c") && !c.claims("C"));
        let added = with(&PYPY.replace("'pypy'\n", "'other'\n")).unwrap();
        assert_eq!(names(&added).last().unwrap(), "other");
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let case = |text: &str, expected: &str| {
            assert_eq!(with(text).unwrap_err(), expected, "{text}");
        };
        case(
            "[[language]]\nname = 'a'\nrun = ['{main}']\nsingle = 'a'",
            "mine.toml:3:7: `run`: unknown word `main`: did you mean `main_name`?",
        );
        case(
            "[[language]]\nname = 'A'\nsingle = 'a'",
            "mine.toml:2:8: `name`: expected lower-case letters, digits and `-`, such as `cpp17`\n\
             mine.toml:2:8: `run`: expected the command that runs the program",
        );
        case(
            "[[language]]\nname = 'a'\nlike = 'cp'\nrun = ['a']\nsingle = 'a'",
            "mine.toml:3:8: unknown language `cp`: did you mean `c`?",
        );
        let start = "[[language]]\nname = 'a'\nrun = ['a']\nsingle = 'a'\n";
        case(
            &format!("{start}time_factor = 0"),
            "mine.toml:5:15: `time_factor`: expected a number from 1 to 100",
        );
        case(
            &format!("{start}keeps = 'output'"),
            "mine.toml:5:9: `keeps`: there is no `build` that could produce an output",
        );
        case(
            &format!("{start}version = ['sh', '-c', 'x']"),
            "mine.toml:5:11: `version`: expected a tool first, such as `{cc}`, found `sh`",
        );
        case(
            &format!("{start}tools = [{{ word = 'x', names = ['x'], install = 'x' }}]"),
            "mine.toml:2:8: `version`: expected the command that prints the version of the tools, \
             so that a new version does not reuse what an old one built",
        );
        case(
            &format!("{start}probes = [{{ word = 'x', ask = ['/x'] }}]"),
            "mine.toml:5:11: expected a probe: `ask` with `words`, `file` with `words`, or `word` \
             with `value` and conditions",
        );
        case(&format!("{start}{start}"), "mine.toml:6:8: duplicate language `a`");
        assert!(with("[[language]]\nname = ").unwrap_err().starts_with("mine.toml:2:8: "));
        let unknown = with("[[language]]\nnaem = 'a'").unwrap_err();
        assert!(unknown.starts_with("mine.toml:2:1: unknown field `naem`"), "{unknown}");
    }

    #[test]
    fn a_package_changes_what_is_done_with_known_tools_and_brings_none() {
        let shipped = Languages::shipped().unwrap();
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(shipped.of_problem(folder.path()), Ok(Cow::Borrowed(_))));
        let of_problem = |text: &str| {
            std::fs::write(folder.path().join("languages.toml"), text).unwrap();
            let own = format!("{}/", folder.path().display());
            let languages = shipped.of_problem(folder.path()).map(Cow::into_owned);
            languages.map_err(|error| error.to_string().replace(&own, ""))
        };
        let languages = of_problem("[[language]]\nname = 'c'\nlike = 'c'\nrun = ['a']").unwrap();
        let [ours, theirs] = [&shipped, &languages].map(|all| all.named("c").unwrap());
        assert_eq!((&theirs.needs, theirs.run[0].as_str()), (&ours.needs, "a"));
        assert!(theirs.added_by.is_some());
        let start = "[[language]]\nname = 'x'\nlike = 'c'\n";
        for (key, value) in [
            ("tools", "[{ word = 'x', names = ['sh'], install = 'x' }]"),
            ("probes", "[{ word = 'x' }]"),
            ("settings", "[]"),
            ("version", "['/bin/sh', '-c', 'x']"),
            ("visible", "['/home']"),
            ("settings", "['/home']"),
        ] {
            let column = key.len() + 4 + usize::from(key == "probes");
            let words = format!(
                "languages.toml:4:{column}: `{key}`: not allowed in a package, since it runs \
                 commands on the judge's machine"
            );
            let error = of_problem(&format!("{start}{key} = {value}")).unwrap_err();
            assert!(error.starts_with(&words), "{error}");
        }
        let words = "languages.toml:2:8: expected `like` with the name of a known language: a \
             package cannot bring tools of its own";
        let own = "[[language]]\nname = 'x'\nsingle = 'x'\nrun = ['/bin/sh']";
        assert_eq!(of_problem(own).unwrap_err(), words);
        std::fs::remove_file(folder.path().join("languages.toml")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("languages.toml")).unwrap();
        assert!(shipped.of_problem(folder.path()).is_err());
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let error = Languages::with(std::path::Path::new("/no/such.toml")).unwrap_err();
        let words = "cannot read languages /no/such.toml: No such file or directory (os error 2)";
        assert_eq!(error.to_string(), words);
    }
}
