//! A problem's time limit: where it comes from, what it must fit, and where the package keeps it.

/// How the time limit is known.
#[derive(Debug, Clone, PartialEq)]
pub enum TimeLimit {
    /// The package states it, or the format has a default.
    Stated,
    /// It follows from the times of the package's own submissions, which are not known yet.
    Derived,
    /// It was derived, as these words say.
    Known(String),
}

/// How a time limit and the times of submissions go together: the limit is a multiple of the resolution,
/// at least so many times the slowest time of those that it must let pass, and the fastest of those that
/// are too slow takes at least so many times the limit (2025-09, "Timelimit inference"; problemtools for
/// `legacy`).
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

impl TimeRule {
    /// The defaults of 2025-09.
    pub const USUAL: Self = Self { to_limit: 2.0, to_too_slow: 1.5, resolution: 1.0 };

    /// That of our own format, whose limits may be short.
    pub const OWN: Self = Self { resolution: 0.1, ..Self::USUAL };
}

/// Where a package keeps the time limit that it states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimePlace {
    /// `time` in `[limits]` of `problem.toml`.
    Toml,
    /// `limits.time_limit` of `problem.yaml`.
    Yaml,
    /// `timelimit` of `domjudge-problem.ini`.
    Ini,
    /// DOMjudge's file `.timelimit`, which holds nothing else.
    Alone,
    /// Nowhere, for this reason.
    Nowhere(String),
}

impl TimePlace {
    /// The file's name in the package.
    pub fn file(&self) -> Option<&'static str> {
        match self {
            Self::Toml => Some("problem.toml"),
            Self::Yaml => Some("problem.yaml"),
            Self::Ini => Some("domjudge-problem.ini"),
            Self::Alone => Some(".timelimit"),
            Self::Nowhere(_) => None,
        }
    }
}
