//! Looking at the files of a case, for the proof of a package: whether the input is valid, whether the
//! checker accepts the answer, and which form they have.

use std::sync::atomic::{AtomicBool, Ordering};

use jury_checkers::Invalid;
use sha2::{Digest as _, Sha256};

use super::checks::{self, Checks};
use super::failure::JudgeFailure;
use super::form::Form;
use super::parts::Parts;
use super::set_aside::read;
use crate::checker::{External, PartFailure, Terms};
use crate::problem::{Case, Group, Problem, StatedDigests, ValidatorArguments, ValidatorTerms};

/// Looks at the files of cases, side by side.
pub(super) struct FileCheck<'a> {
    pub(super) root: &'a Group,
    pub(super) parts: &'a Parts,
    answer_validators: &'a [External],
    /// Whether answers are outputs that the checker can judge alone.
    pub(super) answers: bool,
    /// What was found before.
    pub(super) checks: Option<&'a Checks<'a>>,
    /// Whether the validator broke: it would on every case, and take its time each time.
    is_broken: AtomicBool,
}

/// What was found.
pub(super) struct CheckedFiles {
    /// The input's digest, blanks at line ends aside.
    pub(super) input: blake3::Hash,
    /// Where and why the input is not valid.
    pub(super) invalid: Option<InvalidInput>,
    /// Why the checker does not accept the answer.
    pub(super) refusal: Option<String>,
    /// The form of the two files.
    pub(super) form: Form,
    /// Which of the two do not have the digests that the package states: `input`, `answer`.
    pub(super) unlike: Vec<&'static str>,
}

/// Where and why an input is not valid.
pub(super) struct InvalidInput {
    /// Line and column, 0 where they are not known; none at all where the validator broke.
    pub(super) at: Option<(usize, usize)>,
    /// A lower-case fragment.
    pub(super) message: String,
}

/// Where and why an input is not valid, and why an answer is not accepted.
type Faults = (Option<InvalidInput>, Option<String>);

impl<'a> FileCheck<'a> {
    /// For the cases of this problem.
    pub(super) fn new(
        problem: &'a Problem,
        parts: &'a Parts,
        answer_validators: &'a [External],
        checks: Option<&'a Checks<'a>>,
    ) -> Self {
        let answers = parts.interactor.is_none() && problem.passes.is_none();
        let (root, is_broken) = (&problem.root, AtomicBool::default());
        Self { root, parts, answer_validators, answers, checks, is_broken }
    }
}

impl FileCheck<'_> {
    /// Looks at one case.
    pub(super) fn at(&self, case: &Case) -> Result<CheckedFiles, JudgeFailure> {
        let input = read(&case.input)?;
        let answer = case.answer.as_deref().map(read).transpose()?;
        let (invalid, refusal) = self.faults(case, &input, answer.as_deref())?;
        let form = Form::of(&input, answer.as_deref().unwrap_or_default());
        let stated = case.settings.digests.as_deref().copied().unwrap_or_default();
        let unlike = unlike(stated, &input, answer.as_deref());
        let input = blake3::hash(&without_blanks(&input));
        Ok(CheckedFiles { input, invalid, refusal, form, unlike })
    }

    /// What is wrong with the input, and with the answer.
    fn faults(
        &self,
        case: &Case,
        input: &[u8],
        answer: Option<&[u8]>,
    ) -> Result<Faults, JudgeFailure> {
        let files = self.checks.map(|_| checks::of_case(self.root, case, input, answer));
        let known = self.checks.zip(files.as_ref());
        if known.is_some_and(|(checks, files)| checks.is_known(&case.name, files)) {
            return Ok((None, None));
        }
        let invalid = self.invalid(case, input)?;
        let refusal = answer.map(|answer| self.refusal(case, input, answer)).transpose()?.flatten();
        if let (Some((checks, files)), None, None, false) =
            (known, &invalid, &refusal, self.is_broken())
        {
            checks.found_nothing(&case.name, files);
        }
        Ok((invalid, refusal))
    }

    /// Whether the validator gives no good answer on any input.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }

    /// Whether a validator rejects an input; one that breaks on it does, in the Kattis family (2025-09,
    /// "Input Validators": every exit code but 42). `None` where there is no validator.
    pub(super) fn rejects(
        &self,
        input: &[u8],
        terms: ValidatorTerms<'_>,
    ) -> Result<Option<bool>, JudgeFailure> {
        let Some(validator) = &self.parts.validator else { return Ok(None) };
        match validator.validate(input, terms) {
            Ok(invalid) => Ok(Some(invalid.is_some())),
            Err(PartFailure::Setter(_)) => Ok(Some(true)),
            Err(PartFailure::Sandbox(error)) => Err(error.into()),
        }
    }

    /// Whether an answer validator rejects the answer; `None` where there is none.
    pub(super) fn rejects_answer(
        &self,
        input: &[u8],
        answer: &[u8],
    ) -> Result<Option<bool>, JudgeFailure> {
        let mut found = None;
        for validator in self.answer_validators {
            let is_rejected =
                match validator.validate_answer(input, answer, ValidatorArguments::NONE) {
                    Ok(invalid) => invalid.is_some(),
                    Err(PartFailure::Setter(_)) => true,
                    Err(PartFailure::Sandbox(error)) => return Err(error.into()),
                };
            found = Some(is_rejected);
            if is_rejected {
                break;
            }
        }
        Ok(found)
    }

    /// Why an answer validator or the checker does not accept the answer.
    fn refusal(
        &self,
        case: &Case,
        input: &[u8],
        answer: &[u8],
    ) -> Result<Option<String>, JudgeFailure> {
        let refused = |who: &str, why: &str| format!("the {who} rejects the answer: {why}");
        let words = |said: Result<Option<String>, PartFailure>| match said {
            Ok(why) => Ok(why),
            Err(PartFailure::Setter(why)) => Ok(Some(why)),
            Err(PartFailure::Sandbox(error)) => Err(JudgeFailure::from(error)),
        };
        let arguments = case.settings.answer_validator_arguments.as_ref();
        let arguments = arguments.unwrap_or(ValidatorArguments::NONE);
        for validator in self.answer_validators {
            let said = validator.validate_answer(input, answer, arguments);
            let said =
                said.map(|invalid| invalid.map(|it| refused("answer validator", &it.message)));
            if let Some(why) = words(said)? {
                return Ok(Some(why));
            }
        }
        if !self.answers || case.settings.lacks_answer {
            return Ok(None);
        }
        let said = self.parts.refusal(&Terms::of(self.root, case), input, answer);
        words(said.map(|why| why.map(|why| refused("checker", &why))))
    }

    /// Where and why the input is not valid; nowhere where the validator broke.
    pub(super) fn invalid(
        &self,
        case: &Case,
        input: &[u8],
    ) -> Result<Option<InvalidInput>, JudgeFailure> {
        let validator = self.parts.validator.as_ref();
        let usable = validator.filter(|_| !self.is_broken());
        let Some(validator) = usable else { return Ok(None) };
        match validator.validate(input, case.validator_terms(self.root)) {
            Ok(None) => Ok(None),
            Ok(Some(Invalid { line, column, message })) => {
                let message = format!("{message}{}", line_ends(input));
                Ok(Some(InvalidInput { at: Some((line, column)), message }))
            }
            Err(PartFailure::Setter(why)) => {
                self.is_broken.store(true, Ordering::Relaxed);
                Ok(Some(InvalidInput { at: None, message: why }))
            }
            Err(PartFailure::Sandbox(error)) => Err(error.into()),
        }
    }
}

