//! Tokens in order, numbers within a tolerance.
//!
//! The rule is the one that the problem package format (2025-09) gives for its default output
//! validator: a token that is a decimal number *in the answer* is compared as a number, any other
//! byte for byte. A decimal number is an optional sign, digits with an optional point, and an
//! optional exponent (`1`, `+1.`, `-.5`, `1e-9`); hexadecimal, `inf` and `nan` are not numbers, so
//! they match only themselves. The value `x` is accepted for the answer `a` when
//! `|x - a| <= absolute` or `|x - a| <= relative * |a|`, in double precision.

use super::tokens::first_parting;
use super::{answer_of, same};
use crate::options;
use crate::{BadOption, Checker, Fault, Files, Judgement, Options};

/// The options: `absolute` and `relative`, the tolerances. With neither, both are
/// [`DEFAULT_TOLERANCE`]; with one, the other is 0. `case_sensitive` as in `tokens`, for tokens
/// that are not numbers.
pub(super) const OPTIONS: &[&str] = &["absolute", "relative", "case_sensitive"];

/// What problems of the field ask for where they say nothing else.
const DEFAULT_TOLERANCE: f64 = 1e-6;

#[derive(Debug)]
struct Numbers {
    absolute: f64,
    relative: f64,
    case_sensitive: bool,
}

pub(super) fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("numbers", OPTIONS, options)?;
    let absolute = options::tolerance(options, "absolute")?;
    let relative = options::tolerance(options, "relative")?;
    let unset = if absolute.is_none() && relative.is_none() { DEFAULT_TOLERANCE } else { 0.0 };
    Ok(Box::new(Numbers {
        absolute: absolute.unwrap_or(unset),
        relative: relative.unwrap_or(unset),
        case_sensitive: options::flag(options, "case_sensitive")?.unwrap_or(true),
    }))
}

impl Checker for Numbers {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let (output, answer) = (files.output, answer_of(files)?);
        let parting = first_parting(output, answer, |found, expected| self.alike(found, expected));
        Ok(parting.map_or_else(same, |parting| parting.judge(output)))
    }
}

impl Numbers {
    /// Whether `found`, which differs from `expected` in its bytes, is as good.
    fn alike(&self, found: &[u8], expected: &[u8]) -> bool {
        match decimal(expected) {
            Some(expected) => decimal(found).is_some_and(|found| self.near(found, expected)),
            None => !self.case_sensitive && found.eq_ignore_ascii_case(expected),
        }
    }

    fn near(&self, found: f64, expected: f64) -> bool {
        let apart = (found - expected).abs();
        apart <= self.absolute || apart <= self.relative * expected.abs()
    }
}

/// The value of a decimal number; `None` for anything else, and for what no double can hold.
fn decimal(token: &[u8]) -> Option<f64> {
    short_decimal(token).or_else(|| any_decimal(token))
}

fn any_decimal(token: &[u8]) -> Option<f64> {
    // The grammar is that of `f64::from_str`, except for the names of special values.
    let (_, unsigned) = split_sign(token);
    if !unsigned.first().is_some_and(|first| first.is_ascii_digit() || *first == b'.') {
        return None;
    }
    let value: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}

/// Powers of ten that a double holds exactly, as far as [`short_decimal`] needs them.
const TENS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// The same for digits with a point inside and no exponent, up to 15 digits: most numbers, and
/// quicker. Both the digits and the power of ten are exact, so that one division rounds correctly.
fn short_decimal(token: &[u8]) -> Option<f64> {
    let (negative, unsigned) = split_sign(token);
    let (mut digits, mut decimals, mut point) = (0_u64, 0, false);
    if unsigned.len() > 16 || !unsigned.first()?.is_ascii_digit() {
        return None;
    }
    for &byte in unsigned {
        match byte {
            b'0'..=b'9' => digits = digits * 10 + u64::from(byte - b'0'),
            b'.' if !point => point = true,
            _ => return None,
        }
        decimals += usize::from(point);
    }
    // The point itself has been counted.
    let decimals = decimals.saturating_sub(1);
    if unsigned.len() - usize::from(point) > 15 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "15 digits are exact in a double")]
    let value = digits as f64 / TENS.get(decimals)?;
    Some(if negative { -value } else { value })
}

/// Whether there is a minus, and what follows the sign.
fn split_sign(token: &[u8]) -> (bool, &[u8]) {
    match token {
        [b'-', unsigned @ ..] => (true, unsigned),
        [b'+', unsigned @ ..] | unsigned => (false, unsigned),
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prop_assert_eq, proptest};

    use super::{any_decimal, decimal, short_decimal};

    #[test]
    fn decimal_numbers_are_told_from_other_tokens() {
        let rows: &[(&str, f64)] = &[
            ("0", 0.0),
            ("-0", 0.0),
            ("1.", 1.0),
            (".5", 0.5),
            ("+1", 1.0),
            ("-2.50", -2.5),
            ("1e3", 1000.0),
            ("1E-3", 0.001),
            ("+.5e+1", 5.0),
            ("1e-999999999999", 0.0),
        ];
        for (token, value) in rows {
            let read = decimal(token.as_bytes()).unwrap_or_else(|| panic!("{token} is a number"));
            assert!((read - value).abs() < 1e-12, "{token}: {read}");
        }
        let others = [
            "", "+", "-", ".", "+-1", "1d0", "1,0", "0x1p3", "inf", "-inf", "Infinity", "nan",
            "NaN", "1e", "e5", "1_000", "1e999", "1\0", "٣",
        ];
        for token in others {
            assert_eq!(decimal(token.as_bytes()), None, "{token:?}");
        }
        assert_eq!(decimal(b"1\xff"), None);
    }

    proptest! {
        #[test]
        fn short_numbers_have_the_value_of_all(token in r"[+-]?[0-9]{1,17}(\.[0-9]{0,17})?") {
            let token = token.as_bytes();
            if let Some(short) = short_decimal(token) {
                prop_assert_eq!(Some(short.to_bits()), any_decimal(token).map(f64::to_bits));
            }
        }
    }
}
