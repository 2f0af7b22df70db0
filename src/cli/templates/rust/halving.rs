//! The reference: halves what is left, 20 guesses at most.

fn main() {
    let (mut low, mut high) = (1, 1_000_000);
    loop {
        let guess = (low + high) / 2;
        // A line is flushed at its end.
        println!("{guess}");
        let mut reply = String::new();
        std::io::stdin().read_line(&mut reply).expect("a reply");
        match reply.trim() {
            "found" => return,
            "lower" => high = guess - 1,
            _ => low = guess + 1,
        }
    }
}
