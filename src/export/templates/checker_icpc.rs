
/// Called as `program INPUT ANSWER FEEDBACK_FOLDER < OUTPUT`.
fn main() {
    use std::io::Read as _;
    let words: Vec<String> = std::env::args().collect();
    let [_, input, answer, folder, ..] = words.as_slice() else { std::process::exit(3) };
    let mut output = Vec::new();
    if std::io::stdin().read_to_end(&mut output).is_err() {
        std::process::exit(3);
    }
    let judgement = judge(input, &output, answer);
    let write = |name: &str, text: String| {
        if std::fs::write(std::path::Path::new(folder).join(name), text + "\n").is_err() {
            std::process::exit(3);
        }
    };
    write("judgemessage.txt", judgement.message.clone());
    let accepted = matches!(judgement.opinion, Opinion::Accepted | Opinion::PartialScore);
    if let (true, true, Some(score)) = (SCORED, accepted, judgement.score) {
        write("score.txt", format!("{:.9}", score.numerator as f64 / score.denominator as f64));
    }
    std::process::exit(if accepted { 42 } else { 43 });
}
