//! Which limits a case has by its name, also one that is not there yet. Knows nothing of files.

use super::package::resolve_limits;
use super::written::WrittenLimits;
use crate::limits::Limits;
use crate::problem::CaseGlob;

/// A problem's own limits and its overrides.
#[derive(Debug, Clone, Default)]
pub struct LimitRules {
    pub(super) own: WrittenLimits,
    /// In the order written; the last word wins.
    pub(super) overrides: Vec<(CaseGlob, WrittenLimits)>,
}

impl LimitRules {
    /// The limits of the case of this name.
    pub fn of(&self, name: &str) -> Limits {
        let matching = self.overrides.iter().filter(|(glob, _)| glob.matches(name));
        resolve_limits(matching.fold(self.own, |below, (_, limits)| limits.over(below)))
    }
}
