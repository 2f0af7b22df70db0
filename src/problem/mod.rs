//! Problems as the rest of the house sees them: plain data, complete when made by [`load`].

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use self::group::group_order;
use crate::limits::Limits;
use crate::verdict::Verdict;

pub mod archive;
mod case;
mod cases;
mod complaint;
mod copies;
mod digest;
mod draft;
pub mod edit;
mod expectation_rule;
mod expected;
mod find;
mod folder;
mod format;
mod generator_rule;
mod glob;
mod grader;
pub mod group;
mod kept;
pub mod layout;
mod limits;
pub(crate) mod line_ends;
pub mod load;
mod named_files;
pub mod names;
mod needs;
mod part;
mod pattern;
mod program_build;
pub mod reading;
mod resolve;
pub mod shipped;
mod static_validation;
pub mod store;
mod surroundings;
mod time;
mod validator_arguments;
mod validator_test;

pub use self::case::{Case, CaseSettings, StatedDigests};
pub use self::complaint::Complaint;
pub use self::copies::Copies;
pub use self::digest::{Unreadable, add_limits};
pub use self::expectation_rule::{
    Expectation, ExpectationRule, GroupExpectation, TimeBound, TimedCases,
};
pub use self::expected::Expected;
pub use self::generator_rule::{
    Content, FilesBeside, Generator, GeneratorLimits, GeneratorRule, Leaves, Listing, Maker,
    Newlines, PackageScript, RuleCase, SeedPlace, UnlistedCases, WantedMatch,
};
pub use self::glob::{BadGlob, CaseGlob};
pub use self::grader::{
    DomjudgeGrader, Grader, LegacyGrader, ScoreMode, SinolContest, SinolGrader, Subtask,
    SubtaskRule, VerdictMode,
};
pub use self::group::{Group, OnFailure, Scoring};
pub use self::layout::Layout;
pub use self::limits::{LanguageLimits, LimitRules, Startup};
pub use self::named_files::NamedFiles;
pub use self::part::{LegacyScore, Part, Points, Processes, Protocol};
pub use self::pattern::{NamePattern, PatternTooLarge};
pub use self::program_build::ProgramBuild;
pub use self::static_validation::StaticValidation;
pub use self::surroundings::{is_open_to_links, surroundings};
pub use self::time::{TimeLimit, TimePlace, TimeRule};
pub use self::validator_arguments::{ValidatorArguments, ValidatorTerms};
pub use self::validator_test::{TestKind, ValidatorTest};

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
    /// What it was read as.
    pub format: PackageFormat,
    /// What of the package was passed over, or is not as its format wants it, and can be judged all
    /// the same.
    pub warnings: Vec<Complaint>,
    /// What else is not as its format wants it. No verdict depends on it, so that only a proof of the
    /// package tells it.
    pub remarks: Vec<Complaint>,
    /// The checker and its options.
    pub checker: CheckerChoice,
    /// The program of the package in whose place the checker runs in process, if it is one that does the same.
    pub checker_program: Option<Part>,
    /// The validator, if there is one.
    pub validator: Option<ValidatorChoice>,
    /// The interactor, if the problem is interactive: then it decides in the checker's place.
    pub interactor: Option<Part>,
    /// The checker that decides after an interactor that accepts, where there is one: its output is what
    /// the interactor wrote to the file `tout` (testlib).
    pub dialogue_checker: Option<Part>,
    /// How often a submission may run on one case, where the checker or interactor may ask for another
    /// pass: twice at least.
    pub passes: Option<u32>,
    /// The program that grades groups whose grader is not the default one (`legacy`).
    pub grader: Option<Part>,
    /// Programs that decide jury answers: answer on standard input, the input's path as argument.
    pub answer_validators: Vec<Part>,
    /// What looks at the files of submissions, where something does (2025-09).
    pub static_validation: Option<StaticValidation>,
    /// What is added to submissions before they are built.
    pub additions: Additions,
    /// Whether a language's time factor counts.
    pub has_time_factors: bool,
    /// Whether the start of a runtime counts.
    pub startup: Startup,
    /// How the time limit is known.
    pub time_limit: TimeLimit,
    /// How it goes together with the times of submissions.
    pub time_rule: TimeRule,
    /// Where the package keeps one that it states.
    pub time_place: TimePlace,
    /// The trusted solution, if there is one.
    pub reference: Option<Reference>,
    /// The groups of cases: how they count, and when they are run.
    pub root: Group,
    /// Limits of a case without overrides.
    pub limits: Limits,
    /// Limits of any case by its name.
    pub limit_rules: LimitRules,
    /// The same for submissions in some languages.
    pub language_limits: Vec<LanguageLimits>,
    /// How generated cases are made.
    pub generator_rules: Vec<GeneratorRule>,
    /// What else the package lists for whoever makes its cases.
    pub listing: Listing,
    /// How inputs for a search are made, where the package says so.
    pub stress: Option<Stress>,
    /// All cases in package order: the samples first, then the other groups; groups and then names
    /// in byte order, folder by folder.
    pub cases: Vec<Case>,
    /// Whether some of the cases or answers are still to be made, as the package lists.
    pub is_unmade: bool,
    /// Whether its inputs have the line ends of Windows, which programs for another system do not
    /// expect.
    pub has_crlf: bool,
    /// The names of all cases in package order, made or not, where it is not the usual one.
    pub order: Vec<String>,
    /// What proves the validators, in byte order of the names.
    pub validator_tests: Vec<ValidatorTest>,
    /// Files of the package that lie elsewhere as long as the problem is there, such as those in an archive.
    pub copies: Option<Arc<Copies>>,
    /// Files of cases that are copies with other line ends, and what each is a copy of.
    pub line_end_copies: BTreeMap<PathBuf, PathBuf>,
    /// Submissions kept with the problem, in byte order of the paths.
    pub submissions: Vec<KeptSubmission>,
}

