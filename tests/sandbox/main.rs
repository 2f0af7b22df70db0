//! The sandbox against programs that try it: the zoo in `tests/zoo`, one small program a trick,
//! each with the ending it must get. After each, the same slot must be clean and serve an honest
//! run. Everything runs at both levels that hold walls; where the machine lacks what a level
//! needs, the test fails, for then nothing was proved.
//!
//! `cargo test --test sandbox the_zoo_at -- --nocapture --test-threads 1` prints the zoo's table:
//! program, verdict, milliseconds of cleaning, and words, at each level.

#[path = "sandbox/figures.rs"]
mod figures;
#[path = "sandbox/home.rs"]
mod home;
#[path = "sandbox/inputs.rs"]
mod inputs;
mod zoo_support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use jury::limits::Limits;
use jury::ruling::{Ruling, classify};
use jury::sandbox::{
    BuildBox, Ending, Input, Interrupt, Interview, Job, Level, Limit, Policy, Run, Sandbox,
    SandboxError, Slot, View, Workspace,
};
use zoo_support::{Zoo, has_full, is_root, job, levels, program_view, sandbox};

const MIB: u64 = 1 << 20;

/// Far more than anything waited for takes, on whatever machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a program of the zoo must come to.
#[derive(Debug, Clone, Copy)]
enum Must {
    /// End by itself with this code.
    Exit(i32),
    /// End by this signal.
    Signal(i32),
    /// Be stopped for this limit.
    Stop(Limit),
    /// Be stopped for one of these, whichever comes first.
    StopOr(Limit, Limit),
    /// End by itself with this code, or be stopped for this limit just before.
    ExitOr(i32, Limit),
}

impl Must {
    /// Limits for it: times are short only where they may be what stops the run, so that neither
    /// a busy machine nor a slow one changes anything else.
    fn limits(self) -> Limits {
        let may_stop = |limit| match self {
            Self::Exit(_) | Self::Signal(_) => false,
            Self::Stop(one) | Self::ExitOr(_, one) => one == limit,
            Self::StopOr(one, other) => one == limit || other == limit,
        };
        let mut limits = limits();
        if may_stop(Limit::Cpu) {
            limits.cpu = Duration::from_millis(200);
        }
        if may_stop(Limit::Wall) {
            limits.wall = Duration::from_millis(2500);
        }
        limits
    }

    fn holds(self, ending: Ending) -> bool {
        match self {
            Self::Exit(code) => ending == Ending::Exited(code),
            Self::Signal(signal) => ending == Ending::Signalled(signal),
            Self::Stop(limit) => ending == Ending::Stopped(limit),
            Self::StopOr(one, other) => {
                [Ending::Stopped(one), Ending::Stopped(other)].contains(&ending)
            }
            Self::ExitOr(code, limit) => {
                [Ending::Exited(code), Ending::Stopped(limit)].contains(&ending)
            }
        }
    }
}

impl Must {
    /// The verdict that this ending must get.
    fn verdict(ending: Ending) -> &'static str {
        match ending {
            Ending::Exited(0) => "--",
            Ending::Signalled(31) => "SV",
            Ending::Stopped(Limit::Cpu) => "TLE",
            Ending::Stopped(Limit::Wall) => "ILE",
            Ending::Stopped(Limit::Memory) => "MLE",
            Ending::Stopped(Limit::Output | Limit::Files) => "OLE",
            Ending::Exited(_)
            | Ending::Signalled(_)
            | Ending::NotStarted(_)
            | Ending::Stopped(Limit::Processes) => "RTE",
        }
    }
}

use Must::{Exit, ExitOr, Signal, Stop, StopOr};

