//! The protocol of testlib's programs: arguments, exit codes, and the first words on standard error.
//!
//! | exit code | checker or interactor says |
//! |---|---|
//! | 0 | right |
//! | 1 | wrong answer |
//! | 2 | wrong output format |
//! | 3 | the jury's own files or the program itself are at fault |
//! | 7 | points; the number is the second word on standard error |
//!
//! The first words outweigh the code, since the code of a partial score can be any: `points 12.5`,
//! `partially correct (40)` (a percentage), `wrong output format`, `unexpected eof`.

use jury_checkers::{CaseScore, Invalid, Judgement};

use super::points;
use super::result::{ProgramResult, invalid};
use super::rules::{Call, ProtocolRules};
use crate::checker::terms::{CaseScores, Decision, Terms};
use crate::problem::Points;
use crate::regular::LARGEST_CASE_FILE;
use crate::sandbox::Keep;
use crate::score::Score;

/// What an interactor writes for the checker that comes after it. It may hold as much as a program of the
/// package may write to files.
const TOUT: Keep<'static> =
    Keep { folder: None, files: &["tout"], most: LARGEST_CASE_FILE, all: false };

/// The protocol.
pub(super) struct Testlib;

impl ProtocolRules for Testlib {
    fn interactor(&self) -> Call {
        let arguments = &["/files/input", "/box/tout", "/files/answer"];
        Call { arguments, input: None, keep: Some(TOUT) }
    }

    fn answer_validator(&self) -> Call {
        Call { arguments: &[], input: Some("answer"), keep: None }
    }

    fn decision(
        &self,
        heard: &ProgramResult,
        points: Points,
        terms: &Terms<'_>,
    ) -> Result<Decision, String> {
        let points = match terms.scores {
            CaseScores::UpTo(full) => Points::OutOf(full.to_f64()),
            _ => points,
        };
        let decision = judgement(heard, points.full()).map(Decision::from)?;
        if points == Points::Never {
            expect_no_points(heard.exit_code()?, &decision)?;
        }
        let decision = points::in_words(decision, points);
        Ok(match terms.scores {
            CaseScores::UpTo(full) => at_most(full, decision),
            _ => decision,
        })
    }

    fn validation(&self, heard: &ProgramResult, _: &str) -> Result<Option<Invalid>, String> {
        validation(heard)
    }
}

/// The greatest exit code that has a meaning where no program gives points.
const LAST_WITHOUT_POINTS: i32 = 3;

/// Where no program may give points, none does, and codes have no other meanings than these (rbx).
fn expect_no_points(code: i32, decision: &Decision) -> Result<(), String> {
    if decision.score.is_some() {
        return Err(format!(
            "it gives points (exit code {code}), and no case has parts here: expected 0, 1, 2 or 3"
        ));
    }
    if code > LAST_WITHOUT_POINTS {
        return Err(format!("exit code {code}: expected 0, 1, 2 or 3"));
    }
    Ok(())
}

/// No checker gives more points than the test has.
fn at_most(full: &Score, mut decision: Decision) -> Decision {
    if let Some(given) = decision.score.take_if(|given| *given > *full) {
        let before = if decision.message.is_empty() { "" } else { "; " };
        decision.message = format!(
            "{}{before}the checker gives {given} points, and the test has {full}",
            decision.message
        );
        decision.score = Some(full.clone());
    }
    decision
}

fn judgement(heard: &ProgramResult, full: f64) -> Result<Judgement, String> {
    let words = heard.first_words();
    let after = |prefix: &str| words.strip_prefix(prefix).map(|rest| rest.trim_start().to_owned());
    let code = heard.exit_code()?;
    if code == 3 {
        return Err("it failed (exit code 3)".into());
    }
    if let Some(rest) = after("points ") {
        let (number, message) = rest.split_once(' ').unwrap_or((&rest, ""));
        let points = points::number(number)
            .ok_or_else(|| format!("expected a number after `points`, found `{number}`"))?;
        return Ok(points::judgement(points, full, message.trim_start().to_owned()));
    }
    if let Some((share, message)) = after("partially correct (").as_deref().and_then(percentage) {
        if share.numerator > share.denominator {
            return Err("expected `partially correct` with a percentage from 0 to 100".into());
        }
        let points = points::share(share, full).ok_or("the score is too large")?;
        return Ok(points::judgement(points, full, message.to_owned()));
    }
    for prefix in ["wrong output format", "unexpected eof"] {
        if let Some(message) = after(prefix) {
            return Ok(Judgement::format(None, message));
        }
    }
    match code {
        0 => Ok(Judgement::accepted(after("ok ").unwrap_or(words))),
        1 | 2 if heard.crashed => Err(format!("it crashed (exit code {code})")),
        1 => Ok(Judgement::wrong(None, after("wrong answer ").unwrap_or(words))),
        2 => Ok(Judgement::format(None, words)),
        7 => Err("expected `points` and a number on standard error with exit code 7".into()),
        code => Err(format!("exit code {code}: expected 0, 1, 2, 3 or 7{}", of_icpc(code))),
    }
}

