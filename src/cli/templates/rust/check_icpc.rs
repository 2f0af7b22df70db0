//! check INPUT ANSWER FEEDBACK: the output is read from standard input; exit code 42 right, 43 wrong; in
//! the folder FEEDBACK, the file judgemessage.txt gets one sentence that says why. The answer is not
//! needed: the input tells what is right.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

fn end(code: i32, words: &str) -> ! {
    let folder = std::env::args().nth(3).expect("usage: check INPUT ANSWER FEEDBACK");
    let message = format!("{folder}/judgemessage.txt");
    std::fs::write(message, format!("{words}\n")).expect("the message can be written");
    std::process::exit(code)
}

/// The numbers in a text; `None` where there is anything else.
fn numbers(mut source: impl Read) -> Option<Vec<u64>> {
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes).expect("the files can be read");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.split_ascii_whitespace().map(|word| word.parse().ok()).collect()
}

fn main() {
    let input = std::env::args().nth(1).expect("usage: check INPUT ANSWER FEEDBACK");
    let input = std::fs::File::open(input).expect("the files can be read");
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    for value in numbers(input).unwrap_or_default().into_iter().skip(1) {
        *counts.entry(value).or_default() += 1;
    }
    let Some(output) = numbers(std::io::stdin()) else { end(43, "expected numbers only") };
    let mut seen = BTreeSet::new();
    for pair in output.chunks(2) {
        let &[value, count] = pair else { end(43, &format!("no count after {}", pair[0])) };
        let Some(&right) = counts.get(&value) else { end(43, &format!("{value} is not in the list")) };
        if !seen.insert(value) {
            end(43, &format!("{value} comes twice"));
        }
        if right != count {
            end(43, &format!("{value} stands {right} times in the list, not {count}"));
        }
    }
    if let Some(value) = counts.keys().find(|value| !seen.contains(value)) {
        end(43, &format!("{value} is missing"));
    }
    end(42, &format!("{} different numbers", counts.len()));
}
