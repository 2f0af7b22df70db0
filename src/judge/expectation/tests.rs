//! Expectations against grades, a row each: the words of the mismatch, or none.

use super::*;
use crate::judge::GroupGrade;
use crate::problem::{Group, Scoring, TimeBound};
use Verdict::{
    Accepted as A, CompileError as C, JudgeError as J, OutputLimit as O, PartialScore as P,
    RunTimeError as R, Skipped as S, TimeLimit as T, WrongAnswer as W,
};

/// Outcomes of cases, each with its verdict and its message.
fn grade(scoring: Scoring, cases: &[(&str, Verdict, &str)]) -> Grade {
    let outcome = |&(name, verdict, message): &(&str, Verdict, &str)| Outcome {
        case: name.into(),
        group: group_of(name).into(),
        message: message.into(),
        ..Outcome::of(verdict)
    };
    Grade::fold(cases.iter().map(outcome).collect(), &Group::root(scoring))
}

fn graded(cases: &[(&str, Verdict)]) -> Grade {
    let cases: Vec<_> = cases.iter().map(|&(name, verdict)| (name, verdict, "")).collect();
    grade(Scoring::PassFail, &cases)
}

fn of(words: &[Verdict]) -> Expected {
    Expected::family(words).expect("some")
}

fn demand(about: &str, permitted: &[Verdict], required: &[Verdict]) -> ExpectationRule {
    ExpectationRule {
        about: Some(about.to_owned()).filter(|about| !about.is_empty()),
        permitted: of(permitted),
        required: of(required),
        score: None,
        message: None,
        time_bound: TimeBound::None,
        origin: "submissions.yaml:3:5".into(),
    }
}

const ALL: [Verdict; 4] = [A, W, T, R];

fn demanding(demands: Vec<ExpectationRule>) -> Expectation {
    Expectation { demands, ..Expected::anything().into() }
}

#[track_caller]
fn case(expectation: &Expectation, grade: &Grade, expected: &str) {
    let found = mismatch(expectation, grade).map_or_else(String::new, |it| it.to_string());
    assert_eq!(found, expected);
}

