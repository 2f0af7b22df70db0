//! What a run has used while it still goes on, for whoever talks with its program.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
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
    /// What was read of standard error so far.
    errors: Arc<ErrorsSoFar>,
}

/// How much of standard error there was so far, and its end.
#[derive(Debug, Default)]
pub(super) struct ErrorsSoFar(Mutex<(u64, Vec<u8>)>);

impl ErrorsSoFar {
    /// Bytes of the end that are kept.
    const KEPT: usize = 4 << 10;

    /// More was read.
    pub(super) fn add(&self, more: &[u8]) {
        let mut so_far = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, end) = &mut *so_far;
        *count += more.len() as u64;
        let spare = (end.len() + more.len()).saturating_sub(Self::KEPT);
        end.drain(..spare.min(end.len()));
        end.extend_from_slice(&more[more.len().saturating_sub(Self::KEPT)..]);
    }

    /// How many bytes there were.
    fn count(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// The end of what came after the first `before` bytes.
    fn after(&self, before: u64) -> Vec<u8> {
        let so_far = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, end) = &*so_far;
        let new = usize::try_from(count.saturating_sub(before)).unwrap_or(usize::MAX);
        end[end.len() - new.min(end.len())..].to_vec()
    }
}

impl UsageReader {
    /// For the run that is about to begin in this slot, whose standard error is counted there.
    pub(super) fn start(
        clock: Option<Arc<CpuClock>>,
        pid: u32,
        errors: Arc<ErrorsSoFar>,
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
        self.errors.count()
    }

    /// The end of what it has written to standard error after the first `before` bytes.
    pub(super) fn errors_after(&self, before: u64) -> Vec<u8> {
        self.errors.after(before)
    }
}
