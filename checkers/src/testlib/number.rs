//! Integers and real numbers as testlib reads, compares and prints them.

use super::end::End;
use super::is_blank;
use super::message::part;
use super::stream::Stream;
use crate::digits::count_digits;
use crate::plain::Bounds;

/// Longest integer that is looked at, in bytes.
const LONGEST_INTEGER: usize = 20;

/// What is beyond counts as infinite.
const INFINITE: f64 = 1e300;

/// What is added to every tolerance.
const SLACK: f64 = 1e-15;

/// The 64-bit integer of a token: no `+`, no leading zeros, no `-0`.
pub(super) fn int64(token: &[u8], stream: &Stream<'_>) -> Result<i64, End> {
    let value = plain_int64(token).or_else(|| long_int64(token));
    value.ok_or_else(|| not_a(token, "integer", stream))
}

/// Up to 18 digits, which always fit.
fn plain_int64(token: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match token {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let &first = digits.first()?;
    if digits.len() > 18 || first == b'0' && (digits.len() > 1 || is_negative) {
        return None;
    }
    let mut value = 0_i64;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(if is_negative { -value } else { value })
}

fn long_int64(token: &[u8]) -> Option<i64> {
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    let starts = digits.first().is_some_and(|&first| matches!(first, b'1'..=b'9'));
    if token.len() > LONGEST_INTEGER || !starts {
        return None;
    }
    str::from_utf8(token).ok()?.parse().ok()
}

/// How many numbers a text has, where all are written plainly: digits behind at most a minus, and of real numbers
/// (`is_real`) a point and digits behind it. `None` where one is not, which may be a number all the same.
pub(super) fn count_plain(text: &[u8], is_real: bool) -> Option<usize> {
    let (mut count, mut at) = (0, 0);
    while let Some(&byte) = text.get(at) {
        if is_blank(byte) {
            at += 1;
            continue;
        }
        let is_negative = byte == b'-';
        at += usize::from(is_negative);
        let length = count_digits(text, at);
        let starts_with_0 = text.get(at) == Some(&b'0');
        if !(1..=18).contains(&length) || !is_real && starts_with_0 && (is_negative || length > 1) {
            return None;
        }
        at += length;
        if is_real && text.get(at) == Some(&b'.') {
            at += 1 + count_digits(text, at + 1);
        }
        if text.get(at).is_some_and(|&byte| !is_blank(byte)) {
            return None;
        }
        count += 1;
        at += 1;
    }
    Some(count)
}

/// The next 64-bit integer of a file.
pub(super) fn read_int64(stream: &mut Stream<'_>) -> Result<i64, End> {
    if let Some(value) = stream.plain_number() {
        return Ok(value);
    }
    let token = stream.word_of("int64")?;
    int64(token, stream)
}

/// The next 32-bit integer of a file.
pub(super) fn read_int32(stream: &mut Stream<'_>) -> Result<i32, End> {
    let token = stream.word_of("int32")?;
    let value = int64(token, stream)?;
    i32::try_from(value)
        .map_err(|_| stream.bad([b"Expected int32, but \"", &*part(token), b"\" found"].concat()))
}

fn not_a(token: &[u8], what: &str, stream: &Stream<'_>) -> End {
    let nul = if token.contains(&0) { " (it contains \\0)" } else { "" };
    let what = format!("Expected {what}, but \"");
    stream.bad([what.as_bytes(), &part(token), b"\" found", nul.as_bytes()].concat())
}

/// Whether a token is a real number: a sign, digits with a point among them or beside them, and an exponent,
/// whose digits may be missing, as in the C library's `%lf`.
pub(super) fn is_real(token: &[u8]) -> bool {
    parts_of_real(token).is_some()
}

/// The length of the mantissa, and that of the whole number as far as it means anything.
fn parts_of_real(token: &[u8]) -> Option<(usize, usize)> {
    let digits = |from: usize| {
        token[from..].iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(token.len() - from)
    };
    let sign = |at: usize| usize::from(matches!(token.get(at), Some(b'+' | b'-')));
    let start = sign(0);
    let whole = digits(start);
    let mut at = start + whole;
    let mut count = whole;
    if token.get(at) == Some(&b'.') {
        at += 1;
        let after = digits(at);
        count += after;
        at += after;
    }
    if count == 0 {
        return None;
    }
    if at == token.len() {
        return Some((at, at));
    }
    if !matches!(token[at], b'e' | b'E') {
        return None;
    }
    let exponent = at + 1 + sign(at + 1);
    let length = digits(exponent.min(token.len()));
    let is_whole = exponent + length == token.len();
    is_whole.then_some((at, if length > 0 { token.len() } else { at }))
}

/// The real number of a token.
pub(super) fn real(token: &[u8], stream: &Stream<'_>) -> Result<f64, End> {
    let value = parts_of_real(token).and_then(|(_, length)| {
        let text = str::from_utf8(&token[..length]).ok()?;
        text.parse::<f64>().ok()
    });
    value.ok_or_else(|| not_a(token, "double", stream))
}

/// The next real number of a file.
pub(super) fn read_real(stream: &mut Stream<'_>) -> Result<f64, End> {
    let token = stream.word_of("double")?;
    real(token, stream)
}

/// Bounds within which two numbers up to 10²² are close by [`are_close`] with a tolerance below 1.
pub(super) fn close_bounds(tolerance: f64) -> Bounds {
    Bounds { absolute: tolerance, relative: tolerance }
}

/// Bounds within which two numbers are near by [`are_near`].
pub(super) fn near_bounds(tolerance: f64) -> Bounds {
    Bounds { absolute: tolerance, relative: -1.0 }
}

/// Whether a number is close to the one expected, absolutely or relatively (`doubleCompare`).
pub(super) fn are_close(expected: f64, found: f64, tolerance: f64) -> bool {
    let tolerance = tolerance + SLACK;
    let is_infinite = |number: f64| number.abs() > INFINITE;
    if is_infinite(expected) {
        return is_infinite(found) && (found > 0.0) == (expected > 0.0);
    }
    if is_infinite(found) {
        return false;
    }
    if (found - expected).abs() <= tolerance {
        return true;
    }
    let ends = [expected * (1.0 - tolerance), expected * (1.0 + tolerance)];
    found >= ends[0].min(ends[1]) && found <= ends[0].max(ends[1])
}

/// Whether a number is close to the one expected, absolutely.
pub(super) fn are_near(expected: f64, found: f64, tolerance: f64) -> bool {
    // Of two infinite numbers the difference is none, and is not too large.
    let difference = (expected - found).abs();
    difference.is_nan() || difference <= tolerance + SLACK
}

/// The smaller one of absolute and relative error (`doubleDelta`).
pub(super) fn error(expected: f64, found: f64) -> f64 {
    // As written there, which shows: 0 gets a sign, and so does what is no number.
    let absolute_value = |number: f64| if number > 0.0 { number } else { -number };
    let absolute = absolute_value(found - expected);
    if expected.abs() <= 1e-9 {
        return absolute;
    }
    if absolute.is_nan() {
        return -f64::NAN;
    }
    let relative = absolute_value(absolute / expected);
    if relative.is_nan() {
        return f64::NAN;
    }
    if absolute < relative { absolute } else { relative }
}

/// A number as C prints it.
pub(super) fn printed(number: f64, decimals: usize) -> String {
    match (number.is_nan(), number.is_sign_negative()) {
        (true, true) => "-nan".to_owned(),
        (true, false) => "nan".to_owned(),
        (false, _) => format!("{number:.decimals$}"),
    }
}
