//! What a referee says of time, by variables of the environment, and how much of it a move is to take.

use std::error::Error;
use std::time::Duration;

use crate::clock::thread_cpu_time;

/// The limit of a move, in seconds of CPU time.
const MOVE_SECONDS: &str = "JURY_MOVE_SECONDS";
/// What is left for all moves of the game when the program starts, and what each move adds.
const LEFT_SECONDS: &str = "JURY_LEFT_SECONDS";
const INCREMENT_SECONDS: &str = "JURY_INCREMENT_SECONDS";
/// The time of a move where nobody says a limit: enough for a strong one, and quick to grade.
const TIME: Duration = Duration::from_millis(750);
/// What is kept of a limit for all that is not the search: this part, and at least so much.
const PART_KEPT: f64 = 0.04;
const KEPT: Duration = Duration::from_millis(10);
/// The part of what is left of a whole game that a move takes, so that a long one has some at its end; of what each
/// move adds, and at the most of all that is left.
const PART_OF_REST: f64 = 0.04;
const PART_OF_INCREMENT: f64 = 0.75;

/// What a referee allows.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// What each move may take.
    each: Duration,
    /// For all moves from the program's start on, and what each of them adds.
    game: Option<[Duration; 2]>,
}

impl Allowance {
    /// What the environment says.
    ///
    /// # Errors
    /// Which variable has no number of seconds.
    pub fn told() -> Result<Self, Box<dyn Error>> {
        let left = variable(LEFT_SECONDS)?;
        let increment = variable(INCREMENT_SECONDS)?.unwrap_or_default();
        let each = variable(MOVE_SECONDS)?.map_or(TIME, part_used);
        Ok(Self { each, game: left.map(|left| [left, increment]) })
    }

    /// CPU time of the next move, after so many of this program's.
    pub fn of_move(&self, moves: u32) -> Duration {
        self.after(moves, thread_cpu_time())
    }

    fn after(&self, moves: u32, used: Duration) -> Duration {
        self.game.map_or(self.each, |[left, increment]| {
            let rest = (left + increment * moves).saturating_sub(used);
            let share = rest.mul_f64(PART_OF_REST) + increment.mul_f64(PART_OF_INCREMENT);
            share.min(rest.mul_f64(PART_OF_INCREMENT)).min(self.each)
        })
    }
}

fn part_used(limit: Duration) -> Duration {
    limit.saturating_sub(limit.mul_f64(PART_KEPT).max(KEPT.min(limit / 2)))
}

fn variable(name: &str) -> Result<Option<Duration>, Box<dyn Error>> {
    let Ok(text) = std::env::var(name) else { return Ok(None) };
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.map(Some).ok_or_else(|| format!("expected seconds in {name}, found `{text}`").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_of_every_limit_is_kept() {
        let used = |limit| part_used(Duration::from_millis(limit)).as_millis();
        assert_eq!([0, 8, 100, 200, 1_000, 2_000].map(used), [0, 4, 90, 190, 960, 1_920]);
    }

    #[test]
    fn a_whole_games_time_is_shared_out() {
        let second = Duration::from_secs(1);
        let each = Allowance { each: second * 3 / 2, game: None };
        assert_eq!(each.after(7, 50 * second), second * 3 / 2);
        let game = Allowance { game: Some([100 * second, Duration::ZERO]), ..each };
        assert_eq!(game.after(0, Duration::ZERO), second * 3 / 2);
        assert_eq!(game.after(20, 75 * second), second);
        assert_eq!(game.after(20, 101 * second), Duration::ZERO);
        let added = Allowance { game: Some([second, second]), ..each };
        assert_eq!(added.after(9, 9 * second), Duration::from_millis(750));
        // Two thousand moves never take more than there is.
        let mut used = Duration::ZERO;
        for moves in 0..2000 {
            used += game.after(moves, used);
        }
        assert!(used < 100 * second, "{used:?}");
    }
}
