
/// The input on standard input, or in the file that the first argument names.
fn main() {
    use std::io::Read as _;
    let mut input = Vec::new();
    let file = std::env::args().nth(1).filter(|_| BY_NAME);
    let read = match file {
        Some(path) => std::fs::read(path).map(|bytes| input = bytes),
        None => std::io::stdin().read_to_end(&mut input).map(drop),
    };
    if let Err(error) = read {
        eprintln!("cannot read the input: {error}");
        std::process::exit(3);
    }
    match (puzzle::PUZZLE.validate)(&input) {
        Ok(()) => std::process::exit(VALID),
        Err(wrong) => {
            eprintln!("{wrong}");
            std::process::exit(INVALID);
        }
    }
}
