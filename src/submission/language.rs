//! A language: data that says how its submissions are told, built and run. What the fields mean stands
//! in `languages.toml`, where the shipped ones are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use super::opening::Sign;
use super::reader::Reader;

/// Interpreters of shell scripts, the endings of these, and the languages that they are.
pub(super) const SHELLS: [&str; 2] = ["sh", BASH];

/// The language of shell scripts that do not say theirs (the family's table of languages gives it `.sh`).
pub(super) const BASH: &str = "bash";

/// A language in which submissions may be written.
#[derive(Debug, Clone)]
pub struct Language {
    /// Name, as `--language` takes it and reports give it.
    pub name: String,
    /// Name in prose.
    pub title: String,
    /// Endings of source files, without dot.
    pub endings: Vec<String>,
    /// By how much a problem's CPU time limits are multiplied.
    pub time_factor: f64,
    /// The file that added it; `None` where it is shipped.
    pub added_by: Option<PathBuf>,
    /// Interpreters by which the first line of a script names it: `#!/usr/bin/env python3`.
    pub(super) interpreters: Vec<String>,
    /// What the text of a source must show to be of this language, where others claim its ending.
    pub(super) signs: Vec<Sign>,
    /// What a single source file is called during the build.
    pub(super) single: String,
    /// Names of the file that leads in a folder.
    pub(super) leaders: Vec<String>,
    /// What the text of a source shows that never leads.
    pub(super) follows: Option<Sign>,
    /// Whether it takes whatever may be executed, and no folders.
    pub(super) executables: bool,
    /// Whether it takes folders with a script that leads, and nothing else.
    pub(super) scripts: bool,
    /// Whether it takes what is no program where a problem asks for answers, and nothing else.
    pub(super) answers: bool,
    /// Its codes in packages of the Kattis family.
    pub(super) kattis: Vec<String>,
    /// Endings that are its own in such packages, whatever else claims them.
    pub(super) kattis_endings: Vec<String>,
    /// The languages, by name, that programs of such packages are built in instead, in this order.
    pub(super) kattis_parts: Vec<String>,
    /// The language, by name, in whose place it is taken for such packages, where it is installed.
    pub(super) kattis_for: Option<String>,
    /// What reads the sources for words of the commands.
    pub(super) reader: Option<Reader>,
    /// What it needs of the host.
    pub(super) needs: Needs,
    /// The build's command; empty where there is nothing to build.
    pub(super) build: Vec<String>,
    /// A program that does nothing, by which the start of its runtime is measured.
    pub(super) idle: Option<String>,
    /// What is kept of a build.
    pub(super) keeps: BuildOutput,
    /// The run's command.
    pub(super) run: Vec<String>,
    /// Environment of builds, beside what all builds have.
    pub(super) build_environment: Vec<(String, String)>,
    /// Environment of runs, beside what all runs have.
    pub(super) run_environment: Vec<(String, String)>,
    /// Beginnings of lines on standard error by which it ends a program.
    pub crash: Vec<String>,
    /// What its runtime writes there when memory is at an end: at the beginning of a line, or after a
    /// name before it.
    pub out_of_memory: Vec<String>,
    /// Endings of others that have capital letters: they are never its own in other letter case.
    pub(super) not_its_own: BTreeSet<String>,
}

/// The language of a source, as its name and first bytes tell it.
#[derive(Debug)]
pub(super) struct IdentifiedLanguage {
    pub(super) language: Arc<Language>,
    /// Why it is not the first that claims the ending, where it is not: a lower-case fragment.
    pub(super) why: Option<String>,
}

/// What a language needs of the host, and what is asked of that outside the sandbox.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// What must be installed.
    pub(super) tools: Vec<Tool>,
    /// What is asked of the tools.
    pub(super) probes: Vec<Probe>,
    /// The command whose answer is the tools' version; empty where probes tell it.
    pub(super) version: Vec<String>,
    /// Paths that builds and runs must see.
    pub(super) visible: Vec<String>,
    /// Folders whose links into `/etc` are followed.
    pub(super) settings: Vec<String>,
    /// The user's file that says all this; `None` where it is shipped.
    pub(super) said_by: Option<PathBuf>,
}

/// What is kept of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BuildOutput {
    /// What it left in `/box/out`.
    Output,
    /// The sources; the build was only a check, or there was none.
    Sources,
}

/// A program of the host that a language needs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tool {
    /// The placeholder that stands for its path.
    pub(super) word: String,
    /// Names by which it is looked for, in this order; one with a `/` is the path of a file.
    pub(super) names: Vec<String>,
    /// What to do when it is not there.
    pub(super) install: String,
}

