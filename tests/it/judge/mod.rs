//! The whole judge over a scripted sandbox: what comes out is exact, and the same for any number of
//! workers.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use jury::checker::Checker;
use jury::judge::{
    Assignment, Bench, FileDigests, Grade, Halt, JudgeFailure, Outcome, Runner, judge,
};
use jury::limits::{Limits, Stretch};
use jury::machine_lock::MachineLock;
use jury::problem::{Case, CaseSettings, Expected, Group, OnFailure, Scoring};
use jury::recall::Identity;
use jury::sandbox::{Ending, Input, Interrupt, Job, Limit, Run, SandboxError, View};
use jury::submission::{Program, Setting, Submission};
use jury::verdict::Verdict;

use crate::report::cpp;

mod dialogues;
mod equal;
mod known;
mod limits;
mod real;
mod recall;
mod reports;
mod startup;
mod stress;
mod tools;
mod verification;

fn caught_twice() -> Halt {
    Halt::Caught { failures: 2, by: Expected::anything() }
}

/// What each case's input makes the program do, run after run; the last one is repeated.
type Script = HashMap<PathBuf, Vec<Run>>;

#[derive(Clone)]
struct Scripted {
    script: Arc<Script>,
    runs: Arc<Mutex<HashMap<PathBuf, usize>>>,
    fail_on: Option<(PathBuf, fn() -> SandboxError)>,
}

impl Runner for Scripted {
    fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError> {
        if interrupt.is_set() {
            return Err(SandboxError::Interrupted);
        }
        let Input::File(path) = &job.input else { panic!("cases come from files") };
        if let Some((_, error)) = self.fail_on.as_ref().filter(|(on, _)| on == path) {
            return Err(error());
        }
        let mut runs = self.runs.lock().expect("not poisoned");
        let count = runs.entry(path.clone()).or_default();
        let answers = &self.script[path];
        let run = answers[(*count).min(answers.len() - 1)].clone();
        *count += 1;
        Ok(run)
    }
}

fn run(ending: Ending, cpu_ms: u64, output: &str) -> Run {
    Run {
        ending,
        cpu: Duration::from_millis(cpu_ms),
        wall: Duration::from_millis(cpu_ms),
        memory: 1 << 20,
        output: output.as_bytes().to_vec(),
        output_bytes: output.len() as u64,
        errors: Vec::new(),
        refused_processes: 0,
        missing: None,
    }
}

struct World {
    _folder: tempfile::TempDir,
    cases: Vec<Case>,
    runner: Scripted,
    root: Group,
    files: FileDigests,
}

/// One case a row: its name and what the program does there; the right output is `1`.
fn world(rows: &[(&str, &[Run])]) -> World {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
    let mut cases = Vec::new();
    let mut script = Script::new();
    for (name, runs) in rows {
        let (group, _) = name.rsplit_once('/').expect("a group");
        let at = |ending: &str| folder.path().join(format!("{}.{ending}", name.replace('/', "-")));
        // Not equal: each is run.
        std::fs::write(at("in"), name).expect("written");
        std::fs::write(at("ans"), "1\n").expect("written");
        script.insert(at("in"), runs.to_vec());
        cases.push(Case {
            name: (*name).into(),
            group: group.into(),
            input: at("in"),
            answer: Some(at("ans")),
            limits,
            settings: CaseSettings::default(),
        });
    }
    let runner = Scripted { script: Arc::new(script), runs: Arc::default(), fail_on: None };
    let root = Group::root(Scoring::PassFail);
    World { _folder: folder, cases, runner, root, files: FileDigests::default() }
}

fn program() -> Program {
    Program {
        submission: Submission {
            path: Path::new("a.cpp").into(),
            real: Path::new("/a.cpp").into(),
            language: cpp(),
            choice: None,
            setting: Setting::default(),
        },
        view: View::default(),
        argv: vec!["/program/main".into()],
        environment: Vec::new(),
        time_factor: 1.0,
        build_time: Duration::ZERO,
        messages: String::new(),
        names: Vec::new(),
        at_hand: Arc::default(),
        identity: Identity::default(),
    }
}

