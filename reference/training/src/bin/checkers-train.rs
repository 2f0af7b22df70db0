//! Learns the weights of checkers' evaluation from games of the bot against itself.
//!
//! `checkers-train play GAMES SEED FILE [TABLES [WEIGHTS]]` appends the boards of such games to a file,
//! with their results and the values that a short search found; the players know the endgames in the
//! folder TABLES, and have other weights than those that come with the bot if a file is given.
//! `checkers-train fit WEIGHTS FILES` learns from them and writes weights for `checkers-duel`, with a net
//! that corrects nothing; `checkers-train net WEIGHTS FILES` teaches a new net and goes on with those weights
//! at the same time. What comes with the bot is such a file.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "learning needs no more digits"
)]

use jury_reference::checkers::Limits;
use jury_reference::checkers::eight::board::{packed, spread};
use jury_reference::checkers::eight::endgames::Endgames;
use jury_reference::checkers::eight::evaluate::{
    Evaluation, FEATURES, MATERIAL, UNIT, each_feature,
};
use jury_reference::checkers::eight::net::{
    FIRST_SUM, FULL, INPUTS, LAST_SUM, NUMBERS, PHASES, SECOND, SECOND_SHARE, SHARE, UNITS,
    each_input, phase,
};
use jury_reference::checkers::eight::{Board, Found, Rules, Searcher};
use jury_reference::random::Random;
use std::error::Error;
use std::fs;
use std::io::Write;

/// Moves that are looked ahead in a game.
const DEPTH: u32 = 6;
/// Games that leave another one.
const BRANCHES: usize = 4;
/// Most moves by which they leave it.
const ASTRAY: usize = 7;
/// What the first board of a game may be worth to either side, in hundredths of a man; of one that
/// leaves another.
const LEVEL: i32 = 150;
const LEVEL_ASTRAY: i32 = 300;
/// Moves without a capture or a man's move after which a game counts as drawn.
const QUIET: usize = 30;
/// A board of at most so many pieces that is worth so much counts as won.
const WON: (u32, i32) = (8, 400);
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
    match &arguments[..] {
        ["play", games, seed, file, players @ ..] if players.len() <= 2 => {
            play(games.parse()?, seed.parse()?, file, &mut Player::of(players)?)
        }
        ["fit", weights, samples @ ..] => fit(weights, &read(samples)?),
        ["net", weights, samples @ ..] => net(weights, &read(samples)?),
        _ => Err("expected `play GAMES SEED FILE [TABLES [WEIGHTS]]`, `fit WEIGHTS FILES` or \
                  `net WEIGHTS FILES`"
            .into()),
    }
}

/// Who plays both sides.
struct Player {
    searcher: Searcher,
    /// Boards of so many pieces are known.
    known_pieces: u32,
}

impl Player {
    /// By a folder of endgames and a file of weights, if there are any.
    fn of(files: &[&str]) -> Result<Self, Box<dyn Error>> {
        let endgames = match files.first() {
            Some(folder) => Endgames::with_folder(Rules::Seed, folder.as_ref())?,
            None => Endgames::shipped(Rules::Seed),
        };
        let known_pieces = endgames.pieces();
        let mut searcher = Searcher::new(16, endgames);
        if let Some(weights) = files.get(1) {
            searcher = searcher.with_evaluation(Evaluation::from_file(weights)?);
        }
        Ok(Self { searcher, known_pieces })
    }

    fn search(&mut self, board: &Board, past: &[Board], depth: u32) -> Option<Found> {
        self.searcher.search(board, past, Limits { depth, ..Limits::NONE })
    }
}

