//! Graders that are programs of the package (legacy, "Graders"): the results of what is in a group come
//! on standard input, a line each, and the result of the group is expected as one line on standard
//! output. Exit code 0.

use crate::score::Score;
use crate::verdict::Verdict;
use crate::visible::first_line;

use super::PartFailure;
use super::external::External;
use super::protocol::{Call, LONGEST};
use super::terms::Terms;
use crate::sandbox::{Ending, Run};

/// Verdicts in the words that graders may write.
const WORDS: [(&str, Verdict); 6] = [
    ("AC", Verdict::Accepted),
    ("WA", Verdict::WrongAnswer),
    ("TLE", Verdict::TimeLimit),
    ("RTE", Verdict::RunTimeError),
    ("MLE", Verdict::MemoryLimit),
    ("OLE", Verdict::OutputLimit),
];

/// A grader, ready to be asked, by any number of threads at once.
#[derive(Debug)]
pub struct GroupGrader(External);

impl GroupGrader {
    /// The program as a grader.
    pub fn new(program: External) -> Self {
        Self(program)
    }

    /// The result of a group, given the results of its cases and groups, in order.
    ///
    /// # Errors
    /// The setter's, where the program fails or does not answer as the format has it.
    pub fn grade(
        &self,
        flags: &[String],
        results: &[(Verdict, Score)],
    ) -> Result<(Verdict, Score), PartFailure> {
        let Self(program) = self;
        let call = Call { arguments: &[], input: Some("results"), keep: None };
        let files = [("results", lines(results).into_bytes())];
        let files = files.each_ref().map(|(name, bytes)| (*name, bytes.as_slice()));
        let finished = program.finish(&files, call, &Terms::with(flags))?;
        let fault = |why: String| PartFailure::Setter(program.fault(&why, &finished.run.errors));
        result(&finished.run).map_err(fault)
    }
}

/// The results as a grader reads them.
fn lines(results: &[(Verdict, Score)]) -> String {
    let lines = results.iter().map(|(verdict, score)| format!("{} {score}", word(*verdict)));
    lines.chain([String::new()]).collect::<Vec<_>>().join("\n")
}

/// The format's word for a verdict. It has none for some of ours: they are called what its tools would
/// have found.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted | Verdict::PartialScore => "AC",
        Verdict::WrongAnswer | Verdict::OutputFormat => "WA",
        Verdict::TimeLimit | Verdict::IdleLimit => "TLE",
        Verdict::OutputLimit => "OLE",
        Verdict::RunTimeError | Verdict::SecurityViolation | Verdict::MemoryLimit => "RTE",
        // No grader is asked about these.
        Verdict::CompileError | Verdict::JudgeError | Verdict::Skipped => "JE",
    }
}

/// The result of a grader that has ended by itself.
fn result(run: &Run) -> Result<(Verdict, Score), String> {
    if run.ending != Ending::Exited(0) {
        let code = match run.ending {
            Ending::Exited(code) => format!("exit code {code}: "),
            _ => String::new(),
        };
        return Err(format!("{code}expected exit code 0"));
    }
    let words = std::str::from_utf8(&run.output).unwrap_or_default().split_ascii_whitespace();
    if let [verdict, score] = words.take(3).collect::<Vec<_>>()[..] {
        if verdict == "JE" {
            return Err("it reports a judge error (`JE`)".into());
        }
        let verdict = WORDS.iter().find(|(word, _)| *word == verdict).map(|(_, verdict)| *verdict);
        // The tools of the format take neither exponents nor a plus sign.
        let is_plain = |byte: u8| byte.is_ascii_digit() || b"-.".contains(&byte);
        let score = Some(score).filter(|score| score.bytes().all(is_plain));
        if let (Some(verdict), Some(score)) = (verdict, score.and_then(Score::written)) {
            return Ok((verdict, score));
        }
    }
    let found = first_line(&run.output, LONGEST);
    Err(format!("expected a verdict and a score, such as `AC 40`, on its output, found `{found}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(code: i32, output: &str, expected: Result<(Verdict, &str), &str>) {
        let run = Run {
            output: output.into(),
            output_bytes: output.len() as u64,
            ..Run::ended(Ending::Exited(code))
        };
        let found = result(&run).map(|(verdict, score)| (verdict, score.to_string()));
        let expected = expected.map(|(verdict, score)| (verdict, score.to_owned()));
        assert_eq!(found, expected.map_err(str::to_owned), "{output:?}");
    }

    #[test]
    fn one_line_with_a_verdict_and_a_score_is_understood() {
        case(0, "AC 40\n", Ok((Verdict::Accepted, "40")));
        case(0, "WA  -0.5", Ok((Verdict::WrongAnswer, "-0.5")));
        case(0, "TLE 0.000000\n\n", Ok((Verdict::TimeLimit, "0")));
        case(0, "RTE\t.5\n", Ok((Verdict::RunTimeError, "0.5")));
        case(0, "OLE 1.", Ok((Verdict::OutputLimit, "1")));
    }

    #[test]
    fn what_a_grader_gets_wrong_is_told() {
        let odd = |found: &str| {
            let expected = "expected a verdict and a score, such as `AC 40`, on its output, found";
            format!("{expected} `{found}`")
        };
        for output in ["", "AC", "40", "AC 40 1", "AC 1e2", "AC +1", "AC 1.2.3", "ac 1", "PE 1"] {
            case(0, output, Err(&odd(output)));
        }
        case(0, "AC 1\nAC 2\n", Err(&odd("AC 1")));
        case(0, "AC nan", Err(&odd("AC nan")));
        case(0, "JE 0\n", Err("it reports a judge error (`JE`)"));
        case(1, "AC 40\n", Err("exit code 1: expected exit code 0"));
        case(42, "AC 40\n", Err("exit code 42: expected exit code 0"));
    }

    #[test]
    fn results_are_told_in_the_words_of_the_format() {
        let score = |text: &str| Score::written(text).expect("a number");
        let results = [
            (Verdict::Accepted, score("12.5")),
            (Verdict::PartialScore, score("3")),
            (Verdict::OutputFormat, score("0")),
            (Verdict::IdleLimit, score("-1")),
            (Verdict::MemoryLimit, score("0")),
            (Verdict::OutputLimit, Score::ratio(1, 3).expect("a ratio")),
        ];
        assert_eq!(lines(&results), "AC 12.5\nAC 3\nWA 0\nTLE -1\nRTE 0\nOLE 0.333333\n");
    }
}
