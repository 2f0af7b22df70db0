//! Looking at the files of a case, for the proof of a package: whether the input is valid, and whether the
//! checker accepts the answer.

use std::sync::atomic::{AtomicBool, Ordering};

use jury_checkers::Invalid;

use super::aside::read;
use super::failure::JudgeFailure;
use super::parts::Parts;
use crate::checker::{External, PartFailure, Terms};
use crate::problem::{Case, Group};

/// Looks at the files of cases, side by side.
pub(super) struct Look<'a> {
    pub(super) root: &'a Group,
    pub(super) parts: &'a Parts,
    pub(super) answer_validators: &'a [External],
    /// Whether answers are outputs that the checker can judge alone.
    pub(super) answers: bool,
    /// Whether the validator broke: it would on every case, and take its time each time.
    pub(super) is_broken: AtomicBool,
}

/// What was found.
pub(super) struct Looked {
    /// The input's digest, blanks at line ends aside.
    pub(super) input: blake3::Hash,
    /// Where and why the input is not valid; nowhere where the validator broke.
    pub(super) invalid: Option<(String, String)>,
    /// Why the checker does not accept the answer.
    pub(super) refusal: Option<String>,
}

impl Look<'_> {
    /// Looks at one case.
    pub(super) fn at(&self, case: &Case) -> Result<Looked, JudgeFailure> {
        let input = read(&case.input)?;
        let invalid = self.invalid(case, &input)?;
        let answer = case.answer.as_deref().map(read).transpose()?;
        let refusal = answer.map(|answer| self.refusal(case, &input, &answer));
        let input = blake3::hash(&without_blanks(&input));
        Ok(Looked { input, invalid, refusal: refusal.transpose()?.flatten() })
    }

    /// Why an answer validator or the checker does not accept the answer.
    fn refusal(
        &self,
        case: &Case,
        input: &[u8],
        answer: &[u8],
    ) -> Result<Option<String>, JudgeFailure> {
        let refused = |who: &str, why: &str| format!("the {who} refuses the answer: {why}");
        let words = |said: Result<Option<String>, PartFailure>| match said {
            Ok(why) => Ok(why),
            Err(PartFailure::Setter(why)) => Ok(Some(why)),
            Err(PartFailure::Sandbox(error)) => Err(JudgeFailure::from(error)),
        };
        for validator in self.answer_validators {
            let said = validator.validate_answer(input, answer);
            let said =
                said.map(|invalid| invalid.map(|it| refused("answer validator", &it.message)));
            if let Some(why) = words(said)? {
                return Ok(Some(why));
            }
        }
        if !self.answers {
            return Ok(None);
        }
        let said = self.parts.refusal(&Terms::of(self.root, case), input, answer);
        words(said.map(|why| why.map(|why| refused("checker", &why))))
    }

    fn invalid(&self, case: &Case, input: &[u8]) -> Result<Option<(String, String)>, JudgeFailure> {
        let validator = self.parts.validator.as_ref();
        let usable = validator.filter(|_| !self.is_broken.load(Ordering::Relaxed));
        let Some(validator) = usable else { return Ok(None) };
        match validator.validate_with(input, case.validator_arguments(self.root)) {
            Ok(None) => Ok(None),
            Ok(Some(Invalid { line, column, message })) => {
                let known = [line, column].into_iter().take_while(|&number| number > 0);
                let place = known.fold(case.input.display().to_string(), |place, number| {
                    format!("{place}:{number}")
                });
                Ok(Some((place, message)))
            }
            Err(PartFailure::Setter(why)) => {
                self.is_broken.store(true, Ordering::Relaxed);
                Ok(Some((String::new(), why)))
            }
            Err(PartFailure::Sandbox(error)) => Err(error.into()),
        }
    }
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
    use super::without_blanks;

    #[test]
    fn line_ends_and_trailing_blanks_do_not_make_another_case() {
        assert_eq!(without_blanks(b"1 2  \r\n3\r\n\r\n\n"), b"1 2\n3");
        assert_eq!(without_blanks(b"1 2\n3"), b"1 2\n3");
        assert_ne!(without_blanks(b" 1 2\n3"), without_blanks(b"1 2\n3"));
    }
}