fn tokens() -> Box<dyn Checker> {
    jury::checker::checker("tokens", &jury_checkers::Options::new()).expect("a checker")
}

/// All cases of a world, by one worker.
fn assignment<'a>(
    world: &'a World,
    program: &'a Program,
    checker: &'a dyn Checker,
    machine: &'a MachineLock,
    interrupt: &'a Interrupt,
) -> Assignment<'a> {
    let bench = Bench {
        own_limits: None,
        program,
        stretch: Stretch { factor: program.time_factor, startup: Duration::ZERO },
        checker,
        interactor: None,
        answers: None,
        static_check: None,
        grader: None,
        passes: None,
        root: &world.root,
        files: &world.files,
        show_answer: true,
        details: None,
        longer_run: None,
        until: None,
        interrupt,
        machine,
    };
    Assignment {
        cases: &world.cases,
        bench,
        halt: Halt::Never,
        workers: NonZeroUsize::MIN,
        known: &[],
        log: None,
        seats: None,
    }
}

fn grade(world: &World, halt: Halt, workers: usize) -> Result<Grade, JudgeFailure> {
    let (checker, program, machine) = (tokens(), program(), MachineLock::default());
    let interrupt = Interrupt::default();
    let assignment = Assignment {
        halt,
        workers: NonZeroUsize::new(workers).expect("not zero"),
        ..assignment(world, &program, checker.as_ref(), &machine, &interrupt)
    };
    let runner = Scripted { runs: Arc::default(), ..world.runner.clone() };
    let mut seen: Vec<Outcome> = Vec::new();
    let grade =
        judge(&assignment, &|| Ok(Box::new(runner.clone())), &mut |o| seen.push(o.clone()))?;
    assert_eq!(grade.outcomes, seen, "every outcome is told once, in package order");
    Ok(grade)
}

fn verdicts(grade: &Grade) -> String {
    grade.outcomes.iter().map(|outcome| outcome.verdict.letter()).collect()
}

fn mixed() -> World {
    let right = run(Ending::Exited(0), 10, "1\n");
    let wrong = run(Ending::Exited(0), 10, "2\n");
    let late = run(Ending::Exited(0), 1400, "1\n");
    let crash = run(Ending::Signalled(11), 10, "");
    let mut rows = vec![("sample/1", vec![right.clone()])];
    let names: Vec<String> = (0..40).map(|index| format!("secret/{index:02}")).collect();
    for (index, name) in names.iter().enumerate() {
        let what = match index {
            7 => &wrong,
            13 => &late,
            21 => &crash,
            _ => &right,
        };
        rows.push((name, vec![what.clone()]));
    }
    let rows: Vec<(&str, &[Run])> =
        rows.iter().map(|(name, runs)| (*name, runs.as_slice())).collect();
    world(&rows)
}

#[test]
fn groups_that_are_not_run_do_not_show_the_number_of_workers() {
    let mut world = mixed();
    let named = |name: &str| Group { name: name.into(), ..Group::root(Scoring::Sum) };
    for (index, case) in world.cases.iter_mut().enumerate().skip(1) {
        case.group = format!("secret/{}", index / 10);
    }
    let needs = |name: &str, need: &str| Group { needs: vec![need.into()], ..named(name) };
    let breaks = Group { on_failure: OnFailure::Break, ..named("secret/0") };
    let groups = vec![breaks, named("secret/1"), needs("secret/2", "secret/1"), named("secret/3")];
    world.root = Group { groups, ..Group::root(Scoring::Sum) };
    let alone = grade(&world, Halt::Never, 1).expect("graded");
    let expected =
        format!("A{}{}{}{}{}", "AAAAAAAW-", "AAAATAAAAA", "-".repeat(10), "A".repeat(10), "A");
    assert_eq!(verdicts(&alone), expected);
    for workers in [2, 3, 8, 64] {
        let many = grade(&world, Halt::Never, workers).expect("graded");
        assert_eq!(many, alone, "{workers} workers");
    }
}

