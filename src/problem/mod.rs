//! Problems as the rest of the house sees them: plain data, complete when made by [`load`].

use std::path::PathBuf;

use self::group::is_sample;
use crate::limits::Limits;

pub mod archive;
mod cases;
mod complaint;
mod digest;
mod draft;
mod expected;
mod find;
mod folder;
mod format;
mod glob;
pub mod group;
mod kept;
pub mod layout;
mod limits;
pub mod load;
pub mod names;
mod resolve;
pub mod store;

pub use self::digest::Unreadable;
pub use self::expected::Expected;
pub use self::glob::{BadGlob, CaseGlob};
pub use self::group::{Group, OnFailure, Scoring};
pub use self::layout::Layout;
pub use self::limits::LimitRules;

/// A problem folder, read whole and resolved.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The folder's name.
    pub slug: String,
    /// The title.
    pub name: String,
    /// A second name under which commands find it (`P2346`).
    pub code: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// The folder, absolute.
    pub folder: PathBuf,
    /// Where things lie in it.
    pub layout: Layout,
    /// The checker and its options.
    pub checker: CheckerChoice,
    /// The validator, if there is one.
    pub validator: Option<ValidatorChoice>,
    /// The interactor, if the problem is interactive: then it decides in the checker's place.
    pub interactor: Option<Part>,
    /// The trusted solution, if there is one.
    pub reference: Option<Reference>,
    /// The groups of cases: how they count, and when they are run.
    pub root: Group,
    /// Limits of a case without overrides.
    pub limits: Limits,
    /// Limits of any case by its name.
    pub limit_rules: LimitRules,
    /// How generated cases are made.
    pub recipes: Vec<Recipe>,
    /// How inputs for a search are made, where the package says so.
    pub stress: Option<Stress>,
    /// All cases in package order: the samples first, then the other groups; groups and then names
    /// in byte order, folder by folder.
    pub cases: Vec<Case>,
    /// Submissions kept with the problem, in byte order of the paths.
    pub submissions: Vec<KeptSubmission>,
}

impl Problem {
    /// How the scores of its cases become a submission's score.
    pub fn scoring(&self) -> Scoring {
        self.root.scoring.unwrap_or(Scoring::PassFail)
    }

    /// The files and folders that the problem is made of, whoever wrote them.
    pub fn sources(&self) -> Vec<PathBuf> {
        let parts = [
            self.checker.program(),
            self.validator.as_ref().and_then(ValidatorChoice::program),
            self.interactor.as_ref(),
        ];
        let parts = parts.into_iter().flatten().map(|part| part.path.clone());
        let reference = match &self.reference {
            Some(Reference::Source(path)) => Some(path.clone()),
            Some(Reference::Shipped(_)) | None => None,
        };
        let generators = self.recipes.iter().map(|recipe| recipe.generator.clone());
        let files = self.cases.iter().flat_map(|case| [Some(&case.input), case.answer.as_ref()]);
        let own = self.layout.sources_in(&self.folder);
        own.into_iter()
            .chain(parts)
            .chain(reference)
            .chain(generators)
            .chain(self.stress.as_ref().map(|stress| stress.generator.clone()))
            .chain(files.flatten().cloned())
            .collect()
    }
}

/// Which checker decides.
#[derive(Debug, Clone, PartialEq)]
pub enum CheckerChoice {
    /// One that runs in process.
    Shipped {
        /// Its name, as [`jury_checkers::checker`] knows it.
        name: String,
        /// Its options.
        options: jury_checkers::Options,
    },
    /// A program of the package.
    Program(Part),
}

impl CheckerChoice {
    /// The program, where it is one.
    pub fn program(&self) -> Option<&Part> {
        match self {
            Self::Program(part) => Some(part),
            Self::Shipped { .. } => None,
        }
    }
}

/// Which validator decides.
#[derive(Debug, Clone, PartialEq)]
pub enum ValidatorChoice {
    /// One that runs in process, by its puzzle's name.
    Shipped(String),
    /// A program of the package.
    Program(Part),
}

impl ValidatorChoice {
    /// The program, where it is one.
    pub fn program(&self) -> Option<&Part> {
        match self {
            Self::Program(part) => Some(part),
            Self::Shipped(_) => None,
        }
    }
}

/// A program of the package that decides, by a protocol.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its name as the package writes it, for messages: `checkers/points.cpp`.
    pub name: String,
    /// The source, folder of sources or executable, absolute; built like a submission.
    pub path: PathBuf,
    /// How it is called and how it answers.
    pub protocol: Protocol,
    /// Arguments of the package's own.
    pub arguments: Vec<String>,
    /// What one call of it may use.
    pub limits: Limits,
    /// The points of a full solution: fewer are a partial score.
    pub full: f64,
}

/// How a part is called and how it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// As testlib's programs.
    Testlib,
    /// As those of the ICPC problem package format.
    Icpc,
}

impl Protocol {
    /// All protocols by the names that packages use.
    pub const ALL: [(&'static str, Self); 2] = [("testlib", Self::Testlib), ("icpc", Self::Icpc)];

    /// Its name in packages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Testlib => "testlib",
            Self::Icpc => "icpc",
        }
    }
}

/// A trusted solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// A program of `jury-reference`, found beside the `jury` executable, by the problem's slug:
    /// `jury-reference-NAME`.
    Shipped(String),
    /// A source in the problem folder (absolute path), built like a submission.
    Source(PathBuf),
}

/// One way of making cases: `generator ARGUMENTS… SEED`, input on standard output.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// The generator's source, absolute.
    pub generator: PathBuf,
    /// Its arguments before the seed.
    pub arguments: Vec<String>,
    /// Names of the cases made, with their seeds, in order.
    pub cases: Vec<RecipeCase>,
}

/// One case that a recipe makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipeCase {
    /// The case's name, `secret/random-003`.
    pub name: String,
    /// The seed: the generator's last argument, in decimal.
    pub seed: u64,
}

/// How inputs of growing sizes are made: `generator ARGUMENTS… SEED`, input on standard output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stress {
    /// The generator's source, absolute.
    pub generator: PathBuf,
    /// Its arguments before the seed; `{size}` in them stands for the size.
    pub arguments: Vec<String>,
    /// The size to begin with.
    pub smallest: u64,
    /// The largest size, not below the smallest.
    pub largest: u64,
}

/// An input with, where one exists, a jury answer.
#[derive(Debug, Clone)]
pub struct Case {
    /// Path below the folder of cases without the ending: `secret/007`.
    pub name: String,
    /// The folder part of the name: `secret`; `""` in a plain folder.
    pub group: String,
    /// The input file, absolute.
    pub input: PathBuf,
    /// The jury's answer file, absolute.
    pub answer: Option<PathBuf>,
    /// Limits with overrides applied.
    pub limits: Limits,
}

impl Case {
    /// Whether it is one of the statement's samples.
    pub fn is_sample(&self) -> bool {
        is_sample(&self.group)
    }
}

/// A submission kept with the problem to prove its cases.
#[derive(Debug, Clone)]
pub struct KeptSubmission {
    /// Source file, directory or executable, absolute.
    pub path: PathBuf,
    /// The verdicts that it may get.
    pub expected: Expected,
}
