//! What a group is known to come to before all is folded: for the schedule, which decides what still has
//! to run.

use std::cmp::Ordering;

use crate::problem::{Grader, Group};
use crate::verdict::Verdict;

use super::{children, domjudge, legacy};

/// Whether a case directly in a folder counts in the group.
pub(in crate::judge) fn counts_case(group: &Group, folder: &str) -> bool {
    match &group.grader {
        Grader::Domjudge(grader) => domjudge::counts_case(group, grader, folder),
        Grader::Own
        | Grader::Partial
        | Grader::Legacy(_)
        | Grader::Subtasks(_)
        | Grader::Sinol(_) => true,
    }
}

/// Whether a group in the group counts in it.
pub(in crate::judge) fn counts_group(group: &Group, inner: &Group) -> bool {
    match &group.grader {
        Grader::Domjudge(grader) => domjudge::counts_group(group, grader, inner),
        Grader::Own
        | Grader::Partial
        | Grader::Legacy(_)
        | Grader::Subtasks(_)
        | Grader::Sinol(_) => true,
    }
}

/// The verdict of a group whose children came to these, in order; `None` where it cannot be known
/// without running a program, and in groups that know no verdict of their children.
pub(in crate::judge) fn verdict(group: &Group, children: &[Verdict]) -> Option<Verdict> {
    match &group.grader {
        Grader::Legacy(grader) => legacy::foreseen(grader, children),
        Grader::Domjudge(_) => Some(domjudge::verdict(children)),
        Grader::Own | Grader::Partial | Grader::Subtasks(_) | Grader::Sinol(_) => None,
    }
}

/// Whether the rest of the group is not judged after a child with this verdict.
pub(in crate::judge) fn breaks(group: &Group, verdict: Verdict) -> bool {
    children::breaks(group, verdict)
}

/// The order in which children of a group fold whose verdict is made of theirs, by their names.
pub(in crate::judge) fn order(left: &str, right: &str) -> Ordering {
    children::base_name_order(left, right)
}
