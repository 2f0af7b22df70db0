//! Checkers and validators by name. Knows nothing of runs and verdicts.

use jury_checkers::{BadOption, CHECKERS, Checker, VALIDATORS, ValidatorEntry};

use crate::problem::CheckerChoice;

/// The checker that a problem chose.
///
/// # Errors
/// [`BadOption`] when the name or an option is unknown; loading a problem has already seen to both.
pub fn checker(choice: &CheckerChoice) -> Result<Box<dyn Checker>, BadOption> {
    let entry =
        CHECKERS.iter().find(|entry| entry.name == choice.name).ok_or_else(|| BadOption {
            option: "name".to_owned(),
            message: format!("there is no checker `{}`", choice.name),
        })?;
    (entry.build)(&choice.options)
}

/// The validator of this name.
pub fn validator(name: &str) -> Option<&'static ValidatorEntry> {
    VALIDATORS.iter().find(|entry| entry.name == name)
}

/// Whether this checker compares with the jury's answer; without one, many outputs are right.
pub fn needs_answer(name: &str) -> bool {
    CHECKERS.iter().any(|entry| entry.name == name && entry.needs_answer)
}
