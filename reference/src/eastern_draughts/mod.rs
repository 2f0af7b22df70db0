//! `eastern-draughts`: few turns from any position to the goal triangle.
//!
//! [`beam`] searches over turns until its time is up, as wide as [`pace`] says; [`position`] has the
//! turns out of a position, with the cells that [`jumps`] join, [`cost`] its value by hand and
//! [`learned`] the corrections of it. [`endgame`] finds the last turns, when few pieces are left.
//! [`merge`](mod@merge) makes one of two turns where it can, [`fallback`] completes whatever is left,
//! [`turn`] writes out the steps and jumps of each turn, [`board`] has the grid. Tiny boards are solved by
//! [`exact`].
//!
//! # What each idea gave
//!
//! `training/src/bin/eastern-draughts-mean.rs` measures the mean score. The first search came to 3.66 ± 0.16
//! (300 cases of seed 77, within the limits). On the way there, in order: x + y alone, 2.58; a cost
//! that grows with the square of x + y, 3.17; with its fifth power, 3.54; speed, 3.66; the power from
//! half of the goal's side on, 3.68.
//!
//! The next steps were measured over 40 to 80 cases each, by number of positions and not by time, in
//! pairs on the same cases, with 95 % intervals; a beam of a tenth to the whole of what the limits
//! allow.
//!
//! | idea | difference |
//! |---|---|
//! | far ends of the goal filled first, else they stay empty and cost tens of single steps | +0.17 ± 0.07 |
//! | turns to come foretold by a power law: the beam no longer starves at the end | +0.07 ± 0.05 |
//! | lists of turns mended, not made anew: 0.8 µs a position in place of 8 | time only |
//! | the bend gets shorter with the way that is left, and begins at 0.8 of the goal's side | +0.19 ± 0.07 |
//! | the best weights with it | +0.08 (4.35 to 4.43) |
//! | positions that only come in another order are dropped, at the full width | +0.22 ± 0.10 |
//! | sharper bend (power 6.5, from 0.9 of the goal's side) for many pieces | +0.19 ± 0.09 |
//! | own weights for few pieces, drawn to the diagonal at first | +0.10 ± 0.08 |
//!
//! Within the limits, over 400 cases of seed 2001, this came to 4.36 ± 0.20, and ten times the time
//! gave a twentieth more: the value was at fault, not the width. So it is learned now, from which
//! position of each layer the final game goes through (`training/src/bin/eastern-draughts-train.rs`):
//!
//! | what is learned | difference |
//! |---|---|
//! | windows of 3 by 3 cells, after 400 cases | +0.09 ± 0.06 |
//! | the same after 2 400 | +0.22 ± 0.08 |
//! | the same after 5 500 | +0.32 ± 0.08 |
//! | windows of 4 by 3 cells along rows and columns, after 10 000 | +0.43 ± 0.12 |
//!
//! Larger windows tell the position sought from twelve others better: the logarithm of its chance is
//! -1.8 in place of -2.05, by chance -2.5. Looking at the windows costs time; within the limits, 4.64
//! became 4.95 on the same 200 cases.
//!
//! Within the limits on a busy machine, over 2 000 cases of seed 90210, this came to 4.72 ± 0.09. The
//! weights came of 9 900 cases.
//!
//! Dense boards lost tens of turns at the end: with seven steps or fewer to go, all pieces together,
//! some games took 15 to 60 turns more, since a sum over cells cannot tell which piece fills which hole.
//! Over 60 cases of seed 7, by positions, each beside the one above it:
//!
//! | idea | difference |
//! |---|---|
//! | ends by A*, from the beam's positions with up to 6 pieces outside, by the best matching of pieces and holes | +0.04 ± 0.03 |
//! | from up to 8 pieces outside (up to 12: +0.004 ± 0.010 more, not taken) | +0.01 |
//! | a piece to a cell that another leaves goes at once to where that one goes | +0.003 ± 0.003 |
//! | what windows cost after a turn is kept with the listed turn as long as nothing near it changes, positions are bits alone | time only, a tenth |
//!
//! Then, within the limits on a busy machine, over the first 600 cases of seed 90210 side by side: 4.79
//! in place of 4.72 (difference 0.063 ± 0.020; by P/N in fifths 0.00, 0.03, 0.01, 0.09 and 0.17); over
//! all 2 000 on an idle one, 4.77 ± 0.09 (1.77, 3.47, 4.92, 6.10 and 7.21). With 1 s, over 60 cases of
//! seed 31337, 4.78 in place of 4.76 (0.019 ± 0.030). Twice the positions are worth another 0.08 ±
//! 0.03.
//!
//! The first weights came of beams a third as wide as the limits allow. Learned on from 4 800 cases
//! with beams as wide as that, the last 1 500 searched with what the others gave, they foretell the
//! position sought better: on 60 cases kept apart the logarithm of its chance is -1.79 in place of
//! -1.91. A window's weight is a sum over its parts and over all phases and densities while it is
//! learned, and one number in the search: -1.847 in place of -1.868, from the same 3 200 cases. Over 307
//! cases of seed 777001, by positions, beside the weights before:
//!
//! | idea | difference |
//! |---|---|
//! | sums over parts, 3 200 cases | +0.03 ± 0.03 |
//! | the same, 4 800 cases | +0.07 ± 0.02 |
//!
//! Then, within the limits on a busy machine, over all 2 000 cases of seed 90210 side by side: 4.86 ±
//! 0.10 in place of 4.78 (difference 0.081 ± 0.009; by P/N in fifths 0.01, 0.06, 0.08, 0.12 and 0.13, to
//! 1.78, 3.54, 5.00, 6.23 and 7.36); over 478 cases of seed 31337001, the difference is 0.064 ± 0.022.
//! Half as many cases again had given twice the gain, so more were tried: 6 000 of seed 20261122, learned
//! on from those weights by one run of the example, make the weights shipped now. By positions, over
//! 1 400 cases of seed 777002 side by side, the difference is 0.025 ± 0.010 (by P/N in fifths 0.00, 0.01,
//! 0.02, 0.04 and 0.05); within the limits on a busy machine, over 1 200 cases of seed 31337002, 0.028 ±
//! 0.012 (4.81 to 4.84). That is a third of what the 4 800 before gave; half-way between the two sets of
//! weights is as good as the new one (0.00 ± 0.02 over 400 cases of seed 777003).
//!
//! Within the limits, over all 2 000 cases of seed 90210, this came to 4.88 ± 0.10 (1.78, 3.55, 5.05,
//! 6.28 and 7.38).
//!
//! Until then a position listed its 64 best turns at most, by the cost of cells alone, and made the list
//! anew when 16 were left. But windows change the order of turns by several steps: the beam starved for
//! what was not listed, on dense boards most of all. Within the limits on a busy machine, over 200 to
//! 300 cases each side by side, with standard errors:
//!
//! | idea | difference |
//! |---|---|
//! | 40 turns at most in place of 64 | -0.08 ± 0.02 |
//! | 64, and anew when 36 are left | +0.10 ± 0.02 |
//! | 96, and anew when 40 are left | +0.14 ± 0.02 |
//! | 128, and anew when 64 are left; components by shifts of 256 bits: a fifth of the time a position | +0.20 ± 0.02 |
//! | all turns (214 on average) | +0.29 ± 0.03 |
//! | lists in no order, mended without branches; windows around an end that turns share summed once | +0.03 ± 0.02 more |
//! | dull beside a turn that is better with its windows; lists only for positions that are kept | +0.03 ± 0.02 more |
//!
//! All together, within the limits on a busy machine, over the first 1 000 cases of seed 90210 side by
//! side: 5.23 in place of 4.83 (difference 0.400 ± 0.017; by P/N in fifths 0.02, 0.12, 0.36, 0.72 and
//! 0.75). Now, over all 2 000 of them: 5.18 ± 0.11 (1.79, 3.61, 5.30, 6.81 and 7.99).
//!
//! The weights came of starved beams, so they were learned on from full ones: seven runs of the example with
//! 1 500 cases each (seeds 20261127 to 20261133, each from what the run before gave; the last with steps of
//! two thirds of the size). Over 300 cases by positions, side by side, with standard errors:
//!
//! | after | difference |
//! |---|---|
//! | 1 500 cases | +0.03 ± 0.01 |
//! | 3 000 | +0.04 ± 0.01 |
//! | 6 000 | +0.05 ± 0.01 |
//! | 9 000 | +0.08 ± 0.01 |
//!
//! Within the limits on a busy machine, the weights after 9 000 give 0.089 ± 0.013 over the first 400 cases of
//! seed 90210; over 300 of seed 31337003, they give 0.07 ± 0.02, and those after 10 500, which are the ones
//! shipped now, 0.09 ± 0.02. On an idle machine, over all 2 000 cases of seed 90210: 5.35 ± 0.12
//! (1.80, 3.68, 5.50, 7.06 and 8.28).
//!
//! # How much is left
//!
//! On 48 cases of seed 4242 (`eastern-draughts-mean -- --cases 48 --seed 4242`, then with `--time 1` and
//! `--time 10`) it comes to 5.65 within the limits, to 5.89 with 1 s and to 6.04 with 10 s of CPU time:
//!
//! | P/N | limits | 1 s | 10 s |
//! |---|---|---|---|
//! | to 0.2 | 1.31 | 1.37 | 1.37 |
//! | to 0.4 | 3.60 | 3.71 | 3.79 |
//! | to 0.6 | 5.30 | 5.51 | 5.67 |
//! | to 0.8 | 7.33 | 7.70 | 7.99 |
//! | to 1 | 7.28 | 7.59 | 7.70 |
//!
//! Over the first 250 cases of seed 90210, it is 5.37 ± 0.33 within the limits and 5.59 ± 0.35 with 1 s; over the
//! first 60 of them 6.00, 6.29 and, with 10 s, 6.53 (± 0.7, side by side). The best answers that are known of these 60
//! come of 60 s each, with a beam of up to a million positions in place of [`pace`]'s 50 000, and compiled for the
//! machine's own processor, as here in all columns. With the narrower beam, 100 s are not used up, and give 6.66.
//!
//! | P/N | cases | limits | 1 s | 60 s | more than within the limits |
//! |---|---|---|---|---|---|
//! | to 0.2 | 6 | 1.39 | 1.39 | 1.39 | 0 |
//! | to 0.4 | 14 | 4.04 | 4.20 | 4.34 | 0.30 ± 0.12 |
//! | to 0.6 | 10 | 6.20 | 6.46 | 6.87 | 0.67 ± 0.28 |
//! | to 0.8 | 19 | 7.40 | 7.77 | 8.14 | 0.74 ± 0.19 |
//! | to 1 | 11 | 9.07 | 9.45 | 9.89 | 0.81 ± 0.17 |
//! | all | 60 | 6.12 | 6.39 | 6.69 | 0.57 ± 0.11 |
//!
//! So 1 s gives a quarter of a point, sixty times as much 0.3 more, and within the limits at least 8 % are left. None
//! of the 60 answers is worse than with 1 s. They are no proof of a best one.
//!
//! Where 1 s saves turns, over 60 cases of seed 4242 (`--cases 60`; 5.58 and 5.82), by the share of S - R that
//! is left:
//!
//! | P/N | cases | turns | to 75 % | to 50 % | to 25 % | to 10 % | to 3 % | to the end |
//! |---|---|---|---|---|---|---|---|---|
//! | to 0.2 | 7 | 36 | -0.6 | 0.9 | 0.7 | 0.0 | 0.0 | 0.0 |
//! | to 0.4 | 12 | 100 | 2.3 | -0.2 | 1.8 | -0.7 | 0.6 | 0.1 |
//! | to 0.6 | 13 | 138 | 1.8 | 1.7 | 0.8 | -0.1 | -0.2 | 0.6 |
//! | to 0.8 | 12 | 205 | 5.5 | 1.6 | 3.1 | -0.5 | -0.1 | 1.8 |
//! | to 1 | 16 | 173 | 1.1 | 3.2 | 1.3 | 1.4 | 2.0 | -0.3 |
//! | all | 60 | 141 | 2.2 | 1.6 | 1.6 | 0.1 | 0.6 | 0.4 |
//!
//! The standard error of a number in the last line is 0.4 to 0.6. Of the 6.5 ± 1.0 turns a game, 5.3 are
//! saved before a quarter of the way is left.
//!
//! On boards with so few positions that each can be looked at, breadth first from the goal, the fewest turns
//! are known. The beam, in the time of the limits, plays most of 40 random boards of a size in the fewest, and
//! the others in one more:
//!
//! | N | P | positions | mean of the fewest | so many played in it |
//! |---|---|---|---|---|
//! | 4 | 3 | 8 008 | 5.4 | 36 of 40 |
//! | 4 | 4 | 8 008 | 5.2 | 37 |
//! | 5 | 3 | 177 100 | 8.0 | 36 |
//! | 5 | 4 | 3 268 760 | 8.7 | 38 |
//! | 5 | 5 | 3 268 760 | 8.5 | 38 |
//! | 6 | 3 | 1 947 792 | 10.6 | 35 |
//! | 10 | 2 | 161 700 | 15.1 | 34 |
//!
//! Turns that raise x + y, which the beam mostly leaves out, are not what is missing: with 4 by 4 cells, none
//! of these boards needs one. Now [`exact`] solves the boards with up to 200 000 positions: the median is 3 ms
//! with 5 by 5 cells and 9 ms with 10 by 10, where it gives up on 10 of the 40 after 20 ms. The beam, with its
//! whole time, plays those 10 in the fewest turns, too. On the larger boards it gave up on 40 of 60, so these
//! are refused.
//!
//! Learned on from there, by 45 000 more cases in 30 runs (seeds 20261134 on), the weights gain no more: by
//! positions, the best of them and the mean of the last 20 sets give +0.05 ± 0.02 over the 300 cases by which
//! they were chosen, and 0.00 ± 0.01 and +0.01 ± 0.01 over 400 others (seed 31337003).
//!
//! Tried without gain with complete lists, over 100 to 200 cases each, with standard errors: all lists made
//! anew with new costs (-0.05 ± 0.02); turns that gain down to -1.2 steps in place of -0.6 (-0.02 ± 0.02),
//! or to -0.2 only (0.00 ± 0.02); three pieces and three cells of each component (0.00 ± 0.02), or three
//! of the four turns of two and two (0.01 ± 0.01); windows looked at for turns that gain 1 or 3 steps less
//! (-0.03, -0.02 ± 0.02); a limit of ranks guessed before any is known, so that the windows of the best
//! positions are not looked at for all of their turns (-0.17 ± 0.02); candidates for 1.4 or 3 times the
//! width in place of 2 (-0.03 ± 0.01, -0.02 ± 0.04); more of the width for the end, by the power 0.5 (-0.02
//! ± 0.01); more slots for hashes, finer steps of costs (-0.03 ± 0.02 both); a turn that was listed before
//! does not count as opened (-0.03 ± 0.01, with short lists).
//!
//! Tried without gain, the last ones: windows of 4 by 4 cells, each a sum of its 4 by 3 parts and of
//! its own weight, in the same time a position. From the shipped weights on, 488 000 layers of 6 650
//! new cases: on 350 cases kept apart the logarithm of the chance is -1.731 in place of -1.780, but
//! over 300 cases by positions the difference is -0.01 ± 0.03 (by P/N in fifths 0.00, 0.01, 0.02, 0.03
//! and -0.08; steps of a third of the size: -0.02 ± 0.02). More of the width for the end, by a lower
//! power of the way that is left (0.5 in place of 0.58): 0.02 ± 0.01 over 700 cases, 0.00 ± 0.01 over 1
//! 000 others; on the densest fifth 0.06, 0.04, 0.08, 0.00 and 0.02. The better of two games with
//! slightly different widths: 0.02, with four 0.05, where twice and four times the width give 0.08 and
//! 0.16.
//!
//! Tried without gain: stars, of a cell with the next and the next but one in all six directions,
//! beside the windows (8 192 patterns; +0.02 ± 0.03 by positions over 164 cases, at two thirds more
//! time a position); windows of 4 by 3 cells along the anti-diagonal and skewed ones foretell the
//! position sought no better than sums over parts do (-1.848, with three times the look-ups); tables of
//! bytes, to fit into the nearest cache (no time saved); ranking positions with their best turn to
//! come, out of 1.5 to 3 times as many (−0.01 to −0.09 ± 0.08, though it foretells the position sought
//! even better); the sum of all pieces' best gains as a part of the value (exact: +0.05 ± 0.07 at twice
//! the time; of the listed turns: the same); rewards for pairs of pieces at any of six distances;
//! single steps that open a jump ahead of their turn (−0.05 ± 0.05); passing over turns that were dull
//! a few layers before (+0.09 in a narrow beam, −0.2 in a wide one); more than two pieces and two cells
//! of each component; a limit on the children of one position; random noise in the rank; an exponential
//! cost (−0.3 and worse); weights that change with the way that is left, other than the bend; one cost
//! for standing outside of the goal; positions in the beam ranked by how far pieces outside and holes
//! are apart, too (0.00 to −0.03); 5 700 cases more of training with finer phases, edges told apart by
//! height and a mean of the weights (−0.02 ± 0.03); all learned weights by a fifth larger or by a sixth
//! smaller (−0.03, −0.01 ± 0.04); a stretch of up to 8 turns found again by exhaustion, where fewer
//! pieces have moved than there are turns (before the endgame: no turn in most games, up to 30 in those
//! that wandered at the end).

