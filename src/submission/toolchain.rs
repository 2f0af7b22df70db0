//! The toolchains of languages on this machine.

use std::thread;

use super::language::Language;
use super::search::{SearchError, search};
use super::table::Languages;
use super::toolchain_files::ToolchainFiles;
use crate::sandbox::host::Host;

/// What a language's toolchain is on this machine, for showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// The language's title.
    pub language: String,
    /// Whether there is something to install for it.
    pub needs_tools: bool,
    /// Version, or what is missing and what to do about it.
    pub version: Result<String, String>,
}

/// Why a language cannot be built here: the machine's fault.
#[derive(Debug, thiserror::Error)]
#[error("cannot build {language} on this machine{}{source}", before(source))]
pub struct ToolchainError {
    /// The language's title.
    pub language: String,
    /// Why its tools are not known.
    pub source: SearchError,
}

fn before(source: &SearchError) -> &'static str {
    if let SearchError::Missing { .. } = source { ": there is " } else { ": " }
}

/// Every language and its toolchain on this machine, found by asking them side by side.
pub fn toolchains(languages: &Languages) -> Vec<Toolchain> {
    toolchains_of(languages.iter().map(|language| &**language))
}

/// The same of some languages.
pub fn toolchains_of<'a>(languages: impl IntoIterator<Item = &'a Language>) -> Vec<Toolchain> {
    let host = &Host::new([]);
    thread::scope(|scope| {
        let asked: Vec<_> = languages
            .into_iter()
            .map(|language| {
                let asking = thread::Builder::new().spawn_scoped(scope, || look(language, host));
                (language, asking)
            })
            .collect();
        let found = asked.into_iter().map(|(language, asking)| match asking {
            Ok(asking) => asking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // No thread is to be had: one after the other.
            Err(_) => look(language, host),
        });
        found.collect()
    })
}

fn look(language: &Language, host: &Host) -> Toolchain {
    let needs_tools = !language.needs.tools.is_empty();
    let version = match search(&language.needs, host) {
        Ok(_) if !needs_tools => Ok("needs none".into()),
        Ok(kit) => Ok(kit.version),
        Err(error) => Err(error.to_string()),
    };
    Toolchain { language: language.title.clone(), needs_tools, version }
}

/// Finds the toolchain of a language.
pub(super) fn locate(language: &Language, host: &Host) -> Result<ToolchainFiles, ToolchainError> {
    let found = search(&language.needs, host);
    found.map_err(|source| ToolchainError { language: language.title.clone(), source })
}

#[cfg(test)]
mod tests {
    use super::{locate, toolchains};
    use crate::sandbox::host::Host;
    use crate::submission::Languages;
    use std::fs;
    use std::path::Path;

    fn host() -> Host {
        Host::new([])
    }

    #[test]
    fn every_language_is_told_of() {
        let languages = Languages::shipped().unwrap();
        let titles: Vec<_> =
            toolchains(&languages).into_iter().map(|found| found.language).collect();
        let expected: Vec<_> = languages.iter().map(|language| language.title.clone()).collect();
        assert_eq!(titles, expected);
    }

    #[test]
    fn rust_is_found_where_it_really_is() {
        // Whoever runs this test has a Rust toolchain.
        let rust = Languages::shipped().unwrap().named("rust").unwrap();
        let kit = locate(&rust, &host()).unwrap();
        assert!(kit.version.starts_with("rustc 1."), "{}", kit.version);
        let tool = Path::new(&kit.words["compiler"][0]);
        assert!(tool.ends_with("bin/rustc"), "{tool:?}");
        assert_eq!(kit.words["edition"], ["2024"]);
    }

    #[test]
    fn a_missing_tool_is_named_with_what_to_install() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("languages.toml");
        let text = "[[language]]\nname = 'none'\ntitle = 'None'\nlike = 'go'\n\
                    tools = [{ word = 'go', names = ['no-such-1', 'no-such-2'], install = 'install it' }]";
        fs::write(&file, text).unwrap();
        let none = Languages::with(&file).unwrap().named("none").unwrap();
        assert_eq!(
            locate(&none, &host()).unwrap_err().to_string(),
            "cannot build None on this machine: there is no `no-such-1`: install it"
        );
    }

    #[test]
    fn an_executable_needs_nothing() {
        let executable = Languages::shipped().unwrap().named("executable").unwrap();
        let kit = locate(&executable, &host()).unwrap();
        assert!(kit.mounts.is_empty() && kit.words.is_empty());
    }
}
