//! Keeping a thread, and the programs that it starts meanwhile, to one processor.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The calling thread is kept to one processor as long as this lives; what it starts meanwhile is
/// for ever. To be dropped by the same thread.
#[derive(Debug)]
pub(in crate::sandbox) struct Confined {
    before: CpuSet,
}

impl Confined {
    /// Keeps the calling thread to the processor of this number. `None` where the kernel refuses, and
    /// nothing is changed then.
    pub(in crate::sandbox) fn to(number: usize) -> Option<Self> {
        let before = allowed()?;
        let mut only = CpuSet::new();
        if number < CpuSet::MAX_CPU {
            only.set(number);
        }
        sched_setaffinity(None, &only).ok()?;
        Some(Self { before })
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        // A processor that is gone since then is left out by the kernel.
        let _ = sched_setaffinity(None, &self.before);
    }
}

/// The processors that the calling thread may use, where they can be told.
pub(in crate::sandbox) fn allowed() -> Option<CpuSet> {
    sched_getaffinity(None).ok()
}