/// The zoo: program with arguments, what it must come to at `full`, and at `contained`.
const ROWS: &[(&str, Must, Must)] = &[
    ("exit_code", Exit(42), Exit(42)),
    ("abort", Signal(6), Signal(6)),
    ("kill_self", Signal(9), Signal(9)),
    ("segv", Signal(11), Signal(11)),
    ("alarm", Signal(14), Signal(14)),
    ("burn 100", Exit(0), Exit(0)),
    ("spin", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("spin_processes", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("spin_threads", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("spin_orphans", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("spin_unwaited", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("short_children ignored", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("short_children unkept", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("short_children vfork", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("short_children orphans", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("short_children killed", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("spin_masked", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("sleep", Stop(Limit::Wall), Stop(Limit::Wall)),
    ("stop_self", Stop(Limit::Wall), Stop(Limit::Wall)),
    ("read_forever", Stop(Limit::Wall), Stop(Limit::Wall)),
    ("flood_output", Stop(Limit::Output), Stop(Limit::Output)),
    ("flood_errors", Stop(Limit::Output), Stop(Limit::Output)),
    ("flood_orphan", ExitOr(0, Limit::Output), ExitOr(0, Limit::Output)),
    ("output 1048576", Exit(0), Exit(0)),
    ("output 1048577", Stop(Limit::Output), Stop(Limit::Output)),
    ("output_unblocked", Exit(0), Exit(0)),
    ("close_streams", Exit(0), Exit(0)),
    ("orphan_output", Exit(0), Exit(0)),
    ("heap 40", Exit(0), Exit(0)),
    ("heap 400", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("heap_untouched", Exit(0), Exit(0)),
    ("heap_static", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("heap_processes", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("heap_processes 10", Exit(0), Exit(0)),
    ("heap_grandchild", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("heap_shared", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("oom_victim 1", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("shared_space 40", Exit(0), Exit(0)),
    ("refused_shared", Exit(0), Exit(0)),
    // Where nobody counts such pages, there is no way to make them.
    ("pinned_pages", Stop(Limit::Memory), Exit(0)),
    ("hidden_shared anonymous", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("hidden_shared anonymous 4", Stop(Limit::Memory), Stop(Limit::Memory)),
    // Where nobody counts such memory, nobody can open the device to have any.
    ("hidden_shared zero", Stop(Limit::Memory), Exit(0)),
    ("memory_file", Stop(Limit::Memory), Exit(3)),
    ("stack 40", Exit(0), Exit(0)),
    ("stack 400", Stop(Limit::Memory), Stop(Limit::Memory)),
    // Where the kernel counts no memory, pipes stay small, and only many of them count.
    ("pipes", Stop(Limit::Memory), Exit(0)),
    ("pipes 6", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("fill_box 8", Exit(0), Exit(0)),
    ("fill_names", Exit(0), Exit(0)),
    ("big_file", Stop(Limit::Files), Stop(Limit::Files)),
    ("sparse_file", Stop(Limit::Files), Stop(Limit::Files)),
    ("deep", Exit(0), Exit(0)),
    ("odd_files", Exit(0), Exit(0)),
    ("marks", Exit(0), Exit(0)),
    ("mount_over", Exit(0), Exit(0)),
    ("run_box", Exit(0), Exit(0)),
    ("fork_bomb", StopOr(Limit::Cpu, Limit::Wall), StopOr(Limit::Cpu, Limit::Wall)),
    ("fork_bomb_sessions", StopOr(Limit::Cpu, Limit::Wall), StopOr(Limit::Cpu, Limit::Wall)),
    ("many_orphans", Exit(0), Exit(0)),
    ("many_pids", Exit(0), Exit(0)),
    ("vfork_away", Exit(5), Exit(5)),
    ("stopped_child", Exit(6), Exit(6)),
    ("kill_everyone", Exit(7), Exit(7)),
    ("kill_parent", Exit(8), Exit(8)),
    ("kill_group", Signal(9), Signal(9)),
    ("signal_storm", Exit(0), Exit(0)),
    ("clone_parent", Exit(9), Exit(9)),
    ("subreaper", Exit(10), Exit(10)),
    ("write_outside", Exit(0), Exit(0)),
    ("identity", Exit(0), Exit(0)),
    ("namespaces", Exit(0), Exit(0)),
    ("look_into_others", Exit(0), Exit(0)),
    ("exotic_calls", Exit(0), Exit(0)),
    ("first_number", Exit(0), Exit(0)),
    ("first_number", Exit(0), Exit(0)),
    ("locks", Exit(0), Exit(0)),
    ("foreign_calls", Signal(31), Signal(31)),
    ("x32_calls", Signal(31), Signal(31)),
    ("descriptors", Exit(0), Exit(0)),
    ("many_arguments", Exit(13), Exit(13)),
    ("scan_processes", Exit(0), Exit(0)),
    ("run_anew", Exit(42), Exit(42)),
    ("niceness", Exit(0), Exit(0)),
    ("abandon_memory", Exit(0), Exit(0)),
    ("own_filter", Exit(14), Exit(14)),
    ("clone3_parent", Exit(0), Exit(0)),
    ("raise_limits", Exit(0), Exit(0)),
    ("real_time", Exit(0), Exit(0)),
    ("lock_memory", Exit(0), Exit(0)),
    ("nameless_files", Exit(0), Exit(0)),
    ("huge_marks", Exit(0), Exit(0)),
    ("watch_others", Exit(0), Exit(0)),
    ("pidfd_signals", Exit(16), Exit(16)),
    ("write_into_others", Exit(0), Exit(0)),
    ("messages_left", Exit(0), Exit(0)),
    ("abstract_socket", Exit(0), Exit(0)),
    // The name must be free again.
    ("abstract_socket", Exit(0), Exit(0)),
    ("key_rings", Exit(0), Exit(0)),
    ("personality", Exit(0), Exit(0)),
    ("own_group", Exit(0), Exit(0)),
    ("stop_and_go", StopOr(Limit::Wall, Limit::Cpu), StopOr(Limit::Wall, Limit::Cpu)),
    ("between_ticks", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("interval_timers", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("close_early", Stop(Limit::Cpu), Stop(Limit::Cpu)),
    ("zombies", Exit(0), Exit(0)),
    ("hard_links", Exit(0), Exit(0)),
    ("set_user_id", Exit(0), Exit(0)),
    ("page_tables", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("full_sockets", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("job_control", Exit(0), Exit(0)),
    ("threads_in_turn", Exit(0), Exit(0)),
    ("core_dump", Exit(0), Exit(0)),
    ("set_clocks", Exit(0), Exit(0)),
    ("administration", Exit(0), Exit(0)),
    ("terminal", Exit(0), Exit(0)),
    ("own_supervisor", Exit(0), Exit(0)),
    ("vfork_sleep", Stop(Limit::Wall), Stop(Limit::Wall)),
    ("reopen_streams", Exit(0), Exit(0)),
    ("execute_output", Exit(0), Exit(0)),
    ("death_in_descent", Signal(6), Signal(6)),
    ("reused_pids", Exit(0), Exit(0)),
    ("many_maps", StopOr(Limit::Cpu, Limit::Memory), StopOr(Limit::Cpu, Limit::Memory)),
    ("epoll_watches", StopOr(Limit::Cpu, Limit::Memory), StopOr(Limit::Cpu, Limit::Memory)),
];

/// Times are far off.
fn limits() -> Limits {
    Limits {
        cpu: Duration::from_secs(60),
        wall: Duration::from_secs(180),
        memory: 64 * MIB,
        output: MIB,
        processes: 16,
        files: 8 * MIB,
    }
}

fn run(slot: &mut Slot, command: &str, limits: Limits) -> Run {
    slot.run(&job(command, limits), &Interrupt::default())
        .unwrap_or_else(|error| panic!("{command}: {error}: {error:?}"))
}

/// An honest run in the same slot sees nothing of what was before.
#[track_caller]
fn assert_clean(slot: &mut Slot, after: &str) {
    let cores = std::thread::available_parallelism().unwrap();
    let nice = rustix::process::getpriority_process(None).unwrap();
    let run = run(slot, &format!("clean {cores} {nice}"), limits());
    let errors = String::from_utf8_lossy(&run.errors);
    assert_eq!(run.ending, Ending::Exited(0), "after {after}: {errors}");
    assert_eq!(run.output, b"clean\n", "after {after}");
}

/// The verdict and the words that a contestant gets for a run, where the run alone decides.
fn ruling(run: &Run, limits: &Limits) -> (&'static str, String) {
    match classify(run, limits) {
        Some(Ruling { verdict, message }) => (verdict.code(), message),
        None => ("--", "left to the checker".to_owned()),
    }
}

/// All rows; or, on machines that are too slow for that, those that `JURY_TEST_ROWS` names, with commas
/// between them.
fn rows() -> Vec<&'static (&'static str, Must, Must)> {
    let Ok(names) = std::env::var("JURY_TEST_ROWS") else { return ROWS.iter().collect() };
    let row =
        |name| ROWS.iter().find(|row| row.0 == name).unwrap_or_else(|| panic!("no row {name}"));
    names.split(',').map(row).collect()
}

/// Walks the zoo at one level, and prints its table.
fn walk(level: Level) {
    let zoo = Zoo::get();
    let mut slot = sandbox(level).open(&program_view(zoo)).unwrap();
    let mut wrong = Vec::new();
    let mut slowest = (Duration::ZERO, "");
    println!("{:10} {:22} {:7} {:>11}  words", "level", "program", "verdict", "cleaning ms");
    for (command, full, contained) in rows() {
        let must = if level == Level::Full { full } else { contained };
        let began = Instant::now();
        let run = run(&mut slot, command, must.limits());
        let cleaning = began.elapsed().saturating_sub(run.wall);
        let (verdict, words) = ruling(&run, &must.limits());
        slowest = slowest.max((cleaning, command));
        println!(
            "{:10} {command:22} {verdict:7} {:11.1}  {words}",
            level.name(),
            cleaning.as_secs_f64() * 1e3,
        );
        if Must::verdict(run.ending) != verdict || words.is_empty() {
            wrong.push(format!("{command}: {verdict} ({words}) for {:?}", run.ending));
        }
        if !must.holds(run.ending) {
            let errors = String::from_utf8_lossy(&run.errors[..run.errors.len().min(300)]);
            wrong.push(format!("{command}: {:?}, not {must:?}: {errors}", run.ending));
        }
        assert!(run.output.len() as u64 <= MIB && run.errors.len() <= 64 << 10, "{command}");
        assert_clean(&mut slot, command);
    }
    println!("{:10} slowest cleaning: {:?} after {}", level.name(), slowest.0, slowest.1);
    assert!(wrong.is_empty(), "at {}:\n{}", level.name(), wrong.join("\n"));
}

#[test]
fn the_zoo_is_walked_whole() {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/zoo");
    let walked: BTreeSet<&str> =
        ROWS.iter().map(|(command, ..)| command.split(' ').next().unwrap()).collect();
    // Those that need more than a row: an input, a view, a count.
    let apart = [
        "build_box",
        "clean",
        "echo_input",
        "environment",
        "files_outside",
        "fork_count",
        "network",
        "read_files",
        "rewrite_input",
        "thread_count",
        "told",
    ];
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let measured = include_str!("sandbox/figures.rs").contains(&format!("\"{name}"));
        if path.extension().is_some_and(|kind| kind == "c") && !measured {
            assert!(walked.contains(name) != apart.contains(&name), "{name}: no row, or two");
        }
    }
}

#[test]
fn the_zoo_at_full() {
    if has_full() {
        walk(Level::Full);
    }
}

#[test]
fn the_zoo_at_contained() {
    walk(Level::Contained);
}

/// A plain user: this very test executable again, as nobody, with copies that nobody can read.
#[test]
fn the_zoo_as_a_plain_user() {
    if !is_root() {
        return;
    }
    let home = home::Home::make();
    let output = home
        .plain_user("--clear-groups")
        .args(["--test-threads", "1"])
        .args(["contained", "input", "slot", "started", "counted", "killed_judge"])
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{words}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(words.contains("the_zoo_at_contained ... ok"), "{words}");
}

/// The lesser levels hold what they say, leave no process behind and clean their box.
#[test]
fn lesser_levels_hold_what_they_say() {
    let zoo = Zoo::get();
    let boxes = || {
        let entries = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
        entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("jury-box-of-"))
            .count()
    };
    let before = boxes();
    for (level, rows) in [
        (
            Level::Fenced,
            &[
                ("read_files /var /root /etc/shadow /sys /dev/mem", Exit(0)),
                ("network 1", Exit(0)),
                ("exotic_calls", Exit(0)),
                ("kill_everyone", Exit(7)),
            ] as &[_],
        ),
        (Level::Watched, &[]),
    ] {
        let mut slot = sandbox(level).open(&program_view(zoo)).unwrap();
        for (command, must) in [
            ("exit_code", Exit(42)),
            ("abort", Signal(6)),
            ("spin", Stop(Limit::Cpu)),
            ("spin_orphans", Stop(Limit::Cpu)),
            ("sleep", Stop(Limit::Wall)),
            ("flood_output", Stop(Limit::Output)),
            ("heap 400", Stop(Limit::Memory)),
            ("big_file", Stop(Limit::Files)),
            // Landlock looks at every parent of every file.
            ("deep", ExitOr(0, Limit::Cpu)),
            ("subreaper", Exit(10)),
        ]
        .iter()
        .chain(rows)
        {
            let run = run(&mut slot, command, must.limits());
            let errors = String::from_utf8_lossy(&run.errors);
            assert!(must.holds(run.ending), "{level:?} {command}: {:?} {errors}", run.ending);
        }
        let slots = zoo_support::own_slots();
        assert!(!slots.is_empty());
        for slot in slots {
            assert_eq!(zoo_support::children(slot), [0; 0], "{level:?}");
        }
    }
    assert_eq!(boxes(), before, "boxes are left behind");
}

#[test]
fn host_files_and_services_are_out_of_reach() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let here = std::env::current_dir().unwrap();
    let secret = tempfile::NamedTempFile::new().unwrap();
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let command = format!("files_outside {} {}", here.display(), secret.path().display());
        for command in [command, format!("network {port}")] {
            let run = run(&mut slot, &command, limits());
            let errors = String::from_utf8_lossy(&run.errors);
            assert_eq!(run.ending, Ending::Exited(0), "{level:?} {command}: {errors}");
        }
    }
}

#[test]
fn programs_that_cannot_be_started_are_told_apart() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        for (program, errno) in [("/program/none", 2), ("/etc/passwd", 13), ("/program/broken", 8)]
        {
            let mut job = job("exit_code", limits());
            job.argv[0] = program.into();
            let run = slot.run(&job, &Interrupt::default()).unwrap();
            assert_eq!(run.ending, Ending::NotStarted(errno), "{level:?} {program}");
        }
        assert_clean(&mut slot, "programs that cannot be started");
    }
}

#[test]
fn arguments_and_environment_are_given_as_told_to_the_started_program() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let mut job = job("environment", limits());
        job.argv.push("an argument".into());
        job.environment = vec![("A".into(), "b".into())];
        let run = slot.run(&job, &Interrupt::default()).unwrap();
        let errors = String::from_utf8_lossy(&run.errors);
        assert_eq!(run.ending, Ending::Exited(0), "{level:?}: {errors}");
    }
}

#[test]
fn processes_and_threads_are_counted_and_refused() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        for command in ["fork_count", "thread_count"] {
            let run = run(&mut slot, command, limits());
            assert_eq!(run.ending, Ending::Exited(0));
            assert_eq!(run.output, b"16\n", "{level:?} {command}");
            if level == Level::Full {
                assert!(run.refused_processes > 0, "{command}");
            }
        }
    }
}

#[test]
fn figures_are_counted_truly() {
    // What the judge itself holds must not show.
    let ballast = std::hint::black_box(vec![1_u8; 512 << 20]);
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let held = run(&mut slot, "heap 20", limits()).memory;
        assert!((19 * MIB..22 * MIB + MIB / 2).contains(&held), "{level:?}: {held} bytes");
        // The program spends it by its own clock; how much the start of a process adds is the
        // machine's matter.
        let burnt = run(&mut slot, "burn 200", limits()).cpu.as_secs_f64();
        assert!((0.199..0.4).contains(&burnt), "{level:?}: {burnt} s");
        let limits = Stop(Limit::Wall).limits();
        let began = Instant::now();
        let slept = run(&mut slot, "sleep", limits).wall;
        assert!((limits.wall..began.elapsed()).contains(&slept), "{level:?}: {slept:?}");
    }
    drop(ballast);
}

/// Once a process was killed for lack of memory, nothing else decides, and nothing else is waited for.
#[test]
fn lack_of_memory_decides_before_time() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let soon = Limits { cpu: Duration::from_millis(500), memory: 16 * MIB, ..limits() };
        let spun = run(&mut slot, "oom_victim", soon);
        assert_eq!(ruling(&spun, &soon).0, "MLE", "{level:?}: {spun:?}");
        for command in ["oom_victim", "oom_victim 1"] {
            let run = run(&mut slot, command, limits());
            assert_eq!(run.ending, Ending::Stopped(Limit::Memory), "{level:?} {command}");
            let went_on = run.wall > limits().wall / 2 || run.cpu > limits().cpu / 2;
            assert!(!went_on, "{level:?} {command}: {run:?}");
        }
    }
}

/// What the kernel spends on the end of what was killed is neither the program's CPU time nor waited
/// for before the next run. A machine that is busy may add to either; a wrong count is wrong each time.
#[test]
fn kernel_work_after_the_end_is_nobodys() {
    let limits =
        Limits { cpu: Duration::from_millis(900), memory: 4096 * MIB, processes: 64, ..limits() };
    let line = limits.kill_cpu();
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        for command in ["many_maps 40", "epoll_watches 30"] {
            let mut seen = Vec::new();
            loop {
                let began = Instant::now();
                let stopped = run(&mut slot, command, limits);
                let cleaning = began.elapsed().saturating_sub(stopped.wall);
                assert_eq!(stopped.ending, Ending::Stopped(Limit::Cpu), "{level:?} {command}");
                assert!(stopped.cpu >= line, "{level:?} {command}: {stopped:?}");
                seen.push((stopped.cpu, cleaning));
                assert_clean(&mut slot, command);
                if stopped.cpu <= line.mul_f64(1.1) && cleaning < Duration::from_millis(400) {
                    break;
                }
                assert!(seen.len() < 5, "{level:?} {command}: {seen:?}");
            }
            println!("{level:?} {command}: CPU time and cleaning {seen:?}");
        }
    }
}

#[test]
fn a_slot_survives_a_thousand_runs() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        for _ in 0..1000 {
            assert_eq!(run(&mut slot, "exit_code", limits()).ending, Ending::Exited(42));
        }
        assert_clean(&mut slot, "a thousand runs");
    }
}

#[test]
fn slots_work_side_by_side() {
    for level in levels() {
        let sandbox = sandbox(level);
        std::thread::scope(|scope| {
            for code in 0..4_u64 {
                let sandbox = &sandbox;
                scope.spawn(move || {
                    let mut slot = sandbox.open(&program_view(Zoo::get())).unwrap();
                    for length in 0..100 {
                        let run =
                            run(&mut slot, &format!("output {}", code * 100 + length), limits());
                        assert_eq!(run.ending, Ending::Exited(0));
                        assert_eq!(run.output_bytes, code * 100 + length);
                    }
                });
            }
        });
    }
}

#[test]
fn an_interrupt_stops_a_run_and_spares_the_slot() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let interrupt = Interrupt::default();
        let began = Instant::now();
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                interrupt.0.store(true, Ordering::Relaxed);
            });
            slot.run(&job("sleep", limits()), &interrupt)
        });
        assert!(matches!(result, Err(SandboxError::Interrupted)), "{result:?}");
        assert!(began.elapsed() < limits().wall / 2, "{level:?}: it waited for the program");
        assert_clean(&mut slot, "an interrupt");
    }
}

