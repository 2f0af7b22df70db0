//! When two tokens that differ in their bytes are as good as each other: numbers within a tolerance,
//! letters of either case.

use super::decimal::decimal;

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
pub(super) struct Likeness {
    /// Where set, a token that is a number *in the answer* is compared as a number.
    pub(super) tolerance: Option<Tolerance>,
    /// Whether an ASCII letter is another one in the other case, in tokens that are compared as text.
    pub(super) case_sensitive: bool,
}

impl Likeness {
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
}
