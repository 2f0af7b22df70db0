//! `floats`, `floatsabs` and `floatsrel`.

use super::super::{answer_of, same};
use super::python::float;
use super::{lines, tokens};
use crate::options;
use crate::text::quote;
use crate::{BadOption, Checker, Fault, Files, Judgement, OptionValue, Options};

/// The options: `precision`, digits behind the point (default 6; below 0, before it), and `error_mode`: `default`,
/// `absolute` or `relative`.
pub(super) const OPTIONS: &[&str] = &["precision", "error_mode"];

/// Most digits on either side of the point. At 400, only equal numbers are near enough; at -400, any are.
pub const MOST_DIGITS: f64 = 400.0;

/// When a number is near enough.
#[derive(Debug, Clone, Copy)]
enum Mode {
    Either,
    Absolute,
    Relative,
}

#[derive(Debug)]
struct Floats {
    epsilon: f64,
    mode: Mode,
}

pub(super) fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("dmoj-floats", OPTIONS, options)?;
    let bad = |option: &str, message: &str| BadOption {
        option: option.to_owned(),
        message: message.to_owned(),
    };
    let precision = match options.get("precision") {
        None => 6.0,
        Some(OptionValue::Number(number))
            if number.abs() <= MOST_DIGITS && number.fract() == 0.0 =>
        {
            *number
        }
        Some(_) => {
            let words = format!("expected a whole number from -{MOST_DIGITS} to {MOST_DIGITS}");
            return Err(bad("precision", &words));
        }
    };
    let mode = match options.get("error_mode") {
        None => Mode::Either,
        Some(OptionValue::Text(word)) if word == "default" => Mode::Either,
        Some(OptionValue::Text(word)) if word == "absolute" => Mode::Absolute,
        Some(OptionValue::Text(word)) if word == "relative" => Mode::Relative,
        Some(_) => return Err(bad("error_mode", "expected `default`, `absolute` or `relative`")),
    };
    // The double nearest to the power of ten.
    let epsilon = format!("1e{}", -precision).parse().unwrap_or(0.0);
    Ok(Box::new(Floats { epsilon, mode }))
}

impl Floats {
    /// What is no number is not near one, and `nan` is near nothing.
    fn accepts(&self, found: &[u8], expected: &[u8]) -> bool {
        let Some(expected_value) = float(expected) else { return found == expected };
        let Some(found) = float(found) else { return false };
        let Self { epsilon, mode } = *self;
        let is_near = (found - expected_value).abs() <= epsilon;
        let is_near_enough =
            || expected_value.abs() >= epsilon && (1.0 - found / expected_value).abs() <= epsilon;
        match mode {
            Mode::Either => is_near || is_near_enough(),
            Mode::Absolute => is_near,
            Mode::Relative => {
                let bounds = [expected_value * (1.0 - epsilon), expected_value * (1.0 + epsilon)];
                bounds[0].min(bounds[1]) <= found && found <= bounds[0].max(bounds[1])
            }
        }
    }
}

impl Checker for Floats {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let (output, answer) = (files.output, answer_of(files)?);
        let (mut found, mut expected) = (lines(output), lines(answer));
        for number in 1_usize.. {
            let (own, other) = match (found.next(), expected.next()) {
                (None, None) => break,
                (Some(own), Some(other)) => (own, other),
                (own, _) => {
                    let which = if own.is_some() { "more" } else { "fewer" };
                    let message = format!("the output has {which} lines than the answer");
                    return Ok(Judgement::wrong(None, message));
                }
            };
            let (mut own, mut other) = (tokens(own), tokens(other));
            loop {
                match (own.next(), other.next()) {
                    (None, None) => break,
                    (Some(own), Some(other)) if self.accepts(own, other) => {}
                    (own, other) => {
                        let shown = |token: Option<&[u8]>| {
                            token.map_or_else(|| "the end of the line".to_owned(), quote)
                        };
                        let (found, expected) = (shown(own), shown(other));
                        let at = format!("line {number} that is not blank");
                        let message = format!("{at}: expected {expected}, found {found}");
                        return Ok(Judgement::wrong(None, message));
                    }
                }
            }
        }
        Ok(same())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Opinion;

    #[track_caller]
    fn case(precision: f64, mode: &str, answer: &str, output: &str, expected: bool) {
        let options = [
            ("precision".to_owned(), OptionValue::Number(precision)),
            ("error_mode".to_owned(), OptionValue::Text(mode.to_owned())),
        ];
        let checker = build(&options.into()).unwrap();
        let (output, answer) = (output.as_bytes(), answer.as_bytes());
        let judged = checker.check(&Files { input: b"", output, answer: Some(answer) }).unwrap();
        assert_eq!(judged.opinion == Opinion::Accepted, expected, "{mode} {answer:?} {output:?}");
    }

    #[test]
    fn numbers_are_compared_as_python_does() {
        case(2.0, "default", "1.00", "1.009", true);
        case(2.0, "default", "1.00", "1.01", false);
        case(2.0, "default", "0", "0.01", true);
        case(2.0, "default", "nan", "nan", false);
        case(2.0, "default", "10", "1_0", true);
        case(2.0, "default", "1000", "1009", true);
        case(2.0, "absolute", "1000", "1009", false);
        case(2.0, "relative", "1000", "1009", true);
        case(2.0, "relative", "-1000", "-1009", true);
        case(2.0, "relative", "0", "0.001", false);
        // A negative one is digits before the point; of very many, none may differ.
        case(-1.0, "absolute", "100", "110", true);
        case(-1.0, "absolute", "100", "110.5", false);
        case(400.0, "default", "1.5", "1.50", true);
        case(400.0, "default", "1.5", "1.5000001", false);
        case(0.0, "absolute", "1", "2", true);
        case(6.0, "default", "abc 1\n\n2", "abc 1.0\r\n2.0\n\n", true);
        case(6.0, "default", "1 2", "1\n2", false);
        case(6.0, "default", "1", "x", false);
        case(6.0, "default", "x", "1", false);
        case(6.0, "default", "1\n", "", false);
    }
}
