//! A slot's own process killed, stopped, or held up from outside: the run is repeated in a fresh
//! slot or is an error, never a verdict.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jury::limits::Limits;
use jury::sandbox::{Ending, Interrupt, Level, Run, SandboxError, Slot};
use rustix::process::Signal;

use super::common::{Who, World, signal};
use crate::long::usual_or_long;
use crate::zoo_support::{
    Zoo, copy_executable, is_root, job, levels, own_slots, program_view, sandbox, slots_of_thread,
};

fn limits() -> Limits {
    Limits {
        cpu: Duration::from_secs(2),
        wall: Duration::from_millis(1500),
        memory: 64 << 20,
        ..Limits::default()
    }
}

fn slot(level: Level) -> Slot {
    sandbox(level).open(&program_view(Zoo::get())).unwrap()
}

fn run(slot: &mut Slot, command: &str) -> Result<Run, SandboxError> {
    slot.run(&job(command, limits()), &Interrupt::default())
}

#[track_caller]
fn assert_serves(slot: &mut Slot) {
    assert_eq!(run(slot, "exit_code").unwrap().ending, Ending::Exited(42));
    // One that was killed may take a while to be gone on a busy machine.
    let begin = Instant::now();
    while own_slots().len() > 1 && begin.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(own_slots().len(), 1, "the old slot is left");
}

/// Does something to the slot once the run has gone on for so long.
fn meddled(
    slot: &mut Slot,
    command: &str,
    after: u64,
    meddle: impl Fn(u32) + Sync,
) -> Result<Run, SandboxError> {
    let victims = own_slots();
    assert_eq!(victims.len(), 1);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(after));
            meddle(victims[0]);
        });
        run(slot, command)
    })
}

#[test]
fn a_slot_killed_in_mid_run_is_replaced() {
    for level in levels() {
        let mut slot = slot(level);
        for after in [0, 1, 3, 10, 30, 60] {
            let run = meddled(&mut slot, "burn 50", after, |victim| signal(victim, Signal::KILL));
            assert_eq!(run.unwrap().ending, Ending::Exited(0), "{level:?} after {after} ms");
            assert_serves(&mut slot);
        }
    }
}

#[test]
fn a_slot_killed_again_and_again_is_an_error() {
    for level in levels() {
        let mut slot = slot(level);
        let (done, thread) = (AtomicBool::new(false), rustix::thread::gettid());
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let slots = slots_of_thread(thread);
                    for victim in slots.into_iter().filter(|slot| runs_sleep(*slot)) {
                        signal(victim, Signal::KILL);
                    }
                    std::thread::sleep(Duration::from_millis(1));
                }
            });
            let result = run(&mut slot, "sleep");
            done.store(true, Ordering::Relaxed);
            result
        });
        assert!(matches!(result, Err(SandboxError::Lost)), "{level:?}: {result:?}");
        assert_serves(&mut slot);
    }
}

/// Whether a slot has come so far as to run `sleep`.
fn runs_sleep(slot: u32) -> bool {
    crate::zoo_support::children(slot).iter().any(|pid| {
        std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name == "sleep\n")
    })
}

/// Stopped for ever: the wall limit passes, but the program was not idle.
#[test]
fn a_stopped_slot_is_replaced() {
    for level in levels() {
        let mut slot = slot(level);
        for after in [0, 20] {
            let run = meddled(&mut slot, "burn 50", after, |victim| signal(victim, Signal::STOP));
            assert_eq!(run.unwrap().ending, Ending::Exited(0), "{level:?} after {after} ms");
            assert_serves(&mut slot);
        }
    }
}

/// Stopped and woken again, before and after the wall limit.
#[test]
fn a_slot_that_stood_still_for_a_while_tells_the_truth() {
    for level in levels() {
        let mut slot = slot(level);
        for (after, pause) in [(0, 500), (0, 3000), (20, 3000)] {
            let run = meddled(&mut slot, "burn 50", after, |victim| {
                signal(victim, Signal::STOP);
                std::thread::sleep(Duration::from_millis(pause));
                signal(victim, Signal::CONT);
            });
            let run = run.unwrap();
            assert_eq!(run.ending, Ending::Exited(0), "{level:?} {after} {pause}: {run:?}");
            assert_serves(&mut slot);
        }
    }
}

