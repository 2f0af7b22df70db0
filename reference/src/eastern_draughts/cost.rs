//! What a piece costs on each cell: the judgement of positions by hand, which `learned` corrects.
//!
//! A position's cost is the sum over its pieces, plus a little for pieces in the wrong class of cells.
//! Far from the goal it is bent upwards, so that those behind ride over those in front before these
//! go. The bend gets shorter as the game goes on, so that it stays as sharp for the pieces that are
//! left. At first pieces are drawn to the diagonal, to keep together; in the goal, its depth and its
//! far ends, hard to reach later, are filled first.

use super::board::{Board, Cell, height, x_of, y_of};

/// The shape of the cost. Lengths are in steps; a cost of 1 is that of one step far from any bend.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    /// What the bent part weighs.
    pub bend: f64,
    /// The power of the distance in the bent part.
    pub power: f64,
    /// The distance from which the bent part counts, in sides of the goal.
    pub floor: f64,
    /// How fast the bend gets shorter: the power of the share of the way that is left.
    pub shrink: f64,
    /// What the square of the distance from the diagonal adds to that of the height, at first.
    pub round: f64,
    /// What the square of the distance from the diagonal weighs outside of the goal.
    pub aside: f64,
    /// What the depth of the goal is worth.
    pub deep: f64,
    /// What a piece costs that will have to change its class of cells.
    pub misfit: f64,
}

/// The best weights known for few pieces, and up to which side of the goal, in sides of the board.
const SPARSE: (Weights, f64) = (
    Weights {
        bend: 20.5,
        power: 6.9,
        floor: 0.85,
        shrink: 0.53,
        round: 1.0,
        aside: 0.5,
        deep: 1.1,
        misfit: 0.41,
    },
    0.35,
);

/// The best weights known for many pieces, and from which side of the goal.
const DENSE: (Weights, f64) = (
    Weights {
        bend: 12.0,
        power: 6.5,
        floor: 0.9,
        shrink: 0.55,
        round: 0.3,
        aside: 0.2,
        deep: 3.5,
        misfit: 0.35,
    },
    0.75,
);

/// The shortest bend, as a share of the first one.
const SHORTEST_BEND: f64 = 0.2;
/// The power of the depth in the goal, and the height at which it begins, in sides of the goal.
const DEEP_POWER: f64 = 2.3;
const DEEP_FROM: f64 = 1.05;
/// What a power of the distance from the diagonal is worth in the goal.
const ENDS: f64 = 0.03;
const ENDS_POWER: f64 = 1.65;
/// How blurred the border of the goal is, in steps.
const BORDER_WIDTH: f64 = 0.6;

/// Costs are counted in thousandths.
pub const UNIT: f64 = 1000.0;

impl Weights {
    /// The best weights known for the board.
    pub fn tuned(board: &Board) -> Self {
        let (sparse, dense) = (SPARSE.0, DENSE.0);
        let side = f64::from(board.goal) / f64::from(board.side);
        let part = ((side - SPARSE.1) / (DENSE.1 - SPARSE.1)).clamp(0.0, 1.0);
        let between = |low: f64, high: f64| low + part * (high - low);
        Self {
            bend: between(sparse.bend, dense.bend),
            power: between(sparse.power, dense.power),
            floor: between(sparse.floor, dense.floor),
            shrink: between(sparse.shrink, dense.shrink),
            round: between(sparse.round, dense.round),
            aside: between(sparse.aside, dense.aside),
            deep: between(sparse.deep, dense.deep),
            misfit: between(sparse.misfit, dense.misfit),
        }
    }

    /// The cost of a piece on the cell, in thousandths, when that share of the whole way is left.
    #[expect(clippy::cast_possible_truncation, reason = "the cost is clamped")]
    pub fn cost(&self, board: &Board, cell: Cell, share: f64) -> i32 {
        let (side, goal) = (f64::from(board.side), f64::from(board.goal));
        let up = f64::from(height(cell));
        let aside = f64::from(x_of(cell).abs_diff(y_of(cell)));

        let length = side * share.powf(self.shrink).max(SHORTEST_BEND);
        let away = (up * up + self.round * share * aside * aside).sqrt();
        let above = ((away - self.floor * goal) / length).max(0.0);
        let bent = self.bend * length * above.powf(self.power) / self.power;

        let reach = DEEP_FROM * goal;
        let below = (1.0 - up / reach).max(0.0);
        let deep = self.deep * reach * below.powf(DEEP_POWER) / DEEP_POWER;

        let outside = 1.0 / (1.0 + ((goal - up) / BORDER_WIDTH).exp());
        let aside_outside = self.aside * aside * aside / (2.0 * side);
        let ends = ENDS * goal * (aside / goal).powf(ENDS_POWER);

        let cost = up + bent - deep + outside * aside_outside - (1.0 - outside) * ends;
        (cost * UNIT).clamp(-3e6, 3e6) as i32
    }
}
