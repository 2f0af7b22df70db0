//! Static validators: programs of the package that look at the files of a submission and never run it
//! (2025-09, "Static validator"). They answer as output validators do.

use std::sync::Arc;

use super::PartFailure;
use super::external::External;
use super::protocol::STATIC_FEEDBACK;
use super::terms::{Decision, Terms};
use crate::sandbox::{BoxFile, Input, Job};

/// A static validator, ready to be asked, by any number of threads at once.
#[derive(Debug)]
pub struct StaticValidator(External);

impl StaticValidator {
    /// The program as a static validator.
    pub fn new(program: External) -> Self {
        Self(program)
    }

    /// What it decides on these terms of a submission in the language of this code, with this file or
    /// class to start and these files, of which copies stand in its working directory.
    ///
    /// # Errors
    /// The setter's, where the program fails or does not answer as the format has it.
    pub fn check(
        &self,
        language: &str,
        entry_point: &str,
        files: &Arc<[BoxFile]>,
        terms: &Terms<'_>,
    ) -> Result<Decision, PartFailure> {
        let Self(program) = self;
        let desk = program.desk(&[])?;
        let feedback = format!("/box/{}/", STATIC_FEEDBACK.folder.unwrap_or_default());
        let arguments = [language, entry_point, &feedback];
        let job = program.job(&arguments, terms, Input::Empty);
        let job = Job { files: Arc::clone(files), ..job };
        let finished = program.run(desk, job, Some(STATIC_FEEDBACK))?;
        let heard = program.heard(finished);
        let decision = program.decision(&heard, terms);
        decision.map_err(|why| PartFailure::Setter(program.fault(&why, &heard.errors)))
    }
}
