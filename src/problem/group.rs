//! Groups of cases, as a tree: which are samples, how the cases of a group count together, and when a
//! group is not run.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::ValidatorArguments;
use super::grader::Grader;
use crate::score::Score;
use crate::verdict::Verdict;

/// The group whose cases, like those of the groups in it, are the statement's samples.
pub(super) const SAMPLE: &str = "sample";

/// Whether the cases of this group are samples: shown to contestants, and so no proof that a wrong
/// submission is caught.
pub fn is_sample(group: &str) -> bool {
    group.split('/').next() == Some(SAMPLE)
}

/// The group of the case of this name: `secret/small` of `secret/small/007`, `""` of `007`.
pub fn group_of(case: &str) -> &str {
    case.rsplit_once('/').map_or("", |(group, _)| group)
}

/// Package order of two groups: the samples first, then byte order, folder by folder.
pub fn group_order(left: &str, right: &str) -> Ordering {
    let samples_first = is_sample(right).cmp(&is_sample(left));
    samples_first.then_with(|| left.split('/').cmp(right.split('/')))
}

/// Whether a group is this one or stands in it; all stand in the root, whose name is empty.
pub fn is_within(group: &str, outer: &str) -> bool {
    let below = group.strip_prefix(outer);
    outer.is_empty() || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// How the scores of cases become the score of a group, or of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scoring {
    /// Everything or nothing; for a whole problem no score at all, only a verdict.
    PassFail,
    /// The mean.
    Mean,
    /// The sum.
    Sum,
    /// The least.
    Min,
}

impl Scoring {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::PassFail, Self::Mean, Self::Sum, Self::Min];

    /// Its name in packages.
    pub fn name(self) -> &'static str {
        match self {
            Self::PassFail => "pass-fail",
            Self::Mean => "mean",
            Self::Sum => "sum",
            Self::Min => "min",
        }
    }
}

/// What becomes of the rest of a group once something in it got nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnFailure {
    /// It is run.
    #[default]
    Continue,
    /// It is not run. A group within the group is run to its own end first.
    Break,
    /// Neither is anything after it in the whole problem (DMOJ).
    End,
}

impl OnFailure {
    /// Those that packages may name.
    pub const ALL: [Self; 2] = [Self::Continue, Self::Break];

    /// Its name, in packages where they may name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::Break => "break",
            Self::End => "end",
        }
    }
}

/// Cases that a package says something of as a whole: those in a folder and in the folders below it
/// that are no groups of their own. The root is the whole problem.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Path below the folder of cases: `secret/small`; empty for the root.
    pub name: String,
    /// How the cases and groups in it count as one; `None` where they count as parts of the group
    /// around it. The root counts as one.
    pub scoring: Option<Scoring>,
    /// The points of the group where all in it is solved in full. Without them the scores in it are
    /// not scaled, and a group that is all or nothing is worth one point.
    pub worth: Option<Score>,
    /// The score of one of its cases that is solved in full.
    pub full: Score,
    /// The same of cases that have a score of their own, by their names.
    pub full_by_case: BTreeMap<String, Score>,
    /// What becomes of the rest of it once something in it failed.
    pub on_failure: OnFailure,
    /// Names of groups before it in package order: it is run only if all their cases were accepted,
    /// or right in part where that is enough there.
    pub needs: Vec<String>,
    /// Whether cases of it that are right in part are enough for the groups that need it (DMOJ).
    pub part_is_enough: bool,
    /// Arguments for a checker or interactor that is a program, after the program's own.
    pub checker_arguments: Vec<String>,
    /// Arguments for a validator that is a program, after the program's own.
    pub validator_arguments: ValidatorArguments,
    /// Whose rules fold what is in it.
    pub grader: Grader,
    /// Groups in it, in package order.
    pub groups: Vec<Self>,
}

impl Group {
    /// A whole problem without groups, whose cases are scored from 0 to 1.
    pub fn root(scoring: Scoring) -> Self {
        Self {
            name: String::new(),
            scoring: Some(scoring),
            worth: None,
            full: Score::one(),
            full_by_case: BTreeMap::new(),
            on_failure: OnFailure::Continue,
            needs: Vec::new(),
            part_is_enough: false,
            checker_arguments: Vec::new(),
            validator_arguments: ValidatorArguments::default(),
            grader: Grader::Own,
            groups: Vec::new(),
        }
    }

    /// Whether cases count by scores, and not only by verdicts.
    pub fn is_scored(&self) -> bool {
        self.scoring.is_some_and(|scoring| scoring != Scoring::PassFail)
    }

    /// The score of one of its cases with this verdict to which the checker gave none, where a full
    /// solution gets this one; `None` where such cases have no score of their own.
    pub fn usual_score(&self, verdict: Verdict, full: &Score) -> Option<Score> {
        let is_accepted = verdict == Verdict::Accepted;
        match &self.grader {
            Grader::Own | Grader::Partial | Grader::Subtasks(_) | Grader::Sinol(_)
                if is_accepted =>
            {
                Some(full.clone())
            }
            Grader::Own | Grader::Partial | Grader::Subtasks(_) | Grader::Sinol(_) => {
                Some(Score::zero())
            }
            Grader::Legacy(grader) if is_accepted => Some(grader.accept_score.clone()),
            Grader::Legacy(grader) => Some(grader.reject_score.clone()),
            Grader::Domjudge(_) => None,
        }
    }

