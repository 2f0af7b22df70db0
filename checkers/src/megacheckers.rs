//! Not written yet.

use crate::{
    BadOption, Checker, CheckerEntry, Fault, Files, Invalid, Judgement, Options, ValidatorEntry,
};

/// The checker.
pub const CHECKER: CheckerEntry =
    CheckerEntry { name: "megacheckers", summary: "", options: &[], needs_answer: false, build };

/// The validator.
pub const VALIDATOR: ValidatorEntry = ValidatorEntry { name: "megacheckers", validate };

#[derive(Debug)]
struct Stub;
impl Checker for Stub {
    fn check(&self, _: &Files<'_>) -> Result<Judgement, Fault> {
        Ok(Judgement::wrong(None, "not written"))
    }
}
fn build(_: &Options) -> Result<Box<dyn Checker>, BadOption> {
    Ok(Box::new(Stub))
}
/// Decides an input.
pub fn validate(_: &[u8]) -> Result<(), Invalid> {
    Ok(())
}