fn play(games: usize, seed: u64, file: &str, bot: &mut Player) -> Result<(), Box<dyn Error>> {
    let file = fs::OpenOptions::new().create(true).append(true).open(file)?;
    let mut file = std::io::BufWriter::new(file);
    let mut random = Random::new(seed);
    let mut played = 0;
    while played < games {
        let Some(opening) = opening(&mut random) else { continue };
        let Some(main) = game(bot, opening, LEVEL) else { continue };
        let mut samples = main.samples;
        played += 1;
        for _ in 0..BRANCHES {
            // Most boards of a game have few pieces, so they would be most of those learnt from.
            let full = main.boards.iter().take_while(|board| board.count() > 8).count();
            let some = if random.below(4) == 0 { main.boards.len() } else { full.max(1) };
            let from = main.boards[random.below(some)];
            let Some(start) = astray(bot, from, &mut random) else { continue };
            let Some(branch) = game(bot, start, LEVEL_ASTRAY) else { continue };
            samples.extend(branch.samples);
            played += 1;
        }
        for sample in samples {
            file.write_all(&sample.bytes())?;
        }
    }
    Ok(file.flush()?)
}

/// A board after some random moves.
fn opening(random: &mut Random) -> Option<Board> {
    (0..4 + random.below(8)).try_fold(Board::start(), |board, _| any_move(&board, random))
}

/// A board such as those at which a search ends: one side has moved at random, the other well. What is
/// learnt from games alone misjudges these, and the more so the further a search looks.
fn astray(player: &mut Player, from: Board, random: &mut Random) -> Option<Board> {
    let mut board = from;
    let errs = random.below(2) == 0;
    for _ in 0..=random.below(ASTRAY) {
        board = if board.down == errs {
            any_move(&board, random)?
        } else {
            player.search(&board, &[], 2)?.best.board
        };
    }
    Some(board)
}

/// A game to its end.
struct Game {
    /// All of its boards.
    boards: Vec<Board>,
    /// The quiet ones among them.
    samples: Vec<Sample>,
}

/// Plays a game; `None` if its first board is worth more than `level` to either side, or known.
fn game(player: &mut Player, first: Board, level: i32) -> Option<Game> {
    let mut board = first;
    let (mut past, mut boards, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    let lost_by_black = loop {
        let Some(found) = player.search(&board, &past, DEPTH) else { break Some(board.down) };
        let is_known = board.count() <= player.known_pieces;
        if boards.is_empty() && (found.value.abs() > level || is_known) {
            return None;
        }
        let is_won = board.count() <= WON.0 && found.value.abs() > WON.1;
        if is_won || found.value.abs() > 10_000 {
            break Some(board.down == (found.value < 0));
        }
        if is_known {
            break None;
        }
        boards.push(board);
        if !board.must_capture() && !board.passed().must_capture() {
            seen.push((board, found.value));
        }
        past.push(board);
        board = found.best.board;
        if !board.may_return_to(&past[past.len() - 1]) {
            past.clear();
        }
        if past.len() >= QUIET || past.iter().filter(|old| **old == board).count() >= 2 {
            break None;
        }
    };
    let sample = |(board, value): (Board, i32)| Sample {
        board: if board.down { board } else { board.turned() },
        value: i16::try_from(value).unwrap_or(0),
        result: lost_by_black.map_or(0, |black| if black == board.down { -1 } else { 1 }),
    };
    Some(Game { boards, samples: seen.into_iter().map(sample).collect() })
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

    /// The chance of winning that is learnt, with this share of the result.
    fn target(&self, share: f32) -> f32 {
        let result = f32::midpoint(f32::from(self.result), 1.0);
        share * result + (1.0 - share) * chance(f32::from(self.value.clamp(-600, 600)))
    }
}

fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

/// The samples of all files.
fn read(files: &[&str]) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut samples = Vec::new();
    for file in files {
        samples.extend(fs::read(file)?.chunks_exact(16).map(Sample::from_bytes));
    }
    Ok(samples)
}

/// Logistic regression, each weight with a step of its own that shrinks as it learns.
fn fit(weights: &str, samples: &[Sample]) -> Result<(), Box<dyn Error>> {
    let mut samples: Vec<&Sample> = samples.iter().collect();
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
    let no_net = std::iter::repeat_n(0, 2 * NUMBERS);
    Ok(fs::write(weights, in_bytes(&learnt).chain(no_net).collect::<Vec<u8>>())?)
}

