//! The rules of 2025-09 for problems that are scored ("Scoring Problems"): groups add up to the score
//! of `secret`, and samples give nothing. The text knows no verdict of a scored submission; ours is a
//! partial score where there is one.

use crate::problem::group::is_sample;
use crate::problem::{Group, Scoring};
use crate::score::Score;
use crate::verdict::Verdict;

use super::super::outcome::Outcome;
use super::children::{first_failure, is_accepted};
use super::result::{Folded, GroupGrade};

/// The result of the whole problem.
pub(super) fn fold_all(root: &Group, outcomes: &[&Outcome]) -> Folded {
    let mut tree = Tree { barred: barred(root, outcomes), groups: Vec::new(), notes: Vec::new() };
    let score = tree.score(root, outcomes);
    let best = best(root);
    let verdict = match &score {
        _ if !tree.notes.is_empty() => Verdict::JudgeError,
        None => first_failure(outcomes),
        Some(score) => verdict(score, best.as_ref(), outcomes),
    };
    let is_known = verdict != Verdict::JudgeError;
    let score = score.map(|score| if is_known { score } else { Score::zero() });
    Folded { verdict, score, best, groups: tree.groups, notes: tree.notes }
}

/// The greatest score of a submission, where it has a bound: the root's own, or that of what is in it.
fn best(root: &Group) -> Option<Score> {
    let mut secret = root.groups.iter().filter(|group| !is_sample(&group.name));
    let only = secret.next().filter(|_| secret.next().is_none());
    root.worth.clone().or_else(|| only?.worth.clone())
}

/// Groups that need another one that was not accepted: they give nothing, even if they were run.
fn barred<'a>(root: &'a Group, outcomes: &[&Outcome]) -> Vec<&'a Group> {
    let all = root.all();
    let mut barred: Vec<&Group> = Vec::new();
    for &group in &all {
        let is_missed = |need: &&Group| {
            outcomes.iter().filter(|outcome| need.holds(&outcome.group)).any(|outcome| {
                let is_barred = barred.iter().any(|group| group.holds(&outcome.group));
                is_barred || outcome.verdict != Verdict::Accepted
            })
        };
        let mut needed = all.iter().copied().filter(|other| group.needs.contains(&other.name));
        if needed.any(|need| is_missed(&need)) {
            barred.push(group);
        }
    }
    barred
}

/// All points for all cases are accepted, and some points, or all cases, are a partial score.
fn verdict(score: &Score, best: Option<&Score>, outcomes: &[&Outcome]) -> Verdict {
    let first = first_failure(outcomes);
    let is_whole = best.is_none_or(|best| score == best);
    let is_solved = outcomes.iter().all(|outcome| is_accepted(outcome.verdict));
    match first {
        Verdict::JudgeError => first,
        _ if is_solved && is_whole => Verdict::Accepted,
        _ if is_solved || *score > Score::zero() => Verdict::PartialScore,
        _ => first,
    }
}

/// The tree of groups, while it is folded.
struct Tree<'a> {
    barred: Vec<&'a Group>,
    groups: Vec<GroupGrade>,
    notes: Vec<String>,
}

impl Tree<'_> {
    fn is_barred(&self, group: &Group) -> bool {
        self.barred.iter().any(|barred| barred.holds(&group.name))
    }

    /// The score of a group; `None` where it does not count as one, or has nothing that counts.
    fn score(&mut self, group: &Group, outcomes: &[&Outcome]) -> Option<Score> {
        let scoring = group.scoring?;
        let is_barred = self.is_barred(group);
        let parts = self.parts(group, outcomes);
        let is_solved = outcomes.iter().all(|outcome| outcome.verdict == Verdict::Accepted);
        let score = match scoring {
            _ if is_barred => Score::zero(),
            Scoring::PassFail if !is_solved => Score::zero(),
            Scoring::PassFail => group.worth.clone().unwrap_or_else(Score::one),
            Scoring::Sum => Score::sum(&parts),
            Scoring::Mean => Score::mean(&parts)?,
            Scoring::Min => parts.into_iter().min()?,
        };
        if let Some(most) = group.worth.as_ref().filter(|most| score > **most) {
            let name = &group.name;
            self.notes
                .push(format!("{name}: its score {score} is more than its `max_score`, {most}"));
        }
        Some(score)
    }

    /// The scores of what counts towards a group. Samples do not.
    fn parts(&mut self, group: &Group, outcomes: &[&Outcome]) -> Vec<Score> {
        let is_own = |outcome: &&&Outcome| {
            !is_sample(&outcome.group)
                && !group.groups.iter().any(|inner| inner.holds(&outcome.group))
        };
        let score = |outcome: &&Outcome| outcome.score.clone().unwrap_or_else(Score::zero);
        let mut parts: Vec<Score> = outcomes.iter().filter(is_own).map(score).collect();
        for inner in group.groups.iter().filter(|inner| !is_sample(&inner.name)) {
            let held = outcomes.iter().filter(|outcome| inner.holds(&outcome.group)).copied();
            let held: Vec<&Outcome> = held.collect();
            if held.is_empty() {
                continue;
            }
            if inner.scoring.is_none() {
                parts.extend(self.parts(inner, &held));
                continue;
            }
            let place = self.groups.len();
            let Some(score) = self.score(inner, &held) else { continue };
            let is_barred = self.is_barred(inner);
            let verdict = if is_barred { Verdict::Skipped } else { first_failure(&held) };
            let (name, worth) = (inner.name.clone(), inner.worth.clone());
            self.groups.insert(place, GroupGrade { name, verdict, score: score.clone(), worth });
            parts.push(score);
        }
        parts
    }
}
