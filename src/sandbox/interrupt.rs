//! The wish to stop, as slots see it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks every slot that shares it to stop what it runs. Set once, never cleared.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    all: Arc<AtomicBool>,
    some: Option<Arc<AtomicBool>>,
}

impl Interrupt {
    /// Set by this flag.
    pub fn by(flag: Arc<AtomicBool>) -> Self {
        Self { all: flag, some: None }
    }

    /// The same for some of those that share it, whom this flag stops, too. It takes the place of an
    /// earlier one.
    #[must_use]
    pub fn or(&self, flag: Arc<AtomicBool>) -> Self {
        Self { all: Arc::clone(&self.all), some: Some(flag) }
    }

    /// Asks for it.
    pub fn set(&self) {
        self.all.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_set(&self) -> bool {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        is_set(&self.all) || self.some.as_ref().is_some_and(is_set)
    }
}