/// Something that is asked of the tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Probe {
    /// Words of the lines that a command answers with.
    Ask { command: Vec<String>, lines: Vec<Line> },
    /// Words of the lines of a file, which need not be there.
    File { path: String, lines: Vec<Line> },
    /// A word that tells one release of a file from the next: its name, size and date.
    Stamp { word: String, path: String },
    /// A word put together of others, or one that stands for nothing.
    Word { word: String, value: Option<String>, when: Vec<Condition> },
}

/// A word that is the rest of the first line with this beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) word: String,
    pub(super) beginning: String,
}

/// When a word is as a probe says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    /// The value is the path of a file.
    IsFile,
    /// The version is at least this one.
    Release(Vec<u32>),
    /// This command answers with an absolute path.
    Path(Vec<String>),
}

impl Probe {
    /// The words that it gives.
    pub(super) fn words(&self) -> Vec<&str> {
        match self {
            Self::Ask { lines, .. } | Self::File { lines, .. } => {
                lines.iter().map(|line| line.word.as_str()).collect()
            }
            Self::Stamp { word, .. } | Self::Word { word, .. } => vec![word],
        }
    }
}

impl Language {
    /// A program that does nothing, by which the start of its runtime is measured.
    pub fn idle(&self) -> Option<&str> {
        self.idle.as_deref()
    }

    /// What a single file is called where programs lie.
    pub fn single_name(&self) -> &str {
        &self.single
    }

    /// Whether files with this ending are its sources. Letter case counts only where it must.
    pub(super) fn claims(&self, ending: &str) -> bool {
        self.claims_exactly(ending)
            || (!self.not_its_own.contains(ending) && self.claims_exactly(&ending.to_lowercase()))
    }

    /// The same, where letter case counts always.
    pub(super) fn claims_exactly(&self, ending: &str) -> bool {
        self.endings.iter().any(|known| known == ending)
    }

    /// Whether this is its name or title, letter case aside.
    pub(super) fn is_titled(&self, word: &str) -> bool {
        [&self.name, &self.title].iter().any(|name| name.to_lowercase() == word)
    }

    /// Whether a tool that builds or runs it is called so.
    pub(super) fn has_tool(&self, name: &str) -> bool {
        let mut tools = self.needs.tools.iter().flat_map(|tool| &tool.names);
        self.interpreters.iter().any(|known| known == name) || tools.any(|known| known == name)
    }

    /// Whether a file of this name is a source of the language.
    pub(crate) fn is_source(&self, name: &str) -> bool {
        ending(Path::new(name)).is_some_and(|ending| self.claims(ending))
    }

    /// The same by the conventions of the Kattis family, where a shell's scripts have that of Bash.
    pub(super) fn is_source_of_kattis(&self, name: &str) -> bool {
        self.is_source(name) || (self.name == BASH && is_shells(Path::new(name)))
    }

    /// The file of a folder that leads: the first of the leaders, else the only source (in a language
    /// whose sources are compiled together, the first one).
    pub(super) fn leader<'a>(&self, names: &'a [String]) -> Option<&'a String> {
        let mut own = names.iter().filter(|name| self.is_source(name));
        if self.executables {
            return None;
        }
        if self.leaders.is_empty() {
            return own.next();
        }
        let first =
            self.leaders.iter().find_map(|leader| names.iter().find(|name| *name == leader));
        first.or_else(|| own.next().filter(|_| own.next().is_none()))
    }
}

/// The language that people call so, maybe with the number of a version: the first by its name or
/// title, else by an ending, else by a tool.
pub(super) fn known_as<'a>(languages: &'a [Arc<Language>], given: &str) -> Option<&'a Language> {
    let given = given.to_lowercase();
    let words = [given.as_str(), given.trim_end_matches(|c: char| c.is_ascii_digit())];
    let ways = [Language::is_titled, Language::claims_exactly, Language::has_tool];
    let all = words.into_iter().flat_map(|word| ways.map(|is_called| (word, is_called)));
    let find = |(word, is_called): (&str, fn(&Language, &str) -> bool)| {
        languages.iter().find(|language| is_called(language, word))
    };
    all.into_iter().find_map(find).map(AsRef::as_ref)
}

/// Whether a file is a shell's script by its ending.
pub(super) fn is_shells(path: &Path) -> bool {
    ending(path).is_some_and(|ending| SHELLS.contains(&ending))
}

/// A file's ending, without dot.
pub(super) fn ending(path: &Path) -> Option<&str> {
    path.extension().and_then(|ending| ending.to_str())
}
