//! Comparing two saved grades case by case: pure.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::paired::Paired;
use super::{CaseEntry, Saved};
use crate::verdict::Verdict;

/// CPU seconds that grades may differ by without any cause: they were measured at different times.
const GRAIN: f64 = 0.001;
/// The same as a share of the time itself, of grades of one command.
const SHARE: f64 = 0.02;
/// The same of grades of two commands: the machine may have been slower during one of them.
const SHARE_APART: f64 = 0.2;

/// When two grades were measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measured {
    /// By one command.
    Together,
    /// By two commands.
    Apart,
}

impl Measured {
    /// Of two grades: those of one command are saved at one time.
    pub fn of(first: &Saved, second: &Saved) -> Self {
        if first.at == second.at { Self::Together } else { Self::Apart }
    }

    /// By which share of a time it may differ without any cause.
    pub fn share(self) -> f64 {
        match self {
            Self::Together => SHARE,
            Self::Apart => SHARE_APART,
        }
    }
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Scores: more is better.
    Score,
    /// CPU seconds: less is better.
    CpuSeconds,
}

/// One case in both grades.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair<'a> {
    /// The case in the first grade.
    pub first: &'a CaseEntry,
    /// The same case in the second.
    pub second: &'a CaseEntry,
    /// What is compared, in both; for CPU times none unless both were accepted, since to fail fast is
    /// no progress.
    pub values: Option<(f64, f64)>,
}

/// Two grades, case by case.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison<'a> {
    /// What is compared: scores, where both grades have them.
    pub measure: Measure,
    /// When both were measured.
    pub measured: Measured,
    /// The cases that both have, in the order of the first.
    pub pairs: Vec<Pair<'a>>,
    /// The differences, second minus first, over the pairs that have values.
    pub paired: Paired,
}

