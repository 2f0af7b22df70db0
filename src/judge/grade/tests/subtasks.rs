//! The rules of CMS and TPS.

use super::*;
use crate::problem::{Grader, Subtask, SubtaskRule};

fn subtask(name: &str, worth: u64, rule: SubtaskRule, cases: &[&str]) -> Subtask {
    let cases = cases.iter().map(|&case| case.to_owned()).collect();
    Subtask { name: name.into(), worth: points(worth), rule, cases }
}

/// An outcome with so many hundredths of a case's score.
fn with(case: &str, hundredths: u64) -> Outcome {
    let verdict = match hundredths {
        0 => Verdict::WrongAnswer,
        100 => Verdict::Accepted,
        _ => Verdict::PartialScore,
    };
    let score = Score::ratio(hundredths, 100);
    Outcome { case: case.into(), group: group_of(case).into(), score, ..outcome(verdict, None) }
}

#[track_caller]
fn case(subtasks: Vec<Subtask>, outcomes: &[(&str, u64)], expected: &[(u64, u64)]) {
    let root = Group { grader: Grader::Subtasks(subtasks), ..Group::root(Scoring::Sum) };
    let outcomes = outcomes.iter().map(|&(name, score)| with(name, score)).collect();
    let grade = Grade::fold(outcomes, &root);
    let scores: Vec<Score> = grade.groups.iter().map(|group| group.score.clone()).collect();
    let expected: Vec<Score> =
        expected.iter().map(|&(hundredths, of)| Score::ratio(hundredths, of).unwrap()).collect();
    assert_eq!(scores, expected);
    assert_eq!(grade.score, Some(Score::sum(&expected)));
}

#[test]
fn each_rule_gives_its_share() {
    use SubtaskRule::{Mean, Min, Product, Threshold};
    let all = [("a/1", 50), ("a/2", 80), ("a/3", 100)];
    let names = ["a/1", "a/2", "a/3"];
    case(vec![subtask("a", 20, Min, &names)], &all, &[(10, 1)]);
    case(vec![subtask("a", 30, Mean, &names)], &all, &[(23, 1)]);
    case(vec![subtask("a", 20, Product, &names)], &all, &[(8, 1)]);
    let threshold = |hundredths| Threshold(Score::ratio(hundredths, 100).unwrap());
    case(vec![subtask("a", 20, threshold(100), &names)], &all, &[(20, 1)]);
    case(vec![subtask("a", 20, threshold(80), &names)], &all, &[(0, 1)]);
    case(vec![subtask("a", 20, threshold(80), &names[..2])], &all, &[(20, 1)]);
    case(vec![subtask("a", 20, threshold(80), &names[..2])], &[("a/1", 0), ("a/2", 9)], &[(0, 1)]);
}

#[test]
fn a_case_counts_in_every_subtask_that_names_it() {
    use SubtaskRule::Min;
    let subtasks = || vec![subtask("a", 30, Min, &["a/1"]), subtask("b", 70, Min, &["a/1", "b/2"])];
    case(subtasks(), &[("a/1", 100), ("b/2", 0)], &[(30, 1), (0, 1)]);
    case(subtasks(), &[("a/1", 0), ("b/2", 100)], &[(0, 1), (0, 1)]);
    case(subtasks(), &[("a/1", 100), ("b/2", 100), ("c", 0)], &[(30, 1), (70, 1)]);
    // A subtask of which nothing was asked for is no part of the grade.
    case(vec![subtasks().remove(0), subtask("c", 1, Min, &["c/1"])], &[("a/1", 100)], &[(30, 1)]);
}
