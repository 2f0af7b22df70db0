//! One processor for a whole dialogue. Its two programs and the judge's thread between them take
//! turns, so at most one of the three has something to do. On a processor of its own each would let that
//! fall asleep at every message, and waking one up takes several times as long as a message on one
//! that is awake.

use std::sync::{Mutex, PoisonError};

use rustix::thread::{CpuSet, sched_getcpu};

use crate::sandbox::sys::{self, Confined};

/// The processors that dialogues of this process have now.
static TAKEN: Processors = Mutex::new(Vec::new());

type Processors = Mutex<Vec<usize>>;

/// A processor that no other dialogue of this process has as long as this lives.
#[derive(Debug)]
pub(super) struct OneProcessor {
    number: usize,
    taken: &'static Processors,
}

impl OneProcessor {
    /// The processor that the calling thread is on, where it is free, else another one. `None` where
    /// there are more dialogues than processors, or the kernel tells nothing of processors: then the
    /// kernel decides, as it does without us.
    pub(super) fn take() -> Option<Self> {
        Self::take_beside(&TAKEN)
    }

    fn take_beside(others: &'static Processors) -> Option<Self> {
        let allowed = sys::allowed()?;
        let mut taken = others.lock().unwrap_or_else(PoisonError::into_inner);
        let mut candidates = std::iter::once(sched_getcpu()).chain(0..CpuSet::MAX_CPU);
        let is_free = |number: &usize| {
            *number < CpuSet::MAX_CPU && allowed.is_set(*number) && !taken.contains(number)
        };
        let number = candidates.find(is_free)?;
        taken.push(number);
        Some(Self { number, taken: others })
    }

    /// Keeps the calling thread to it. To be called when the slots run: a slot that is born on a
    /// confined thread, and whatever runs in it later, would stay so.
    pub(super) fn confine(&self) -> Option<Confined> {
        Confined::to(self.number)
    }

    /// Its number, as the kernel counts.
    pub(super) fn number(&self) -> usize {
        self.number
    }
}

impl Drop for OneProcessor {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|number| *number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::thread::sched_setaffinity;

    #[test]
    fn a_dialogue_has_a_processor_for_itself_and_the_thread_gets_all_back() {
        static OTHERS: Processors = Mutex::new(Vec::new());
        let before = sys::allowed().unwrap();
        let first = OneProcessor::take_beside(&OTHERS).unwrap();
        assert_eq!(sys::allowed().unwrap(), before);
        let confined = first.confine().unwrap();
        let now = sys::allowed().unwrap();
        assert_eq!((now.count(), now.is_set(first.number())), (1, true));
        // This thread may use that processor only, and it is taken.
        assert!(OneProcessor::take_beside(&OTHERS).is_none());
        let elsewhere = std::thread::scope(|scope| {
            let take = || {
                sched_setaffinity(None, &before).unwrap();
                OneProcessor::take_beside(&OTHERS).map(|other| other.number())
            };
            scope.spawn(take).join().unwrap()
        });
        assert_eq!(elsewhere.is_some(), before.count() > 1);
        assert_ne!(elsewhere, Some(first.number()));
        drop(confined);
        assert_eq!(sys::allowed().unwrap(), before);
        drop(first);
        assert!(OTHERS.lock().unwrap().is_empty());
    }
}
