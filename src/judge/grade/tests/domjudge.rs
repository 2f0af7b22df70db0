//! What DOMjudge makes of packages of `legacy`.

use super::*;
use crate::problem::{DomjudgeGrader, LegacyGrader, OnFailure, ScoreMode};
use Verdict::{Accepted as A, RunTimeError as R, TimeLimit as T, WrongAnswer as W};

/// A group with a file of settings, which goes on after failures.
fn described(name: &str, scores: ScoreMode, accept: Option<u64>, groups: Vec<Group>) -> Group {
    let grader = DomjudgeGrader {
        is_described: true,
        scores,
        ignores_sample: false,
        accept_score: accept.map(points),
    };
    let grader = Grader::Domjudge(Box::new(grader));
    Group { grader, groups, ..group(name, Scoring::Sum, None) }
}

fn bare(name: &str, groups: Vec<Group>) -> Group {
    let mut group = described(name, ScoreMode::Sum, None, groups);
    if let Grader::Domjudge(grader) = &mut group.grader {
        grader.is_described = false;
    }
    group
}

#[track_caller]
fn case(root: &Group, outcomes: Vec<Outcome>, expected: (Verdict, f64)) {
    let grade = Grade::fold(outcomes, root);
    assert_eq!((grade.verdict, grade.score.expect("scored").to_f64()), expected);
}

fn all(cases: &[(&str, Verdict)]) -> Vec<Outcome> {
    cases.iter().map(|&(name, verdict)| of_case(name, verdict, None)).collect()
}

#[test]
fn one_tree_has_two_readings() {
    let cases = all(&[("sample/1", A), ("secret/a/1", A), ("secret/a/2", A)]);
    let a = described("secret/a", ScoreMode::Sum, Some(10), Vec::new());
    let secret = described("secret", ScoreMode::Sum, None, vec![a]);
    let root = described("", ScoreMode::Sum, None, vec![bare("sample", Vec::new()), secret]);
    case(&root, cases.clone(), (A, 10.0));

    // The same by the graders of `legacy`: each case gives its points, the sample too.
    let legacy = |accept: u64, name: &str, groups| {
        let grader = LegacyGrader { accept_score: points(accept), ..LegacyGrader::default() };
        let grader = Grader::Legacy(Box::new(grader));
        Group { grader, groups, ..group(name, Scoring::Sum, None) }
    };
    let secret = legacy(1, "secret", vec![legacy(10, "secret/a", Vec::new())]);
    case(&legacy(1, "", vec![legacy(1, "sample", Vec::new()), secret]), cases, (A, 21.0));
}

#[test]
fn a_partial_score_comes_with_the_verdict_of_what_failed() {
    let group = |name: &str, accept| described(name, ScoreMode::Sum, Some(accept), Vec::new());
    let groups = vec![group("secret/a", 30), group("secret/b", 70)];
    let secret = described("secret", ScoreMode::Sum, None, groups);
    let root = described("", ScoreMode::Sum, None, vec![secret]);
    case(&root, all(&[("secret/a/1", A), ("secret/b/1", A), ("secret/b/2", T)]), (T, 30.0));
    case(&root, all(&[("secret/a/1", W), ("secret/b/1", A), ("secret/b/2", A)]), (W, 70.0));
}

#[test]
fn groups_with_groups_in_them_do_not_look_at_their_cases() {
    let a = described("secret/a", ScoreMode::Sum, Some(5), Vec::new());
    let secret = described("secret", ScoreMode::Sum, Some(50), vec![a]);
    let root = described("", ScoreMode::Sum, None, vec![secret]);
    case(&root, all(&[("secret/1", W), ("secret/a/1", A)]), (A, 5.0));
    // Nor is a group there whose folder is below one without settings.
    let a = described("secret/a", ScoreMode::Sum, Some(5), Vec::new());
    let root = described("", ScoreMode::Sum, Some(9), vec![bare("secret", vec![a])]);
    case(&root, all(&[("secret/a/1", W)]), (A, 0.0));
}

#[test]
fn samples_are_ignored_where_the_root_says_so() {
    let sample = described("sample", ScoreMode::Sum, Some(1), Vec::new());
    let secret = described("secret", ScoreMode::Sum, Some(2), Vec::new());
    let mut root = described("", ScoreMode::Sum, None, vec![sample, secret]);
    case(&root, all(&[("sample/1", A), ("secret/1", A)]), (A, 3.0));
    if let Grader::Domjudge(grader) = &mut root.grader {
        grader.ignores_sample = true;
    }
    let wrong_sample = all(&[("sample/1", W), ("secret/1", A)]);
    case(&root, wrong_sample.clone(), (A, 2.0));
    // A failure there ends nothing.
    root.on_failure = OnFailure::Break;
    assert_eq!(scheduled(&root, &wrong_sample), wrong_sample);
}