impl Problem {
    /// Where a file of a case stands in the package, relative to its folder; a file in an archive, as if that were a
    /// folder. None where the package has no such file.
    pub fn place_of(&self, path: &Path) -> Option<PathBuf> {
        let path = self.line_end_copies.get(path).map_or(path, PathBuf::as_path);
        let path = match &self.copies {
            Some(copies) => copies.origin(path)?,
            None => path.to_owned(),
        };
        Some(path.strip_prefix(&self.folder).map(Path::to_owned).unwrap_or(path))
    }

    /// How the scores of its cases become a submission's score.
    pub fn scoring(&self) -> Scoring {
        self.root.scoring.unwrap_or(Scoring::PassFail)
    }

    /// All that counts for a grade, in package order: the cases, and the static validations of groups.
    pub fn graded_cases(&self) -> Cow<'_, [Case]> {
        let Some(own) = &self.static_validation else { return Cow::Borrowed(&self.cases) };
        let mut all: Vec<Case> = self.cases.iter().chain(&own.cases).cloned().collect();
        all.sort_by(|left, right| group_order(&left.name, &right.name));
        Cow::Owned(all)
    }

    /// The cases by their names.
    pub fn cases_by_name(&self) -> BTreeMap<&str, &Case> {
        self.cases.iter().map(|case| (case.name.as_str(), case)).collect()
    }

    /// How many cases there are, with those that the package lacks and says how to make.
    pub fn count_of_cases(&self) -> usize {
        let there: BTreeSet<&str> = self.cases.iter().map(|case| case.name.as_str()).collect();
        let made = self.generator_rules.iter().flat_map(|rule| &rule.cases);
        there.len() + made.filter(|case| !there.contains(case.name.as_str())).count()
    }

    /// The widest limits of any case, for an input that is no case's: what breaks these breaks the limits of
    /// all.
    pub fn widest_limits(&self) -> Limits {
        let all = self.cases.iter().map(|case| case.limits);
        all.fold(self.limits, |widest, limits| Limits {
            cpu: widest.cpu.max(limits.cpu),
            wall: widest.wall.max(limits.wall),
            memory: widest.memory.max(limits.memory),
            output: widest.output.max(limits.output),
            processes: widest.processes.max(limits.processes),
            files: widest.files.max(limits.files),
            kill: None,
        })
    }

    /// What validators get for an input that is no case's. Those of other judges than Kattis count on their
    /// arguments: there it is what they get for the last case, which stands where most is allowed.
    pub fn terms_of_others(&self) -> ValidatorTerms<'_> {
        let counts = !self.format.is_own && !self.is_kattis();
        let last = self.cases.last().filter(|_| counts);
        let arguments = last.map(|case| case.validator_arguments(&self.root));
        arguments.map_or(ValidatorTerms::NONE, ValidatorTerms::with)
    }

    /// How the package can have cases generated, for people.
    pub fn how_to_generate(&self) -> Cow<'static, str> {
        let settings = self.layout.settings;
        match self.additions.conventions {
            Conventions::Kattis => "add a command to its generators/generators.yaml".into(),
            Conventions::Own if self.format.is_own => {
                "add a `[[generator]]` to its problem.toml".into()
            }
            Conventions::Own => {
                format!("its package, told by `{settings}`, names no program that makes any").into()
            }
        }
    }

    /// The limits of a submission that is in a language of its own limits, by the endings of the language.
    pub fn limits_in(&self, has_ending: impl Fn(&str) -> bool) -> Option<&LimitRules> {
        let own = self.language_limits.iter().find(|own| has_ending(&own.ending));
        own.map(|own| &own.rules)
    }

    /// The same with nothing that is still to be made.
    #[must_use]
    pub fn completed(self, cases: Vec<Case>) -> Self {
        Self { is_unmade: false, ..self.with_cases(cases) }
    }

    /// The same problem with these cases in place of those of their names, or more of them.
    #[must_use]
    pub fn with_cases(mut self, cases: Vec<Case>) -> Self {
        let new: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        self.cases.retain(|case| !new.contains(case.name.as_str()));
        self.cases.extend(cases);
        let places: BTreeMap<&str, usize> =
            self.order.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        self.cases.sort_by(|left, right| {
            let place = |case: &Case| places.get(case.name.as_str());
            let usual = || {
                let groups = group_order(&left.group, &right.group);
                groups.then_with(|| left.name.cmp(&right.name))
            };
            place(left).cmp(&place(right)).then_with(usual)
        });
        self.cases = needs::cases_in_order(self.cases, &self.root);
        self
    }

    /// The same problem with this CPU time limit for all cases, and words on where it comes from.
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration, words: String) -> Self {
        self.limit_rules.own.time = Some(limit.as_secs_f64());
        self.limits = self.limit_rules.usual();
        for case in &mut self.cases {
            case.limits = self.limit_rules.of(&case.name);
        }
        Self { time_limit: TimeLimit::Known(words), ..self }
    }

    /// The same problem, whose checker is run as the package has it, even if one in process does the same.
    #[must_use]
    pub fn with_external_checker(mut self) -> Self {
        if let Some(program) = self.checker_program.take() {
            self.checker = CheckerChoice::Programs(vec![program]);
        }
        self
    }

    /// Whether a jury submission is the reference.
    pub fn is_reference(&self, kept: &KeptSubmission) -> bool {
        matches!(&self.reference, Some(Reference::Source(path)) if *path == kept.path)
    }

    /// Whether there is a reference that is none of the jury submissions.
    pub fn has_reference_of_its_own(&self) -> bool {
        self.reference.is_some() && !self.submissions.iter().any(|kept| self.is_reference(kept))
    }

    /// Whether the rules of the Kattis family hold.
    pub fn is_kattis(&self) -> bool {
        self.additions.conventions == Conventions::Kattis
    }

    /// What the times of a jury submission say of the time limit. Outside of the Kattis family its verdict
    /// says it.
    pub fn timed<'a>(&self, kept: &'a KeptSubmission) -> Vec<TimedCases<'a>> {
        if self.is_kattis() {
            return kept.expectation.timed();
        }
        let bound = match kept.expected() {
            expected if expected == Verdict::Accepted => TimeBound::Lower,
            expected if expected == Verdict::TimeLimit => TimeBound::Upper,
            _ => return Vec::new(),
        };
        vec![TimedCases { bound, about: None }]
    }

    /// The files and folders that the problem is made of, whoever wrote them.
    pub fn sources(&self) -> Vec<PathBuf> {
        let validators = self.validator.iter().flat_map(ValidatorChoice::programs);
        let deciders = self.checker.programs().iter().chain(&self.interactor);
        let deciders = deciders.chain(&self.dialogue_checker);
        let parts = deciders.chain(validators).chain(&self.answer_validators).chain(&self.grader);
        let parts = parts.chain(&self.checker_program);
        let parts = parts.chain(self.static_validation.as_ref().map(|own| &own.program));
        let parts = parts.map(|part| part.path.clone()).chain(self.additions.include.clone());
        let shared = self.additions.shared.iter().flat_map(|code| code.files.clone());
        let parts = parts.chain(shared).chain(self.additions.along.clone());
        let builds = self.additions.builds.iter().flat_map(|build| build.along.clone());
        let parts = parts.chain(builds);
        let reference = match &self.reference {
            Some(Reference::Source(path)) => Some(path.clone()),
            Some(Reference::Shipped(_)) | None => None,
        };
        let generators = self.generator_rules.iter().filter_map(GeneratorRule::generator);
        let generators = generators.flat_map(|generator| generator.sources().map(Path::to_owned));
        let tests = self.validator_tests.iter();
        let outputs = tests.clone().filter_map(|test| test.output.as_ref());
        let cases = self.cases.iter().chain(tests.map(|test| &test.case));
        let files = cases.flat_map(|case| [Some(&case.input), case.answer.as_ref()]);
        let files = files.flatten().chain(outputs);
        let own = self.layout.sources_in(&self.folder);
        own.into_iter()
            .chain(parts)
            .chain(reference)
            .chain(generators)
            .chain(self.stress.as_ref().map(|stress| stress.generator.clone()))
            .chain(files.cloned())
            .collect()
    }
}

