//! A case of a problem, and what is said of it alone.

use std::path::PathBuf;

use super::group::{Group, group_of, is_sample};
use super::limits::LimitRules;
use super::{ValidatorArguments, ValidatorTerms};
use crate::limits::Limits;
use crate::score::Score;

/// An input with, where one exists, a jury answer; or a static validation, which has neither.
#[derive(Debug, Clone)]
pub struct Case {
    /// Path below the folder of cases without the ending: `secret/007`.
    pub name: String,
    /// The folder part of the name: `secret`; `""` in a plain folder. Formats that have groups of cases in one
    /// folder name the group itself.
    pub group: String,
    /// The input file, absolute; of a static validation, the program that validates.
    pub input: PathBuf,
    /// The jury's answer file, absolute.
    pub answer: Option<PathBuf>,
    /// Limits with overrides applied.
    pub limits: Limits,
    /// What the package says of this case alone.
    pub settings: CaseSettings,
}

/// What a package says of one case alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CaseSettings {
    /// Arguments of the submission.
    pub arguments: Vec<String>,
    /// The folder whose files stand in the submission's working directory, absolute.
    pub files: Option<PathBuf>,
    /// Arguments for a checker or interactor, in place of those of its group.
    pub checker_arguments: Option<Vec<String>>,
    /// Arguments for input validators, in place of those of its group.
    pub validator_arguments: Option<ValidatorArguments>,
    /// Arguments for answer validators; else each is called without any.
    pub answer_validator_arguments: Option<ValidatorArguments>,
    /// Its group, where the folder part of its name does not say it.
    pub group: Option<String>,
    /// Whether contestants are shown it, although its group counts and is not that of the samples (Polygon).
    pub is_shown: bool,
    /// Whether the package has no answer to it on purpose: checkers get an empty one, which need not be right (DMOJ).
    pub lacks_answer: bool,
    /// What its files must hold, where the package says it.
    pub digests: Option<Box<StatedDigests>>,
    /// The greatest score of a static validation, which looks at the submission's files and runs
    /// nothing; `None` for all other cases.
    pub static_score: Option<Score>,
}

/// What the package says that the files of a case hold: their SHA-256 digests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StatedDigests {
    /// Of the input.
    pub input: Option<[u8; 32]>,
    /// Of the answer.
    pub answer: Option<[u8; 32]>,
}

impl<'a> ValidatorTerms<'a> {
    /// Those of a case with these settings in this group.
    pub fn of(settings: &'a CaseSettings, group: &'a Group) -> Self {
        let own = settings.validator_arguments.as_ref();
        let arguments = own.unwrap_or(&group.validator_arguments);
        Self { arguments, files: settings.files.as_deref() }
    }
}

impl Case {
    /// One of these files, with its group and its limits.
    pub(crate) fn resolved(
        name: String,
        (input, answer): (PathBuf, Option<PathBuf>),
        settings: CaseSettings,
        limits: &LimitRules,
    ) -> Self {
        let group = settings.group.clone().unwrap_or_else(|| group_of(&name).to_owned());
        Self { group, limits: limits.of(&name), name, input, answer, settings }
    }

    /// The arguments for a checker or interactor on it, after the program's own.
    pub fn checker_arguments<'a>(&'a self, root: &'a Group) -> &'a [String] {
        let own = self.settings.checker_arguments.as_ref();
        own.unwrap_or_else(|| &root.innermost(&self.group).checker_arguments)
    }

    /// The arguments for validators on it, after the program's own.
    pub fn validator_arguments<'a>(&'a self, root: &'a Group) -> &'a ValidatorArguments {
        self.validator_terms(root).arguments
    }

    /// The same with the files that validators find in their working directory.
    pub fn validator_terms<'a>(&'a self, root: &'a Group) -> ValidatorTerms<'a> {
        ValidatorTerms::of(&self.settings, root.innermost(&self.group))
    }

    /// The score of a submission that solves it in full.
    pub fn full<'a>(&'a self, root: &'a Group) -> &'a Score {
        let own = self.settings.static_score.as_ref();
        own.unwrap_or_else(|| root.innermost(&self.group).full_of(&self.name))
    }

    /// Whether it is a static validation.
    pub fn is_static(&self) -> bool {
        self.settings.static_score.is_some()
    }

    /// Whether it is one of the statement's samples, which stand in a group of their own.
    pub fn is_sample(&self) -> bool {
        is_sample(&self.group)
    }

    /// Whether contestants are shown it: a sample, or another case that counts all the same.
    pub fn is_shown(&self) -> bool {
        self.is_sample() || self.settings.is_shown
    }
}

#[cfg(test)]
impl Case {
    /// One of this name, in the group of it, with the usual limits and no files.
    pub(crate) fn of(name: &str) -> Self {
        let (files, settings) = ((PathBuf::new(), None), CaseSettings::default());
        Self::resolved(name.to_owned(), files, settings, &LimitRules::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_shown_and_what_else_the_package_shows() {
        for (name, is_shown, expected) in [
            ("sample/1", false, true),
            ("sample/1", true, true),
            ("secret/1", true, true),
            ("secret/1", false, false),
        ] {
            let settings = CaseSettings { is_shown, ..CaseSettings::default() };
            let case = Case { settings, ..Case::of(name) };
            assert_eq!(case.is_shown(), expected, "{name} {is_shown}");
        }
    }
}
