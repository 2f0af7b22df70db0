//! Rules over the cases of a submission, whoever states them.

use std::path::PathBuf;

use super::metadata::Metadata;
use crate::problem::{Expectation, ExpectationRule, Expected, TimeBound};
use crate::verdict::Verdict;
use crate::verdict::Verdict::{Accepted, PartialScore, RunTimeError, TimeLimit, WrongAnswer};

/// The folder of submissions.
pub(super) const FOLDER: &str = "submissions";

/// A submission as found, before anything is expected of it.
pub(super) struct Found<'a> {
    /// Its folder below `submissions`.
    pub(super) folder: &'a str,
    /// Its path below `submissions`, with `/`.
    pub(super) name: String,
    pub(super) path: PathBuf,
}

/// A rule over cases by the words of 2025-09; a partial score is an accepted case there.
pub(super) fn demand(
    about: Option<String>,
    permitted: &[Verdict],
    required: &[Verdict],
    origin: String,
    metadata: &Metadata,
) -> Option<ExpectationRule> {
    let family = |words: &[Verdict]| {
        let partial = metadata.kind.scoring && words.contains(&Accepted);
        let words: Vec<_> = words.iter().copied().chain(partial.then_some(PartialScore)).collect();
        Expected::family(&words)
    };
    let (permitted, required) = (family(permitted)?, family(required)?);
    let time_bound = time_bound(permitted, required);
    let (score, message) = (None, None);
    Some(ExpectationRule { about, permitted, required, score, message, time_bound, origin })
}

/// What the times on the cases of a rule say of the time limit (2025-09, "Timelimit inference").
pub(super) fn time_bound(permitted: Expected, required: Expected) -> TimeBound {
    let others = [Accepted, PartialScore, WrongAnswer, RunTimeError];
    if !permitted.permits(TimeLimit) {
        TimeBound::Lower
    } else if required.permits(TimeLimit) && !others.iter().any(|&other| required.permits(other)) {
        TimeBound::Upper
    } else {
        TimeBound::None
    }
}

/// An expectation of rules over cases. As a whole, a submission gets one of the verdicts that some rule
/// over all cases requires and all permit.
pub(super) fn rules(demands: Vec<ExpectationRule>) -> Expectation {
    let whole = || demands.iter().filter(|demand| demand.about.is_none());
    let may = |verdict: &Verdict| {
        whole()
            .all(|demand| demand.permitted.permits(*verdict) && demand.required.permits(*verdict))
    };
    let words = [Accepted, PartialScore, WrongAnswer, TimeLimit, RunTimeError];
    let words: Vec<Verdict> = words.into_iter().filter(may).collect();
    let verdicts = Expected::family(&words).filter(|_| whole().next().is_some());
    let verdicts = verdicts.unwrap_or_else(Expected::anything);
    Expectation { demands, ..verdicts.into() }
}
