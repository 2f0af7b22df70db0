//! The protocols of DMOJ's bridged checkers and interactors: arguments as testlib's, exit codes, and points on
//! standard error.
//!
//! | exit code | `default` and `peg` | `testlib` and `coci` |
//! |---|---|---|
//! | 0 | right | right |
//! | 1 | wrong | wrong |
//! | 2 | | wrong, by its format |
//! | 3 | | the program failed |
//! | 7 | | right, with `points N` (`testlib`), or with `partial X/Y` of the points (`coci`) |
//!
//! Of `peg`, checkers get the answer first and the input last, and two lines of numbers on standard output are a share
//! of the points.
//!
//! Any other code is the program's fault.

use jury_checkers::compare::dmoj::python_float;
use jury_checkers::{Invalid, Judgement, Opinion};

use super::result::{LONGEST, ProgramResult};
use super::rules::{Call, ProtocolRules};
use crate::checker::terms::{CaseScores, Decision, Terms};
use crate::problem::Points;
use crate::score::Score;
use crate::visible::first_line;

/// One of the protocols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dmoj {
    Default,
    Testlib,
    Coci,
    Peg,
}

impl ProtocolRules for Dmoj {
    fn checker(&self) -> Call {
        let arguments: &[&str] = match self {
            Self::Peg => &["/files/answer", "/files/output", "/files/input"],
            _ => &["/files/input", "/files/output", "/files/answer"],
        };
        Call { arguments, input: None, keep: None }
    }

    fn interactor(&self) -> Call {
        let arguments: &[&str] = match self {
            Self::Testlib => &["/files/input", "/dev/null", "/files/answer"],
            Self::Default | Self::Coci | Self::Peg => &["/files/input", "/files/answer"],
        };
        Call { arguments, input: None, keep: None }
    }

    fn submission_goes_on(&self) -> bool {
        true
    }

    fn decision(
        &self,
        heard: &ProgramResult,
        points: Points,
        terms: &Terms<'_>,
    ) -> Result<Decision, String> {
        let full = match terms.scores {
            CaseScores::UpTo(full) => full.clone(),
            _ => Score::decimal(points.full()),
        };
        decision(*self, heard, &full)
    }

    /// Packages of DMOJ have no validators.
    fn validation(&self, _: &ProgramResult, _: &str) -> Result<Option<Invalid>, String> {
        Err("the protocol has no validators".into())
    }
}

fn decision(kind: Dmoj, heard: &ProgramResult, full: &Score) -> Result<Decision, String> {
    let code = heard.exit_code()?;
    if heard.crashed {
        return Err(format!("it crashed (exit code {code})"));
    }
    let said = |bytes: &[u8]| first_line(bytes.trim_ascii_start(), LONGEST);
    let words = said(&heard.output);
    let words = if words.is_empty() { said(&heard.errors) } else { words };
    // testlib begins with its result, which the verdict says.
    let without = |result: &str| match kind {
        Dmoj::Testlib => words.strip_prefix(result).unwrap_or(&words).to_owned(),
        Dmoj::Default | Dmoj::Coci | Dmoj::Peg => words.clone(),
    };
    let or_none = |words: String| if words.is_empty() { "no reason given".into() } else { words };
    match (code, kind) {
        (0 | 1, Dmoj::Peg) if let Some(share) = share(heard) => of_share(share, full),
        (0, _) => Ok(Judgement::accepted(without("ok ")).into()),
        (1, _) => Ok(Judgement::wrong(None, or_none(without("wrong answer "))).into()),
        (2, Dmoj::Testlib | Dmoj::Coci) => {
            let words = or_none(without("wrong output format "));
            Ok(Judgement::format(None, words).into())
        }
        (3, Dmoj::Testlib | Dmoj::Coci) => Err("it failed (exit code 3)".into()),
        (7, Dmoj::Testlib | Dmoj::Coci) => partial(kind, heard, full),
        (_, Dmoj::Default | Dmoj::Peg) => Err(format!("exit code {code}: expected 0 or 1")),
        _ => Err(format!("exit code {code}: expected 0, 1, 2, 3 or 7")),
    }
}

