//! Slots that are no longer used. Most are gone at once; where the kernel takes long over what their
//! programs left (tens of thousands of maps or watches), that goes on while others run.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// How many may be on their way out at the same time, with all that they hold: the next one is waited
/// for.
const MOST: usize = 4;

/// Slots on their way out; all are gone when this is dropped.
#[derive(Debug, Default)]
pub(super) struct ClosingSlots(Mutex<VecDeque<JoinHandle<()>>>);

impl ClosingSlots {
    /// Takes a slot whose end takes long, and drops it on a thread of its own.
    pub(super) fn take(&self, slot: impl Send + 'static) {
        let mut ending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        ending.retain(|one| !one.is_finished());
        while ending.len() >= MOST {
            ending.pop_front().map(JoinHandle::join);
        }
        // Where no thread is to be had, it is waited for here.
        ending.extend(thread::Builder::new().spawn(move || drop(slot)));
    }
}

impl Drop for ClosingSlots {
    fn drop(&mut self) {
        let ending = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        for one in ending.drain(..) {
            let _ = one.join();
        }
    }
}
