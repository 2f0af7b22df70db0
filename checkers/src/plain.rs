//! Numbers that are written plainly, read eight bytes at a time: the quick way of checkers that compare
//! numbers. What is not plain is not wrong: it takes the slow way.
//!
//! It decides only what the slow way would accept too. The double nearest to a number of up to 53 bits over
//! a power of ten is one division of exact numbers away. For longer ones a double near it does, together
//! with a bound of how far off it can be.

use crate::digits::{MOST_DIGITS, digits};

/// Powers of ten that a double holds exactly.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Whether a token ends at `at`, by the rules of every checker.
#[inline]
fn ends(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
}

/// The integer that a text begins with, up to a blank or the end of the text, and its length: at most 18
/// digits behind at most a minus, without zeros before others, and no `-0`.
#[inline]
pub(crate) fn whole_number(text: &[u8]) -> Option<(i64, usize)> {
    let is_negative = *text.first()? == b'-';
    let start = usize::from(is_negative);
    let (value, count) = digits(text, start, 0);
    let is_odd = text.get(start) == Some(&b'0') && (is_negative || count > 1);
    if !(1..=18).contains(&count) || is_odd || !ends(text, start + count) {
        return None;
    }
    let value = i64::try_from(value).ok()?;
    Some((if is_negative { -value } else { value }, start + count))
}

/// A number that is written plainly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Plain {
    /// The double nearest to it, or one near that.
    value: f64,
    /// Whether it is the nearest one.
    is_exact: bool,
    /// How many bytes it has.
    pub(crate) length: usize,
}

impl Plain {
    /// The number that a text begins with, up to a blank or the end of the text: a sign, digits, a point
    /// behind or among them, and an exponent.
    #[inline]
    pub(crate) fn at_start(text: &[u8]) -> Option<Self> {
        let first = *text.first()?;
        let start = usize::from(matches!(first, b'-' | b'+'));
        let (mut value, whole) = digits(text, start, 0);
        let mut at = start + whole;
        let mut power = 0;
        if text.get(at) == Some(&b'.') {
            (value, power) = digits(text, at + 1, value);
            at += 1 + power;
        }
        let count = whole + power;
        if count == 0 || count > MOST_DIGITS {
            return None;
        }
        let mut above = 0;
        if matches!(text.get(at), Some(b'e' | b'E')) {
            let is_negative = text.get(at + 1) == Some(&b'-');
            let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
            let (exponent, length) = digits(text, at + 1 + sign, 0);
            if !(1..=3).contains(&length) {
                return None;
            }
            at += 1 + sign + length;
            let exponent = usize::try_from(exponent).ok()?;
            (above, power) = if is_negative { (0, power + exponent) } else { (exponent, power) };
        }
        if !ends(text, at) {
            return None;
        }
        let number = i64::try_from(value).ok()?;
        #[expect(clippy::cast_precision_loss, reason = "it is bounded")]
        let mut near = number as f64;
        let (above, power) = (above.saturating_sub(power), power.saturating_sub(above));
        near = if above > 0 { near * TENS.get(above)? } else { near / TENS.get(power)? };
        let value = if first == b'-' { -near } else { near };
        Some(Self { value, is_exact: number <= 1 << 53, length: at })
    }
}

/// How far a number may be off from the one that is expected; below 0 where that does not count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// The distance.
    pub(crate) absolute: f64,
    /// The distance in relation to the expected number, without its sign.
    pub(crate) relative: f64,
}

impl Bounds {
    /// Whether the doubles nearest to both numbers are surely as near to each other as that, in any way of
    /// calculating it: otherwise they may be all the same.
    #[inline]
    pub(crate) fn surely_accept(&self, found: &Plain, expected: &Plain) -> bool {
        /// What may be lost of a number: that it is near the nearest double only (two roundings of 2⁻⁵³ for
        /// each of the two), and what a few steps of calculation round. It is 2⁻⁴⁸.
        const SLACK: f64 = 1.0 / 281_474_976_710_656.0;
        let apart = (found.value - expected.value).abs();
        let size = expected.value.abs();
        if apart == 0.0 && found.is_exact && expected.is_exact {
            return self.absolute >= 0.0 || self.relative >= 0.0;
        }
        let slack = (found.value.abs() + size) * SLACK;
        apart + slack <= self.absolute || apart + slack <= self.relative * (size - slack)
    }
}

/// Numbers that are the same in succession after which it is quicker to look for the next difference.
const SAME: usize = 4;

/// How far [`pass`] came.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passed {
    /// The offset in the text that is judged.
    pub(crate) found: usize,
    /// The offset in the other one.
    pub(crate) expected: usize,
    /// How many numbers were passed.
    pub(crate) count: usize,
}

