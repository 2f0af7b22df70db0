//! How each program of the zoo must end: a table, walked at each level and as a plain user. These tests
//! take longest, and stand first in the alphabet so that they begin first.
//!
//! `cargo test --test sandbox the_zoo_at -- --nocapture --test-threads 1` prints it: program, verdict,
//! milliseconds of cleaning, and words, at each level.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use jury::limits::Limits;
use jury::sandbox::{Ending, Level, Limit};

use crate::home::Home;
use crate::long::usual_or_long;
use crate::zoo_support::{self, Zoo, has_full, is_root, program_view, sandbox};
use crate::{MIB, assert_clean, limits, ruling, run};

/// What a program of the zoo must come to.
#[derive(Debug, Clone, Copy)]
enum Must {
    /// End by itself with this code.
    Exit(i32),
    /// End by this signal.
    Signal(i32),
    /// Be stopped for this limit.
    Stop(Limit),
    /// Be stopped because it waits for what cannot come.
    Stuck,
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
            Self::Exit(_) | Self::Signal(_) | Self::Stuck => false,
            Self::Stop(one) | Self::ExitOr(_, one) => one == limit,
            Self::StopOr(one, other) => one == limit || other == limit,
        };
        let mut limits = limits();
        if may_stop(Limit::Cpu) {
            limits.cpu = Duration::from_millis(200);
            // A fork that fails leaves memory behind until the kernel gets round to freeing it: on
            // a busy machine, bombs hold far more than on an idle one.
            if !may_stop(Limit::Memory) {
                limits.memory = 512 * MIB;
            }
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
            Self::Stuck => ending == Ending::Stuck,
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
            Ending::Stopped(Limit::Wall) | Ending::Stuck => "ILE",
            Ending::Stopped(Limit::Memory) => "MLE",
            Ending::Stopped(Limit::Output | Limit::Files) => "OLE",
            Ending::Exited(_)
            | Ending::Signalled(_)
            | Ending::NotStarted(_)
            | Ending::Stopped(Limit::Processes) => "RTE",
        }
    }
}

use Must::{Exit, ExitOr, Signal, Stop, StopOr, Stuck};

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
    ("read_forever", Stuck, Stuck),
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
    ("heap_processes 30 hidden", Stop(Limit::Memory), Stop(Limit::Memory)),
    ("heap_inherited", Exit(0), Exit(0)),
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
    ("pipes 6 hidden", Stop(Limit::Memory), Stop(Limit::Memory)),
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
    ("own_policy", Exit(0), Exit(0)),
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
    // A plain user's endings differ from root's in few ways, and root walks all of it. What hides from
    // its own user is one of them.
    let set = |name| std::env::var_os(name).is_some();
    let is_second = set("JURY_TEST_ZOO") && !set("JURY_TEST_ROWS") && !is_root();
    let step = if is_second { usual_or_long(3, 1) } else { 1 };
    for (number, (command, full, contained)) in rows().into_iter().enumerate() {
        if number % step != 0 && !command.contains("hid") {
            continue;
        }
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
        let measured = include_str!("figures.rs").contains(&format!("\"{name}"));
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
    let home = Home::make();
    let output = home
        .plain_user("--clear-groups")
        .args(["--test-threads", "1"])
        .args(["contained", "input", "slot", "started", "counted", "killed_judge"])
        .args(["--skip", "faults::"])
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{words}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(words.contains("endings::the_zoo_at_contained ... ok"), "{words}");
}

/// The lesser levels hold what they say, leave no process behind and clean their box. Boxes lie among
/// temporary files: those of a process of its own, in which nobody else has any.
#[test]
fn lesser_levels_hold_what_they_say() {
    const NAME: &str = "endings::lesser_levels_hold_what_they_say";
    if std::env::var_os("JURY_TEST_BOXES").is_some() {
        walk_lesser(Level::Fenced, FENCED);
        walk_lesser(Level::Watched, &[]);
        return;
    }
    let boxes = tempfile::tempdir().unwrap();
    fs::set_permissions(boxes.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", NAME])
        .env("JURY_TEST_BOXES", "")
        .env("JURY_TEST_ZOO", Zoo::get().directory())
        .env("TMPDIR", boxes.path())
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && words.contains("1 passed"), "{words}");
    assert_eq!(fs::read_dir(boxes.path()).unwrap().count(), 0, "boxes are left behind");
}

/// What holds at every lesser level.
const LESSER: &[(&str, Must)] = &[
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
];

/// What holds besides where there is a fence.
const FENCED: &[(&str, Must)] = &[
    ("read_files /var /root /etc/shadow /sys /dev/mem", Exit(0)),
    ("network 1", Exit(0)),
    ("exotic_calls", Exit(0)),
    ("kill_everyone", Exit(7)),
];

fn walk_lesser(level: Level, more: &[(&str, Must)]) {
    let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
    for (command, must) in LESSER.iter().chain(more) {
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
