//! Looks on the host for what a language needs. Everything that is found or named by a tool is refused
//! where it lies in a folder under judgement.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::command::{fill, placeholders};
use super::language::{Condition, Line, Needs, Probe, Tool};
use super::sound::VERSION;
use super::toolchain_files::{ToolchainFiles, home};
use super::written::release;
use crate::sandbox::host::{Host, HostError};

/// Why a language's tools are not known.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// There is no such tool.
    #[error("no `{tool}`: {advice}")]
    Missing {
        /// The tool looked for first.
        tool: String,
        /// What to do about it.
        advice: String,
    },
    /// The file that says how to ask the host's tools is not the user's.
    #[error(
        "{} sets how to call it, but lies in a folder being judged and is ignored: copy it out of \
         there, for instance to ~/.config/jury/languages.toml",
        file.display()
    )]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// A tool gave no answer.
    #[error(transparent)]
    Host(#[from] HostError),
    /// A tool gave another answer than expected.
    #[error("the output of `{}` has no line that begins with `{beginning}`", tool.display())]
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
    #[error("`{{{word}}}` has no value")]
    NoWord {
        /// The word.
        word: String,
    },
}

/// Finds on this host what a language needs, by asking the tools themselves.
///
/// # Errors
/// When a tool is missing or does not say what must be known of it.
pub(super) fn search(needs: &Needs, host: &Host) -> Result<ToolchainFiles, SearchError> {
    if let Some(file) = needs.said_by.as_ref().filter(|file| host.is_judged(file)) {
        return Err(SearchError::Foreign { file: file.clone() });
    }
    let said_by = needs.said_by.as_ref();
    let said_by = said_by.map(|file| fs::canonicalize(file).unwrap_or_else(|_| file.clone()));
    let kit = ToolchainFiles { said_by, ..ToolchainFiles::default() };
    let mut search = Search { needs, host, kit };
    for tool in &needs.tools {
        search.tool(tool)?;
    }
    for probe in &needs.probes {
        search.probe(probe)?;
    }
    search.version()?;
    for path in &needs.visible {
        let path = search.path(path)?;
        search.kit.show(&path);
    }
    for folder in &needs.settings {
        let folder = search.path(folder)?;
        search.kit.show_settings(&folder);
    }
    Ok(search.kit)
}

/// A toolchain being found.
struct Search<'a> {
    needs: &'a Needs,
    host: &'a Host,
    kit: ToolchainFiles,
}

