//! What an input that is no case of the problem's is judged as.

use crate::problem::{CaseSettings, Group, ValidatorTerms};

/// What an input of a search is judged as: a case of this group with these settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Like {
    /// The group.
    pub group: String,
    /// The settings.
    pub settings: CaseSettings,
}

impl Like {
    /// What validators get besides the input.
    pub(super) fn validator_terms<'a>(&'a self, root: &'a Group) -> ValidatorTerms<'a> {
        ValidatorTerms::of(&self.settings, root.innermost(&self.group))
    }
}
