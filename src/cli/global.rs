//! The options that every command has.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::sandbox::{Level, Policy};

/// Options of every command.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of every command")]
pub(super) struct Global {
    /// Folder of problems [default: `problems` in this or the nearest folder above]
    #[arg(long, global = true, env = "JURY_PROBLEMS", value_name = "DIR")]
    pub(super) problems: Option<PathBuf>,
    /// Folder of the build cache [default: `jury` in the user's cache folder]
    #[arg(long, global = true, env = "JURY_CACHE", value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,
    /// File with languages in addition to the shipped ones [default: `jury/languages.toml` in the
    /// user's folder of settings, if it is there]
    #[arg(long, global = true, env = "JURY_LANGUAGES", value_name = "FILE")]
    pub(super) languages: Option<PathBuf>,
    /// Show how a problem was read and where its time limit comes from
    #[arg(long, short, global = true)]
    pub(super) verbose: bool,
    /// Strongest isolation level to use, or a weaker one down to `contained`; `fenced` and
    /// `watched` must be named here
    #[arg(long, global = true, value_name = "LEVEL", conflicts_with = "require_sandbox")]
    pub(super) sandbox: Option<LevelName>,
    /// Fail unless this isolation level works
    #[arg(long, global = true, value_name = "LEVEL")]
    require_sandbox: Option<LevelName>,
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

impl Global {
    /// How strong the isolation must be.
    pub(super) fn policy(&self) -> Policy {
        match (self.sandbox, self.require_sandbox) {
            (_, Some(level)) => Policy::Require(level.into()),
            (Some(level), None) => Policy::AtMost(level.into()),
            (None, None) => Policy::Strongest,
        }
    }
}
