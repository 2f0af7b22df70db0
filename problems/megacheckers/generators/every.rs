//! Every board of one small size that the bound on pieces admits, in order of their descriptions.
//!
//! every ROWS COLUMNS SEED: the seed changes nothing.

const USAGE: &str = "usage: every ROWS COLUMNS SEED";

fn fail(reason: &str) -> ! {
    eprintln!("{reason}\n{USAGE}");
    std::process::exit(2)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.len() != 3 {
        fail(&format!("expected 3 arguments, found {}", arguments.len()));
    }
    let side =
        |at: usize| arguments[at].parse::<usize>().ok().filter(|side| (3..=5).contains(side));
    let (Some(rows), Some(columns)) = (side(0), side(1)) else {
        fail("ROWS and COLUMNS: expected numbers from 3 to 5");
    };
    if arguments[2].parse::<u64>().is_err() {
        fail("SEED: expected a number");
    }
    let homes = (rows * columns).div_ceil(2);
    let mut text = String::new();
    for code in 0..3_u32.pow(homes as u32) {
        let digits: Vec<u32> =
            (0..homes as u32).rev().map(|place| code / 3_u32.pow(place) % 3).collect();
        let count = |wanted: u32| digits.iter().filter(|&&digit| digit == wanted).count();
        if count(1).max(count(2)) <= rows * columns / 4 {
            let words: Vec<String> = digits.iter().map(u32::to_string).collect();
            text.push_str(&format!("{rows} {columns}\n{}\n", words.join(" ")));
        }
    }
    println!("{text}0 0");
}
