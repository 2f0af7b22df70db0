//! The mean score of the `eastern-draughts` reference over random cases by the statement's
//! generator, by range of P/N, each with its 95 % interval. Every answer is replayed cell by cell, and
//! the number of those that are not legal, or not the goal, is told.
//!
//! `cargo training eastern-draughts-mean -- --cases 200 --seed 1`
//!
//! `--time SECONDS` gives every case that much CPU time in place of its usual share of the limit.
//! `--positions COUNT` searches so many positions for a board of side 20, in proportion to the side
//! for others, and looks at no clock: for comparing two searches on a busy machine.
//! Cases depend on the seed alone; scores by time also on the machine's speed.

use jury_reference::clock::thread_cpu_time;
use jury_reference::eastern_draughts::board::{Board, Cell, x_of, y_of};
use jury_reference::eastern_draughts::turn::Path;
use jury_reference::eastern_draughts::{default_time, score, solve, solve_by_positions};
use jury_reference::program::{number, options};
use jury_reference::random::Random;
use std::collections::HashSet;
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let names = ["--cases", "--seed", "--time", "--positions"];
    let [cases, seed, time, positions] = options(names, &arguments)?;
    let cases = number(cases)?.unwrap_or(200);
    let mut random = Random::new(number(seed)?.unwrap_or(1));
    let time = number(time)?.map(Duration::from_secs_f64);
    let positions: Option<usize> = number(positions)?;
    let mut ranges: [Vec<f64>; 5] = Default::default();
    let mut slowest = 0.0_f64;
    let mut illegal = 0;
    for _ in 0..cases {
        let board = Board::random(&mut random);
        let begun = thread_cpu_time();
        let given = time.unwrap_or_else(|| default_time(&board));
        let turns = match positions {
            Some(positions) => solve_by_positions(&board, positions * usize::from(board.side) / 20),
            None => solve(&board, begun, given),
        };
        let used = thread_cpu_time().saturating_sub(begun);
        slowest = slowest.max(used.as_secs_f64() / given.as_secs_f64());
        let range = (usize::from(board.goal) * 5 - 1) / usize::from(board.side);
        ranges[range].push(score(&board, &turns));
        illegal += usize::from(!is_solved_by(&board, &turns));
    }
    for (range, scores) in
        ["0.0-0.2", "0.2-0.4", "0.4-0.6", "0.6-0.8", "0.8-1.0"].iter().zip(&ranges)
    {
        print_mean(range, scores);
    }
    print_mean("all", &ranges.concat());
    println!("slowest case: {slowest:.3} of its time; illegal: {illegal}");
    Ok(())
}

/// Whether the turns are legal one after the other and end in the goal.
fn is_solved_by(board: &Board, turns: &[Path]) -> bool {
    let inside = 0..i32::from(board.side);
    let place = |cell: Cell| (i32::from(x_of(cell)), i32::from(y_of(cell)));
    let mut pieces: HashSet<_> = board.pieces.cells().map(place).collect();
    for turn in turns {
        for ends in turn.windows(2) {
            let ((x, y), (to_x, to_y)) = (place(ends[0]), place(ends[1]));
            let legal = match (to_x - x, to_y - y) {
                (1 | -1, 0) | (0, 1 | -1) | (1, -1) | (-1, 1) => turn.len() == 2,
                (2 | -2, 0) | (0, 2 | -2) | (2, -2) | (-2, 2) => {
                    pieces.contains(&(i32::midpoint(x, to_x), i32::midpoint(y, to_y)))
                }
                _ => false,
            };
            let on_board = inside.contains(&to_x) && inside.contains(&to_y);
            if !legal || !on_board || !pieces.remove(&(x, y)) || !pieces.insert((to_x, to_y)) {
                return false;
            }
        }
    }
    pieces.iter().all(|(x, y)| x + y < i32::from(board.goal))
}

#[expect(clippy::cast_precision_loss, reason = "there are far fewer cases than 2^52")]
fn print_mean(range: &str, scores: &[f64]) {
    if scores.len() < 2 {
        return println!("P/N {range:8} {:5} cases  too few for a mean", scores.len());
    }
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
    let interval = 1.96 * (squares / (count - 1.0) / count).sqrt();
    println!("P/N {range:8} {:5} cases  mean {mean:.3} ± {interval:.3}", scores.len());
}
