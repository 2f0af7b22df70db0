//! Files of few and small boards, for searching: own pieces beside chains of opponents that can be
//! taken, torn lattices, and pieces strewn at random.
//!
//! stress SIZE SEED: up to SIZE boards with sides from 3 to 3 + SIZE, at most 12; from SIZE 40 on one
//! large board full of opponents that can be taken, which takes time and memory.

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
    let Some(size) = size.parse::<usize>().ok().filter(|size| (1..=1000).contains(size)) else {
        fail(&format!("SIZE: expected 1 to 1000, found `{size}`"));
    };
    let Ok(seed) = seed.parse() else {
        fail(&format!("SEED: expected a number, found `{seed}`"));
    };
    let mut random = Random(seed);
    let longest = (3 + size).min(12);
    if size >= 40 {
        let (rows, columns) = [(13, 15), (15, 13), (11, 17), (14, 14)][random.below(4)];
        print!("{}", dense(&mut random, rows, columns));
        println!("0 0");
        return;
    }
    for _ in 0..=random.below(size) {
        let mut side = || 3 + random.below(longest - 2);
        let (rows, columns) = (side(), side());
        print!("{}", board(&mut random, rows, columns));
    }
    println!("0 0");
}

/// Opponents on all homes that can be jumped over but a few, own pieces on the corners.
fn dense(random: &mut Random, rows: usize, columns: usize) -> String {
    let mut cells = vec![vec![0; columns]; rows];
    let mut left = rows * columns / 4;
    for row in (1..rows - 1).step_by(2) {
        for column in (1..columns - 1).step_by(2) {
            if left > 0 && random.below(30) > 0 {
                cells[row][column] = 2;
                left -= 1;
            }
        }
    }
    let (last_row, last_column) = ((rows - 1) / 2 * 2, (columns - 1) / 2 * 2);
    for (row, column) in [(0, 0), (0, last_column), (last_row, 0), (last_row, last_column)] {
        cells[row][column] = usize::from(random.below(3) > 0);
    }
    cells[0][0] = 1;
    text(&cells)
}

fn board(random: &mut Random, rows: usize, columns: usize) -> String {
    let most = rows * columns / 4;
    let mut cells = vec![vec![0_usize; columns]; rows];
    let mut left = [0, most, most];
    // Landing homes have this parity of rows; on the others opponents can be taken.
    let parity = random.below(2);
    let (own, between, elsewhere) = (random.below(40), 30 + random.below(71), random.below(40));
    let mut order: Vec<(usize, usize)> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .filter(|(row, column)| (row + column) % 2 == 0)
        .collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
    for (row, column) in order {
        let inner = row % 2 != parity;
        let draw = random.below(100);
        let piece = match inner {
            true if draw < between => 2,
            true if draw < between + own / 4 => 1,
            false if draw < own => 1,
            false if draw < own + elsewhere / 4 => 2,
            _ => 0,
        };
        if piece > 0 && left[piece] > 0 {
            left[piece] -= 1;
            cells[row][column] = piece;
        }
    }
    text(&cells)
}

fn text(cells: &[Vec<usize>]) -> String {
    let (rows, columns) = (cells.len(), cells[0].len());
    let homes = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let homes = homes.filter(|(row, column)| (row + column) % 2 == 0);
    let words: Vec<String> = homes.map(|(row, column)| cells[row][column].to_string()).collect();
    format!("{rows} {columns}\n{}\n", words.join(" "))
}
