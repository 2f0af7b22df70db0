//! Folding parts of games to the record that one machine writes, in the order of the plan.
//!
//! A sequential test is looked at in order of pairs, and only where all rounds before are whole: games that end
//! early come in first, so whoever looked in order of arrival would be misled.

use std::collections::BTreeMap;

use super::contest::ContestWork;
use super::document::Plan;
use super::part::{Part, Results};
use super::taken::Taken;
use crate::arena::record::Header;
use crate::arena::sprt::Decision;
use crate::arena::{self, Played, Record, Seat, Standings, played};

/// Takes parts in any order.
#[derive(Debug)]
pub struct ContestMerger<'a> {
    plan: &'a Plan,
    work: &'a ContestWork,
    /// By pair, its two games.
    done: BTreeMap<u64, Pair>,
    taken: Taken,
}

/// A pair that was played.
#[derive(Debug)]
struct Pair {
    games: Vec<(usize, Played)>,
    /// The part's file and machine.
    place: String,
}

/// How far a contest is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// All pairs are there.
    Whole,
    /// The sequential test is decided.
    Decided(Decision),
    /// These shards of a round are missing, in increasing order.
    Missing(Vec<u32>),
    /// So many pairs do not decide the test: these shards of the next round are to be done.
    Undecided {
        /// Pairs that were looked at.
        pairs: u64,
        /// Shards of the next round.
        next: Vec<u32>,
    },
}

/// What came of all parts.
#[derive(Debug)]
pub struct MergedContest {
    /// The pairs that were played, up to the one that decides the test; none where there is no part.
    pub record: Option<Record>,
    /// How far it is.
    pub state: State,
    /// What parts contradict each other in, or the plan, in words.
    pub at_odds: Vec<String>,
    /// What a reader should know of the machines, in words.
    pub notes: Vec<String>,
}

impl<'a> ContestMerger<'a> {
    /// For parts of this plan, whose work is this.
    pub fn new(plan: &'a Plan, work: &'a ContestWork) -> Self {
        Self { plan, work, done: BTreeMap::new(), taken: Taken::new(&plan.toolchains) }
    }

    /// Takes a part of the plan, which this file holds. Of pairs with equal results the faster one counts,
    /// since load can only add to a time.
    pub fn take(&mut self, part: Part, file: &str) {
        let Results::Contest(results) = part.results else { return };
        let place = self.taken.part(file, &part.machine, &results.isolation);
        // A part that was read is whole.
        let Ok(games) = played(&self.work.header, results.events) else { return };
        let mut games = games.into_iter();
        for number in self.work.pairs_of(part.shard, self.plan.shards) {
            let pair = Pair { games: games.by_ref().take(2).collect(), place: place.clone() };
            match self.done.get(&number) {
                Some(known) if known.endings() != pair.endings() => {
                    let (one, two) = (known.words(), pair.words());
                    let words = format!("pair {}: parts differ: {one}, {two}", number + 1);
                    self.taken.at_odds.push(words);
                }
                Some(known) if known.cpu_seconds() <= pair.cpu_seconds() => {}
                _ => {
                    self.done.insert(number, pair);
                }
            }
        }
    }

    /// How far it is.
    pub fn state(&self) -> State {
        self.look().0
    }

    /// How far it is, and how many pairs from the first on count.
    fn look(&self) -> (State, u64) {
        let header = &self.work.header;
        let mut standings =
            Standings::new(arena::Plan::of(header), header.players.len(), header.sprt);
        for round in 0..self.work.rounds() {
            let pairs = self.work.pairs_of_round(round);
            let missing = self.shards(pairs.clone().filter(|pair| !self.done.contains_key(pair)));
            if !missing.is_empty() {
                let has_begun =
                    round == 0 || pairs.clone().any(|pair| self.done.contains_key(&pair));
                let state = if has_begun {
                    State::Missing(missing)
                } else {
                    State::Undecided { pairs: pairs.start, next: missing }
                };
                return (state, self.work.pairs);
            }
            for (game, played) in
                pairs.filter_map(|pair| self.done.get(&pair)).flat_map(|pair| &pair.games)
            {
                if let Some(ending) = &played.ending {
                    standings.end(*game, ending.clone());
                }
            }
            if let Some(decision) = standings.decision() {
                let counted = u64::try_from(standings.counted()).unwrap_or(u64::MAX);
                return (State::Decided(decision), counted);
            }
        }
        (State::Whole, self.work.pairs)
    }

    /// The shards of these pairs, in increasing order.
    fn shards(&self, pairs: impl Iterator<Item = u64>) -> Vec<u32> {
        let mut shards: Vec<u32> =
            pairs.map(|pair| self.work.shard_of(pair, self.plan.shards)).collect();
        shards.sort_unstable();
        shards.dedup();
        shards
    }

    /// The record, in which the paths of bots and folders are these.
    pub fn finish(
        self,
        bot: &dyn Fn(&str) -> String,
        folder: &dyn Fn(&str) -> String,
    ) -> MergedContest {
        let (state, count) = self.look();
        let Taken { isolation, machines, at_odds } = self.taken;
        let notes = machines.weaker();
        let pairs = self.done.into_iter().take_while(|(number, _)| *number < count);
        let games: BTreeMap<usize, Played> = pairs.flat_map(|(_, pair)| pair.games).collect();
        let record = isolation.map(|isolation| {
            let mut header = Header { isolation, ..self.work.header.clone() };
            for player in &mut header.players {
                player.path = bot(&player.path);
                if let Some(files) = &mut player.files {
                    files.path = folder(&files.path);
                }
            }
            Record { header, games, whole_bytes: 0 }
        });
        MergedContest { record, state, at_odds, notes }
    }
}

impl Pair {
    /// Who won each game, and why.
    fn endings(&self) -> Vec<Option<(Option<Seat>, arena::game::Reason)>> {
        let endings = self.games.iter().map(|(_, played)| played.ending.as_ref());
        endings.map(|ending| ending.map(|ending| (ending.winner, ending.reason))).collect()
    }

    fn cpu_seconds(&self) -> f64 {
        self.games.iter().map(|(_, played)| played.cpu_seconds()).sum()
    }

    /// How the games ended, and where that stands.
    fn words(&self) -> String {
        let endings = self.games.iter().map(|(_, played)| match played.ending.as_ref() {
            Some(arena::GameEnd { winner: Some(Seat::First), .. }) => "1-0",
            Some(arena::GameEnd { winner: Some(Seat::Second), .. }) => "0-1",
            _ => "1/2",
        });
        format!("{} in {}", endings.collect::<Vec<_>>().join(" and "), self.place)
    }
}

#[cfg(test)]
mod tests;
