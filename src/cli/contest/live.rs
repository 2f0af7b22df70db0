//! How far a match or tournament is: a line that changes on a terminal; in a pipe, a line at each
//! tenth of the games, and now and then where games are long.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use crate::arena::Standings;
use crate::arena::record::Header;
use crate::report::contest::headline;

use super::super::progress::{Progress, interval};

/// Lines in a pipe where games are short.
const LINES: usize = 10;

/// What is shown while games are played.
#[derive(Debug)]
pub(super) struct LiveStandings<'a> {
    header: &'a Header,
    progress: Progress,
    began: Instant,
    /// When the last line was written in a pipe.
    told: Instant,
    /// How long a pipe is silent at most, until the next game ends; `None` where it may be for ever.
    silence: Option<Duration>,
    /// Games of the plan.
    games: usize,
    /// Those that had ended before.
    before: usize,
    /// Those that have ended by now.
    done: usize,
}

impl<'a> LiveStandings<'a> {
    /// When so many games of those in the plan had ended before.
    pub(super) fn new(header: &'a Header, before: usize, games: usize) -> Self {
        let progress = Progress::in_words(games);
        progress.subject("playing");
        progress.skip(before);
        let now = Instant::now();
        Self {
            header,
            progress,
            began: now,
            told: now,
            silence: interval(),
            games,
            before,
            done: before,
        }
    }

    /// One more game has ended. Where nobody can be told of it, the match goes on all the same.
    pub(super) fn show(&mut self, standings: &Standings) {
        self.done += 1;
        let state = headline(self.header, standings);
        self.progress.step();
        self.progress.doing(format!("{}  {state}", self.pace()));
        let is_silent = self.silence.is_some_and(|silence| self.told.elapsed() >= silence);
        let is_due = is_silent || ends_a_tenth(self.done, self.games);
        if is_due && !std::io::stderr().is_terminal() {
            self.told = Instant::now();
            let mut line = anstream::stderr();
            let counted = counted(self.done, 2 * standings.counted());
            let _ = writeln!(line, "{} of {} games{counted}: {state}", self.done, self.games);
        }
    }

    fn pace(&self) -> String {
        let each = self.began.elapsed().div_f64(count(self.done - self.before));
        pace(each, each.mul_f64(count(self.games - self.done)))
    }
}

/// How many of the games that have ended count, where some wait: for the other game of their pair, or for earlier
/// pairs.
fn counted(done: usize, counted: usize) -> String {
    if counted < done { format!(" ({counted} counted)") } else { String::new() }
}

/// Whether the last of so many games ends a tenth of all, or several.
fn ends_a_tenth(done: usize, games: usize) -> bool {
    let tenths = |done: usize| done * LINES / games.max(1);
    tenths(done) > tenths(done - 1)
}

/// `2 min left, 31/min`; `3 h left, 130 s a game`.
fn pace(each: Duration, left: Duration) -> String {
    let rate = 60.0 / each.as_secs_f64().max(1e-3);
    let rate =
        if rate < 1.0 { format!("{} a game", in_words(each)) } else { format!("{rate:.0}/min") };
    format!("{} left, {rate}", in_words(left))
}

#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
fn count(games: usize) -> f64 {
    games as f64
}

fn in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_at_most_ten_tenths() {
        let ends =
            |games| (1..=games).filter(|&done| ends_a_tenth(done, games)).collect::<Vec<_>>();
        assert_eq!(ends(4), [1, 2, 3, 4]);
        assert_eq!(ends(30), [3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
    }

    #[test]
    fn games_that_do_not_count_yet_are_told() {
        assert_eq!(counted(15, 14), " (14 counted)");
        assert_eq!(counted(14, 14), "");
    }

    #[test]
    fn long_games_are_not_counted_by_the_minute() {
        let seconds = Duration::from_secs;
        assert_eq!(pace(seconds(2), seconds(119)), "119 s left, 30/min");
        assert_eq!(pace(seconds(60), seconds(7199)), "119 min left, 1/min");
        assert_eq!(pace(seconds(61), seconds(7200)), "2 h left, 61 s a game");
    }
}
