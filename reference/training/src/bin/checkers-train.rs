//! Learns the weights of checkers' evaluation from games of the bot against itself.
//!
//! `checkers-train play GAMES SEED FILE` appends the boards of such games to a file, with their
//! results and the values that a short search found; `checkers-train fit FILE WEIGHTS` learns from
//! them and writes weights for `checkers-duel`; `checkers-train pack WEIGHTS FILE` makes of them
//! what comes with the bot.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "learning needs no more digits"
)]

use jury_reference::checkers::Limits;
use jury_reference::checkers::eight::board::{packed, spread};
use jury_reference::checkers::eight::endgames::Endgames;
use jury_reference::checkers::eight::evaluate::{FEATURES, MATERIAL, UNIT, each_feature};
use jury_reference::checkers::eight::{Board, Rules, Searcher, packing};
use jury_reference::random::Random;
use std::error::Error;
use std::fs;
use std::io::Write;

/// Moves that are looked ahead in a game.
const DEPTH: u32 = 6;
/// One move of so many is made at random.
const RANDOM: usize = 20;
/// Values, in hundredths of a man, that raise the odds of winning by the factor e.
const SCALE: f32 = 60.0;
/// The share of a game's result in what is learnt; the rest is the value that was found.
const RESULT: f32 = 0.7;
const ROUNDS: usize = 5;
/// Worth of a man and of a king, where learning begins.
const BEGIN: [f32; 2] = [100.0, 130.0];

/// A board, its side to move going down, with what became of it.
struct Sample {
    board: Board,
    /// Found by the search.
    value: i16,
    /// Won 1, drawn 0, lost -1.
    result: i8,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["play", games, seed, file] => play(games.parse()?, seed.parse()?, file),
        ["fit", samples, weights] => fit(samples, weights),
        ["pack", weights, file] => Ok(fs::write(file, packing::pack(&fs::read(weights)?)?)?),
        _ => {
            Err("expected `play GAMES SEED FILE`, `fit FILE WEIGHTS` or `pack WEIGHTS FILE`".into())
        }
    }
}

fn play(games: usize, seed: u64, file: &str) -> Result<(), Box<dyn Error>> {
    let file = fs::OpenOptions::new().create(true).append(true).open(file)?;
    let mut file = std::io::BufWriter::new(file);
    let mut random = Random::new(seed);
    let mut searcher = Searcher::new(16, Endgames::shipped(Rules::Seed));
    let mut played = 0;
    while played < games {
        let Some(samples) = game(&mut searcher, &mut random) else { continue };
        for sample in samples {
            file.write_all(&sample.bytes())?;
        }
        played += 1;
    }
    Ok(file.flush()?)
}

/// The quiet boards of a game; `None` if its opening was no good.
fn game(searcher: &mut Searcher, random: &mut Random) -> Option<Vec<Sample>> {
    let mut board = Board::start();
    for _ in 0..4 + random.below(8) {
        board = any_move(&board, random)?;
    }
    let (mut past, mut seen) = (Vec::new(), Vec::new());
    let limits = Limits { depth: DEPTH, ..Limits::NONE };
    let lost_by_black = loop {
        let Some(found) = searcher.search(&board, &past, limits) else { break Some(board.down) };
        if seen.is_empty() && found.value.abs() > 150 {
            return None;
        }
        if board.count() <= 4 {
            break (found.value.abs() > 10_000).then_some(board.down == (found.value < 0));
        }
        if !board.must_capture() && !board.passed().must_capture() {
            seen.push((board, found.value));
        }
        past.push(board);
        let errs = random.below(RANDOM) == 0;
        board = if errs { any_move(&board, random)? } else { found.best.board };
        if !board.may_return_to(&past[past.len() - 1]) {
            past.clear();
        }
        if past.len() >= 40 || past.iter().filter(|old| **old == board).count() >= 2 {
            break None;
        }
    };
    let sample = |(board, value): (Board, i32)| Sample {
        board: if board.down { board } else { board.turned() },
        value: i16::try_from(value).unwrap_or(0),
        result: lost_by_black.map_or(0, |black| if black == board.down { -1 } else { 1 }),
    };
    Some(seen.into_iter().map(sample).collect())
}

fn any_move(board: &Board, random: &mut Random) -> Option<Board> {
    let mut moves = Vec::new();
    board.moves_into(Rules::Seed, &mut moves);
    moves.get(random.below(moves.len().max(1))).map(|found| found.board)
}

impl Sample {
    /// Own squares, the other's and kings by four bytes each, value, result, and nothing.
    fn bytes(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        for (place, set) in [self.board.own, self.board.other, self.board.kings].iter().enumerate()
        {
            bytes[4 * place..4 * place + 4].copy_from_slice(&packed(*set).to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&self.value.to_le_bytes());
        bytes[14] = self.result.to_le_bytes()[0];
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let set = |at: usize| {
            spread(u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]))
        };
        let board = Board { own: set(0), other: set(4), kings: set(8), down: true };
        let value = i16::from_le_bytes([bytes[12], bytes[13]]);
        Self { board, value, result: i8::from_le_bytes([bytes[14]]) }
    }

    /// The chance of winning that is learnt.
    fn target(&self) -> f32 {
        let result = f32::midpoint(f32::from(self.result), 1.0);
        RESULT * result + (1.0 - RESULT) * chance(f32::from(self.value.clamp(-600, 600)))
    }
}

fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

/// Logistic regression, each weight with a step of its own that shrinks as it learns.
fn fit(samples: &str, weights: &str) -> Result<(), Box<dyn Error>> {
    let mut samples: Vec<Sample> =
        fs::read(samples)?.chunks_exact(16).map(Sample::from_bytes).collect();
    let mut learnt = vec![[0.0_f32; 2]; FEATURES];
    for (feature, begin) in MATERIAL.into_iter().zip(BEGIN) {
        learnt[feature] = [begin; 2];
    }
    let mut squares = vec![[1e-6_f32; 2]; FEATURES];
    let mut random = Random::new(1);
    for round in 0..ROUNDS {
        random.shuffle(&mut samples);
        let step = 12.0 * (1.0 - round as f32 / ROUNDS as f32) + 0.3;
        let errors = samples.iter().map(|one| learn(one, &mut learnt, &mut squares, step));
        println!(
            "round {round}: mean squared error {:.5}",
            errors.sum::<f64>() / samples.len() as f64
        );
    }
    let round = |weight: &f32| (weight * UNIT as f32).round().clamp(-32_000.0, 32_000.0) as i16;
    let bytes = learnt.as_flattened().iter().flat_map(|weight| round(weight).to_le_bytes());
    Ok(fs::write(weights, bytes.collect::<Vec<u8>>())?)
}

/// Learns from one board; gives its squared error before.
fn learn(sample: &Sample, learnt: &mut [[f32; 2]], squares: &mut [[f32; 2]], step: f32) -> f64 {
    let full = sample.board.count() as f32 / 24.0;
    let shares = [1.0 - full, full];
    let mut value = 0.0;
    each_feature(&sample.board, |feature, times| {
        let weight = learnt[feature][0] * shares[0] + learnt[feature][1] * shares[1];
        value += times as f32 * weight;
    });
    let error = chance(value) - sample.target();
    each_feature(&sample.board, |feature, times| {
        for phase in 0..2 {
            let slope = error * times as f32 * shares[phase];
            squares[feature][phase] += slope * slope;
            learnt[feature][phase] -= step * slope / squares[feature][phase].sqrt();
        }
    });
    f64::from(error * error)
}