/// Weights in hundredths of a man, as a file has them.
fn in_bytes(weights: &[[f32; 2]]) -> impl Iterator<Item = u8> {
    let round = |weight: &f32| (weight * UNIT as f32).round().clamp(-32_000.0, 32_000.0) as i16;
    weights.as_flattened().iter().flat_map(move |weight| round(weight).to_le_bytes())
}

/// The shares that the two values of a weight have on a board: that of an empty and of a full one.
fn shares(board: &Board) -> [f32; 2] {
    let full = board.count() as f32 / 24.0;
    [1.0 - full, full]
}

/// What the weights say of a board, in hundredths of a man.
fn sum_of(weights: &[[f32; 2]], board: &Board) -> f32 {
    let shares = shares(board);
    let mut sum = 0.0;
    each_feature(board, |feature, times| {
        let weight = weights[feature][0] * shares[0] + weights[feature][1] * shares[1];
        sum += times as f32 * weight;
    });
    sum
}

/// Changes the weights of a board against a slope of what it is worth, each by a step that shrinks as the
/// squares of its slopes add up.
fn descend(
    (weights, squares): (&mut [[f32; 2]], &mut [[f32; 2]]),
    board: &Board,
    slope: f32,
    step: f32,
) {
    let shares = shares(board);
    each_feature(board, |feature, times| {
        for phase in 0..2 {
            let slope = slope * times as f32 * shares[phase];
            squares[feature][phase] += slope * slope;
            weights[feature][phase] -= step * slope / squares[feature][phase].sqrt();
        }
    });
}

/// Learns from one board; gives its squared error before.
fn learn(sample: &Sample, learnt: &mut [[f32; 2]], squares: &mut [[f32; 2]], step: f32) -> f64 {
    let error = chance(sum_of(learnt, &sample.board)) - sample.target(RESULT);
    descend((learnt, squares), &sample.board, error, step);
    f64::from(error * error)
}

/// Passes over the samples, and samples between two changes of the net.
const NET_ROUNDS: usize = 8;
const BATCH: usize = 256;
/// First step of a net's numbers, and of a weight in hundredths of a man.
const STEPS: [f32; 2] = [0.0025, 0.7];
/// Where the squares of a weight's slopes begin: what few boards have hardly changes.
const SQUARES: f32 = 0.05;
/// The share of a game's result in what the net learns: results tell what a search does not see.
const NET_RESULT: f32 = 0.5;

/// Teaches a net, in the order of [`jury_reference::checkers::eight::net`], by Adam, and the weights with it. One
/// sample of ten is kept to see how it does on others.
fn net(weights: &str, samples: &[Sample]) -> Result<(), Box<dyn Error>> {
    let begin = Evaluation::from_file(weights)?;
    let known: Vec<Known> = samples.iter().map(Known::of).collect();
    let (mut learnt_from, kept): (Vec<_>, Vec<_>) =
        known.chunks(2000).enumerate().partition(|(place, _)| place % 10 != 9);
    let mut random = Random::new(2);
    let mut learnt_from: Vec<&Known> = learnt_from.drain(..).flat_map(|(_, chunk)| chunk).collect();
    let kept: Vec<&Known> = kept.into_iter().flat_map(|(_, chunk)| chunk).collect();
    let mut student = Student::new(&mut random, &begin);
    for round in 0..NET_ROUNDS {
        random.shuffle(&mut learnt_from);
        let batches = learnt_from.len().div_ceil(BATCH);
        for (place, batch) in learnt_from.chunks(BATCH).enumerate() {
            let done = (round * batches + place) as f32 / (NET_ROUNDS * batches) as f32;
            student.learn(batch, STEPS.map(|step| step * (1.0 - done)));
        }
        // No more than are kept: judging all takes long.
        let some = &learnt_from[..kept.len().min(learnt_from.len())];
        let errors = [some, &kept].map(|some| student.error(some));
        println!("round {round}: mean squared error {:.5}, of others {:.5}", errors[0], errors[1]);
    }
    let numbers = student.rounded().into_iter().flat_map(i16::to_le_bytes);
    Ok(fs::write(weights, in_bytes(&student.weights).chain(numbers).collect::<Vec<u8>>())?)
}