impl<'a> Comparison<'a> {
    /// Of these cases of two grades. Cases are the same where their names are.
    pub fn of(
        measure: Measure,
        measured: Measured,
        first: &'a [CaseEntry],
        second: &'a [CaseEntry],
    ) -> Self {
        let named: HashMap<&str, &CaseEntry> =
            second.iter().map(|case| (case.case.as_str(), case)).collect();
        let value = |case: &CaseEntry| match measure {
            // A case that was not run because of another one scores like the one that failed.
            Measure::Score => Some(case.score.unwrap_or_default()),
            Measure::CpuSeconds => case.cpu_seconds.filter(|_| case.verdict == Verdict::Accepted),
        };
        let pair = |first: &'a CaseEntry| {
            let second = *named.get(first.case.as_str())?;
            Some(Pair { first, second, values: value(first).zip(value(second)) })
        };
        let pairs: Vec<_> = first.iter().filter_map(pair).collect();
        let values: Vec<_> = pairs.iter().filter_map(|pair| pair.values).collect();
        Self { measure, measured, pairs, paired: Paired::of(&values) }
    }

    /// The pairs without values.
    pub fn left_out(&self) -> usize {
        self.pairs.len() - self.paired.pairs
    }

    /// Mean differences below this have no meaning: for CPU times a millisecond or a share of the
    /// first grade's mean time, whichever is more.
    pub fn grain(&self) -> f64 {
        let times: Vec<f64> = self.pairs.iter().filter_map(|pair| Some(pair.values?.0)).collect();
        #[expect(clippy::cast_precision_loss, reason = "there are never so many cases")]
        let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
        match self.measure {
            Measure::Score => 0.0,
            Measure::CpuSeconds => GRAIN.max(self.measured.share() * mean),
        }
    }

    /// Whether the second grade is better (`Greater`) or worse; `Equal` where that cannot be told.
    pub fn told(&self) -> Ordering {
        if self.paired.mean.abs() < self.grain() {
            return Ordering::Equal;
        }
        match self.measure {
            Measure::Score => self.paired.told(),
            Measure::CpuSeconds => self.paired.told().reverse(),
        }
    }

    /// The pairs that differ in verdict or score: those with another verdict first, of these what was not
    /// run last, then by how much.
    pub fn different(&self) -> Vec<&Pair<'a>> {
        let by =
            |pair: &Pair<'_>| pair.values.map_or(0.0, |(first, second)| (second - first).abs());
        let other_verdict = |pair: &Pair<'_>| pair.first.verdict != pair.second.verdict;
        let skipped = |pair: &Pair<'_>| {
            [pair.first, pair.second].iter().any(|case| case.verdict == Verdict::Skipped)
        };
        let other_score = |pair: &Pair<'_>| self.measure == Measure::Score && by(pair) > 0.0;
        let mut different: Vec<_> =
            self.pairs.iter().filter(|pair| other_verdict(pair) || other_score(pair)).collect();
        different.sort_by(|left, right| {
            let verdicts = other_verdict(right).cmp(&other_verdict(left));
            let run = skipped(left).cmp(&skipped(right));
            verdicts.then(run).then(by(right).total_cmp(&by(left)))
        });
        different
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case_of(name: &str, verdict: Verdict, score: Option<f64>, cpu: Option<f64>) -> CaseEntry {
        CaseEntry { case: name.into(), verdict, score, cpu_seconds: cpu, message: String::new() }
    }

    #[test]
    fn times_are_told_apart_only_beyond_their_grain() {
        #[track_caller]
        fn case(measured: Measured, first: f64, second: f64, told: Ordering) {
            let grade = |cpu: f64| {
                let times = [cpu, cpu * 1.001, cpu * 0.999].into_iter().enumerate();
                times
                    .map(|(n, cpu)| case_of(&n.to_string(), Verdict::Accepted, None, Some(cpu)))
                    .collect::<Vec<_>>()
            };
            let (first, second) = (grade(first), grade(second));
            let times = Comparison::of(Measure::CpuSeconds, measured, &first, &second);
            assert_eq!(times.told(), told);
        }
        case(Measured::Together, 0.0020, 0.0019, Ordering::Equal);
        case(Measured::Together, 0.0020, 0.0005, Ordering::Greater);
        case(Measured::Together, 1.0, 1.01, Ordering::Equal);
        case(Measured::Together, 1.0, 1.05, Ordering::Less);
        case(Measured::Apart, 1.0, 1.15, Ordering::Equal);
        case(Measured::Apart, 1.0, 1.25, Ordering::Less);
    }

    #[test]
    fn who_fails_fast_is_not_faster() {
        let grade = |verdict, cpu| {
            let case = |name| case_of(name, Verdict::Accepted, None, Some(0.5));
            [case("1"), case("2"), case_of("3", verdict, None, Some(cpu))]
        };
        let slow = grade(Verdict::Accepted, 2.0);
        for failed in [Verdict::WrongAnswer, Verdict::RunTimeError, Verdict::TimeLimit] {
            let fails = grade(failed, 0.01);
            for (first, second) in [(&slow, &fails), (&fails, &slow), (&fails, &fails)] {
                let times = Comparison::of(Measure::CpuSeconds, Measured::Together, first, second);
                assert_eq!((times.paired.pairs, times.left_out()), (2, 1));
                assert_eq!((times.paired.mean, times.told()), (0.0, Ordering::Equal));
            }
        }
    }

    #[test]
    fn cases_that_both_have_are_paired() {
        use Verdict::{Accepted, Skipped, WrongAnswer};
        let first = [
            case_of("1", Accepted, Some(1.0), Some(0.1)),
            case_of("2", Accepted, Some(2.0), Some(0.1)),
            case_of("3", WrongAnswer, Some(0.0), Some(0.1)),
            case_of("4", Skipped, None, None),
        ];
        let second = [
            case_of("4", Accepted, Some(0.5), Some(0.3)),
            case_of("2", Accepted, Some(5.0), Some(0.2)),
            case_of("1", Accepted, Some(1.0), Some(0.1)),
        ];
        let scores = Comparison::of(Measure::Score, Measured::Together, &first, &second);
        assert_eq!((scores.paired.pairs, scores.paired.greater, scores.paired.less), (3, 2, 0));
        let names = |comparison: &Comparison<'_>| {
            comparison.different().iter().map(|p| p.first.case.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&scores), ["4", "2"]);
        let times = Comparison::of(Measure::CpuSeconds, Measured::Together, &first, &second);
        assert_eq!((times.paired.pairs, times.paired.greater), (2, 1));
        assert_eq!(names(&times), ["4"], "times differ always");
        let fails = [
            case_of("4", WrongAnswer, None, Some(0.1)),
            case_of("1", Skipped, None, None),
            case_of("2", WrongAnswer, None, Some(0.1)),
        ];
        let times = Comparison::of(Measure::CpuSeconds, Measured::Together, &first, &fails);
        assert_eq!(names(&times), ["2", "1", "4"], "what was not run comes last");
    }
}
