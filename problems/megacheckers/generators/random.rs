//! Boards of random sizes with pieces strewn at random.
//!
//! random BOARDS SHORTEST LONGEST OWN OPPONENTS SEED: BOARDS boards with sides from SHORTEST to
//! LONGEST (3 to 20, at most 200 squares) and about OWN and OPPONENTS per cent of the homes taken,
//! as far as the bound of a quarter of the squares lets them.

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
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

const USAGE: &str = "usage: random BOARDS SHORTEST LONGEST OWN OPPONENTS SEED";

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
    let boards = number(&arguments, 0, "BOARDS", 1, 10_000);
    let shortest = number(&arguments, 1, "SHORTEST", 3, 14);
    let longest = number(&arguments, 2, "LONGEST", shortest, 20);
    let own = number(&arguments, 3, "OWN", 0, 100);
    let opponents = number(&arguments, 4, "OPPONENTS", 0, 100);
    let mut random = Random(number(&arguments, 5, "SEED", 0, u64::MAX));
    let mut text = String::new();
    for _ in 0..boards {
        let (rows, columns) = loop {
            let mut side = || shortest + random.below(longest - shortest + 1);
            let (rows, columns) = (side(), side());
            if rows * columns <= 200 {
                break (rows, columns);
            }
        };
        let homes = (rows * columns).div_ceil(2);
        let most = rows * columns / 4;
        let mut left = [homes, most, most];
        let mut words = Vec::new();
        for _ in 0..homes {
            let draw = random.below(100);
            let wanted = if draw < own {
                1
            } else if draw < own + opponents {
                2
            } else {
                0
            };
            let home = if left[wanted] > 0 { wanted } else { 0 };
            left[home] -= 1;
            words.push(home.to_string());
        }
        text.push_str(&format!("{rows} {columns}\n{}\n", words.join(" ")));
    }
    println!("{text}0 0");
}
