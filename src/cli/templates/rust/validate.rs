//! Reads an input from standard input; exit code 0 when it is just as the statement says, else 3
//! and on standard error where it is not.

use std::io::Read;

fn refuse(line: usize, expected: &str) -> ! {
    eprintln!("line {line}: expected {expected}");
    std::process::exit(3)
}

/// The number, if it is written plainly and not too great.
fn number(text: &str, greatest: usize) -> Option<usize> {
    let plain = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| plain && number <= greatest)
}

fn main() {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).expect("an input");
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.split('\n').collect();
    let Some(n) = number(lines[0], 100_000) else { refuse(1, "N from 1 to 100000") };
    if lines.len() < 3 {
        refuse(lines.len(), "two lines, each with its end");
    }
    let numbers: Vec<&str> = lines[1].split(' ').collect();
    if numbers.len() != n {
        refuse(2, "N numbers, separated by single blanks");
    }
    if numbers.iter().any(|text| number(text, 1_000_000_000).is_none()) {
        refuse(2, "numbers from 1 to 1000000000");
    }
    if lines[2..] != [""] {
        refuse(3, "nothing after the list");
    }
}
