//! Learns what windows of cells cost, for the search of the `eastern-draughts` reference.
//!
//! `cargo training eastern-draughts-train -- --out learned.bin`
//!
//! Random cases are searched with the weights it begins with. In every other layer of the beam, the
//! position that the final game goes through should be told from a sample of the others. So, layer by
//! layer in mixed order, the weights take a step towards a higher probability of it, where
//! probabilities fall exponentially with the cost. A window's weight is learned as a sum over its parts
//! and over what it weighs in all phases and densities, so that rare windows learn from those like
//! them; written is the sum. The result depends on the options alone:
//!
//! - `--cases` how many cases (default 2000), `--seed` of the cases (1)
//! - `--positions` for a search on a board of side 20, in proportion to the side on others (60000,
//!   about what the limits allow)
//! - `--rate` size of the first steps (0.03); the last are a tenth of it
//! - `--from` weights to begin with, as written by `--out`; else none, and then a second round should
//!   follow from what the first has written

use jury_reference::clock::thread_cpu_time;
use jury_reference::eastern_draughts::beam::watched;
use jury_reference::eastern_draughts::board::{Board, CellSet};
use jury_reference::eastern_draughts::cost::{UNIT, Weights};
use jury_reference::eastern_draughts::learned::{
    GRAIN, Learned, WEIGHTS, everywhere, features, window,
};
use jury_reference::eastern_draughts::pace::Effort;
use jury_reference::program::{number, options};
use jury_reference::random::Random;
use std::error::Error;

/// So many others of its layer are compared with each position of the final game.
const OTHERS: usize = 12;
/// Every so many layers one is kept: neighbours are alike.
const LAYERS_APART: usize = 2;
/// Layers between two reports.
const LAYERS_PER_REPORT: usize = 10_000;
/// A step's share of the gradient for the scale of costs.
const SCALE_RATE: f64 = 2e-5;
/// The part of the first steps' size by which they get smaller.
const RATE_FALLS: f32 = 0.9;

/// Smaller gradients are errors of rounding: what all positions have in common.
const LEAST_GRADIENT: f32 = 1e-4;

/// Parts of windows with a weight of their own, as masks of their cells: the whole, the 3 columns on
/// either side, the 2 rows on either side.
const PARTS: [usize; 5] = [0xfff, 0x777, 0xeee, 0x0ff, 0xff0];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let names = ["--cases", "--seed", "--positions", "--rate", "--from", "--out"];
    let [cases, seed, positions, rate, from, out] = options(names, &arguments)?;
    let out = out.ok_or("expected --out FILE")?;
    let cases = number(cases)?.unwrap_or(2000);
    let mut random = Random::new(number(seed)?.unwrap_or(1));
    let positions: usize = number(positions)?.unwrap_or(60_000);
    let mut lesson = Lesson::new(number(rate)?.unwrap_or(0.03));
    if let Some(from) = from {
        lesson.begin_with(&std::fs::read(&from)?).ok_or("not a file of weights")?;
    }
    let learned = lesson.learned();
    let mut layers = Vec::new();
    for _ in 0..cases {
        let board = Board::random(&mut random);
        let positions = positions * usize::from(board.side) / 20;
        layers.extend(layers_of(&board, positions, &learned, &mut random));
    }
    println!("{} layers, {:.0} s", layers.len(), thread_cpu_time().as_secs_f64());
    random.shuffle(&mut layers);
    lesson.learn_from(&layers);
    std::fs::write(&out, lesson.learned().to_bytes())?;
    Ok(())
}

/// A position with the number of its misfits.
type Member = (CellSet, u32);

/// The position of the final game, and some others.
struct Layer {
    /// Without pieces.
    board: Board,
    share: f64,
    members: Vec<Member>,
}

/// Some of the layers of one search, until the final game leaves the beam.
fn layers_of(
    board: &Board,
    positions: usize,
    learned: &Learned,
    random: &mut Random,
) -> Vec<Layer> {
    let mut layers = Vec::new();
    let costs = Weights::tuned(board);
    let effort = Effort::Positions(positions);
    let turns = watched(board, effort, &costs, learned.clone(), |share, beam| {
        let members = beam.iter().map(|position| (*position.pieces(), position.misfits()));
        let board = Board { pieces: CellSet::EMPTY, ..board.clone() };
        layers.push(Layer { board, share, members: members.collect() });
    });
    let first = random.below(LAYERS_APART);
    let mut pieces = board.pieces;
    let mut kept = Vec::new();
    for (index, ((from, to), mut layer)) in turns.into_iter().zip(layers).enumerate() {
        pieces.toggle(from);
        pieces.toggle(to);
        let Some(good) = layer.members.iter().position(|member| member.0 == pieces) else {
            break;
        };
        if index % LAYERS_APART == first && layer.members.len() > 1 {
            sample(&mut layer.members, good, random);
            kept.push(layer);
        }
    }
    kept
}

