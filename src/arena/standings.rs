//! Results counted in the order of the plan, so that what they decide does not depend on how many
//! games went on side by side.
//!
//! What counts is the longest finished beginning of the plan, pair by pair, up to the pair that
//! decides a sequential test. Games beyond it may have ended, and do not count.

use std::collections::BTreeMap;

use super::game::{GameEnd, Reason, Seat};
use super::plan::Plan;
use super::rating::Pentanomial;
use super::record::Sprt;
use super::sprt::Decision;

/// The results that count.
#[derive(Debug, Clone)]
pub struct Standings {
    plan: Plan,
    sprt: Option<Sprt>,
    /// Endings of pairs that do not count yet.
    waiting: BTreeMap<usize, GameEnd>,
    counted: usize,
    duels: BTreeMap<[usize; 2], Duel>,
    endings: Vec<BTreeMap<Reason, Tally>>,
    decision: Option<Decision>,
}

/// The results of two players, as the one of the lower number sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Duel {
    /// Half points of pairs.
    pub pairs: Pentanomial,
    /// Games.
    pub tally: Tally,
}

/// Games won, drawn and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Won games.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Lost games.
    pub lost: u64,
}

impl Tally {
    /// Games in all.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// A win is two half points, a draw is one.
    pub fn half_points(&self) -> u64 {
        2 * self.won + self.drawn
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { won: self.lost, lost: self.won, ..self }
    }

    fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
    }
}

impl Standings {
    /// Before any game. A test is about the strength of player 0 above player 1.
    pub fn new(plan: Plan, players: usize, sprt: Option<Sprt>) -> Self {
        Self {
            plan,
            sprt,
            waiting: BTreeMap::new(),
            counted: 0,
            duels: BTreeMap::new(),
            endings: vec![BTreeMap::new(); players],
            decision: None,
        }
    }

    /// A game of the plan has ended; in any order, each once.
    pub fn end(&mut self, game: usize, ending: GameEnd) {
        self.waiting.insert(game, ending);
        while !self.is_over() {
            let games = [2 * self.counted, 2 * self.counted + 1];
            if games.iter().any(|game| !self.waiting.contains_key(game)) {
                break;
            }
            if let [Some(first), Some(second)] = games.map(|game| self.waiting.remove(&game)) {
                self.count(games, &[first, second]);
            }
        }
    }

    /// Whether no further game can count.
    pub fn is_over(&self) -> bool {
        self.decision.is_some() || self.counted == self.plan.pairs()
    }

    /// Pairs that count.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// What the sequential test has found.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// The results of two players by their numbers, the lower one in front; of those only who have
    /// played a pair that counts.
    pub fn duels(&self) -> &BTreeMap<[usize; 2], Duel> {
        &self.duels
    }

    /// How each player's games ended: for each reason how many were won, drawn and lost by it.
    pub fn endings(&self) -> &[BTreeMap<Reason, Tally>] {
        &self.endings
    }

    fn count(&mut self, games: [usize; 2], endings: &[GameEnd; 2]) {
        let meeting = self.plan.meeting(self.counted);
        let duel = self.duels.entry(meeting).or_default();
        let mut sum = 0;
        for (game, ending) in games.into_iter().zip(endings) {
            let players = self.plan.fixture(game).players;
            for (seat, player) in Seat::BOTH.into_iter().zip(players) {
                let half_points = match ending.winner {
                    None => 1,
                    Some(winner) => 2 * usize::from(winner == seat),
                };
                self.endings[player].entry(ending.reason).or_default().add(half_points);
                if player == meeting[0] {
                    duel.tally.add(half_points);
                    sum += half_points;
                }
            }
        }
        duel.pairs.add(sum);
        self.decision = self.sprt.and_then(|sprt| sprt.decide(&duel.pairs));
        self.counted += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::Scale;
    use crate::arena::record::tests::header;
    use crate::random::SplitMix;

    fn ending(winner: Option<Seat>) -> GameEnd {
        let reason = if winner.is_some() { Reason::NoMove } else { Reason::Repetition };
        GameEnd { winner, reason, words: String::new() }
    }

    fn standings(players: usize, pairs: u32, sprt: Option<Sprt>) -> Standings {
        Standings::new(Plan::of(&header(players, pairs)), players, sprt)
    }

    #[test]
    fn a_pair_counts_when_all_before_it_are_there() {
        let mut standings = standings(2, 3, None);
        let first = Some(Seat::First);
        standings.end(1, ending(first));
        standings.end(2, ending(first));
        standings.end(3, ending(None));
        assert_eq!((standings.counted(), standings.duels().len()), (0, 0));
        standings.end(0, ending(None));
        // Player 0 drew and lost (player 1 was first in game 1), then won and drew.
        assert_eq!(standings.counted(), 2);
        let duel = standings.duels()[&[0, 1]];
        assert_eq!(duel.pairs, Pentanomial([0, 1, 0, 1, 0]));
        assert_eq!(duel.tally, Tally { won: 1, drawn: 2, lost: 1 });
        assert!(!standings.is_over());
        let won = Tally { won: 1, lost: 1, drawn: 0 };
        assert_eq!(standings.endings()[0][&Reason::NoMove], won);
        assert_eq!(standings.endings()[1][&Reason::Repetition].drawn, 2);
    }

    #[test]
    fn the_order_of_endings_does_not_matter() {
        let sprt =
            Some(Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.1, beta: 0.1, scale: Scale::Logistic });
        for (players, sprt) in [(2, sprt), (4, None)] {
            let mut random = SplitMix::of(3, players);
            let plan = Plan::of(&header(players, 40));
            let winner = [None, Some(Seat::First), Some(Seat::First), Some(Seat::Second)];
            let all: Vec<GameEnd> =
                (0..plan.games()).map(|_| ending(winner[random.below(4)])).collect();
            let ended_in = |order: &[usize]| {
                let mut standings = standings(players, 40, sprt);
                for game in order {
                    standings.end(*game, all[*game].clone());
                }
                let Standings { counted, duels, endings, decision, .. } = standings;
                (counted, duels, endings, decision)
            };
            let mut order: Vec<usize> = (0..plan.games()).collect();
            let expected = ended_in(&order);
            for _ in 0..20 {
                random.shuffle(&mut order);
                assert_eq!(ended_in(&order), expected);
            }
        }
    }

    #[test]
    fn a_decided_test_counts_no_further() {
        let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
        let mut standings = standings(2, 1000, Some(sprt));
        for game in 0..2000 {
            let winner = if game % 2 == 0 { Seat::First } else { Seat::Second };
            standings.end(game, ending(Some(winner)));
        }
        assert_eq!(standings.decision(), Some(Decision::Elo1));
        assert!(standings.is_over() && standings.counted() < 20, "{}", standings.counted());
        assert_eq!(standings.duels()[&[0, 1]].tally.won, 2 * standings.counted() as u64);
    }
}
