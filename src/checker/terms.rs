//! What a checker or interactor gets for a case in addition to its files, and what it decides.

use std::sync::Arc;

use jury_checkers::{Judgement, Opinion, Place};

use crate::problem::{Case, Grader, Group, Scoring};
use crate::sandbox::BoxFile;
use crate::score::Score;

/// What there is to know of a case besides its files. By default nothing: no case of the problem's.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terms<'a> {
    /// Arguments after the program's own.
    pub arguments: &'a [String],
    /// Which scores the case may get.
    pub scores: CaseScores<'a>,
    /// Which pass it is, where the problem has several.
    pub pass: Option<Pass<'a>>,
    /// Files of the case that stand in its working directory: those of input validators do.
    pub beside: Option<&'a Arc<[BoxFile]>>,
}

impl<'a> Terms<'a> {
    /// Those of a case of the problem with these groups, as far as no pass matters.
    pub fn of(root: &'a Group, case: &'a Case) -> Self {
        let (arguments, scores) = (case.checker_arguments(root), CaseScores::of(root, case));
        Self { arguments, scores, ..Self::default() }
    }

    /// Those of an output of no case, or of one that is not there yet.
    pub fn with(arguments: &'a [String]) -> Self {
        Self { arguments, ..Self::default() }
    }
}

/// Which scores a case may get from the checker, where the package's format bounds them by groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CaseScores<'a> {
    /// None: its group is all or nothing, or the format has other rules.
    #[default]
    None,
    /// Any, and none counts: it is a sample.
    Ignored,
    /// From 0 to this one.
    UpTo(&'a Score),
    /// From 0 on, and one there must be.
    Unbounded,
    /// From 0 on, also where the output is rejected: so `DOMjudge` reads them.
    Anyway,
}

impl<'a> CaseScores<'a> {
    /// Those of a case of the problem with these groups (2025-09, "Scoring Problems").
    pub fn of(root: &'a Group, case: &'a Case) -> Self {
        match root.grader {
            Grader::Domjudge(_) => Self::Anyway,
            Grader::Own => {
                let own = root.innermost(&case.group).full_by_case.get(&case.name);
                own.map_or(Self::None, Self::UpTo)
            }
            Grader::Legacy(_) | Grader::Subtasks(_) | Grader::Sinol(_) => Self::None,
            Grader::Partial if case.is_sample() => Self::Ignored,
            Grader::Partial => {
                let Group { scoring, worth, full, .. } = root.counting(&case.group);
                match (scoring, worth) {
                    (None | Some(Scoring::PassFail), _) => Self::None,
                    _ if case.is_static() => Self::UpTo(case.full(root)),
                    (Some(_), Some(_)) => Self::UpTo(full),
                    (Some(_), None) => Self::Unbounded,
                }
            }
        }
    }
}

/// One pass of a case.
#[derive(Debug, Clone, Copy)]
pub struct Pass<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// How many there may be.
    pub most: u32,
    /// What the checker left in its feedback folder in the pass before.
    pub state: &'a Arc<[BoxFile]>,
}

/// What a checker or interactor decided of one output.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The opinion.
    pub opinion: Opinion,
    /// One line: a lower-case fragment.
    pub message: String,
    /// The score that it gave, if it gave one.
    pub score: Option<Score>,
    /// Where the output first goes wrong, if there is such a place.
    pub place: Option<Place>,
    /// What the next pass begins with, where it asks for one; then it has accepted this one.
    pub next: Option<NextPass>,
}

/// What a pass begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextPass {
    /// The input.
    pub input: Arc<[u8]>,
    /// What the checker left in its feedback folder.
    pub state: Arc<[BoxFile]>,
}

impl From<Judgement> for Decision {
    fn from(judgement: Judgement) -> Self {
        let Judgement { opinion, message, score, place } = judgement;
        Self { opinion, message, score: score.map(Score::from), place, next: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::CaseSettings;

    fn case(group: &str, static_score: Option<Score>) -> Case {
        let settings = CaseSettings { static_score, ..CaseSettings::default() };
        Case { settings, ..Case::of(&format!("{group}/1")) }
    }

    #[test]
    fn groups_bound_the_scores_of_their_cases() {
        let points = |number| Score::ratio(number, 1).expect("a score");
        let group = |name: &str, scoring, worth| {
            let full = points(30);
            Group { name: name.to_owned(), worth, full, ..Group::root(scoring) }
        };
        let groups = vec![
            group("sample", Scoring::Sum, Some(points(30))),
            group("plain", Scoring::PassFail, Some(points(30))),
            group("bounded", Scoring::Sum, Some(points(30))),
            group("free", Scoring::Sum, None),
        ];
        let root = Group { grader: Grader::Partial, groups, ..Group::root(Scoring::Sum) };
        for (group, static_score, expected) in [
            ("sample", None, CaseScores::Ignored),
            ("plain", None, CaseScores::None),
            ("bounded", None, CaseScores::UpTo(&points(30))),
            ("free", None, CaseScores::Unbounded),
            // A static validation says itself how much it can give.
            ("bounded", Some(points(7)), CaseScores::UpTo(&points(7))),
        ] {
            assert_eq!(CaseScores::of(&root, &case(group, static_score)), expected, "{group}");
        }
    }
}
