//! What a run has used while it still goes on, for whoever talks with its program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::standstill::Standstill;
use crate::sandbox::cgroup::CpuClock;
use crate::sandbox::sys;

/// Shows what one run uses, from its beginning on.
#[derive(Debug)]
pub(super) struct UsageReader {
    /// The slot's process, below which the run takes place.
    pid: u32,
    /// The clock of the slot's control group, where there is one.
    clock: Option<Arc<CpuClock>>,
    /// What was used before the run.
    before: Duration,
    /// Bytes of standard error that were read so far.
    errors: Arc<AtomicU64>,
}

impl UsageReader {
    /// For the run that is about to begin in this slot, whose standard error is counted there.
    pub(super) fn start(
        clock: Option<Arc<CpuClock>>,
        pid: u32,
        errors: Arc<AtomicU64>,
    ) -> io::Result<Self> {
        let mut meter = Self { pid, clock, before: Duration::ZERO, errors };
        meter.before = meter.cpu()?;
        Ok(meter)
    }

    /// CPU time of the run so far; without a control group, less that of children that ended and
    /// that nobody waited for.
    pub(super) fn cpu(&self) -> io::Result<Duration> {
        let now = match &self.clock {
            Some(clock) => clock.read()?,
            None => sys::cpu_below(self.pid),
        };
        Ok(now.saturating_sub(self.before))
    }

    /// How long a thread of the run has waited for a core so far.
    pub(super) fn core_wait(&self) -> Duration {
        sys::core_wait(self.pid)
    }

    /// How the run stands, where it can never go on by itself.
    pub(super) fn standstill(&self) -> Option<Standstill> {
        Standstill::of(self.pid)
    }

    /// Bytes that the run has written to standard error so far, as far as they were read.
    pub(super) fn errors(&self) -> u64 {
        self.errors.load(Ordering::Relaxed)
    }
}
