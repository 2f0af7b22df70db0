//! interact INPUT OUTPUT: talks with a submission by standard input and output. Exit code 0: right, 1:
//! wrong answer, 2: wrong format, 3: the jury's fault. Standard error gets one sentence that says why. The
//! protocol names a log file, OUTPUT, which is not used here.

use std::cmp::Ordering;

const GUESSES: u32 = 20;

fn end(code: i32, words: &str) -> ! {
    eprintln!("{words}");
    std::process::exit(code)
}

/// The number in the input; what is missing is our own fault.
fn number() -> u32 {
    let text = std::env::args().nth(1).and_then(|path| std::fs::read_to_string(path).ok());
    let number = text.and_then(|text| text.trim().parse().ok());
    number.unwrap_or_else(|| end(3, "usage: interact INPUT OUTPUT"))
}

fn main() {
    let number = number();
    for count in 1..=GUESSES {
        let mut line = String::new();
        let read = std::io::stdin().read_line(&mut line);
        let guess = read.ok().and_then(|_| line.trim().parse::<u32>().ok());
        let Some(guess) = guess else {
            let found = if line.is_empty() { "the end of the output" } else { "something else" };
            end(2, &format!("guess {count}: expected a number, found {found}"))
        };
        match number.cmp(&guess) {
            Ordering::Less => println!("lower"),
            Ordering::Greater => println!("higher"),
            Ordering::Equal => {
                println!("found");
                end(0, &format!("{count} guesses"));
            }
        }
    }
    end(1, &format!("not found with {GUESSES} guesses"));
}