pub mod beam;
pub mod board;
pub mod cost;
pub mod endgame;
pub mod exact;
pub mod fallback;
pub mod jumps;
pub mod learned;
pub mod merge;
pub mod pace;
pub mod position;
pub mod turn;

#[cfg(test)]
mod tests;

use beam::search;
use board::{Board, x_of, y_of};
use cost::Weights;
use learned::Learned;
use merge::merge;
use pace::Effort;
use std::time::Duration;
use turn::{Path, path};

/// The part of the limit that is used; start and printing need one or two hundredths more. A busy
/// machine charges some of its stalls to the process, so a good part is left.
const PART_OF_LIMIT: f64 = 0.72;

/// The part of that time that the beam takes; the rest is for the endgame and for merging turns.
const PART_OF_SEARCH: f64 = 0.95;

/// CPU time to use under the limits that the problem ships, 0.1 s or 0.167023 s by side.
pub fn default_time(board: &Board) -> Duration {
    let limit = if board.side <= 20 { 0.1 } else { 0.167_023 };
    Duration::from_secs_f64(limit * PART_OF_LIMIT)
}

/// The turns of a whole game, found by the time that the thread's CPU clock reads `begun` and `time`
/// more; for a program that counts its start, `begun` is zero.
pub fn solve(board: &Board, begun: Duration, time: Duration) -> Vec<Path> {
    game(board, Effort::Until(begun + time.mul_f64(PART_OF_SEARCH)), begun + time)
}

