//! Arguments for input validators, which may be other ones for each of them.

use std::collections::BTreeMap;
use std::path::Path;

/// Arguments for the input validators of a package, after their own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ValidatorArguments {
    /// The same for all.
    All(Vec<String>),
    /// By the names of the programs, as [`Part`](super::Part) has them; the others get none.
    Each(BTreeMap<String, Vec<String>>),
}

impl ValidatorArguments {
    /// None for any.
    pub const NONE: &Self = &Self::All(Vec::new());

    /// Those for the validator of this name.
    pub fn of(&self, name: &str) -> &[String] {
        match self {
            Self::All(arguments) => arguments,
            Self::Each(own) => own.get(name).map_or(&[], Vec::as_slice),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::All(arguments) => arguments.is_empty(),
            Self::Each(own) => own.values().all(Vec::is_empty),
        }
    }
}

impl Default for ValidatorArguments {
    fn default() -> Self {
        Self::NONE.clone()
    }
}

/// What input validators get for a case besides its input. By default nothing: no case of the problem's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ValidatorTerms<'a> {
    /// Arguments after their own.
    pub arguments: &'a ValidatorArguments,
    /// The folder whose files stand in their working directory, absolute.
    pub files: Option<&'a Path>,
}

impl<'a> ValidatorTerms<'a> {
    /// Those of an input that is no case's.
    pub const NONE: Self = Self::with(ValidatorArguments::NONE);

    /// These arguments, and no files.
    pub const fn with(arguments: &'a ValidatorArguments) -> Self {
        Self { arguments, files: None }
    }
}
