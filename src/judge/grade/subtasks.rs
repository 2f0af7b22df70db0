//! The rules of CMS (`cms/grading/scoretypes`) and TPS: the points of subtasks add up, and a case may count in
//! several of them, or in none.

use crate::problem::{Subtask, SubtaskRule};
use crate::score::Score;

use super::super::outcome::Outcome;
use super::children::first_failure;
use super::result::{Folded, GroupGrade};

/// The result of the whole problem. Subtasks of which no case is given do not count.
pub(super) fn fold_all(subtasks: &[Subtask], outcomes: &[&Outcome]) -> Folded {
    let groups: Vec<GroupGrade> =
        subtasks.iter().filter_map(|subtask| grade(subtask, outcomes)).collect();
    Folded {
        verdict: first_failure(outcomes),
        score: Some(Score::sum(groups.iter().map(|group| &group.score))),
        best: Some(Score::sum(groups.iter().filter_map(|group| group.worth.as_ref()))),
        groups,
        notes: Vec::new(),
    }
}

fn grade(subtask: &Subtask, outcomes: &[&Outcome]) -> Option<GroupGrade> {
    let Subtask { name, worth, rule, cases } = subtask;
    let own: Vec<&Outcome> =
        outcomes.iter().copied().filter(|outcome| cases.contains(&outcome.case)).collect();
    let zero = Score::zero();
    let mut scores = own.iter().map(|outcome| outcome.score.as_ref().unwrap_or(&zero));
    let share = match rule {
        SubtaskRule::Min => scores.min().cloned()?,
        SubtaskRule::Mean => Score::mean(scores)?,
        SubtaskRule::Product => scores.map(Score::clone).reduce(|all, one| all.times(&one))?,
        SubtaskRule::Threshold(most) => {
            let is_met = scores.all(|score| *score > zero && score <= most);
            if is_met { Score::one() } else { zero.clone() }
        }
    };
    let verdict = first_failure(&own);
    let score = share.times(worth);
    (!own.is_empty()).then(|| GroupGrade {
        name: name.clone(),
        verdict,
        score,
        worth: Some(worth.clone()),
    })
}
