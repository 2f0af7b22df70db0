//! How the cases are made that a package does not merely hold: by a generator, or as the package's file of
//! generators writes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use regex_lite::{Regex, RegexBuilder};

use super::ValidatorArguments;
use super::case::CaseSettings;
use super::layout::{Layout, with_ending};
use crate::digest::Digest;

/// One way of making cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratorRule {
    /// What makes the inputs.
    pub maker: Maker,
    /// The cases made, in order.
    pub cases: Vec<RuleCase>,
}

/// What makes inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Maker {
    /// A program.
    Program(Generator),
    /// Nothing: the package has the input elsewhere.
    Package(Content),
}

/// A program that generates inputs, with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generator {
    /// Its source, absolute.
    pub source: PathBuf,
    /// Other files that it is made of, absolute.
    pub along: Vec<PathBuf>,
    /// Its arguments; [`Generator::words`] puts in the seed.
    pub arguments: Vec<String>,
    /// Where it finds the seed.
    pub seed: SeedPlace,
    /// Which files that it leaves in its working directory count.
    pub leaves: Leaves,
    /// How often it is run while it fails, each time with the next seed (`BAPCtools`, `retries`).
    pub tries: u32,
    /// What a run may use, where the package says it.
    pub limits: GeneratorLimits,
}

/// What a run of a generator may use, where that is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GeneratorLimits {
    /// CPU time.
    pub time: Option<Duration>,
    /// Memory in bytes.
    pub memory: Option<u64>,
}

impl GeneratorLimits {
    /// Adds all that is said to a digest.
    pub(crate) fn add_to(self, digest: &mut Digest) {
        digest.fraction("seconds", self.time.map_or(0.0, |time| time.as_secs_f64()));
        digest.number("bytes", self.memory.unwrap_or_default());
    }
}

/// Which files count that a generator leaves in its working directory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Leaves {
    /// None: the input is its standard output.
    #[default]
    Nothing,
    /// `testcase.in`, `testcase.ans` and so on; without the first, the input is its standard output.
    Testcase,
    /// None: the input is its standard output, and the answer its standard error (DMOJ).
    AnswerOnErrors {
        /// Whether that is taken byte for byte; else its line ends become newlines, and one stands at its end.
        is_binary: bool,
    },
    /// The one that it must leave by this name, which is the input (Polygon, `from-file`).
    File(String),
}

impl Leaves {
    /// All that it says, for digests.
    pub(crate) fn words(&self) -> [&str; 2] {
        match self {
            Self::Nothing => ["nothing", ""],
            Self::Testcase => ["testcase", ""],
            Self::AnswerOnErrors { is_binary: false } => ["answer", ""],
            Self::AnswerOnErrors { is_binary: true } => ["answer", "binary"],
            Self::File(name) => ["file", name],
        }
    }
}

/// Where a generator finds the seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeedPlace {
    /// It is one more argument, the last one.
    Last,
    /// In place of this text in an argument: `{seed:3}`.
    InPlaceOf(String),
    /// It has none.
    Nowhere,
}

/// One case that a generator rule makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleCase {
    /// The case's name, `secret/random-003`.
    pub name: String,
    /// The seed, for generators in decimal.
    pub seed: u64,
    /// What the package says of the files beside the input.
    pub beside: FilesBeside,
}

/// What a package says of the files beside an input that is made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FilesBeside {
    /// Files, by their endings: `ans`.
    pub files: BTreeMap<String, Content>,
    /// Whether an answer that is there stays as long as the input does, whatever the checker says of it.
    pub keeps_answer: bool,
    /// The program that answers in place of the problem's reference, absolute.
    pub solution: Option<PathBuf>,
    /// What the file of its settings says, if it is listed.
    pub settings: CaseSettings,
    /// The files that stand before and behind what the maker makes, absolute, all in one input (TPS).
    pub around: [Option<PathBuf>; 2],
    /// Where line ends of Windows become newlines.
    pub newlines: Newlines,
}

/// In which files of a case that is made line ends of Windows become newlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Newlines {
    /// In none.
    #[default]
    Nowhere,
    /// In the input (TPS).
    InInput,
    /// In the input and the answer (rbx).
    InBoth,
}

impl FilesBeside {
    /// The files that stand around the input, each with where it stands.
    pub fn around(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let both = ["before", "behind"].into_iter().zip(&self.around);
        both.filter_map(|(place, path)| Some((place, path.as_deref()?)))
    }
}