/// Stopped at each moment of a program's start, and woken after the wall limit: a program that had
/// not begun is not idle.
#[test]
fn a_slot_that_stood_still_at_a_start_tells_the_truth() {
    let limits = Limits { wall: Duration::from_millis(120), ..limits() };
    for level in levels() {
        let mut slot = slot(level);
        for after in (0..60).step_by(usual_or_long(6, 2)).map(Duration::from_micros) {
            let victims = own_slots();
            let run = std::thread::scope(|scope| {
                scope.spawn(|| {
                    let began = Instant::now();
                    while began.elapsed() < after {}
                    signal(victims[0], Signal::STOP);
                    std::thread::sleep(Duration::from_millis(160));
                    signal(victims[0], Signal::CONT);
                });
                slot.run(&job("burn 5", limits), &Interrupt::default())
            });
            let run = run.unwrap();
            assert_eq!(run.ending, Ending::Exited(0), "{level:?} {after:?}: {run:?}");
        }
    }
}

/// Held up before a start for longer than the wall limit, where there is no second attempt: the program
/// has its time all the same.
#[test]
fn a_program_that_is_started_late_has_its_time() {
    use jury::sandbox::Limit;
    let limits = Limits { wall: Duration::from_millis(120), ..limits() };
    for level in levels() {
        let sandbox = sandbox(level);
        let mut slot = sandbox.open(&program_view(Zoo::get())).unwrap();
        let victim = own_slots()[0];
        signal(victim, Signal::STOP);
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(400));
                signal(victim, Signal::CONT);
            });
            slot.run_alone(&sandbox.alone(), &job("sleep", limits), &Interrupt::default())
        });
        let run = result.unwrap_or_else(|error| panic!("{level:?}: {error}"));
        assert_eq!(run.ending, Ending::Stopped(Limit::Wall), "{level:?}: {run:?}");
        assert!(run.wall >= limits.wall, "{level:?}: {run:?}");
    }
}

/// An idle program is still told from an idle slot.
#[test]
fn an_idle_program_is_still_stopped() {
    use jury::sandbox::Limit;
    for level in levels() {
        let mut slot = slot(level);
        let ending = run(&mut slot, "stop_self").unwrap().ending;
        assert_eq!(ending, Ending::Stopped(Limit::Wall), "{level:?}");
        assert_serves(&mut slot);
    }
}

/// Every process of the judge's killed while it starts: an error, and in words.
#[test]
fn processes_of_the_judge_killed_at_their_birth_are_an_error() {
    for who in Who::all() {
        let world = World::new(who, &[("right", super::common::RIGHT)]);
        world.assert_sound("nothing");
        let mut failed = 0;
        let rounds = usual_or_long(6, 12);
        for round in 0..rounds {
            let judge = world.command(&[], &["grade", "./p", "right"]).spawn().unwrap();
            let mut pause = round;
            while !std::path::Path::new(&format!("/proc/{}/stat", judge.id())).exists() {}
            loop {
                let children = crate::zoo_support::children(judge.id());
                if let Some(child) = children.first() {
                    std::thread::sleep(Duration::from_millis(pause));
                    signal(*child, Signal::KILL);
                    break;
                }
                pause = pause.saturating_sub(1);
                if world.processes().is_empty() {
                    break;
                }
            }
            let did = world.end(judge);
            did.assert_right_or_failed(
                &["killed", "process ended", "sandbox"],
                "a process's death",
            );
            failed += i32::from(did.status == 3);
        }
        println!("{who:?}: {failed} of {rounds} failed, the others were repeated or met nothing");
        world.assert_sound("deaths of processes");
    }
}

/// The tests of slots again as a plain user.
#[test]
fn slots_of_a_plain_user() {
    if !is_root() {
        return;
    }
    let world = World::new(Who::Plain, &[]);
    let tests = world.path("tests");
    copy_executable(&std::env::current_exe().unwrap(), &tests);
    let mut command: Command = world.command(&[], &[]);
    let words: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
    let program = command.get_program().to_owned();
    command = Command::new(program);
    let output = command
        .args(&words[..words.len() - 1])
        .arg(&tests)
        .args(["faults::slots::a_", "--test-threads", "1"])
        .env("JURY_TEST_EXECUTABLE", world.path("jury"))
        .env("JURY_TEST_ZOO", Zoo::get().directory())
        .env("TMPDIR", world.path("tmp"))
        .current_dir("/")
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{words}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(words.contains("a_stopped_slot_is_replaced ... ok"), "{words}");
    world.assert_nothing_left("the tests of slots");
}
