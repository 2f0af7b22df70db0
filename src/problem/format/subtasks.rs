//! Subtasks of CMS, task-maker and TPS as groups: as our own where no case is in two of them, else as subtasks
//! that name their cases.

use std::collections::BTreeSet;

use crate::problem::group::{Group, Scoring, group_of};
use crate::problem::{Grader, Subtask, SubtaskRule, ValidatorArguments};
use crate::score::Score;

/// What a package says of a subtask.
#[derive(Debug)]
pub(super) struct SubtaskDraft {
    pub(super) name: String,
    pub(super) worth: Score,
    pub(super) rule: SubtaskRule,
    /// The names of its cases.
    pub(super) cases: BTreeSet<String>,
    /// What validators are told of its own cases.
    pub(super) validator_arguments: Vec<String>,
}

/// The groups of these cases, which are named by the subtasks that they stand in: `subtask1/003`.
pub(super) fn tree(subtasks: Vec<SubtaskDraft>, cases: &BTreeSet<String>) -> Group {
    let own_of = |name: &str| -> BTreeSet<String> {
        cases.iter().filter(|case| group_of(case) == name).cloned().collect()
    };
    let held: usize = subtasks.iter().map(|subtask| subtask.cases.len()).sum();
    let are_groups = held == cases.len()
        && subtasks.iter().all(|subtask| {
            let scoring = scoring(&subtask.rule);
            scoring.is_some() && own_of(&subtask.name) == subtask.cases
        });
    let group = |subtask: &SubtaskDraft| Group {
        name: subtask.name.clone(),
        scoring: Some(scoring(&subtask.rule).unwrap_or(Scoring::Min)),
        worth: Some(subtask.worth.clone()),
        validator_arguments: ValidatorArguments::All(subtask.validator_arguments.clone()),
        ..Group::root(Scoring::Sum)
    };
    let groups = subtasks.iter().map(group).collect();
    let grader = if are_groups {
        Grader::Own
    } else {
        let subtask =
            |SubtaskDraft { name, worth, rule, cases, .. }| Subtask { name, worth, rule, cases };
        Grader::Subtasks(subtasks.into_iter().map(subtask).collect())
    };
    Group { grader, groups, ..Group::root(Scoring::Sum) }
}

/// What is to be warned of where the points of subtasks do not sum to what their judge wants.
pub(super) fn other_sum(points: impl IntoIterator<Item = f64>, judge: &str) -> Option<String> {
    let sum: f64 = points.into_iter().sum();
    let words = || format!("the points of the subtasks sum to {sum}: {judge} wants 100");
    ((sum - 100.0).abs() > 1e-6).then(words)
}

/// What is to be warned of where some of so many tests are in no subtask: these, as they are shown.
pub(super) fn in_no_subtask(tests: &[String], all: usize) -> Option<String> {
    let first = tests.first()?;
    let count = tests.len();
    Some(format!(
        "{count} of {all} tests are in no subtask and give no points, the first is {first}"
    ))
}

/// The pattern that names just these groups.
pub(super) fn pattern_of(groups: &BTreeSet<String>) -> String {
    let names: Vec<&str> = groups.iter().map(String::as_str).collect();
    match names.as_slice() {
        [one] => (*one).to_owned(),
        several => format!("{{{}}}", several.join(",")),
    }
}

/// The same rule among ours, where there is one.
fn scoring(rule: &SubtaskRule) -> Option<Scoring> {
    match rule {
        SubtaskRule::Min => Some(Scoring::Min),
        SubtaskRule::Mean => Some(Scoring::Mean),
        SubtaskRule::Product | SubtaskRule::Threshold(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subtasks_whose_points_do_not_sum_to_100_are_told() {
        let said = |points: &[f64]| other_sum(points.iter().copied(), "TPS");
        // The last are rounded.
        for right in [&[100.0][..], &[30.0, 70.0], &[33.333_333_3; 3]] {
            assert_eq!(said(right), None, "{right:?}");
        }
        for (wrong, sum) in [([40.0, 50.0], "90"), ([60.5, 40.0], "100.5")] {
            let words = format!("the points of the subtasks sum to {sum}: TPS wants 100");
            assert_eq!(said(&wrong), Some(words));
        }
    }

    #[test]
    fn validators_are_told_the_same_of_subtasks_that_are_groups_and_of_others() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let groups = |held: &[&str]| {
            let subtask = SubtaskDraft {
                name: "small".to_owned(),
                worth: Score::one(),
                rule: SubtaskRule::Min,
                cases: names(held),
                validator_arguments: vec!["10".to_owned()],
            };
            tree(vec![subtask], &names(&["small/1", "small/2"]))
        };
        for (held, are_groups) in [(&["small/1", "small/2"][..], true), (&["small/1"], false)] {
            let tree = groups(held);
            assert_eq!(matches!(tree.grader, Grader::Own), are_groups, "{held:?}");
            assert_eq!(tree.groups[0].validator_arguments.of("any"), ["10"], "{held:?}");
        }
    }
}
