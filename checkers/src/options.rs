//! Reading a checker's options: unknown names and ill-typed values are errors that say what was
//! expected.

use crate::{BadOption, OptionValue, Options};

/// Refuses options that the checker `checker` does not have; `known` are those that it has.
pub(crate) fn only(checker: &str, known: &[&str], options: &Options) -> Result<(), BadOption> {
    let Some(option) = options.keys().find(|name| !known.contains(&name.as_str())) else {
        return Ok(());
    };
    let nearest = known.iter().min_by_key(|name| strsim::damerau_levenshtein(name, option));
    let message = match nearest {
        None => format!("unknown: `{checker}` takes no options"),
        Some(nearest) if strsim::damerau_levenshtein(nearest, option) <= 3 => {
            format!("unknown to `{checker}`: did you mean `{nearest}`?")
        }
        Some(_) => format!("unknown: `{checker}` takes `{}`", known.join("`, `")),
    };
    Err(BadOption { option: option.clone(), message })
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
