//! Points as programs write them: exact decimal numbers.

use std::cmp::Ordering;

use jury_checkers::{CaseScore, Judgement, Opinion};

use crate::checker::terms::Decision;
use crate::problem::Points;

/// Decimals that are kept.
const DECIMALS: i32 = 9;

/// A number such as `12.5` or `1e-3`: not negative, below 10⁹, cut after nine decimals.
pub(super) fn number(text: &str) -> Option<CaseScore> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = format!("{whole}{fraction}");
    if digits.is_empty() || digits.len() > 64 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut decimals = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    // Not by thousands of steps for what is nothing or far too much.
    if !(-64..=256).contains(&decimals) {
        return None;
    }
    while decimals > DECIMALS {
        digits.pop();
        decimals -= 1;
    }
    while decimals < 0 {
        digits.push('0');
        decimals += 1;
    }
    let numerator = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    let denominator = 10_u64.pow(decimals.cast_unsigned());
    (numerator / denominator < 1_000_000_000).then_some(CaseScore { numerator, denominator })
}

/// A share of the points of a full solution.
pub(super) fn share(share: CaseScore, full: f64) -> Option<CaseScore> {
    let full = number(&full.to_string())?;
    let numerator = u128::from(share.numerator) * u128::from(full.numerator);
    let denominator = u128::from(share.denominator) * u128::from(full.denominator);
    // Nine decimals are as many as a score has.
    let scale = 10_u64.pow(DECIMALS.cast_unsigned());
    let numerator = u64::try_from(numerator * u128::from(scale) / denominator).ok()?;
    Some(CaseScore { numerator, denominator: scale })
}

/// What points mean: none are a wrong answer, fewer than a full solution has are a part.
pub(super) fn judgement(points: CaseScore, full: f64, message: String) -> Judgement {
    Judgement { opinion: opinion(points, full), message, score: Some(points), place: None }
}

/// The opinion that points mean.
pub(super) fn opinion(points: CaseScore, full: f64) -> Opinion {
    if points.numerator == 0 {
        Opinion::WrongAnswer
    } else if number(&full.to_string()).is_some_and(|full| compare(points, full).is_lt()) {
        Opinion::PartialScore
    } else {
        Opinion::Accepted
    }
}

/// Says of how many points a part is, and of a decision without words at least as much as is known.
pub(super) fn in_words(mut decision: Decision, points: Points) -> Decision {
    if let (Opinion::PartialScore, Some(given), Points::OutOf(full)) =
        (decision.opinion, &decision.score, points)
    {
        let unit = if (full - 1.0).abs() < f64::EPSILON { "point" } else { "points" };
        let before = if decision.message.is_empty() { "" } else { ": " };
        decision.message = format!("{given} of {full} {unit}{before}{}", decision.message);
    }
    if decision.message.is_empty() && decision.opinion != Opinion::Accepted {
        decision.message = match &decision.score {
            Some(points) if decision.opinion == Opinion::PartialScore => format!("{points} points"),
            _ => "no reason given".to_owned(),
        };
    }
    decision
}

fn compare(left: CaseScore, right: CaseScore) -> Ordering {
    let wide = |one: u64, other: u64| u128::from(one) * u128::from(other);
    wide(left.numerator, right.denominator).cmp(&wide(right.numerator, left.denominator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    #[track_caller]
    fn case(text: &str, expected: Option<(u64, u64)>) {
        let expected =
            expected.map(|(numerator, denominator)| CaseScore { numerator, denominator });
        assert_eq!(number(text), expected, "{text}");
    }

    #[test]
    fn numbers_are_exact_or_none() {
        case("0", Some((0, 1)));
        case("12.5", Some((125, 10)));
        case("1.", Some((1, 1)));
        case(".25", Some((25, 100)));
        case("1e-3", Some((1, 1000)));
        case("1.5E2", Some((150, 1)));
        case("0.12345678987654321", Some((123_456_789, 1_000_000_000)));
        case("1e-300", None);
        for text in ["", ".", "-1", "+1", "nan", "inf", "1,5", "0x10", "1e", "1e99", "1000000000"] {
            case(text, None);
        }
        case(&"9".repeat(1 << 20), None);
        case(&format!("{:064}", 7), Some((7, 1)));
        case(&format!("{:065}", 7), None);
    }

    #[test]
    fn points_are_weighed_against_the_full_ones() {
        let opinion =
            |points: &str, full| judgement(number(points).unwrap(), full, String::new()).opinion;
        assert_eq!(opinion("0", 1.0), Opinion::WrongAnswer);
        assert_eq!(opinion("0.999999999", 1.0), Opinion::PartialScore);
        assert_eq!(opinion("1", 1.0), Opinion::Accepted);
        assert_eq!(opinion("99.5", 100.0), Opinion::PartialScore);
        assert_eq!(opinion("130", 100.0), Opinion::Accepted);
        let half = share(number("0.5").unwrap(), 100.0).unwrap();
        assert_eq!(half.numerator / half.denominator, 50);
        let exact = share(number("0.5").unwrap(), 12.5).unwrap();
        assert_eq!(Score::from(exact), Score::decimal(6.25));
    }

    #[test]
    fn a_decision_without_words_gets_some() {
        let words = |opinion, score: Option<u64>, points| {
            let score = score.and_then(|score| Score::ratio(score, 1));
            let message = String::new();
            let decision = Decision { opinion, message, score, place: None, next: None };
            in_words(decision, points).message
        };
        assert_eq!(words(Opinion::Accepted, None, Points::Bounded), "");
        assert_eq!(words(Opinion::PartialScore, Some(5), Points::Bounded), "5 points");
        assert_eq!(words(Opinion::PartialScore, Some(5), Points::OutOf(8.0)), "5 of 8 points");
        assert_eq!(words(Opinion::PartialScore, Some(0), Points::OutOf(1.0)), "0 of 1 point");
        assert_eq!(words(Opinion::WrongAnswer, Some(0), Points::Bounded), "no reason given");
    }
}
