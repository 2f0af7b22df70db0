//! Boards for searching: any board, and boards on which no line holds many pieces of one colour, so
//! that many moves are needed far more often than at random.
//!
//! stress SIZE SEED: SIZE from 0 to 7 says how well mixed the colours are, 0 that they are as they come.

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

/// The cells of each line.
fn lines() -> Vec<[usize; 4]> {
    let mut lines = vec![[0, 5, 10, 15], [3, 6, 9, 12]];
    for i in 0..4 {
        lines.push([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]);
        lines.push([i, i + 4, i + 8, i + 12]);
    }
    lines
}

/// How far a board is from lines: the fewer pieces of one colour any line holds, the better mixed.
fn mixed(board: &[u8; 16]) -> usize {
    let cost = |line: &[usize; 4]| {
        let count = |colour| line.iter().filter(|&&cell| board[cell] == colour).count();
        100 - [0, 1, 4, 16, 64][count(b'W').max(count(b'B'))]
    };
    lines().iter().map(cost).sum()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, seed] = arguments.as_slice() else {
        fail(&format!("expected 2 arguments, found {}", arguments.len()));
    };
    let Some(size) = size.parse::<u32>().ok().filter(|size| *size <= 7) else {
        fail(&format!("SIZE: expected 0 to 7, found `{size}`"));
    };
    let Ok(seed) = seed.parse() else {
        fail(&format!("SEED: expected a number, found `{seed}`"));
    };
    let mut random = Random(seed);
    let mut any = || {
        let mut board = *b"WWWWWWWBBBBBBB..";
        for last in (1..16).rev() {
            board.swap(last, random.below(last + 1));
        }
        board
    };
    // The best mixed of 1, 4, 16… boards.
    let boards: Vec<_> = (0..4_usize.pow(size)).map(|_| any()).collect();
    let best = boards.iter().max_by_key(|board| mixed(board)).unwrap_or(&boards[0]);
    for row in best.chunks(4) {
        println!("{}", String::from_utf8_lossy(row));
    }
}
