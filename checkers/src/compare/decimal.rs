//! Decimal numbers as the problem package format reads them (2025-09, Default output validator):
//! which tokens are numbers, and the doubles that they stand for.
//!
//! A number is an optional sign, digits with an optional point, and an optional exponent (`1`,
//! `+1.`, `-.5`, `1e-9`). Hexadecimal, `inf` and `nan` are no numbers.

use crate::text::parse_integer;

/// The double nearest to a decimal number of any length. A number other than 0 never becomes 0: the
/// smallest double of its sign stands for it. `None` for anything else, and for what is too large for
/// a double.
pub(super) fn decimal(token: &[u8]) -> Option<f64> {
    short_decimal(token).or_else(|| any_decimal(token))
}

/// Whether the token is a decimal number, however large.
pub(super) fn is_decimal(token: &[u8]) -> bool {
    Parts::of(token).is_some()
}

fn any_decimal(token: &[u8]) -> Option<f64> {
    let parts = Parts::of(token)?;
    let value: f64 = if token.len() <= KEPT_DIGITS {
        std::str::from_utf8(token).ok()?.parse().ok()?
    } else {
        parts.shortened().parse().ok()?
    };
    if value == 0.0 && !parts.is_zero() {
        return Some(f64::from_bits(1).copysign(value));
    }
    value.is_finite().then_some(value)
}

/// Powers of ten that a double holds exactly, as far as [`short_decimal`] needs them.
const TENS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// The same for digits with a point inside and no exponent, up to 15 digits: most numbers, and
/// quicker. Both the digits and the power of ten are exact, so that one division rounds correctly.
/// Without a point there may be 16 digits: they are rounded, and divided by 1.
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
    #[expect(
        clippy::cast_precision_loss,
        reason = "15 digits and a point are exact, 16 are rounded"
    )]
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

/// How many digits of a long number are kept. Doubles, and the middles between two of them, have at
/// most 767: of what follows it only matters whether it is 0.
const KEPT_DIGITS: usize = 800;

/// The parts of a decimal number.
#[derive(Debug)]
struct Parts<'a> {
    negative: bool,
    /// The digits before the point.
    whole: &'a [u8],
    /// The digits behind it; one of the two has some.
    fraction: &'a [u8],
    /// 0 where there is none; beyond 64 bits the nearest.
    exponent: i64,
}

impl<'a> Parts<'a> {
    fn of(token: &'a [u8]) -> Option<Self> {
        let (negative, unsigned) = split_sign(token);
        let (whole, rest) = split_digits(unsigned);
        let (fraction, rest) = match rest {
            [b'.', rest @ ..] => split_digits(rest),
            rest => (&rest[..0], rest),
        };
        let exponent = match rest {
            [] => 0,
            [b'e' | b'E', exponent @ ..] => read_exponent(exponent)?,
            _ => return None,
        };
        let some = !whole.is_empty() || !fraction.is_empty();
        some.then_some(Self { negative, whole, fraction, exponent })
    }

    fn is_zero(&self) -> bool {
        self.whole.iter().chain(self.fraction).all(|&digit| digit == b'0')
    }

    /// A short number with the same nearest double. For long tokens: the standard library saturates
    /// an exponent at a size for which that many digits can make up (a million zeros behind the point,
    /// then `1e1000001`).
    fn shortened(&self) -> String {
        let digits = || self.whole.iter().chain(self.fraction).copied().map(char::from);
        let zeros = digits().take_while(|&digit| digit == '0').count();
        let mut significant = digits().skip(zeros);
        let kept: String = significant.by_ref().take(KEPT_DIGITS).collect();
        let rest = if significant.any(|digit| digit != '0') { "1" } else { "" };
        let sign = if self.negative { "-" } else { "" };
        let signed = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
        let point = (signed(self.whole.len()) - signed(zeros)).saturating_add(self.exponent);
        format!("{sign}0.{kept}{rest}e{point}")
    }
}

