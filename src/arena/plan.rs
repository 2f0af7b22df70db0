//! Which games a record's header asks for, and in which order. Knows no results.
//!
//! Games come in pairs: one opening, first with the one player in the first seat, then with the
//! other. Everyone who meets plays a pair before anyone plays a second, so that a table is fair
//! whenever one looks at it.

use super::record::{Format, Header};

/// The most players of a record: half a million pairings.
pub const MOST_PLAYERS: usize = 1000;

/// Pairs of games that so many players ask for, without a list of who meets whom; `None` where there are
/// more than can be counted.
pub fn pairs_of(players: usize, format: Format, pairs: u32) -> Option<usize> {
    let meetings = match format {
        Format::RoundRobin => players.checked_mul(players.saturating_sub(1))? / 2,
        Format::Gauntlet => players.saturating_sub(1),
    };
    meetings.checked_mul(pairs as usize)
}

/// The games of a match or tournament, numbered from 0 in the order of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// One after another: those of the first players, then of those who were added.
    stages: Vec<Stage>,
    openings: usize,
}

/// Games of the same players.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stage {
    /// Who meets whom, in the order of play; of each two players the lower number is in front.
    meetings: Vec<[usize; 2]>,
    /// Pairs of each meeting.
    pairs: usize,
    /// The first pair.
    first: usize,
}

/// One game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture {
    /// The players in the seats, by their numbers in the header.
    pub players: [usize; 2],
    /// The opening, by its number in the header.
    pub opening: usize,
}

impl Plan {
    /// The plan of a header.
    pub fn of(header: &Header) -> Self {
        let mut counts = header.earlier_players.clone();
        counts.push(header.players.len());
        let meetings = counts.iter().enumerate().map(|(stage, &players)| {
            let before = if stage == 0 { 0 } else { counts[stage - 1] };
            match header.format {
                Format::RoundRobin if stage == 0 => round_robin(players),
                Format::RoundRobin => newcomers(before, players),
                Format::Gauntlet => (before.max(1)..players).map(|other| [0, other]).collect(),
            }
        });
        Self::of_stages(meetings, header.pairs as usize, header.openings.len())
    }

    fn of_stages(
        meetings: impl Iterator<Item = Vec<[usize; 2]>>,
        pairs: usize,
        openings: usize,
    ) -> Self {
        let mut stages: Vec<Stage> = Vec::new();
        for meetings in meetings {
            let first = stages.last().map_or(0, |last| last.first + last.pairs());
            stages.push(Stage { meetings, pairs, first });
        }
        Self { stages, openings }
    }

    /// Pairs of games in all.
    pub fn pairs(&self) -> usize {
        self.stages.last().map_or(0, |last| last.first + last.pairs())
    }

    /// Games in all.
    pub fn games(&self) -> usize {
        2 * self.pairs()
    }

    /// The two that play a pair of games, the one in the first seat of its first game in front.
    pub fn meeting(&self, pair: usize) -> [usize; 2] {
        let (stage, pair) = self.place(pair);
        stage.meetings[pair % stage.meetings.len()]
    }

    /// The stage of a pair, and its number there.
    fn place(&self, pair: usize) -> (&Stage, usize) {
        let next = self.stages.partition_point(|stage| stage.first <= pair);
        let stage = &self.stages[next.saturating_sub(1)];
        (stage, pair - stage.first)
    }

    /// A game; pair `p` has the games `2p` and `2p + 1`. Must be one of the plan.
    pub fn fixture(&self, game: usize) -> Fixture {
        let pair = game / 2;
        let [one, other] = self.meeting(pair);
        let players = if game.is_multiple_of(2) { [one, other] } else { [other, one] };
        let (stage, pair) = self.place(pair);
        Fixture { players, opening: pair / stage.meetings.len() % self.openings }
    }
}

impl Stage {
    fn pairs(&self) -> usize {
        self.pairs * self.meetings.len()
    }
}

/// All pairings of those who come to `before` others and are then `players` with them.
fn newcomers(before: usize, players: usize) -> Vec<[usize; 2]> {
    (before..players).flat_map(|new| (0..new).map(move |other| [other, new])).collect()
}

