//! How long a player may think about a move.

use std::time::Duration;

/// When to stop, whichever comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of the thread, counted from its start.
    pub cpu_time: Duration,
    /// Boards looked at.
    pub nodes: u64,
    /// Moves ahead.
    pub depth: u32,
}

impl Limits {
    /// None.
    pub const NONE: Self = Self { cpu_time: Duration::MAX, nodes: u64::MAX, depth: u32::MAX };
}