#[track_caller]
fn doubt(expectation: &Expectation, grade: &Grade, expected: &[&str]) {
    let found: Vec<String> =
        doubts(expectation, grade).iter().map(ExpectationNote::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn without_rules_the_verdict_as_a_whole_decides() {
    let wrong = of(&[W]).into();
    case(&wrong, &graded(&[("1", A), ("2", W)]), "");
    case(&wrong, &graded(&[("1", A), ("2", O)]), "");
    case(&wrong, &graded(&[("1", R), ("2", W)]), "gets RTE, expected WA");
    case(&wrong, &Grade::compile_error(), "gets CE, expected WA");
    case(&C.into(), &Grade::compile_error(), "");
    let anything = Expected::anything().into();
    case(&anything, &graded(&[("1", T)]), "");
    case(&anything, &graded(&[("1", J)]), "gets JE, expected any verdict");
}

#[test]
fn every_rule_is_about_the_cases_that_it_names() {
    let slow = demanding(vec![demand("", &[A, T], &[T])]);
    case(&slow, &graded(&[("secret/1", A), ("secret/2", T)]), "");
    let words = "gets WA on secret/2, which `submissions.yaml:3:5` does not permit";
    case(&slow, &graded(&[("secret/1", T), ("secret/2", W)]), words);
    let words = "no case gets TLE, but `submissions.yaml:3:5` requires it";
    case(&slow, &graded(&[("secret/1", A), ("secret/2", A)]), words);

    // All must hold.
    let small = demand("secret/{a,b}*", &[A], &[A]);
    let both = demanding(vec![demand("", &ALL, &[T]), small]);
    case(&both, &graded(&[("secret/a1", A), ("secret/c", T)]), "");
    let words = "gets TLE on secret/b/1, which `submissions.yaml:3:5` does not permit";
    case(&both, &graded(&[("secret/b/1", T), ("secret/c", T)]), words);
    let by_folder = ExpectationRule {
        origin: "folder `wrong_answer`".into(),
        ..demand("secret/c", &ALL, &[W])
    };
    let words = "no case of `secret/c` gets WA, but folder `wrong_answer` requires it";
    case(&demanding(vec![by_folder]), &graded(&[("secret/a", W), ("secret/c", A)]), words);
}

#[test]
fn what_lies_outside_of_the_cases_is_never_as_expected_by_them() {
    let all = demanding(vec![demand("", &ALL, &ALL)]);
    case(&all, &graded(&[("1", A), ("2", J)]), "gets JE, expected any verdict");
    case(&all, &Grade::compile_error(), "gets CE, expected any verdict");
    let listed = Expectation { verdicts: C.into(), ..all };
    case(&listed, &Grade::compile_error(), "");
}

#[test]
fn a_case_that_is_right_in_part_is_accepted() {
    let accepted = demanding(vec![demand("", &[A], &[A])]);
    case(&accepted, &graded(&[("1", P)]), "");
}

#[test]
fn what_was_not_run_counts_by_why_it_was_not() {
    let cases = [("secret/a", A, ""), ("secret/b", S, "")];
    let rule = |required| demanding(vec![demand("", &[A, T], &[required])]);
    // The judge stopped: nobody knows.
    case(&rule(T), &grade(Scoring::PassFail, &cases), "");
    // Its group needs another one: it is not accepted, but was not too slow either.
    let scored = grade(Scoring::Sum, &cases);
    let words = "no case gets TLE, but `submissions.yaml:3:5` requires it";
    case(&rule(T), &scored, words);
    case(&rule(W), &scored, "");
    let words = "`submissions.yaml:3:5` requires a result that no case that was run has";
    doubt(&rule(W), &scored, &[words]);
    // What was run has it.
    doubt(&rule(A), &scored, &[]);
    doubt(&rule(A), &grade(Scoring::PassFail, &cases), &[]);
    // And nobody has it, which is a mismatch and no doubt.
    doubt(&rule(T), &scored, &[]);
}

#[test]
fn the_cases_may_do_where_the_verdict_does_not() {
    let folder =
        ExpectationRule { origin: "folder `wrong_answer`".into(), ..demand("", &[A, W, T], &[W]) };
    let wrong = Expectation { or_cases: Some(folder), ..of(&[W]).into() };
    let both = graded(&[("1", W), ("2", T)]);
    case(&wrong, &both, "");
    doubt(&wrong, &both, &[]);
    let late = graded(&[("1", T), ("2", W)]);
    case(&wrong, &late, "");
    let words = "its cases are as expected, but its overall verdict is TLE, on 1, expected WA";
    doubt(&wrong, &late, &[words]);
    let crashed = graded(&[("1", W), ("2", R)]);
    case(&wrong, &crashed, "");
    let words = "its verdict is as expected, but not on all cases: gets RTE on 2, which folder \
                 `wrong_answer` does not permit";
    doubt(&wrong, &crashed, &[words]);
    let neither = graded(&[("1", R), ("2", W)]);
    case(&wrong, &neither, "gets RTE, expected WA");
    doubt(&wrong, &neither, &[]);
    // Cases that were not run prove nothing here.
    case(&wrong, &graded(&[("1", T), ("2", S)]), "gets TLE, expected WA");
}

/// The grade of a scored submission, with these groups.
fn scored(score: (u64, u64), best: u64, groups: &[(&str, Verdict, u64)]) -> Grade {
    let points = |points| Score::ratio(points, 1).expect("a number");
    let group = |&(name, verdict, score): &(&str, Verdict, u64)| GroupGrade {
        name: name.into(),
        verdict,
        score: points(score),
        worth: None,
    };
    Grade {
        score: Score::ratio(score.0, score.1),
        best: Some(points(best)),
        groups: groups.iter().map(group).collect(),
        ..graded(&[("secret/a/1", A)])
    }
}

#[test]
fn scores_are_compared_to_a_millionth() {
    let bounds = |low: f64, high: f64| (Score::decimal(low), Score::decimal(high));
    let exact = Expectation { score: Some(bounds(33.333_333, 33.333_333)), ..A.into() };
    case(&exact, &scored((100, 3), 100, &[]), "");
    case(&exact, &scored((34, 1), 100, &[]), "its score is 34, expected 33.333333");
    for near in [33_333_332, 33_333_334] {
        case(&exact, &scored((near, 1_000_000), 100, &[]), "");
    }
    let words = "its score is 33.333331, expected 33.333333";
    case(&exact, &scored((33_333_331, 1_000_000), 100, &[]), words);
    let words = "its score is 33.333335, expected 33.333333";
    case(&exact, &scored((33_333_335, 1_000_000), 100, &[]), words);
    let between = Expectation { score: Some(bounds(10.0, 20.0)), ..A.into() };
    case(&between, &scored((20, 1), 100, &[]), "");
    case(&between, &scored((9, 1), 100, &[]), "its score is 9, expected 10 to 20");
    let partial = Expectation { short_of_best: true, ..A.into() };
    case(&partial, &scored((99, 1), 100, &[]), "");
    case(&partial, &scored((100, 1), 100, &[]), "its score 100 is the maximum");

    let rule =
        |about| ExpectationRule { score: Some(bounds(5.0, 5.0)), ..demand(about, &ALL, &ALL) };
    let groups = [("secret/a", A, 5), ("secret/b", A, 6)];
    case(&demanding(vec![rule("secret/a")]), &scored((11, 1), 100, &groups), "");
    let words = "the score of secret/b is 6, expected 5";
    case(&demanding(vec![rule("secret/{a,b}")]), &scored((11, 1), 100, &groups), words);
    let words = "its score is 11, expected 5";
    case(&demanding(vec![rule("")]), &scored((11, 1), 100, &groups), words);
}

#[test]
fn groups_get_what_is_expected_unless_they_are_not_run() {
    let expected = |verdicts: &[Verdict], points: Option<u64>| {
        let points = points.map(|points| Score::ratio(points, 1).expect("a number"));
        let group = GroupExpectation { group: "big".into(), verdicts: of(verdicts), points };
        Expectation { groups: vec![group], ..of(&ALL).into() }
    };
    let grade = |verdict, points| scored((points, 1), 100, &[("big", verdict, points)]);
    case(&expected(&[W], None), &grade(W, 0), "");
    case(&expected(&[W], None), &grade(T, 0), "gets TLE in group big, expected WA");
    case(&expected(&[A], None), &grade(S, 0), "");
    case(&expected(&[A], Some(5)), &grade(S, 0), "the score of big is 0, expected 5");
    case(
        &expected(&[A], None),
        &scored((0, 1), 100, &[]),
        "group big has no cases, but a result is expected",
    );
}

#[test]
fn the_groups_in_secret_get_their_grades() {
    let grades = |verdicts: &[Verdict]| Expectation {
        grades: verdicts.iter().map(|&verdict| of(&[verdict])).collect(),
        ..Expected::anything().into()
    };
    let groups = [
        ("sample", W, 0),
        ("secret", A, 5),
        ("secret/a", A, 5),
        ("secret/b", O, 0),
        ("secret/c", S, 0),
    ];
    let grade = scored((5, 1), 100, &groups);
    doubt(&grades(&[A, W, T]), &grade, &[]);
    case(&grades(&[A, T, T]), &grade, "");
    let words = "secret/b gets OLE, but `@EXPECTED_GRADES@` says TLE";
    doubt(&grades(&[A, T, T]), &grade, &[words]);
    let words = "expected the grades of 1 groups, found 3 groups";
    doubt(&grades(&[A]), &grade, &[words]);
    // Nothing is said of them.
    doubt(&grades(&[]), &grade, &[]);
}

#[test]
fn one_message_must_hold_the_words() {
    let rule = |message: &str| {
        let demand = demand("secret", &ALL, &ALL);
        demanding(vec![ExpectationRule { message: Some(message.into()), ..demand }])
    };
    let cases = [("sample/1", W, "Too far"), ("secret/1", A, ""), ("secret/2", W, "too long by 3")];
    let grade = grade(Scoring::PassFail, &cases);
    case(&rule("too long"), &grade, "");
    let words = "no message contains `Too far`, but `submissions.yaml:3:5` requires it";
    case(&rule("Too far"), &grade, words);
}

#[test]
fn a_rule_about_nothing_is_doubtful() {
    let rule = demanding(vec![demand("secret/x*", &[A], &[A])]);
    let grade = graded(&[("secret/1", W)]);
    case(&rule, &grade, "");
    doubt(&rule, &grade, &["`secret/x*` of `submissions.yaml:3:5` matches no case"]);
}
