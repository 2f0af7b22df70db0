//! Boards with pieces strewn at random.
//!
//! random BOARDS HEIGHT WIDTH OWN OPPONENTS SEED: BOARDS boards. On each, OWN pieces of the player
//! to move and OPPONENTS of the other (1 to 12, or 0 for a random number from 1 to 12) stand at
//! random in a rectangle of HEIGHT by WIDTH squares that itself lies at random on the board. Which
//! player is to move is random too.

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

const USAGE: &str = "usage: random BOARDS HEIGHT WIDTH OWN OPPONENTS SEED";

fn fail(reason: &str) -> ! {
    eprintln!("{reason}\n{USAGE}");
    std::process::exit(2)
}

/// The argument of that name, which must be a number in the range.
fn number(arguments: &[String], at: usize, name: &str, low: u64, high: u64) -> u64 {
    let value = arguments[at].parse().ok().filter(|value| (low..=high).contains(value));
    value.unwrap_or_else(|| {
        fail(&format!("{name}: expected a number from {low} to {high}, found `{}`", arguments[at]))
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.len() != 6 {
        fail(&format!("expected 6 arguments, found {}", arguments.len()));
    }
    let [boards, height, width, own, opponents] = [
        ("BOARDS", 1, 10_000),
        ("HEIGHT", 1, 8),
        ("WIDTH", 1, 8),
        ("OWN", 0, 12),
        ("OPPONENTS", 0, 12),
    ];
    let read = |at, (name, low, high)| number(&arguments, at, name, low, high) as usize;
    let (boards, height, width) = (read(0, boards), read(1, height), read(2, width));
    let (own, opponents) = (read(3, own), read(4, opponents));
    let mut random = Random(number(&arguments, 5, "SEED", 0, u64::MAX));
    let most = |wanted: usize| if wanted == 0 { 12 } else { wanted };
    if most(own) + most(opponents) > height * width {
        fail("HEIGHT × WIDTH: expected room for all pieces");
    }
    for _ in 0..boards {
        let (top, left) = (random.below(9 - height), random.below(9 - width));
        let mut free: Vec<usize> =
            (0..height * width).map(|at| (top + at / width) * 8 + left + at % width).collect();
        let (player, other) = if random.below(2) == 0 { ('X', 'O') } else { ('O', 'X') };
        let mut cells = ['.'; 64];
        for (piece, wanted) in [(player, own), (other, opponents)] {
            let count = if wanted == 0 { 1 + random.below(12) } else { wanted };
            for _ in 0..count {
                let at = random.below(free.len());
                cells[free.swap_remove(at)] = piece;
            }
        }
        for row in cells.chunks(8) {
            println!("{}", row.iter().collect::<String>());
        }
        println!("{player}");
    }
}