#[test]
fn the_number_of_workers_cannot_be_seen() {
    let world = mixed();
    for halt in [Halt::FirstFailure, Halt::Never, caught_twice()] {
        let alone = grade(&world, halt, 1).expect("graded");
        for workers in [2, 3, 8, 64] {
            assert_eq!(grade(&world, halt, workers).expect("graded"), alone, "{halt:?} {workers}");
        }
    }
}

#[test]
fn a_submission_stops_where_the_policy_says() {
    let world = mixed();
    let letters = |halt| verdicts(&grade(&world, halt, 2).expect("graded"));
    assert_eq!(letters(Halt::FirstFailure), format!("AAAAAAAAW{}", "-".repeat(32)));
    assert_eq!(
        letters(Halt::Never),
        format!("AAAAAAAAWAAAAAT{}R{}", "A".repeat(7), "A".repeat(18))
    );
    assert_eq!(letters(caught_twice()), format!("AAAAAAAAWAAAAAT{}", "-".repeat(26)));
    assert_eq!(grade(&world, Halt::Never, 2).expect("graded").verdict, Verdict::WrongAnswer);
}

#[track_caller]
fn one(runs: &[Run], verdict: Verdict, message: &str) {
    let world = world(&[("secret/1", runs)]);
    let grade = grade(&world, Halt::Never, 1).expect("graded");
    assert_eq!(grade.outcomes[0].verdict, verdict);
    assert_eq!(grade.outcomes[0].message, message);
}

#[test]
fn a_run_near_its_limit_is_repeated_and_the_fastest_counts() {
    let late = run(Ending::Exited(0), 1040, "1\n");
    let in_time = run(Ending::Exited(0), 980, "1\n");
    one(
        &[late.clone(), in_time, late.clone()],
        Verdict::Accepted,
        "the output is as expected; 0.980–1.040 s of 1.000 s in 3 runs",
    );
    let later = run(Ending::Exited(0), 1100, "1\n");
    one(
        &[late.clone(), later, late],
        Verdict::TimeLimit,
        "1.040 s of CPU time, limit 1.000 s; 1.040–1.100 s of 1.000 s in 3 runs",
    );
}

#[test]
fn a_run_far_beyond_its_limit_is_not_repeated() {
    let killed = run(Ending::Stopped(Limit::Cpu), 1600, "");
    let in_time = run(Ending::Exited(0), 10, "1\n");
    one(&[killed, in_time], Verdict::TimeLimit, "stopped after 1.600 s of CPU time, limit 1.000 s");
}

#[test]
fn a_starved_run_gets_a_second_chance_alone_and_an_idle_one_does_not() {
    let mut starved = run(Ending::Stopped(Limit::Wall), 800, "");
    starved.wall = Duration::from_secs(4);
    let in_time = run(Ending::Exited(0), 500, "1\n");
    one(
        &[starved, in_time.clone()],
        Verdict::Accepted,
        "the output is as expected; 0.500–0.800 s of 1.000 s in 2 runs",
    );
    let mut idle = run(Ending::Stopped(Limit::Wall), 2, "");
    idle.wall = Duration::from_secs(4);
    one(
        &[idle, in_time],
        Verdict::IdleLimit,
        "waited: 0.002 s of CPU time in 4.000 s of wall time, limit 7.000 s",
    );
}

#[test]
fn our_failure_is_an_error_and_never_a_verdict() {
    let mut world = mixed();
    let input = world.cases[5].input.clone();
    world.runner.fail_on = Some((input.clone(), || {
        let source = std::io::Error::other("no descriptors left");
        SandboxError::Failed { step: "opening a pipe".into(), source }
    }));
    let failure = grade(&world, Halt::Never, 2).expect_err("the machine failed");
    assert!(failure.to_string().contains("opening a pipe"), "{failure}");
    // Others may fare better, and what was settled before is known.
    let JudgeFailure::FailedGrade(failed) = &failure else { panic!("{failure:?}") };
    assert_eq!(verdicts(&failed.grade), format!("AAAAAJ{}", "-".repeat(35)));
    // What no other submission would be spared concerns them all.
    world.runner.fail_on = Some((input, || SandboxError::Allowance("not allowed".into())));
    let failure = grade(&world, Halt::Never, 2).expect_err("nobody is allowed");
    assert!(matches!(failure, JudgeFailure::Sandbox(SandboxError::Allowance(_))), "{failure:?}");
}