/// The turns of a whole game, found by looking at about so many positions, whatever time that takes:
/// the same on every machine.
pub fn solve_by_positions(board: &Board, positions: usize) -> Vec<Path> {
    game(board, Effort::Positions(positions), Duration::MAX)
}

fn game(board: &Board, effort: Effort, until: Duration) -> Vec<Path> {
    let searched = exact::search(board).unwrap_or_else(|| {
        let mut turns = search(board, effort, &Weights::tuned(board), Learned::shipped());
        merge(board, &mut turns, until);
        turns
    });
    let mut pieces = board.pieces;
    let mut paths = Vec::new();
    for (from, to) in searched {
        let Some(path) = path(board, &pieces, from, to) else { break };
        paths.push(path);
        pieces.toggle(from);
        pieces.toggle(to);
    }
    paths.extend(fallback::finish(board, &pieces).into_iter().map(|(from, to)| vec![from, to]));
    paths
}

/// The whole answer: the number of moves, then each of them.
pub fn answer(turns: &[Path]) -> Vec<u8> {
    let moves: Vec<_> = turns.iter().flat_map(|path| path.windows(2)).collect();
    let mut text = format!("{}\n", moves.len());
    for ends in &moves {
        let [from, to] = [ends[0], ends[1]].map(|cell| format!("{} {}", x_of(cell), y_of(cell)));
        text.extend([&from, " ", &to, "\n"]);
    }
    text.into_bytes()
}

/// (S - R) / K: the score of these turns.
#[expect(clippy::cast_precision_loss, reason = "there are far fewer turns than 2^52")]
pub fn score(board: &Board, turns: &[Path]) -> f64 {
    f64::from(board.left(&board.pieces)) / turns.len() as f64
}
