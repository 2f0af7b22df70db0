//! Makes the weights of the evaluation of checkers: `checkers-train play GAMES SEED FILE` appends
//! positions of games of the bot against itself.

use jury_reference::checkers::Limits;
use jury_reference::checkers::eight::endgames::Endgames;
use jury_reference::checkers::eight::{Board, Searcher};
use jury_reference::random::Random;
use std::io::Write;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let games: usize = args[2].parse().unwrap();
    let seed: u64 = args[3].parse().unwrap();
    let mut out = std::io::BufWriter::new(
        std::fs::OpenOptions::new().create(true).append(true).open(&args[4]).unwrap(),
    );
    let mut random = Random::new(seed);
    let mut s = Searcher::new(16, Endgames::shipped());
    let mut n = 0;
    let mut res = [0; 3];
    'game: while n < games {
        let mut board = Board::start();
        for _ in 0..(4 + random.below(8)) {
            let mut m = Vec::new();
            board.moves_into(&mut m);
            if m.is_empty() {
                continue 'game;
            }
            board = m[random.below(m.len())].board;
        }
        let mut past: Vec<Board> = vec![];
        let mut seen: Vec<(Board, i32)> = vec![];
        let mut first = true;
        // result for black
        let result: i32 = loop {
            let Some(f) = s.search(&board, &past, Limits { depth: 7, ..Limits::NONE }) else {
                break if board.down { -1 } else { 1 };
            };
            if first {
                if f.value.abs() > 150 {
                    continue 'game;
                }
                first = false;
            }
            let sign = if board.down { 1 } else { -1 };
            if board.count() <= 4 {
                break if f.value > 20000 {
                    sign
                } else if f.value < -20000 {
                    -sign
                } else {
                    0
                };
            }
            if !board.must_capture() && !board.passed().must_capture() {
                seen.push((board, f.value));
            }
            let mut next = f.best;
            if random.below(25) == 0 {
                let mut m = Vec::new();
                board.moves_into(&mut m);
                next = m[random.below(m.len())];
            }
            past.push(board);
            if next.taken != 0 || next.from & board.kings == 0 {
                past.clear();
            }
            board = next.board;
            if past.iter().filter(|p| **p == board).count() >= 2 || past.len() >= 40 {
                break 0;
            }
        };
        for (b, v) in seen {
            let n = if b.down { b } else { b.turned() };
            let r = if b.down { result } else { -result };
            for set in [n.own, n.other, n.kings] {
                out.write_all(&jury_reference::checkers::eight::board::packed(set).to_le_bytes())
                    .unwrap();
            }
            out.write_all(&(v as i16).to_le_bytes()).unwrap();
            out.write_all(&[r as i8 as u8, 0]).unwrap();
        }
        res[(result + 1) as usize] += 1;
        n += 1;
        if n % 1000 == 0 {
            println!("{n} {res:?}");
        }
    }
}
