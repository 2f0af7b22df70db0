//! What a group of `legacy` is made of: cases and groups together, in the order in which they are
//! judged (legacy, "Test Data Groups").

use std::cmp::Ordering;

use crate::problem::{Group, OnFailure};
use crate::verdict::Verdict;

use super::super::outcome::Outcome;

/// A case of a group, or a group in it with the outcomes of its cases.
pub(super) enum Child<'a> {
    Case(&'a Outcome),
    Group(&'a Group, Vec<&'a Outcome>),
}

impl Child<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Case(outcome) => &outcome.case,
            Self::Group(group, _) => &group.name,
        }
    }
}

/// The children of a group in the order of their base names. The outcomes are those of its cases;
/// groups without any are left out.
pub(super) fn children<'a>(group: &'a Group, outcomes: &[&'a Outcome]) -> Vec<Child<'a>> {
    let is_within = |outcome: &&&Outcome, inner: &Group| inner.holds(&outcome.group);
    let own = |outcome: &&&Outcome| !group.groups.iter().any(|inner| is_within(outcome, inner));
    let cases = outcomes.iter().filter(own).map(|outcome| Child::Case(outcome));
    let groups = group.groups.iter().map(|inner| {
        let held = outcomes.iter().filter(|outcome| is_within(outcome, inner)).copied();
        Child::Group(inner, held.collect())
    });
    let is_there = |child: &Child<'_>| !matches!(child, Child::Group(_, held) if held.is_empty());
    let mut all: Vec<Child<'a>> = cases.chain(groups).filter(is_there).collect();
    all.sort_by(|left, right| base_name_order(left.name(), right.name()));
    all
}

/// The order of two children of one group, by their names below the folder of cases.
pub(super) fn base_name_order(left: &str, right: &str) -> Ordering {
    left.split('/').cmp(right.split('/'))
}

/// Whether nothing is wrong with what has this verdict.
pub(super) fn is_accepted(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Accepted | Verdict::PartialScore)
}

/// Whether the rest of the group is not judged after a child with this verdict.
pub(super) fn breaks(group: &Group, verdict: Verdict) -> bool {
    group.on_failure == OnFailure::Break && !is_accepted(verdict)
}

/// A judge error, if there is one; else the verdict of the first case that was not accepted.
pub(super) fn first_failure(outcomes: &[&Outcome]) -> Verdict {
    if outcomes.iter().any(|outcome| outcome.verdict == Verdict::JudgeError) {
        return Verdict::JudgeError;
    }
    let failed = outcomes.iter().find(|outcome| outcome.failed());
    let first = failed.or_else(|| outcomes.iter().find(|o| o.verdict != Verdict::Accepted));
    first.map_or(Verdict::Accepted, |outcome| outcome.verdict)
}