/// A sample as the net sees it.
struct Known {
    board: Board,
    inputs: Vec<u8>,
    /// Where the last sum of its phase begins.
    last_at: usize,
    target: f32,
}

impl Known {
    fn of(sample: &Sample) -> Self {
        let mut inputs = Vec::with_capacity(24);
        each_input(&sample.board, |input| inputs.push(input as u8));
        let last_at = LAST_AT + phase(sample.board.count()) * LAST_SUM;
        Self { board: sample.board, inputs, last_at, target: sample.target(NET_RESULT) }
    }
}

/// Weights in hundredths of a man, and numbers of a net, as they are learnt: units go from 0 to 1, the last sum is
/// in men.
struct Student {
    weights: Vec<[f32; 2]>,
    squares: Vec<[f32; 2]>,
    numbers: Vec<f32>,
    slopes: Vec<f32>,
    /// Running means of the slopes and of their squares.
    means: Vec<[f32; 2]>,
    steps: i32,
}

/// Where the row for no input begins; the sums of the second layer; the last ones.
const BEGIN_AT: usize = INPUTS * UNITS;
const SECOND_AT: usize = BEGIN_AT + UNITS;
const LAST_AT: usize = SECOND_AT + SECOND * FIRST_SUM;

/// What a net makes of a board: its units, unbounded and bounded, and the worth in hundredths of a man.
struct Judged {
    units: [f32; UNITS],
    bounded: [f32; UNITS],
    second: [f32; SECOND],
    worth: f32,
}

fn bounded(unit: f32) -> f32 {
    unit.clamp(0.0, 1.0)
}

/// The slope of a unit, from that of what it is bounded to.
fn within(unit: f32, slope: f32) -> f32 {
    if unit > 0.0 && unit < 1.0 { slope } else { 0.0 }
}

/// The sum of products, in parts so that it is done eight at a time.
fn product(units: &[f32; UNITS], weights: &[f32]) -> f32 {
    let mut parts = [0.0_f32; 8];
    for (units, weights) in units.chunks_exact(8).zip(weights.chunks_exact(8)) {
        let products = parts.iter_mut().zip(units).zip(weights);
        products.for_each(|((part, unit), weight)| *part += unit * weight);
    }
    parts.iter().sum()
}

impl Student {
    /// With a new net, and the weights of an evaluation.
    fn new(random: &mut Random, begin: &Evaluation) -> Self {
        let in_hundredths = |weight| f32::from(weight) / UNIT as f32;
        let weights = begin.weights().iter().map(|pair| pair.map(in_hundredths)).collect();
        let squares = vec![[SQUARES; 2]; FEATURES];
        let mut any = |most: f32| (random.below(2001) as f32 / 1000.0 - 1.0) * most;
        let mut numbers: Vec<f32> = (0..BEGIN_AT).map(|_| any(0.2)).collect();
        numbers.extend([0.4; UNITS]);
        for _ in 0..SECOND {
            numbers.extend((0..UNITS).map(|_| any(0.2)));
            numbers.push(0.3);
        }
        let sum: Vec<f32> = (0..UNITS + SECOND).map(|_| any(0.05)).chain([0.0]).collect();
        numbers.extend(sum.iter().cycle().take(PHASES * sum.len()));
        let (slopes, means) = (vec![0.0; NUMBERS], vec![[0.0; 2]; NUMBERS]);
        Self { weights, squares, numbers, slopes, means, steps: 0 }
    }

    fn judge(&self, known: &Known) -> Judged {
        let numbers = &self.numbers;
        let mut units = [0.0; UNITS];
        units.copy_from_slice(&numbers[BEGIN_AT..SECOND_AT]);
        for input in &known.inputs {
            let row = &numbers[usize::from(*input) * UNITS..][..UNITS];
            units.iter_mut().zip(row).for_each(|(unit, add)| *unit += add);
        }
        let first = units.map(bounded);
        let mut second = [0.0; SECOND];
        for (unit, sum) in second.iter_mut().zip(numbers[SECOND_AT..].chunks_exact(FIRST_SUM)) {
            *unit = product(&first, &sum[..UNITS]) + sum[UNITS];
        }
        let last = &numbers[known.last_at..][..LAST_SUM];
        let of_second =
            second.iter().zip(&last[UNITS..]).map(|(unit, weight)| bounded(*unit) * weight);
        let sum = product(&first, &last[..UNITS]) + of_second.sum::<f32>() + last[LAST_SUM - 1];
        let worth = sum_of(&self.weights, &known.board) + 100.0 * sum;
        Judged { units, bounded: first, second, worth }
    }

