//! What a package says, whatever its format: each value with the place where it is written, nothing
//! yet compared with the files beside it, and no defaults.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jury_checkers::OptionValue;

use super::cases::{FoundCase, FoundTest};
use super::complaint::{Complaints, Origin};
use super::copies::Copies;
use super::folder::Folder;
use super::group::{Group, OnFailure, Scoring};
use super::layout::Layout;
use super::limits::{Startup, StatedLimits};
use super::{
    Additions, GeneratorRule, KeptSubmission, Listing, PackageFormat, Points, Protocol, TimeLimit,
    TimePlace, TimeRule,
};
use crate::score::Score;
use crate::verdict::Verdict;

/// A package format: a file in `format/`, and a line in its table.
pub(super) trait Format: Sync {
    /// Whether a folder bears the format's marks.
    fn marks(&self, folder: &Path) -> bool;

    /// What its file lacks to be the format's, where a folder has a file of that name without the mark.
    fn lacks(&self, _folder: &Path) -> Option<String> {
        None
    }

    /// Its marks in words, where a file of that name alone is none.
    fn sign(&self) -> Option<String> {
        None
    }

    /// The second name that the package gives itself, as far as it is known without reading all.
    fn alias(&self, _folder: &Path) -> Option<String> {
        None
    }

    /// What the package says; `None` where nothing could be made of it, which was complained of.
    fn read(&self, folder: &Folder, complaints: &mut Complaints) -> Option<Draft>;
}

/// What missing cases and answers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answers {
    /// A complaint where they are needed.
    Needed,
    /// Nothing: they are still to be made.
    MayBeMissing,
    /// The same where the format says how they are made, else a complaint.
    MayBeMade,
}

/// A value, and where it is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found<T> {
    pub(super) value: T,
    pub(super) origin: Origin,
}

/// All that a package says.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) layout: Layout,
    pub(super) format: PackageFormat,
    /// The title; the folder's name where there is none.
    pub(super) name: Option<String>,
    pub(super) code: Option<Found<String>>,
    pub(super) source: Option<String>,
    pub(super) validator: Option<ValidatorDraft>,
    pub(super) interactor: Option<PartDraft>,
    /// Decides by what the interactor wrote, after that has accepted.
    pub(super) dialogue_checker: Option<PartDraft>,
    pub(super) answer_validators: Vec<PartDraft>,
    /// What is wrong as long as cases and answers are not made: files, and what to say of each.
    pub(super) unmade: Vec<(PathBuf, String)>,
    /// Whether commands that judge make that themselves, outside the package. Then `listed` and the reference
    /// make all of it.
    pub(super) is_made_aside: bool,
    /// Whether inputs have the line ends of Windows, so that copies with others are judged.
    pub(super) has_crlf: bool,
    /// The names of all cases in package order, those included that are still to be made; empty where it is
    /// that of groups and then of names in byte order.
    pub(super) order: Vec<String>,
    /// Grades groups whose grader is not the default one.
    pub(super) grader: Option<PartDraft>,
    /// Looks at the files of submissions, as these cases.
    pub(super) static_validation: Option<(PartDraft, Vec<StaticCase>)>,
    /// How often a submission may run on one case.
    pub(super) passes: Option<u32>,
    pub(super) additions: Additions,
    pub(super) has_time_factors: bool,
    pub(super) startup: Startup,
    pub(super) time_limit: TimeLimit,
    pub(super) time_rule: TimeRule,
    pub(super) time_place: TimePlace,
    pub(super) reference: Option<Found<String>>,
    pub(super) limits: StatedLimits,
    pub(super) checker: Option<CheckerDraft>,
    pub(super) scoring: Option<Scoring>,
    pub(super) groups: Vec<GroupDraft>,
    /// All groups, where the format has rules of its own for what they inherit; then nothing else is
    /// said of groups.
    pub(super) tree: Option<Group>,
    pub(super) overrides: Vec<OverrideDraft>,
    /// Limits of languages, by an ending of their sources: those of all cases, and of some.
    pub(super) language_limits: Vec<(String, StatedLimits, Vec<OverrideDraft>)>,
    pub(super) generator_rules: Vec<GeneratorRuleDraft>,
    /// Cases whose making the format itself knows how to read.
    pub(super) listed: Vec<GeneratorRule>,
    pub(super) listing: Listing,
    pub(super) stress: Option<StressDraft>,
    pub(super) expectations: Vec<ExpectationDraft>,
    /// The cases, in package order.
    pub(super) cases: Vec<FoundCase>,
    pub(super) validator_tests: Vec<FoundTest>,
    /// Files of the package that lie elsewhere as long as the problem is there.
    pub(super) copies: Option<Arc<Copies>>,
    /// The submissions in the folders of verdicts.
    pub(super) submissions: Vec<KeptSubmission>,
}

impl Draft {
    /// One in our own format, or a plain folder, that says nothing.
    pub(super) fn own(layout: Layout, format: impl Into<String>) -> Self {
        let format = PackageFormat { words: format.into(), is_own: true };
        Self { format, ..Self::empty(layout, "") }
    }