#[test]
fn a_killed_slot_is_replaced() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let slots = zoo_support::own_slots();
        assert_eq!(slots.len(), 1);
        for pid in slots {
            Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap();
        }
        assert_eq!(run(&mut slot, "exit_code", limits()).ending, Ending::Exited(42));
        assert_clean(&mut slot, "the slot's violent end");
    }
}

#[test]
fn what_a_build_makes_can_be_collected() {
    for level in levels() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("src")).unwrap();
        fs::write(place.path().join("src/main.c"), "mine").unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let build = BuildBox { folder: place.path().to_owned(), size: 8 * MIB };
        let view = View { workspace: Workspace::Build(build), ..program_view(Zoo::get()) };
        let mut slot = sandbox(level).open(&view).unwrap();
        for command in ["build_box", "fill_box 8"] {
            let run = run(&mut slot, command, limits());
            let errors = String::from_utf8_lossy(&run.errors);
            assert_eq!(run.ending, Ending::Exited(0), "{level:?} {command}: {errors}");
        }
        // The slot's own memory took it all; the host's folder is as it was.
        let inside = |name: &str| {
            let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
            let mode = rustix::fs::Mode::empty();
            rustix::fs::openat(slot.workspace().unwrap(), name, flags, mode)
        };
        let mut made = String::new();
        fs::File::from(inside("out/made").unwrap()).read_to_string(&mut made).unwrap();
        assert_eq!(made, "made of mine");
        assert!(inside("nothing").is_err());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
        assert_eq!(fs::read_dir(place.path().join("src")).unwrap().count(), 1);
    }
}

