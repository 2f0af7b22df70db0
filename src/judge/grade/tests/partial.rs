//! Scored problems of 2025-09.

use super::*;
use Verdict::{
    Accepted as A, JudgeError as J, PartialScore as P, Skipped as S, TimeLimit as T,
    WrongAnswer as W,
};

/// A root with this `secret`, whose greatest score is 100, and a sample.
fn root(scoring: Scoring, groups: Vec<Group>) -> Group {
    let secret = Group { groups, ..group("secret", scoring, 100) };
    let sample = group("sample", Scoring::PassFail, 0);
    let groups = vec![sample, secret];
    Group { grader: Grader::Partial, groups, ..Group::root(Scoring::Sum) }
}

#[track_caller]
fn case(root: &Group, outcomes: &[Outcome], expected: (Verdict, f64)) -> Grade {
    let grade = Grade::fold(outcomes.to_vec(), root);
    let score = grade.score.clone().expect("scored").to_f64();
    assert_eq!((grade.verdict, score), expected, "{:?}", grade.notes);
    grade
}

#[test]
fn shares_add_up_exactly() {
    let third = |case: &str, verdict| Outcome {
        score: Score::ratio(if verdict == A { 100 } else { 0 }, 3),
        ..of_case(case, verdict, None)
    };
    let root = root(Scoring::Sum, Vec::new());
    let solved = ["secret/1", "secret/2", "secret/3"].map(|name| third(name, A));
    let grade = case(&root, &solved, (A, 100.0));
    assert_eq!((grade.score, grade.best), (Some(points(100)), Some(points(100))));
    let [one, two, _] = solved;
    case(&root, &[one, two, third("secret/3", W)], (P, 66.666_667));
}

#[test]
fn groups_add_up_and_samples_give_nothing() {
    let groups = vec![
        group("secret/1", Scoring::PassFail, 20),
        group("secret/2", Scoring::Min, 30),
        group("secret/3", Scoring::Sum, 50),
    ];
    let root = root(Scoring::Sum, groups);
    let all = |verdicts: [(Verdict, u64); 6]| {
        let names =
            ["sample/1", "secret/1/1", "secret/1/2", "secret/2/1", "secret/2/2", "secret/3/1"];
        let outcomes = names.into_iter().zip(verdicts);
        outcomes.map(|(name, (verdict, score))| of_case(name, verdict, score)).collect::<Vec<_>>()
    };
    let solved = [(A, 9), (A, 0), (A, 0), (A, 30), (A, 30), (A, 50)];
    case(&root, &all(solved), (A, 100.0));
    let with = |index: usize, verdict, score| {
        let mut verdicts = solved;
        verdicts[index] = (verdict, score);
        all(verdicts)
    };
    // All points, but not all cases.
    case(&root, &with(0, W, 0), (P, 100.0));
    case(&root, &with(2, T, 0), (P, 80.0));
    case(&root, &with(3, A, 12), (P, 82.0));
    case(&root, &with(4, J, 0), (J, 0.0));
    let none = [(A, 9), (A, 0), (W, 0), (T, 0), (A, 30), (W, 0)];
    case(&root, &all(none), (W, 0.0));
    let grade = case(&root, &with(5, A, 51), (J, 0.0));
    let words = ["secret/3: its score 51 is more than its `max_score`, 50"];
    assert_eq!(grade.notes[..1], words);
}

#[test]
fn a_group_that_needs_another_gives_nothing_without_it() {
    let needs = |group: Group, need: &str| Group { needs: vec![need.into()], ..group };
    let first = group("secret/1", Scoring::PassFail, 20);
    let second = needs(group("secret/2", Scoring::PassFail, 30), "secret/1");
    let third = needs(group("secret/3", Scoring::PassFail, 50), "secret/2");
    let mut root = root(Scoring::Sum, vec![first, second, third]);
    let all = |verdicts: [Verdict; 4]| {
        let names =
            ["sample/1", "secret/1/1", "secret/2/1", "secret/3/1"].into_iter().zip(verdicts);
        names.map(|(name, verdict)| of_case(name, verdict, 0)).collect::<Vec<_>>()
    };
    case(&root, &all([A, A, A, A]), (A, 100.0));
    case(&root, &all([A, A, W, A]), (P, 20.0));
    // The same whether they were run or not.
    case(&root, &all([A, W, A, A]), (W, 0.0));
    let grade = case(&root, &all([A, W, S, S]), (W, 0.0));
    assert_eq!(grade.groups.iter().map(|g| g.verdict).collect::<Vec<_>>(), [W, W, S, S]);
    root.groups[1] = needs(root.groups[1].clone(), "sample");
    case(&root, &all([W, A, A, A]), (W, 0.0));
}

#[test]
fn without_a_bound_all_that_is_accepted_is_enough() {
    let mut root = root(Scoring::Sum, Vec::new());
    root.groups[1].worth = None;
    let scored = [of_case("secret/1", A, 1000), of_case("secret/2", A, 0)];
    let grade = case(&root, &scored, (A, 1000.0));
    assert_eq!(grade.best, None);
    case(&root, &[of_case("secret/1", A, 7), of_case("secret/2", W, 0)], (P, 7.0));
    case(&root, &[of_case("secret/1", T, 0), of_case("secret/2", W, 0)], (T, 0.0));
}
