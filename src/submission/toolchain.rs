//! The toolchains of languages on this machine.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::language::Language;
use super::plan::commands;
use super::search::{SearchError, search};
use super::table::Languages;
use super::toolchain_files::ToolchainFiles;
use crate::sandbox::host::Host;

/// The version of a language's toolchain, as machines compare it: where it is not shipped as it is, with a
/// digest of its commands.
pub fn version_to_compare(language: &Language, version: String) -> String {
    if language.added_by.is_none() {
        return version;
    }
    let digest = commands(language).in_hexadecimal();
    format!("{version}, with commands of its own ({})", &digest[..DIGITS])
}

/// How many digits of a digest tell commands from others.
const DIGITS: usize = 16;

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

/// How many tools are asked at a time. All at once would make some answer too late on a busy machine.
const AT_A_TIME: usize = 6;

/// Every language and its toolchain on this machine, found by asking them side by side.
pub fn toolchains(languages: &Languages) -> Vec<Toolchain> {
    toolchains_of(languages.iter().map(|language| &**language))
}

/// The same of some languages. Those that need the same are asked once.
pub fn toolchains_of<'a>(languages: impl IntoIterator<Item = &'a Language>) -> Vec<Toolchain> {
    let languages: Vec<&Language> = languages.into_iter().collect();
    let mut distinct: Vec<&Language> = Vec::new();
    for language in &languages {
        if !distinct.iter().any(|known| known.needs == language.needs) {
            distinct.push(language);
        }
    }
    let host = &Host::new([]);
    let found: Vec<OnceLock<Result<String, String>>> =
        distinct.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let ask = || {
        while let Some(at) =
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < found.len())
        {
            found[at].get_or_init(|| look(distinct[at], host));
        }
    };
    thread::scope(|scope| {
        for _ in 1..AT_A_TIME.min(distinct.len()) {
            // Where no thread is to be had, the others ask the more.
            drop(thread::Builder::new().spawn_scoped(scope, ask));
        }
        ask();
    });
    let of = |language: &&Language| {
        let at = distinct.iter().position(|known| known.needs == language.needs);
        let version = at.and_then(|at| found[at].get().cloned());
        let version = version.unwrap_or_else(|| look(language, host));
        let needs_tools = !language.needs.tools.is_empty();
        Toolchain { language: language.title.clone(), needs_tools, version }
    };
    languages.iter().map(of).collect()
}

/// The version, or what is missing.
fn look(language: &Language, host: &Host) -> Result<String, String> {
    match search(&language.needs, host) {
        Ok(_) if language.needs.tools.is_empty() => Ok("needs none".into()),
        Ok(kit) => Ok(kit.version),
        Err(error) => Err(error.to_string()),
    }
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
