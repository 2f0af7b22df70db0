//! Tokens in order, numbers within a tolerance.
//!
//! The rule is that of [`super::default`]: a token that is a decimal number *in the answer* is
//! compared as a number, any other byte for byte; hexadecimal, `inf` and `nan` are not numbers, so
//! they match only themselves. The value `x` is accepted for the answer `a` when
//! `|x - a| <= absolute` or `|x - a| <= relative * |a|`, in double precision.

use super::alike::{TokenEquality, Tolerance};
use super::tokens::first_parting;
use super::{answer_of, same};
use crate::options;
use crate::{BadOption, Checker, Fault, Files, Judgement, Options};

/// The options: `absolute` and `relative`, the tolerances. With neither, both are
/// [`DEFAULT_TOLERANCE`]. `case_sensitive` as in `tokens`, for tokens that are not numbers.
pub(super) const OPTIONS: &[&str] = &["absolute", "relative", "case_sensitive"];

/// What problems of the field ask for where they say nothing else.
const DEFAULT_TOLERANCE: f64 = 1e-6;

#[derive(Debug)]
struct Numbers(TokenEquality);

pub(super) fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("numbers", OPTIONS, options)?;
    let absolute = options::tolerance(options, "absolute")?;
    let relative = options::tolerance(options, "relative")?;
    let tolerance = if absolute.is_none() && relative.is_none() {
        Tolerance { absolute: Some(DEFAULT_TOLERANCE), relative: Some(DEFAULT_TOLERANCE) }
    } else {
        Tolerance { absolute, relative }
    };
    let case_sensitive = options::flag(options, "case_sensitive")?.unwrap_or(true);
    Ok(Box::new(Numbers(TokenEquality { tolerance: Some(tolerance), case_sensitive })))
}

impl Checker for Numbers {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let (output, answer) = (files.output, answer_of(files)?);
        let parting = first_parting(output, answer, &self.0);
        Ok(parting.map_or_else(same, |parting| {
            parting.judge(output, |found, expected| self.0.why(found, expected))
        }))
    }
}
