//! Beam search over turns.
//!
//! Every layer holds the best positions after so many turns, as many as the time allows. Ends in the
//! goal, by way of [`endgame`](super::endgame) where that is shorter, or, when it makes no more headway,
//! wherever it is: the caller completes. It works on whole turns; the module `turn` finds their
//! single jumps.

use super::board::{Board, Cell};
use super::cost::Weights;
use super::endgame::{DETOUR, Endgame, MOST_OUTSIDE, Start};
use super::learned::Learned;
use super::pace::{Effort, Pace};
use super::position::{Maker, Novelty, Position, Turn};
use std::time::Duration;

/// Turns from the board's position on, until the goal or a position without headway.
pub fn search(
    board: &Board,
    effort: Effort,
    weights: &Weights,
    learned: Learned,
) -> Vec<(Cell, Cell)> {
    watched(board, effort, weights, learned, |_, _| ())
}

/// The same, and shows each layer with the share of the way for which its costs hold.
pub fn watched(
    board: &Board,
    effort: Effort,
    weights: &Weights,
    learned: Learned,
    watch: impl FnMut(f64, &[Box<Position>]),
) -> Vec<(Cell, Cell)> {
    Search::new(board, effort, weights, learned).run(watch)
}

/// Layers without a new lowest position after which the search gives up.
const PATIENCE: u32 = 40;
/// Costs are set anew when this part of the way is left that was left the last time.
const COSTS_LAST: f64 = 0.85;
/// CPU time for each slot for hashes of positions: a slot for some positions. More slots for the time
/// of the limits would not fit into the nearer caches.
const TIME_PER_SLOT: Duration = Duration::from_micros(7);
/// Few positions have more turns.
const MANY_TURNS: usize = 500;
/// Slots at least and at most, as powers of 2.
const SEEN_BITS: (u32, u32) = (14, 22);

/// A turn that could be made.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    rank: i32,
    /// Index of the position in its layer.
    position: u32,
    turn: Turn,
}

impl Candidate {
    fn key(&self) -> (i32, u32, (Cell, Cell)) {
        (self.rank, self.position, self.turn.ends())
    }
}

/// A turn that was made, after the turn `before`; the first of all is its own predecessor.
struct Made {
    before: u32,
    ends: (Cell, Cell),
}