/// What a file that is made is to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// This text. It stands before what a generator leaves.
    Text(String),
    /// What another file of the package holds, absolute. What a generator leaves stands before it.
    File(PathBuf),
}

/// What a package lists besides cases that are made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// Files of settings of groups, by their paths below the folder of cases, with their texts.
    pub settings: BTreeMap<String, String>,
    /// Cases that are those of other names: each name with the one that it leads to.
    pub links: BTreeMap<String, String>,
    /// Cases that a program makes whose names only that program knows.
    pub unlisted: Option<UnlistedCases>,
    /// Programs whose standard output lists cases, as long as nobody has run them (rbx, `generatorScript`).
    pub scripts: Vec<Generator>,
    /// How many cases and groups are listed that cannot be made; a warning says why of each.
    pub unmade: usize,
    /// What is to stand in files of cases.
    pub matches: Vec<WantedMatch>,
}

/// A regular expression that fits some part of a file of a case (`BAPCtools`, `match`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedMatch {
    /// The case.
    pub case: String,
    /// The ending of its file.
    pub ending: &'static str,
    /// The expression.
    pub pattern: String,
    /// Where it is written, `file:line:column`.
    pub origin: String,
}

impl WantedMatch {
    /// The expression, in which `.` is any character and `^` and `$` stand at each line.
    ///
    /// # Errors
    /// What of it cannot be read.
    pub fn compiled(pattern: &str) -> Result<Regex, regex_lite::Error> {
        RegexBuilder::new(pattern).multi_line(true).dot_matches_new_line(true).build()
    }
}

/// Cases that a program leaves as files in its working directory, all in one run (sinol, `ingen`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnlistedCases {
    /// The program.
    pub generator: Generator,
    /// How the names of its files begin; a number follows.
    pub prefix: String,
    /// How it is started where it is a script of a shell.
    pub script: Option<PackageScript>,
    /// Whether nothing can be judged without them: the package has no tests that give points.
    pub is_lacking: bool,
}

/// A script that finds other files of the package by their paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageScript {
    /// The folders of the package that it finds; it runs in the last one.
    pub folders: [String; 2],
    /// Its path from there.
    pub name: String,
}

impl UnlistedCases {
    /// Whether a file of this name, without its ending, is a case.
    pub fn takes(&self, name: &str) -> bool {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let own = name.strip_prefix(self.prefix.as_str());
        own.is_some_and(|own| {
            own.starts_with(|c: char| c.is_ascii_digit()) && own.bytes().all(is_plain)
        })
    }

    /// What is said of the case of this name: validators get the name of its file.
    pub fn settings(&self, name: &str, layout: &Layout) -> CaseSettings {
        let words = vec![with_ending(name, layout.input)];
        CaseSettings {
            validator_arguments: Some(ValidatorArguments::All(words)),
            ..CaseSettings::default()
        }
    }
}

impl GeneratorRule {
    /// A rule that makes one case, without a seed.
    pub(super) fn one(maker: Maker, name: String, settings: CaseSettings) -> Self {
        let beside = FilesBeside { settings, ..FilesBeside::default() };
        Self { maker, cases: vec![RuleCase { name, seed: 0, beside }] }
    }

    /// The same, where the package has the answer of its first case.
    #[must_use]
    pub(super) fn answered(mut self, answer: Option<PathBuf>) -> Self {
        if let (Some(answer), Some(case)) = (answer, self.cases.first_mut()) {
            case.beside.files.insert("ans".to_owned(), Content::File(answer));
        }
        self
    }

    /// The same for a case that is there, which the rule is to make again.
    #[must_use]
    pub(super) fn of_case_there(mut self) -> Self {
        for case in &mut self.cases {
            case.beside.keeps_answer = true;
        }
        self
    }

    /// The same where every input stands between these files and has newlines as its line ends.
    #[must_use]
    pub(super) fn between(mut self, around: &[Option<PathBuf>; 2]) -> Self {
        for case in &mut self.cases {
            case.beside.around.clone_from(around);
            case.beside.newlines = Newlines::InInput;
        }
        self
    }

    /// The same where inputs and answers have newlines as their line ends.
    #[must_use]
    pub(super) fn without_crlf(mut self) -> Self {
        for case in &mut self.cases {
            case.beside.newlines = Newlines::InBoth;
        }
        self
    }

    /// Whether what is made of a case has an answer, whatever the problem's reference would say.
    pub fn answers(&self, case: &RuleCase) -> bool {
        let by_generator = |own: &Generator| matches!(own.leaves, Leaves::AnswerOnErrors { .. });
        case.beside.files.contains_key("ans") || self.generator().is_some_and(by_generator)
    }

