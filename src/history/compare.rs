//! Comparing two saved grades case by case: pure.

use std::collections::HashMap;

use super::CaseEntry;
use super::paired::Paired;

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
    /// What is compared, in both; none where one of them was not run.
    pub values: Option<(f64, f64)>,
}

/// Two grades, case by case.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison<'a> {
    /// What is compared: scores, where both grades have them.
    pub measure: Measure,
    /// The cases that both have, in the order of the first.
    pub pairs: Vec<Pair<'a>>,
    /// The differences, second minus first, over the pairs that have values.
    pub paired: Paired,
}

impl<'a> Comparison<'a> {
    /// Of these cases of two grades. Cases are the same where their names are.
    pub fn of(measure: Measure, first: &'a [CaseEntry], second: &'a [CaseEntry]) -> Self {
        let named: HashMap<&str, &CaseEntry> =
            second.iter().map(|case| (case.case.as_str(), case)).collect();
        let value = |case: &CaseEntry| match measure {
            // A case that was not run because of another one scores like the one that failed.
            Measure::Score => Some(case.score.unwrap_or_default()),
            Measure::CpuSeconds => case.cpu_seconds,
        };
        let pair = |first: &'a CaseEntry| {
            let second = *named.get(first.case.as_str())?;
            Some(Pair { first, second, values: value(first).zip(value(second)) })
        };
        let pairs: Vec<_> = first.iter().filter_map(pair).collect();
        let values: Vec<_> = pairs.iter().filter_map(|pair| pair.values).collect();
        Self { measure, pairs, paired: Paired::of(&values) }
    }

    /// The pairs that differ in verdict or score, those with another verdict first, then by how much.
    pub fn different(&self) -> Vec<&Pair<'a>> {
        let by =
            |pair: &Pair<'_>| pair.values.map_or(0.0, |(first, second)| (second - first).abs());
        let other_verdict = |pair: &Pair<'_>| pair.first.verdict != pair.second.verdict;
        let other_score = |pair: &Pair<'_>| self.measure == Measure::Score && by(pair) > 0.0;
        let mut different: Vec<_> =
            self.pairs.iter().filter(|pair| other_verdict(pair) || other_score(pair)).collect();
        different.sort_by(|left, right| {
            let verdicts = other_verdict(right).cmp(&other_verdict(left));
            verdicts.then(by(right).total_cmp(&by(left)))
        });
        different
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict;

    fn case(name: &str, verdict: Verdict, score: Option<f64>, cpu: Option<f64>) -> CaseEntry {
        CaseEntry { case: name.into(), verdict, score, cpu_seconds: cpu, message: String::new() }
    }

    #[test]
    fn cases_that_both_have_are_paired() {
        use Verdict::{Accepted, Skipped, WrongAnswer};
        let first = [
            case("1", Accepted, Some(1.0), Some(0.1)),
            case("2", Accepted, Some(2.0), Some(0.1)),
            case("3", WrongAnswer, Some(0.0), Some(0.1)),
            case("4", Skipped, None, None),
        ];
        let second = [
            case("4", Accepted, Some(0.5), Some(0.3)),
            case("2", Accepted, Some(5.0), Some(0.2)),
            case("1", Accepted, Some(1.0), Some(0.1)),
        ];
        let scores = Comparison::of(Measure::Score, &first, &second);
        assert_eq!((scores.paired.pairs, scores.paired.greater, scores.paired.less), (3, 2, 0));
        let names = |comparison: &Comparison<'_>| {
            comparison.different().iter().map(|p| p.first.case.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&scores), ["4", "2"]);
        let times = Comparison::of(Measure::CpuSeconds, &first, &second);
        assert_eq!((times.paired.pairs, times.paired.greater), (2, 1));
        assert_eq!(names(&times), ["4"], "times differ always");
    }
}
