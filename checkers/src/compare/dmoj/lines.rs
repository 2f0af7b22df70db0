//! `rstripped`, `linecount` and `linematches`: line by line.

use super::super::{answer_of, same};
use super::{all_lines, lines};
use crate::options;
use crate::text::{is_space, quote, trim_end};
use crate::{
    BadOption, CaseScore, Checker, Fault, FaultyFile, Files, Judgement, Opinion, OptionValue,
    Options,
};

/// The options: `filter_new_line` (default `false`): whether lines that are empty do not count.
pub(super) const RSTRIPPED_OPTIONS: &[&str] = &["filter_new_line"];

/// The options: `feedback`, which decides nothing.
pub(super) const LINECOUNT_OPTIONS: &[&str] = &["feedback"];

/// The options: `point_distribution`, the weights of the answer's lines, separated by spaces (default `1`);
/// `filler_lines_required` (default `true`): whether an output of more or fewer lines is wrong.
pub(super) const LINEMATCHES_OPTIONS: &[&str] = &["point_distribution", "filler_lines_required"];

/// Greatest sum of weights.
const MOST_POINTS: u64 = 1_000_000_000;

#[derive(Debug)]
struct Rstripped {
    skips_empty: bool,
}

pub(super) fn build_rstripped(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("dmoj-rstripped", RSTRIPPED_OPTIONS, options)?;
    let skips_empty = options::flag(options, "filter_new_line")?.unwrap_or(false);
    Ok(Box::new(Rstripped { skips_empty }))
}

impl Checker for Rstripped {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let counts = |line: &&[u8]| !self.skips_empty || !line.is_empty();
        let mut found = all_lines(files.output).filter(counts);
        let mut expected = all_lines(answer_of(files)?).filter(counts);
        for number in 1_usize.. {
            match (found.next(), expected.next()) {
                (None, None) => break,
                (Some(own), Some(other)) if trim_end(own) == trim_end(other) => {}
                (own, other) => {
                    let shown = |line: Option<&[u8]>| {
                        line.map_or_else(|| "the end".to_owned(), |line| quote(trim_end(line)))
                    };
                    let (found, expected) = (shown(own), shown(other));
                    let message = format!("line {number}: expected {expected}, found {found}");
                    return Ok(Judgement::wrong(None, message));
                }
            }
        }
        Ok(same())
    }
}

#[derive(Debug)]
struct Linecount;

pub(super) fn build_linecount(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("dmoj-linecount", LINECOUNT_OPTIONS, options)?;
    options::flag(options, "feedback")?;
    Ok(Box::new(Linecount))
}

impl Checker for Linecount {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let expected = lines(answer_of(files)?).count();
        if lines(files.output).count() > expected {
            let message = "the output has more lines than the answer";
            return Ok(Judgement::wrong(None, message));
        }
        let pairs = lines(files.output).zip(lines(answer_of(files)?));
        let right = pairs.filter(|(own, other)| trim(own) == trim(other)).count();
        if right == expected {
            return Ok(same());
        }
        let message = format!("{right} of {expected} lines are right");
        let score = CaseScore { numerator: right as u64, denominator: expected as u64 };
        // Wrong, and yet some of the points.
        Ok(Judgement { score: Some(score), ..Judgement::wrong(None, message) })
    }
}

/// Without whitespace at both ends.
fn trim(line: &[u8]) -> &[u8] {
    let start = line.iter().position(|&byte| !is_space(byte)).unwrap_or(line.len());
    trim_end(&line[start..])
}

#[derive(Debug)]
struct Linematches {
    weights: Vec<u64>,
    sum: u64,
    needs_all_lines: bool,
}

pub(super) fn build_linematches(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("dmoj-linematches", LINEMATCHES_OPTIONS, options)?;
    let written = match options.get("point_distribution") {
        None => Some("1"),
        Some(OptionValue::Text(text)) => Some(text.as_str()),
        Some(_) => None,
    };
    let weights: Option<Vec<u64>> = written
        .and_then(|written| written.split_whitespace().map(|word| word.parse().ok()).collect());
    let sum = weights.iter().flatten().try_fold(0_u64, |sum, &weight| sum.checked_add(weight));
    let sum = sum.filter(|sum| (1..=MOST_POINTS).contains(sum));
    let bad = || BadOption {
        option: "point_distribution".to_owned(),
        message: "expected whole numbers, of which one at least is greater than 0".to_owned(),
    };
    let (weights, sum) = weights.zip(sum).ok_or_else(bad)?;
    let needs_all_lines = options::flag(options, "filler_lines_required")?.unwrap_or(true);
    Ok(Box::new(Linematches { weights, sum, needs_all_lines }))
}

