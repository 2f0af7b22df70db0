// Adds two numbers in the 2024 edition, on a thread of its own.
use std::io::read_to_string;

fn main() {
    let input = read_to_string(std::io::stdin()).unwrap();
    let adder = std::thread::spawn(move || {
        let mut sum = 0;
        let mut words = input.split_whitespace();
        while let Some(word) = words.next()
            && let Ok(number) = word.parse::<i64>()
        {
            sum += number;
        }
        sum
    });
    println!("{}", adder.join().unwrap());
}
