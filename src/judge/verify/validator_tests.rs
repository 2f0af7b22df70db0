//! Proving validators by the files that the package has for it: what they must accept is accepted, what
//! one of them must reject is rejected (2025-09, "Test Data"; answers are `BAPCtools`').

use jury_checkers::{Files, Opinion};

use crate::checker::{CaseScores, PartFailure, Terms};
use crate::pool;
use crate::problem::{TestKind, ValidatorTest};
use crate::verdict::Verdict;

use super::super::JudgeFailure;
use super::super::file_check::FileCheck;
use super::super::set_aside::read;
use super::{Prover, Step};

/// What came of one test.
enum Tried {
    Holds,
    /// Why it does not.
    Fails(String),
    /// There is nothing to try it by.
    Unknown,
}

impl Prover<'_> {
    /// Every test of a validator comes out as it must.
    pub(super) fn validator_tests(&mut self, look: &FileCheck<'_>) -> Result<(), JudgeFailure> {
        let tests = &self.problem.validator_tests;
        if tests.is_empty() {
            return Ok(());
        }
        (self.step)(Step::Doing("tests of validators"));
        let attempt = |(): &mut (), test: &ValidatorTest| attempt(look, test);
        let tried = pool::map(self.tools.workers, tests, || (), attempt)?;
        for (test, tried) in tests.iter().zip(tried) {
            match tried {
                Tried::Holds => self.proof.tests.held += 1,
                Tried::Fails(why) => self.proof.find(&test.case.name, why),
                Tried::Unknown => {
                    let what = match test.kind {
                        TestKind::InvalidAnswer => "invalid answers (there is no answer validator)",
                        TestKind::ValidInput => "valid inputs (there is no input validator)",
                        _ => "invalid inputs (there is no input validator)",
                    };
                    if self.proof.unchecked.iter().all(|known| known != what) {
                        self.proof.unchecked.push(what.to_owned());
                    }
                    continue;
                }
            }
            self.proof.tests.all += 1;
        }
        Ok(())
    }
}

fn attempt(look: &FileCheck<'_>, test: &ValidatorTest) -> Result<Tried, JudgeFailure> {
    let ValidatorTest { kind, case, .. } = test;
    let input = read(&case.input)?;
    if *kind == TestKind::InvalidInput {
        let rejected = look.rejects(&input, case.validator_terms(look.root))?;
        return Ok(must_be_rejected(rejected, "no input validator rejects it"));
    }
    if let TestKind::Decision(wanted) = *kind {
        return decides(look, test, &input, wanted);
    }
    if let Some(invalid) = look.invalid(case, &input)? {
        return Ok(Tried::Fails(format!("its input is not valid: {}", invalid.message)));
    }
    if *kind == TestKind::ValidInput {
        let is_seen = look.parts.validator.is_some();
        return Ok(if is_seen { Tried::Holds } else { Tried::Unknown });
    }
    let answer = case.answer.as_deref().map(read).transpose()?.unwrap_or_default();
    if *kind == TestKind::InvalidAnswer {
        let rejected = look.rejects_answer(&input, &answer)?;
        return Ok(must_be_rejected(rejected, "no answer validator rejects its answer"));
    }
    let output = test.output.as_deref().map(read).transpose()?.unwrap_or_default();
    output_is(look, test, &Files { input: &input, output: &output, answer: Some(&answer) })
}

fn must_be_rejected(rejected: Option<bool>, otherwise: &str) -> Tried {
    match rejected {
        Some(true) => Tried::Holds,
        Some(false) => Tried::Fails(otherwise.to_owned()),
        None => Tried::Unknown,
    }
}

/// Whether the checker decides of an output as it must.
fn decides(
    look: &FileCheck<'_>,
    test: &ValidatorTest,
    input: &[u8],
    wanted: &[Opinion],
) -> Result<Tried, JudgeFailure> {
    let answer = test.case.answer.as_deref().map(read).transpose()?;
    let output = test.output.as_deref().map(read).transpose()?.unwrap_or_default();
    let files = Files { input, output: &output, answer: answer.as_deref() };
    let said = |opinion: Opinion| Verdict::from(opinion).code();
    let found = match look.parts.checker.check(&files, &Terms::default()) {
        Ok(decision) if wanted.contains(&decision.opinion) => return Ok(Tried::Holds),
        Ok(decision) => format!("{} ({})", said(decision.opinion), decision.message),
        Err(PartFailure::Setter(_)) if wanted.is_empty() => return Ok(Tried::Holds),
        Err(PartFailure::Setter(why)) => why,
        Err(PartFailure::Sandbox(error)) => return Err(error.into()),
    };
    let wanted = wanted.first().map_or("that it fails", |wanted| said(*wanted));
    Ok(Tried::Fails(format!("expected {wanted} of the checker, found {found}")))
}

/// Whether the checker says of an output what it must.
fn output_is(
    look: &FileCheck<'_>,
    test: &ValidatorTest,
    files: &Files<'_>,
) -> Result<Tried, JudgeFailure> {
    let terms = match test.kind {
        TestKind::ShownOutput => Terms::of(look.root, &test.case),
        // It is no case, and no score of it counts.
        _ => Terms {
            scores: CaseScores::Ignored,
            ..Terms::with(test.case.checker_arguments(look.root))
        },
    };
    let decision = match look.parts.checker.check(files, &terms) {
        Ok(decision) => decision,
        Err(PartFailure::Setter(why)) => return Ok(Tried::Fails(why)),
        Err(PartFailure::Sandbox(error)) => return Err(error.into()),
    };
    let is_accepted = matches!(decision.opinion, Opinion::Accepted | Opinion::PartialScore);
    Ok(match (is_accepted, test.kind) {
        (true, TestKind::InvalidOutput) => {
            Tried::Fails("the output validator accepts its output".to_owned())
        }
        (false, TestKind::ValidOutput | TestKind::ShownOutput) => {
            Tried::Fails(format!("the output validator rejects its output: {}", decision.message))
        }
        _ => Tried::Holds,
    })
}