impl Checker for Linematches {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let answer: Vec<&[u8]> = lines(answer_of(files)?).collect();
        let (lines_there, wanted) = (answer.len(), self.weights.len());
        if lines_there != wanted {
            let message =
                format!("it has {lines_there} lines, but there are {wanted} weights of lines");
            return Err(Fault { file: FaultyFile::Answer, message });
        }
        let output: Vec<&[u8]> = lines(files.output).collect();
        if self.needs_all_lines && output.len() != wanted {
            let message = format!("expected {wanted} lines, found {}", output.len());
            return Ok(Judgement::wrong(None, message));
        }
        let pairs = output.iter().zip(&answer).zip(&self.weights);
        let right = pairs.filter(|((own, other), _)| own == other);
        let points: u64 = right.map(|(_, weight)| weight).sum();
        let message = format!("{points} of {} points", self.sum);
        let score = Some(CaseScore { numerator: points, denominator: self.sum });
        Ok(match points {
            0 => Judgement::wrong(None, message),
            _ if points == self.sum => same(),
            _ => Judgement { opinion: Opinion::PartialScore, message, score, place: None },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(checker: &dyn Checker, output: &str, answer: &str) -> Judgement {
        let (output, answer) = (output.as_bytes(), answer.as_bytes());
        checker.check(&Files { input: b"", output, answer: Some(answer) }).unwrap()
    }

    #[test]
    fn right_lines_give_their_share() {
        let count = build_linecount(&Options::new()).unwrap();
        let half = judge(&*count, "1 \r\n3\n", "1\n\n2\n");
        let share = CaseScore { numerator: 1, denominator: 2 };
        assert_eq!((half.opinion, half.score), (Opinion::WrongAnswer, Some(share)));
        assert_eq!(judge(&*count, "1\n2\n", " 1\n2").opinion, Opinion::Accepted);
        let long = judge(&*count, "1\n2\n3\n", "1\n2\n");
        assert_eq!((long.opinion, long.score), (Opinion::WrongAnswer, None));
    }

    #[test]
    fn weights_of_right_lines_add_up() {
        let weights = OptionValue::Text("1 3".to_owned());
        let options = [("point_distribution".to_owned(), weights)].into();
        let matches = build_linematches(&options).unwrap();
        let part = judge(&*matches, "x\nb\n", "a\nb\n");
        let share = CaseScore { numerator: 3, denominator: 4 };
        assert_eq!((part.opinion, part.score), (Opinion::PartialScore, Some(share)));
        assert_eq!(judge(&*matches, "a\nb", "a\nb\n").opinion, Opinion::Accepted);
        assert_eq!(judge(&*matches, "a \nc", "a\nb\n").opinion, Opinion::WrongAnswer);
        assert_eq!(judge(&*matches, "b\n", "a\nb\n").opinion, Opinion::WrongAnswer);
        // The numbers of lines may differ where that is said.
        let mut lenient = options.clone();
        lenient.insert("filler_lines_required".to_owned(), OptionValue::Bool(false));
        let lenient = build_linematches(&lenient).unwrap();
        for (output, expected) in [
            ("x\nb\nc\n", Opinion::PartialScore),
            ("a\n", Opinion::PartialScore),
            ("a\nb\nc\n", Opinion::Accepted),
            ("b\n", Opinion::WrongAnswer),
        ] {
            assert_eq!(judge(&*lenient, output, "a\nb\n").opinion, expected, "{output}");
            let strict = judge(&*matches, output, "a\nb\n").opinion;
            assert_eq!(strict, Opinion::WrongAnswer, "{output}");
        }
        let files = Files { input: b"", output: b"a", answer: Some(b"a") };
        assert!(matches.check(&files).is_err());
        for bad in ["", "0", "x", "-1", "9999999999"] {
            let weights = OptionValue::Text(bad.to_owned());
            assert!(
                build_linematches(&[("point_distribution".to_owned(), weights)].into()).is_err()
            );
        }
    }
}
