//! Scalars as the files of other judges write them.

use std::fmt::Write as _;

use super::file::Package;
use crate::score::Score;

/// A text as a scalar of YAML and JSON alike.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Texts as a list of YAML and JSON alike.
pub(super) fn list<T: AsRef<str>>(texts: &[T]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| quoted(text.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}

/// A number without digits that say nothing.
pub(super) fn number(number: f64) -> String {
    let text = format!("{number:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

/// Points as a decimal.
pub(super) fn decimal(points: &Score, package: &mut Package) -> String {
    let text = number(points.to_f64());
    if Score::written(&text).as_ref() != Some(points) {
        package.lose(format!("points that are no short decimals: they are rounded, to {text}"));
    }
    text
}

/// A name of a file that every judge takes: letters, digits, `_`, `.` and `-`, the first no `.` or `-`.
pub(super) fn plain(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        let is_plain = c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        let _ = plain.write_char(if is_plain { c } else { '_' });
    }
    if plain.starts_with(['.', '-']) || plain.is_empty() {
        plain.insert(0, '_');
    }
    plain.truncate(200);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_plain() {
        assert_eq!(quoted("a \"b\"\n: #"), r#""a \"b\"\n: #""#);
        assert_eq!(list(&["1e-6", "x y"]), r#"["1e-6", "x y"]"#);
        assert_eq!([number(2.0), number(0.25), number(1e-9)], ["2", "0.25", "0.000000001"]);
        assert_eq!([plain("a b+c.cpp"), plain(".x"), plain("")], ["a_b_c.cpp", "_.x", "_"]);
    }
}
