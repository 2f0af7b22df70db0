//! How wide the beam may be: the time that is left, over the turns that are still to come.
//!
//! Turns gain less and less towards the end of a game: after half of the turns, well over half of the
//! way is gone. So the turns to come are foretold from the way that is left by a power law. Knows
//! nothing of positions.

use crate::clock::thread_cpu_time;
use std::time::Duration;

/// The share of turns that is left, as a power of the share of the way.
const POWER: f64 = 0.58;
/// Until something is known, a turn is taken to gain so much, and a position to take so long.
const FIRST_GAIN: f64 = 4.0;
const FIRST_COST: Duration = Duration::from_nanos(1500);
/// The share of an even width that is used; the rest widens the beam later.
const THRIFT: f64 = 0.9;
/// The search for the end of the game may go on for so much longer, and look at so many positions for
/// each of the search before: each takes a hundred times as long.
const END_PART: f64 = 0.05;
const POSITIONS_PER_END: usize = 100;
/// The widest beam.
const WIDEST: f64 = 50_000.0;

/// How long a search may go on.
#[derive(Debug, Clone, Copy)]
pub enum Effort {
    /// Until the thread's CPU clock reads this.
    Until(Duration),
    /// For about so many positions: the same result on every machine.
    Positions(usize),
}

/// The progress of one search.
pub struct Pace {
    begun: Duration,
    effort: Effort,
    total: u32,
    least: u32,
    layers: u32,
    stalled: u32,
}

impl Pace {
    /// For a search that begins now with so long a way to go.
    pub fn new(total: u32, effort: Effort) -> Self {
        let begun = thread_cpu_time();
        Self { begun, effort, total, least: total, layers: 0, stalled: 0 }
    }

    /// Positions for the next layer, when so many have been made.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the width is clamped"
    )]
    pub fn width(&self, made: usize) -> usize {
        let share = self.share().powf(POWER);
        let turns = if self.layers < 10 {
            f64::from(self.total) / FIRST_GAIN
        } else {
            f64::from(self.layers) / (1.0 - share).max(0.001)
        };
        let ahead = turns * share + 2.0;
        (self.positions_left(made) / ahead * THRIFT).clamp(1.0, WIDEST) as usize
    }

    /// How many positions can still be made.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 positions are made")]
    fn positions_left(&self, made: usize) -> f64 {
        let until = match self.effort {
            Effort::Positions(all) => return all.saturating_sub(made) as f64,
            Effort::Until(until) => until,
        };
        let now = thread_cpu_time();
        let each = if made < 64 {
            FIRST_COST.as_secs_f64()
        } else {
            now.saturating_sub(self.begun).as_secs_f64() / made as f64
        };
        until.saturating_sub(now).as_secs_f64() / each.max(1e-9)
    }

    /// Whether the search for the end may look at one more position, after so many.
    pub fn may_seek_end(&self, looked_at: usize) -> bool {
        match self.effort {
            Effort::Positions(all) => looked_at < all / POSITIONS_PER_END,
            Effort::Until(until) => {
                let longer = until.saturating_sub(self.begun).mul_f64(END_PART);
                thread_cpu_time() < until + longer
            }
        }
    }

    /// About how long the search will take, as it begins.
    pub fn time(&self) -> Duration {
        match self.effort {
            Effort::Until(until) => until.saturating_sub(self.begun),
            Effort::Positions(all) => FIRST_COST * u32::try_from(all).unwrap_or(u32::MAX),
        }
    }

    /// A layer is done, whose lowest position has `left` to go.
    pub fn note(&mut self, left: u32) {
        self.layers += 1;
        self.stalled = if left < self.least { 0 } else { self.stalled + 1 };
        self.least = self.least.min(left);
    }

    /// The share of the whole way that is left.
    pub fn share(&self) -> f64 {
        f64::from(self.least) / f64::from(self.total.max(1))
    }

    /// Layers since the last that came lower than all before.
    pub fn stalled(&self) -> u32 {
        self.stalled
    }
}