/// Words on an exit code that has a meaning in the other protocol.
fn of_icpc(code: i32) -> &'static str {
    if matches!(code, 42 | 43) { "; 42 and 43 are exit codes of the protocol `icpc`" } else { "" }
}

/// `40) message`, as a share of 1.
fn percentage(text: &str) -> Option<(CaseScore, &str)> {
    let (number, message) = text.split_once(')')?;
    let percent: u16 = number.parse().ok()?;
    let share = CaseScore { numerator: percent.into(), denominator: 100 };
    Some((share, message.trim_start()))
}

/// What shells add to the number of the signal that ended a program: a validator may be started by one.
const SHELL: i32 = 128;

/// The exit codes that stand for signals then. No validator means another thing by them.
const SIGNALS: std::ops::RangeInclusive<i32> = SHELL + 1..=SHELL + 31;

/// 0 is valid, any other code is not, nor is what an assertion of Python ends. A code of the other protocol's without a
/// word is a mistake: it would reject what it means to accept.
fn validation(heard: &ProgramResult) -> Result<Option<Invalid>, String> {
    match heard.exit_code()? {
        0 => Ok(None),
        _ if heard.crashed => heard.rejection().map(Some).ok_or_else(|| "it crashed".into()),
        code if SIGNALS.contains(&code) => {
            let signal = code - SHELL;
            Err(format!("it crashed (exit code {code}, by which shells tell of signal {signal})"))
        }
        code @ (42 | 43) if heard.first_words().is_empty() => Err(format!(
            "exit code {code} without a message: expected 0 (valid) or another code (invalid){}",
            of_icpc(code)
        )),
        _ => {
            let words = heard.first_words();
            Ok(Some(invalid(words.strip_prefix("FAIL ").unwrap_or(&words).to_owned())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jury_checkers::Opinion;

    fn heard(code: i32, errors: &str) -> ProgramResult {
        let crashed = errors.starts_with("Traceback");
        ProgramResult {
            code: Some(code),
            output: Vec::new(),
            errors: errors.into(),
            kept: Vec::new(),
            left: None,
            crashed,
        }
    }

    /// Opinion, message, and thousandths of a point; or what is wrong.
    type Expected<'a> = Result<(Opinion, &'a str, Option<u64>), &'a str>;

    #[track_caller]
    fn case(code: i32, errors: &str, expected: Expected<'_>) {
        let found = judgement(&heard(code, errors), 100.0);
        let found = found.as_ref().map_err(String::as_str).map(|j| {
            let score = j.score.map(|s| s.numerator * 1000 / s.denominator);
            (j.opinion, j.message.as_str(), score)
        });
        assert_eq!(found, expected, "{code} {errors}");
    }

    #[test]
    fn codes_and_first_words_mean_what_testlib_means() {
        use Opinion::{Accepted, OutputFormat, PartialScore, WrongAnswer};
        case(0, "ok 3 numbers\n", Ok((Accepted, "3 numbers", None)));
        case(0, "", Ok((Accepted, "", None)));
        case(1, "wrong answer 2 instead of 3\n", Ok((WrongAnswer, "2 instead of 3", None)));
        case(1, "no prefix", Ok((WrongAnswer, "no prefix", None)));
        case(2, "wrong output format not a number", Ok((OutputFormat, "not a number", None)));
        case(8, "unexpected eof at line 1", Ok((OutputFormat, "at line 1", None)));
        case(4, "wrong output format extra", Ok((OutputFormat, "extra", None)));
        case(7, "points 12.5 well", Ok((PartialScore, "well", Some(12_500))));
        case(7, "points 100", Ok((Accepted, "", Some(100_000))));
        case(7, "points 0 none", Ok((WrongAnswer, "none", Some(0))));
        case(40, "partially correct (40) so so", Ok((PartialScore, "so so", Some(40_000))));
        case(0, "partially correct (0) nothing", Ok((WrongAnswer, "nothing", Some(0))));
        case(116, "partially correct (100) all", Ok((Accepted, "all", Some(100_000))));
    }

    #[test]
    fn what_breaks_the_protocol_is_the_setters_fault() {
        case(3, "FAIL answer is empty", Err("it failed (exit code 3)"));
        case(3, "points 5", Err("it failed (exit code 3)"));
        case(5, "", Err("exit code 5: expected 0, 1, 2, 3 or 7"));
        let words = "exit code 42: expected 0, 1, 2, 3 or 7; 42 and 43 are exit codes of the protocol \
                     `icpc`";
        case(42, "", Err(words));
        case(7, "", Err("expected `points` and a number on standard error with exit code 7"));
        case(
            7,
            "points points_info=a",
            Err("expected a number after `points`, found `points_info=a`"),
        );
        case(7, "points -1", Err("expected a number after `points`, found `-1`"));
        case(1, "Traceback (most recent call last):\n", Err("it crashed (exit code 1)"));
        let trace = "Traceback (most recent call last):\n";
        case(2, trace, Err("it crashed (exit code 2)"));
        assert_eq!(validation(&heard(2, trace)).unwrap_err(), "it crashed");
        case(
            117,
            "partially correct (101)",
            Err("expected `partially correct` with a percentage from 0 to 100"),
        );
    }

    #[test]
    fn where_no_points_are_given_a_program_that_gives_some_has_failed() {
        let decided = |code, errors: &str| {
            let found = Testlib.decision(&heard(code, errors), Points::Never, &Terms::with(&[]));
            found.map(|decision| decision.opinion)
        };
        assert_eq!(decided(0, "ok fine"), Ok(Opinion::Accepted));
        assert_eq!(decided(1, "wrong answer no"), Ok(Opinion::WrongAnswer));
        assert_eq!(decided(2, "wrong output format no"), Ok(Opinion::OutputFormat));
        for (code, errors) in [
            (7, "points 1"),
            (7, "points 0"),
            (7, ""),
            (40, "partially correct (24)"),
            (0, "points 5"),
        ] {
            let wrong = decided(code, errors).expect_err(errors);
            assert!(wrong.contains("expected"), "{wrong}");
        }
        assert_eq!(decided(8, "unexpected eof"), Err("exit code 8: expected 0, 1, 2 or 3".into()));
    }

    #[test]
    fn a_checker_gives_no_more_points_than_the_test_has() {
        let given = |points: &str| {
            let judgement = judgement(&heard(7, &format!("points {points} good")), 100.0).unwrap();
            let decision = at_most(&Score::ratio(10, 1).unwrap(), Decision::from(judgement));
            (decision.message, decision.score)
        };
        assert_eq!(given("10"), ("good".to_owned(), Score::ratio(10, 1)));
        let words = "good; the checker gives 20 points, and the test has 10";
        assert_eq!(given("20"), (words.to_owned(), Score::ratio(10, 1)));
    }

    #[test]
    fn points_are_those_of_the_test_where_its_group_bounds_them() {
        let ten = Score::ratio(10, 1).unwrap();
        let terms = Terms { scores: CaseScores::UpTo(&ten), ..Terms::default() };
        let decided = |errors| {
            let decision = Testlib.decision(&heard(7, errors), Points::OutOf(100.0), &terms);
            decision.map(|decision| (decision.opinion, decision.message)).unwrap()
        };
        assert_eq!(decided("points 10"), (Opinion::Accepted, String::new()));
        assert_eq!(decided("points 5"), (Opinion::PartialScore, "5 of 10 points".to_owned()));
        let words = "the checker gives 11 points, and the test has 10";
        assert_eq!(decided("points 11"), (Opinion::Accepted, words.to_owned()));
    }

    #[test]
    fn a_validator_names_its_line() {
        let found = validation(&heard(3, "FAIL n is 5, at most 3 (stdin, line 17)\n")).unwrap();
        let found = found.expect("invalid");
        assert_eq!((found.line, found.column), (17, 0));
        assert_eq!(found.to_string(), "17: n is 5, at most 3 (stdin, line 17)");
        assert_eq!(validation(&heard(0, "")).unwrap(), None);
        let found = validation(&heard(3, "line 17: n is 5\n")).unwrap().expect("invalid");
        assert_eq!(found.to_string(), "17: n is 5");
        assert!(validation(&heard(42, "")).unwrap_err().contains("the protocol `icpc`"));
        let speaks = validation(&heard(42, "n is 5")).unwrap().expect("invalid");
        assert_eq!(speaks.message, "n is 5");
        let silent = validation(&heard(9, "")).unwrap().expect("invalid");
        assert_eq!(silent.message, "");
        assert!(validation(&heard(1, "Traceback (most recent call last):\n")).is_err());
        let trace = "Traceback (most recent call last):\nNameError: name 'x'\n";
        assert_eq!(validation(&heard(1, trace)).unwrap_err(), "it crashed");
        let trace = "Traceback (most recent call last):\n  File \"x\"\nAssertionError: N\n";
        let found = validation(&heard(1, trace)).unwrap().unwrap();
        assert_eq!(found.message, "AssertionError: N");
        let aborted = validation(&heard(134, "assertion failed\n")).unwrap_err();
        assert_eq!(aborted, "it crashed (exit code 134, by which shells tell of signal 6)");
        for (code, is_signal) in [(128, false), (129, true), (159, true), (160, false)] {
            assert_eq!(validation(&heard(code, "")).is_err(), is_signal, "{code}");
        }
        assert!(validation(&heard(255, "")).unwrap().is_some());
    }
}
