//! A case in one character: the verdict's letter; in scored problems, where the score of the reference
//! is known, how much of it the submission got.

use anstyle::Style;

use crate::verdict::Verdict;

use super::style::{GREEN, RED, YELLOW, style};

/// What [`Mark::BETTER`] and digits stand for.
pub(super) const SHARES: &str = "tenths of the reference's score, rounded down";
pub(super) const BETTER: &str = "better than the reference";

/// What stands for a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The verdict alone.
    Verdict(Verdict),
    /// So many tenths of the reference's score, from 0 to 9.
    Tenths(u8),
    /// More than the reference got.
    Better,
}

impl Mark {
    /// That of a case with this score, where the reference got that one.
    pub(super) fn of(verdict: Verdict, score: Option<f64>, reference: Option<f64>) -> Self {
        let counts = matches!(verdict, Verdict::Accepted | Verdict::PartialScore);
        match (score, reference) {
            (Some(score), Some(reference)) if counts && reference > 0.0 => {
                if score > reference {
                    Self::Better
                } else {
                    Self::Tenths(tenths(score / reference))
                }
            }
            _ => Self::Verdict(verdict),
        }
    }

    /// The character.
    pub(super) fn character(self) -> char {
        match self {
            Self::Verdict(verdict) => verdict.letter(),
            Self::Tenths(tenths) => char::from(b'0' + tenths.min(9)),
            Self::Better => '+',
        }
    }

    /// Its colour on a terminal.
    pub(super) fn style(self) -> Style {
        match self {
            Self::Verdict(verdict) => style(verdict),
            Self::Better | Self::Tenths(7..) => GREEN,
            Self::Tenths(3..7) => YELLOW,
            Self::Tenths(..3) => RED,
        }
    }

    /// The less, the more it should be seen where it stands among others.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Tenths(tenths) => tenths,
            Self::Better => 10,
            Self::Verdict(Verdict::Skipped) => 12,
            Self::Verdict(_) => 11,
        }
    }

    /// Whether the case ran and was not accepted, not even in part.
    pub(super) fn is_failure(self) -> bool {
        let Self::Verdict(verdict) = self else { return false };
        !matches!(verdict, Verdict::Accepted | Verdict::Skipped)
    }
}

/// A share of the whole, from 0 to 9.
fn tenths(share: f64) -> u8 {
    (1..=9).rev().find(|&tenths| share * 10.0 >= f64::from(tenths)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Mark;
    use crate::verdict::Verdict;

    #[track_caller]
    fn case(verdict: Verdict, score: Option<f64>, reference: Option<f64>, expected: char) {
        assert_eq!(Mark::of(verdict, score, reference).character(), expected);
    }

    #[test]
    fn scores_are_marked_against_the_reference() {
        use Verdict::{Accepted, PartialScore, Skipped, WrongAnswer};
        case(Accepted, Some(0.0), Some(2.0), '0');
        case(Accepted, Some(0.999), Some(2.0), '4');
        case(PartialScore, Some(1.0), Some(2.0), '5');
        case(Accepted, Some(2.0), Some(2.0), '9');
        case(Accepted, Some(2.001), Some(2.0), '+');
        case(Accepted, Some(-1.0), Some(2.0), '0');
        case(Accepted, Some(2.0), None, 'A');
        case(Accepted, Some(2.0), Some(0.0), 'A');
        case(Accepted, None, Some(2.0), 'A');
        case(WrongAnswer, Some(0.0), Some(2.0), 'W');
        case(Skipped, None, Some(2.0), '-');
    }
}
