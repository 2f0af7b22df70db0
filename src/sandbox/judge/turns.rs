//! Who may use the machine: runs share it, but one that is repeated because others may have disturbed
//! it has it alone.

use std::sync::{LockResult, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::supply;

/// The turns of all slots of a sandbox.
#[derive(Debug, Default)]
pub(in crate::sandbox) struct Turns(RwLock<()>);

/// A turn that others may have at the same time.
pub(super) struct Shared<'a> {
    _machine: LockResult<RwLockReadGuard<'a, ()>>,
}

/// Holds every other run back, as long as it lives.
#[derive(Debug)]
pub struct Alone<'a> {
    _machine: LockResult<RwLockWriteGuard<'a, ()>>,
}

impl Turns {
    /// Waits until nobody has the machine alone.
    pub(super) fn share(&self) -> Shared<'_> {
        Shared { _machine: self.0.read() }
    }

    /// Waits until nothing runs, and lets nothing else begin until this is dropped.
    pub(in crate::sandbox) fn alone(&self) -> Alone<'_> {
        Alone { _machine: self.0.write() }
    }
}

impl Alone<'_> {
    /// Waits until what has ended has given its memory back, which the kernel does some time later,
    /// or for two seconds.
    pub fn settle(&self) {
        supply::settle();
    }
}
