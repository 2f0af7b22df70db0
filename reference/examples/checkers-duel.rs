//! Plays the bot of checkers against itself with two evaluations or settings, from paired openings.
use jury_reference::checkers::Limits;
use jury_reference::checkers::eight::endgames::Endgames;
use jury_reference::checkers::eight::{Board, Searcher, search::Tuning};
use jury_reference::clock::thread_cpu_time;
use jury_reference::random::Random;
use std::time::Duration;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let games: usize = args[1].parse().unwrap();
    let ms: u64 = args[2].parse().unwrap();
    let a: Tuning = Tuning::parse(&args[3]);
    let b: Tuning = Tuning::parse(&args[4]);
    let seed: u64 = args.get(5).map_or(1, |s| s.parse().unwrap());
    let mut random = Random::new(seed);
    let mut score = [0i64; 3];
    let mut pairs = [0i64; 5];
    let mut depth = [(0u64, 0u64); 2];
    let mut n = 0;
    let mut s = [Searcher::new(18, Endgames::shipped()), Searcher::new(18, Endgames::shipped())];
    s[0].tuning = a.clone();
    s[1].tuning = b.clone();
    for i in 0..2 {
        if let Some(f) = args[3 + i].split(',').find_map(|x| x.strip_prefix("w:")) {
            s[i].evaluation =
                Some(jury_reference::checkers::eight::evaluate::Evaluation::from_bytes(
                    &std::fs::read(f).unwrap(),
                ));
        }
    }
    while n < games {
        let mut opening = Board::start();
        let mut ok = true;
        for _ in 0..(6 + random.below(4)) {
            let mut m = Vec::new();
            opening.moves_into(&mut m);
            if m.is_empty() {
                ok = false;
                break;
            }
            opening = m[random.below(m.len())].board;
        }
        if !ok || opening.count() < 20 {
            continue;
        }
        let f = Searcher::new(16, Endgames::none()).search(
            &opening,
            &[],
            Limits { depth: 9, ..Limits::NONE },
        );
        let Some(f) = f else { continue };
        if f.value.abs() > 60 {
            continue;
        }
        let mut pair = 0;
        for first in 0..2 {
            let mut board = opening;
            let mut past: Vec<Board> = vec![];
            let mut who = first;
            let result = loop {
                // result for player 0
                let limits = if ms >= 1000 {
                    Limits { nodes: ms, ..Limits::NONE }
                } else {
                    Limits {
                        cpu_time: thread_cpu_time() + Duration::from_millis(ms),
                        ..Limits::NONE
                    }
                };
                let Some(f) = s[who].search(&board, &past, limits) else {
                    break if who == 0 { -1 } else { 1 };
                };
                if f.depth > 0 {
                    depth[who].0 += u64::from(f.depth);
                    depth[who].1 += 1;
                }
                if board.count() <= 4 {
                    break if f.value > 20000 {
                        if who == 0 { 1 } else { -1 }
                    } else if f.value < -20000 {
                        if who == 0 { -1 } else { 1 }
                    } else {
                        0
                    };
                }
                past.push(board);
                if f.best.taken != 0 || f.best.from & board.kings == 0 {
                    past.clear();
                }
                board = f.best.board;
                if past.iter().filter(|p| **p == board).count() >= 2 || past.len() >= 40 {
                    break 0;
                }
                who = 1 - who;
            };
            score[(result + 1) as usize] += 1;
            pair += result + 1;
            n += 1;
        }
        pairs[pair as usize] += 1;
        if n % 20 == 0 || n >= games {
            let np = pairs.iter().sum::<i64>() as f64;
            let mean = (0..5).map(|i| pairs[i] as f64 * i as f64 / 4.0).sum::<f64>() / np;
            let var =
                (0..5).map(|i| pairs[i] as f64 * (i as f64 / 4.0 - mean).powi(2)).sum::<f64>() / np;
            let err = 1.96 * (var / np).sqrt();
            let elo = |p: f64| -400.0 * (1.0 / p.clamp(0.001, 0.999) - 1.0).log10();
            eprintln!(
                "{n} games: +{} ={} -{}  elo {:.0} [{:.0},{:.0}] pairs {pairs:?} depth {:.1} {:.1}",
                score[2],
                score[1],
                score[0],
                elo(mean),
                elo(mean - err),
                elo(mean + err),
                depth[0].0 as f64 / depth[0].1 as f64,
                depth[1].0 as f64 / depth[1].1 as f64
            );
        }
    }
}
