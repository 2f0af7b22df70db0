//! Boards as the statement draws them: N uniform between MIN and MAX, P uniform between 1 and N,
//! and P(P+1)/2 cells uniform among all. A board that is already the goal is drawn again.
//!
//!     random MIN MAX SEED

use std::process::exit;

/// Vigna's SplitMix64: the same numbers everywhere.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }

    /// Uniform in 0..end: numbers from the incomplete last round are drawn again.
    fn below(&mut self, end: u64) -> u64 {
        let rounds_end = u64::MAX - u64::MAX % end;
        loop {
            let number = self.next();
            if number < rounds_end {
                return number % end;
            }
        }
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below((most - least + 1) as u64) as usize
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [least, most, seed] = &arguments[..] else {
        refuse(&format!("expected MIN MAX SEED, found {} arguments", arguments.len()));
    };
    let least = number(least, "MIN", 2, 30) as usize;
    let most = number(most, "MAX", least as u64, 30) as usize;
    let mut random = SplitMix64(number(seed, "SEED", 0, u64::MAX));
    loop {
        let side = random.between(least, most);
        let rank = random.between(1, side);
        let pieces = draw(&mut random, side, rank * (rank + 1) / 2);
        if !is_goal(&pieces, side, rank) {
            print_board(&pieces, side);
            return;
        }
    }
}

/// A board with `count` pieces, all choices equally likely: the start of a shuffle.
fn draw(random: &mut SplitMix64, side: usize, count: usize) -> Vec<bool> {
    let mut cells: Vec<usize> = (0..side * side).collect();
    let mut pieces = vec![false; side * side];
    for i in 0..count {
        let chosen = random.between(i, side * side - 1);
        cells.swap(i, chosen);
        pieces[cells[i]] = true;
    }
    pieces
}

fn is_goal(pieces: &[bool], side: usize, rank: usize) -> bool {
    pieces.iter().enumerate().all(|(cell, &piece)| piece == (cell % side + cell / side < rank))
}

fn print_board(pieces: &[bool], side: usize) {
    println!("{side}");
    for line in pieces.chunks(side) {
        println!("{}", line.iter().map(|&piece| if piece { '*' } else { '.' }).collect::<String>());
    }
}

fn number(text: &str, name: &str, least: u64, most: u64) -> u64 {
    match text.parse() {
        Ok(value) if (least..=most).contains(&value) => value,
        _ => refuse(&format!("{name}: expected a number from {least} to {most}, found `{text}`")),
    }
}

fn refuse(message: &str) -> ! {
    eprintln!("random: {message}");
    exit(2);
}
