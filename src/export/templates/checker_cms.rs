
/// Called as `program INPUT ANSWER OUTPUT`.
fn main() {
    let words: Vec<String> = std::env::args().collect();
    let [_, input, answer, output, ..] = words.as_slice() else { std::process::exit(3) };
    let judgement = judge(input, &read(output), answer);
    let outcome = match (judgement.opinion, judgement.score) {
        (Opinion::Accepted | Opinion::PartialScore, Some(score)) if SCORED => {
            (score.numerator as f64 / score.denominator as f64).min(1.0)
        }
        (Opinion::Accepted, _) => 1.0,
        _ => 0.0,
    };
    println!("{outcome:.9}");
    eprintln!("{}", judgement.message);
}
