fn main() { print!("{:?} {:?}", option_env!("JURY_CACHE"), option_env!("CARGO_HOME")); }
