//! Finds on this machine the tools that a language's entry asks for, by asking the tools themselves.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use super::command::{fill, placeholders};
use super::kit::{Kit, home};
use super::language::{Condition, Language, Line, Probe, Tool};
use super::sound::VERSION;
use super::table::Languages;
use super::written::release;
use crate::sandbox::host::{Host, HostError};

/// What a language's toolchain is on this machine, for showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// The language's title.
    pub language: String,
    /// Version, or what is missing and what to do about it.
    pub version: Result<String, String>,
}

/// Why a language cannot be built here: the machine's fault.
#[derive(Debug, thiserror::Error)]
pub enum ToolchainError {
    /// There is no such tool.
    #[error("{language} cannot be built here, as there is no `{tool}`: {advice}")]
    Missing {
        /// The language's title.
        language: String,
        /// The tool looked for first.
        tool: String,
        /// What to do about it.
        advice: String,
    },
    /// The tool does not say what must be known of it.
    #[error("{language} cannot be built here: {source}")]
    Silent {
        /// The language's title.
        language: String,
        /// What went wrong.
        source: ProbeError,
    },
    /// The file that says how to ask the host's tools is not the user's.
    #[error(
        "{language} cannot be built here: {} says how, which lies in a folder under judgement and \
         does not count",
        file.display()
    )]
    Foreign {
        /// The language's title.
        language: String,
        /// The file.
        file: PathBuf,
    },
}

/// Why it is not known what must be known of a tool.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// It gave no answer.
    #[error(transparent)]
    Host(#[from] HostError),
    /// It gave another one than expected.
    #[error("the answer of `{}` has no line that begins with `{beginning}`", tool.display())]
    NoLine {
        /// The tool.
        tool: PathBuf,
        /// How the line was to begin.
        beginning: String,
    },
    /// What must be a path is none.
    #[error("`{found}` is not an absolute path")]
    NotAPath {
        /// What was found.
        found: String,
    },
    /// No probe gave a word that is needed.
    #[error("nothing tells what `{{{word}}}` stands for")]
    NoWord {
        /// The word.
        word: String,
    },
}