/// What a package was read as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageFormat {
    /// The format, version and dialect, and why: ``2025-09, by `problem_format_version` ``.
    pub words: String,
    /// Whether it is our own format or a plain folder, and not that of another judge.
    pub is_own: bool,
}

/// What the package has to do with submissions and with programs of its own before they are built.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Additions {
    /// The folder of files by language, absolute: `include`.
    pub include: Option<PathBuf>,
    /// What stands for `{{name}}` in text files.
    pub constants: Vec<(String, String)>,
    /// Whose conventions say what a source is and which one is started.
    pub conventions: Conventions,
    /// Whether a submission may be answers in place of a program (2025-09, `submit-answer`).
    pub takes_answers: bool,
    /// Folders, absolute, outside of the package, where headers of its programs are looked for last.
    pub headers: Vec<PathBuf>,
    /// Whether submissions kept with the package find headers as its programs do (library-checker, CMS, TPS).
    pub solutions_include: bool,
    /// Files that the format's own tools make of what the package says, by their paths in the package, and
    /// where they lie, absolute.
    pub made: Vec<(String, PathBuf)>,
    /// The files by which a submission reads its input and writes its output, where these are not the
    /// standard streams.
    pub files: NamedFiles,
    /// Whether submissions may read files only (2025-09, `allow_file_writing`).
    pub reads_only: bool,
    /// What buffer the standard output of submissions has.
    pub buffer: OutputBuffer,
    /// The codes of the languages that submissions may be in, where not all are (2025-09, `languages`).
    pub languages: Option<Vec<String>>,
    /// Code that submissions are compiled together with, which is the main program.
    pub shared: Option<SharedCode>,
    /// Files that submissions are compiled together with, absolute; the submission is the main program (sinol).
    pub along: Vec<PathBuf>,
    /// How programs of the package are built where their sources alone do not tell.
    pub builds: Vec<ProgramBuild>,
    /// Files that the package's programs beside them find in their working directory, too (task-maker), by their paths
    /// in the package, and where they lie, absolute.
    pub at_hand: Vec<(String, PathBuf)>,
    /// Of which cases that is what is expected of submissions.
    pub proved: ProvedCases,
}