    /// The generator, where it is one.
    pub fn generator(&self) -> Option<&Generator> {
        match &self.maker {
            Maker::Program(generator) => Some(generator),
            Maker::Package(_) => None,
        }
    }
}

impl Generator {
    /// A source that is called with these arguments, and no seed, and prints the input.
    pub(super) fn called(source: PathBuf, arguments: Vec<String>) -> Self {
        let (along, seed, leaves) = (Vec::new(), SeedPlace::Nowhere, Leaves::Nothing);
        let limits = GeneratorLimits::default();
        Self { source, along, arguments, seed, leaves, tries: 1, limits }
    }

    /// All its sources, the one that is started first.
    pub fn sources(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.source).chain(&self.along).map(PathBuf::as_path)
    }

    /// Its arguments with this seed.
    pub fn words(&self, seed: u64) -> Vec<String> {
        let seed = seed.to_string();
        match &self.seed {
            SeedPlace::Nowhere => self.arguments.clone(),
            SeedPlace::Last => self.arguments.iter().cloned().chain([seed]).collect(),
            SeedPlace::InPlaceOf(text) => {
                self.arguments.iter().map(|argument| argument.replace(text, &seed)).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_seed_stands_where_the_package_wants_it() {
        #[track_caller]
        fn case(seed: SeedPlace, expected: &[&str]) {
            let generator = Generator {
                source: "g".into(),
                along: Vec::new(),
                arguments: ["n", "s={seed:2}"].map(String::from).to_vec(),
                seed,
                leaves: Leaves::Nothing,
                tries: 1,
                limits: GeneratorLimits::default(),
            };
            assert_eq!(generator.words(7), expected);
        }
        case(SeedPlace::Last, &["n", "s={seed:2}", "7"]);
        case(SeedPlace::InPlaceOf("{seed:2}".into()), &["n", "s=7"]);
        case(SeedPlace::Nowhere, &["n", "s={seed:2}"]);
    }

    #[test]
    fn whatever_a_generator_may_use_and_leave_changes_a_digest() {
        let limits = |time: Option<u64>, memory| {
            let mut digest = Digest::default();
            let time = time.map(Duration::from_secs);
            GeneratorLimits { time, memory }.add_to(&mut digest);
            digest.in_hexadecimal()
        };
        let all = [limits(None, None), limits(Some(1), None), limits(Some(2), None)];
        let all = all.into_iter().chain([limits(None, Some(1)), limits(None, Some(2))]);
        assert_eq!(all.collect::<BTreeSet<_>>().len(), 5);
        let leaves = [
            Leaves::Nothing,
            Leaves::Testcase,
            Leaves::AnswerOnErrors { is_binary: false },
            Leaves::AnswerOnErrors { is_binary: true },
            Leaves::File("a".to_owned()),
            Leaves::File("b".to_owned()),
        ];
        assert_eq!(leaves.iter().map(Leaves::words).collect::<BTreeSet<_>>().len(), leaves.len());
    }

    #[test]
    fn validators_get_the_name_of_an_unlisted_input() {
        let generator = Generator {
            source: "g".into(),
            along: Vec::new(),
            arguments: Vec::new(),
            seed: SeedPlace::Nowhere,
            leaves: Leaves::Nothing,
            tries: 1,
            limits: GeneratorLimits::default(),
        };
        let unlisted =
            UnlistedCases { generator, prefix: "abc".into(), script: None, is_lacking: true };
        let settings = unlisted.settings("abc1a", &Layout::OWN);
        let arguments = Some(ValidatorArguments::All(vec!["abc1a.in".to_owned()]));
        assert_eq!(
            settings,
            CaseSettings { validator_arguments: arguments, ..CaseSettings::default() }
        );
        assert!(unlisted.takes("abc1a") && !unlisted.takes("abca") && !unlisted.takes("xyz1a"));
    }

    #[test]
    fn a_case_that_is_made_alone_keeps_its_settings() {
        let settings = CaseSettings { is_shown: true, ..CaseSettings::default() };
        let maker = Maker::Package(Content::Text("1".to_owned()));
        let rule = GeneratorRule::one(maker, "secret/1".to_owned(), settings.clone());
        let [case] = rule.cases.as_slice() else { panic!("{rule:?}") };
        assert_eq!((case.name.as_str(), &case.beside.settings), ("secret/1", &settings));
    }
}
