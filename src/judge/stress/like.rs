//! What an input that is no case of the problem's is judged as.

use crate::problem::{CaseSettings, Group, ValidatorArguments};

/// What an input of a search is judged as: a case of this group with these settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Like {
    /// The group.
    pub group: String,
    /// The settings.
    pub settings: CaseSettings,
}

impl Like {
    /// Arguments of validators, after the program's own.
    pub(super) fn validator_arguments<'a>(&'a self, root: &'a Group) -> &'a ValidatorArguments {
        let own = self.settings.validator_arguments.as_ref();
        own.unwrap_or_else(|| &root.innermost(&self.group).validator_arguments)
    }
}
