
/// Called as `program INPUT OUTPUT ANSWER`.
fn main() {
    let words: Vec<String> = std::env::args().collect();
    let [_, input, output, answer, ..] = words.as_slice() else { std::process::exit(3) };
    let judgement = judge(input, &read(output), answer);
    let message = judgement.message;
    if let (true, Some(score)) = (SCORED, judgement.score) {
        eprintln!("points {:.9} {message}", score.numerator as f64 / score.denominator as f64);
        std::process::exit(7);
    }
    let (code, word) = match judgement.opinion {
        Opinion::Accepted => (0, "ok"),
        Opinion::OutputFormat => (2, "wrong output format"),
        Opinion::PartialScore | Opinion::WrongAnswer => (1, "wrong answer"),
    };
    eprintln!("{word} {message}");
    std::process::exit(code);
}
