//! Submissions and what a build makes of them: languages, build, build cache. A failed build is a
//! value.
//!
//! ```text
//! path --identify--> Submission --build--> Program, or why it failed
//!                                   |
//!                 languages, toolchains found, cache
//! ```
//!
//! Adding a language: its entry in `languages.toml`, which is data and explains itself.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::limits::Limits;
use crate::problem::NamedFiles;
use crate::recall::Identity;
use crate::sandbox::{BoxFile, View};

mod alone;
mod build;
mod cache;
mod collect;
mod command;
mod compile;
mod constants;
mod entry;
mod error;
mod facts;
mod failure;
mod family;
mod folder;
pub mod headers;
mod identify;
mod java;

mod language;
mod leader;
mod message;
mod opening;
mod outside;
mod plan;
mod precompiled;
mod reader;
mod search;
mod setting;
mod shared;
mod sound;
mod sources;
mod submitted;
mod table;
mod tell;
mod toolchain;
mod toolchain_files;
mod trust;
mod unreliable;
mod written;

pub use self::build::{build, build_within};
pub use self::cache::Cache;
pub(crate) use self::compile::make_box;
pub use self::error::{CacheError, LanguagesError, Mistake, SubmissionError};
pub use self::failure::BuildError;
pub use self::language::Language;
pub use self::message::{first_error, named_line};
pub use self::search::SearchError;
pub use self::setting::{Package, Setting};
pub use self::submitted::Submitted;
pub use self::table::Languages;
pub use self::toolchain::{
    Toolchain, ToolchainError, toolchains, toolchains_of, version_to_compare,
};
pub use self::unreliable::UnreliableBuild;

/// Source or executable of a contestant, with its language.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The file or directory, as the user named it.
    pub path: PathBuf,
    /// The same, absolute and without links: what is read, if it is still no link then.
    pub real: PathBuf,
    /// The language that it is written in.
    pub language: Arc<Language>,
    /// How the language was chosen, where its name does not tell: a lower-case fragment.
    pub choice: Option<String>,
    /// What its problem has to do with its sources.
    pub setting: Setting,
}

/// What stands before a source in C or C++ to take the buffer of standard output away before `main`.
const UNBUFFERED: &str = "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE 1\n#endif\n#include <stdio.h>\n\
    __attribute__((constructor)) static void take_the_buffer(void) { setvbuf(stdout, 0, _IONBF, 0); }\n";

impl Submission {
    /// The same program, which reports call `name` and every run starts with these arguments.
    #[must_use]
    pub fn started_with(mut self, name: &str, arguments: &[&str]) -> Self {
        self.path = name.into();
        self.setting.arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        self
    }

    /// Whether building both comes to the same, as long as their files do.
    pub(crate) fn is_built_like(&self, other: &Self) -> bool {
        let is_same = self.path == other.path && self.language.name == other.language.name;
        is_same && self.setting.is_like(&other.setting)
    }

    /// Where a header belongs that its compiler did not find, if that is what it says.
    pub fn advice(&self, message: &str) -> Option<String> {
        headers::advice(message, self.setting.conventions)
    }

    /// The same, whose standard output has no buffer where it is a program in C, C++ or Python.
    #[must_use]
    pub fn unbuffered(mut self) -> Self {
        self.setting.is_unbuffered = true;
        if shared::is_c_or_cpp(&self.language) {
            self.setting.prefaces.push((String::new(), UNBUFFERED.to_owned()));
        }
        self
    }

    /// The same with these files of its package beside it.
    #[must_use]
    pub fn with_files(mut self, files: &[PathBuf]) -> Self {
        for file in files {
            let Some(name) = file.file_name().and_then(|name| name.to_str()) else { continue };
            self.setting.beside.retain(|(known, _)| known != name);
            self.setting.beside.push((name.to_owned(), file.clone()));
        }
        self
    }
}

/// What a build made: all that is needed to run it.
#[derive(Debug, Clone)]
pub struct Program {
    /// The submission that it was made of.
    pub submission: Submission,
    /// What its runs see of the host (`Workspace::Scratch` or `Workspace::ReadOnly`).
    pub view: View,
    /// The command, program first, absolute paths inside the sandbox; `{memory_mib}` stands for the
    /// memory limit. See [`Program::command`].
    pub argv: Vec<String>,
    /// The whole environment of its runs.
    pub environment: Vec<(OsString, OsString)>,
    /// By how much the problem's CPU time limits are multiplied for this language.
    pub time_factor: f64,
    /// How long the build took; zero when it came from the cache.
    pub build_time: Duration,
    /// What the compiler said (warnings), bounded.
    pub messages: String,
    /// What its files are called as it runs, and how the user knows them.
    pub names: Vec<(String, String)>,
    /// Files that its runs find in their working directory.
    pub at_hand: Arc<[BoxFile]>,
    /// What it is, whenever and wherever it was built.
    pub identity: Identity,
}

impl Program {
    /// Whether it is answers, which are written by the command with the path of one as argument.
    pub fn is_answers(&self) -> bool {
        self.submission.language.answers
    }

    /// The files by which its runs read their input and write their output, in place of the standard
    /// streams.
    pub fn named_files(&self) -> &NamedFiles {
        const STREAMS: &NamedFiles = &NamedFiles::STREAMS;
        if self.is_answers() { STREAMS } else { &self.submission.setting.files }
    }

    /// Whether its runs may read files only.
    pub fn reads_only(&self) -> bool {
        self.submission.setting.reads_only
    }

    /// What its runs see of its own files, in folders and by names: where they lie, on the host.
    pub fn files(&self) -> Option<&Path> {
        self.view.program.as_deref()
    }

    /// Those that runs find in their working directory where it is a program of the package's own: what a package says
    /// of submissions is not said of these.
    pub fn at_hand_of_part(&self) -> Arc<[BoxFile]> {
        let is_said = !self.submission.setting.at_hand.is_empty();
        if is_said { Arc::clone(&self.at_hand) } else { Arc::default() }
    }

    /// The command under these limits.
    pub fn command(&self, limits: &Limits) -> Vec<OsString> {
        let mebibytes = (limits.memory >> 20).to_string();
        self.argv.iter().map(|word| word.replace("{memory_mib}", &mebibytes).into()).collect()
    }

    /// What it wrote, with its files called as the user knows them.
    pub fn as_known<'t>(&self, words: &'t [u8]) -> Cow<'t, [u8]> {
        match str::from_utf8(words) {
            Ok(text) => message::as_known(text, &self.names).into_bytes().into(),
            Err(_) => words.into(),
        }
    }
}

/// The end of a build: the contestant's failure is a value, not an error.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "there are few, and each is taken apart at once")]
pub enum Built {
    /// It can run.
    Program(Program),
    /// It did not build.
    Failed {
        /// What the compiler said, bounded, or which limit stopped it.
        message: String,
        /// How long it took.
        build_time: Duration,
    },
}
