//! Reading a checker's options: unknown names and ill-typed values are errors that say what was
//! expected.

use crate::{BadOption, OptionValue, Options};

/// Refuses options that the checker `checker` does not have; `known` are those that it has.
pub(crate) fn only(checker: &str, known: &[&str], options: &Options) -> Result<(), BadOption> {
    let Some(option) = options.keys().find(|name| !known.contains(&name.as_str())) else {
        return Ok(());
    };
    Err(BadOption { option: option.clone(), message: unknown(checker, known, option) })
}

/// What is wrong with an option or flag `name` that `checker` does not have; `known` are those that it
/// has.
pub(crate) fn unknown(checker: &str, known: &[&str], name: &str) -> String {
    /// Letters that a typing mistake gets wrong at most.
    const FAR: usize = 3;
    let near = |known: &&str| known.len().abs_diff(name.chars().count()) <= FAR;
    let distances = known.iter().filter(|known| near(known));
    let distances = distances.map(|known| (strsim::damerau_levenshtein(known, name), known));
    match distances.min() {
        _ if known.is_empty() => format!("unknown: `{checker}` takes no options"),
        Some((..=FAR, nearest)) => format!("unknown to `{checker}`: did you mean `{nearest}`?"),
        _ => format!("unknown: `{checker}` takes `{}`", known.join("`, `")),
    }
}

/// The truth value of option `name`, if it is set.
pub(crate) fn flag(options: &Options, name: &str) -> Result<Option<bool>, BadOption> {
    match options.get(name) {
        None => Ok(None),
        Some(OptionValue::Bool(value)) => Ok(Some(*value)),
        Some(other) => Err(ill_typed(name, "`true` or `false`", other)),
    }
}

/// The tolerance in option `name`, if it is set: a finite number not below 0.
pub(crate) fn tolerance(options: &Options, name: &str) -> Result<Option<f64>, BadOption> {
    match options.get(name) {
        None => Ok(None),
        Some(OptionValue::Number(value)) if value.is_finite() && *value >= 0.0 => Ok(Some(*value)),
        Some(other) => Err(ill_typed(name, "a finite number, 0 or more", other)),
    }
}

fn ill_typed(name: &str, expected: &str, found: &OptionValue) -> BadOption {
    let found = match found {
        OptionValue::Bool(value) => format!("`{value}`"),
        OptionValue::Number(value) => format!("`{value}`"),
        OptionValue::Text(value) => format!("the text {}", crate::text::quote(value.as_bytes())),
    };
    BadOption { option: name.to_owned(), message: format!("expected {expected}, found {found}") }
}
