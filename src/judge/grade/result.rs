//! What folding produces: results of cases and groups, and that of the whole problem.

use crate::score::Score;
use crate::verdict::Verdict;

/// The grade of a group that counts as one.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupGrade {
    /// The group's name: `secret/small`.
    pub name: String,
    /// The verdict of its cases.
    pub verdict: Verdict,
    /// Its points.
    pub score: Score,
    /// The points of a full solution, where the package says.
    pub worth: Option<Score>,
}

/// The verdict and the score of a case or of a group, as graders of `legacy` read and write them.
pub type GroupResult = (Verdict, Score);

/// Asks the grader that is a program, with these flags, for the result of a group with these results in
/// it. The error says how it failed, which is the setter's fault: a lower-case fragment.
pub type Ask<'a> = &'a dyn Fn(&[String], &[GroupResult]) -> Result<GroupResult, String>;

/// The result of a problem by the rules of its format.
pub(super) struct Folded {
    pub(super) verdict: Verdict,
    pub(super) score: Option<Score>,
    pub(super) best: Option<Score>,
    pub(super) groups: Vec<GroupGrade>,
    pub(super) notes: Vec<String>,
}