    /// One of another judge that says nothing.
    pub(super) fn empty(layout: Layout, format: impl Into<String>) -> Self {
        Self {
            layout,
            format: PackageFormat { words: format.into(), is_own: false },
            name: None,
            code: None,
            source: None,
            validator: None,
            interactor: None,
            dialogue_checker: None,
            answer_validators: Vec::new(),
            unmade: Vec::new(),
            is_made_aside: false,
            has_crlf: false,
            order: Vec::new(),
            grader: None,
            static_validation: None,
            passes: None,
            additions: Additions::default(),
            has_time_factors: true,
            startup: Startup::Included,
            time_limit: TimeLimit::Stated,
            time_rule: TimeRule::OWN,
            time_place: TimePlace::Nowhere("a plain folder of cases has no settings".into()),
            reference: None,
            limits: StatedLimits::default(),
            checker: None,
            scoring: None,
            groups: Vec::new(),
            tree: None,
            overrides: Vec::new(),
            language_limits: Vec::new(),
            generator_rules: Vec::new(),
            listed: Vec::new(),
            listing: Listing::default(),
            stress: None,
            expectations: Vec::new(),
            cases: Vec::new(),
            validator_tests: Vec::new(),
            copies: None,
            submissions: Vec::new(),
        }
    }
}

/// A checker, validator, interactor or grader that is a program.
#[derive(Debug)]
pub(super) struct PartDraft {
    pub(super) program: Option<Found<String>>,
    pub(super) protocol: Option<Protocol>,
    pub(super) arguments: Vec<String>,
    /// What it is called with in place of its protocol's arguments.
    pub(super) call: Option<Vec<String>>,
    /// CPU seconds of one call.
    pub(super) time: Option<f64>,
    /// Bytes.
    pub(super) memory: Option<u64>,
    /// Bytes of what it may write.
    pub(super) output: Option<u64>,
    /// What its points mean.
    pub(super) points: Option<Points>,
    /// Whether its standard output has no buffer.
    pub(super) is_unbuffered: bool,
    /// Where the part is named.
    pub(super) origin: Origin,
}

impl PartDraft {
    /// A program with nothing but its protocol said of it.
    pub(super) fn of(program: Found<String>, protocol: Protocol) -> Self {
        Self {
            origin: program.origin.clone(),
            program: Some(program),
            protocol: Some(protocol),
            arguments: Vec::new(),
            call: None,
            time: None,
            memory: None,
            output: None,
            points: None,
            is_unbuffered: false,
        }
    }
}

/// A static validation as one more case of a group.
#[derive(Debug)]
pub(super) struct StaticCase {
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
    /// Its greatest score.
    pub(super) full: Score,
}

/// Which validator decides.
#[derive(Debug)]
pub(super) enum ValidatorDraft {
    /// One that runs in process, by its name.
    Shipped(Found<String>),
    /// Programs of the package, all of which must accept.
    Programs(Vec<PartDraft>),
}

/// Which checker decides.
#[derive(Debug)]
pub(super) enum CheckerDraft {
    /// One that runs in process.
    Shipped(ShippedDraft),
    /// Programs of the package.
    Programs(Vec<PartDraft>),
    /// A program of the package that one in process does the same as.
    Known { name: &'static str, program: PartDraft },
    /// The default output validator of the Kattis family, with its flags.
    Default {
        flags: Found<Vec<String>>,
        /// Whether a flag may be repeated.
        lenient: bool,
    },
}

impl CheckerDraft {
    /// One that runs in process without options, and where it is said that it decides.
    pub(super) fn shipped(name: &str, origin: Origin) -> Self {
        let name = Found { value: name.to_owned(), origin };
        Self::Shipped(ShippedDraft { name: Some(name), options: Vec::new() })
    }
}

/// A checker that runs in process.
#[derive(Debug)]
pub(super) struct ShippedDraft {
    pub(super) name: Option<Found<String>>,
    /// Options in order of the names, each with the place of its key; `None` for a value that was
    /// complained of.
    pub(super) options: Vec<(String, Found<Option<OptionValue>>)>,
}

/// What is said of a group of cases.
#[derive(Debug)]
pub(super) struct GroupDraft {
    pub(super) name: Option<Found<String>>,
    pub(super) worth: Option<Found<f64>>,
    pub(super) scoring: Option<Found<Scoring>>,
    pub(super) on_failure: Option<OnFailure>,
    pub(super) needs: Option<Found<Vec<String>>>,
    pub(super) checker_arguments: Option<Found<Vec<String>>>,
    pub(super) validator_arguments: Option<Found<Vec<String>>>,
}

/// Limits of some cases.
#[derive(Debug)]
pub(super) struct OverrideDraft {
    pub(super) cases: Option<Found<String>>,
    pub(super) limits: StatedLimits,
}

/// A rule that makes cases.
#[derive(Debug)]
pub(super) struct GeneratorRuleDraft {
    pub(super) generator: Option<Found<String>>,
    pub(super) arguments: Vec<String>,
    pub(super) name: Option<Found<String>>,
    pub(super) count: u64,
    pub(super) seed: u64,
}

/// How the inputs of a search are made.
#[derive(Debug)]
pub(super) struct StressDraft {
    pub(super) generator: Option<Found<String>>,
    pub(super) arguments: Option<Vec<String>>,
    /// The smallest and the largest.
    pub(super) sizes: Option<Found<(u64, u64)>>,
}

/// Which verdicts some of the jury submissions may get.
#[derive(Debug)]
pub(super) struct ExpectationDraft {
    pub(super) submissions: Option<Found<String>>,
    pub(super) verdicts: Option<Vec<Verdict>>,
}
