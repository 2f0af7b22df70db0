//! Folding parts of grades to one report, which is that of one machine, in the order of the plan.

use super::Plan;
use super::grade::{GradeWork, SkippedUnit};
use super::part::{Part, Results, are_equal};
use super::taken::Taken;
use super::units::{missing, units_of};
use crate::report::document::{Document, NotGraded, Submission};
use crate::report::join::{NotOneProblem, join};

/// How much faster one machine may be than another before times near a limit are doubted: as far as
/// runs near a limit are repeated anyway.
const USUAL_SPREAD: f64 = 1.1;

/// Probes shorter than this, in seconds, differ from run to run on one machine.
const SHORTEST_PROBE: f64 = 0.1;

/// The most that is told of machines that differ.
const MOST_NOTES: usize = 30;

/// Takes parts in any order.
#[derive(Debug)]
pub struct GradeMerger<'a> {
    plan: &'a Plan,
    work: &'a GradeWork,
    /// By unit, what came of it.
    done: Vec<Option<Done>>,
    /// The parts' reports, without their submissions.
    reports: Vec<Document>,
    taken: Taken,
    probes: Vec<f64>,
}

/// What came of a unit.
#[derive(Debug)]
struct Done {
    submission: Submission,
    /// The part's file and machine.
    place: String,
}

/// How the report calls things, where it is read.
#[derive(Clone, Copy)]
pub struct Naming<'a> {
    /// A submission of the plan.
    pub path: &'a dyn Fn(&str) -> String,
    /// The command that grades the submission of this name.
    pub command: &'a dyn Fn(&str) -> String,
    /// A file of the problem.
    pub file: &'a dyn Fn(&str) -> String,
}

/// What came of all parts.
#[derive(Debug)]
pub struct Merged {
    /// The report of all units that were done; none where there is no part.
    pub report: Option<Document>,
    /// The shards that are missing, in increasing order.
    pub missing: Vec<u32>,
    /// What parts contradict each other in, or the plan, in words.
    pub at_odds: Vec<String>,
    /// What a reader should know of the machines, in words.
    pub notes: Vec<String>,
}

impl<'a> GradeMerger<'a> {
    /// For parts of this plan, whose work is this.
    pub fn new(plan: &'a Plan, work: &'a GradeWork) -> Self {
        Self {
            plan,
            work,
            done: work.units.iter().map(|_| None).collect(),
            reports: Vec::new(),
            taken: Taken::new(&plan.toolchains),
            probes: Vec::new(),
        }
    }

    /// Takes a part of the plan, which this file holds. Of equal results the faster one counts, since load
    /// can only add to a time.
    pub fn take(&mut self, part: Part, file: &str) {
        let Results::Grade(mut report) = part.results else { return };
        let place = self.taken.part(file, &part.machine, &report.isolation);
        self.probes.extend(part.probe.iter().flat_map(|probe| [probe.before, probe.after]));
        let submissions = std::mem::take(&mut report.submissions);
        self.reports.push(*report);
        for (unit, submission) in units_of(&self.work.units, part.shard).zip(submissions) {
            let Some(done) = self.done.get_mut(unit.number as usize - 1) else { continue };
            match done {
                Some(known) if !are_equal(&known.submission, &submission) => {
                    let words = |at: &str, one: &Submission| format!("{} in {at}", one.verdict);
                    let first = words(&known.place, &known.submission);
                    let second = words(&place, &submission);
                    let path = &unit.submission;
                    self.taken.at_odds.push(format!("{path}: parts differ: {first}, {second}"));
                }
                Some(known) if cpu(&known.submission) <= cpu(&submission) => {}
                _ => *done = Some(Done { submission, place: place.clone() }),
            }
        }
    }

    /// The shards that are missing, in increasing order.
    pub fn missing(&self) -> Vec<u32> {
        missing(&self.work.units, &self.done)
    }

    /// The report, with things called so.
    ///
    /// # Errors
    /// When parts are of different problems, which those of one plan are not.
    pub fn finish(self, naming: Naming<'_>) -> Result<Merged, NotOneProblem> {
        let missing = self.missing();
        let mut warnings: Vec<String> = Vec::new();
        let count = self.done.iter().filter(|done| done.is_none()).count();
        if count > 0 {
            let shards = super::ranges(missing.iter().copied());
            warnings.push(format!("{count} submissions are not graded: shards {shards}"));
        }
        let not_graded = self.work.skipped.iter().map(|SkippedUnit { path, why }| NotGraded {
            path: (naming.path)(path),
            message: why.clone(),
        });
        let not_graded = not_graded.collect();
        let mut notes = self.taken.machines.weaker();
        let submissions = self.done.into_iter().flatten().map(|done| done.submission);
        let submissions: Vec<_> = submissions.map(|one| named(one, naming)).collect();
        notes.extend(doubtful(&self.probes, &submissions));
        let report = if self.reports.is_empty() {
            None
        } else {
            let mut report = Document {
                submissions,
                not_graded,
                tool: self.plan.tool.clone(),
                ..join(self.reports)?
            };
            report.warnings.extend(warnings);
            Some(report)
        };
        Ok(Merged { report, missing, at_odds: self.taken.at_odds, notes })
    }
}

/// CPU seconds of all its runs.
fn cpu(submission: &Submission) -> f64 {
    submission.cases.iter().filter_map(|case| case.cpu_seconds).sum()
}

fn named(mut submission: Submission, naming: Naming<'_>) -> Submission {
    submission.path = (naming.path)(&submission.path);
    let command = (naming.command)(&submission.path);
    submission.set_command(&command);
    for file in submission.cases.iter_mut().filter_map(|case| case.input_file.as_mut()) {
        *file = (naming.file)(file);
    }
    submission
}

/// The runs whose verdict may hang on which machine they ran on, where machines differ that much.
fn doubtful(probes: &[f64], submissions: &[Submission]) -> Vec<String> {
    let least = probes.iter().copied().fold(f64::INFINITY, f64::min);
    let most = probes.iter().copied().fold(0.0, f64::max);
    let spread = most / least;
    if least < SHORTEST_PROBE || spread.is_nan() || spread <= USUAL_SPREAD {
        return Vec::new();
    }
    let mut notes = vec![format!(
        "the machines differ: the reference took {least:.3} to {most:.3} s of CPU time on the same case"
    )];
    let runs = submissions.iter().flat_map(|one| one.cases.iter().map(move |case| (one, case)));
    let near = runs.filter_map(|(submission, case)| {
        let (limit, cpu) = (case.limits.as_ref()?.cpu_seconds, case.cpu_seconds?);
        let window = limit / spread..=limit * spread;
        let words = "which may hang on the machine";
        let (path, case) = (&submission.path, &case.case);
        window
            .contains(&cpu)
            .then(|| format!("{path}: {case}: {cpu:.3} s of {limit:.3} s, {words}"))
    });
    notes.extend(near);
    let more = notes.len().saturating_sub(MOST_NOTES);
    if more > 0 {
        notes.truncate(MOST_NOTES);
        notes.push(format!("and {more} runs more that may hang on the machine"));
    }
    notes
}

#[cfg(test)]
mod tests;
