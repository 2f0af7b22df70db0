//! The protocol of CMS (`cms/grading/steps/trusted.py`), which task-maker and TPS share: a score from 0 to 1
//! on standard output, a message on standard error.
//!
//! A checker is called with the paths of the input, of the jury's answer and of the output, in this order. A
//! validator is task-maker's: it is called with the path of the input and the number of the subtask, and accepts
//! with exit code 0.

use jury_checkers::Invalid;

use super::points;
use super::result::{ProgramResult, invalid};
use super::rules::{Call, ProtocolRules};
use crate::checker::terms::{Decision, Terms};
use crate::problem::Points;

/// The protocol.
pub(super) struct Cms;

/// Messages that stand for CMS's own words.
const STOCK: [(&str, &str); 3] = [
    ("translate:success", "output is correct"),
    ("translate:partial", "output is partially correct"),
    ("translate:wrong", "output is not correct"),
];

impl ProtocolRules for Cms {
    fn checker(&self) -> Call {
        let arguments = &["/files/input", "/files/answer", "/files/output"];
        Call { arguments, input: None, keep: None }
    }

    fn interactor(&self) -> Call {
        Call { arguments: &[], input: Some("input.txt"), keep: None }
    }

    fn validator(&self) -> Call {
        Call { arguments: &["/files/input"], input: None, keep: None }
    }

    fn decision(
        &self,
        heard: &ProgramResult,
        points: Points,
        _: &Terms<'_>,
    ) -> Result<Decision, String> {
        match heard.exit_code()? {
            0 => {}
            code @ (42 | 43) => {
                return Err(format!(
                    "exit code {code}: expected 0; 42 and 43 are exit codes of the protocol `icpc`"
                ));
            }
            code => return Err(format!("exit code {code}: expected 0")),
        }
        let score = score(&heard.output)?;
        let message = message(heard)?;
        let decision = points::judgement(score, 1.0, message).into();
        Ok(points::in_words(decision, points))
    }

    fn rejects_by_abort(&self) -> bool {
        true
    }

    fn validation(&self, heard: &ProgramResult, _: &str) -> Result<Option<Invalid>, String> {
        if let Some(invalid) = heard.rejection() {
            return Ok(Some(invalid));
        }
        match heard.exit_code()? {
            0 => Ok(None),
            _ if heard.crashed => Err("it crashed".into()),
            _ => Ok(Some(invalid(heard.first_words()))),
        }
    }
}

/// The score on the first line: what Python's `float` takes, from 0 to 1.
fn score(output: &[u8]) -> Result<jury_checkers::CaseScore, String> {
    let line = output.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let text = line.trim();
    let none = || {
        let shown: String = text.chars().take(40).collect();
        format!(
            "expected a number from 0 to 1 on the first line of standard output, found `{}`",
            shown.escape_debug()
        )
    };
    let number = points::number(text.strip_prefix(['+', '-']).unwrap_or(text)).ok_or_else(none)?;
    // What is rounded to nothing may keep its sign.
    let is_negative = text.starts_with('-') && number.numerator > 0;
    if is_negative || number.numerator > number.denominator { Err(none()) } else { Ok(number) }
}

/// The first line on standard error.
fn message(heard: &ProgramResult) -> Result<String, String> {
    let line = heard.errors.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if let Some(byte) = line.iter().find(|byte| byte.is_ascii_control() && **byte != b'\t') {
        return Err(format!("its message has a control character (byte {byte})"));
    }
    let words = heard.first_words();
    let stock = STOCK.iter().find(|(name, _)| *name == words);
    Ok(stock.map_or(words, |(_, words)| (*words).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jury_checkers::Opinion;

    fn heard(code: i32, output: &str, errors: &str) -> ProgramResult {
        ProgramResult {
            code: Some(code),
            output: output.into(),
            errors: errors.into(),
            kept: Vec::new(),
            left: None,
            crashed: errors.starts_with("Traceback"),
        }
    }

    #[track_caller]
    fn case(output: &str, errors: &str, expected: Result<(Opinion, &str, f64), &str>) {
        let found = Cms.decision(&heard(0, output, errors), Points::OutOf(1.0), &Terms::default());
        let found = found.as_ref().map_err(String::as_str).map(|found| {
            let score = found.score.as_ref().map_or(-1.0, crate::score::Score::to_f64);
            (found.opinion, found.message.as_str(), score)
        });
        assert_eq!(found, expected, "{output} {errors}");
    }

    #[test]
    fn scores_and_messages_mean_what_cms_means() {
        use Opinion::{Accepted, PartialScore, WrongAnswer};
        case("1.0\n", "well done\nmore\n", Ok((Accepted, "well done", 1.0)));
        case(" +1 \nx", "", Ok((Accepted, "", 1.0)));
        case("0.0\n", "translate:wrong\n", Ok((WrongAnswer, "output is not correct", 0.0)));
        case("0", "", Ok((WrongAnswer, "no reason given", 0.0)));
        case("-0.000000\n", "", Ok((WrongAnswer, "no reason given", 0.0)));
        let words = "0.25 of 1 point: output is partially correct";
        case("2.5e-1", "translate:partial", Ok((PartialScore, words, 0.25)));
    }

    #[test]
    fn what_breaks_the_protocol_is_the_setters_fault() {
        let words = |found: &str| {
            format!(
                "expected a number from 0 to 1 on the first line of standard output, found `{found}`"
            )
        };
        for text in ["", "nan", "inf", "1.1", "-1", "-1e-9", "+-0", "1_0", "one"] {
            case(text, "", Err(&words(text)));
        }
        case("\n1", "", Err(&words("")));
        case("1", "a\u{1b}[0m", Err("its message has a control character (byte 27)"));
        let code = Cms.decision(&heard(1, "1", ""), Points::OutOf(1.0), &Terms::default());
        assert_eq!(code.unwrap_err(), "exit code 1: expected 0");
    }

    #[test]
    fn a_validator_rejects_by_its_code_or_by_an_assertion() {
        let said = |code, errors| Cms.validation(&heard(code, "", errors), "valida.py");
        assert_eq!(said(0, ""), Ok(None));
        assert_eq!(said(1, "too many").unwrap().unwrap().message, "too many");
        let trace = "Traceback (most recent call last):\n  File \"x\"\nAssertionError: N\n";
        assert_eq!(said(1, trace).unwrap().unwrap().message, "AssertionError: N");
        let trace = "Traceback (most recent call last):\nValueError: no number\n";
        assert_eq!(said(1, trace).unwrap().unwrap().message, "ValueError: no number");
        let aborted = ProgramResult {
            code: None,
            ..heard(1, "", "program: /box/a.cpp:2: int main(): Assertion `n <= 5' failed.\n")
        };
        let said_then = Cms.validation(&aborted, "valida").unwrap().unwrap();
        assert_eq!(said_then.message, "Assertion `n <= 5' failed.");
        let trace = "Traceback (most recent call last):\nNameError: name 'x'\n";
        assert_eq!(said(1, trace).unwrap_err(), "it crashed");
    }
}