/// Points of the case: a right output, whatever they are. They stand alone on a line, the first of its form.
fn partial(kind: Dmoj, heard: &ProgramResult, full: &Score) -> Result<Decision, String> {
    let text = String::from_utf8_lossy(&heard.errors);
    let found = text.split('\n').find_map(|line| {
        if kind == Dmoj::Testlib {
            let score = Score::ratio(whole(line.strip_prefix("points ")?)?, 1)?;
            return Some((score <= *full).then_some(score));
        }
        let (share, all) = line.strip_prefix("partial ")?.split_once('/')?;
        let share = Score::ratio(whole(share)?, whole(all)?)?;
        Some((share <= Score::one()).then(|| share.times(full)))
    });
    let score = found.flatten().ok_or_else(|| {
        let form = if kind == Dmoj::Testlib {
            format!("`points N` of a whole number up to {full} and nothing else")
        } else {
            "`partial X/Y` of whole numbers, X up to Y, and nothing else".to_owned()
        };
        format!("expected a line {form} on standard error with exit code 7")
    })?;
    let opinion = if score == *full { Opinion::Accepted } else { Opinion::PartialScore };
    let message = format!("{score} of {full} points");
    Ok(Decision { opinion, message, score: Some(score), place: None, next: None })
}

/// A share of all points.
enum Share {
    Of(Score),
    /// More than any number.
    Endless,
}

/// The share of all points that two lines of numbers one after the other say, the first that is above 0 (WCIPEG).
fn share(heard: &ProgramResult) -> Option<Share> {
    let text = String::from_utf8_lossy(&heard.output);
    let lines: Vec<&str> = text.split('\n').map(str::trim).collect();
    let mut ratios = lines.windows(2).filter_map(|pair| ratio(pair[0], pair[1]));
    ratios.find(|ratio| match ratio {
        Share::Of(ratio) => *ratio > Score::zero(),
        Share::Endless => true,
    })
}

/// The ratio of two numbers as Python reads them, exact where both are whole.
fn ratio(share: &str, all: &str) -> Option<Share> {
    if let (Some(share), Some(all)) = (whole(share), whole(all)) {
        return Score::ratio(share, all).map(Share::Of);
    }
    let number = |line: &str| python_float(line.as_bytes());
    // Python divides nothing by 0.
    let all = number(all).filter(|all| *all != 0.0)?;
    let ratio = number(share)? / all;
    if ratio == f64::INFINITY {
        return Some(Share::Endless);
    }
    ratio.is_finite().then(|| Share::Of(Score::decimal(ratio)))
}

/// What such a share gives; more than all points, as DMOJ would, nothing gives here.
fn of_share(share: Share, full: &Score) -> Result<Decision, String> {
    let Share::Of(share) = share else {
        return Err("it gave endless points: expected those of the case at the most".to_owned());
    };
    if share > Score::one() {
        return Err(format!(
            "it gave {share} times the points of the case: expected 1 at the most"
        ));
    }
    let score = share.times(full);
    let opinion = if score == *full { Opinion::Accepted } else { Opinion::PartialScore };
    let message = format!("{score} of {full} points");
    Ok(Decision { opinion, message, score: Some(score), place: None, next: None })
}

