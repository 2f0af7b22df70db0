//! The parts of a package that judge, ready for use. Knows nothing of cases and submissions.

use crate::checker::{Checker, Validator};
use crate::problem::Problem;

use super::{JudgeFailure, Tools};

/// A problem's checker and validator.
#[derive(Debug)]
pub struct Parts {
    /// Decides outputs.
    pub checker: Box<dyn Checker>,
    /// Decides inputs, where the problem has a validator.
    pub validator: Option<Box<dyn Validator>>,
    /// Whether the checker compares with the jury's answer; without one, many outputs are right.
    pub needs_answer: bool,
}

impl Tools<'_> {
    /// The problem's own parts.
    ///
    /// # Errors
    /// [`JudgeFailure::Package`] when the package names a part that cannot be used.
    pub fn parts(&self, problem: &Problem) -> Result<Parts, JudgeFailure> {
        Parts::in_process(problem)
    }
}

impl Parts {
    /// Parts that need no sandbox.
    ///
    /// # Errors
    /// As [`Tools::parts`].
    pub fn in_process(problem: &Problem) -> Result<Self, JudgeFailure> {
        let choice = &problem.checker;
        Ok(Self {
            checker: crate::checker::checker(choice)
                .map_err(|bad| JudgeFailure::Package(bad.to_string()))?,
            validator: problem.validator.as_deref().and_then(crate::checker::validator),
            needs_answer: crate::checker::needs_answer(&choice.name),
        })
    }
}