/// All pairings, round by round as by the circle method: in each round everyone plays once, but for
/// one player where their number is odd.
fn round_robin(players: usize) -> Vec<[usize; 2]> {
    let circle = players.next_multiple_of(2);
    let mut meetings = Vec::new();
    for round in 0..circle.saturating_sub(1) {
        // The last one stays, all others move on by one seat a round.
        let at = |seat: usize| if seat == 0 { circle - 1 } else { (round + seat) % (circle - 1) };
        let opposite = |seat: usize| [at(seat), at(circle - 1 - seat)];
        let round = (0..circle / 2).map(opposite).filter(|both| both.iter().all(|p| *p < players));
        meetings.extend(round.map(|[one, other]| [one.min(other), one.max(other)]));
    }
    meetings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::tests::header;
    use std::collections::BTreeSet;

    fn plan(meetings: Vec<[usize; 2]>, pairs: usize, openings: usize) -> Plan {
        Plan::of_stages([meetings].into_iter(), pairs, openings)
    }

    #[test]
    fn everyone_meets_everyone_once_and_rounds_are_full() {
        for players in 2..13 {
            let meetings = round_robin(players);
            let different: BTreeSet<_> = meetings.iter().collect();
            assert_eq!(different.len(), players * (players - 1) / 2);
            assert_eq!(meetings.len(), different.len());
            assert_eq!(pairs_of(players, Format::RoundRobin, 3), Some(3 * meetings.len()));
            assert!(meetings.iter().all(|[one, other]| one < other && *other < players));
            for round in meetings.chunks(players / 2) {
                let busy: BTreeSet<_> = round.iter().flatten().collect();
                assert_eq!(busy.len(), 2 * round.len(), "{players} players: {round:?}");
            }
        }
        assert_eq!(round_robin(2), [[0, 1]]);
        assert_eq!(pairs_of(5, Format::Gauntlet, 2), Some(8));
        assert_eq!(pairs_of(usize::MAX, Format::RoundRobin, 1), None);
    }

    #[test]
    fn a_pair_has_one_opening_and_both_colours() {
        let plan = plan(round_robin(3), 4, 3);
        assert_eq!((plan.games(), plan.pairs()), (24, 12));
        for pair in 0..plan.pairs() {
            let (first, second) = (plan.fixture(2 * pair), plan.fixture(2 * pair + 1));
            assert_eq!(first.opening, second.opening);
            assert_eq!(first.players, [second.players[1], second.players[0]]);
            assert_eq!(first.players, plan.meeting(pair));
        }
        let openings: Vec<usize> = (0..24).map(|game| plan.fixture(game).opening).collect();
        assert_eq!(openings[..7], [0, 0, 0, 0, 0, 0, 1]);
        // Taken round and round.
        assert_eq!(openings[18..], [0; 6]);
    }

    /// Whoever is added meets everyone once a pair, and no game of before gets another number.
    #[test]
    fn newcomers_play_after_all_others() {
        for format in [Format::RoundRobin, Format::Gauntlet] {
            let before = Header { format, ..header(4, 3) };
            let after = Header { earlier_players: vec![4, 5], ..Header { format, ..header(7, 3) } };
            let (before, after) = (Plan::of(&before), Plan::of(&after));
            assert_eq!(Some(after.pairs()), pairs_of(7, format, 3));
            for game in 0..before.games() {
                assert_eq!(before.fixture(game), after.fixture(game));
            }
            let mut met: Vec<[usize; 2]> =
                (0..after.pairs()).map(|pair| after.meeting(pair)).collect();
            met.sort_unstable();
            assert!(met.chunks(3).all(|pairs| pairs[0] == pairs[2]), "{met:?}");
            met.dedup();
            assert_eq!(3 * met.len(), after.pairs());
            let openings =
                (before.pairs()..after.pairs()).map(|pair| after.fixture(2 * pair).opening);
            assert_eq!(openings.max(), Some(2));
        }
    }

    #[test]
    fn a_match_takes_one_opening_after_the_other() {
        let plan = plan(round_robin(2), 2, 5);
        let games: Vec<_> = (0..4).map(|game| plan.fixture(game)).collect();
        let fixture = |players, opening| Fixture { players, opening };
        let expected =
            [fixture([0, 1], 0), fixture([1, 0], 0), fixture([0, 1], 1), fixture([1, 0], 1)];
        assert_eq!(games, expected);
    }
}
