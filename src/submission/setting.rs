//! What a problem has to do with the sources of a submission or program of its own: which files come
//! along, what is put in for constants, how the source to start is found.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::SubmissionError;
use super::folder::{Links, within};
use super::language::Language;
use crate::problem::archive::Unpacked;
use crate::problem::{Additions, Conventions, KeptSubmission, NamedFiles, Problem};

/// A problem, as far as submissions depend on it.
#[derive(Debug, Clone, Copy)]
pub struct Package<'a> {
    /// Its folder.
    pub folder: &'a Path,
    /// What is added to submissions, and how they are read.
    pub additions: &'a Additions,
    /// The submissions kept with it, and what it says of each.
    pub submissions: &'a [KeptSubmission],
}

impl<'a> From<&'a Problem> for Package<'a> {
    fn from(problem: &'a Problem) -> Self {
        let Problem { folder, additions, submissions, .. } = problem;
        Self { folder, additions, submissions }
    }
}

/// How the sources of a submission are read, beside what it says itself. By default it stands alone.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// Whose conventions hold.
    pub(super) conventions: Conventions,
    /// The folder that its links may lead to, without links, where that is more than its own.
    pub(super) package: Option<PathBuf>,
    /// Folders whose files are put over its own, in this order.
    pub(super) includes: Vec<PathBuf>,
    /// Files that come along, by name and place, such as headers beside a validator.
    pub(super) beside: Vec<(String, PathBuf)>,
    /// The names of those that its runs find in their working directory.
    pub(super) at_hand: Vec<String>,
    /// What comes along from around its folder.
    pub(super) around: Option<Around>,
    /// What stands for `{{name}}` in text files.
    pub(super) constants: Vec<(String, String)>,
    /// What its file is called beside code that it is compiled together with.
    pub(super) single: Option<String>,
    /// The main program of that code where it is in C or C++: its name during the build, and where it lies.
    pub(super) grader: Option<(String, PathBuf)>,
    /// What stands before the text of a file, by its name during the build; without a name, of the main program.
    pub(super) prefaces: Vec<(String, String)>,
    /// The file or class to start.
    pub(super) entry_point: Option<String>,
    /// Words that its compiler is given behind the sources.
    pub(super) flags: Vec<String>,
    /// Whether the standard output of its runs has no buffer, where it is that of the library of C or of Python.
    pub(super) is_unbuffered: bool,
    /// The first arguments of every run.
    pub(super) arguments: Vec<String>,
    /// The files by which it reads its input and writes its output.
    pub(super) files: NamedFiles,
    /// Whether its runs may read files only.
    pub(super) reads_only: bool,
    /// The archive that it came in, where it lies unpacked.
    pub(super) unpacked: Option<Arc<Unpacked>>,
    /// The languages to build it in where its own one fails, in this order.
    pub(super) otherwise: Vec<Arc<Language>>,
}

impl Setting {
    /// Where links in its folder may lead. Packages of the Kattis family may hold links that nobody needs.
    pub(super) fn links(&self) -> Links<'_> {
        let is_family = self.conventions == Conventions::Kattis;
        let around = self.package.as_deref();
        Links { around, may_lead_astray: is_family && around.is_some() }
    }

    /// The same in folders of `include`, of which all is needed.
    pub(super) fn links_of_includes(&self) -> Links<'_> {
        Links { may_lead_astray: false, ..self.links() }
    }

    /// Whether both say the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let Self {
            conventions,
            package,
            includes,
            beside,
            at_hand,
            around,
            constants,
            single,
            grader,
            prefaces,
            entry_point,
            flags,
            is_unbuffered,
            arguments,
            files,
            reads_only,
            unpacked,
            otherwise,
        } = self;
        let names = |languages: &[Arc<Language>]| -> Vec<String> {
            languages.iter().map(|language| language.name.clone()).collect()
        };
        let place = |unpacked: &Option<Arc<Unpacked>>| unpacked.as_ref().map(Arc::as_ptr);
        *conventions == other.conventions
            && *package == other.package
            && *includes == other.includes
            && *beside == other.beside
            && *at_hand == other.at_hand
            && *around == other.around
            && *constants == other.constants
            && *single == other.single
            && *grader == other.grader
            && *prefaces == other.prefaces
            && *entry_point == other.entry_point
            && *flags == other.flags
            && *is_unbuffered == other.is_unbuffered
            && *arguments == other.arguments
            && *files == other.files
            && *reads_only == other.reads_only
            && place(unpacked) == place(&other.unpacked)
            && names(otherwise) == names(&other.otherwise)
    }
}

/// Files that come along from around the folder of a program of the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Around {
    /// The folder, below that of the package: the program's own files are put in it, too.
    pub(super) folder: String,
    /// The files, by their paths in the package, and where each is.
    pub(super) files: Vec<(String, PathBuf)>,
}

/// The folders of `include` for a language, the general one first: later files replace earlier ones
/// (2025-09, "Included Code"). They lie in the package, which is a folder without links.
pub(super) fn includes(
    additions: &Additions,
    package: &Path,
    language: &Language,
) -> Result<Vec<PathBuf>, SubmissionError> {
    let Some(include) = &additions.include else { return Ok(Vec::new()) };
    let codes = language.kattis.iter().map(String::as_str);
    let folders = std::iter::once("default").chain(codes).map(|name| include.join(name));
    let there = folders.filter(|folder| folder.symlink_metadata().is_ok());
    let folder = |folder: PathBuf| match within(package, &folder)? {
        (place, state) if state.is_dir() => Ok(place),
        _ => Err(SubmissionError::NotAFile { path: folder }),
    };
    there.map(folder).collect()
}
