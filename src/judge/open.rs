//! What one worker has open while it runs several programs in turn.

use std::path::PathBuf;

use crate::submission::Program;

use super::{JudgeFailure, Runner, Tools};

/// A worker's place to run, opened anew when another program comes.
#[derive(Default)]
pub(super) struct Open(Option<(Opened, Box<dyn Runner>)>);

/// What tells programs apart: the source, and what was built of it.
type Opened = (PathBuf, Option<PathBuf>);

impl Open {
    /// A runner of this program.
    pub(super) fn runner_of(
        &mut self,
        tools: &Tools<'_>,
        program: &Program,
    ) -> Result<&mut dyn Runner, JudgeFailure> {
        let wanted = (program.submission.path.clone(), program.view.program.clone());
        let fits = |(opened, _): &(Opened, _)| *opened == wanted;
        if !self.0.as_ref().is_some_and(fits) {
            self.0 = None;
        }
        let runner = match self.0.take() {
            Some((_, runner)) => runner,
            None => tools.open(program)?,
        };
        Ok(self.0.insert((wanted, runner)).1.as_mut())
    }
}
