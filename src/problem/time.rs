//! Where a problem's time limit comes from.

/// How the time limit is known.
#[derive(Debug, Clone, PartialEq)]
pub enum TimeLimit {
    /// The package states it, or the format has a default.
    Stated,
    /// It follows from the times of the package's own submissions, which are not known yet.
    Derived(TimeRule),
    /// It was derived, as these words say.
    Known(String),
}

/// How a time limit follows from the times of submissions: the least multiple of the resolution that
/// is at least the slowest time of those that it must let pass, times a factor (2025-09, "Timelimit
/// inference"; problemtools for `legacy`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeRule {
    /// By how much the limit exceeds the slowest submission that must pass: `ac_to_time_limit`, or
    /// `time_multiplier`.
    pub to_limit: f64,
    /// By how much the fastest submission that is too slow must exceed the limit:
    /// `time_limit_to_tle`, or `time_safety_margin`.
    pub to_too_slow: f64,
    /// The limit is a multiple of this, in seconds.
    pub resolution: f64,
}