impl Search<'_> {
    /// Finds a tool by its names.
    fn tool(&mut self, tool: &Tool) -> Result<(), SearchError> {
        let Tool { word, names, install } = tool;
        let found = names.iter().find_map(|name| self.find(name));
        let path = found.ok_or_else(|| {
            let passed_over = names.iter().find_map(|name| self.host.passed_over(name));
            let advice = passed_over.map_or_else(
                || install.clone(),
                |path| {
                    let path = path.display();
                    format!("{install}; {path} lies in a folder being judged and is ignored")
                },
            );
            let tool = names.first().unwrap_or(word).clone();
            SearchError::Missing { tool, advice }
        })?;
        let real = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        self.set(&format!("{word}:home"), home(&real).display().to_string());
        self.set(&format!("{word}:real"), real.display().to_string());
        self.set(word, path.display().to_string());
        Ok(())
    }

    /// A program along `PATH`; by a path, any file that is not under judgement.
    fn find(&self, name: &str) -> Option<PathBuf> {
        let path = Path::new(name);
        if path.is_absolute() {
            return (path.is_file() && !self.host.is_judged(path)).then(|| path.into());
        }
        self.host.find(name)
    }

    /// What is known already is not asked for, and nothing is made of words that are not known.
    fn probe(&mut self, probe: &Probe) -> Result<(), SearchError> {
        if probe.words().iter().all(|word| self.kit.words.contains_key(*word)) {
            return Ok(());
        }
        match probe {
            Probe::Ask { command, lines } => self.ask(command, lines),
            Probe::File { path, lines } => self.read(path, lines),
            Probe::Stamp { word, path } => {
                self.stamp(word, path);
                Ok(())
            }
            Probe::Word { word, value, when } => self.choose(word, value.as_deref(), when),
        }
    }

    fn ask(&mut self, command: &[String], lines: &[Line]) -> Result<(), SearchError> {
        let Some((tool, answer)) = self.answer(command)? else { return Ok(()) };
        for Line { word, beginning } in lines {
            let none = || SearchError::NoLine { tool: tool.clone(), beginning: beginning.clone() };
            let found = rest_of_line(&answer, beginning).ok_or_else(none)?;
            self.expect_ours(&tool, found)?;
            self.set(word, found.into());
        }
        Ok(())
    }

    fn read(&mut self, path: &str, lines: &[Line]) -> Result<(), SearchError> {
        let Some(path) = self.filled(path).map(PathBuf::from) else { return Ok(()) };
        if !path.is_absolute() || self.host.is_judged(&path) {
            return Ok(());
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        for Line { word, beginning } in lines {
            if let Some(found) = rest_of_line(&text, beginning) {
                // Files of settings put these around what they say.
                let found = found.trim_matches(['"', ',', '}']);
                self.expect_ours(&path, found)?;
                self.set(word, found.into());
            }
        }
        Ok(())
    }

    /// Some tools take a second to say what they are: their files tell it as well.
    fn stamp(&mut self, word: &str, path: &str) {
        let Some(path) = self.filled(path).map(PathBuf::from) else { return };
        if !path.is_absolute() || self.host.is_judged(&path) {
            return;
        }
        let Ok(real) = fs::canonicalize(&path) else { return };
        let (Ok(state), Some(name)) = (fs::metadata(&real), real.file_name()) else { return };
        let Ok(modified) = state.modified() else { return };
        let date = DateTime::<Utc>::from(modified).format("%Y-%m-%d");
        let words = format!("{}, {} bytes, of {date}", name.to_string_lossy(), state.len());
        self.set(word, words);
    }

    fn choose(
        &mut self,
        word: &str,
        value: Option<&str>,
        when: &[Condition],
    ) -> Result<(), SearchError> {
        let filled = value.map(|value| self.filled(value));
        if let Some(None) = filled {
            return Ok(());
        }
        let value = filled.flatten();
        for condition in when {
            if !self.holds(condition, value.as_deref().unwrap_or_default())? {
                return Ok(());
            }
        }
        self.kit.words.insert(word.into(), value.into_iter().collect());
        Ok(())
    }

    fn holds(&mut self, condition: &Condition, value: &str) -> Result<bool, SearchError> {
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
    fn version(&mut self) -> Result<String, SearchError> {
        if self.kit.version.is_empty() {
            self.kit.version = match self.kit.words.get(VERSION).and_then(|words| words.first()) {
                Some(version) => version.clone(),
                None if self.needs.version.is_empty() && self.needs.tools.is_empty() => {
                    String::new()
                }
                None => {
                    let answer = self.answer(&self.needs.version)?;
                    let (tool, answer) =
                        answer.ok_or(SearchError::NoWord { word: VERSION.into() })?;
                    let none = || SearchError::NoLine { tool, beginning: String::new() };
                    let first = rest_of_line(&answer, "").ok_or_else(none)?.to_owned();
                    self.set(VERSION, first.clone());
                    first
                }
            };
        }
        Ok(self.kit.version.clone())
    }

    /// What a command of the host answers, and its tool; `None` where a word of it is not known.
    fn answer(&self, command: &[String]) -> Result<Option<(PathBuf, String)>, SearchError> {
        let words: Option<Vec<String>> = command.iter().map(|word| self.filled(word)).collect();
        let Some(words) = words else { return Ok(None) };
        let Some((tool, arguments)) = words.split_first() else { return Ok(None) };
        let tool = PathBuf::from(tool);
        if !tool.is_absolute() {
            return Err(SearchError::NotAPath { found: tool.display().to_string() });
        }
        self.host.expect_ours(&tool, &tool)?;
        let answer = self.host.ask(&tool, arguments)?;
        Ok(Some((tool, answer)))
    }

    /// What a tool named is no path of those under judgement.
    fn expect_ours(&self, tool: &Path, part: &str) -> Result<(), SearchError> {
        let part = Path::new(part);
        if part.is_absolute() {
            self.host.expect_ours(tool, part)?;
        }
        Ok(())
    }

    /// An absolute path of the host's.
    fn path(&self, text: &str) -> Result<PathBuf, SearchError> {
        let path = self.filled(text).ok_or_else(|| {
            let unknown = placeholders(text).find(|word| !self.kit.words.contains_key(*word));
            SearchError::NoWord { word: unknown.unwrap_or(text).into() }
        })?;
        if !Path::new(&path).is_absolute() {
            return Err(SearchError::NotAPath { found: path });
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

/// The rest of the first line that begins so, if there is any.
fn rest_of_line<'a>(text: &'a str, beginning: &str) -> Option<&'a str> {
    let rest = text.lines().find_map(|line| line.strip_prefix(beginning))?.trim();
    (!rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::search;
    use crate::sandbox::host::Host;
    use crate::submission::Languages;
    use crate::submission::toolchain_files::ToolchainFiles;
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    fn host() -> Host {
        Host::new([])
    }

    /// What is found by an entry whose tool is this script, or why it is not.
    fn found(script: &str, entry: &str) -> Result<ToolchainFiles, String> {
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
        let kit = search(&languages.named("x").unwrap().needs, &host());
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
            assert_eq!(error, expected);
        };
        let version = "version = ['{tool}']\n";
        case("echo no >&2; exit 1", version, "`/tool` failed: no");
        case("", version, "the output of `/tool` has no line that begins with ``");
        let home = "probes = [{ ask = ['{tool}'], words = { home = 'home: ' } }]\n";
        let none = "the output of `/tool` has no line that begins with `home: `";
        case("echo 1", &format!("{version}{home}"), none);
        let seen = format!("{version}{home}visible = ['{{home}}']");
        case("echo 'home: lib'", &seen, "`lib` is not an absolute path");
        let file = "probes = [{ file = '/no/such', words = { home = '' } }]\n";
        let unknown = format!("{version}{file}visible = ['{{home}}']");
        case("echo 1", &unknown, "`{home}` has no value");
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
        let error =
            search(&x.needs, &Host::new([folder.path().canonicalize().unwrap()])).unwrap_err();
        assert!(error.to_string().contains("lies in a folder being judged and is ignored: copy"));
        assert!(!mark.exists());
        assert_eq!(search(&x.needs, &host()).unwrap().version, "1");
        assert!(mark.exists());
    }
}
