//! The kill matrix of a package: every jury submission on every case, and what that says of the
//! cases. Pure: made from outcomes, inputs and answers that others have read.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use jury_checkers::Bound;
use serde::{Deserialize, Serialize};

use crate::json::nullable;
use crate::problem::group::is_sample;
use crate::problem::{Case, Expected};
use crate::verdict::Verdict;
use crate::visible::as_text;

use super::{Grade, Outcome};

/// Every jury submission on every case, and what the cases reach.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// The cases, in package order.
    pub cases: Vec<MatrixCase>,
    /// The reference, then the jury submissions that build, in package order.
    pub trials: Vec<Trial>,
    /// How far the inputs reach into the validator's bounds; `None` when the bounds are not known.
    #[serde(deserialize_with = "nullable")]
    pub bounds: Option<Vec<BoundReached>>,
    /// Groups of two cases or more whose answers are all the same; `None` where answers are not
    /// looked at.
    #[serde(deserialize_with = "nullable")]
    pub equal_answers: Option<Vec<String>>,
}

/// A case, as a row of the matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatrixCase {
    /// Its name: `secret/007`.
    pub name: String,
    /// Its group: `secret`.
    pub group: String,
}

/// One submission on every case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// Its path below the folder of submissions, or `reference`.
    #[serde(serialize_with = "as_text")]
    pub path: PathBuf,
    /// What it may get.
    pub expected: Expected,
    /// One run a case, in package order.
    pub runs: Vec<TrialRun>,
}

/// One submission on one case.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialRun {
    /// The verdict.
    pub verdict: Verdict,
    /// CPU time as a share of the limit, language factor included.
    pub share: f64,
    /// Whether the run was stopped, so that its true share may be more.
    pub stopped: bool,
}

/// How far the cases reach into a bound of the validator. Samples do not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoundReached {
    /// The quantity: `N`.
    pub quantity: Cow<'static, str>,
    /// The smallest value permitted.
    pub least: u64,
    /// The greatest value permitted, if there is a bound.
    #[serde(deserialize_with = "nullable")]
    pub greatest: Option<u64>,
    /// The smallest and the greatest value there are; `None` when there are none at all.
    #[serde(deserialize_with = "nullable")]
    pub seen: Option<(u64, u64)>,
    /// Cases that hold the smallest value permitted, as indices.
    pub at_least: Vec<usize>,
    /// Cases that hold the greatest value permitted, as indices.
    pub at_greatest: Vec<usize>,
}

/// How near a submission came to its time limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margin<'a> {
    /// The submission.
    pub trial: &'a Trial,
    /// The case, as an index.
    pub case: usize,
    /// What it used there.
    pub run: TrialRun,
}

impl Matrix {
    /// The matrix of these cases, without any trial yet.
    pub fn new(cases: &[Case]) -> Self {
        let named = |case: &Case| MatrixCase { name: case.name.clone(), group: case.group.clone() };
        Self { cases: cases.iter().map(named).collect(), ..Self::default() }
    }

    /// Whether every submission has a run for each case, and nothing names a case that there is not: a
    /// matrix that was read may say anything.
    pub fn is_sound(&self) -> bool {
        let cases = self.cases.len();
        let reached = self.bounds.iter().flatten();
        let named = reached.flat_map(|bound| bound.at_least.iter().chain(&bound.at_greatest));
        self.trials.iter().all(|trial| trial.runs.len() == cases)
            && named.into_iter().all(|&case| case < cases)
    }

    /// Adds a submission that ran on all cases.
    pub fn add(&mut self, path: PathBuf, expected: Expected, grade: &Grade) {
        let runs = grade.outcomes.iter().map(TrialRun::from).collect();
        self.trials.push(Trial { path, expected, runs });
    }

    /// Submissions that must fail.
    pub fn wrong(&self) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter(|trial| trial.expected.must_fail())
    }

    /// How many wrong submissions a case catches.
    pub fn catches(&self, case: usize) -> usize {
        self.wrong().filter(|trial| trial.runs[case].failed()).count()
    }

    /// The cases, samples aside, that catch a submission, as indices.
    pub fn caught_by(&self, trial: &Trial) -> Vec<usize> {
        self.secret().filter(|&case| trial.runs[case].failed()).collect()
    }

    /// Wrong submissions that just so many cases catch, samples aside.
    pub fn caught_by_just(&self, cases: usize) -> Vec<&Trial> {
        self.wrong().filter(|trial| self.caught_by(trial).len() == cases).collect()
    }

    /// Cases, samples aside, that catch nothing, as indices.
    pub fn idle(&self) -> Vec<usize> {
        self.secret().filter(|&case| self.catches(case) == 0).collect()
    }

    /// Quantities, with the bound that this case alone reaches.
    pub fn holds_alone(&self, case: usize) -> Vec<(&str, u64)> {
        let mut held = Vec::new();
        for reach in self.bounds.iter().flatten() {
            if reach.at_least == [case] {
                held.push((&*reach.quantity, reach.least));
            }
            if reach.at_greatest == [case] {
                held.extend(reach.greatest.map(|greatest| (&*reach.quantity, greatest)));
            }
        }
        held
    }

    /// The greatest share of a time limit that a submission used which must be accepted.
    pub fn slowest_accepted(&self) -> Option<Margin<'_>> {
        let accepted = self.trials.iter().filter(|trial| trial.expected == Verdict::Accepted);
        accepted
            .filter_map(slowest)
            .max_by(|left, right| left.run.share.total_cmp(&right.run.share))
    }

    /// Of the submissions that must be too slow, the one that is least so: what it used where it
    /// used most.
    pub fn fastest_too_slow(&self) -> Option<Margin<'_>> {
        let slow = self.trials.iter().filter(|trial| trial.expected == Verdict::TimeLimit);
        slow.filter_map(slowest).min_by(|left, right| left.run.share.total_cmp(&right.run.share))
    }

    fn secret(&self) -> impl Iterator<Item = usize> {
        (0..self.cases.len()).filter(|&case| !is_sample(&self.cases[case].group))
    }
}

