//! The user's wish to stop, as slots see it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks every slot that shares it to stop what it runs. Set once, never cleared.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(pub Arc<AtomicBool>);

impl Interrupt {
    /// Whether a stop was asked for.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
