//! Systems other than Linux: there is no isolation, and so no sandbox.

use std::path::Path;
use std::sync::Arc;

use super::{
    Finished, Interrupt, Isolation, Job, Keep, Policy, SandboxError, Slot, Transcript, View,
};

/// What a sandbox would stand on.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) isolation: Isolation,
}

impl Ground {
    pub(super) fn probe(_executable: &Path, _policy: Policy) -> Result<Self, SandboxError> {
        Err(SandboxError::Unavailable {
            wanted: "any",
            missing: "programs can be run on Linux only".into(),
        })
    }
}

/// A slot that cannot be.
#[derive(Debug)]
pub(super) enum Seat {}

impl Seat {
    pub(super) fn open(_ground: Arc<Ground>, _view: &View) -> Result<Self, SandboxError> {
        Err(SandboxError::Unavailable { wanted: "any", missing: "not on this system".into() })
    }

    pub(super) fn reclaim(&mut self, _output: Vec<u8>) {
        match *self {}
    }

    pub(super) fn run(
        &mut self,
        _job: &Job,
        _keep: Option<Keep<'_>>,
        _stop: &Interrupt,
    ) -> Result<Finished, SandboxError> {
        match *self {}
    }
}

/// One side of a dialogue.
#[derive(Debug)]
pub struct Side<'a> {
    /// Where it runs.
    pub slot: &'a mut Slot,
    /// What runs.
    pub job: &'a Job,
    /// What it leaves behind.
    pub keep: Option<Keep<'a>>,
}

/// A dialogue that cannot be.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// The submission's run.
    pub submission: Finished,
    /// The interactor's run.
    pub interactor: Finished,
    /// What they said.
    pub transcript: Transcript,
    /// Bytes that the submission had not read.
    pub unread_by_submission: u64,
    /// Bytes that the interactor had not read.
    pub unread_by_interactor: u64,
}

/// There are no slots to talk in.
pub fn converse(
    submission: Side<'_>,
    _interactor: Side<'_>,
    _settles: &dyn Fn(&Finished) -> bool,
    _interrupt: &Interrupt,
) -> Result<Exchange, SandboxError> {
    match submission.slot.seat {}
}