fn slowest(trial: &Trial) -> Option<Margin<'_>> {
    let runs = trial.runs.iter().copied().enumerate();
    runs.max_by(|(_, left), (_, right)| left.share.total_cmp(&right.share))
        .map(|(case, run)| Margin { trial, case, run })
}

impl TrialRun {
    /// Whether the case ran and was not accepted.
    pub fn failed(&self) -> bool {
        !matches!(self.verdict, Verdict::Accepted | Verdict::Skipped)
    }
}

impl From<&Outcome> for TrialRun {
    fn from(outcome: &Outcome) -> Self {
        let run = outcome.measured;
        let share = run.map_or(0.0, |run| {
            run.cpu.div_duration_f64(run.limits.cpu.max(Duration::from_nanos(1)))
        });
        let ended = run.is_some_and(|run| run.exit_code.is_some() || run.signal.is_some());
        Self { verdict: outcome.verdict, share, stopped: run.is_some() && !ended }
    }
}

impl BoundReached {
    /// How far these inputs reach; each with the index of its case.
    pub fn of(bound: &Bound, inputs: &[(usize, Vec<u8>)]) -> Self {
        let mut reach = Self {
            quantity: bound.quantity.into(),
            least: bound.least,
            greatest: bound.greatest,
            seen: None,
            at_least: Vec::new(),
            at_greatest: Vec::new(),
        };
        for (case, input) in inputs {
            let values = (bound.values)(input);
            for &value in &values {
                let (low, high) = reach.seen.unwrap_or((value, value));
                reach.seen = Some((low.min(value), high.max(value)));
            }
            if values.contains(&bound.least) {
                reach.at_least.push(*case);
            }
            if bound.greatest.is_some_and(|greatest| values.contains(&greatest)) {
                reach.at_greatest.push(*case);
            }
        }
        reach
    }

    /// Bounds that no case reaches.
    pub fn missing(&self) -> Vec<u64> {
        let least = Some(self.least).filter(|_| self.at_least.is_empty());
        let greatest = self.greatest.filter(|_| self.at_greatest.is_empty());
        least.into_iter().chain(greatest).collect()
    }
}

