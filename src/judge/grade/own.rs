//! The rules of ours: the score of a group is the mean, the sum or the least of what is in it, or all or
//! nothing, as a share of what the group is worth.

use crate::problem::{Group, Scoring};
use crate::score::Score;
use crate::verdict::Verdict;

use super::super::outcome::Outcome;
use super::children::first_failure;
use super::excess::Excess;
use super::result::{Folded, GroupGrade};

/// The result of the whole problem. A judge error anywhere makes it a judge error: nothing may be
/// concluded then. Else the verdict is that of the first case that was not accepted.
pub(super) fn fold_all(root: &Group, outcomes: &[&Outcome]) -> Folded {
    let mut seen = Seen::default();
    let whole = if root.is_scored() { count(root, outcomes, &mut seen) } else { None };
    let (score, best) = whole.map(|whole| (whole.score, whole.full)).unzip();
    let Seen { groups, excess } = seen;
    let lost = excess.iter().filter(|excess| excess.is_lost);
    let notes = lost.map(ToString::to_string).collect();
    Folded { verdict: first_failure(outcomes), score, best, groups, notes }
}

/// What scored more than a full solution can, one for each group at the most.
pub(super) fn excess(root: &Group, outcomes: &[&Outcome]) -> Vec<Excess> {
    let mut seen = Seen::default();
    if root.is_scored() {
        count(root, outcomes, &mut seen);
    }
    seen.excess
}

/// What is met while groups are counted.
#[derive(Default)]
struct Seen {
    groups: Vec<GroupGrade>,
    excess: Vec<Excess>,
}

impl Seen {
    /// Looks for parts of a group that score more than a full solution does.
    fn look(&mut self, group: &Group, parts: &[Part]) {
        let is_lost = group.worth.is_some();
        // A group without a worth scores too much by its cases, which were told before.
        let is_told = |part: &Part| self.groups.iter().any(|group| group.name == part.name);
        let is_beyond = |part: &&Part| part.score > part.full && (is_lost || !is_told(part));
        let mut beyond = parts.iter().filter(is_beyond);
        let Some(first) = beyond.next() else { return };
        self.excess.push(Excess {
            part: first.name.clone(),
            group: group.name.clone(),
            given: first.score.clone(),
            possible: first.full.clone(),
            others: beyond.count(),
            is_lost,
        });
    }
}

/// Something that counts towards a group: a case, or a group in it that counts as one.
struct Part {
    name: String,
    score: Score,
    /// The score of a full solution.
    full: Score,
}

/// The result of a group from the outcomes of its cases; `None` where it does not count as one. The
/// grades of the groups in it are added to those seen.
fn count(group: &Group, outcomes: &[&Outcome], seen: &mut Seen) -> Option<Part> {
    let scoring = group.scoring?;
    let name = group.name.clone();
    let parts = parts(group, outcomes, seen);
    if scoring == Scoring::PassFail {
        let solved = outcomes.iter().all(|outcome| outcome.verdict == Verdict::Accepted);
        let full = group.worth.clone().unwrap_or_else(Score::one);
        return Some(Part { name, score: if solved { full.clone() } else { Score::zero() }, full });
    }
    seen.look(group, &parts);
    let Some(worth) = &group.worth else {
        let (scores, full): (Vec<_>, Vec<_>) =
            parts.into_iter().map(|part| (part.score, part.full)).unzip();
        return Some(Part { name, score: fold(scoring, &scores)?, full: fold(scoring, &full)? });
    };
    // No part gives more than it gives to a full solution.
    let share = if scoring == Scoring::Min {
        parts.iter().map(|part| part.score.share_of(&part.full)).min()?
    } else {
        let score = Score::sum(parts.iter().map(|part| (&part.score).min(&part.full)));
        score.share_of(&Score::sum(parts.iter().map(|part| &part.full)))
    };
    Some(Part { name, score: share.times(worth), full: worth.clone() })
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
fn parts(group: &Group, outcomes: &[&Outcome], seen: &mut Seen) -> Vec<Part> {
    let own = outcomes.iter().filter(|outcome| {
        let is_within = |inner: &Group| inner.holds(&outcome.group);
        !group.groups.iter().any(is_within)
    });
    let zero = Score::zero();
    let mut all: Vec<Part> = own
        .map(|outcome| Part {
            name: outcome.case.clone(),
            score: outcome.score.as_ref().unwrap_or(&zero).clone(),
            full: group.full_of(&outcome.case).clone(),
        })
        .collect();
    for inner in &group.groups {
        let held = outcomes.iter().copied().filter(|outcome| inner.holds(&outcome.group));
        let held: Vec<&Outcome> = held.collect();
        if held.is_empty() {
            continue;
        }
        let place = seen.groups.len();
        let Some(part) = count(inner, &held, seen) else {
            all.extend(parts(inner, &held, seen));
            continue;
        };
        let grade = GroupGrade {
            name: inner.name.clone(),
            verdict: first_failure(&held),
            score: part.score.clone(),
            worth: inner.worth.clone(),
        };
        seen.groups.insert(place, grade);
        all.push(part);
    }
    all
}
