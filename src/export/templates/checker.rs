
/// The bytes of a file.
fn read(path: &str) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| {
        eprintln!("cannot read {path}: {error}");
        std::process::exit(3)
    })
}

fn judge(input: &str, output: &[u8], answer: &str) -> Judgement {
    let checker = puzzle::PUZZLE.checker;
    let options: Options = OPTIONS.iter().map(|(name, value)| (String::from(*name), value())).collect();
    let answer = if std::path::Path::new(answer).exists() { Some(read(answer)) } else { None };
    let input = read(input);
    let files = Files { input: &input, output, answer: answer.as_deref() };
    let checked = (checker.build)(&options).map_err(|error| error.to_string());
    match checked.and_then(|checker| checker.check(&files).map_err(|fault| fault.to_string())) {
        Ok(judgement) => judgement,
        Err(wrong) => {
            eprintln!("{wrong}");
            std::process::exit(3)
        }
    }
}
