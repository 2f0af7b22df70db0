//! check INPUT OUTPUT ANSWER: exit code 0 right, 1 wrong answer, 2 wrong format, 3 our own fault; on
//! standard error one sentence that says why. The answer is not needed: the input tells what is
//! right.

use std::collections::{BTreeMap, BTreeSet};

fn end(code: i32, words: &str) -> ! {
    eprintln!("{words}");
    std::process::exit(code)
}

/// The numbers in a file; `None` where there is anything else.
fn numbers(path: &str) -> Option<Vec<u64>> {
    let Ok(bytes) = std::fs::read(path) else { end(3, "cannot read the files") };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.split_ascii_whitespace().map(|word| word.parse().ok()).collect()
}

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, ..] = paths.as_slice() else { end(3, "usage: check INPUT OUTPUT ANSWER") };
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    for value in numbers(input).unwrap_or_default().into_iter().skip(1) {
        *counts.entry(value).or_default() += 1;
    }
    let Some(output) = numbers(output) else { end(2, "expected numbers only") };
    let mut seen = BTreeSet::new();
    for pair in output.chunks(2) {
        let &[value, count] = pair else { end(2, &format!("no count after {}", pair[0])) };
        let Some(&right) = counts.get(&value) else { end(1, &format!("{value} is not in the list")) };
        if !seen.insert(value) {
            end(1, &format!("{value} comes twice"));
        }
        if right != count {
            end(1, &format!("{value} stands {right} times in the list, not {count}"));
        }
    }
    if let Some(value) = counts.keys().find(|value| !seen.contains(value)) {
        end(1, &format!("{value} is missing"));
    }
    end(0, &format!("{} different numbers", counts.len()));
}
