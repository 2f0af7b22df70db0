//! The kinds of values that settings in TOML have, and values in messages.

use bytesize::ByteSize;
use jury_checkers::OptionValue;
use toml::de::DeValue;

/// Longest excerpt of a value in a message, in characters.
const EXCERPT: usize = 40;

/// A kind of value.
pub(super) trait Value: Sized {
    /// What was expected, in words.
    const EXPECTED: &'static str;

    /// What was most likely meant by a value of another kind, in words.
    fn meant(_: &DeValue<'_>) -> Option<String> {
        None
    }

    /// The value, if it is one of this kind.
    fn read(value: &DeValue<'_>) -> Option<Self>;
}

/// Text of at least one visible character.
impl Value for String {
    const EXPECTED: &'static str = "a non-empty string";

    fn read(value: &DeValue<'_>) -> Option<Self> {
        value.as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned)
    }
}

/// A yes or no.
impl Value for bool {
    const EXPECTED: &'static str = "`true` or `false`";

    fn read(value: &DeValue<'_>) -> Option<Self> {
        value.as_bool()
    }
}

/// Bytes of the words that a message repeats at the most.
const MOST_SHOWN: usize = 100;

/// Bytes of a program's arguments at the most, with 8 more for each.
const MOST_ARGUMENTS: usize = 64 << 10;

/// Arguments of a program, which may be empty.
impl Value for Vec<String> {
    const EXPECTED: &'static str = "a list of strings such as `[\"10\", \"20\"]`, at most 64 KiB \
         in total and without NUL characters";

    fn meant(value: &DeValue<'_>) -> Option<String> {
        let word = |value: &DeValue<'_>| match value {
            DeValue::String(text) => Some(format!("{text:?}")),
            DeValue::Integer(number) if number.radix() == 10 => Some(format!("\"{number}\"")),
            _ => None,
        };
        let words: Vec<String> = match value.as_array() {
            Some(items) if items.iter().all(|item| item.get_ref().is_str()) => return None,
            Some(items) => items.iter().map(|item| word(item.get_ref())).collect::<Option<_>>()?,
            None => vec![word(value)?],
        };
        let is_short = words.iter().map(String::len).sum::<usize>() <= MOST_SHOWN;
        is_short.then(|| format!("strings: `[{}]`", words.join(", ")))
    }

    fn read(value: &DeValue<'_>) -> Option<Self> {
        let items = value.as_array()?.iter();
        let texts: Self =
            items.map(|item| item.get_ref().as_str().map(str::to_owned)).collect::<Option<_>>()?;
        // Each takes some room beside its own where it is handed over.
        let bytes: usize = texts.iter().map(|text| text.len() + size_of::<usize>()).sum();
        let can_be_passed = bytes <= MOST_ARGUMENTS && !texts.iter().any(|t| t.contains('\0'));
        can_be_passed.then_some(texts)
    }
}

/// A checker's option.
impl Value for OptionValue {
    const EXPECTED: &'static str = "a boolean, a number or a string";

    fn read(value: &DeValue<'_>) -> Option<Self> {
        match value {
            DeValue::Boolean(value) => Some(Self::Bool(*value)),
            DeValue::String(text) => Some(Self::Text(text.to_string())),
            DeValue::Integer(_) | DeValue::Float(_) => number(value).map(Self::Number),
            _ => None,
        }
    }
}

/// The sizes of inputs, the smallest and the largest.
impl Value for (u64, u64) {
    const EXPECTED: &'static str = "two integers such as `[1, 100]`, the smaller one first";

    fn read(value: &DeValue<'_>) -> Option<Self> {
        let items = value.as_array()?.iter().map(|item| integer(item.get_ref()));
        match items.collect::<Option<Vec<_>>>()?.as_slice() {
            &[smallest, largest] if smallest <= largest => Some((smallest, largest)),
            _ => None,
        }
    }
}

/// A finite number, whole or not.
pub(super) fn number(value: &DeValue<'_>) -> Option<f64> {
    let number = match value {
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse().ok()?,
        DeValue::Float(float) => float.as_str().parse::<f64>().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

pub(super) fn integer(value: &DeValue<'_>) -> Option<u64> {
    let integer = value.as_integer()?;
    u64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

pub(super) fn bytes(value: &DeValue<'_>) -> Option<u64> {
    match value.as_str() {
        Some(text) => text.trim().parse::<ByteSize>().ok().map(|size| size.0),
        None => integer(value),
    }
}

/// The value for a message, shortened.
pub(super) fn describe(value: &DeValue<'_>) -> String {
    let text = match value {
        DeValue::String(text) => format!("\"{}\"", text.escape_debug()),
        DeValue::Integer(integer) => integer.to_string(),
        DeValue::Float(float) => float.as_str().to_owned(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(_) => return "a date".into(),
        DeValue::Array(_) => return "a list".into(),
        DeValue::Table(_) => return "a table".into(),
    };
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;

    #[test]
    fn a_number_is_written_in_decimal() {
        for (text, expected) in [
            ("10", Some(10.0)),
            ("-2.5", Some(-2.5)),
            ("1e3", Some(1000.0)),
            ("0x10", None),
            ("0b10", None),
            ("inf", None),
            ("nan", None),
            ("'10'", None),
        ] {
            let line = format!("a = {text}");
            let table = DeTable::parse(&line).unwrap();
            let value = table.get_ref().get("a").unwrap().get_ref();
            assert_eq!(number(value), expected, "{text}");
        }
    }
}