/// Every language and its toolchain on this machine, found by asking them side by side.
pub fn toolchains(languages: &Languages) -> Vec<Toolchain> {
    let host = &Host::new([]);
    thread::scope(|scope| {
        let asked: Vec<_> = languages
            .iter()
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
    let version = match locate(language, host) {
        Ok(_) if language.tools.is_empty() => Ok("needs none".into()),
        Ok(kit) => Ok(kit.version),
        Err(ToolchainError::Missing { tool, advice, .. }) => Err(format!("no `{tool}`: {advice}")),
        Err(ToolchainError::Silent { source, .. }) => Err(source.to_string()),
        Err(error @ ToolchainError::Foreign { .. }) => Err(error.to_string()),
    };
    Toolchain { language: language.title.clone(), version }
}

/// Finds the toolchain of a language.
pub(super) fn locate(language: &Language, host: &Host) -> Result<Kit, ToolchainError> {
    if let Some(file) = language.added_by.as_ref().filter(|file| host.is_judged(file)) {
        let language = language.title.clone();
        return Err(ToolchainError::Foreign { language, file: file.clone() });
    }
    let said_by = language.added_by.as_ref();
    let said_by = said_by.map(|file| fs::canonicalize(file).unwrap_or_else(|_| file.clone()));
    let kit = Kit { said_by, ..Kit::default() };
    let mut search = Search { language, host, kit };
    for tool in &language.tools {
        search.tool(tool)?;
    }
    let found = search.ask();
    found.map_err(|source| ToolchainError::Silent { language: language.title.clone(), source })?;
    Ok(search.kit)
}

/// A toolchain being found.
struct Search<'a> {
    language: &'a Language,
    host: &'a Host,
    kit: Kit,
}

impl Search<'_> {
    /// Finds a tool by its names.
    fn tool(&mut self, tool: &Tool) -> Result<(), ToolchainError> {
        let Tool { word, names, install } = tool;
        let found = names.iter().find_map(|name| self.host.find(name));
        let path = found.ok_or_else(|| {
            let passed_over = names.iter().find_map(|name| self.host.passed_over(name));
            let advice = passed_over.map_or_else(
                || install.clone(),
                |path| {
                    let path = path.display();
                    format!("{install}; {path} lies in a folder under judgement and does not count")
                },
            );
            let tool = names.first().unwrap_or(word).clone();
            ToolchainError::Missing { language: self.language.title.clone(), tool, advice }
        })?;
        let real = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        self.set(&format!("{word}:home"), home(&real).display().to_string());
        self.set(&format!("{word}:real"), real.display().to_string());
        self.set(word, path.display().to_string());
        Ok(())
    }

    /// Asks the tools all that the entry wants to know.
    fn ask(&mut self) -> Result<(), ProbeError> {
        let language = self.language;
        for probe in &language.probes {
            self.probe(probe)?;
        }
        self.version()?;
        for path in &language.visible {
            let path = self.path(path)?;
            self.kit.show(&path);
        }
        for folder in &language.settings {
            let folder = self.path(folder)?;
            self.kit.show_settings(&folder);
        }
        Ok(())
    }

    /// What is known already is not asked for, and nothing is made of words that are not known.
    fn probe(&mut self, probe: &Probe) -> Result<(), ProbeError> {
        if probe.words().iter().all(|word| self.kit.words.contains_key(*word)) {
            return Ok(());
        }
        match probe {
            Probe::Ask { command, lines } => {
                let Some((tool, answer)) = self.answer(command)? else { return Ok(()) };
                for Line { word, beginning } in lines {
                    let line = answer.lines().find_map(|line| line.strip_prefix(beginning));
                    let line = line.map(str::trim).filter(|line| !line.is_empty());
                    let Some(line) = line else {
                        let beginning = beginning.clone();
                        return Err(ProbeError::NoLine { tool, beginning });
                    };
                    self.expect_ours(&tool, line)?;
                    self.set(word, line.into());
                }
            }
            Probe::File { path, lines } => {
                let Some(path) = self.filled(path) else { return Ok(()) };
                let path = Path::new(&path);
                let own = path.is_absolute() && !self.host.is_judged(path);
                let text = if own { fs::read_to_string(path) } else { Ok(String::new()) };
                let text = text.unwrap_or_default();
                for Line { word, beginning } in lines {
                    let line = text.lines().find_map(|line| line.strip_prefix(beginning));
                    let line = line.map(|line| line.trim().trim_matches('"'));
                    if let Some(line) = line.filter(|line| !line.is_empty()) {
                        self.expect_ours(path, line)?;
                        self.set(word, line.into());
                    }
                }
            }
            Probe::Word { word, value, when } => {
                let value = match value {
                    None => None,
                    Some(value) => {
                        let Some(value) = self.filled(value) else { return Ok(()) };
                        Some(value)
                    }
                };
                for condition in when {
                    if !self.holds(condition, value.as_deref().unwrap_or_default())? {
                        return Ok(());
                    }
                }
                self.kit.words.insert(word.clone(), value.into_iter().collect());
            }
        }
        Ok(())
    }

    fn holds(&mut self, condition: &Condition, value: &str) -> Result<bool, ProbeError> {
        Ok(match condition {
            Condition::IsFile => {
                let path = Path::new(value);
                path.is_absolute() && !self.host.is_judged(path) && path.is_file()
            }
            Condition::Release(least) => release(&self.version()?) >= *least,
            Condition::Path(command) => {
                let answer = self.answer(command)?;
                answer.is_some_and(|(_, answer)| Path::new(&answer).is_absolute())
            }
        })
    }

    /// The version, asked for where no probe has told it; nothing of a language without tools.
    fn version(&mut self) -> Result<String, ProbeError> {
        if self.kit.version.is_empty() {
            self.kit.version = match self.kit.words.get(VERSION).and_then(|words| words.first()) {
                Some(version) => version.clone(),
                None if self.language.version.is_empty() && self.language.tools.is_empty() => {
                    String::new()
                }
                None => {
                    let answer = self.answer(&self.language.version)?;
                    let (tool, answer) =
                        answer.ok_or(ProbeError::NoWord { word: VERSION.into() })?;
                    let first = answer.lines().next().map(str::trim);
                    let first = first.filter(|line| !line.is_empty());
                    let none = || ProbeError::NoLine { tool, beginning: String::new() };
                    let first = first.ok_or_else(none)?.to_owned();
                    self.set(VERSION, first.clone());
                    first
                }
            };
        }
        Ok(self.kit.version.clone())
    }

    /// What a command of the host answers, and its tool; `None` where a word of it is not known.
    fn answer(&self, command: &[String]) -> Result<Option<(PathBuf, String)>, ProbeError> {
        let words: Option<Vec<String>> = command.iter().map(|word| self.filled(word)).collect();
        let Some(words) = words else { return Ok(None) };
        let Some((tool, arguments)) = words.split_first() else { return Ok(None) };
        let tool = PathBuf::from(tool);
        if !tool.is_absolute() {
            return Err(ProbeError::NotAPath { found: tool.display().to_string() });
        }
        self.host.expect_ours(&tool, &tool)?;
        let answer = self.host.ask(&tool, arguments)?;
        Ok(Some((tool, answer)))
    }

    /// What a tool named is no path of those under judgement.
    fn expect_ours(&self, tool: &Path, part: &str) -> Result<(), ProbeError> {
        let part = Path::new(part);
        if part.is_absolute() {
            self.host.expect_ours(tool, part)?;
        }
        Ok(())
    }

    /// An absolute path of the host's.
    fn path(&self, text: &str) -> Result<PathBuf, ProbeError> {
        let path = self.filled(text).ok_or_else(|| {
            let unknown = placeholders(text).find(|word| !self.kit.words.contains_key(*word));
            ProbeError::NoWord { word: unknown.unwrap_or(text).into() }
        })?;
        if !Path::new(&path).is_absolute() {
            return Err(ProbeError::NotAPath { found: path });
        }
        Ok(path.into())
    }

    /// The text with what its placeholders stand for, where all are known.
    fn filled(&self, text: &str) -> Option<String> {
        let known = placeholders(text).all(|word| self.kit.words.contains_key(word));
        known.then(|| fill(text, &self.kit.words))
    }

    fn set(&mut self, word: &str, value: String) {
        self.kit.words.insert(word.into(), vec![value]);
    }
}

