//! How far a match or tournament is: a line that changes on a terminal; in a pipe, a line at each
//! tenth of the games.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use crate::arena::Standings;
use crate::arena::record::Header;
use crate::report::contest::headline;

use super::super::progress::Progress;

/// Lines in a pipe.
const LINES: usize = 10;

/// What is shown while games are played.
#[derive(Debug)]
pub(super) struct LiveStandings<'a> {
    header: &'a Header,
    progress: Progress,
    began: Instant,
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
        Self { header, progress, began: Instant::now(), games, before, done: before }
    }

    /// One more game has ended. Where nobody can be told of it, the match goes on all the same.
    pub(super) fn show(&mut self, standings: &Standings) {
        self.done += 1;
        let state = headline(self.header, standings);
        self.progress.step();
        self.progress.doing(format!("{}  {state}", self.pace()));
        let tenth = |games: usize| games * LINES / self.games.max(1);
        if !std::io::stderr().is_terminal() && tenth(self.done) > tenth(self.done - 1) {
            let mut line = anstream::stderr();
            let _ = writeln!(line, "{} of {} games: {state}", self.done, self.games);
        }
    }

    /// `2 min left, 31/min`.
    fn pace(&self) -> String {
        let each = self.began.elapsed().div_f64(count(self.done - self.before));
        let left = each.mul_f64(count(self.games - self.done));
        let rate = 60.0 / each.as_secs_f64().max(1e-3);
        format!("{} left, {rate:.0}/min", in_words(left))
    }
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
