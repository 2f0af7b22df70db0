//! What came of a match or tournament: all that its reports need. Each format is a function of
//! [`Contest`] alone.

use std::path::PathBuf;

use crate::arena::game::{GameEnd, Reason};
use crate::arena::ladder::{Rating, rate};
use crate::arena::rating::Estimate;
use crate::arena::record::Header;
use crate::arena::standings::{Duel, Standings, Tally};
use crate::arena::{Plan, Record};
use crate::visible::visible;

pub mod json;
pub mod terminal;

/// Failures of bots that are told in full.
const FAILURES: usize = 8;

/// A match or tournament, finished or not.
#[derive(Debug, Clone)]
pub struct Contest {
    /// What was to be played.
    pub header: Header,
    /// The results that count.
    pub standings: Standings,
    /// What bots failed by, in the order of the plan: the first games of those that count.
    pub failures: Vec<BotFailure>,
    /// Where the record is.
    pub record: PathBuf,
    /// The command that goes on; `None` where nothing is left to be played.
    pub resume: Option<String>,
}

/// What a bot's failure was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotFailure {
    /// The first game that it ended, by its number in the plan, from 0.
    pub game: usize,
    /// How many games ended by the same one.
    pub games: u64,
    /// The player who failed, by its number.
    pub player: usize,
    /// What it did.
    pub ending: GameEnd,
}

/// How often games ended for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The reason.
    pub reason: Reason,
    /// Games.
    pub games: u64,
    /// The players who lost some of them, by their numbers, with how many.
    pub losers: Vec<(usize, u64)>,
}

impl Contest {
    /// What this record says, which lies there.
    pub fn new(record: &Record, path: PathBuf) -> Self {
        let header = record.header.clone();
        let standings = standings(record);
        let mut failures = failures(record, 2 * standings.counted());
        failures.truncate(FAILURES);
        Self { header, standings, failures, record: path, resume: None }
    }

    /// The players, the best one first, with their ratings.
    pub fn ladder(&self) -> Vec<(usize, Rating)> {
        let ratings = rate(self.header.players.len(), self.standings.duels());
        let mut ladder: Vec<(usize, Rating)> = ratings.into_iter().enumerate().collect();
        ladder.sort_by(|(_, left), (_, right)| right.elo.total_cmp(&left.elo));
        ladder
    }

    /// All games of a player that count.
    pub fn tally(&self, player: usize) -> Tally {
        let mut sum = Tally::default();
        for tally in self.standings.endings()[player].values() {
            sum.won += tally.won;
            sum.drawn += tally.drawn;
            sum.lost += tally.lost;
        }
        sum
    }

    /// The results of two players as the first of them sees them; `None` before they played a pair.
    pub fn between(&self, one: usize, other: usize) -> Option<Tally> {
        let duel = self.standings.duels().get(&[one.min(other), one.max(other)])?;
        Some(if one < other { duel.tally } else { duel.tally.turned() })
    }

    /// Why games ended, in the order of tables.
    pub fn counts(&self) -> Vec<Count> {
        let endings = self.standings.endings();
        let count = |reason: Reason| {
            let tallies = endings.iter().map(|player| player.get(&reason).copied());
            let tallies: Vec<Tally> = tallies.map(Option::unwrap_or_default).collect();
            let losers = tallies.iter().enumerate().map(|(player, tally)| (player, tally.lost));
            Count {
                reason,
                // Each game counts for both its players.
                games: tallies.iter().map(Tally::games).sum::<u64>() / 2,
                losers: losers.filter(|(_, lost)| *lost > 0).collect(),
            }
        };
        Reason::ALL.map(count).into_iter().filter(|count| count.games > 0).collect()
    }
}

/// The standings after the games that a record says have ended.
pub fn standings(record: &Record) -> Standings {
    let header = &record.header;
    let mut standings = Standings::new(Plan::of(header), header.players.len(), header.sprt);
    endings(record).for_each(|(game, ending)| standings.end(game, ending.clone()));
    standings
}

/// What ended games below this number, each failure once.
fn failures(record: &Record, most: usize) -> Vec<BotFailure> {
    let plan = Plan::of(&record.header);
    let mut failures: Vec<BotFailure> = Vec::new();
    for (game, ending) in endings(record).filter(|(game, _)| *game < most) {
        let Some(winner) = ending.winner.filter(|_| ending.reason.is_failure()) else { continue };
        let player = plan.fixture(game).players[winner.other().index()];
        let same = |known: &&mut BotFailure| {
            (known.player, known.ending.reason, &known.ending.words)
                == (player, ending.reason, &ending.words)
        };
        match failures.iter_mut().find(same) {
            Some(known) => known.games += 1,
            None => failures.push(BotFailure { game, games: 1, player, ending: ending.clone() }),
        }
    }
    failures
}

fn endings(record: &Record) -> impl Iterator<Item = (usize, &GameEnd)> {
    let games = record.games.iter();
    games.filter_map(|(game, played)| played.ending.as_ref().map(|ending| (*game, ending)))
}

/// The results of a match; `None` for a tournament, and before its first pair counts.
pub fn duel(header: &Header, standings: &Standings) -> Option<Duel> {
    standings.duels().get(&[0, 1]).copied().filter(|_| header.players.len() == 2)
}

/// The state of things in one line: of a match the score and the strength with its doubt, of a
/// tournament who leads.
pub fn headline(header: &Header, standings: &Standings) -> String {
    let name = |player: usize| {
        header
            .players
            .get(player)
            .map_or_else(String::new, |player| visible(player.name.as_bytes()))
    };
    if header.players.len() == 2 {
        let duel = duel(header, standings).unwrap_or_default();
        let Tally { won, drawn, lost } = duel.tally;
        let estimate = duel.pairs.estimate().map_or("Elo unknown".into(), |e| in_elo(&e));
        return format!("{} {won} won, {drawn} drawn, {lost} lost: {estimate}", name(0));
    }
    let ratings = rate(header.players.len(), standings.duels());
    if standings.counted() > 0 && ratings.iter().all(|one| whole(one.elo) == whole(ratings[0].elo))
    {
        return format!("no leader: all {} are equally strong so far", ratings.len());
    }
    let best = ratings.iter().enumerate().max_by(|(_, a), (_, b)| a.elo.total_cmp(&b.elo));
    best.filter(|_| standings.counted() > 0).map_or("no pair of games is finished".into(), |best| {
        let (player, rating) = best;
        format!("{} leads: Elo {} (95 %: {})", name(player), whole(rating.elo), range(rating))
    })
}

/// `Elo +35 (95 %: -12 to +83)`; what lies beyond all bounds is said in words.
pub fn in_elo(estimate: &Estimate) -> String {
    let Estimate { elo, low, high, .. } = *estimate;
    match elo {
        f64::INFINITY => format!("Elo above {} (95 %)", bound(low)),
        f64::NEG_INFINITY => format!("Elo below {} (95 %)", bound(high)),
        elo => format!("Elo {} (95 %: {} to {})", whole(elo), bound(low), bound(high)),
    }
}

/// `-12 to +83`.
fn range(rating: &Rating) -> String {
    format!("{} to {}", bound(rating.low), bound(rating.high))
}

fn bound(elo: f64) -> String {
    match elo {
        f64::INFINITY => "any more".to_owned(),
        f64::NEG_INFINITY => "any less".to_owned(),
        elo => whole(elo),
    }
}

/// Elo to a whole, with its sign.
fn whole(elo: f64) -> String {
    // Without the sign that a little below 0 would leave.
    format!("{:+.0}", elo.round() + 0.0)
}