#[test]
fn a_missing_input_or_answer_is_a_judge_error() {
    let world = mixed();
    let answer = world.cases[3].answer.clone().expect("an answer");
    std::fs::remove_file(answer).expect("removed");
    let grade = grade(&world, Halt::Never, 2).expect("graded");
    assert_eq!(grade.outcomes[3].verdict, Verdict::JudgeError);
    assert_eq!(grade.verdict, Verdict::JudgeError);
}

/// Interrupts when it has run this many jobs.
struct Interrupting {
    runner: Scripted,
    left: usize,
}

impl Runner for Interrupting {
    fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError> {
        if self.left == 0 {
            interrupt.set();
        }
        self.left = self.left.saturating_sub(1);
        self.runner.run(job, interrupt)
    }
}

#[test]
fn an_interrupt_keeps_what_is_known() {
    let world = mixed();
    let (checker, program, machine) = (tokens(), program(), MachineLock::default());
    let interrupt = Interrupt::default();
    let assignment = assignment(&world, &program, checker.as_ref(), &machine, &interrupt);
    let open = || -> Result<Box<dyn Runner>, SandboxError> {
        Ok(Box::new(Interrupting { runner: world.runner.clone(), left: 3 }))
    };
    let grade = judge(&assignment, &open, &mut |_| {}).expect("graded");
    assert_eq!(verdicts(&grade), format!("AAA{}", "-".repeat(38)));
    assert_eq!(grade.verdict, Verdict::Skipped);
    assert_eq!(grade.outcomes.last().map(|o| o.message.as_str()), Some("interrupted"));
}

/// Is wrong on the first case once the second has begun, which it runs until it is stopped.
struct Overtaken(Arc<AtomicBool>);

impl Runner for Overtaken {
    fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError> {
        let Input::File(path) = &job.input else { panic!("cases come from files") };
        let is_first = path.ends_with("secret-1.in");
        if !is_first {
            self.0.store(true, Ordering::Relaxed);
        }
        let deadline = Instant::now() + Duration::from_mins(1);
        while Instant::now() < deadline {
            if is_first && self.0.load(Ordering::Relaxed) {
                return Ok(run(Ending::Exited(0), 10, "2\n"));
            }
            if interrupt.is_set() {
                return Err(SandboxError::Interrupted);
            }
            thread::sleep(Duration::from_millis(1));
        }
        panic!("nobody stops a run that is not needed any more");
    }
}

#[test]
fn a_run_that_was_begun_ahead_and_is_not_needed_is_stopped() {
    let world = world(&[("secret/1", &[]), ("secret/2", &[]), ("secret/3", &[])]);
    let (checker, program, machine) = (tokens(), program(), MachineLock::default());
    let interrupt = Interrupt::default();
    let assignment = Assignment {
        halt: Halt::FirstFailure,
        workers: NonZeroUsize::new(2).expect("not zero"),
        ..assignment(&world, &program, checker.as_ref(), &machine, &interrupt)
    };
    let begun = Arc::default();
    let open =
        || -> Result<Box<dyn Runner>, SandboxError> { Ok(Box::new(Overtaken(Arc::clone(&begun)))) };
    let grade = judge(&assignment, &open, &mut |_| {}).expect("graded");
    assert_eq!(verdicts(&grade), "W--");
    assert_eq!(grade.verdict, Verdict::WrongAnswer);
    let why: Vec<_> = grade.outcomes[1..].iter().map(|one| one.message.as_str()).collect();
    assert_eq!(why, ["not run because of an earlier outcome"; 2]);
    assert!(!interrupt.is_set(), "others go on");
}
