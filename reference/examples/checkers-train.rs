//! Makes the weights of the evaluation of checkers: `checkers-train play GAMES SEED FILE` appends
//! positions of games of the bot against itself.

use jury_reference::checkers::Limits;
use jury_reference::checkers::eight::endgames::Endgames;
use jury_reference::checkers::eight::{Board, Searcher};
use jury_reference::random::Random;
use std::io::Write;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args[1] == "fit" {
        return fit::main(&args[2..]);
    }
    let games: usize = args[2].parse().unwrap();
    let seed: u64 = args[3].parse().unwrap();
    let mut out = std::io::BufWriter::new(
        std::fs::OpenOptions::new().create(true).append(true).open(&args[4]).unwrap(),
    );
    let mut random = Random::new(seed);
    let mut s = Searcher::new(16, Endgames::shipped());
    if let Some(f) = args.get(5) {
        s.evaluation = Some(jury_reference::checkers::eight::evaluate::Evaluation::from_bytes(
            &std::fs::read(f).unwrap(),
        ));
    }
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

mod fit {
    use jury_reference::checkers::eight::Board;
    use jury_reference::checkers::eight::board::spread;
    use jury_reference::checkers::eight::evaluate::{FEATURES, UNIT, each_feature};
    use jury_reference::random::Random;
    struct Sample {
        board: Board,
        target: f32,
        val: bool,
        res: f32,
        score: f32,
    }
    const K: f32 = 60.0;
    pub fn main(args: &[String]) {
        let lambda: f32 = args[0].parse().unwrap();
        let l2: f32 = args[1].parse().unwrap();
        let epochs: usize = args[2].parse().unwrap();
        let mut samples = vec![];
        let sig = |x: f32| 1.0 / (1.0 + (-x).exp());
        for f in &args[4..] {
            let d = std::fs::read(f).unwrap();
            for (i, c) in d.chunks_exact(16).enumerate() {
                let u = |o: usize| u32::from_le_bytes(c[o..o + 4].try_into().unwrap());
                let board = Board {
                    own: spread(u(0)),
                    other: spread(u(4)),
                    kings: spread(u(8)),
                    down: true,
                };
                let score = i16::from_le_bytes([c[12], c[13]]) as f32;
                let res = (c[14] as i8 as f32 + 1.0) / 2.0;
                let target = lambda * res + (1.0 - lambda) * sig(score.clamp(-600.0, 600.0) / K);
                samples.push(Sample { board, target, val: i % 100000 > 95000, res, score });
            }
        }
        println!("{} samples", samples.len());
        for k in [30., 45., 60., 80., 100., 130.] {
            let l: f32 = samples
                .iter()
                .map(|s| (s.res - sig(s.score.clamp(-600., 600.) / k)).powi(2))
                .sum::<f32>()
                / samples.len() as f32;
            println!("K {k}: mse {l:.5}");
        }
        let mut w = vec![[0f32; 2]; FEATURES];
        w[FEATURES - 5] = [100.0, 100.0];
        w[FEATURES - 4] = [130.0, 130.0];
        let mut g2 = vec![[1e-6f32; 2]; FEATURES];
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        let mut random = Random::new(9);
        let mut feats: Vec<(usize, f32)> = vec![];
        for e in 0..epochs {
            random.shuffle(&mut order);
            let lr = 12.0 * (1.0 - e as f32 / epochs as f32) + 0.3;
            let (mut lt, mut nt, mut lv, mut nv) = (0f64, 0, 0f64, 0);
            for &i in &order {
                let s = &samples[i as usize];
                feats.clear();
                each_feature(&s.board, |f, n| feats.push((f, n as f32)));
                let p = s.board.count() as f32 / 24.0;
                let x: f32 =
                    feats.iter().map(|&(f, n)| n * (w[f][0] * (1.0 - p) + w[f][1] * p)).sum();
                let q = sig(x / K);
                let err = q - s.target;
                if s.val {
                    lv += f64::from(err * err);
                    nv += 1;
                    continue;
                }
                lt += f64::from(err * err);
                nt += 1;
                for &(f, n) in &feats {
                    for (h, m) in [(0, 1.0 - p), (1, p)] {
                        let anchor = if f == FEATURES - 5 {
                            100.0
                        } else if f == FEATURES - 4 {
                            130.0
                        } else {
                            0.0
                        };
                        let g = err * n * m + l2 * (w[f][h] - anchor);
                        g2[f][h] += g * g;
                        w[f][h] -= lr * g / g2[f][h].sqrt();
                    }
                }
            }
            println!("epoch {e}: train {:.5} val {:.5}", lt / nt as f64, lv / nv as f64);
        }
        println!("counts {:?}", &w[FEATURES - 5..]);
        let out: Vec<u8> = w
            .iter()
            .flat_map(|p| {
                p.iter().flat_map(|v| {
                    ((v * UNIT as f32).round().clamp(-32000., 32000.) as i16).to_le_bytes()
                })
            })
            .collect();
        std::fs::write(&args[3], out).unwrap();
    }
}