impl Additions {
    /// Where that lies which is made in place of the file at this path in the package.
    pub fn made_at(&self, path: &Path) -> Option<&PathBuf> {
        self.made.iter().find(|(own, _)| Path::new(own) == path).map(|(_, made)| made)
    }

    /// How the program of this source is built, where the package says it.
    pub fn build_of(&self, source: &Path) -> Option<&ProgramBuild> {
        self.builds.iter().find(|build| build.source == source)
    }
}

/// What buffer the standard output of a program has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputBuffer {
    /// That of its language.
    #[default]
    Usual,
    /// None, in C, C++ and Python (DMOJ).
    None,
}

/// Of which cases that is what a package expects of submissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProvedCases {
    /// Of those that are run when a submission is graded.
    #[default]
    Graded,
    /// Of all, whatever groups need (rbx).
    All,
}

/// Code that submissions are compiled together with: the graders of a package (CMS, TPS, Polygon, DMOJ).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedCode {
    /// What a submission's file is called, without its ending: by this name the code includes or imports it.
    pub name: String,
    /// What the files are called, without their endings, that are main programs: `grader`. That of a language is the
    /// first of them that it has; there is one at least.
    pub mains: Vec<String>,
    /// The files, absolute: main programs by languages, and headers. With prefaces the first is the main program.
    pub files: Vec<PathBuf>,
    /// What stands before the texts of both, where they are in C or C++; a package that has it knows no other
    /// language, and its main program is built in whichever of the two the submission is in (DMOJ).
    pub prefaces: Option<Prefaces>,
}

