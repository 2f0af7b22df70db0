//! Slots at the levels that work here, and runs in them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use jury::limits::Limits;
use jury::sandbox::{Input, Interrupt, Job, Level, Policy, Run, Sandbox, Slot, View};

use crate::programs::{LEVELS, Programs, executable};

/// A slot at each level that works here; says why where one does not.
pub(crate) fn open(programs: &Programs) -> Vec<(Level, Slot)> {
    let view = View { program: Some(programs.directory.clone()), ..View::default() };
    let open = |level| {
        let sandbox = Sandbox::probe_with(executable(), Policy::Require(level));
        let sandbox = sandbox.inspect_err(|error| println!("{error}")).ok()?;
        Some((level, sandbox.open(&view).expect("a slot")))
    };
    LEVELS.into_iter().filter_map(open).collect()
}

/// One run of a program with arguments, and the time that the caller sees.
pub(crate) fn timed(slot: &mut Slot, words: &str, input: Input, limits: Limits) -> (Duration, Run) {
    let job = Job {
        argv: format!("/program/{words}").split(' ').map(Into::into).collect(),
        environment: Vec::new(),
        input,
        files: Arc::default(),
        limits,
    };
    let began = Instant::now();
    let run = slot.run(&job, &Interrupt::default()).expect("a run");
    (began.elapsed(), run)
}
