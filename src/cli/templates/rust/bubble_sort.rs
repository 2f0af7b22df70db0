//! Right but slow: sorts by exchanging neighbours, N * N steps.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("an input");
    let mut words = text.split_ascii_whitespace();
    let n: u32 = words.next().and_then(|word| word.parse().ok()).expect("a length");
    let mut list: Vec<u32> =
        words.take(n as usize).map(|word| word.parse().expect("a number")).collect();
    for end in (2..=list.len()).rev() {
        for i in 1..end {
            if list[i - 1] > list[i] {
                list.swap(i - 1, i);
            }
        }
    }
    for group in list.chunk_by(|left, right| left == right) {
        let (value, count) = (group[0], group.len() as u32);
        println!("{value} {count}");
    }
}
