//! Values of options that several commands have, read from words.

use std::num::NonZeroUsize;
use std::time::Duration;

use bytesize::ByteSize;
use clap::ValueEnum;
use jury_checkers::checkers::Profile;

/// Runs side by side at the most: each has processes, pipes and a control group of its own, and far
/// fewer already wait for each other.
const MOST: usize = 256;

/// Reads how many runs or builds go on side by side.
pub(super) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST);
    number.ok_or_else(|| format!("expected an integer from 1 to {MOST}"))
}

/// Reads what decides all chance.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected an integer from 0 to {}", u64::MAX))
}

/// Reads a number of seconds above 0.
pub(super) fn seconds(text: &str, most: f64) -> Result<Duration, String> {
    let value = text.parse().ok().filter(|value| *value > 0.0 && *value <= most);
    value
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("`{text}` is not a number of seconds above 0 and up to {most}"))
}

/// Reads a number of bytes: `4000000`, `4MB`, `4MiB`.
pub(super) fn size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| format!("`{text}` is not a size such as 4MB"))
}

/// Reads a time limit: at most an hour.
pub(super) fn time_limit(text: &str) -> Result<Duration, String> {
    seconds(text, 3600.0)
}

/// The rule books of checkers as options name them: when a capture ends.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ProfileName {
    /// When no further jump exists; a man crowned in mid-capture goes on as a king
    Seed,
    /// The same, but crowning ends the move
    English,
    /// After any jump
    StoppingAllowed,
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Self {
        match name {
            ProfileName::Seed => Self::Seed,
            ProfileName::English => Self::English,
            ProfileName::StoppingAllowed => Self::StoppingAllowed,
        }
    }
}
