//! The default output validator of the Kattis family, in process. Flags say how it compares, as
//! a program would be.

use jury_checkers::Files;
use jury_checkers::compare::default::{self, Flags};

use super::terms::{Decision, Terms};
use super::{Checker, PartFailure};

/// The default output validator with a package's flags. Bad ones are found when it is called, where those
/// of the case are known too.
#[derive(Debug)]
pub struct DefaultValidator {
    flags: Vec<String>,
    rules: Flags,
}

impl DefaultValidator {
    /// With these flags, before those of a group or case; `lenient` where a flag may be repeated, as in
    /// `legacy`.
    pub fn new(flags: &[String], lenient: bool) -> Self {
        let rules = if lenient { Flags::Lenient } else { Flags::Strict };
        Self { flags: flags.to_vec(), rules }
    }
}

impl Checker for DefaultValidator {
    fn check(&self, files: &Files<'_>, terms: &Terms<'_>) -> Result<Decision, PartFailure> {
        let setter = |words: &dyn std::fmt::Display| {
            PartFailure::Setter(format!("default output validator: {words}"))
        };
        let flags = [self.flags.as_slice(), terms.arguments].concat();
        let (options, _) = default::options(&flags, self.rules).map_err(|bad| setter(&bad))?;
        let checker = default::build(&options).map_err(|bad| setter(&bad))?;
        // An answer that is not there is empty.
        let files = Files { answer: Some(files.answer.unwrap_or_default()), ..*files };
        checker.check(&files).map(Decision::from).map_err(|fault| setter(&fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jury_checkers::Opinion;

    #[test]
    fn an_answer_that_is_not_there_is_empty() {
        let opinion = |output| {
            let files = Files { input: b"1", output, answer: None };
            let checker = DefaultValidator::new(&[], false);
            checker.check(&files, &Terms::default()).map(|decision| decision.opinion)
        };
        assert_eq!(opinion(b"\n").expect("decided"), Opinion::Accepted);
        assert_eq!(opinion(b"1").expect("decided"), Opinion::WrongAnswer);
    }
}
