//! Proposing a time limit: which submissions are measured, and how far.

use std::collections::BTreeSet;

use super::super::failure::JudgeFailure;
use super::super::tools::Tools;
use super::measure::{Candidate, Stopwatch, Trial, fastest, slowest};
use super::proposal::{LanguageTimes, TimeProposal, least_limit};
use super::{CAP, UNKNOWN, patterns};
use crate::problem::{Problem, TimeBound, TimeLimit};

impl Tools<'_> {
    /// Measures the submissions that must pass and those that must be too slow.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub fn propose_time_limit(
        &self,
        problem: &Problem,
        step: &dyn Fn(&str),
    ) -> Result<TimeProposal, JudgeFailure> {
        let rule = problem.time_rule;
        let in_force = (problem.time_limit == TimeLimit::Stated).then_some(problem.limits.cpu);
        let mut not_run = Vec::new();
        let lower = self.bounded_by(problem, TimeBound::Lower, &mut not_run);
        let upper = self.bounded_by(problem, TimeBound::Upper, &mut not_run);

        let watch = Stopwatch::new(self, problem, step)?.under(CAP);
        let mut lower = watch.trials(&lower, TimeBound::Lower)?;
        for mut trials in by_language(&mut lower) {
            watch.settle_slowest(&mut trials, &|_| false)?;
        }
        let slowest = slowest(lower.iter().filter_map(|trial| watch.timed(trial)));
        let limit = slowest.map_or(UNKNOWN, |slowest| least_limit(slowest.time, &rule));
        // Whoever exceeds the greater of both by the factor is too slow enough.
        let enough = limit.max(in_force.unwrap_or_default()).mul_f64(rule.to_too_slow);

        let watch = watch.under(enough.min(CAP));
        let mut upper = watch.trials(&upper, TimeBound::Upper)?;
        for mut trials in by_language(&mut upper) {
            watch.settle_fastest(&mut trials)?;
        }
        let languages = languages(&watch, &lower, &upper);
        Ok(TimeProposal { slug: problem.slug.clone(), rule, in_force, languages, not_run })
    }

    /// The submissions whose times bound the limit on this side, and those that cannot be run here.
    fn bounded_by(
        &self,
        problem: &Problem,
        bound: TimeBound,
        not_run: &mut Vec<(String, String)>,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let mut take = |name: String, found: Result<Candidate, String>| match found {
            Ok(candidate) => candidates.push(candidate),
            Err(why) => not_run.push((name, why)),
        };
        if bound == TimeBound::Lower && problem.has_reference_of_its_own() {
            let found = self.reference(problem).map_err(|error| error.to_string());
            let name = "reference".to_owned();
            let about = vec![None];
            take(name.clone(), found.map(|submission| Candidate { name, submission, about }));
        }
        for kept in &problem.submissions {
            let about = patterns(problem, kept, bound);
            // All that must pass must; of what must be too slow, each rule bounds the limit by its own cases.
            let together = match bound {
                TimeBound::Lower => vec![about],
                _ => about.into_iter().map(|about| vec![about]).collect(),
            };
            for about in together.into_iter().filter(|about| !about.is_empty()) {
                let name = super::below_submissions(problem, kept).display().to_string();
                take(name, self.candidate(problem, kept, about));
            }
        }
        candidates
    }
}

/// Those in each language together.
fn by_language(trials: &mut [Trial]) -> Vec<Vec<&mut Trial>> {
    let names: BTreeSet<String> = trials.iter().map(|trial| trial.language().to_owned()).collect();
    let mut groups: Vec<(String, Vec<&mut Trial>)> =
        names.into_iter().map(|name| (name, Vec::new())).collect();
    for trial in trials {
        if let Some((_, group)) = groups.iter_mut().find(|(name, _)| name == trial.language()) {
            group.push(trial);
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn languages(watch: &Stopwatch<'_>, lower: &[Trial], upper: &[Trial]) -> Vec<LanguageTimes> {
    let names: BTreeSet<&str> = lower.iter().chain(upper).map(Trial::language).collect();
    let times = |language: &str| {
        let of = |trials| {
            let trials: &[Trial] = trials;
            let own = trials.iter().filter(|trial| trial.language() == language);
            own.filter_map(|trial| watch.timed(trial)).collect::<Vec<_>>().into_iter()
        };
        LanguageTimes {
            language: language.to_owned(),
            slowest: slowest(of(lower)),
            fastest: fastest(of(upper)),
        }
    };
    names.into_iter().map(times).collect()
}
