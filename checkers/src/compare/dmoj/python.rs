//! Numbers as Python's `float` reads them.

use std::borrow::Cow;

/// The value of a token: digits with a point among them and an exponent, with `_` between digits; `inf`,
/// `infinity` and `nan` in letters of either case. What is too large is infinite.
pub fn float(token: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(token).ok()?;
    // Rust reads the same but for those.
    without_underscores(text)?.parse().ok()
}

/// A number without its `_`, which Python allows between digits; `None` where one stands elsewhere.
pub fn without_underscores(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('_') {
        return Some(text.into());
    }
    let bytes = text.as_bytes();
    let is_digit =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let mut marks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'_');
    let is_between = marks.all(|(at, _)| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)));
    is_between.then(|| text.replace('_', "").into())
}

#[cfg(test)]
mod tests {
    use super::float;

    #[track_caller]
    fn case(text: &str, expected: Option<f64>) {
        assert_eq!(float(text.as_bytes()), expected, "{text}");
    }

    #[test]
    fn what_python_reads_is_a_number() {
        case("1", Some(1.0));
        case("+1.5", Some(1.5));
        case("-.5", Some(-0.5));
        case("1.", Some(1.0));
        case("1e3", Some(1000.0));
        case("1E-2", Some(0.01));
        case("1_000", Some(1000.0));
        case("1_0.0_1", Some(10.01));
        case("1e1_0", Some(1e10));
        case("inf", Some(f64::INFINITY));
        case("-Infinity", Some(f64::NEG_INFINITY));
        case("1e999", Some(f64::INFINITY));
        assert!(float(b"NaN").unwrap().is_nan());
        for none in
            ["", ".", "e5", "1e", "_1", "1_", "1__0", "1_.0", "0x1", "1,0", "--1", "+-1", "1f"]
        {
            case(none, None);
        }
    }
}
