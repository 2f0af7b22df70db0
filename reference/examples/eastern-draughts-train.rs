//! Learns what windows of cells cost, for the search of the `eastern-draughts` reference.
//!
//! `cargo run --release -p jury-reference --example eastern-draughts-train -- --out learned.bin`
//!
//! One random case after another is searched with what has been learned so far. In every layer of
//! the beam the position that the final game goes through should be told from a sample of the others:
//! the weights take a step towards a higher probability of it, where probabilities fall exponentially
//! with the cost. The result depends on the options alone:
//!
//! - `--cases` how many cases (default 20000), `--seed` of the cases (1)
//! - `--positions` for a search on a board of side 20, in proportion to the side on others (20000)
//! - `--rate` size of the first steps (0.05)
//! - `--from` weights to begin with, as written by `--out`

use jury_reference::clock::thread_cpu_time;
use jury_reference::eastern_draughts::beam::watched;
use jury_reference::eastern_draughts::board::{Board, CellSet};
use jury_reference::eastern_draughts::cost::{UNIT, Weights};
use jury_reference::eastern_draughts::learned::{GRAIN, Learned, WEIGHTS, features};
use jury_reference::eastern_draughts::pace::Effort;
use jury_reference::program::{number, options};
use jury_reference::random::Random;
use std::error::Error;

/// So many others of its layer are compared with each position of the final game.
const OTHERS: usize = 12;
/// Cases between two reports, after each of which the weights are written.
const CASES_PER_REPORT: usize = 100;
/// A step's share of the gradient for the scale of costs.
const SCALE_RATE: f64 = 2e-5;

/// Smaller gradients are errors of rounding: what all positions have in common.
const LEAST_GRADIENT: f32 = 1e-4;

fn main() -> Result<(), Box<dyn Error>> {
    let [cases, seed, positions, rate, from, out] =
        options(["--cases", "--seed", "--positions", "--rate", "--from", "--out"])?;
    let out = out.ok_or("expected --out FILE")?;
    let cases = number(cases)?.unwrap_or(20_000);
    let mut random = Random::new(number(seed)?.unwrap_or(1));
    let positions: usize = number(positions)?.unwrap_or(20_000);
    let mut lesson = Lesson::new(number(rate)?.unwrap_or(0.05));
    if let Some(from) = from {
        lesson.begin_with(&std::fs::read(&from)?).ok_or("not a file of weights")?;
    }
    for case in 1..=cases {
        let board = Board::random(&mut random);
        let positions = positions * usize::from(board.side) / 20;
        lesson.learn_from(&board, positions, &mut random);
        if case % CASES_PER_REPORT == 0 || case == cases {
            lesson.report(case);
            std::fs::write(&out, lesson.learned().to_bytes())?;
        }
    }
    Ok(())
}

/// A position with the number of its misfits.
type Member = (CellSet, u32);

struct Layer {
    share: f64,
    members: Vec<Member>,
}

struct Lesson {
    weights: Vec<f32>,
    /// Sums of squares of gradients: the more of them, the smaller the steps.
    squares: Vec<f32>,
    gradient: Vec<f32>,
    touched: Vec<usize>,
    rate: f32,
    /// How much the logarithm of a probability falls with a cost of one step.
    scale: f64,
    /// Layers since the last report, and the sums of the logarithms of chance and of what was lost.
    layers: f64,
    chance: f64,
    loss: f64,
}

impl Lesson {
    fn new(rate: f32) -> Self {
        Self {
            weights: vec![0.0; WEIGHTS],
            squares: vec![1.0; WEIGHTS],
            gradient: vec![0.0; WEIGHTS],
            touched: Vec::new(),
            rate,
            scale: 0.15,
            layers: 0.0,
            chance: 0.0,
            loss: 0.0,
        }
    }

