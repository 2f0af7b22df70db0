//! Measures weights of checkers' evaluation in play: `checkers-duel GAMES NODES WEIGHTS` plays those
//! of the file against those that come with the bot. Pairs of games begin from the same random
//! opening with changed colours; a move looks at NODES boards. Prints wins, draws, losses and the
//! difference in Elo with its interval of 95 %, after every twenty games.

use jury_reference::checkers::Limits;
use jury_reference::checkers::eight::endgames::Endgames;
use jury_reference::checkers::eight::evaluate::Evaluation;
use jury_reference::checkers::eight::{Board, Rules, Searcher};
use jury_reference::random::Random;
use std::error::Error;

/// Moves without a capture or a man's move after which a game counts as drawn.
const QUIET: usize = 40;
/// Memories of each player: 2 to the power of this.
const BITS: u32 = 18;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, nodes, weights] = &arguments[..] else {
        return Err("expected GAMES NODES WEIGHTS".into());
    };
    let (games, nodes) = (games.parse::<u32>()?, nodes.parse()?);
    let weights = Evaluation::from_file(weights)?;
    let limits = Limits { nodes, ..Limits::NONE };
    let new = Searcher::new(BITS, Endgames::shipped(Rules::Seed)).with_evaluation(weights);
    let mut players = [new, Searcher::new(BITS, Endgames::shipped(Rules::Seed))];
    let mut random = Random::new(1);
    let mut tally = Tally::default();
    while tally.games() < games {
        let Some(opening) = opening(&mut random, &mut players[1]) else { continue };
        let points = [0, 1].map(|first| play(&mut players, first, opening, limits));
        tally.add(points);
        if tally.games().is_multiple_of(20) || tally.games() >= games {
            tally.print();
        }
    }
    Ok(())
}

/// A board after some random moves that is not won by much.
fn opening(random: &mut Random, judge: &mut Searcher) -> Option<Board> {
    let mut board = Board::start();
    for _ in 0..6 + random.below(4) {
        let mut moves = Vec::new();
        board.moves_into(Rules::Seed, &mut moves);
        board = moves.get(random.below(moves.len().max(1)))?.board;
    }
    let found = judge.search(&board, &[], Limits { depth: 9, ..Limits::NONE })?;
    (board.count() >= 20 && found.value.abs() <= 60).then_some(board)
}

/// Half points of the first player, when the player of number `first` begins.
fn play(players: &mut [Searcher; 2], first: usize, opening: Board, limits: Limits) -> usize {
    let (mut board, mut past, mut turn) = (opening, Vec::new(), first);
    let won_by = |player: usize| if player == 0 { 2 } else { 0 };
    loop {
        let Some(found) = players[turn].search(&board, &past, limits) else {
            return won_by(1 - turn);
        };
        past.push(board);
        board = found.best.board;
        if !board.may_return_to(&past[past.len() - 1]) {
            past.clear();
        }
        let seen = past.iter().filter(|old| **old == board).count();
        if seen >= 2 || past.len() >= QUIET {
            return 1;
        }
        turn = 1 - turn;
    }
}

/// Pairs of games by the half points of the first player.
#[derive(Default)]
struct Tally {
    pairs: [u32; 5],
    /// Lost, drawn and won games.
    results: [u32; 3],
}

impl Tally {
    fn games(&self) -> u32 {
        self.results.iter().sum()
    }

    fn add(&mut self, points: [usize; 2]) {
        self.pairs[points[0] + points[1]] += 1;
        for points in points {
            self.results[points] += 1;
        }
    }

    fn print(&self) {
        let count = f64::from(self.pairs.iter().sum::<u32>());
        let sum = |value: &dyn Fn(f64) -> f64| {
            let pairs = self.pairs.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
            pairs.map(|(pairs, points)| f64::from(*pairs) * value(points)).sum::<f64>() / count
        };
        let mean = sum(&|points| points);
        let error = 1.96 * (sum(&|points| (points - mean).powi(2)) / count).sqrt();
        let elo = |mean: f64| -400.0 * (1.0 / mean.clamp(0.001, 0.999) - 1.0).log10();
        let [lost, drawn, won] = self.results;
        let (low, high) = (elo(mean - error), elo(mean + error));
        println!(
            "won {won}, drawn {drawn}, lost {lost}: {:+.0} Elo ({low:+.0} to {high:+.0})",
            elo(mean)
        );
    }
}
