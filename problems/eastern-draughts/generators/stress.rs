//! Small and nasty boards, for searching: pieces strewn at random, in a heap far from the goal, nearly
//! in the goal, along one line, or on every second cell.
//!
//! stress SIZE SEED: N is SIZE half of the time, else from 2 to SIZE.

struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 to `bound` − 1; the bias is far below anything that matters here.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn fail(reason: &str) -> ! {
    eprintln!("{reason}\nusage: stress SIZE SEED");
    std::process::exit(2)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, seed] = arguments.as_slice() else {
        fail(&format!("expected 2 arguments, found {}", arguments.len()));
    };
    let Some(size) = size.parse::<usize>().ok().filter(|size| (2..=30).contains(size)) else {
        fail(&format!("SIZE: expected 2 to 30, found `{size}`"));
    };
    let Ok(seed) = seed.parse() else {
        fail(&format!("SEED: expected a number, found `{seed}`"));
    };
    let mut random = Random(seed);
    loop {
        let side = if random.below(2) == 0 { size } else { 2 + random.below(size - 1) };
        let rank = 1 + random.below(side);
        let pieces = draw(&mut random, side, rank * (rank + 1) / 2);
        let is_goal = |(at, &piece): (usize, &bool)| piece == (at % side + at / side < rank);
        if !pieces.iter().enumerate().all(is_goal) {
            println!("{side}");
            for line in pieces.chunks(side) {
                println!("{}", line.iter().map(|&p| if p { '*' } else { '.' }).collect::<String>());
            }
            return;
        }
    }
}

/// A board with `count` pieces: those cells that come first in some order, with noise.
fn draw(random: &mut Random, side: usize, count: usize) -> Vec<bool> {
    let kind = random.below(6);
    let noise = 1 + random.below(4);
    let turn = random.below(side);
    let mut cells: Vec<(usize, usize)> = (0..side * side)
        .map(|at| {
            let (x, y) = (at % side, at / side);
            let order = match kind {
                0 => 0,
                1 => 2 * side - x - y,
                2 => x + y,
                3 => y.abs_diff(turn) * side,
                4 => x.abs_diff(turn) * side,
                _ => (x + y) % 2 * side,
            };
            let noise = if kind == 0 { side * side } else { noise };
            (order + random.below(noise), at)
        })
        .collect();
    cells.sort_unstable();
    let mut pieces = vec![false; side * side];
    for (_, at) in cells.into_iter().take(count) {
        pieces[at] = true;
    }
    pieces
}