fn whole(text: &str) -> Option<u64> {
    let is_number =
        !text.is_empty() && text.len() <= 18 && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(code: i32, output: &str, errors: &str) -> ProgramResult {
        ProgramResult {
            code: Some(code),
            output: output.into(),
            errors: errors.into(),
            kept: Vec::new(),
            left: None,
            crashed: false,
        }
    }

    #[test]
    fn whole_numbers_are_digits_that_fit() {
        assert_eq!(whole("007"), Some(7));
        assert_eq!(whole(&"9".repeat(18)), Some(999_999_999_999_999_999));
        for text in ["", "+1", "1.0", &"9".repeat(19)] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[track_caller]
    fn case(kind: Dmoj, code: i32, errors: &str, expected: Result<(Opinion, &str), &str>) {
        let found = decision(kind, &heard(code, "", errors), &Score::decimal(20.0));
        let found = found.as_ref().map_err(String::as_str);
        let found = found.map(|decision| (decision.opinion, decision.message.as_str()));
        assert_eq!(found, expected, "{kind:?} {code} {errors:?}");
    }

    #[test]
    fn codes_and_points_decide() {
        use Dmoj::{Coci, Default, Peg, Testlib};
        use Opinion::{Accepted, OutputFormat, PartialScore, WrongAnswer};
        case(Default, 0, "", Ok((Accepted, "")));
        case(Default, 1, "", Ok((WrongAnswer, "no reason given")));
        case(Peg, 0, "", Ok((Accepted, "")));
        case(Peg, 1, "", Ok((WrongAnswer, "no reason given")));
        case(Default, 2, "", Err("exit code 2: expected 0 or 1"));
        case(Testlib, 1, "wrong answer no\n", Ok((WrongAnswer, "no")));
        case(Testlib, 2, "wrong output format no\n", Ok((OutputFormat, "no")));
        case(Coci, 1, "wrong answer no\n", Ok((WrongAnswer, "wrong answer no")));
        case(Testlib, 2, "", Ok((OutputFormat, "no reason given")));
        case(Testlib, 3, "FAIL", Err("it failed (exit code 3)"));
        case(Testlib, 7, "well\npoints 5\npoints 6\n", Ok((PartialScore, "5 of 20 points")));
        case(Testlib, 7, "points 20\n", Ok((Accepted, "20 of 20 points")));
        let words = "expected a line `points N` of a whole number up to 20 and nothing else on standard error with exit code 7";
        for bad in [
            "points 21",
            "points 1.5",
            "points -1",
            "points +1",
            "points",
            "",
            "points 5 so",
            "points 5 ",
            "points  5",
            " points 5",
            "points 5\r",
            "points 21\npoints 2",
        ] {
            case(Testlib, 7, bad, Err(words));
        }
        case(Coci, 7, "partial 1/4\n", Ok((PartialScore, "5 of 20 points")));
        let words = "expected a line `partial X/Y` of whole numbers, X up to Y, and nothing else on standard error with exit code 7";
        for bad in [
            "partial 5/4",
            "partial 1/0",
            "partial 1",
            "points 3",
            " partial 1/4",
            "partial 1/4 ",
            "partial 1 / 4",
            "partial  1/4",
            "partial 5/4\npartial 1/4",
        ] {
            case(Coci, 7, bad, Err(words));
        }
        // Nor is it right where there are no points.
        let heard = heard(7, "", "partial 5/4");
        assert_eq!(decision(Coci, &heard, &Score::zero()).unwrap_err(), words);
        case(Coci, 42, "", Err("exit code 42: expected 0, 1, 2, 3 or 7"));
    }

    #[test]
    fn a_validator_of_dmoj_accepts_nothing() {
        assert!(Dmoj::Default.validation(&heard(0, "", ""), "validator").is_err());
    }

    #[test]
    fn checkers_of_peg_get_the_answer_first_and_the_input_last() {
        let peg = ["/files/answer", "/files/output", "/files/input"];
        assert_eq!(Dmoj::Peg.checker().arguments, peg);
        for other in [Dmoj::Default, Dmoj::Testlib, Dmoj::Coci] {
            let usual = ["/files/input", "/files/output", "/files/answer"];
            assert_eq!(other.checker().arguments, usual, "{other:?}");
        }
    }

    #[test]
    fn two_numbers_are_a_share_of_the_points() {
        let score = |code, output| {
            let found =
                decision(Dmoj::Peg, &heard(code, output, ""), &Score::decimal(20.0)).unwrap();
            (found.opinion, found.score.as_ref().map(Score::to_string))
        };
        assert_eq!(score(0, "words\n1\n4\n"), (Opinion::PartialScore, Some("5".into())));
        assert_eq!(score(0, "4\n4\n"), (Opinion::Accepted, Some("20".into())));
        assert_eq!(score(1, "0\n4\n"), (Opinion::WrongAnswer, None));
        assert_eq!(score(0, "1\nx\n4\n"), (Opinion::Accepted, None));
        // As Python reads and divides them; the first two whose share is above 0.
        for line in
            ["0.5\n1\n", " 1_0 \r\n20\n", "-1\n-2\n", "1e1\n2e1", "0\n9\n18\n", "1\n0\n0.0\n1\n2\n"]
        {
            assert_eq!(score(1, line), (Opinion::PartialScore, Some("10".into())), "{line:?}");
        }
        assert_eq!(score(0, "1\n0\n"), (Opinion::Accepted, None));
        for line in ["inf\n1\n", "1e308\n1e-308\n"] {
            let endless = decision(Dmoj::Peg, &heard(0, line, ""), &Score::one()).unwrap_err();
            assert_eq!(endless, "it gave endless points: expected those of the case at the most");
        }
        assert_eq!(score(1, "1.5\n0.0\nnan\n1\n"), (Opinion::WrongAnswer, None));
        let more = decision(Dmoj::Peg, &heard(0, "3\n2\n", ""), &Score::decimal(20.0)).unwrap_err();
        assert_eq!(more, "it gave 1.5 times the points of the case: expected 1 at the most");
    }
}
