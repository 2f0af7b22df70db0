//! Checkers and validators as the judge uses them: in process by name, or programs of the package by
//! protocol.

use std::fmt;

use jury_checkers::drawing::{Draw, Drawing};
use jury_checkers::{BadOption, Bound, Files, Invalid, Options, Puzzle};

use crate::problem::ValidatorTerms;
use crate::sandbox::SandboxError;

mod all_of;
pub(crate) mod beside;
mod default_validator;
mod external;
mod grader;
mod interactor;
mod manager;
mod protocol;
mod static_validator;
mod terms;

pub use all_of::AllOf;
pub use default_validator::DefaultValidator;
pub use external::{External, Start};
pub use grader::GroupGrader;
pub use interactor::{Interaction, Interactor};
pub use static_validator::StaticValidator;
pub use terms::{CaseScores, Decision, NextPass, Pass, Terms};

/// Decides the outputs of one problem.
pub trait Checker: Send + Sync + fmt::Debug {
    /// Judges `files.output` of a case on these terms.
    ///
    /// # Errors
    /// Never for anything that the contestant's program did.
    fn check(&self, files: &Files<'_>, terms: &Terms<'_>) -> Result<Decision, PartFailure>;
}

/// Decides the inputs of one problem.
pub trait Validator: Send + Sync + fmt::Debug {
    /// Where and why the input is not valid on the terms of its case, which are for programs: in process there
    /// are none. `None` when it is valid.
    ///
    /// # Errors
    /// When the validator itself gave no answer.
    fn validate(
        &self,
        input: &[u8],
        terms: ValidatorTerms<'_>,
    ) -> Result<Option<Invalid>, PartFailure>;

    /// What may vary in an input, and within which bounds; `None` when that is not known.
    fn bounds(&self) -> Option<&'static [Bound]> {
        None
    }
}

/// Why a part of the package gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum PartFailure {
    /// The setter's: the part broke, or a file of the jury's is not what it needs.
    #[error("{0}")]
    Setter(String),
    /// Ours or the machine's.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// The shipped checker of this name, with these options.
///
/// # Errors
/// [`BadOption`] when the name or an option is unknown; loading a problem has already seen to both.
pub fn checker(name: &str, options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    let entry = jury_checkers::checker(name).ok_or_else(|| BadOption {
        option: "name".to_owned(),
        message: format!("there is no checker `{name}`"),
    })?;
    Ok(Box::new(InProcess((entry.build)(options)?)))
}

/// The validator of this name.
pub fn validator(name: &str) -> Option<Box<dyn Validator>> {
    Some(Box::new(*jury_checkers::puzzle(name)?))
}

/// What proposes smaller inputs for the validator of this name, where something does.
pub fn smaller(validator: &str) -> Option<jury_checkers::Smaller> {
    Some(jury_checkers::puzzle(validator)?.smaller)
}

/// Draws the cases of one problem.
#[derive(Debug, Clone)]
pub struct Drawer {
    draw: Draw,
    options: Options,
}

/// What draws the cases of the checker of this name, where something does.
pub fn drawer(checker: &str, options: &Options) -> Option<Drawer> {
    let puzzle = jury_checkers::puzzle(checker)?;
    Some(Drawer { draw: puzzle.draw, options: options.clone() })
}

impl Drawer {
    /// The drawing of a case with one output; `None` where the files give nothing to draw.
    pub fn draw(&self, files: &Files<'_>) -> Option<Drawing> {
        (self.draw)(files, &self.options)
    }
}

/// Whether this checker compares with the jury's answer; without one, many outputs are right.
pub fn needs_answer(name: &str) -> bool {
    jury_checkers::checker(name).is_some_and(|entry| entry.needs_answer)
}

/// Stands for the checker where an interactor decides.
#[derive(Debug)]
pub struct Interactive;

impl Checker for Interactive {
    fn check(&self, _: &Files<'_>, _: &Terms<'_>) -> Result<Decision, PartFailure> {
        let why = "the problem is interactive: its interactor judges a submission while it runs, \
             so an output alone cannot be checked";
        Err(PartFailure::Setter(why.into()))
    }
}

/// A checker of `jury_checkers`.
#[derive(Debug)]
struct InProcess(Box<dyn jury_checkers::Checker>);

impl Checker for InProcess {
    /// Arguments are for programs, and loading refuses them for others.
    fn check(&self, files: &Files<'_>, _: &Terms<'_>) -> Result<Decision, PartFailure> {
        let judgement = self.0.check(files);
        judgement.map(Decision::from).map_err(|fault| PartFailure::Setter(fault.to_string()))
    }
}

impl Validator for Puzzle {
    fn validate(
        &self,
        input: &[u8],
        terms: ValidatorTerms<'_>,
    ) -> Result<Option<Invalid>, PartFailure> {
        debug_assert!(terms.arguments.is_empty(), "loading refuses them");
        Ok((self.validate)(input).err())
    }

    fn bounds(&self) -> Option<&'static [Bound]> {
        Some(self.bounds)
    }
}
