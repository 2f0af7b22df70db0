fn main() { print!("{}", include_str!("@ANSWER@")); }
