//! Whatever a judge may come to, the report that it writes is read back as it was.

use jury::checker::{Decision, PartFailure, Terms};
use jury::judge::{Compile, Graded};
use jury::report::document::{self, Document, NotGraded, ProblemName, SCHEMA, Tool};
use jury::report::json;
use jury::sandbox::{Isolation, Level};
use jury_checkers::{CaseScore, Files, Judgement, Opinion, Place};
use proptest::prelude::*;

use super::*;
use crate::long::usual_or_long;

/// Does what the output says: `AC`, `PC 1/3`, `WA`, `PE`, or fails.
#[derive(Debug)]
struct Obedient;

impl Checker for Obedient {
    fn check(&self, files: &Files<'_>, _: &Terms<'_>) -> Result<Decision, PartFailure> {
        let words = String::from_utf8_lossy(files.output);
        let (opinion, points) = words.split_once(' ').unwrap_or((&words, ""));
        let opinion = match opinion {
            "AC" => Opinion::Accepted,
            "PC" => Opinion::PartialScore,
            "WA" => Opinion::WrongAnswer,
            "PE" => Opinion::OutputFormat,
            _ => return Err(PartFailure::Setter("the answer is empty".into())),
        };
        let score = points.split_once('/').map(|(numerator, denominator)| CaseScore {
            numerator: numerator.parse().expect("a number"),
            denominator: denominator.parse().expect("a number"),
        });
        let place = Some(Place { line: words.len(), column: 1 << words.len() });
        Ok(Judgement { opinion, message: "as told".into(), score, place }.into())
    }
}

fn any_run() -> impl Strategy<Value = Run> {
    let ending = prop_oneof![
        6 => Just(Ending::Exited(0)),
        1 => (1..256).prop_map(Ending::Exited),
        1 => (1..32).prop_map(Ending::Signalled),
        1 => Just(Ending::NotStarted(2)),
        1 => prop::sample::select(vec![
            Limit::Cpu, Limit::Wall, Limit::Memory, Limit::Output, Limit::Files, Limit::Processes,
        ])
        .prop_map(Ending::Stopped),
    ];
    let points = || (1..1_u64 << 60, 1..1_u64 << 40);
    let output = prop_oneof![
        Just("AC".to_owned()),
        points().prop_map(|(one, other)| format!("AC {one}/{other}")),
        points().prop_map(|(one, other)| format!("PC {one}/{other}")),
        prop::sample::select(vec!["WA", "WA 0/1", "PE", "\x1b\n\n", "?"]).prop_map(str::to_owned),
    ];
    (ending, 0..2_000_000_000_u64, any::<u32>(), output).prop_map(
        |(ending, cpu, memory, output)| {
            let cpu = Duration::from_nanos(cpu);
            Run { cpu, wall: cpu, memory: memory.into(), ..run(ending, 0, &output) }
        },
    )
}

/// What one submission does on every case; `None` where it does not build.
fn any_submission() -> impl Strategy<Value = Option<Vec<Run>>> {
    prop::option::weighted(0.9, prop::collection::vec(any_run(), CASES.len()))
}

const CASES: [&str; 5] = ["sample/1", "secret/1", "secret/a/1", "secret/a/b/é x", "secret/b/1"];

/// The grade of what runs so, in package order though begun with another case, as `--watch` does.
fn graded(runs: &[Run], how: &How, interrupt: &Interrupt) -> Grade {
    let rows: Vec<(&str, &[Run])> =
        CASES.into_iter().zip(runs.iter().map(std::slice::from_ref)).collect();
    let mut world = world(&rows);
    if how.unreadable {
        std::fs::remove_file(&world.cases[2].input).expect("removed");
    }
    world.cases.rotate_left(how.begin);
    let (program, machine) = (program(), MachineLock::default());
    let root = Group::root(how.scoring);
    let usual = assignment(&world, &program, &Obedient, &machine, interrupt);
    let bench = Bench { root: &root, ..usual.bench };
    let assignment = Assignment { bench, halt: how.halt, ..usual };
    let open = || -> Result<Box<dyn Runner>, SandboxError> {
        Ok(Box::new(Interrupting { runner: world.runner.clone(), left: how.runs }))
    };
    let mut grade = judge(&assignment, &open, &mut |_| {}).expect("graded");
    grade.outcomes.rotate_right(how.begin);
    Grade::fold(grade.outcomes, &root)
}

#[derive(Debug, Clone)]
struct How {
    scoring: Scoring,
    halt: Halt,
    /// The case to begin with.
    begin: usize,
    /// Runs of a submission until the user interrupts.
    runs: usize,
    /// Whether an input is gone.
    unreadable: bool,
}

fn any_how() -> impl Strategy<Value = How> {
    let scoring = prop::sample::select(Scoring::ALL.to_vec());
    let halt = prop::sample::select(vec![Halt::FirstFailure, Halt::Never, caught_twice()]);
    let runs = prop_oneof![2 => Just(usize::MAX), 1 => 0..12_usize];
    let unreadable = prop::bool::weighted(0.1);
    (scoring, halt, 0..CASES.len(), runs, unreadable).prop_map(
        |(scoring, halt, begin, runs, unreadable)| How { scoring, halt, begin, runs, unreadable },
    )
}

fn any_expected() -> impl Strategy<Value = Option<Expected>> {
    let promised = |verdict: &Verdict| !matches!(verdict, Verdict::JudgeError | Verdict::Skipped);
    let verdicts = Verdict::ALL.into_iter().filter(promised).collect::<Vec<_>>();
    let some = prop::sample::subsequence(verdicts, 1..3);
    prop::option::of(some.prop_map(|verdicts| Expected::any_of(&verdicts).expect("one at least")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usual_or_long(64, 512)))]
    #[test]
    fn whatever_is_written_is_read_back(
        submissions in prop::collection::vec((any_submission(), any_expected()), 1..4),
        how in any_how(),
        seconds in 0.0..600.0,
        words in any::<String>(),
    ) {
        let interrupt = Interrupt::default();
        let mut written = Document {
            schema: SCHEMA,
            tool: Tool::this(),
            problem: ProblemName {
                slug: "p".into(),
                name: words.clone(),
                format: Some(words.clone()),
                time_limit: None,
            },
            scored: how.scoring != Scoring::PassFail,
            warnings: vec!["problem.yaml:3:1: unknown key".into()],
            not_graded: vec![NotGraded { path: words.clone(), message: words.clone() }],
            isolation: Isolation {
                level: Level::Watched,
                walls: Vec::new(),
                cpu_source: words.clone(),
                memory_source: String::new(),
            },
            submissions: Vec::new(),
            interrupted: false,
        };
        for (runs, expected) in submissions {
            let grade = match &runs {
                Some(runs) => graded(runs, &how, &interrupt),
                None => Grade::compile_error(),
            };
            let time = Duration::from_secs_f64(seconds);
            let path = PathBuf::from(&words);
            let graded = Graded {
                submission: Submission { path: path.clone(), real: path, language: cpp(), choice: None, setting: Setting::default() },
                compile: Compile { ok: runs.is_some(), time, message: words.clone() },
                expected: expected.map(Into::into),
                grade,
                spoilt: None,
            };
            written.submissions.push(document::Submission::new(&graded, &words));
            if interrupt.is_set() {
                break;
            }
        }
        written.interrupted = interrupt.is_set();
        let text = json::render(&written).expect("JSON");
        let read: Document = serde_json::from_str(&text).expect("strict");
        prop_assert_eq!(read, written, "{}", text);
    }
}
