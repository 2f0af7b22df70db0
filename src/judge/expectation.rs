//! Whether a grade is what is expected of a jury submission: pure. Says why not, and what a reader
//! should know even where it is.

use crate::problem::group::group_of;
use crate::problem::{Expectation, ExpectationRule, Expected, GroupExpectation, NamePattern};
use crate::score::Score;
use crate::verdict::Verdict;

use super::grade::Grade;
use super::outcome::Outcome;

mod mismatch;

pub use self::mismatch::{ExpectationNote, Mismatch};

/// The first thing in which a grade is not as expected. A verdict at the limits of a rule over cases
/// counts by 2025-09, "submissions.yaml": all permitted, one required at least.
pub fn mismatch(expectation: &Expectation, grade: &Grade) -> Option<Mismatch> {
    verdicts(expectation, grade)
        .or_else(|| expectation.groups.iter().find_map(|expected| group(expected, grade)))
        .or_else(|| {
            let (score, bounds) = (grade.score.as_ref()?, expectation.score.as_ref()?);
            out_of_bounds(None, score, bounds)
        })
        .or_else(|| {
            let (score, best) = (grade.score.as_ref()?, grade.best.as_ref()?);
            (expectation.short_of_best && score == best).then(|| Mismatch::Best(score.clone()))
        })
}

/// What a reader should know of it besides.
pub fn doubts(expectation: &Expectation, grade: &Grade) -> Vec<ExpectationNote> {
    if !is_judged(grade) {
        return Vec::new();
    }
    let mut doubts = Vec::new();
    if let Some(demand) = &expectation.or_cases {
        let is_permitted = expectation.verdicts.permits(grade.verdict);
        match Rule::new(demand, grade, NotRun::Nothing).mismatch() {
            Some(mismatch) if is_permitted => doubts.push(ExpectationNote::CasesDiffer(mismatch)),
            None if !is_permitted => doubts.push(ExpectationNote::VerdictDiffers {
                verdict: grade.verdict,
                case: grade.first_failure().map(|outcome| outcome.case.clone()),
                expected: expectation.verdicts,
            }),
            _ => {}
        }
    }
    for demand in &expectation.demands {
        doubts.extend(Rule::new(demand, grade, not_run(grade)).doubt());
    }
    let (expected, there) = (expectation.grades.len(), graded_groups(grade).count());
    if expected > 0 && expected != there {
        doubts.push(ExpectationNote::Grades { expected, groups: there });
    }
    doubts.extend(groups(expectation, grade));
    doubts
}

/// Whether there are cases to compare at all.
fn is_judged(grade: &Grade) -> bool {
    !matches!(grade.verdict, Verdict::JudgeError | Verdict::CompileError)
}

fn verdicts(expectation: &Expectation, grade: &Grade) -> Option<Mismatch> {
    let Expectation { verdicts: expected, demands, or_cases, .. } = expectation;
    let (verdict, expected) = (grade.verdict, *expected);
    let whole = || Mismatch::Verdict { verdict, expected };
    if verdict == Verdict::JudgeError || !is_judged(grade) && !demands.is_empty() {
        // Nothing is known of the submission, or of its cases. A verdict that alone is expected is meant.
        return (expected != verdict).then(whole);
    }
    if !demands.is_empty() {
        let mut rules = demands.iter().map(|demand| Rule::new(demand, grade, not_run(grade)));
        return rules.find_map(|rule| rule.mismatch());
    }
    let by_cases = or_cases.as_ref().filter(|_| is_judged(grade));
    let holds = |demand| Rule::new(demand, grade, NotRun::Nothing).mismatch().is_none();
    (!expected.permits(verdict) && !by_cases.is_some_and(holds)).then(whole)
}

/// What is known of cases that were not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NotRun {
    /// Nothing: they do not count.
    Nothing,
    /// They count as not accepted (2025-09, `require_pass`).
    Wrong,
    /// Nothing, as the judge stopped before them: they may be what is required.
    Anything,
}

/// Scored problems run all cases but those of groups that need others; else the first failure ends
/// judging.
fn not_run(grade: &Grade) -> NotRun {
    if grade.score.is_some() { NotRun::Wrong } else { NotRun::Anything }
}

/// A rule, held against the cases that it is about.
struct Rule<'a> {
    demand: &'a ExpectationRule,
    grade: &'a Grade,
    not_run: NotRun,
    cases: Vec<&'a Outcome>,
    pattern: Option<NamePattern>,
}

impl<'a> Rule<'a> {
    fn new(demand: &'a ExpectationRule, grade: &'a Grade, not_run: NotRun) -> Self {
        let about = demand.about.as_deref();
        // A pattern that is too large is about nothing.
        let pattern = about.map(|about| NamePattern::new(about).ok()).unwrap_or_default();
        let is_meant = |outcome: &&Outcome| match (&demand.about, &pattern) {
            (None, _) => true,
            (Some(_), pattern) => pattern.as_ref().is_some_and(|p| p.matches(&outcome.case)),
        };
        let cases = grade.outcomes.iter().filter(is_meant).collect();
        Self { demand, grade, not_run, cases, pattern }
    }

    fn mismatch(&self) -> Option<Mismatch> {
        self.not_permitted()
            .or_else(|| self.not_met())
            .or_else(|| self.score())
            .or_else(|| self.message())
    }

