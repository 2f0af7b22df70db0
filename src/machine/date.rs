//! The time of day as a label for readers.

use chrono::{DateTime, Utc};

/// Now, as `2026-11-21 18:43:04` in UTC. Nothing is decided by it: clocks jump.
#[expect(clippy::disallowed_types, reason = "a date for readers, by which nothing is decided")]
pub fn now() -> String {
    DateTime::<Utc>::from(std::time::SystemTime::now()).format("%Y-%m-%d %H:%M:%S").to_string()
}
