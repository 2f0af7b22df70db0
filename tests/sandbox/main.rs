//! The sandbox against programs that try it: the zoo in `tests/zoo`, one small program a trick,
//! each with the ending it must get. After each, the same slot must be clean and serve an honest
//! run. Everything runs at both levels that hold walls; where the machine lacks what a level
//! needs, the test fails, for then nothing was proved. What fails on our side, and leaves no wrong
//! verdict, is in `faults`.

mod boxes;
mod endings;
mod faults;
mod figures;
mod home;
mod inputs;
#[path = "../long.rs"]
mod long;
mod on_the_host;
mod runs;
mod zoo_support;

use std::time::Duration;

use jury::limits::Limits;
use jury::ruling::{Ruling, classify};
use jury::sandbox::{Ending, Interrupt, Run, Slot};
use zoo_support::job;

const MIB: u64 = 1 << 20;

/// Times are far off.
fn limits() -> Limits {
    Limits {
        cpu: Duration::from_mins(1),
        wall: Duration::from_mins(3),
        memory: 64 * MIB,
        output: MIB,
        processes: 16,
        files: 8 * MIB,
        kill: None,
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
