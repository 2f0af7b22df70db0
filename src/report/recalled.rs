//! What reports say of cases that were recalled and not run.

use std::time::Duration;

use crate::judge::RecalledRuns;
use crate::judge::verify::Proof;
use crate::ruling::seconds;

use super::document::{Case, Submission};

/// The longest time that is told: a saved report may say anything.
const MOST_SECONDS: f64 = 1e9;

/// `recalled: 69 runs, 12.345 s of wall time saved`; `None` where nothing was recalled.
pub(super) fn words(RecalledRuns { runs, time }: RecalledRuns) -> Option<String> {
    let plural = if runs == 1 { "" } else { "s" };
    (runs > 0)
        .then(|| format!("recalled: {runs} run{plural}, {} of wall time saved", seconds(time)))
}

/// The runs of a submission that were recalled.
pub(super) fn of(submission: &Submission) -> RecalledRuns {
    let is_run = |case: &&Case| case.recalled.is_some() && case.same_as.is_none();
    submission.cases.iter().filter(is_run).fold(RecalledRuns::default(), |sum, case| {
        let wall = case.wall_seconds.unwrap_or_default().clamp(0.0, MOST_SECONDS);
        sum.and(RecalledRuns { runs: 1, time: Duration::from_secs_f64(wall) })
    })
}

/// Those of all these packages.
pub(super) fn of_proofs(proofs: &[Proof]) -> RecalledRuns {
    proofs.iter().map(|proof| proof.recalled).fold(RecalledRuns::default(), RecalledRuns::and)
}

/// Those of all these submissions.
pub(super) fn of_all(submissions: &[Submission]) -> RecalledRuns {
    submissions.iter().map(of).fold(RecalledRuns::default(), RecalledRuns::and)
}
