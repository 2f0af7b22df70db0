//! Which runs are recalled after a change, asked without running anything.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::checker::Interactive;
use crate::limits::{Limits, Stretch};
use crate::machine_lock::MachineLock;
use crate::problem::Scoring;
use crate::problem::load::load;
use crate::random::SplitMix;
use crate::sandbox::{Interrupt, Level, Strength, View, Wall};
use crate::submission::{Languages, Program};

/// The names of the cases.
const CASES: [&str; 3] = ["sample/1", "secret/1", "secret/2"];

/// A problem with a submission, in languages whose tools are scripts, and all that recalling takes.
struct World {
    place: tempfile::TempDir,
    isolation: Isolation,
    mode: Mode,
    explains: bool,
}

impl World {
    /// A problem whose checker is this, as `problem.toml` says it.
    fn new(checker: &str) -> Self {
        let place = tempfile::tempdir().unwrap();
        let isolation = Isolation {
            level: Level::Full,
            walls: vec![Wall {
                wall: "files".into(),
                strength: Strength::Enforced,
                by: "a test".into(),
            }],
            cpu_source: "a clock".into(),
            memory_source: "a scale".into(),
        };
        let world = Self { place, isolation, mode: Mode::Recall, explains: true };
        let settings = format!("name = 'P'\n[limits]\ntime = 1.0\n{checker}");
        world.write("p/problem.toml", &settings);
        for (number, name) in CASES.iter().enumerate() {
            world.write(&format!("p/data/{name}.in"), &format!("{number}\n"));
            world.write(&format!("p/data/{name}.ans"), &format!("{number}{number}\n"));
        }
        world.write("p/checkers/check.y", "check");
        world.write("p/statement.md", "words");
        world.write("p/submissions/accepted/other.x", "other");
        world.write("s/solution.x", "solve");
        world.write("jury", "executable");
        for (name, flag) in [("x", "-x"), ("y", "-y")] {
            let tool = world.path(&format!("bin/{name}"));
            world.write(&format!("bin/{name}"), &format!("#!/bin/sh\necho {name} 1.0\n"));
            fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
            let entry = format!(
                "[[language]]\nname = '{name}'\nendings = ['{name}']\nsingle = 'a.{name}'\n\
                 tools = [{{ word = '{name}', names = ['{}'], install = 'it' }}]\n\
                 version = ['{{{name}}}']\nrun = ['{{{name}}}', '{flag}', '/program/{{main_name}}']\n",
                tool.display()
            );
            let all = fs::read_to_string(world.path("languages.toml")).unwrap_or_default() + &entry;
            world.write("languages.toml", &all);
        }
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Hands the runs of the submission on all cases to `with`.
    fn with_runs<R>(&self, with: impl FnOnce(&Runs<'_>) -> R) -> R {
        self.with_changed_runs(&|_| (), with)
    }

    /// The same where a package says something else.
    fn with_changed_runs<R>(
        &self,
        change: &dyn Fn(&mut Problem),
        with: impl FnOnce(&Runs<'_>) -> R,
    ) -> R {
        let languages = Languages::with(&self.path("languages.toml")).unwrap();
        let mut problem = load(&self.path("p")).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        change(&mut problem);
        let cache = Cache::open(&self.path("cache")).unwrap();
        let submission = languages.identify_kept(&problem, &self.path("s/solution.x"), None);
        let submission = submission.unwrap();
        let identity = submission.identity(&cache).unwrap().unwrap();
        let program = Program {
            submission,
            view: View::default(),
            argv: Vec::new(),
            environment: Vec::new(),
            time_factor: 1.0,
            build_time: Duration::ZERO,
            messages: String::new(),
            names: Vec::new(),
            at_hand: Arc::default(),
            identity,
        };
        let of_part = |path: &Path| {
            let part = languages.identify_part(&problem, path).unwrap();
            Ok::<_, ()>(part.identity(&cache).unwrap().unwrap().key().to_string())
        };
        let deciders = problem.digest_of_deciders(of_part).unwrap();
        let (interrupt, machine) = (Interrupt::default(), MachineLock::default());
        let bench = Bench {
            program: &program,
            stretch: Stretch { factor: program.time_factor, startup: Duration::ZERO },
            own_limits: None,
            checker: &Interactive,
            interactor: None,
            answers: None,
            static_check: None,
            grader: None,
            passes: None,
            root: &problem.root,
            files: &FileDigests::default(),
            show_answer: true,
            details: None,
            longer_run: None,
            until: None,
            interrupt: &interrupt,
            machine: &machine,
        };
        let store = Store::new(cache.recall_folder());
        let executable = self.path("jury");
        let mut recall = Recall::new(store, &cache, &self.isolation, &executable, self.mode);
        recall.explains = self.explains;
        with(&recall.runs(&problem, &problem.cases, bench, &deciders))
    }

    /// Keeps a run of each case that comes to this.
    fn run(&self, outcome: &dyn Fn(&Case) -> Outcome) {
        self.with_runs(|runs| {
            let ran: Vec<_> = runs.cases.iter().map(outcome).enumerate().collect();
            runs.keep(&Ended { ran: &ran, taken_over: &[], recalled: &[] });
        });
    }

    /// The cases that have to be run, with the reasons.
    fn open(&self) -> Vec<(String, String)> {
        self.open_after(&|_| ())
    }

    /// The same where a package says something else.
    fn open_after(&self, change: &dyn Fn(&mut Problem)) -> Vec<(String, String)> {
        self.with_changed_runs(change, |runs| {
            let why =
                |index: usize| Some((runs.cases[index].name.clone(), runs.recalled(index).err()?));
            (0..runs.cases.len()).filter_map(why).collect()
        })
    }

    /// The names of the cases that have to be run.
    fn names(&self) -> Vec<String> {
        self.open().into_iter().map(|(name, _)| name).collect()
    }
}

/// An accepted run far from any limit.
fn accepted(case: &Case) -> Outcome {
    let measured = Measured {
        cpu: Duration::from_millis(10),
        limits: case.limits,
        wall: Duration::from_millis(20),
        memory: 1 << 20,
        output_bytes: 3,
        exit_code: Some(0),
        signal: None,
        is_noisy: false,
    };
    let message = "fine".to_owned();
    let verdict = Verdict::Accepted;
    Outcome { verdict, measured: Some(measured), message, ..Outcome::skipped(case, "") }
}

const TOKENS: &str = "[checker]\nname = 'tokens'\ncase_sensitive = true\n";
const PROGRAM: &str = "[checker]\nprogram = 'checkers/check.y'\nprotocol = 'icpc'\n\
                       arguments = ['1']\n[[override]]\ncases = 'secret/2'\ntime = 2.0\n";

/// What a change of a file makes run again.
#[derive(Debug, Clone, Copy)]
enum Reach {
    Nothing,
    Case(usize),
    Everything,
}

/// Changes of files: the file, a text in it, what takes its place, and what has to be run then.
const CHANGES: [(&str, &str, &str, Reach); 19] = [
    ("p/data/sample/1.in", "0", "7", Reach::Case(0)),
    ("p/data/secret/1.in", "1", "1 ", Reach::Case(1)),
    ("p/data/secret/2.in", "\n", "", Reach::Case(2)),
    ("p/data/sample/1.ans", "00", "0 0", Reach::Case(0)),
    ("p/data/secret/1.ans", "11", "12", Reach::Case(1)),
    ("p/data/secret/2.ans", "22", "2", Reach::Case(2)),
    ("p/problem.toml", "time = 2.0", "time = 2.5", Reach::Case(2)),
    ("p/problem.toml", "'secret/2'", "'secret/1'", Reach::Everything),
    ("p/problem.toml", "arguments = ['1']", "arguments = ['2']", Reach::Everything),
    ("p/problem.toml", "'icpc'", "'testlib'", Reach::Everything),
    ("p/checkers/check.y", "check", "Check", Reach::Everything),
    ("s/solution.x", "solve", "solve ", Reach::Everything),
    ("languages.toml", "'-x'", "'-xx'", Reach::Everything),
    ("languages.toml", "'-y'", "'-yy'", Reach::Everything),
    ("bin/x", "1.0", "1.1", Reach::Everything),
    ("bin/y", "1.0", "1.1", Reach::Everything),
    ("jury", "executable", "another executable", Reach::Everything),
    ("p/statement.md", "words", "other words", Reach::Nothing),
    ("p/submissions/accepted/other.x", "other", "another", Reach::Nothing),
];

/// `secret/1` has another limit then, and `secret/2` the usual one: both.
fn reached(number: usize) -> Vec<&'static str> {
    let (_, old, _, reach) = CHANGES[number];
    match reach {
        _ if old == "'secret/2'" => CASES[1..].to_vec(),
        Reach::Nothing => Vec::new(),
        Reach::Case(case) => vec![CASES[case]],
        Reach::Everything => CASES.to_vec(),
    }
}

#[test]
fn a_change_makes_run_again_just_what_it_can_change() {
    let world = World::new(PROGRAM);
    assert_eq!(world.names(), CASES);
    world.run(&accepted);
    assert_eq!(world.names(), [""; 0]);
    let mut random = SplitMix::of(1, 2);
    let mut seen = BTreeSet::new();
    let changes = if std::env::var_os("JURY_TEST_LONG").is_some() { 100 } else { 40 };
    for _ in 0..changes {
        let number = random.below(CHANGES.len());
        let (file, old, new, _) = CHANGES[number];
        let text = world.read(file);
        assert!(text.contains(old), "{file}: {old}");
        world.write(file, &text.replacen(old, new, 1));
        assert_eq!(world.names(), reached(number), "{file}: {old} → {new}");
        world.write(file, &text);
        assert_eq!(world.names(), [""; 0], "{file}: as it was");
        seen.insert(number);
    }
    assert!(seen.len() > CHANGES.len() / 2, "{seen:?}");
}

#[test]
fn isolation_machine_and_options_of_shipped_checkers_count() {
    let mut world = World::new(TOKENS);
    world.run(&accepted);
    let settings = world.read("p/problem.toml");
    world.write("p/problem.toml", &settings.replace("true", "false"));
    assert_eq!(world.open()[0].1, "checker changed");
    world.write("p/problem.toml", &settings);
    world.isolation.level = Level::Contained;
    assert_eq!(world.open()[2].1, "isolation: full → contained");
    world.isolation.level = Level::Full;
    world.isolation.walls[0].strength = Strength::Sampled;
    assert_eq!(world.names(), CASES);
    world.isolation.walls[0].strength = Strength::Enforced;
    assert_eq!(world.names(), [""; 0]);
    let tool = world.read("bin/x");
    world.write("bin/x", &tool.replace("1.0", "1.1"));
    assert_eq!(world.open()[1].1, "compiler: x 1.0 → x 1.1");
    world.write("bin/x", &tool);
    world.write("p/data/secret/3.in", "3\n");
    world.write("p/data/secret/3.ans", "3\n");
    let new = [("secret/3".to_owned(), "it was not run before".to_owned())];
    assert_eq!(world.open(), new);
}

/// Why a run that came to this is not recalled, if it is not.
#[track_caller]
fn case(change: &dyn Fn(&mut Outcome), expected: Option<&str>) {
    let world = World::new(TOKENS);
    world.run(&|case| {
        let mut outcome = accepted(case);
        change(&mut outcome);
        outcome
    });
    let why = world.open().first().map(|(_, why)| why.clone());
    match (why, expected) {
        (None, None) => {}
        (Some(why), Some(expected)) => assert!(why.ends_with(expected), "{why}"),
        (why, _) => panic!("{why:?}, expected {expected:?}"),
    }
}

fn with_measured(change: impl Fn(&mut Measured)) -> impl Fn(&mut Outcome) {
    move |outcome| outcome.measured.iter_mut().for_each(&change)
}

#[test]
fn what_noise_could_decide_is_not_recalled() {
    let limits = |outcome: &Outcome| outcome.measured.map_or(Limits::default(), |run| run.limits);
    let near = Some("came near to a limit");
    case(&|_| (), None);
    case(&with_measured(|run| run.is_noisy = true), near);
    case(&with_measured(|run| run.wall = run.limits.wall), near);
    let late = |outcome: &mut Outcome| {
        outcome.verdict = Verdict::TimeLimit;
        let limits = limits(outcome);
        with_measured(|run| {
            (run.cpu, run.wall, run.exit_code) = (limits.cpu * 2, limits.wall, None);
        })(outcome);
    };
    case(&late, None);
    case(&|one| one.verdict = Verdict::IdleLimit, Some("waited until the wall clock ran out"));
    case(&|one| one.verdict = Verdict::JudgeError, Some("was a judge error"));
    case(&|one| one.measured = None, Some("it was not run before"));
}

#[test]
fn what_came_to_different_outcomes_is_never_recalled_again() {
    let world = World::new(TOKENS);
    let wrong = |case: &Case| Outcome {
        verdict: if case.name == "secret/1" { Verdict::WrongAnswer } else { Verdict::Accepted },
        ..accepted(case)
    };
    world.run(&accepted);
    world.run(&wrong);
    assert_eq!(world.names(), ["secret/1"]);
    world.run(&wrong);
    let words = "two runs that should be the same came to different outcomes";
    assert_eq!(world.open(), [("secret/1".to_owned(), words.to_owned())]);
}

#[test]
fn a_file_that_changed_while_its_case_ran_is_not_kept() {
    let world = World::new(TOKENS);
    world.with_runs(|runs| {
        let ran: Vec<_> = runs.cases.iter().map(accepted).enumerate().collect();
        world.write("p/data/secret/1.in", "changed meanwhile\n");
        runs.keep(&Ended { ran: &ran, taken_over: &[], recalled: &[] });
    });
    assert_eq!(world.names(), ["secret/1"]);
    world.write("p/data/secret/1.in", "1\n");
    assert_eq!(world.names(), ["secret/1"]);
}

/// All that a report shows of a run comes back.
#[test]
fn an_outcome_is_recalled_as_it_was() {
    let world = World::new(TOKENS);
    let wrong = |case: &Case| {
        let files = jury_checkers::Files { input: b"1\n", output: b"2\n", answer: Some(b"3\n") };
        let place = Some(jury_checkers::Place { line: 1, column: 1 });
        let evidence = Evidence::collect(place, &files, b"warning\n");
        let score = Score::ratio(1, 3);
        let verdict = Verdict::WrongAnswer;
        Outcome { verdict, score, evidence: Some(evidence), ..accepted(case) }
    };
    world.run(&wrong);
    world.with_runs(|runs| {
        for (index, mut outcome) in runs.known(&[]) {
            assert!(outcome.recalled.take().is_some());
            assert_eq!(outcome, wrong(&runs.cases[index]));
        }
        assert_eq!(runs.known(&[]).len(), CASES.len());
        // But not of those that were run to find the time limit.
        let taken_over = [(1, accepted(&runs.cases[1]))];
        let known: Vec<_> = runs.known(&taken_over).into_iter().map(|(index, _)| index).collect();
        assert_eq!(known, [0, 2]);
    });
}

type Change<'a> = &'a dyn Fn(&mut Problem);

#[test]
fn what_a_package_says_of_a_case_counts() {
    let world = World::new(TOKENS);
    world.run(&accepted);
    world.write("files/a.txt", "1\n");
    let files = world.path("files");
    let argument = || vec!["-v".to_owned()];
    let terms = "arguments or scores of the checker changed";
    let changes: [(Change<'_>, &str, &[&str]); 6] = [
        (
            &|problem| problem.cases[1].settings.arguments = argument(),
            "arguments changed",
            &CASES[1..2],
        ),
        (
            &|problem| problem.cases[1].settings.files = Some(files.clone()),
            "files beside the program changed",
            &CASES[1..2],
        ),
        (
            &|problem| problem.cases[2].settings.checker_arguments = Some(argument()),
            terms,
            &CASES[2..],
        ),
        (&|problem| problem.root.checker_arguments = argument(), terms, &CASES),
        (&|problem| problem.root.scoring = Some(Scoring::Sum), terms, &CASES),
        (
            &|problem| {
                let most = Score::ratio(7, 1).unwrap();
                problem.root.full_by_case.insert(CASES[1].into(), most);
            },
            terms,
            &CASES[1..2],
        ),
    ];
    for (change, why, names) in changes {
        let open = world.open_after(change);
        let expected: Vec<_> =
            names.iter().map(|name| ((*name).to_owned(), why.to_owned())).collect();
        assert_eq!(open, expected);
    }
    // What the files hold counts, wherever they lie.
    let beside = |problem: &mut Problem| problem.cases[1].settings.files = Some(files.clone());
    world.with_changed_runs(&beside, |runs| {
        let ran: Vec<_> = runs.cases.iter().map(accepted).enumerate().collect();
        runs.keep(&Ended { ran: &ran, taken_over: &[], recalled: &[] });
    });
    assert_eq!(world.open_after(&beside), []);
    world.write("files/a.txt", "2\n");
    assert_eq!(world.open_after(&beside).len(), 1);
}

/// What is explained where the first run was recalled, the second was run, and the third was taken over from
/// measuring the time limit; and the cases that have to be run afterwards.
fn explained(mode: Mode, explains: bool, scoring: Scoring) -> (Vec<String>, Vec<String>) {
    let mut world = World { mode, explains, ..World::new(TOKENS) };
    let change = |problem: &mut Problem| problem.root.scoring = Some(scoring);
    let words = world.with_changed_runs(&change, |runs| {
        let outcomes: Vec<_> = runs.cases.iter().map(accepted).enumerate().collect();
        let mut recalled = outcomes[..1].to_vec();
        recalled[0].1.recalled = Some("2026-11-21 18:43:04".into());
        runs.keep(&Ended { ran: &outcomes[1..2], taken_over: &outcomes[2..], recalled: &recalled });
        let explanations = runs.recall.explanations();
        // They are told once.
        assert_eq!(runs.recall.explanations(), []);
        let submission = world.path("s/solution.x").display().to_string();
        assert!(explanations.iter().all(|one| one.submission == submission), "{explanations:?}");
        explanations.into_iter().map(|one| format!("{}: {}", one.case, one.words)).collect()
    });
    world.mode = Mode::Recall;
    (words, world.open_after(&change).into_iter().map(|(name, _)| name).collect())
}

#[test]
fn what_is_recalled_and_what_is_not_is_explained() {
    let recalled = "sample/1: recalled from 2026-11-21 18:43:04 UTC";
    let ran = "secret/1: not recalled: it was not run before";
    // Runs under other limits count as those of the cases where there are no points of groups.
    let first = || vec![CASES[0].to_owned()];
    let (words, open) = explained(Mode::Recall, true, Scoring::PassFail);
    assert_eq!((words, open), (vec![recalled.to_owned(), ran.to_owned()], first()));
    let (words, open) = explained(Mode::Recall, true, Scoring::Sum);
    let without = vec![CASES[0].to_owned(), CASES[2].to_owned()];
    assert_eq!((words, open), (vec![recalled.to_owned(), ran.to_owned()], without));
    let (words, open) = explained(Mode::Fresh, true, Scoring::PassFail);
    assert_eq!((words, open), (vec![recalled.to_owned()], first()));
    let (words, open) = explained(Mode::Recall, false, Scoring::PassFail);
    assert_eq!((words, open), (vec![], first()));
}