#[cfg(test)]
mod tests {
    use super::{locate, toolchains};
    use crate::sandbox::host::Host;
    use crate::submission::Languages;
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
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

    /// What is found by an entry whose tool is this script, or why it is not.
    fn found(script: &str, entry: &str) -> Result<super::Kit, String> {
        let folder = tempfile::tempdir().unwrap();
        let tool = folder.path().join("tool");
        fs::write(&tool, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
        let text = format!(
            "[[language]]\nname = 'x'\nsingle = 'x'\nrun = ['x']\n\
             tools = [{{ word = 'tool', names = ['{}'], install = 'install it' }}]\n{entry}",
            tool.display()
        );
        let file = folder.path().join("languages.toml");
        fs::write(&file, text).unwrap();
        let languages = Languages::with(&file).map_err(|error| error.to_string())?;
        let own = folder.path().display().to_string();
        let kit = locate(&languages.named("x").unwrap(), &host());
        kit.map_err(|error| error.to_string().replace(&own, ""))
    }

    #[test]
    fn a_version_and_words_are_read_from_answers() {
        let entry = "version = ['{tool}', '-v']\nprobes = [\n\
                     { ask = ['{tool}'], words = { home = 'home: ' } },\n\
                     { word = 'new', value = 'yes', if_release = '2.10' },\n\
                     { word = 'new', value = 'no' },\n\
                     { word = 'newer', value = 'yes', if_release = '3' },\n\
                     { word = 'newer' },\n\
                     { word = 'file', value = '{home}/none', if_file = true },\n\
                     { word = 'file', value = '{tool}', if_file = true },\n]";
        let kit = found("echo 'tool 2.11'; echo 'home: /usr/lib'", entry).unwrap();
        assert_eq!(kit.version, "tool 2.11");
        assert_eq!(kit.words["home"], ["/usr/lib"]);
        assert_eq!(kit.words["new"], ["yes"]);
        assert_eq!(kit.words["newer"], [""; 0]);
        assert_eq!(kit.words["file"], kit.words["tool"]);
    }

    #[test]
    fn what_tools_do_not_say_is_told() {
        let case = |script: &str, entry: &str, expected: &str| {
            let error = found(script, entry).unwrap_err();
            assert_eq!(error, format!("x cannot be built here: {expected}"));
        };
        let version = "version = ['{tool}']\n";
        case("echo no >&2; exit 1", version, "`/tool` failed: no");
        case("", version, "the answer of `/tool` has no line that begins with ``");
        let home = "probes = [{ ask = ['{tool}'], words = { home = 'home: ' } }]\n";
        let none = "the answer of `/tool` has no line that begins with `home: `";
        case("echo 1", &format!("{version}{home}"), none);
        let seen = format!("{version}{home}visible = ['{{home}}']");
        case("echo 'home: lib'", &seen, "`lib` is not an absolute path");
        let file = "probes = [{ file = '/no/such', words = { home = '' } }]\n";
        let unknown = format!("{version}{file}visible = ['{{home}}']");
        case("echo 1", &unknown, "nothing tells what `{home}` stands for");
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
            "None cannot be built here, as there is no `no-such-1`: install it"
        );
    }

    /// Whoever writes such a file chooses what runs on the host.
    #[test]
    fn a_file_that_lies_in_a_folder_under_judgement_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("languages.toml");
        let mark = folder.path().join("mark");
        let text = format!(
            "[[language]]\nname = 'x'\nsingle = 'x'\nrun = ['x']\n\
             tools = [{{ word = 'sh', names = ['sh'], install = 'install it' }}]\n\
             version = ['{{sh}}', '-c', 'echo 1; echo > {}']\n",
            mark.display()
        );
        fs::write(&file, text).unwrap();
        let x = Languages::with(&file).unwrap().named("x").unwrap();
        let error = locate(&x, &Host::new([folder.path().canonicalize().unwrap()])).unwrap_err();
        assert!(error.to_string().ends_with("lies in a folder under judgement and does not count"));
        assert!(!mark.exists());
        assert_eq!(locate(&x, &host()).unwrap().version, "1");
        assert!(mark.exists());
    }

    #[test]
    fn an_executable_needs_nothing() {
        let executable = Languages::shipped().unwrap().named("executable").unwrap();
        let kit = locate(&executable, &host()).unwrap();
        assert!(kit.mounts.is_empty() && kit.words.is_empty());
    }
}
