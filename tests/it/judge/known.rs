//! Outcomes that are known before: their cases are not run, and nothing else is different.

use std::num::NonZeroUsize;
use std::sync::RwLock;

use jury::judge::{Assignment, Grade, Halt, Outcome, judge};
use jury::problem::{Group, OnFailure, Scoring};
use jury::sandbox::{Ending, Interrupt};

use super::{World, assignment, program, run, tokens, world};

/// The grade, and how many cases were run.
fn graded(world: &World, halt: Halt, workers: usize, known: &[(usize, Outcome)]) -> (Grade, usize) {
    let (checker, program, machine) = (tokens(), program(), RwLock::new(()));
    let interrupt = Interrupt::default();
    let assignment = Assignment {
        halt,
        known,
        workers: NonZeroUsize::new(workers).expect("not zero"),
        ..assignment(world, &program, checker.as_ref(), &machine, &interrupt)
    };
    let runner = super::Scripted { runs: std::sync::Arc::default(), ..world.runner.clone() };
    let grade = judge(&assignment, &|| Ok(Box::new(runner.clone())), &mut |_| {});
    let runs = runner.runs.lock().expect("not poisoned").len();
    (grade.expect("a grade"), runs)
}

/// The whole world, and again with every choice of known cases.
#[track_caller]
fn case(world: &World) {
    let all = graded(world, Halt::Never, 1, &[]).0.outcomes;
    for (halt, workers) in [(Halt::Never, 1), (Halt::Never, 3), (Halt::FirstFailure, 2)] {
        let (expected, _) = graded(world, halt, workers, &[]);
        for choice in 0..1_usize << all.len() {
            let is_known = |index: &usize| choice >> index & 1 == 1;
            let known = (0..all.len()).filter(is_known).map(|index| (index, all[index].clone()));
            let known: Vec<_> = known.filter(|(_, outcome)| outcome.measured.is_some()).collect();
            let (grade, runs) = graded(world, halt, workers, &known);
            assert_eq!(grade, expected, "{halt:?} {workers} {choice:b}");
            assert!(runs <= all.len() - known.len(), "{halt:?} {workers} {choice:b}: {runs}");
        }
    }
}

#[test]
fn what_is_known_is_not_run_and_changes_nothing() {
    let good = [run(Ending::Exited(0), 5, "1\n")];
    let wrong = [run(Ending::Exited(0), 5, "2\n")];
    let crash = [run(Ending::Exited(3), 5, "")];
    let mut world = world(&[
        ("sample/1", &good),
        ("secret/a/1", &good),
        ("secret/a/2", &wrong),
        ("secret/a/3", &crash),
        ("secret/b/1", &good),
    ]);
    case(&world);
    let group = Group {
        name: "secret/a".into(),
        on_failure: OnFailure::Break,
        ..Group::root(Scoring::Sum)
    };
    world.root.groups = vec![group];
    case(&world);
}