#[expect(clippy::vec_box, reason = "positions are large, and handed on from layer to layer")]
struct Search<'a> {
    board: &'a Board,
    weights: &'a Weights,
    maker: Maker,
    pace: Pace,
    made: Vec<Made>,
    /// Turns that were looked at.
    looked_at: usize,
    beam: Vec<Box<Position>>,
    /// Positions of earlier layers, to be overwritten.
    spare: Vec<Box<Position>>,
    /// Hashes of positions; one may drive out another, which costs time only.
    seen: Vec<u32>,
    /// The share of the way that was left when the costs were set.
    costs_of: f64,
    endgame: Endgame<'a>,
    /// Positions from which the end may be sought, and the numbers of the turns that led there.
    starts: Vec<Start>,
    led: Vec<u32>,
    /// Turns of the shortest whole game from a start, as estimated.
    shortest: usize,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, effort: Effort, weights: &'a Weights, learned: Learned) -> Self {
        let pace = Pace::new(board.left(&board.pieces), effort);
        let seen = vec![0; slots(pace.time())];
        let mut maker = Maker::new(board, weights, learned);
        let first = Box::new(maker.first(board));
        Self {
            board,
            weights,
            maker,
            pace,
            made: vec![Made { before: 0, ends: (0, 0) }],
            looked_at: 0,
            beam: vec![first],
            spare: Vec::new(),
            seen,
            costs_of: 1.0,
            endgame: Endgame::new(board),
            starts: Vec::new(),
            led: Vec::new(),
            shortest: usize::MAX,
        }
    }

    fn run(mut self, mut watch: impl FnMut(f64, &[Box<Position>])) -> Vec<(Cell, Cell)> {
        let mut lowest = 0;
        let mut left = self.board.left(&self.board.pieces);
        let mut turns = 0;
        while left > 0 && self.pace.stalled() < PATIENCE && turns < self.shortest {
            let width = self.pace.width(self.looked_at);
            let candidates = self.candidates(width);
            let next = self.positions(&candidates, width);
            if next.is_empty() {
                break;
            }
            self.spare.append(&mut self.beam);
            self.beam = next;
            for position in &self.beam {
                if position.left < left {
                    (left, lowest) = (position.left, position.made);
                }
            }
            turns += 1;
            self.note_starts(turns);
            self.pace.note(left);
            self.set_costs();
            watch(self.costs_of, &self.beam);
        }
        let most = if left == 0 { turns } else { usize::MAX };
        self.ended(most).unwrap_or_else(|| self.turns_to(lowest))
    }

    /// Takes the positions of this layer with few pieces outside, and a game that is about as short as
    /// any, for starts of the endgame.
    fn note_starts(&mut self, turns: usize) {
        for position in self.beam.iter().filter(|position| position.outside <= MOST_OUTSIDE) {
            let most = self.shortest.saturating_add(DETOUR + 1).saturating_sub(turns);
            if let Some(rest) = self.endgame.estimate(position.pieces(), most) {
                let whole = turns + rest;
                self.shortest = self.shortest.min(whole);
                self.starts.push(Start { pieces: *position.pieces(), turns, whole });
                self.led.push(position.made);
            }
        }
    }

    /// The turns of a game with an end by the endgame's search, fewer than `most`, if it finds one.
    fn ended(&self, most: usize) -> Option<Vec<(Cell, Cell)>> {
        let mut looked_at = 0;
        let (start, end) = self.endgame.finish(&self.starts, most, || {
            looked_at += 1;
            self.pace.may_seek_end(looked_at)
        })?;
        let mut turns = self.turns_to(self.led[start]);
        turns.extend(end);
        Some(turns)
    }

    /// The best turns out of the beam, from the best one on; some more than `width`, since some lead
    /// to the same position.
    fn candidates(&mut self, width: usize) -> Vec<Candidate> {
        let some = 2 * width + 16;
        let mut candidates = Vec::with_capacity(4 * some + MANY_TURNS);
        let mut limit = i32::MAX;
        for (position, number) in self.beam.iter_mut().zip(0..) {
            let rank = self.maker.rank(position);
            for index in 0..position.turns().len() {
                if rank - self.maker.most_drop(position.turns()[index]) >= limit {
                    continue;
                }
                let rank = rank - self.maker.drop_of(position, index);
                if rank < limit {
                    // The turn as it is known now.
                    let turn = position.turns()[index];
                    candidates.push(Candidate { rank, position: number, turn });
                }
            }
            if candidates.len() > 4 * some {
                limit = keep_best(&mut candidates, some);
            }
        }
        if candidates.len() > some {
            keep_best(&mut candidates, some);
        }
        candidates.sort_unstable_by_key(Candidate::key);
        candidates
    }

    /// Makes the best `width` new positions that are not dull; if all are, the best of these.
    #[expect(clippy::vec_box, reason = "positions are large, and handed on from layer to layer")]
    fn positions(&mut self, candidates: &[Candidate], width: usize) -> Vec<Box<Position>> {
        let mut next = Vec::with_capacity(width.min(candidates.len()));
        let mut dull = None;
        for candidate in candidates {
            if next.len() >= width {
                break;
            }
            match self.look(candidate) {
                Some(Novelty::Opens) => next.push(self.make(candidate)),
                Some(Novelty::Dull) if dull.is_none() => dull = Some(candidate),
                Some(Novelty::Dull) | None => {}
            }
        }
        if let Some(candidate) = dull.filter(|_| next.is_empty()) {
            self.maker.look(&self.beam[candidate.position as usize], candidate.turn);
            next.push(self.make(candidate));
        }
        next
    }

    /// What the turn does, if the position after it is new.
    fn look(&mut self, candidate: &Candidate) -> Option<Novelty> {
        let before = &self.beam[candidate.position as usize];
        let hash = self.maker.hash_after(before, candidate.turn);
        let (slot, rest) = split(hash, self.seen.len());
        if std::mem::replace(&mut self.seen[slot], rest) == rest {
            return None;
        }
        self.looked_at += 1;
        Some(self.maker.look(before, candidate.turn))
    }

    /// The position after the turn that was looked at last.
    fn make(&mut self, candidate: &Candidate) -> Box<Position> {
        let Candidate { rank, position, turn } = *candidate;
        let before = &self.beam[position as usize];
        let mut next = self.spare.pop().unwrap_or_else(|| before.clone());
        self.maker.make(before, turn, rank, &mut next);
        next.made = u32::try_from(self.made.len()).unwrap_or(u32::MAX);
        self.made.push(Made { before: before.made, ends: turn.ends() });
        next
    }

    /// Sets the costs for the way that is left, if that is much less than the last time.
    fn set_costs(&mut self) {
        let share = self.pace.share();
        if share < self.costs_of * COSTS_LAST {
            self.costs_of = share;
            self.maker.set_costs(self.board, self.weights, share);
            for position in &mut self.beam {
                self.maker.value_again(position);
            }
        }
    }

    /// The turns from the start to the one with that number.
    fn turns_to(&self, turn: u32) -> Vec<(Cell, Cell)> {
        let made = |turn: u32| &self.made[turn as usize];
        let back = std::iter::successors(Some(turn), |turn| Some(made(*turn).before));
        let mut turns: Vec<_> =
            back.take_while(|turn| *turn != 0).map(|turn| made(turn).ends).collect();
        turns.reverse();
        turns
    }
}

/// Keeps the best `count`; gives the rank of the first that is left out.
fn keep_best(candidates: &mut Vec<Candidate>, count: usize) -> i32 {
    let (_, first_out, _) = candidates.select_nth_unstable_by_key(count, Candidate::key);
    let limit = first_out.rank;
    candidates.truncate(count);
    limit
}

/// Slots for a search that may take so long, a power of 2.
fn slots(time: Duration) -> usize {
    let wanted = usize::try_from(time.as_nanos() / TIME_PER_SLOT.as_nanos()).unwrap_or(usize::MAX);
    wanted.clamp(1 << SEEN_BITS.0, 1 << SEEN_BITS.1).next_power_of_two()
}

/// The slot for a hash among so many, a power of 2, and what is kept there.
#[expect(clippy::cast_possible_truncation, reason = "the two halves")]
fn split(hash: u64, slots: usize) -> (usize, u32) {
    (hash as usize & (slots - 1), (hash >> 32) as u32)
}
