//! Values of YAML as Python has them: what it writes for one, and what it takes for nothing.

use crate::yaml::{Node, Number, Scalar, Value};

/// Words on what looks like a number, and is a text to DMOJ.
pub(super) const NO_NUMBER: &str = "expected a number: DMOJ reads `'5'` and `1e3` as texts";

/// Whether Python takes a value for false: nothing, `false`, 0, and an empty text, list or map.
pub(super) fn is_false(node: &Node) -> bool {
    let Value::Scalar(scalar) = &node.value else { return node.is_empty() };
    let is_zero = number(node).is_some_and(|number| number.as_f64() == 0.0);
    scalar.text.is_empty() || node.is_null() || node.as_bool() == Some(false) || is_zero
}

/// The integer that Python's `int` reads: with a sign, and `_` between digits. Blanks around it do not count.
pub(super) fn integer(text: &str) -> Option<i128> {
    let text = text.trim();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if unsigned.split('_').all(is_part) { text.replace('_', "").parse().ok() } else { None }
}

/// What Python writes for a value; `None` for lists and maps.
pub(super) fn written(node: &Node) -> Option<String> {
    let Value::Scalar(scalar) = &node.value else { return None };
    Some(match node.as_bool() {
        Some(true) => "True".to_owned(),
        Some(false) => "False".to_owned(),
        None if node.is_null() => "None".to_owned(),
        None => match number(node) {
            Some(Number::Integer(integer)) => integer.to_string(),
            Some(Number::Float(float)) => written_float(float),
            None => scalar.text.clone(),
        },
    })
}

/// The number that `PyYAML` reads. It takes for texts what is quoted, what has an exponent without a point or a sign, and
/// some more.
pub(super) fn number(node: &Node) -> Option<Number> {
    let Value::Scalar(Scalar { text, plain: true }) = &node.value else { return None };
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.contains(':') {
        return sexagesimal(unsigned, text.starts_with('-'));
    }
    let is_text = match node.as_number()? {
        Number::Integer(_) => unsigned.starts_with("0o"),
        Number::Float(_) => {
            let is_signed_fraction = text.starts_with(['+', '-']) && unsigned.starts_with('.');
            let is_plain_exponent = |(mantissa, exponent): (&str, &str)| {
                !mantissa.contains('.') || !exponent.starts_with(['+', '-'])
            };
            is_signed_fraction && !unsigned[1..].starts_with(['i', 'I'])
                || text.split_once(['e', 'E']).is_some_and(is_plain_exponent)
        }
    };
    if is_text { None } else { node.as_number() }
}

/// An integer in base 60, without its sign: `1:30`.
fn sexagesimal(text: &str, is_negative: bool) -> Option<Number> {
    let (first, rest) = text.split_once(':')?;
    let digits = |part: &str| part.parse::<u32>().ok().filter(|_| !part.starts_with('+'));
    let mut value = i128::from(digits(first).filter(|_| !first.starts_with('0'))?);
    for part in rest.split(':') {
        value = value.checked_mul(60)? + i128::from(digits(part).filter(|&digits| digits < 60)?);
    }
    Some(Number::Integer(if is_negative { -value } else { value }))
}

/// The shortest digits that are this number, with an exponent where it is large or small.
fn written_float(float: f64) -> String {
    if !float.is_finite() {
        return float.to_string().to_lowercase();
    }
    let text = format!("{float:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..16).contains(&exponent) {
        return format!("{float:?}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &str) -> Node {
        crate::yaml::parse(format!("a: {text}\n").as_bytes())
            .unwrap()
            .root
            .get("a")
            .unwrap()
            .clone()
    }

    #[test]
    fn values_are_written_as_python_does() {
        for (text, expected) in [
            ("1.50", "1.5"),
            ("0x1e", "30"),
            ("010", "8"),
            ("1_000", "1000"),
            ("+5", "5"),
            ("-0", "0"),
            ("0b11", "3"),
            ("1:30", "90"),
            ("-1:00:01", "-3601"),
            ("1:60", "1:60"),
            (".5", "0.5"),
            ("1.5e+3", "1500.0"),
            ("1.0e+16", "1e+16"),
            ("123456789012345680.0", "1.2345678901234568e+17"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            (".inf", "inf"),
            ("-.inf", "-inf"),
            (".nan", "nan"),
            ("~", "None"),
            ("yes", "True"),
            ("off", "False"),
            // Texts to PyYAML.
            ("1e6", "1e6"),
            ("1.5e3", "1.5e3"),
            ("-.5", "-.5"),
            ("0o17", "0o17"),
            ("09", "09"),
            ("'1.50'", "1.50"),
            ("a b", "a b"),
        ] {
            assert_eq!(written(&node(text)).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(written(&node("[1]")), None);
    }

    #[test]
    fn integers_are_read_as_python_does() {
        for (text, expected) in [("007", 7), ("1_1", 11), ("-1_000", -1000), (" +3 ", 3)] {
            assert_eq!(integer(text), Some(expected), "{text}");
        }
        for text in ["", "_1", "1_", "1__1", "a", "1.0", "--1", "0x1", "- 1"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn nothing_is_what_python_takes_for_false() {
        for text in ["", "~", "''", "no", "0", "0x0", "0.0", "[]", "{}"] {
            assert!(is_false(&node(text)), "{text}");
        }
        for text in ["'0'", "1", "a", "[0]", "'no'", "0e0"] {
            assert!(!is_false(&node(text)), "{text}");
        }
    }
}