#[test]
fn a_policy_is_kept_or_refused_in_words() {
    let executable = zoo_support::executable();
    let probe = |policy| Sandbox::probe_with(&executable, policy);
    let strongest = probe(Policy::Strongest).unwrap().isolation().level;
    assert_eq!(strongest, if has_full() { Level::Full } else { Level::Contained });
    let contained = probe(Policy::AtMost(Level::Contained)).unwrap();
    assert_eq!(contained.isolation().level, Level::Contained);
    let walls = contained.isolation().walls.iter().map(|wall| wall.wall.as_str());
    assert!(walls.eq(jury::sandbox::WALLS));
    let wrong = Sandbox::probe_with("/bin/false".as_ref(), Policy::Strongest).unwrap_err();
    assert!(wrong.to_string().contains("--sandbox=fenced"), "{wrong}");
    // This executable's own `main` is no slot.
    assert!(Sandbox::probe(Policy::Strongest).unwrap_err().to_string().contains("enter_if_child"));
}

/// A judge that is killed in the middle of a run leaves no process.
#[test]
fn a_killed_judge_leaves_nothing() {
    if let Some(level) = std::env::var_os("JURY_TEST_VICTIM") {
        let level = levels().into_iter().find(|one| *one.name() == *level).unwrap();
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        println!("running");
        run(&mut slot, "subreaper", limits());
        run(&mut slot, "sleep", limits());
        return;
    }
    for level in levels() {
        let mut judge = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_killed_judge_leaves_nothing", "--nocapture"])
            .env("JURY_TEST_VICTIM", level.name())
            .env("JURY_TEST_ZOO", Zoo::get().directory())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let (mut slots, mut inside) = (Vec::new(), Vec::new());
        let deadline = Instant::now() + PATIENCE;
        while inside.is_empty() {
            assert!(Instant::now() < deadline, "{level:?}: nothing ran");
            std::thread::sleep(Duration::from_millis(50));
            slots = zoo_support::slots_of(judge.id());
            inside = slots.iter().flat_map(|slot| zoo_support::children(*slot)).collect();
        }
        judge.kill().unwrap();
        judge.wait().unwrap();
        let gone = |pid: &u32| {
            !PathBuf::from(format!("/proc/{pid}/exe")).exists()
                || fs::read_to_string(format!("/proc/{pid}/stat"))
                    .is_ok_and(|text| text.contains(") Z"))
                || !PathBuf::from(format!("/proc/{pid}")).exists()
        };
        let deadline = Instant::now() + PATIENCE;
        while !slots.iter().chain(&inside).all(gone) {
            assert!(Instant::now() < deadline, "{level:?}: {slots:?} {inside:?} live on");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The first program ends only after the second one has: so it waits in vain where that one's input
/// is closed later than its own wait begins.
#[test]
fn interviews_are_closed_together() {
    let folder = tempfile::tempdir().unwrap();
    // Programs are another user, and at this level see all files.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let sandbox = Sandbox::probe_with(&zoo_support::executable(), Policy::AtMost(Level::Watched));
    let sandbox = sandbox.unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let (one, two) = (first.display(), second.display());
    let jobs = [
        format!("cat; while ! test -e {two}; do sleep 0.01; done; : > {one}"),
        format!("cat; : > {two}"),
    ]
    .map(|script| Job {
        argv: ["/bin/sh", "-c", &script].map(Into::into).into(),
        environment: vec![("PATH".into(), "/bin:/usr/bin".into())],
        input: Input::Empty,
        limits: Limits {
            cpu: Duration::from_secs(600),
            wall: Duration::from_secs(600),
            ..limits()
        },
    });
    let mut slots = [(), ()].map(|()| sandbox.open(&View::default()).unwrap());
    let interrupt = Interrupt::default();
    std::thread::scope(|scope| {
        let both = slots.iter_mut().zip(&jobs);
        let both = both.map(|(slot, job)| Interview::begin(scope, slot, job, &interrupt).unwrap());
        Interview::close_all(both.collect::<Vec<_>>(), Duration::from_secs(300));
    });
    assert!(first.exists() && second.exists());
}