/// Which files of a case do not have the digests that are stated.
fn unlike(stated: StatedDigests, input: &[u8], answer: Option<&[u8]>) -> Vec<&'static str> {
    let files = [("input", stated.input, Some(input)), ("answer", stated.answer, answer)];
    let is_unlike = |stated: Option<[u8; 32]>, bytes: Option<&[u8]>| {
        stated.zip(bytes).is_some_and(|(stated, bytes)| *Sha256::digest(bytes) != stated)
    };
    let unlike = files.into_iter().filter(|&(_, stated, bytes)| is_unlike(stated, bytes));
    unlike.map(|(name, _, _)| name).collect()
}

/// What may be why an input is not valid, where its lines end as on Windows.
pub fn line_ends(input: &[u8]) -> &'static str {
    let is_foreign = memchr::memmem::find(input, b"\r\n").is_some();
    if is_foreign { " (its lines end with CR LF, as on Windows)" } else { "" }
}

/// The text without carriage returns and blanks at line ends and without empty lines at its end:
/// two inputs that are equal so are one case.
pub fn without_blanks(input: &[u8]) -> Vec<u8> {
    let mut text = input
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii_end)
        .collect::<Vec<_>>()
        .join(&b'\n');
    text.truncate(text.trim_ascii_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::{Sha256, StatedDigests, line_ends, unlike, without_blanks};
    use sha2::Digest as _;

    #[test]
    fn files_have_the_digests_that_are_stated() {
        let digest = |bytes: &[u8]| Some(Sha256::digest(bytes).into());
        let stated = StatedDigests { input: digest(b"1\n"), answer: digest(b"2\n") };
        assert!(unlike(stated, b"1\n", Some(b"2\n")).is_empty());
        assert_eq!(unlike(stated, b"1", Some(b"2")), ["input", "answer"]);
        assert_eq!(unlike(stated, b"1\n", None), [""; 0]);
        assert!(unlike(StatedDigests::default(), b"", None).is_empty());
    }

    #[test]
    fn only_lines_as_on_windows_are_told() {
        assert!(line_ends(b"1\r\n").contains("CR LF"));
        assert_eq!(line_ends(b"1\n2\r"), "");
    }

    #[test]
    fn line_ends_and_trailing_blanks_do_not_make_another_case() {
        assert_eq!(without_blanks(b"1 2  \r\n3\r\n\r\n\n"), b"1 2\n3");
        assert_eq!(without_blanks(b"1 2\n3"), b"1 2\n3");
        assert_ne!(without_blanks(b" 1 2\n3"), without_blanks(b"1 2\n3"));
    }
}
