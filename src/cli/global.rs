//! The options that every command has.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::sandbox::{Level, Policy};

/// Options of every command.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of every command")]
pub(super) struct Global {
    /// Folder of problems [default: `problems` in this or the nearest folder above]
    #[arg(long, global = true, env = "JURY_PROBLEMS", value_name = "DIR", value_parser = path())]
    pub(super) problems: Option<PathBuf>,
    /// Folder of the build cache [default: `jury` in the user's cache folder]
    #[arg(long, global = true, env = "JURY_CACHE", value_name = "DIR", value_parser = path())]
    pub(super) cache: Option<PathBuf>,
    /// File with languages in addition to the shipped ones [default: `jury/languages.toml` in the
    /// user's folder of settings, if it is there]
    #[arg(long, global = true, env = "JURY_LANGUAGES", value_name = "FILE", value_parser = path())]
    pub(super) languages: Option<PathBuf>,
    /// Build and run as a known contest does: `icpc`, `ioi`, `kattis`, `codeforces`
    #[arg(long, global = true, env = "JURY_FLAGS", value_name = "PROFILE")]
    pub(super) flags: Option<String>,
    /// Where testlib's standard checkers run, which packages bring as programs and jury has, too [default:
    /// in-process]
    #[arg(long, global = true, value_name = "PLACE")]
    pub(super) standard_checker: Option<CheckerPlace>,
    /// Read the problem as one of this format, where its folder has the marks of several: `kattis`, `polygon`, `cms`,
    /// `plain` …
    #[arg(long, global = true, value_name = "NAME")]
    pub(super) read_as: Option<String>,
    /// In a plain folder, which files are inputs: `in/*.txt`, where `*` is the name of the case
    #[arg(
        long,
        global = true,
        value_name = "PATTERN",
        requires = "answer_pattern",
        conflicts_with = "read_as"
    )]
    pub(super) input_pattern: Option<String>,
    /// The same of answers: `out/*.txt`
    #[arg(long, global = true, value_name = "PATTERN", requires = "input_pattern")]
    pub(super) answer_pattern: Option<String>,
    /// Show how a problem was read, where its time limit comes from, which runs were recalled, and
    /// what isolation is in force
    #[arg(long, short, global = true)]
    pub(super) verbose: bool,
    /// Judge tests with the line ends of Windows as they are, and not copies without carriage returns
    #[arg(long, global = true)]
    pub(super) keep_crlf: bool,
    /// Strongest isolation level to use; falls back no lower than `contained`. `fenced` and `watched` must
    /// be named here
    #[arg(long, global = true, value_name = "LEVEL", conflicts_with = "require_sandbox")]
    pub(super) sandbox: Option<LevelName>,
    /// Fail unless isolation of this level works (the same levels)
    #[arg(long, global = true, value_name = "LEVEL", hide_possible_values = true)]
    require_sandbox: Option<LevelName>,
}

/// Where a checker runs that jury has in process.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum CheckerPlace {
    /// In jury, by the same rules and with the same words
    InProcess,
    /// As the program of the package
    External,
}

/// The levels of isolation as options write them.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum LevelName {
    /// Namespaces and control groups
    Full,
    /// Namespaces in a user namespace
    Contained,
    /// Landlock, system-call filter and resource limits
    Fenced,
    /// Resource limits only: for your own code
    Watched,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Full => Self::Full,
            LevelName::Contained => Self::Contained,
            LevelName::Fenced => Self::Fenced,
            LevelName::Watched => Self::Watched,
        }
    }
}

/// Reads a path that may be empty: a variable that is set to nothing counts as not set.
fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

impl Global {
    /// The same without paths that are empty.
    pub(super) fn without_empty(self) -> Self {
        let full = |path: Option<PathBuf>| path.filter(|path| !path.as_os_str().is_empty());
        Self {
            problems: full(self.problems),
            cache: full(self.cache),
            languages: full(self.languages),
            flags: self.flags.filter(|name| !name.is_empty()),
            ..self
        }
    }

    /// How strong the isolation must be.
    pub(super) fn policy(&self) -> Policy {
        match (self.sandbox, self.require_sandbox) {
            (_, Some(level)) => Policy::Require(level.into()),
            (Some(level), None) => Policy::AtMost(level.into()),
            (None, None) => Policy::Strongest,
        }
    }
}