    fn begin_with(&mut self, bytes: &[u8]) -> Option<()> {
        Learned::from_bytes(bytes)?;
        self.weights = bytes.iter().map(|byte| f32::from(byte.cast_signed()) * GRAIN).collect();
        Some(())
    }

    fn learned(&self) -> Learned {
        Learned::nearest(&self.weights)
    }

    fn learn_from(&mut self, board: &Board, positions: usize, random: &mut Random) {
        let mut layers = Vec::new();
        let costs = Weights::tuned(board);
        let turns =
            watched(board, Effort::Positions(positions), &costs, self.learned(), |share, beam| {
                let members = beam.iter().map(|position| (*position.pieces(), position.misfits()));
                layers.push(Layer { share, members: members.collect() });
            });
        let mut pieces = board.pieces;
        for ((from, to), layer) in turns.into_iter().zip(&mut layers) {
            pieces.toggle(from);
            pieces.toggle(to);
            let Some(good) = layer.members.iter().position(|member| member.0 == pieces) else {
                return;
            };
            layer.members.swap(0, good);
            for index in 1..layer.members.len().min(OTHERS + 1) {
                let other = index + random.below(layer.members.len() - index);
                layer.members.swap(index, other);
            }
            layer.members.truncate(OTHERS + 1);
            if layer.members.len() > 1 {
                self.compare(board, layer, &costs);
            }
        }
    }

    /// Takes a step to tell the layer's first member from the others.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "probabilities need few digits, and there are few members"
    )]
    fn compare(&mut self, board: &Board, layer: &Layer, costs: &Weights) {
        let mut found = Vec::new();
        let mut scores = Vec::new();
        for (pieces, misfits) in &layer.members {
            let weights = features(board, layer.share, pieces, *misfits);
            let learned: f32 = weights.iter().map(|weight| self.weights[*weight]).sum();
            found.push(weights);
            let cells = pieces.cells().map(|cell| f64::from(costs.cost(board, cell, layer.share)));
            let cost = cells.sum::<f64>() / UNIT + costs.misfit * f64::from(*misfits);
            scores.push(cost + f64::from(learned));
        }
        let chances = probabilities(&scores, self.scale);
        self.layers += 1.0;
        self.chance += (scores.len() as f64).ln();
        self.loss -= chances[0].max(1e-9).ln();
        let mean: f64 = chances.iter().zip(&scores).map(|(chance, score)| chance * score).sum();
        self.scale = (self.scale - SCALE_RATE * (scores[0] - mean)).clamp(0.02, 2.0);
        for (index, (found, chance)) in found.iter().zip(chances).enumerate() {
            let share = if index == 0 { 1.0 - chance } else { -chance } as f32;
            for weight in found {
                self.touched.push(*weight);
                self.gradient[*weight] += share;
            }
        }
        self.step();
    }

    fn step(&mut self) {
        for weight in self.touched.drain(..) {
            let gradient = std::mem::take(&mut self.gradient[weight]);
            if gradient.abs() > LEAST_GRADIENT {
                self.squares[weight] += gradient * gradient;
                self.weights[weight] -= self.rate * gradient / self.squares[weight].sqrt();
            }
        }
    }

    fn report(&mut self, case: usize) {
        println!(
            "case {case}: {} layers, loss {:.4} (by chance {:.4}), scale {:.3}, {:.0} s",
            self.layers,
            self.loss / self.layers,
            self.chance / self.layers,
            self.scale,
            thread_cpu_time().as_secs_f64()
        );
        (self.layers, self.chance, self.loss) = (0.0, 0.0, 0.0);
    }
}

/// Probabilities that fall exponentially with the score.
fn probabilities(scores: &[f64], scale: f64) -> Vec<f64> {
    let low = scores.iter().copied().fold(f64::MAX, f64::min);
    let parts: Vec<f64> = scores.iter().map(|score| (-(score - low) * scale).exp()).collect();
    let sum: f64 = parts.iter().sum();
    parts.into_iter().map(|part| part / sum).collect()
}
