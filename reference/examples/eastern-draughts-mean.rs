//! The mean score of the `eastern-draughts` reference over random cases by the statement's
//! generator, by range of P/N, each with its 95 % interval.
//!
//! `cargo run --release -p jury-reference --example eastern-draughts-mean -- --cases 200 --seed 1`
//!
//! `--time SECONDS` gives every case that much CPU time in place of its usual share of the limit.
//! Cases depend on the seed alone; scores also on the machine's speed, by the time that is used.

use jury_reference::clock::thread_cpu_time;
use jury_reference::eastern_draughts::board::{Board, cell_at};
use jury_reference::eastern_draughts::{default_time, score, solve};
use jury_reference::program;
use jury_reference::random::Random;
use std::error::Error;
use std::str::FromStr;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let [cases, seed, time] = program::options(["--cases", "--seed", "--time"])?;
    let cases = number(cases)?.unwrap_or(200);
    let mut random = Random::new(number(seed)?.unwrap_or(1));
    let time = number(time)?.map(Duration::from_secs_f64);
    let mut ranges: [Vec<f64>; 5] = Default::default();
    let mut slowest = 0.0_f64;
    for _ in 0..cases {
        let board = random_board(&mut random);
        let begun = thread_cpu_time();
        let given = time.unwrap_or_else(|| default_time(&board));
        let turns = solve(&board, begun, given);
        let used = thread_cpu_time().saturating_sub(begun);
        slowest = slowest.max(used.as_secs_f64() / given.as_secs_f64());
        let range = (usize::from(board.goal) * 5 - 1) / usize::from(board.side);
        ranges[range].push(score(&board, &turns));
    }
    for (range, scores) in
        ["0.0-0.2", "0.2-0.4", "0.4-0.6", "0.6-0.8", "0.8-1.0"].iter().zip(&ranges)
    {
        print_mean(range, scores);
    }
    print_mean("all", &ranges.concat());
    println!("slowest case: {slowest:.3} of its time");
    Ok(())
}

fn number<T: FromStr>(value: Option<String>) -> Result<Option<T>, String> {
    let parse =
        |text: String| text.parse().map_err(|_| format!("expected a number, found `{text}`"));
    value.map(parse).transpose()
}

/// N and P uniform, then the cells uniform; a position that is the goal already is drawn again.
fn random_board(random: &mut Random) -> Board {
    loop {
        let side = 10 + random.below(21);
        let goal = 1 + random.below(side);
        let mut cells: Vec<_> =
            (0..).take(side).flat_map(|y| (0..).take(side).map(move |x| cell_at(x, y))).collect();
        random.shuffle(&mut cells);
        let pieces = cells.into_iter().take(goal * (goal + 1) / 2).collect();
        let board = u16::try_from(side).ok().and_then(|side| Board::new(side, pieces));
        if let Some(board) = board.filter(|board| board.left(&board.pieces) > 0) {
            return board;
        }
    }
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
