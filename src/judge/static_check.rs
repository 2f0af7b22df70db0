//! Static validations: cases of which a program of the package decides by the files of the submission,
//! before it runs or without that.

use crate::checker::{Decision, PartFailure, StaticValidator, Terms};
use crate::machine_lock::MachineLock;
use crate::problem::{Case, Group};
use crate::sandbox::SandboxError;
use crate::submission::{Program, Submitted};
use crate::verdict::Verdict;

use super::failure::JudgeFailure;
use super::outcome::{Outcome, outcome};

/// A submission before the static validator.
#[derive(Debug)]
pub struct StaticCheck<'a> {
    validator: &'a StaticValidator,
    submitted: Submitted,
}

impl<'a> StaticCheck<'a> {
    /// For these cases of a submission; `None` where no static validation is among them.
    ///
    /// # Errors
    /// When the submission cannot be read any more.
    pub(super) fn of(
        validator: Option<&'a StaticValidator>,
        program: &Program,
        cases: &[Case],
    ) -> Result<Option<Self>, JudgeFailure> {
        let is_asked = cases.iter().any(Case::is_static);
        let Some(validator) = validator.filter(|_| is_asked) else { return Ok(None) };
        Ok(Some(Self { validator, submitted: program.submission.submitted()? }))
    }

    /// What the validator says, as the outcome of a case. Nothing is measured.
    pub(super) fn judge(
        &self,
        root: &Group,
        case: &Case,
        machine: &MachineLock,
    ) -> Result<Outcome, SandboxError> {
        let Submitted { language, entry_point, files } = &self.submitted;
        let decided = {
            // A program that checks is load too: not beside a run that must be alone.
            let _shared = machine.share();
            self.validator.check(language, entry_point, files, &Terms::of(root, case))
        };
        match decided {
            Ok(Decision { opinion, message, score, .. }) => {
                Ok(outcome(case, opinion.into(), None, score, message))
            }
            Err(PartFailure::Setter(why)) => {
                Ok(outcome(case, Verdict::JudgeError, None, None, why))
            }
            Err(PartFailure::Sandbox(error)) => Err(error),
        }
    }
}
