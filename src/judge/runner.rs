//! Where jobs run: a slot of the sandbox, or a script in tests.

use crate::sandbox::{Interrupt, Job, Run, SandboxError, Slot};

/// Runs jobs one after another: the sandbox's slot, or a script in tests.
pub trait Runner: Send {
    /// Runs one job to its end.
    ///
    /// # Errors
    /// As [`Slot::run`].
    fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError>;

    /// The slot behind it, for those who talk with the programs in it. Nobody talks with one that reads its input
    /// from a file, and a script has none.
    fn slot(&mut self) -> Option<&mut Slot> {
        None
    }

    /// Takes back an output that has been checked, as [`Slot::reclaim`]. Only speed depends on it.
    fn reclaim(&mut self, output: Vec<u8>) {
        drop(output);
    }
}

impl Runner for Slot {
    fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError> {
        Slot::run(self, job, interrupt)
    }

    fn slot(&mut self) -> Option<&mut Slot> {
        Some(self)
    }

    fn reclaim(&mut self, output: Vec<u8>) {
        Slot::reclaim(self, output);
    }
}