    /// The score of its case of this name that is solved in full.
    pub fn full_of(&self, case: &str) -> &Score {
        self.full_by_case.get(case).unwrap_or(&self.full)
    }

    /// Whether the cases of this group are in it.
    pub fn holds(&self, group: &str) -> bool {
        is_within(group, &self.name)
    }

    /// The innermost group that holds the cases of this group.
    pub fn innermost(&self, group: &str) -> &Self {
        let inner = self.groups.iter().find(|inner| inner.holds(group));
        inner.map_or(self, |inner| inner.innermost(group))
    }

    /// The innermost group that holds the cases of this group and counts as one.
    pub fn counting(&self, group: &str) -> &Self {
        let inner = self.groups.iter().find(|inner| inner.holds(group));
        let inner = inner.map(|inner| inner.counting(group));
        inner.filter(|inner| inner.scoring.is_some()).unwrap_or(self)
    }

    /// This group and all groups in it, each before those in it.
    pub fn all(&self) -> Vec<&Self> {
        let inner = self.groups.iter().flat_map(Self::all);
        std::iter::once(self).chain(inner).collect()
    }

    /// The same groups, all of whose cases are run whatever the outcomes are.
    #[must_use]
    pub fn without_conditions(&self) -> Self {
        Self {
            on_failure: OnFailure::Continue,
            needs: Vec::new(),
            groups: self.groups.iter().map(Self::without_conditions).collect(),
            ..self.clone()
        }
    }

    /// Whether outcomes decide which cases are run, so that the order of running matters.
    pub fn has_conditions(&self) -> bool {
        let own = self.on_failure != OnFailure::Continue || !self.needs.is_empty();
        own || self.groups.iter().any(Self::has_conditions)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DomjudgeGrader, LegacyGrader, ScoreMode};
    use super::*;

    #[test]
    fn groups_within_the_samples_are_samples() {
        assert!(is_sample("sample") && is_sample("sample/easy") && is_sample("sample/a/b"));
        assert!(!is_sample("samples") && !is_sample("secret/sample") && !is_sample(""));
    }

    #[test]
    fn the_order_matters_where_any_group_waits_or_breaks_off() {
        let calm = || Group::root(Scoring::Sum);
        let breaks = || Group { on_failure: OnFailure::Break, ..calm() };
        let waits = || Group { needs: vec!["a".to_owned()], ..calm() };
        assert!(!calm().has_conditions());
        for group in [breaks(), waits()] {
            assert!(group.has_conditions());
            assert!(!group.without_conditions().has_conditions());
            let root = Group { groups: vec![calm(), group], ..calm() };
            assert!(root.has_conditions());
            assert!(!root.without_conditions().has_conditions());
        }
    }

    #[test]
    fn a_case_belongs_to_the_innermost_group() {
        let named = |name: &str| Group { name: name.to_owned(), ..Group::root(Scoring::Sum) };
        let small = Group { groups: vec![named("secret/small/tiny")], ..named("secret/small") };
        let root = Group { groups: vec![named("sample"), small], ..Group::root(Scoring::Sum) };
        let rows = [
            ("", ""),
            ("sample/easy", "sample"),
            ("secret", ""),
            ("secret/small", "secret/small"),
            ("secret/smaller", ""),
            ("secret/small/other", "secret/small"),
            ("secret/small/tiny/a", "secret/small/tiny"),
        ];
        for (group, expected) in rows {
            assert_eq!(root.innermost(group).name, expected, "{group}");
        }
        let mut root = root;
        root.groups[1].groups[0].scoring = None;
        assert_eq!(root.counting("secret/small/tiny/a").name, "secret/small");
        root.groups[1].scoring = None;
        assert_eq!(root.counting("secret/small/tiny/a").name, "");
        assert_eq!(root.counting("sample/easy").name, "sample");
        let all: Vec<_> = root.all().into_iter().map(|group| group.name.as_str()).collect();
        assert_eq!(all, ["", "sample", "secret/small", "secret/small/tiny"]);
    }

    #[test]
    fn without_points_a_case_has_all_of_its_score_or_nothing() {
        let score = |points: u64| Score::ratio(points, 1).unwrap();
        let legacy = LegacyGrader {
            accept_score: score(7),
            reject_score: score(2),
            ..LegacyGrader::default()
        };
        let domjudge = DomjudgeGrader {
            is_described: true,
            scores: ScoreMode::default(),
            ignores_sample: false,
            accept_score: Some(score(7)),
        };
        let all_or_nothing = [Some(score(5)), Some(score(0))];
        for (grader, expected) in [
            (Grader::Own, all_or_nothing.clone()),
            (Grader::Partial, all_or_nothing.clone()),
            (Grader::Subtasks(Vec::new()), all_or_nothing),
            (Grader::Legacy(Box::new(legacy)), [Some(score(7)), Some(score(2))]),
            (Grader::Domjudge(Box::new(domjudge)), [None, None]),
        ] {
            let group = Group { grader, ..Group::root(Scoring::Sum) };
            let verdicts = [Verdict::Accepted, Verdict::WrongAnswer];
            let found = verdicts.map(|verdict| group.usual_score(verdict, &score(5)));
            assert_eq!(found, expected, "{:?}", group.grader);
        }
    }
}