/// The digits at the start, and what follows them.
fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// The exponent behind the `e`: an optional sign and digits.
fn read_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = split_sign(text);
    digits.first().filter(|digit| digit.is_ascii_digit())?;
    let value = parse_integer(digits)?;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use proptest::{prop_assert_eq, proptest};

    use super::{Parts, any_decimal, decimal, is_decimal, short_decimal};

    #[track_caller]
    fn number(token: &str, value: f64) {
        assert!(is_decimal(token.as_bytes()), "{token}");
        let read = decimal(token.as_bytes()).unwrap_or_else(|| panic!("{token} is a number"));
        assert_eq!(read.to_bits(), value.to_bits(), "{token}: {read}");
    }

    #[test]
    fn decimal_numbers_have_the_nearest_double() {
        number("0", 0.0);
        number("-0", -0.0);
        number("1.", 1.0);
        number(".5", 0.5);
        number("+1", 1.0);
        number("0100", 100.0);
        number("-2.50", -2.5);
        number("1e3", 1000.0);
        number("1E-3", 0.001);
        number("1.e3", 1000.0);
        number("+.5e+1", 5.0);
        number("0e999999999999", 0.0);
        number("9007199254740993", 9_007_199_254_740_992.0);
        number("1.7976931348623157e308", f64::MAX);
    }

    #[test]
    fn what_is_not_zero_does_not_become_zero() {
        let least = f64::from_bits(1);
        number("5e-324", least);
        number("1e-4000", least);
        number("-1e-4000", -least);
        number("1e-999999999999999999999", least);
        number("0.0000e-4000", 0.0);
        number(&format!("0.{}1", "0".repeat(2_000)), least);
        number(&format!("-0.{}0e7", "0".repeat(2_000)), -0.0);
    }

    #[test]
    fn digits_and_exponent_count_however_many() {
        let zeros = "0".repeat(1_000_000);
        number(&format!("0.{zeros}1e1000001"), 1.0);
        number(&format!("-25{zeros}e-1000001"), -2.5);
        number(&format!("{zeros}7"), 7.0);
        // 1 + 2^-53 lies in the middle of two doubles; the even one is below.
        let middle = "1.00000000000000011102230246251565404236316680908203125";
        number(middle, 1.0);
        number(&format!("{middle}{zeros}"), 1.0);
        number(&format!("{middle}{zeros}1"), 1.0 + f64::EPSILON);
    }

    #[test]
    fn other_tokens_are_no_numbers() {
        let others = [
            "", "+", "-", ".", "-.", "+-1", "--1", "1-", "1d0", "1,0", "1_0", "0x0", "0x1p3",
            "inf", "-inf", "Infinity", "nan", "NaN", "1e", "1e+", "1e+-1", "1.e", ".e1", "e5",
            "1e1.0", "1..0", "1e5e", "1\0", "٣", "\u{a0}1",
        ];
        for token in others.map(str::as_bytes).into_iter().chain([&b"1\xff"[..]]) {
            assert!(!is_decimal(token), "{}", token.escape_ascii());
            assert_eq!(decimal(token), None, "{}", token.escape_ascii());
        }
    }

    #[test]
    fn what_is_too_large_has_no_double() {
        let long = format!("1{}", "0".repeat(1_000));
        for token in ["1e999", "-1e309", "1e99999999999999999999", &long] {
            assert!(is_decimal(token.as_bytes()), "{token}");
            assert_eq!(decimal(token.as_bytes()), None, "{token}");
        }
    }

    proptest! {
        #[test]
        fn short_numbers_have_the_value_of_all(token in r"[+-]?[0-9]{1,17}(\.[0-9]{0,17})?") {
            let token = token.as_bytes();
            if let Some(short) = short_decimal(token) {
                prop_assert_eq!(Some(short.to_bits()), any_decimal(token).map(f64::to_bits));
            }
        }

        #[test]
        fn shortened_numbers_have_the_same_value(
            token in r"[+-]?[0-9]{0,30}(\.0{0,30}[0-9]{1,30})?[0-9](e[+-]?[0-9]{1,3})?",
        ) {
            let parts = Parts::of(token.as_bytes()).expect("a number");
            let shortened: f64 = parts.shortened().parse().expect("a number");
            let whole: f64 = token.parse().expect("a number");
            prop_assert_eq!(shortened.to_bits(), whole.to_bits());
        }
    }
}
