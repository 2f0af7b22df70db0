//! Which input validators are called, and with which arguments.

use std::path::Path;

/// Arguments for the input validators of a package, after their own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ValidatorArguments {
    /// Each is called once, with these.
    All(Vec<String>),
    /// All calls, by the names of the programs, as [`Part`](super::Part) has them. One may be called more than
    /// once; one that is not named does not look at the case.
    Calls(Vec<(String, Vec<String>)>),
}

impl ValidatorArguments {
    /// One call of each, without arguments.
    pub const NONE: &Self = &Self::All(Vec::new());

    /// Those of each call of the validator of this name.
    pub fn calls(&self, name: &str) -> Vec<&[String]> {
        match self {
            Self::All(arguments) => vec![arguments],
            Self::Calls(calls) => {
                let own = calls.iter().filter(|(called, _)| called == name);
                own.map(|(_, arguments)| arguments.as_slice()).collect()
            }
        }
    }

    /// Those of its first call; none where it is not called.
    pub fn of(&self, name: &str) -> &[String] {
        self.calls(name).into_iter().next().unwrap_or_default()
    }

    /// The same calls, with these behind the arguments of each.
    #[must_use]
    pub fn with(mut self, more: &[String]) -> Self {
        match &mut self {
            Self::All(arguments) => arguments.extend_from_slice(more),
            Self::Calls(calls) => {
                for (_, arguments) in calls {
                    arguments.extend_from_slice(more);
                }
            }
        }
        self
    }

    /// Whether each is called once, without arguments.
    pub fn is_empty(&self) -> bool {
        self == Self::NONE
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

#[cfg(test)]
mod tests {
    use super::ValidatorArguments;

    #[test]
    fn one_call_without_arguments_is_the_usual_one() {
        assert!(ValidatorArguments::default().is_empty());
        assert!(!ValidatorArguments::All(vec!["a".to_owned()]).is_empty());
        // None is called.
        assert!(!ValidatorArguments::Calls(Vec::new()).is_empty());
    }
}
