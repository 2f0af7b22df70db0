//! Every placing of one own piece against one opponent's on a line through a square: the smallest
//! boards, with every count, distance and direction that two or three pieces on a line can have.
//!
//! pairs LETTER DIGIT SEED: the player's piece stands on that square; the opponent's on each other
//! square in turn. The seed decides who plays X.

const USAGE: &str = "usage: pairs LETTER DIGIT SEED";

fn fail(reason: &str) -> ! {
    eprintln!("{reason}\n{USAGE}");
    std::process::exit(2)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [letter, digit, seed] = arguments.as_slice() else {
        fail(&format!("expected 3 arguments, found {}", arguments.len()));
    };
    let Some(row) = ["A", "B", "C", "D", "E", "F", "G", "H"].iter().position(|name| name == letter)
    else {
        fail(&format!("LETTER: expected A to H, found `{letter}`"));
    };
    let Some(column) = digit.parse::<usize>().ok().filter(|digit| (1..=8).contains(digit)) else {
        fail(&format!("DIGIT: expected 1 to 8, found `{digit}`"));
    };
    let Ok(seed) = seed.parse::<u64>() else {
        fail(&format!("SEED: expected a number, found `{seed}`"));
    };
    let (player, other) = if seed % 2 == 0 { ('X', 'O') } else { ('O', 'X') };
    let own = row * 8 + column - 1;
    for opponent in (0..64).filter(|&square| square != own) {
        let mut cells = ['.'; 64];
        cells[own] = player;
        cells[opponent] = other;
        for row in cells.chunks(8) {
            println!("{}", row.iter().collect::<String>());
        }
        println!("{player}");
    }
}
