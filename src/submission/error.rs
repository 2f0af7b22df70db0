//! What can be wrong with a submission, a file of languages and the build cache.

use std::fmt;
use std::io;
use std::path::PathBuf;

use jury_checkers::Place;

use crate::machine;
use crate::problem::archive::ArchiveError;

/// What is wrong with a path given as a submission: the user's mistake.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// There is nothing, or it cannot be read.
    #[error("cannot read submission {}: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A pipe, a device, or a link that leads out of a folder.
    #[error("submission {} is neither a file nor a folder of files", path.display())]
    NotAFile {
        /// What was met.
        path: PathBuf,
    },
    /// The submission is a link out of its folder.
    #[error(
        "submission {} is a link to {}, which lies outside the link's folder: name the target \
         itself",
        path.display(),
        target.display()
    )]
    LeadsOut {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// Too many or too big.
    #[error("submission {} is too large: {limit}", path.display())]
    TooLarge {
        /// The submission.
        path: PathBuf,
        /// What is allowed.
        limit: String,
    },
    /// The problem's own languages cannot be used: the setter's mistake.
    #[error(transparent)]
    Languages(#[from] LanguagesError),
    /// Answers in an archive that cannot be unpacked.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// There is no language of this name.
    #[error("{message}")]
    UnknownLanguage {
        /// The nearest name, or all known ones.
        message: String,
    },
    /// Neither the ending nor the contents tell the language.
    #[error(
        "cannot tell the language of {}: expected a file extension that `jury languages` lists, or an \
         executable program",
        path.display()
    )]
    UnknownEnding {
        /// The file.
        path: PathBuf,
    },
    /// A validator in a language for inputs, for which there is no interpreter.
    #[error("{}: {tool} is not supported", path.display())]
    Unsupported {
        /// The file.
        path: PathBuf,
        /// The language's tool.
        tool: &'static str,
    },
    /// The package names an entry point that is not there.
    #[error("submission {} has no file `{entry}`, which the package names as the entry point", path.display())]
    NoEntryPoint {
        /// The submission.
        path: PathBuf,
        /// The name.
        entry: String,
    },
    /// The package has no code in the submission's language, and without it none can be built.
    #[error(
        "submission {} is in {language}, but the package has no `{main}` in that language, with which \
         submissions are compiled",
        path.display()
    )]
    NoSharedCode {
        /// The submission.
        path: PathBuf,
        /// The language's title.
        language: String,
        /// What the package's code is called.
        main: String,
    },
    /// A program without the executable bit.
    #[error("{} is a program without execute permission: set it with `chmod +x`", path.display())]
    NotExecutable {
        /// The file.
        path: PathBuf,
    },
    /// A folder cannot be an executable.
    #[error("{} is a folder: expected an executable file", path.display())]
    FolderNotExecutable {
        /// The folder.
        path: PathBuf,
    },
    /// A folder with no source in it.
    #[error(
        "folder {} contains no source file: expected files that end in {known}",
        path.display()
    )]
    NoSource {
        /// The folder.
        path: PathBuf,
        /// The endings looked for.
        known: String,
    },
    /// A folder with sources of several languages.
    #[error(
        "folder {} contains sources in {languages}: expected a single language, or one file called `main`",
        path.display()
    )]
    Ambiguous {
        /// The folder.
        path: PathBuf,
        /// The languages.
        languages: String,
    },
    /// A folder with several sources none of which leads.
    #[error(
        "cannot tell which file of folder {} is the main one: expected {expected}",
        path.display()
    )]
    NoMain {
        /// The folder.
        path: PathBuf,
        /// The names looked for.
        expected: String,
    },
}

impl SubmissionError {
    /// Whether nothing is known but that there is no language for it. Packages may keep submissions in
    /// any language, so that is no fault of theirs where their format names languages of its own.
    pub fn lacks_language(&self) -> bool {
        matches!(
            self,
            Self::UnknownLanguage { .. } | Self::UnknownEnding { .. } | Self::NoSource { .. }
        )
    }

    /// Whether it is no fault of this submission alone: others would meet it, too.
    pub fn concerns_all(&self) -> bool {
        match self {
            Self::Languages(_) => true,
            Self::Archive(error) => error.by_machine(),
            error => machine::is_at_fault(error),
        }
    }

    /// Whether what is there is whole and readable, but nothing that could be a program.
    pub(super) fn is_no_program(&self) -> bool {
        matches!(self, Self::UnknownEnding { .. } | Self::NoSource { .. })
    }
}

/// Reading or writing the cache failed: the machine's fault.
#[derive(Debug, thiserror::Error)]
#[error("cannot use the build cache at {}: {source}", path.display())]
pub struct CacheError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// A file of languages that cannot be used: the mistake of the user who named it.
#[derive(Debug, thiserror::Error)]
pub enum LanguagesError {
    /// There is none, or it cannot be read.
    #[error("cannot read languages {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It says what makes no sense.
    #[error("{}", Lines(_0))]
    Wrong(Vec<Mistake>),
    /// There is no profile of this name.
    #[error("{message}")]
    UnknownProfile {
        /// The nearest name, or all known ones.
        message: String,
    },
}

/// One thing that is wrong in a file of languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The file, as the user named it.
    pub path: PathBuf,
    /// Where.
    pub place: Place,
    /// What is wrong, what was expected.
    pub message: String,
}

impl fmt::Display for Mistake {
    /// `file:line:column: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        write!(f, "{}:{line}:{column}: {}", self.path.display(), self.message)
    }
}

/// Mistakes, one a line.
struct Lines<'a>(&'a [Mistake]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(Mistake::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}
