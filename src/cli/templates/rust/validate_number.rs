//! Reads an input from standard input; exit code 0 when it is one number as the statement says, else 3
//! and on standard error what was expected.

use std::io::Read;

fn is_valid(text: &str) -> bool {
    let Some(digits) = text.strip_suffix('\n') else { return false };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    is_plain && digits.parse::<u32>().is_ok_and(|number| number <= 1_000_000)
}

fn main() {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).expect("the input can be read");
    if !is_valid(&String::from_utf8_lossy(&bytes)) {
        eprintln!("line 1: expected one number from 1 to 1000000, and the end of its line");
        std::process::exit(3);
    }
}