/// Groups of two answers or more that are all the same, blanks aside; from (group, answer) in
/// package order.
pub fn equal_groups(answers: &[(String, Vec<u8>)]) -> Vec<String> {
    let words = |text: &[u8]| -> Vec<Vec<u8>> {
        text.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).map(<[u8]>::to_vec).collect()
    };
    answers
        .chunk_by(|left, right| left.0 == right.0)
        .filter(|group| {
            let first = words(&group[0].1);
            group.len() > 1 && group.iter().all(|(_, answer)| words(answer) == first)
        })
        .map(|group| group[0].0.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::case::measured;
    use crate::limits::Limits;
    use crate::sandbox::{Ending, Limit, Run};
    use Verdict::{Accepted as A, TimeLimit as T, WrongAnswer as W};

    fn skipped() -> Outcome {
        Outcome::skipped(&Case::of("secret/1"), "")
    }

    fn trial(path: &str, expected: Verdict, runs: &[(Verdict, f64)]) -> Trial {
        let run =
            |&(verdict, share): &(Verdict, f64)| TrialRun { verdict, share, stopped: share > 1.5 };
        Trial { path: path.into(), expected: expected.into(), runs: runs.iter().map(run).collect() }
    }

    fn matrix() -> Matrix {
        let case = |name: &str| MatrixCase {
            name: name.to_owned(),
            group: name.split('/').next().unwrap_or_default().to_owned(),
        };
        Matrix {
            cases: ["sample/1", "secret/1", "secret/2", "secret/3"].map(case).to_vec(),
            trials: vec![
                trial("reference", A, &[(A, 0.1), (A, 0.2), (A, 0.1), (A, 0.1)]),
                trial("accepted/a", A, &[(A, 0.1), (A, 0.1), (A, 0.4), (A, 0.1)]),
                trial("wrong_answer/b", W, &[(W, 0.1), (W, 0.1), (A, 0.1), (A, 0.1)]),
                trial("wrong_answer/c", W, &[(A, 0.1), (W, 0.1), (W, 0.9), (A, 0.1)]),
                trial("time_limit_exceeded/d", T, &[(A, 0.1), (T, 1.6), (A, 0.9), (A, 0.1)]),
                trial("time_limit_exceeded/e", T, &[(A, 0.1), (T, 1.2), (T, 1.4), (A, 0.1)]),
                trial("wrong_answer/f", W, &[(W, 0.1), (A, 0.1), (A, 0.1), (A, 0.1)]),
            ],
            ..Matrix::default()
        }
    }

    fn names(trials: &[&Trial]) -> Vec<String> {
        trials.iter().map(|trial| trial.path.display().to_string()).collect()
    }

    #[test]
    fn samples_do_not_count_as_catching() {
        let matrix = matrix();
        assert_eq!([0, 1, 2, 3].map(|case| matrix.catches(case)), [2, 4, 2, 0]);
        assert_eq!(matrix.idle(), [3]);
        assert_eq!(names(&matrix.caught_by_just(0)), ["wrong_answer/f"]);
        assert_eq!(names(&matrix.caught_by_just(1)), ["wrong_answer/b", "time_limit_exceeded/d"]);
    }

    #[test]
    fn margins_are_the_nearest_to_the_limit_on_each_side() {
        let matrix = matrix();
        let slow = matrix.slowest_accepted().expect("one");
        assert_eq!((slow.trial.path.to_str(), slow.case), (Some("accepted/a"), 2));
        let fast = matrix.fastest_too_slow().expect("one");
        assert_eq!((fast.trial.path.to_str(), fast.case), (Some("time_limit_exceeded/e"), 2));
        assert!(!fast.run.stopped);
        assert_eq!(Matrix::default().slowest_accepted(), None);
    }

    #[test]
    fn bounds_tell_who_reaches_them() {
        let bound = Bound {
            quantity: "N",
            least: 1,
            greatest: Some(9),
            values: |input| input.iter().map(|&digit| u64::from(digit - b'0')).collect(),
        };
        let reach = |inputs: &[&str]| {
            let inputs: Vec<_> = inputs.iter().map(|text| text.as_bytes().to_vec()).collect();
            BoundReached::of(&bound, &inputs.into_iter().enumerate().collect::<Vec<_>>())
        };
        let all = reach(&["35", "14", "9"]);
        assert_eq!((all.seen, all.missing()), (Some((1, 9)), vec![]));
        assert_eq!((&all.at_least[..], &all.at_greatest[..]), (&[1][..], &[2][..]));
        let matrix = Matrix { bounds: Some(vec![all]), ..matrix() };
        assert_eq!(matrix.holds_alone(2), [("N", 9)]);
        assert_eq!(matrix.holds_alone(0), []);
        let some = reach(&["35"]);
        assert_eq!((some.seen, some.missing()), (Some((3, 5)), vec![1, 9]));
        assert_eq!(reach(&[]).seen, None);
    }

    #[test]
    fn groups_of_equal_answers_are_named() {
        let answers = [("a", "1\n"), ("a", " 1"), ("b", "1"), ("c", "1 2"), ("c", "12")];
        let answers = answers.map(|(group, text)| (group.to_owned(), text.as_bytes().to_vec()));
        assert_eq!(equal_groups(&answers), ["a"]);
    }

    #[test]
    fn a_matrix_that_was_read_has_a_run_for_each_case_and_no_others() {
        let reach = |at_least: &[usize], at_greatest: &[usize]| BoundReached {
            quantity: "N".into(),
            least: 1,
            greatest: Some(9),
            seen: None,
            at_least: at_least.to_vec(),
            at_greatest: at_greatest.to_vec(),
        };
        let is_sound = |bound| Matrix { bounds: Some(vec![bound]), ..matrix() }.is_sound();
        assert!(matrix().is_sound());
        assert!(is_sound(reach(&[0], &[3])));
        assert!(!is_sound(reach(&[4], &[])));
        assert!(!is_sound(reach(&[], &[1, 5])));
        let mut short = matrix();
        short.trials[1].runs.pop();
        assert!(!short.is_sound());
    }

    #[test]
    fn a_run_was_stopped_that_neither_exited_nor_got_a_signal() {
        let limits = Limits { cpu: Duration::from_secs(2), ..Limits::default() };
        let of = |ending| {
            let run = Run { cpu: Duration::from_secs(1), ..Run::ended(ending) };
            let measured = Some(measured(&run, &limits, None));
            let outcome = Outcome { measured, ..skipped() };
            let TrialRun { share, stopped, .. } = TrialRun::from(&outcome);
            assert!((share - 0.5).abs() < 1e-9);
            stopped
        };
        assert!(!of(Ending::Exited(3)) && !of(Ending::Signalled(11)));
        assert!(of(Ending::Stopped(Limit::Cpu)));
        let not_run = TrialRun { verdict: Verdict::Skipped, share: 0.0, stopped: false };
        assert_eq!(TrialRun::from(&skipped()), not_run);
    }
}