    fn not_permitted(&self) -> Option<Mismatch> {
        // What was not run broke no rule.
        let is_wrong = |outcome: &&&Outcome| {
            outcome.verdict != Verdict::Skipped && !permits(self.demand.permitted, outcome.verdict)
        };
        let outcome = self.cases.iter().find(is_wrong)?;
        let (case, origin) = (outcome.case.clone(), self.demand.origin.clone());
        Some(Mismatch::NotPermitted { case, verdict: outcome.verdict, origin })
    }

    fn not_met(&self) -> Option<Mismatch> {
        let ExpectationRule { required, about, origin, .. } = self.demand;
        let is_met = self.cases.is_empty() || self.is_met_by_run() || self.is_met_by_others();
        (!is_met).then(|| Mismatch::Required {
            required: *required,
            about: about.clone(),
            origin: origin.clone(),
        })
    }

    fn is_met_by_run(&self) -> bool {
        self.cases.iter().any(|outcome| permits(self.demand.required, outcome.verdict))
    }

    fn is_met_by_others(&self) -> bool {
        let mut cases = self.cases.iter();
        cases.any(|outcome| outcome.verdict == Verdict::Skipped)
            && match self.not_run {
                NotRun::Nothing => false,
                NotRun::Wrong => self.demand.required.permits(Verdict::WrongAnswer),
                NotRun::Anything => true,
            }
    }

    /// The score that it is about is the whole, or that of each group that the pattern fits.
    fn score(&self) -> Option<Mismatch> {
        let bounds = self.demand.score.as_ref()?;
        let Some(pattern) = &self.pattern else {
            return out_of_bounds(None, self.grade.score.as_ref()?, bounds);
        };
        let mut groups = self.grade.groups.iter().filter(|group| pattern.matches(&group.name));
        groups.find_map(|group| out_of_bounds(Some(&group.name), &group.score, bounds))
    }

    fn message(&self) -> Option<Mismatch> {
        let message = self.demand.message.as_ref()?;
        let is_there = self.cases.iter().any(|outcome| outcome.message.contains(message));
        let origin = self.demand.origin.clone();
        (!is_there).then(|| Mismatch::Message { message: message.clone(), origin })
    }

    fn doubt(&self) -> Option<ExpectationNote> {
        let origin = self.demand.origin.clone();
        if let Some(about) = self.demand.about.as_ref().filter(|_| self.cases.is_empty()) {
            return Some(ExpectationNote::Nothing { about: about.clone(), origin });
        }
        (!self.cases.is_empty() && !self.is_met_by_run() && self.is_met_by_others())
            .then_some(ExpectationNote::NotRun { origin })
    }
}

/// Whether a case may get this verdict: one that is right in part is accepted, as far as its verdict
/// goes.
fn permits(expected: Expected, verdict: Verdict) -> bool {
    let is_partial = verdict == Verdict::PartialScore;
    expected.permits(verdict) || is_partial && expected.permits(Verdict::Accepted)
}

/// Scores are compared to a millionth.
fn out_of_bounds(group: Option<&str>, score: &Score, bounds: &(Score, Score)) -> Option<Mismatch> {
    let millionth = Score::ratio(1, 1_000_000)?;
    let (least, greatest) = bounds;
    let is_below = Score::sum([score, &millionth]) < *least;
    let is_above = *score > Score::sum([greatest, &millionth]);
    (is_below || is_above).then(|| Mismatch::Score {
        group: group.map(str::to_owned),
        score: score.clone(),
        bounds: bounds.clone(),
    })
}

/// In what a group is not as expected. Of one that was not run, since one that it needs was not solved, nothing is
/// known but that it has no points.
fn group(expected: &GroupExpectation, grade: &Grade) -> Option<Mismatch> {
    let GroupExpectation { group: name, verdicts, points } = expected;
    let Some(found) = grade.groups.iter().find(|group| group.name == *name) else {
        return is_judged(grade).then(|| Mismatch::NoGroup(name.clone()));
    };
    if found.verdict != Verdict::Skipped && !verdicts.permits(found.verdict) {
        let (group, verdict, expected) = (name.clone(), found.verdict, *verdicts);
        return Some(Mismatch::GroupVerdict { group, verdict, expected });
    }
    let points = points.as_ref()?;
    out_of_bounds(Some(name), &found.score, &(points.clone(), points.clone()))
}

/// The groups directly in `secret`.
fn graded_groups(grade: &Grade) -> impl Iterator<Item = &super::GroupGrade> {
    grade.groups.iter().filter(|group| group_of(&group.name) == "secret")
}

/// Compared as far as both go; a group that was not run says nothing. No judge of the family goes by
/// this, and packages change their groups without it: so it is a doubt.
fn groups(expectation: &Expectation, grade: &Grade) -> Option<ExpectationNote> {
    let pairs = expectation.grades.iter().zip(graded_groups(grade));
    let differs = |(expected, group): &(&Expected, &super::GroupGrade)| {
        group.verdict != Verdict::Skipped && !permits(**expected, group.verdict)
    };
    let (expected, group) = pairs.into_iter().find(differs)?;
    let (name, verdict) = (group.name.clone(), group.verdict);
    Some(ExpectationNote::Group { group: name, verdict, expected: *expected })
}

#[cfg(test)]
mod tests;
