//! Wrong: guesses one number after another, which takes too many guesses.

fn main() {
    for guess in 1.. {
        println!("{guess}");
        let mut reply = String::new();
        let read = std::io::stdin().read_line(&mut reply).expect("a reply");
        if read == 0 || reply.trim() == "found" {
            return;
        }
    }
}
