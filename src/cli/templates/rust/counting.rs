//! The reference: counts in a sorted map, N log N steps.

use std::collections::BTreeMap;
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("an input");
    let mut words = text.split_ascii_whitespace();
    let n: u32 = words.next().and_then(|word| word.parse().ok()).expect("a length");
    let mut counts = BTreeMap::new();
    for value in words.take(n as usize) {
        *counts.entry(value.parse::<u32>().expect("a number")).or_insert(0u32) += 1;
    }
    for (value, count) in counts {
        println!("{value} {count}");
    }
}