/// Passes over numbers that are plain and surely near each other, from two offsets where tokens begin:
/// over as many as it likes. `skip` gives the starts of the next tokens by the ends of two, or stops.
pub(crate) fn pass(
    [found, expected]: [&[u8]; 2],
    starts: [usize; 2],
    bounds: Bounds,
    skip: impl Fn(usize, usize) -> Option<[usize; 2]>,
) -> Passed {
    let mut passed = Passed { found: starts[0], expected: starts[1], count: 0 };
    let mut same = 0;
    while same < SAME
        && let Some(own) = found.get(passed.found..).and_then(Plain::at_start)
        && let Some(other) = expected.get(passed.expected..).and_then(Plain::at_start)
        && bounds.surely_accept(&own, &other)
    {
        same = if own == other { same + 1 } else { 0 };
        let ends = [passed.found + own.length, passed.expected + other.length];
        let next = skip(ends[0], ends[1]);
        let at = next.unwrap_or(ends);
        passed = Passed { found: at[0], expected: at[1], count: passed.count + 1 };
        if next.is_none() {
            break;
        }
    }
    passed
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Bounds, Plain, pass, whole_number};

    #[track_caller]
    fn plain(text: &str, expected: Option<(f64, bool, usize)>) {
        let found = Plain::at_start(text.as_bytes());
        let found = found.map(|it| (it.value.to_bits(), it.is_exact, it.length));
        let expected = expected.map(|(value, exact, length)| (value.to_bits(), exact, length));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn plain_numbers_are_read_to_a_blank() {
        plain("0", Some((0.0, true, 1)));
        plain("-0 1", Some((-0.0, true, 2)));
        plain("+1.5\n", Some((1.5, true, 4)));
        plain(".25\r\n", Some((0.25, true, 3)));
        plain("-12.\t", Some((-12.0, true, 4)));
        plain("12345678 ", Some((12_345_678.0, true, 8)));
        plain("123456789.5 9", Some((123_456_789.5, true, 11)));
        plain("9007199254740992", Some((9_007_199_254_740_992.0, true, 16)));
        plain("9007199254740993", Some((9_007_199_254_740_992.0, false, 16)));
        plain("9223372036854775807", Some((9.223_372_036_854_776e18, false, 19)));
        plain("9223372036854775808", None);
        plain("1234567890.1234567890", None);
        plain("0000000000000000001", Some((1.0, true, 19)));
        plain("1e3", Some((1000.0, true, 3)));
        plain("1.5E-3 ", Some((0.0015, true, 6)));
        plain("25e+22", Some((25e22, true, 6)));
        plain("1.25e2", Some((125.0, true, 6)));
        plain("1.25e1", Some((12.5, true, 6)));
        plain("0.1e-22", None);
        plain("1e23", None);
        plain("1e0001", None);
        for none in [
            "", " 1", "-", "+", ".", "-.", "x", "1x", "1..2", "1.2.3", "1e", "1e+", "1e-", "1,0",
            "1_0", "--1", "+-1", "1-", "inf", "nan", "0x1", "1\u{b}", "1\0", "e5", "1:", "1/",
            "\u{661}",
        ] {
            plain(none, None);
        }
    }

    #[track_caller]
    fn whole(text: &str, expected: Option<i64>) {
        let found = whole_number(text.as_bytes());
        let length = text.find([' ', '\n', '\r', '\t']).unwrap_or(text.len());
        assert_eq!(found, expected.map(|value| (value, length)), "{text:?}");
    }

    #[test]
    fn whole_numbers_are_written_in_one_way() {
        whole("0", Some(0));
        whole("7 8", Some(7));
        whole("-10\r\n", Some(-10));
        whole("999999999999999999\n", Some(999_999_999_999_999_999));
        whole("-999999999999999999\t", Some(-999_999_999_999_999_999));
        for none in [
            "",
            "-",
            "00",
            "01",
            "-0",
            "-01",
            "+1",
            "1.",
            "1e1",
            "x",
            " 1",
            "1000000000000000000",
            "1\u{c}",
        ] {
            whole(none, None);
        }
    }

    #[test]
    fn numbers_are_passed_while_they_are_near_and_differ() {
        let bounds = Bounds { absolute: 0.5, relative: -1.0 };
        let passed = |found: &str, expected: &str| {
            let behind = |text: &str, at: usize| at + usize::from(text[at..].starts_with(' '));
            let skip = |own, other| Some([behind(found, own), behind(expected, other)]);
            let passed = pass([found.as_bytes(), expected.as_bytes()], [0, 0], bounds, skip);
            (passed.found, passed.expected, passed.count)
        };
        assert_eq!(passed("1.25 2 3", "1 2.25 4"), (7, 7, 2));
        assert_eq!(passed("1.25 2", "1 2.25"), (6, 6, 2));
        assert_eq!(passed("1 x", "1.0 x"), (2, 4, 1));
        assert_eq!(passed("", "1"), (0, 0, 0));
        // It may stop where numbers are the same, and must go on where they differ.
        assert_eq!(passed("1 1 1 1 1 1", "1 1 1 1 1 1").2, 4);
        let mixed = "1 1 1 1.1 ".repeat(9);
        assert_eq!(passed(&mixed, &mixed.replace("1.1", "1.2")).2, 36);
        let stopped = pass([b"1 2", b"1.1 2"], [0, 0], bounds, |_, _| None);
        assert_eq!((stopped.found, stopped.expected, stopped.count), (1, 3, 1));
    }

    #[test]
    fn the_bounds_of_numbers_are_left_to_others() {
        let sure = |bounds: (f64, f64), found: &str, expected: &str| {
            let read = |text: &str| Plain::at_start(text.as_bytes()).expect("plain");
            let bounds = Bounds { absolute: bounds.0, relative: bounds.1 };
            bounds.surely_accept(&read(found), &read(expected))
        };
        assert!(sure((0.0, -1.0), "1.0", "1"));
        assert!(sure((-1.0, 0.0), "-0", "0.00"));
        assert!(!sure((-1.0, -1.0), "1.0", "1"));
        assert!(!sure((0.0, 0.0), "9007199254740993.0", "9007199254740993"));
        assert!(sure((1e-6, -1.0), "1.0000009", "1"));
        assert!(!sure((0.5, -1.0), "1.5", "1"), "it is the bound itself");
        assert!(!sure((1e-6, -1.0), "1.0000011", "1"));
        assert!(sure((-1.0, 0.1), "-9.1", "-10"));
        assert!(!sure((-1.0, 0.1), "9.1", "-10"));
        assert!(!sure((-1.0, 0.1), "0.000001", "0"));
        assert!(!sure((-1.0, 0.1), "-8.9", "-10"));
        assert!(sure((-1.0, 0.1), "10.9", "10"));
        // What may be lost of a number counts as often as the tolerance is larger than it.
        assert!(!sure((-1.0, 1000.0), "1001.000000001", "1"));
        assert!(sure((-1.0, 1000.0), "1000.99999", "1"));
    }

    proptest! {
        #[test]
        fn plain_numbers_have_the_nearest_double_or_one_near_it(
            token in r"[+-]?[0-9]{0,20}(\.[0-9]{0,20})?([eE][+-]?[0-9]{1,4})?",
        ) {
            if let Some(plain) = Plain::at_start(token.as_bytes()) {
                let nearest: f64 = token.parse().expect("a number");
                prop_assert_eq!(plain.length, token.len());
                let off = (plain.value - nearest).abs();
                if plain.is_exact {
                    prop_assert_eq!(plain.value.to_bits(), nearest.to_bits());
                } else {
                    prop_assert!(off <= nearest.abs() * f64::EPSILON * 2.0, "{}", off);
                }
            } else {
                // All that is short is plain.
                prop_assert!(
                    token.len() > 18 || token.contains(['e', 'E']) || token.parse::<f64>().is_err(),
                );
            }
        }

        #[test]
        fn what_is_sure_is_so_for_the_nearest_doubles(
            (whole, digits) in (-2000_i64..2000, 1_u64..1_000_000_000_000_000),
            (steps, kind) in (-3_i64..=3, 0..4_usize),
        ) {
            // Numbers around the bounds, to the last digit.
            let tolerance = [1e-6, 1e-9, 0.25, 1e-15][kind];
            let expected = format!("{whole}.{digits:015}");
            let value: f64 = expected.parse().expect("a number");
            #[expect(clippy::cast_precision_loss, reason = "it is small")]
            let found = value + tolerance * steps as f64 / 2.0;
            for found in [format!("{found:.15}"), format!("{found}"), format!("{found:.14}")] {
                let plains = [&found, &expected].map(|text| Plain::at_start(text.as_bytes()));
                let [Some(own), Some(other)] = plains else { continue };
                let own_value: f64 = found.parse().expect("a number");
                let apart = (own_value - value).abs();
                let absolute = Bounds { absolute: tolerance, relative: -1.0 };
                let relative = Bounds { absolute: -1.0, relative: tolerance };
                if absolute.surely_accept(&own, &other) {
                    prop_assert!(apart <= tolerance);
                }
                if relative.surely_accept(&own, &other) {
                    prop_assert!(apart <= tolerance * value.abs());
                }
                // All but a hair is decided.
                let hair = 1e-10 + value.abs() * 1e-13;
                prop_assert!(
                    apart + hair > tolerance || absolute.surely_accept(&own, &other),
                    "{} {}", found, expected
                );
            }
        }
    }
}
