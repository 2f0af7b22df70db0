//! The header that the repository's tools make of `[params]`: a macro for each.

use std::fmt::Write as _;

use toml::de::DeValue;

use crate::problem::complaint::Complaints;
use crate::problem::format::toml_sheet::Section;
use crate::problem::format::toml_value::Value;

/// A parameter as the header has it.
struct Param(String);

impl Value for Param {
    const EXPECTED: &'static str = "an integer, a float or a string without quotation marks";

    fn read(value: &DeValue<'_>) -> Option<Self> {
        let text = match value {
            DeValue::Integer(integer) if integer.radix() == 10 => {
                let number: i64 = integer.as_str().parse().ok()?;
                format!("(long long){number}")
            }
            // `5.0` keeps its point: `R / 2` is another number without.
            DeValue::Float(float) => format!("{:?}", float.as_str().parse::<f64>().ok()?),
            DeValue::String(text) if !text.contains(['"', '\\', '\n']) => format!("\"{text}\""),
            _ => return None,
        };
        Some(Self(text))
    }
}

/// The text of the header.
pub(super) fn header(top: &Section<'_>, complaints: &mut Complaints) -> String {
    let mut text = String::new();
    let Some(params) = top.section("params", "[params]", complaints) else { return text };
    for name in params.keys() {
        if let Some(found) = params.get::<Param>(name, complaints) {
            let _ = writeln!(text, "#define {name} {}", found.value.0);
        }
    }
    text
}
