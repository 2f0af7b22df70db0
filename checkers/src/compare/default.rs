//! The default output validator of the problem package format (2025-09, Default output validator;
//! `legacy` has the same one), and the flags by which packages set it.
//!
//! Tokens in order. Whitespace only separates them, unless `space_change_sensitive`: then it must be
//! equal byte for byte. A token is compared as a number where a tolerance is set and the answer's
//! token is a number; the output's must then be one too. All other tokens are equal byte for byte, or
//! up to the case of ASCII letters unless `case_sensitive`.
//!
//! A number is an optional sign, digits with an optional point, and an optional exponent. It is
//! compared as the nearest double, but never as 0 if it is not 0. One too large for a double counts as
//! text in the answer, and as no number in the output: of both the format says nothing.

use std::fmt;

use super::alike::{TokenEquality, Tolerance};
use super::decimal::decimal;
use super::tokens::first_parting;
use super::{answer_of, same};
use crate::options;
use crate::text::quote;
use crate::{BadOption, Checker, Fault, Files, Judgement, OptionValue, Options};
use difference::{Difference, first_difference};

mod difference;

const CASE: &str = "case_sensitive";
const SPACE: &str = "space_change_sensitive";
const ABSOLUTE: &str = "float_absolute_tolerance";
const RELATIVE: &str = "float_relative_tolerance";
/// A flag for both tolerances at once; as options they are written one by one.
const BOTH: &str = "float_tolerance";

/// The options: `case_sensitive` and `space_change_sensitive` (default `false`), and two tolerances.
/// With neither, there are no numbers; with one, the other does not count.
pub(super) const OPTIONS: &[&str] = &[CASE, SPACE, ABSOLUTE, RELATIVE];

#[derive(Debug)]
struct DefaultValidator {
    likeness: TokenEquality,
    space_change_sensitive: bool,
}

/// The checker with these options.
///
/// # Errors
/// [`BadOption`] for an option that it does not know, or a value that is none of it.
pub fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("default", OPTIONS, options)?;
    let absolute = options::tolerance(options, ABSOLUTE)?;
    let relative = options::tolerance(options, RELATIVE)?;
    let some = absolute.is_some() || relative.is_some();
    let tolerance = some.then_some(Tolerance { absolute, relative });
    let case_sensitive = options::flag(options, CASE)?.unwrap_or(false);
    let space_change_sensitive = options::flag(options, SPACE)?.unwrap_or(false);
    let likeness = TokenEquality { tolerance, case_sensitive };
    Ok(Box::new(DefaultValidator { likeness, space_change_sensitive }))
}

impl Checker for DefaultValidator {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let (output, answer) = (files.output, answer_of(files)?);
        let difference = if self.space_change_sensitive {
            first_difference(output, answer, &self.likeness)
        } else {
            first_parting(output, answer, &self.likeness).map(Difference::Tokens)
        };
        Ok(difference.map_or_else(same, |it| it.judge(&self.likeness, output, answer)))
    }
}

/// By whose rules flags are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flags {
    /// 2025-09: a tolerance that is set twice is an error.
    Strict,
    /// `legacy`: of a tolerance that is set twice, the last one holds. The flags of a group follow
    /// those of the package.
    Lenient,
}

/// A flag that the default output validator cannot take: the setter's fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadFlag {
    /// The flag as given.
    pub flag: String,
    /// What was expected.
    pub message: String,
}

impl fmt::Display for BadFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "flag {}: {}", quote(self.flag.as_bytes()), self.message)
    }
}

impl std::error::Error for BadFlag {}

/// The options of the checker `default` for a package's flags, and findings on them: one sentence for
/// each that is not as it should be. A tolerance is a number as in outputs, 0 or more, in a flag of
/// its own.
///
/// # Errors
/// [`BadFlag`] for an unknown flag, a tolerance that is missing or not such a number, and by strict
/// rules for one that was set before.
pub fn options(flags: &[String], rules: Flags) -> Result<(Options, Vec<String>), BadFlag> {
    let mut options = Options::new();
    let mut findings = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let tolerances: &[&str] = match flag.as_str() {
            CASE | SPACE => {
                options.insert(flag.clone(), OptionValue::Bool(true));
                continue;
            }
            BOTH => &[ABSOLUTE, RELATIVE],
            ABSOLUTE => &[ABSOLUTE],
            RELATIVE => &[RELATIVE],
            _ => return Err(unknown(flag)),
        };
        let value = tolerance(flag, flags.next())?;
        let again = tolerances.iter().any(|&name| options.contains_key(name));
        options
            .extend(tolerances.iter().map(|&name| (name.to_owned(), OptionValue::Number(value))));
        match rules {
            Flags::Strict if again => {
                return Err(bad(
                    flag,
                    "the tolerance is already set by an earlier flag".to_owned(),
                ));
            }
            Flags::Lenient if again => {
                let value = format!("the last value, {value:?}, is used");
                findings.push(format!("flag `{flag}`: already set by an earlier flag; {value}"));
            }
            Flags::Strict | Flags::Lenient => {}
        }
    }
    Ok((options, findings))
}

/// The value behind the flag.
fn tolerance(flag: &str, value: Option<&String>) -> Result<f64, BadFlag> {
    let read = value.and_then(|value| decimal(value.as_bytes())).filter(|&value| value >= 0.0);
    read.ok_or_else(|| {
        let found = value.map_or("nothing".to_owned(), |value| quote(value.as_bytes()));
        bad(flag, format!("expected a number after it, 0 or more, found {found}"))
    })
}

fn unknown(flag: &str) -> BadFlag {
    bad(flag, options::unknown("default", &[CASE, SPACE, ABSOLUTE, RELATIVE, BOTH], flag))
}

fn bad(flag: &str, message: String) -> BadFlag {
    BadFlag { flag: flag.to_owned(), message }
}
