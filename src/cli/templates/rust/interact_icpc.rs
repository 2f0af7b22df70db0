//! interact INPUT ANSWER FEEDBACK: talks with a submission by standard input and output; exit code 42
//! right, 43 wrong; in the folder FEEDBACK, the file judgemessage.txt gets one sentence that says why.
//! There is no answer here.

use std::cmp::Ordering;

const GUESSES: u32 = 20;

fn end(code: i32, words: &str) -> ! {
    let folder = std::env::args().nth(3).expect("usage: interact INPUT ANSWER FEEDBACK");
    let message = format!("{folder}/judgemessage.txt");
    std::fs::write(message, format!("{words}\n")).expect("the message can be written");
    std::process::exit(code)
}

/// The number in the input; what is missing is our own fault.
fn number() -> u32 {
    let text = std::env::args().nth(1).and_then(|path| std::fs::read_to_string(path).ok());
    let number = text.and_then(|text| text.trim().parse().ok());
    number.expect("a number in the input")
}

fn main() {
    let number = number();
    for count in 1..=GUESSES {
        let mut line = String::new();
        let read = std::io::stdin().read_line(&mut line);
        let guess = read.ok().and_then(|_| line.trim().parse::<u32>().ok());
        let Some(guess) = guess else {
            let found = if line.is_empty() { "the end of the output" } else { "something else" };
            end(43, &format!("guess {count}: expected a number, found {found}"))
        };
        match number.cmp(&guess) {
            Ordering::Less => println!("lower"),
            Ordering::Greater => println!("higher"),
            Ordering::Equal => {
                println!("found");
                end(42, &format!("{count} guesses"));
            }
        }
    }
    end(43, &format!("not found with {GUESSES} guesses"));
}