/// Keeps the good one, as the first, and some others.
fn sample(members: &mut Vec<Member>, good: usize, random: &mut Random) {
    members.swap(0, good);
    for index in 1..members.len().min(OTHERS + 1) {
        let other = index + random.below(members.len() - index);
        members.swap(index, other);
    }
    members.truncate(OTHERS + 1);
    members.shrink_to_fit();
}

/// The weights of which the weight is the sum.
fn parts(weight: usize) -> impl Iterator<Item = usize> {
    let own = window(weight).is_none().then_some(weight);
    let parts = window(weight).into_iter().flat_map(move |window| {
        let of_part = move |(table, part)| table * WEIGHTS + weight - window + (window & part);
        let everywhere = PARTS.len() * WEIGHTS + everywhere(weight);
        PARTS.into_iter().enumerate().map(of_part).chain([everywhere])
    });
    own.into_iter().chain(parts)
}

struct Lesson {
    /// A table for each of the parts, and one for what windows weigh everywhere.
    weights: Vec<f32>,
    /// Sums of squares of gradients: the more of them, the smaller the steps.
    squares: Vec<f32>,
    gradient: Vec<f32>,
    touched: Vec<usize>,
    /// How much more often a weight counts in one position than in another; 0 between two comparisons.
    counts: Vec<i16>,
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
        let size = (PARTS.len() + 1) * WEIGHTS;
        Self {
            weights: vec![0.0; size],
            squares: vec![1.0; size],
            gradient: vec![0.0; size],
            touched: Vec::new(),
            counts: vec![0; WEIGHTS],
            rate,
            scale: 0.15,
            layers: 0.0,
            chance: 0.0,
            loss: 0.0,
        }
    }

    fn begin_with(&mut self, bytes: &[u8]) -> Option<()> {
        Learned::from_bytes(bytes)?;
        for (weight, byte) in self.weights.iter_mut().zip(bytes) {
            *weight = f32::from(byte.cast_signed()) * GRAIN;
        }
        Some(())
    }

    fn learned(&self) -> Learned {
        let weights: Vec<_> = (0..WEIGHTS).map(|weight| self.weight(weight)).collect();
        Learned::nearest(&weights)
    }

    fn weight(&self, weight: usize) -> f32 {
        parts(weight).map(|part| self.weights[part]).sum()
    }

    #[expect(clippy::cast_precision_loss, reason = "there are few layers")]
    fn learn_from(&mut self, layers: &[Layer]) {
        let first_rate = self.rate;
        for (index, layer) in layers.iter().enumerate() {
            self.rate = first_rate * (1.0 - RATE_FALLS * index as f32 / layers.len() as f32);
            self.compare(layer);
            if (index + 1) % LAYERS_PER_REPORT == 0 || index + 1 == layers.len() {
                self.report(index + 1);
            }
        }
    }

    /// Takes a step to tell the layer's first member from the others.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "probabilities need few digits, and there are few members"
    )]
    fn compare(&mut self, layer: &Layer) {
        let Layer { board, share, members } = layer;
        let costs = Weights::tuned(board);
        let cost = |(pieces, misfits): &Member| {
            let cells = pieces.cells().map(|cell| f64::from(costs.cost(board, cell, *share)));
            cells.sum::<f64>() / UNIT + costs.misfit * f64::from(*misfits)
        };
        let features = |(pieces, misfits): &Member| features(board, *share, pieces, *misfits);
        let first = features(&members[0]);
        let mut differences = Vec::new();
        let mut scores = Vec::new();
        for member in members {
            let difference = self.difference(&features(member), &first);
            let learned: f32 =
                difference.iter().map(|(weight, count)| count * self.weight(*weight)).sum();
            differences.push(difference);
            scores.push(cost(member) + f64::from(learned));
        }
        let chances = probabilities(&scores, self.scale);
        self.layers += 1.0;
        self.chance += (scores.len() as f64).ln();
        self.loss -= chances[0].max(1e-9).ln();
        let mean: f64 = chances.iter().zip(&scores).map(|(chance, score)| chance * score).sum();
        self.scale = (self.scale - SCALE_RATE * (scores[0] - mean)).clamp(0.02, 2.0);
        for (difference, chance) in differences.into_iter().zip(chances) {
            for (weight, count) in difference {
                for part in parts(weight) {
                    self.touched.push(part);
                    self.gradient[part] -= chance as f32 * count;
                }
            }
        }
        self.step();
    }

    /// How much more often weights count in one position than in the other.
    fn difference(&mut self, one: &[usize], other: &[usize]) -> Vec<(usize, f32)> {
        for weight in one {
            self.counts[*weight] += 1;
        }
        for weight in other {
            self.counts[*weight] -= 1;
        }
        let mut differences = Vec::new();
        for weight in one.iter().chain(other) {
            let count = std::mem::take(&mut self.counts[*weight]);
            if count != 0 {
                differences.push((*weight, f32::from(count)));
            }
        }
        differences
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

    fn report(&mut self, layers: usize) {
        println!(
            "{layers} layers: loss {:.4} (by chance {:.4}), scale {:.3}, {:.0} s",
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
