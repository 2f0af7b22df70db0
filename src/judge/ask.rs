//! Folding outcomes where the package's own grader may have to be asked.

use std::cell::RefCell;

use crate::checker::{GroupGrader, PartFailure};
use crate::machine;
use crate::problem::Group;
use crate::sandbox::SandboxError;

use super::case::unfit;
use super::failure::{FailedGrade, JudgeFailure};
use super::grade::{Grade, GroupResult};
use super::outcome::Outcome;

/// The grade of outcomes in package order. After an interrupt no grader is asked: what it would have
/// graded is a judge error.
///
/// # Errors
/// When the machine fails at the grader; if only for this submission, with what is known.
pub(super) fn fold(
    outcomes: Vec<Outcome>,
    root: &Group,
    grader: Option<&GroupGrader>,
) -> Result<Grade, JudgeFailure> {
    let Some(grader) = grader else { return Ok(Grade::fold(outcomes, root)) };
    let failure = RefCell::new(None);
    let ask = |flags: &[String], results: &[GroupResult]| {
        if let Some(why) = unfit(flags) {
            return Err(format!("its grader cannot be run: {why}"));
        }
        grader.grade(flags, results).map_err(|why| match why {
            PartFailure::Setter(why) => why,
            PartFailure::Sandbox(error) => {
                let words = format!("its grader was not run: {}", machine::in_words(&error));
                failure.borrow_mut().get_or_insert(error);
                words
            }
        })
    };
    let grade = Grade::fold_with(outcomes, root, &ask);
    unless_failed(grade, failure.into_inner())
}

/// The grade, unless the machine failed at the grader.
fn unless_failed(grade: Grade, failure: Option<SandboxError>) -> Result<Grade, JudgeFailure> {
    match failure {
        None | Some(SandboxError::Interrupted) => Ok(grade),
        Some(source) if source.spoils_one() => {
            let case = "the problem's grader".to_owned();
            Err(FailedGrade { case, grade: Box::new(grade), source }.into())
        }
        Some(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_at_the_grader_is_of_one_submission_or_of_all() {
        let outcome = |failure| unless_failed(Grade::compile_error(), failure);
        assert_eq!(outcome(None).unwrap(), Grade::compile_error());
        assert_eq!(outcome(Some(SandboxError::Interrupted)).unwrap(), Grade::compile_error());
        let failed = outcome(Some(SandboxError::Lost)).unwrap_err();
        assert!(matches!(failed, JudgeFailure::FailedGrade(_)), "{failed:?}");
        let failed = outcome(Some(SandboxError::Allowance("no".into()))).unwrap_err();
        assert!(matches!(failed, JudgeFailure::Sandbox(_)), "{failed:?}");
    }
}