/// What stands before texts that are compiled together: whole lines for the preprocessor of C.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prefaces {
    /// Before the submission.
    pub submission: String,
    /// Before the package's main program.
    pub main: String,
}

impl SharedCode {
    /// Most bytes of a file.
    pub(crate) const LARGEST_FILE: u64 = 16 << 20;

    /// Most bytes of a name, to which an ending comes.
    const LONGEST_NAME: usize = 200;

    /// What is wrong with what a submission's file is to be called, if anything is.
    pub(crate) fn fault_of_name(name: &str) -> Option<&'static str> {
        let is_plain = |c: char| c != '/' && !c.is_control();
        let is_good = name.chars().all(is_plain) && name.len() <= Self::LONGEST_NAME;
        (!is_good).then_some(
            "expected a name that a file can have: beside graders, submissions are called like the task",
        )
    }
}

/// Whose conventions say what a source is and which one is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conventions {
    /// Ours: what is not plain is an error.
    #[default]
    Own,
    /// Those of the Kattis family: where several things can be meant, a rule decides.
    Kattis,
}

/// Which checker decides.
#[derive(Debug, Clone, PartialEq)]
pub enum CheckerChoice {
    /// The default output validator of the Kattis family, in process.
    Default {
        /// Its flags, before those of a group or case.
        flags: Vec<String>,
        /// Whether a flag may be repeated, as in `legacy`.
        lenient: bool,
    },
    /// One that runs in process.
    Shipped {
        /// Its name, as [`jury_checkers::checker`] knows it.
        name: String,
        /// Its options.
        options: jury_checkers::Options,
    },
    /// Programs of the package, one at least: an output is right where all of them accept it.
    Programs(Vec<Part>),
}

impl CheckerChoice {
    /// The programs, where it is some.
    pub fn programs(&self) -> &[Part] {
        match self {
            Self::Programs(parts) => parts,
            Self::Default { .. } | Self::Shipped { .. } => &[],
        }
    }
}

/// Which validator decides.
#[derive(Debug, Clone, PartialEq)]
pub enum ValidatorChoice {
    /// One that runs in process, by its puzzle's name.
    Shipped(String),
    /// Programs of the package, one at least: an input is valid where all of them accept it.
    Programs(Vec<Part>),
}

impl ValidatorChoice {
    /// The programs, where it is some.
    pub fn programs(&self) -> &[Part] {
        match self {
            Self::Programs(parts) => parts,
            Self::Shipped(_) => &[],
        }
    }
}

/// A trusted solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// A program of `jury-reference`, by the problem's slug: `jury reference NAME`.
    Shipped(String),
    /// A source in the problem folder (absolute path), built like a submission.
    Source(PathBuf),
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

/// A submission kept with the problem to prove its cases.
#[derive(Debug, Clone)]
pub struct KeptSubmission {
    /// Source file, directory or executable, absolute.
    pub path: PathBuf,
    /// The language that the package says, by its name or code there.
    pub language: Option<String>,
    /// The file or class that the package says it begins with.
    pub entry_point: Option<String>,
    /// Files of the package that it is compiled together with, absolute.
    pub along: Vec<PathBuf>,
    /// What is expected of it.
    pub expectation: Expectation,
}

impl KeptSubmission {
    /// One of which nothing but its verdicts is said.
    fn of(path: PathBuf, verdicts: Expected) -> Self {
        let expectation = verdicts.into();
        Self { path, language: None, entry_point: None, along: Vec::new(), expectation }
    }

    /// The verdicts that it may get as a whole.
    pub fn expected(&self) -> Expected {
        self.expectation.verdicts
    }
}

#[cfg(test)]
pub(crate) mod tests;
