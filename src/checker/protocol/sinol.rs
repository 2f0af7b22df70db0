//! The protocol of sinol packages: arguments as testlib's, the decision in three lines on standard output.
//!
//! | line | says |
//! |---|---|
//! | 1 | `OK`, or anything else for a wrong answer |
//! | 2 | why |
//! | 3 | the percentage of the points: `50`, `12.5` or `1/3`; all where it is empty |
//!
//! An exit code above 2 is a failure of the program. A validator gets the name of the test as argument and
//! accepts with 0.

use jury_checkers::compare::dmoj::without_underscores;
use jury_checkers::{Invalid, Judgement, Opinion};

use super::result::{LONGEST, ProgramResult, invalid};
use super::rules::{Call, ProtocolRules};
use crate::checker::terms::{Decision, Terms};
use crate::problem::Points;
use crate::score::Score;
use crate::visible::first_line;

/// The protocol.
pub(super) struct Sinol;

/// Greatest exit code that means nothing.
const LAST_CODE: i32 = 2;

/// The percentage of all points.
const FULL: u64 = 100;

impl ProtocolRules for Sinol {
    /// Interactors of this protocol get other arguments, from whoever opens the pipes.
    fn interactor(&self) -> Call {
        self.checker()
    }

    fn decision(
        &self,
        heard: &ProgramResult,
        _: Points,
        _: &Terms<'_>,
    ) -> Result<Decision, String> {
        decision(heard)
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
            _ => {
                let words = heard.first_words();
                let said = || first_line(&heard.output, LONGEST);
                Ok(Some(invalid(if words.is_empty() { said() } else { words })))
            }
        }
    }
}

fn decision(heard: &ProgramResult) -> Result<Decision, String> {
    let code = heard.exit_code()?;
    if code > LAST_CODE {
        return Err(format!("exit code {code}: expected at most {LAST_CODE}"));
    }
    if heard.crashed {
        return Err(format!("it crashed (exit code {code})"));
    }
    if heard.output.is_empty() {
        return Err(
            "it wrote nothing: expected `OK` or why not on line 1 of standard output".into()
        );
    }
    let text = String::from_utf8_lossy(&heard.output);
    let mut lines = text.split('\n');
    let verdict = lines.next().unwrap_or_default().trim().to_owned();
    let message = first_line(lines.next().unwrap_or_default().trim().as_bytes(), LONGEST);
    if verdict != "OK" {
        let word = first_line(verdict.as_bytes(), LONGEST);
        let message = if message.is_empty() { word } else { message };
        let message = if message.is_empty() { "no reason given".to_owned() } else { message };
        return Ok(Judgement::wrong(None, message).into());
    }
    let written = lines.next().unwrap_or_default();
    let score = percentage(written).ok_or_else(|| {
        let found = first_line(written.as_bytes(), LONGEST);
        format!(
            "expected a percentage from 0 to {FULL} on line 3 of standard output, found `{found}`"
        )
    })?;
    let is_full = Some(&score) == Score::ratio(FULL, 1).as_ref();
    let opinion = if is_full { Opinion::Accepted } else { Opinion::PartialScore };
    let message = match (is_full, message.as_str()) {
        (true, _) => message,
        (false, "") => format!("{score} of {FULL} %"),
        (false, _) => format!("{score} of {FULL} %: {message}"),
    };
    Ok(Decision { opinion, message, score: Some(score), place: None, next: None })
}

/// A percentage: a number or a fraction of whole numbers, with blanks around it as Python reads them.
fn percentage(text: &str) -> Option<Score> {
    if text.is_empty() {
        return Score::ratio(FULL, 1);
    }
    let text = without_underscores(text.trim())?;
    let score = match text.split_once('/') {
        None => Score::written(&text),
        Some((numerator, denominator)) => {
            let whole = |text: &str| {
                let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
                is_whole.then(|| text.parse::<u64>().ok()).flatten()
            };
            Score::ratio(whole(numerator)?, whole(denominator)?)
        }
    };
    score.filter(|score| *score >= Score::zero() && *score <= Score::decimal(100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(code: i32, output: &str) -> ProgramResult {
        ProgramResult {
            code: Some(code),
            output: output.into(),
            errors: Vec::new(),
            kept: Vec::new(),
            left: None,
            crashed: false,
        }
    }

    #[track_caller]
    fn case(code: i32, output: &str, expected: Result<(Opinion, &str, &str), &str>) {
        let found = decision(&heard(code, output));
        let found = found.as_ref().map_err(String::as_str).map(|decision| {
            let score = decision.score.as_ref().map_or_else(String::new, Score::to_string);
            (decision.opinion, decision.message.as_str(), score)
        });
        let expected = expected.map(|(opinion, words, score)| (opinion, words, score.to_owned()));
        assert_eq!(found, expected, "{code} {output:?}");
    }

    #[test]
    fn three_lines_decide() {
        use Opinion::{Accepted, PartialScore, WrongAnswer};
        case(0, "OK\n", Ok((Accepted, "", "100")));
        case(1, " OK \n well\n", Ok((Accepted, "well", "100")));
        case(2, "OK\n\n100\n", Ok((Accepted, "", "100")));
        case(0, "OK\n\n50\n", Ok((PartialScore, "50 of 100 %", "50")));
        case(0, "OK\nso so\n12.5", Ok((PartialScore, "12.5 of 100 %: so so", "12.5")));
        case(0, "OK\n\n100/3\n", Ok((PartialScore, "33.333333 of 100 %", "33.333333")));
        case(0, "OK\n\n 2_5.0 \n", Ok((PartialScore, "25 of 100 %", "25")));
        case(0, "OK\n\n0\n", Ok((PartialScore, "0 of 100 %", "0")));
        case(0, "WRONG\nline 3\n", Ok((WrongAnswer, "line 3", "")));
        case(0, "ok\n", Ok((WrongAnswer, "ok", "")));
        case(0, "\n", Ok((WrongAnswer, "no reason given", "")));
        let nothing = "it wrote nothing: expected `OK` or why not on line 1 of standard output";
        case(0, "", Err(nothing));
        case(3, "OK\n", Err("exit code 3: expected at most 2"));
        let words = "expected a percentage from 0 to 100 on line 3 of standard output, found `50%`";
        case(0, "OK\n\n50%\n", Err(words));
        // A line of blanks is no number for sinol-make either.
        for bad in ["101", "-1", "1/0", "1/", "nan", " ", "_1", "1__0", "1_"] {
            assert!(decision(&heard(0, &format!("OK\n\n{bad}\n"))).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_validator_says_why_on_either_stream() {
        let said = |code, output: &str| Sinol.validation(&heard(code, output), "sum").unwrap();
        assert_eq!(said(0, "OK"), None);
        assert_eq!(said(42, "line 2: too large").unwrap().to_string(), "2: too large");
        assert_eq!(said(1, "").unwrap().message, "");
        let crashed = ProgramResult { crashed: true, ..heard(1, "") };
        assert_eq!(Sinol.validation(&crashed, "sum").unwrap_err(), "it crashed");
    }
}
