//! The rules of ours: the score of a group is the mean, the sum or the least of what is in it, or all or
//! nothing, as a share of what the group is worth.

use crate::problem::{Group, Scoring};
use crate::score::Score;
use crate::verdict::Verdict;

use super::super::outcome::Outcome;
use super::children::first_failure;
use super::result::{Folded, GroupGrade};

/// The result of the whole problem. A judge error anywhere makes it a judge error: nothing may be
/// concluded then. Else the verdict is that of the first case that was not accepted.
pub(super) fn fold_all(root: &Group, outcomes: &[&Outcome]) -> Folded {
    let mut groups = Vec::new();
    let whole = if root.is_scored() { count(root, outcomes, &mut groups) } else { None };
    let (score, best) = whole.map(|whole| (whole.score, whole.full)).unzip();
    Folded { verdict: first_failure(outcomes), score, best, groups, notes: Vec::new() }
}

/// Something that counts towards a group: a case, or a group in it that counts as one.
struct Part {
    score: Score,
    /// The score of a full solution.
    full: Score,
}

/// The result of a group from the outcomes of its cases; `None` where it does not count as one. The
/// grades of the groups in it are added to `grades`.
fn count(group: &Group, outcomes: &[&Outcome], grades: &mut Vec<GroupGrade>) -> Option<Part> {
    let scoring = group.scoring?;
    let parts = parts(group, outcomes, grades);
    if scoring == Scoring::PassFail {
        let solved = outcomes.iter().all(|outcome| outcome.verdict == Verdict::Accepted);
        let full = group.worth.clone().unwrap_or_else(Score::one);
        return Some(Part { score: if solved { full.clone() } else { Score::zero() }, full });
    }
    let Some(worth) = &group.worth else {
        let (scores, full): (Vec<_>, Vec<_>) =
            parts.into_iter().map(|part| (part.score, part.full)).unzip();
        return Some(Part { score: fold(scoring, &scores)?, full: fold(scoring, &full)? });
    };
    // No part gives more than it gives to a full solution.
    let share = if scoring == Scoring::Min {
        parts.iter().map(|part| part.score.share_of(&part.full)).min()?
    } else {
        let score = Score::sum(parts.iter().map(|part| (&part.score).min(&part.full)));
        score.share_of(&Score::sum(parts.iter().map(|part| &part.full)))
    };
    Some(Part { score: share.times(worth), full: worth.clone() })
}

fn fold(scoring: Scoring, scores: &[Score]) -> Option<Score> {
    match scoring {
        Scoring::PassFail => None,
        Scoring::Mean => Score::mean(scores),
        Scoring::Sum => Some(Score::sum(scores)),
        Scoring::Min => scores.iter().min().cloned(),
    }
}

/// What counts towards a group: its own cases, and what the groups in it come to. The cases of a group
/// that does not count as one count here.
fn parts(group: &Group, outcomes: &[&Outcome], grades: &mut Vec<GroupGrade>) -> Vec<Part> {
    let own = outcomes.iter().filter(|outcome| {
        let is_within = |inner: &Group| inner.holds(&outcome.group);
        !group.groups.iter().any(is_within)
    });
    let zero = Score::zero();
    let mut all: Vec<Part> = own
        .map(|outcome| Part {
            score: outcome.score.as_ref().unwrap_or(&zero).clone(),
            full: group.full.clone(),
        })
        .collect();
    for inner in &group.groups {
        let held = outcomes.iter().copied().filter(|outcome| inner.holds(&outcome.group));
        let held: Vec<&Outcome> = held.collect();
        if held.is_empty() {
            continue;
        }
        let place = grades.len();
        let Some(part) = count(inner, &held, grades) else {
            all.extend(parts(inner, &held, grades));
            continue;
        };
        let grade = GroupGrade {
            name: inner.name.clone(),
            verdict: first_failure(&held),
            score: part.score.clone(),
            worth: inner.worth.clone(),
        };
        grades.insert(place, grade);
        all.push(part);
    }
    all
}
