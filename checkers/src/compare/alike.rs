//! When two tokens that differ in their bytes are as good as each other: numbers within a tolerance,
//! letters of either case.

use super::decimal::{decimal, is_decimal};
use super::prefix::{common_prefix, common_prefix_in_any_case};
use crate::plain::{Bounds, pass};

/// How far a number may be off: the distance to the answer's is at most `absolute`, or at most
/// `relative` times the answer's absolute value, in double precision. What is not set does not count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tolerance {
    pub(super) absolute: Option<f64>,
    pub(super) relative: Option<f64>,
}

impl Tolerance {
    pub(super) fn accepts(&self, found: f64, expected: f64) -> bool {
        let apart = (found - expected).abs();
        self.absolute.is_some_and(|absolute| apart <= absolute)
            || self.relative.is_some_and(|relative| apart <= relative * expected.abs())
    }
}

/// What makes two tokens alike.
#[derive(Debug)]
pub(super) struct TokenEquality {
    /// Where set, a token that is a number *in the answer* is compared as a number.
    pub(super) tolerance: Option<Tolerance>,
    /// Whether an ASCII letter is another one in the other case, in tokens that are compared as text.
    pub(super) case_sensitive: bool,
}

impl TokenEquality {
    /// How many bytes two texts have in common from their start, as far as the case of letters counts.
    /// Tokens in them are alike: a number in other letters is the same number.
    pub(super) fn common(&self, left: &[u8], right: &[u8]) -> usize {
        if self.case_sensitive {
            common_prefix(left, right)
        } else {
            common_prefix_in_any_case(left, right)
        }
    }

    /// Passes quickly over tokens that are numbers near each other: the offsets behind some of them, both at
    /// the start or the end of a token. `skip` passes over whitespace, or stops at it.
    pub(super) fn pass_numbers(
        &self,
        output: &[u8],
        answer: &[u8],
        starts: [usize; 2],
        skip: impl Fn(usize, usize) -> Option<[usize; 2]>,
    ) -> [usize; 2] {
        let Some(Tolerance { absolute, relative }) = self.tolerance else { return starts };
        let of = |bound: Option<f64>| bound.unwrap_or(-1.0);
        let bounds = Bounds { absolute: of(absolute), relative: of(relative) };
        let passed = pass([output, answer], starts, bounds, skip);
        [passed.found, passed.expected]
    }

    /// Whether `found`, which differs from `expected` in its bytes, is as good.
    pub(super) fn accepts(&self, found: &[u8], expected: &[u8]) -> bool {
        match self.number(expected) {
            Some((tolerance, expected)) => {
                decimal(found).is_some_and(|found| tolerance.accepts(found, expected))
            }
            None => !self.case_sensitive && found.eq_ignore_ascii_case(expected),
        }
    }

    /// The value of a token of the answer that is compared as a number, and its tolerance.
    pub(super) fn number(&self, expected: &[u8]) -> Option<(Tolerance, f64)> {
        let tolerance = self.tolerance?;
        Some((tolerance, decimal(expected)?))
    }

    /// Why two tokens are not alike, in brackets, where that does not go without saying.
    pub(super) fn why(&self, found: &[u8], expected: &[u8]) -> String {
        match (self.number(expected), decimal(found)) {
            (Some((tolerance, expected)), Some(found)) => {
                format!(" ({})", distance(tolerance, found, expected))
            }
            (Some(_), None) if is_decimal(found) => " (too large for a 64-bit float)".to_owned(),
            (Some(_), None) => " (not a number)".to_owned(),
            (None, _) if found.eq_ignore_ascii_case(expected) => {
                " (letters differ in case)".to_owned()
            }
            (None, _) => String::new(),
        }
    }
}

/// The errors of a number, and what is tolerated.
fn distance(tolerance: Tolerance, found: f64, expected: f64) -> String {
    let apart = (found - expected).abs();
    let absolute = tolerance
        .absolute
        .map(|most| format!("absolute error {}, at most {most:e} allowed", rounded(apart)));
    let relative = tolerance.relative.map(|most| {
        if expected == 0.0 {
            "no relative error is allowed for 0".to_owned()
        } else {
            let share = rounded(apart / expected.abs());
            format!("relative error {share}, at most {most:e} allowed")
        }
    });
    let both: Vec<_> = absolute.into_iter().chain(relative).collect();
    both.join("; ")
}

/// With three digits: `6.67e-5`.
fn rounded(value: f64) -> String {
    let text = format!("{value:.2e}");
    match text.split_once('e') {
        Some((digits, power)) => {
            format!("{}e{power}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        None => text,
    }
}
