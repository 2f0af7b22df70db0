//! Outcomes that are known before: their cases are not run, and nothing else is different.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use jury::judge::time_limit::Ran;
use jury::judge::verify::{Extent, verify};
use jury::judge::{Assignment, Grade, Halt, Measured, Outcome, Tools, judge};
use jury::machine_lock::MachineLock;
use jury::problem::load::load;
use jury::problem::{Group, OnFailure, Problem, Scoring};
use jury::sandbox::{Ending, Interrupt, Policy, Sandbox};
use jury::submission::{Cache, Languages};
use jury::verdict::Verdict;

use super::{World, assignment, program, run, tokens, world};

/// The grade, and how many cases were run.
fn graded(world: &World, halt: Halt, workers: usize, known: &[(usize, Outcome)]) -> (Grade, usize) {
    let (checker, program, machine) = (tokens(), program(), MachineLock::default());
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

/// What a proof of the problem finds wrong, where this was run before.
fn findings(problem: &Problem, ran: &Ran) -> Vec<String> {
    let sandbox = Sandbox::probe_with(Path::new(env!("CARGO_BIN_EXE_jury")), Policy::Strongest);
    let sandbox = sandbox.unwrap_or_else(|error| panic!("{error}"));
    let cache = Cache::open(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let (cache, languages) = (cache.expect("a cache"), Languages::shipped().expect("a table"));
    let (interrupt, machine) = (Interrupt::default(), MachineLock::default());
    let tools = Tools::new(&sandbox, &cache, &languages, &interrupt, &machine);
    let proof = verify(&tools, problem, ran, Extent::Proof, &|_| {}).expect("a proof");
    let wrong = proof.findings.iter().filter(|finding| finding.subject.starts_with("accepted"));
    wrong.map(|finding| finding.message.clone()).collect()
}

/// A submission that fails where it is run, and did not fail on the case that was run before.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_proof_does_not_run_what_was_run_to_find_the_time_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("problem.yaml", "limits: {time_limit: 1}\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("data/secret/2.in", "2\n"),
        ("data/secret/2.ans", "2\n"),
        ("submissions/accepted/two.py", "print(2)\n"),
    ];
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("written");
    }
    let problem = load(folder.path()).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let accepted = |case: &jury::problem::Case| Outcome {
        verdict: Verdict::Accepted,
        measured: Some(Measured {
            cpu: Duration::from_millis(1),
            limits: case.limits,
            wall: Duration::from_millis(1),
            memory: 1,
            output_bytes: 2,
            exit_code: Some(0),
            signal: None,
            is_noisy: false,
        }),
        ..Outcome::skipped(case, "")
    };
    let ran = |cases: &[jury::problem::Case]| {
        let outcomes = cases.iter().map(accepted).collect();
        Ran::new([(problem.submissions[0].path.clone(), outcomes)])
    };
    assert_eq!(findings(&problem, &ran(&problem.cases[..1])), Vec::<String>::new());
    let run = "gets WA, expected AC: secret/1: ";
    for all in [findings(&problem, &ran(&problem.cases[1..])), findings(&problem, &ran(&[]))] {
        assert!(matches!(&all[..], [only] if only.starts_with(run)), "{all:?}");
    }
}