    fn error(&self, some: &[&Known]) -> f64 {
        let error = |known: &&Known| chance(self.judge(known).worth) - known.target;
        some.iter().map(|known| f64::from(error(known).powi(2))).sum::<f64>() / some.len() as f64
    }

    fn learn(&mut self, batch: &[&Known], [step, step_of_weights]: [f32; 2]) {
        self.slopes.fill(0.0);
        for known in batch {
            let judged = self.judge(known);
            let chance = chance(judged.worth);
            let slope = (chance - known.target) * chance * (1.0 - chance);
            let weights = (&mut *self.weights, &mut *self.squares);
            descend(weights, &known.board, slope, step_of_weights);
            let back = self.back(known, &judged, slope / batch.len() as f32);
            for input in &known.inputs {
                let row = &mut self.slopes[usize::from(*input) * UNITS..][..UNITS];
                row.iter_mut().zip(back).for_each(|(slope, add)| *slope += add);
            }
        }
        self.steps += 1;
        let [first, second] = [0.9_f32, 0.999].map(|kept| 1.0 - kept.powi(self.steps));
        for ((number, slope), mean) in
            self.numbers.iter_mut().zip(&self.slopes).zip(&mut self.means)
        {
            mean[0] += 0.1 * (slope - mean[0]);
            mean[1] += 0.001 * (slope * slope - mean[1]);
            *number -= step * mean[0] / first / ((mean[1] / second).sqrt() + 1e-8);
        }
    }

    /// Adds the slopes of all sums, given that of the last; gives those of the first layer's units.
    fn back(&mut self, known: &Known, judged: &Judged, slope: f32) -> [f32; UNITS] {
        let mut back = [0.0; UNITS];
        let mut through = |numbers: &[f32], slopes: &mut [f32], slope: f32| {
            for (place, unit) in judged.bounded.iter().enumerate() {
                slopes[place] += slope * unit;
                back[place] += slope * numbers[place];
            }
        };
        let last = known.last_at..known.last_at + LAST_SUM;
        let numbers = &self.numbers[last.clone()];
        let slopes = &mut self.slopes[last];
        through(numbers, slopes, slope);
        slopes[LAST_SUM - 1] += slope;
        let mut of_second = [0.0; SECOND];
        for (place, unit) in judged.second.into_iter().enumerate() {
            slopes[UNITS + place] += slope * bounded(unit);
            of_second[place] = within(unit, slope * numbers[UNITS + place]);
        }
        for (place, slope) in of_second.into_iter().enumerate().filter(|(_, slope)| *slope != 0.0) {
            let sum = SECOND_AT + place * FIRST_SUM..SECOND_AT + (place + 1) * FIRST_SUM;
            let (numbers, slopes) = (&self.numbers[sum.clone()], &mut self.slopes[sum]);
            through(numbers, slopes, slope);
            slopes[UNITS] += slope;
        }
        for ((unit, back), slope) in
            judged.units.iter().zip(&mut back).zip(&mut self.slopes[BEGIN_AT..SECOND_AT])
        {
            *back = within(*unit, *back);
            *slope += *back;
        }
        back
    }

    /// The numbers as the bot has them.
    fn rounded(&self) -> Vec<i16> {
        let round = |number: f32| number.round().clamp(-30_000.0, 30_000.0) as i16;
        let scale = |place| match place {
            ..SECOND_AT => f32::from(FULL),
            SECOND_AT..LAST_AT => SECOND_SHARE as f32,
            _ => 100.0 * SHARE as f32,
        };
        self.numbers
            .iter()
            .enumerate()
            .map(|(place, number)| round(number * scale(place)))
            .collect()
    }
}
