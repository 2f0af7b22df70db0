//! The rules of DOMjudge for `legacy` packages that are scored. A group is there only where its folder
//! has a file of settings, and so has the folder around it; groups with groups in them do not look at
//! their own cases; nothing is inherited. Scores have nine decimals.

use crate::problem::group::group_of;
use crate::problem::{DomjudgeGrader, Grader, Group, ScoreMode};
use crate::score::Score;
use crate::verdict::Verdict;

use super::super::outcome::Outcome;
use super::children::{Child, breaks, children, is_accepted};
use super::result::{Folded, GroupGrade, GroupResult};

/// The result of the whole problem: the verdict is that of the root, so a partial score comes with
/// the verdict of what failed.
pub(super) fn fold_all(root: &Group, grader: &DomjudgeGrader, outcomes: &[&Outcome]) -> Folded {
    let mut groups = Vec::new();
    let mut result = result(root, grader, outcomes, &mut groups);
    // A judge error ends the judging, in whatever group.
    if outcomes.iter().any(|outcome| outcome.verdict == Verdict::JudgeError) {
        result = (Verdict::JudgeError, Score::zero());
    }
    let (verdict, score) = result;
    if !root.is_scored() {
        groups.clear();
    }
    let score = root.is_scored().then_some(score);
    Folded { verdict, score, best: None, groups, notes: Vec::new() }
}

/// The first verdict that is not accepted.
pub(super) fn verdict(children: &[Verdict]) -> Verdict {
    let failure = children.iter().find(|verdict| !is_accepted(**verdict));
    failure.copied().unwrap_or(Verdict::Accepted)
}

/// Whether a case directly in this folder counts in the group.
pub(super) fn counts_case(group: &Group, grader: &DomjudgeGrader, folder: &str) -> bool {
    grader.is_described && folder == group.name && !has_groups(group)
}

/// Whether a group in the group counts in it.
pub(super) fn counts_group(group: &Group, grader: &DomjudgeGrader, inner: &Group) -> bool {
    let is_ignored = grader.ignores_sample && inner.name == "sample";
    grader.is_described && is_part(group, inner) && !is_ignored
}

fn has_groups(group: &Group) -> bool {
    group.groups.iter().any(|inner| is_part(group, inner))
}

fn is_part(group: &Group, inner: &Group) -> bool {
    let is_described = matches!(&inner.grader, Grader::Domjudge(grader) if grader.is_described);
    is_described && group_of(&inner.name) == group.name
}

/// The result of a group. The groups in it are listed.
fn result(
    group: &Group,
    grader: &DomjudgeGrader,
    outcomes: &[&Outcome],
    groups: &mut Vec<GroupGrade>,
) -> GroupResult {
    let (mut verdicts, mut scores, mut cases) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_over = false;
    for child in children(group, outcomes) {
        let found = match child {
            Child::Case(case) if is_over || !counts_case(group, grader, &case.group) => None,
            Child::Case(case) => {
                cases.push(case);
                Some(case.verdict)
            }
            Child::Group(inner, held) => listed(inner, &held, groups)
                .filter(|_| !is_over && counts_group(group, grader, inner))
                .map(|(verdict, score)| {
                    scores.push(score);
                    verdict
                }),
        };
        if let Some(verdict) = found.filter(|&verdict| verdict != Verdict::Skipped) {
            is_over = breaks(group, verdict);
            verdicts.push(verdict);
        }
    }
    let score = if has_groups(group) { fold(grader, &scores) } else { of_cases(grader, &cases) };
    (verdict(&verdicts), score)
}

/// The result of a group within another one, which is listed where it is one.
fn listed(
    group: &Group,
    outcomes: &[&Outcome],
    groups: &mut Vec<GroupGrade>,
) -> Option<GroupResult> {
    let Grader::Domjudge(grader) = &group.grader else { return None };
    let place = groups.len();
    let ran = outcomes.iter().any(|outcome| outcome.verdict != Verdict::Skipped);
    let (verdict, score) = result(group, grader, outcomes, groups);
    let verdict = if ran { verdict } else { Verdict::Skipped };
    if grader.is_described {
        let (name, score) = (group.name.clone(), score.clone());
        groups.insert(place, GroupGrade { name, verdict, score, worth: None });
    }
    Some((verdict, score))
}

/// The score of a group by its cases: that of their own scores, if the checker gave any; else the
/// group's once, for all of them.
fn of_cases(grader: &DomjudgeGrader, cases: &[&Outcome]) -> Score {
    if cases.iter().any(|case| case.score.is_some()) {
        let counts = |verdict| is_accepted(verdict) || verdict == Verdict::WrongAnswer;
        let score = |case: &&Outcome| {
            case.score.clone().filter(|_| counts(case.verdict)).unwrap_or_else(Score::zero)
        };
        return fold(grader, &cases.iter().map(score).collect::<Vec<_>>());
    }
    let is_solved = !cases.is_empty() && cases.iter().all(|case| is_accepted(case.verdict));
    grader.accept_score.clone().filter(|_| is_solved).unwrap_or_else(Score::zero)
}

fn fold(grader: &DomjudgeGrader, scores: &[Score]) -> Score {
    let score = match grader.scores {
        ScoreMode::Sum => Some(Score::sum(scores)),
        ScoreMode::Average => Score::mean(scores),
        ScoreMode::Min => scores.iter().min().cloned(),
        ScoreMode::Max => scores.iter().max().cloned(),
    };
    score.unwrap_or_else(Score::zero).truncated()
}
