//! The value of `--jobs`, as every command that has it reads it.

use std::num::NonZeroUsize;

/// Runs side by side at the most: each has processes, pipes and a control group of its own, and far
/// fewer already wait for each other.
const MOST: usize = 256;

/// Reads how many runs or builds go on side by side.
pub(super) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST);
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
}