#[test]
fn scores_of_cases_go_before_those_of_groups_and_have_nine_decimals() {
    let group = |scores| {
        let secret = described("secret", scores, Some(9), Vec::new());
        described("", ScoreMode::Sum, None, vec![secret])
    };
    let scored = |third: (Verdict, u64)| {
        vec![
            of_case("secret/1", A, 1),
            of_case("secret/2", W, 1),
            of_case("secret/3", third.0, third.1),
        ]
    };
    case(&group(ScoreMode::Sum), scored((W, 3)), (W, 5.0));
    // Only those that ran to their end have one.
    case(&group(ScoreMode::Sum), scored((R, 3)), (W, 2.0));
    case(&group(ScoreMode::Max), scored((W, 3)), (W, 3.0));
    case(&group(ScoreMode::Min), scored((R, 3)), (W, 0.0));
    let average = Grade::fold(scored((R, 3)), &group(ScoreMode::Average));
    assert_eq!(average.score, Score::ratio(666_666_666, 1_000_000_000));
}

#[test]
fn a_group_ends_by_what_counts_in_it_alone() {
    let breaking = |group: Group| Group { on_failure: OnFailure::Break, ..group };
    let leaf = |name: &str| breaking(described(name, ScoreMode::Sum, Some(5), Vec::new()));
    let groups = vec![leaf("secret/a"), leaf("secret/b")];
    let secret = breaking(described("secret", ScoreMode::Sum, None, groups));
    let root = breaking(described("", ScoreMode::Sum, None, vec![bare("sample", vec![]), secret]));
    let outcomes = all(&[
        ("sample/1", W),
        ("secret/1", W),
        ("secret/a/1", A),
        ("secret/a/2", W),
        ("secret/a/3", T),
        ("secret/b/1", T),
    ]);
    let settled = scheduled(&root, &outcomes);
    let letters: String = settled.iter().map(|outcome| outcome.verdict.letter()).collect();
    assert_eq!(letters, "WWAW--");
    assert_eq!(Grade::fold(settled, &root).verdict, Grade::fold(outcomes, &root).verdict);
}

#[test]
fn what_is_no_group_does_not_count() {
    let a = |name: &str| described(name, ScoreMode::Min, Some(5), Vec::new());
    let root = |accept, groups| described("", ScoreMode::Min, Some(accept), groups);
    // A folder without settings, and all in it.
    let groups = || vec![bare("sample", Vec::new()), a("secret")];
    case(&root(9, groups()), all(&[("sample/1", W), ("secret/1", A)]), (A, 5.0));
    case(&root(9, groups()), all(&[("sample/1", A), ("secret/1", W)]), (W, 0.0));
    // Where there is no other group, the cases count that lie in the folder itself.
    case(&root(9, vec![bare("secret", Vec::new())]), all(&[("1", A), ("secret/1", W)]), (A, 9.0));
    case(&root(9, vec![a("secret/a")]), all(&[("1", A), ("secret/a/1", A)]), (A, 9.0));
    case(&root(9, Vec::new()), all(&[("1", A), ("secret/1", W)]), (A, 9.0));
    case(&bare("", Vec::new()), all(&[("1", W)]), (A, 0.0));
}

#[test]
fn groups_are_listed_where_there_are_scores() {
    let groups = || vec![described("sample", ScoreMode::Sum, Some(1), Vec::new())];
    let secret =
        || described("secret", ScoreMode::Sum, Some(2), vec![bare("secret/a", Vec::new())]);
    let root = |scoring| {
        let groups = groups().into_iter().chain([secret()]).collect();
        Group { scoring: Some(scoring), ..described("", ScoreMode::Sum, None, groups) }
    };
    let cases = all(&[("sample/1", A), ("secret/1", W)]);
    let listed = |scoring| {
        let grade = Grade::fold(cases.clone(), &root(scoring));
        let groups = grade.groups.into_iter();
        let groups: Vec<_> = groups.map(|group| (group.name, group.verdict, group.score)).collect();
        (grade.score, groups)
    };
    let expected = vec![("sample".into(), A, points(1)), ("secret".into(), W, points(0))];
    assert_eq!(listed(Scoring::Sum), (Some(points(1)), expected));
    assert_eq!(listed(Scoring::PassFail), (None, vec![]));
}
