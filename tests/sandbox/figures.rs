//! What a run reports is true: CPU time of all its processes and peak memory, however they are
//! spread, at both levels that hold walls. How exact the figures are is for the benchmark `figures`;
//! here stands only what no load on the machine can change.

use std::process::Command;
use std::time::Duration;

use crate::zoo_support::{Zoo, executable, job, levels, program_view, sandbox};
use jury::limits::Limits;
use jury::sandbox::{Ending, Interrupt, Level, Limit, Run, Slot, Strength};

const MIB: u64 = 1 << 20;

/// How far a reading of memory may be from the truth: the kernel counts in pieces of 256 KiB a core,
/// before and after.
const GRAIN: u64 = MIB;

fn limits() -> Limits {
    Limits {
        cpu: Duration::from_secs(10),
        wall: Duration::from_mins(10),
        memory: 256 * MIB,
        output: MIB,
        processes: 16,
        files: 32 * MIB,
        kill: None,
    }
}

fn run(slot: &mut Slot, command: &str, limits: Limits) -> Run {
    slot.run(&job(command, limits), &Interrupt::default())
        .unwrap_or_else(|error| panic!("{command}: {error}: {error:?}"))
}

/// Acts with a slot at each level.
fn everywhere(action: impl Fn(Level, &mut Slot)) {
    for level in levels() {
        action(level, &mut sandbox(level).open(&program_view(Zoo::get())).unwrap());
    }
}

#[test]
fn the_time_of_all_processes_and_threads_is_counted() {
    everywhere(|level, slot| {
        for how in ["children", "orphans", "unwaited", "threads"] {
            // Each spends it by its own clock, so it cannot be less. Twice as much would be
            // something counted twice.
            let spent = Duration::from_millis(300)..Duration::from_millis(550);
            // A machine that stands still adds to a run, or keeps the judge from looking in time
            // where times are sampled; a wrong count is wrong each time.
            let mut seen = Vec::new();
            while !seen.last().is_some_and(|cpu| spent.contains(cpu)) {
                assert!(seen.len() < 5, "{level:?} {how}: {seen:?}");
                let run = run(slot, &format!("burn_tree {how}"), limits());
                assert_eq!(run.ending, Ending::Exited(0), "{level:?} {how}");
                seen.push(run.cpu);
            }
        }
    });
}

/// However short they live and whoever ignores their end.
#[test]
fn the_time_of_short_children_is_counted() {
    everywhere(|level, slot| {
        for how in ["ignored", "unkept", "vfork", "orphans", "killed"] {
            // Each spends a millisecond by its own clock. What it takes to make them comes on top.
            let run = run(slot, &format!("short_children {how} 300"), limits());
            assert_eq!(run.ending, Ending::Exited(0), "{level:?} {how}");
            let spent = run.cpu.as_millis();

            assert!(spent >= 290, "{level:?} {how}: only {spent} ms of 300 were seen");
        }
    });
}

/// What the kernel holds for watches counts, where no control group counts it for us.
#[test]
fn what_is_watched_for_is_counted_as_memory() {
    let mut slot = sandbox(Level::Contained).open(&program_view(Zoo::get())).unwrap();
    let limits = Limits { memory: 16 * MIB, ..limits() };
    let many = run(&mut slot, "watches 100000", limits);
    assert_eq!(many.ending, Ending::Stopped(Limit::Memory));
    let few = run(&mut slot, "watches 1000", limits);
    assert_eq!(few.ending, Ending::Exited(0));
    let tables = run(&mut slot, "tables", Limits { memory: 64 * MIB, ..limits });
    assert_eq!(tables.ending, Ending::Stopped(Limit::Memory));
}

/// What rests on tracing is said not to stand where that is forbidden, and programs still run.
#[test]
fn walls_that_rest_on_tracing_are_none_without_it() {
    let program = Zoo::get().directory().join("without_ptrace");
    for level in ["contained", "fenced"] {
        let cache = tempfile::tempdir().unwrap();
        let output = Command::new(&program)
            .arg(executable())
            .env("JURY_CACHE", cache.path())
            .current_dir("/")
            .args(["doctor", "--json", "-", "--sandbox", level])
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{level}: {words}");
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["isolation"]["level"], level);
        for wall in found["isolation"]["walls"].as_array().unwrap() {
            let is_open = wall["strength"] == "none";
            let rests = ["cpu", "memory"].contains(&wall["wall"].as_str().unwrap());
            let by = wall["by"].as_str().unwrap();
            assert_eq!(is_open && by.contains("cannot be traced here"), rests, "{level}: {wall}");
        }
    }
}

#[test]
fn the_memory_of_all_processes_is_counted_together() {
    everywhere(|level, slot| {
        let memory = run(slot, "heap_processes 30", limits()).memory;
        assert!((90 * MIB - GRAIN..96 * MIB).contains(&memory), "{level:?}: {memory} bytes");
    });
}

/// Programs begin in the memory of their slot, and that of this executable is larger than this.
#[test]
fn the_memory_of_the_slot_is_not_the_programs() {
    everywhere(|level, slot| {
        let small = run(slot, "heap 1", Limits { memory: 5 * MIB, ..limits() });
        assert_eq!(small.ending, Ending::Exited(0), "{level:?}: {} bytes", small.memory);
        assert!(small.memory < 5 * MIB, "{level:?}: {} bytes", small.memory);
    });
}

#[test]
fn files_in_the_box_are_counted_as_memory() {
    everywhere(|level, slot| {
        let held = run(slot, "fill_box 32", limits());
        assert_eq!(held.ending, Ending::Exited(0), "{level:?}");
        assert!(
            (32 * MIB - GRAIN..36 * MIB).contains(&held.memory),
            "{level:?}: {} bytes",
            held.memory
        );
        let over = run(slot, "fill_box 32", Limits { memory: 24 * MIB, ..limits() });
        assert_eq!(over.ending, Ending::Stopped(Limit::Memory), "{level:?}");
        // And the next program starts with an empty box again.
        let next = run(slot, "heap 1", limits());
        assert!(next.memory < 16 * MIB, "{level:?}: {} bytes", next.memory);
    });
}

#[test]
fn what_is_only_sampled_is_called_so() {
    everywhere(|level, _| {
        let sandbox = sandbox(level);
        let isolation = sandbox.isolation();
        let is_full = level == Level::Full;
        for (name, below_full) in [("cpu", Strength::Enforced), ("memory", Strength::Sampled)] {
            let wall = isolation.walls.iter().find(|wall| wall.wall == name).unwrap();
            let wanted = if is_full { Strength::Enforced } else { below_full };
            assert_eq!(wall.strength, wanted, "{level:?} {name}");
        }
        let source = &isolation.memory_source;
        assert_eq!(source.contains("sampled"), !is_full, "{level:?}: {source}");
    });
}
