//! Arguments for input validators, which may be other ones for each of them.

use std::collections::BTreeMap;

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
