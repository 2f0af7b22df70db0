//! Equal cases are run once, and count each in its own group.

use jury::problem::{DomjudgeGrader, Grader, LegacyGrader, OnFailure, ScoreMode, VerdictMode};
use jury::score::Score;

use super::*;

/// The cases by these names have the files of the case named beside them.
fn alike(world: &mut World, same: &[(&str, &str)]) {
    for (name, other) in same {
        let place = |name: &str| world.cases.iter().position(|case| case.name == name);
        let (one, other) = (place(name).expect("a case"), place(other).expect("a case"));
        world.cases[one].input = world.cases[other].input.clone();
        world.cases[one].answer = world.cases[other].answer.clone();
    }
}

/// A case's name, letter, and the case whose run counts for it.
type Row<'a> = (&'a str, char, Option<&'a str>);

fn row(outcome: &Outcome) -> Row<'_> {
    (&outcome.case, outcome.verdict.letter(), outcome.same_as.as_deref())
}

#[test]
fn equal_cases_are_run_once_and_count_in_each_group() {
    let (right, wrong) = (run(Ending::Exited(0), 10, "1\n"), run(Ending::Exited(0), 10, "2\n"));
    let names = ["sample/1", "secret/a/1", "secret/a/2", "secret/a/3", "secret/b/1", "secret/b/2"];
    let rows: Vec<(&str, &[Run])> = names
        .iter()
        .map(|name| {
            (*name, std::slice::from_ref(if *name == "secret/a/2" { &wrong } else { &right }))
        })
        .collect();
    let mut world = world(&rows);
    alike(
        &mut world,
        &[("secret/a/1", "sample/1"), ("secret/b/1", "secret/a/3"), ("secret/b/2", "sample/1")],
    );
    let worth = |name: &str, full: u64| Group {
        name: name.into(),
        full: Score::ratio(full, 1).expect("a number"),
        on_failure: OnFailure::Break,
        ..Group::root(Scoring::Sum)
    };
    let groups = vec![worth("sample", 0), worth("secret/a", 1), worth("secret/b", 2)];
    world.root = Group { groups, ..Group::root(Scoring::Sum) };
    let alone = grade(&world, Halt::Never, 1).expect("graded");
    let expected = [
        ("sample/1", 'A', None),
        ("secret/a/1", 'A', Some("sample/1")),
        ("secret/a/2", 'W', None),
        // Skipped by its group, and run for the other one.
        ("secret/a/3", '-', None),
        ("secret/b/1", 'A', None),
        ("secret/b/2", 'A', Some("sample/1")),
    ];
    assert_eq!(alone.outcomes.iter().map(row).collect::<Vec<_>>(), expected);
    let scores: Vec<_> = alone.outcomes.iter().map(|one| one.score.clone()).collect();
    let points = [Some(0), Some(1), Some(0), None, Some(2), Some(2)];
    assert_eq!(scores, points.map(|points| points.and_then(|points| Score::ratio(points, 1))));
    for workers in [2, 3, 8] {
        assert_eq!(
            grade(&world, Halt::Never, workers).expect("graded"),
            alone,
            "{workers} workers"
        );
    }
}

#[test]
fn no_case_is_run_twice() {
    let right = [run(Ending::Exited(0), 10, "1\n")];
    let mut world = world(&[("secret/1", &right), ("secret/2", &right), ("secret/3", &right)]);
    alike(&mut world, &[("secret/3", "secret/1")]);
    let (checker, program, machine) = (tokens(), program(), MachineLock::default());
    let interrupt = Interrupt::default();
    let assignment = assignment(&world, &program, checker.as_ref(), &machine, &interrupt);
    judge(&assignment, &|| Ok(Box::new(world.runner.clone())), &mut |_| {}).expect("graded");
    let runs = world.runner.runs.lock().expect("not poisoned");
    let mut counts: Vec<_> = runs.values().copied().collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 1]);
}

fn points(number: u64) -> Score {
    Score::ratio(number, 1).expect("a number")
}

/// A group of legacy in which cases have these scores where the checker gives none.
fn legacy(name: &str, accept: u64, reject: u64) -> Group {
    let grader = LegacyGrader {
        verdicts: VerdictMode::WorstError,
        scores: ScoreMode::Sum,
        any_accepted: false,
        ignores_sample: false,
        accept_score: points(accept),
        reject_score: points(reject),
        range: (None, None),
        lower_is_better: false,
        custom: None,
    };
    let grader = Grader::Legacy(Box::new(grader));
    Group { name: name.into(), grader, ..Group::root(Scoring::Sum) }
}

#[test]
fn no_case_is_run_that_a_failure_rules_out() {
    let wrong = [run(Ending::Exited(0), 10, "2\n")];
    let names: Vec<String> = (10..40).map(|number| format!("secret/{number}")).collect();
    let rows: Vec<(&str, &[Run])> = names.iter().map(|name| (name.as_str(), &wrong[..])).collect();
    let runs = |root: Group| {
        let mut world = world(&rows);
        world.root = root;
        let runner = Scripted { runs: Arc::default(), ..world.runner.clone() };
        let (checker, program, machine) = (tokens(), program(), MachineLock::default());
        let interrupt = Interrupt::default();
        let assignment = Assignment {
            halt: Halt::FirstFailure,
            ..assignment(&world, &program, checker.as_ref(), &machine, &interrupt)
        };
        judge(&assignment, &|| Ok(Box::new(runner.clone())), &mut |_| {}).expect("graded");
        let runs = runner.runs.lock().expect("not poisoned");
        runs.values().sum::<usize>()
    };
    let family = Group { on_failure: OnFailure::Break, ..legacy("", 1, 0) };
    assert_eq!((runs(Group::root(Scoring::PassFail)), runs(family)), (1, 1));
}

#[test]
fn scores_that_were_not_given_are_those_of_each_group() {
    let (right, wrong) = (run(Ending::Exited(0), 10, "1\n"), run(Ending::Exited(0), 10, "2\n"));
    let rows: Vec<(&str, &[Run])> = ["sample/1", "secret/a/1", "secret/b/1", "secret/c/1"]
        .into_iter()
        .zip([&right, &right, &wrong, &right].map(std::slice::from_ref))
        .collect();
    let mut world = world(&rows);
    alike(&mut world, &[("secret/a/1", "sample/1"), ("secret/c/1", "sample/1")]);
    let bare = DomjudgeGrader {
        is_described: true,
        scores: ScoreMode::Sum,
        ignores_sample: false,
        accept_score: Some(points(9)),
    };
    let bare = Group {
        name: "secret/c".into(),
        grader: Grader::Domjudge(Box::new(bare)),
        ..Group::root(Scoring::Sum)
    };
    let groups =
        vec![legacy("sample", 0, 0), legacy("secret/a", 30, 1), legacy("secret/b", 5, 2), bare];
    world.root = Group { groups, ..Group::root(Scoring::Sum) };
    let grade = grade(&world, Halt::Never, 1).expect("graded");
    let scores: Vec<_> = grade.outcomes.iter().map(|one| one.score.clone()).collect();
    assert_eq!(scores, [Some(points(0)), Some(points(30)), Some(points(2)), None]);
    assert_eq!(row(&grade.outcomes[1]), ("secret/a/1", 'A', Some("sample/1")));
}
