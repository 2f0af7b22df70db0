//! random COUNT GREATEST SEED: a list of COUNT numbers from 1 to GREATEST.
//!
//! The same arguments give the same list on every machine: the random numbers are our own
//! (splitmix64), as those of a library may change with its version.

/// The state of the random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
}

fn main() {
    let arguments: Vec<u64> =
        std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [count, greatest, seed] = arguments[..] else {
        eprintln!("usage: random COUNT GREATEST SEED");
        std::process::exit(2);
    };
    if count < 1 || greatest < 1 {
        eprintln!("COUNT and GREATEST: expected at least 1");
        std::process::exit(2);
    }
    let mut random = Random(seed);
    let list: Vec<String> =
        (0..count).map(|_| (random.next() % greatest + 1).to_string()).collect();
    println!("{count}\n{}", list.join(" "));
}
