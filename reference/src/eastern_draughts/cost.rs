//! What a piece costs on each cell: the only judgement of positions that the search has.
//!
//! A position's cost is the sum over its pieces, plus a little for pieces in the wrong class of cells.
//! The shape is bent upwards far from the goal, so that those behind ride over those in front before
//! these go; steeper in the depth of the goal and at its far ends, so that what is hard to reach
//! later is filled first. The bend gets shorter as the game goes on, so that it stays as sharp for
//! the pieces that are left. Knows nothing of turns.

use super::board::{Board, Cell, height, x_of, y_of};

/// The shape of the cost. Lengths are in steps; a cost of 1 is that of one step far from any bend.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    /// What the bent part weighs, and the power of the height in it.
    pub bend: f64,
    /// See `bend`.
    pub power: f64,
    /// The height from which the bent part counts, in sides of the goal.
    pub floor: f64,
    /// How fast the bend gets shorter: the power of the share of the way that is left.
    pub shrink: f64,
    /// What the square of the height above `square_floor` (in sides of the goal) weighs.
    pub square: f64,
    /// See `square`.
    pub square_floor: f64,
    /// What the square of the distance from the diagonal weighs outside of the goal.
    pub aside: f64,
    /// What a power of that distance weighs inside; below 0, the far ends are filled first.
    pub aside_inside: f64,
    /// The power in `aside_inside`.
    pub aside_power: f64,
    /// The height at which inside turns to outside, in sides of the goal, and the width of the change.
    pub border: f64,
    /// See `border`.
    pub border_width: f64,
    /// What the depth of the goal is worth, and the power of the depth in it.
    pub deep: f64,
    /// See `deep`.
    pub deep_power: f64,
    /// The height at which the depth begins, in sides of the goal.
    pub deep_from: f64,
    /// What standing outside of the goal costs.
    pub outside: f64,
    /// What a piece costs that will have to change its class of cells.
    pub misfit: f64,
    /// The share of an even width of the beam that is used; the rest widens it later.
    pub thrift: f64,
}

/// The shortest bend, as a share of the first one.
const SHORTEST_BEND: f64 = 0.1;

/// Costs are counted in thousandths.
pub const UNIT: f64 = 1000.0;

impl Weights {
    /// The best weights known for the board.
    pub fn tuned(board: &Board) -> Self {
        let _ = board;
        Self {
            bend: 20.0,
            power: 5.3,
            floor: 0.8,
            shrink: 0.35,
            square: 0.15,
            square_floor: 0.5,
            aside: 0.2,
            aside_inside: -0.06,
            aside_power: 1.6,
            border: 1.0,
            border_width: 0.006,
            deep: 1.5,
            deep_power: 2.3,
            deep_from: 1.05,
            outside: -0.1,
            misfit: 0.25,
            thrift: 0.9,
        }
    }

    /// The cost of a piece on the cell, in thousandths, when that share of the whole way is left.
    #[expect(clippy::cast_possible_truncation, reason = "the cost is clamped")]
    pub fn cost(&self, board: &Board, cell: Cell, share: f64) -> i32 {
        let (side, goal) = (f64::from(board.side), f64::from(board.goal));
        let up = f64::from(height(cell));
        let aside = f64::from(x_of(cell).abs_diff(y_of(cell)));
        let length = side * share.powf(self.shrink).max(SHORTEST_BEND);
        let above = ((up - self.floor * goal) / length).max(0.0);
        let bent = self.bend * length * above.powf(self.power) / self.power;
        let above = (up - self.square_floor * goal).max(0.0);
        let square = self.square * above * above / side;
        let reach = self.deep_from * goal;
        let below = (1.0 - up / reach).max(0.0);
        let deep = self.deep * reach * below.powf(self.deep_power) / self.deep_power;
        let width = self.border_width * goal + 0.5;
        let out = 1.0 / (1.0 + (-(up - self.border * goal) / width).exp());
        let aside_out = self.aside * aside * aside / (2.0 * side);
        let aside_in = self.aside_inside * (aside / goal).powf(self.aside_power) * goal / 2.0;
        let outside = if up < goal { 0.0 } else { self.outside };
        let cost = up + bent + square - deep + out * aside_out + (1.0 - out) * aside_in + outside;
        (cost * UNIT).clamp(-3e6, 3e6) as i32
    }
}
