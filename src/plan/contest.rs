//! What a plan of games between bots says: which pairs of games each shard plays, round by round.
//!
//! A unit is a pair: one opening, both colours. A match with a sequential test goes by rounds, so that it can
//! be looked at before all is played; without one, all pairs are one round. The pair of number `k`, from 0, is
//! played by the shard `k mod n` of the `n` shards of its round.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::arena::expect_sound;
use crate::arena::plan::pairs_of;
use crate::arena::record::{Event, Header};
use crate::sandbox::Isolation;

/// Bots that play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestWork {
    /// The first line of the record, but for the isolation, of which it says only the weakest level that
    /// will do. Paths of players are as paths of plans are.
    pub header: Header,
    /// Pairs of games in all.
    pub pairs: u64,
    /// Pairs of a round; the last one may have fewer.
    pub round: u64,
}

/// The games of a shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestResults {
    /// The isolation in force.
    pub isolation: Isolation,
    /// Lines of a record: the games in increasing order, each whole.
    pub events: Vec<Event>,
}

impl ContestWork {
    /// How many rounds there are.
    pub fn rounds(&self) -> u64 {
        self.pairs.div_ceil(self.round.max(1))
    }

    /// The pairs of a round, which is counted from 0.
    pub fn pairs_of_round(&self, round: u64) -> Range<u64> {
        let begin = round.saturating_mul(self.round).min(self.pairs);
        begin..begin.saturating_add(self.round).min(self.pairs)
    }

    /// The shard of a plan of so many that plays a pair.
    pub fn shard_of(&self, pair: u64, shards: u32) -> u32 {
        let each = self.shards_of_round(shards);
        let shard = (pair / self.round.max(1)) * each + pair % each + 1;
        u32::try_from(shard).unwrap_or(u32::MAX)
    }

    /// The pairs that a shard of so many plays, in increasing order.
    pub fn pairs_of(&self, shard: u32, shards: u32) -> impl Iterator<Item = u64> {
        let each = self.shards_of_round(shards);
        let place = u64::from(shard.saturating_sub(1));
        let (round, own) = (place / each, place % each);
        self.pairs_of_round(round).filter(move |pair| pair % each == own)
    }

    fn shards_of_round(&self, shards: u32) -> u64 {
        (u64::from(shards) / self.rounds().max(1)).max(1)
    }

    /// What no plan of so many shards says. The count of pairs is held against the players before anything is
    /// made for each pairing.
    pub(super) fn expect_possible(&self, shards: u32) -> Result<(), String> {
        expect_sound(&self.header)?;
        let Header { players, format, pairs, .. } = &self.header;
        let asked = pairs_of(players.len(), *format, *pairs);
        let asked = asked.and_then(|pairs| u64::try_from(pairs).ok());
        if asked != Some(self.pairs) {
            let found = self.pairs;
            return Err(format!("the plan has {found} pairs, which are not those of its players"));
        }
        let is_whole = self.round > 0 && u64::from(shards).is_multiple_of(self.rounds());
        if !is_whole {
            let (rounds, round) = (self.rounds(), self.round);
            return Err(format!("{shards} shards do not make {rounds} rounds of {round} pairs"));
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::arena::record::tests::header;

    /// A match of so many pairs.
    pub(in crate::plan) fn work(pairs: u32, round: u64) -> ContestWork {
        ContestWork { header: header(2, pairs), pairs: pairs.into(), round }
    }

    /// Every pair is in one shard, in that of its round.
    #[test]
    fn shards_play_every_pair_once_round_by_round() {
        for (pairs, round, each) in [(8, 8, 3), (10, 4, 3), (7, 2, 2), (5, 1, 1), (3, 5, 4)] {
            let work = work(pairs, round);
            let shards = u32::try_from(work.rounds()).unwrap() * each;
            work.expect_possible(shards).unwrap();
            let mut all: Vec<(u64, u32)> = Vec::new();
            for shard in 1..=shards {
                let own = work.pairs_of(shard, shards);
                all.extend(own.map(|pair| (pair, shard)));
            }
            all.sort_unstable();
            assert!(all.iter().map(|(pair, _)| *pair).eq(0..u64::from(pairs)), "{all:?}");
            for (pair, shard) in all {
                assert_eq!(work.shard_of(pair, shards), shard);
                assert_eq!(pair / round, u64::from((shard - 1) / each), "{pair} {shard}");
            }
        }
        assert_eq!(work(8, 8).pairs_of(2, 3).collect::<Vec<_>>(), [1, 4, 7]);
    }

    #[track_caller]
    fn case(change: impl FnOnce(&mut ContestWork), shards: u32, words: &str) {
        let mut work = work(10, 4);
        change(&mut work);
        assert_eq!(work.expect_possible(shards).unwrap_err(), words);
    }

    #[test]
    fn what_no_plan_asks_for_is_refused_before_anything_grows() {
        case(|_| (), 4, "4 shards do not make 3 rounds of 4 pairs");
        case(|work| work.round = 0, 3, "3 shards do not make 10 rounds of 0 pairs");
        let words = "the plan has 10 pairs, which are not those of its players";
        case(|work| work.header.pairs = u32::MAX, 3, words);
        let many = |work: &mut ContestWork| {
            let one = work.header.players[0].clone();
            work.header.players = vec![one; 5_000_000];
        };
        case(many, 3, "expected at most 1000 players, found 5000000");
        case(
            |work| work.header.openings.clear(),
            3,
            "expected at least two players, one pair of games and one opening",
        );
    }
}
