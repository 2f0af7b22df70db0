//! The order of saved grades by merit: pure.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;

use super::Saved;
use crate::verdict::Verdict;

/// Whose best grade counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Each submission by itself.
    Submission,
    /// The folder that a submission lies in: a student's, with all that was handed in.
    Folder,
}

impl By {
    fn key(self, submission: &str) -> &Path {
        let submission = Path::new(submission);
        let folder = submission.parent().filter(|folder| *folder != Path::new(""));
        match self {
            Self::Submission => submission,
            Self::Folder => folder.unwrap_or(submission),
        }
    }
}

/// The best grade of each submission or folder, the best first, and how many grades do not count because
/// they are on other cases than the newest one.
pub fn leaderboard(grades: &[Saved], by: By) -> (Vec<&Saved>, usize) {
    let Some(newest) = grades.iter().max_by_key(|saved| saved.number) else {
        return (Vec::new(), 0);
    };
    let same = |saved: &&Saved| saved.entry.data == newest.entry.data;
    let mut best: BTreeMap<&Path, &Saved> = BTreeMap::new();
    for saved in grades.iter().filter(same) {
        let place = best.entry(by.key(&saved.entry.submission)).or_insert(saved);
        if by_merit(saved, place) == Ordering::Less {
            *place = saved;
        }
    }
    let mut ranked: Vec<&Saved> = best.into_values().collect();
    ranked.sort_by(|left, right| by_merit(left, right));
    (ranked, grades.iter().filter(|saved| !same(saved)).count())
}

/// The better one first: by score, verdict, whether all cases were run, accepted cases, time, and
/// then the earlier one.
fn by_merit(left: &Saved, right: &Saved) -> Ordering {
    let number = |value: Option<f64>, none: f64| value.unwrap_or(none);
    let score = |saved: &Saved| number(saved.entry.score, f64::NEG_INFINITY);
    let cpu = |saved: &Saved| number(saved.entry.cpu_seconds, f64::INFINITY);
    let refused = |saved: &Saved| saved.entry.verdict != Verdict::Accepted;
    // Of a grade that ended at its first failure, nobody knows the rest; what did not build has none.
    let partial = |saved: &Saved| saved.run < saved.cases || saved.cases == 0;
    score(right)
        .total_cmp(&score(left))
        .then(refused(left).cmp(&refused(right)))
        .then(partial(left).cmp(&partial(right)))
        .then(right.accepted.cmp(&left.accepted))
        .then(cpu(left).total_cmp(&cpu(right)))
        .then(left.number.cmp(&right.number))
}

#[cfg(test)]
mod tests {
    use super::super::Entry;
    use super::*;

    fn saved(number: i64, submission: &str, score: Option<f64>, cpu: f64) -> Saved {
        let entry = Entry {
            tool: "1".into(),
            problem: "p".into(),
            data: "d".into(),
            submission: submission.into(),
            sources: "s".into(),
            language: "cpp".into(),
            verdict: Verdict::Accepted,
            score,
            cpu_seconds: Some(cpu),
            memory_bytes: None,
        };
        Saved { number, at: "2026-01-01 00:00:00".into(), entry, cases: 4, run: 4, accepted: 4 }
    }

    #[test]
    fn the_best_grade_of_each_stands_in_order_of_merit() {
        let wrong = |number, accepted| {
            let mut wrong = saved(number, "wrong", None, 0.1);
            (wrong.entry.verdict, wrong.accepted) = (Verdict::WrongAnswer, accepted);
            wrong
        };
        let numbers = |grades: &[Saved]| {
            let (ranked, left_out) = leaderboard(grades, By::Submission);
            (ranked.iter().map(|saved| saved.number).collect::<Vec<_>>(), left_out)
        };
        assert_eq!(numbers(&[]), (vec![], 0));
        let slow_and_fast =
            [saved(1, "a", None, 0.5), saved(2, "b", None, 0.4), saved(3, "a", None, 0.3)];
        assert_eq!(numbers(&slow_and_fast), (vec![3, 2], 0));
        assert_eq!(numbers(&[wrong(1, 2), saved(2, "a", None, 9.0), wrong(3, 3)]), (vec![2, 3], 0));
        let mut stopped = wrong(1, 3);
        stopped.run = 3;
        assert_eq!(numbers(&[stopped, wrong(2, 1)]), (vec![2], 0));
        let scored = [saved(1, "a", Some(1.5), 0.9), saved(2, "b", Some(1.25), 0.1)];
        assert_eq!(numbers(&scored), (vec![1, 2], 0));
        let mut older = saved(1, "a", Some(9.0), 0.1);
        older.entry.data = "other".into();
        assert_eq!(numbers(&[older, saved(2, "b", Some(1.0), 0.1)]), (vec![2], 1));
    }

    #[test]
    fn a_folder_has_one_place() {
        let grades = [
            saved(1, "in/ann/a.c", Some(1.0), 0.1),
            saved(2, "in/bob/a.c", Some(3.0), 0.1),
            saved(3, "in/ann/b.c", Some(2.0), 0.1),
            saved(4, "alone.c", Some(0.5), 0.1),
            saved(5, "other.c", Some(0.25), 0.1),
        ];
        let (ranked, _) = leaderboard(&grades, By::Folder);
        let numbers: Vec<i64> = ranked.iter().map(|saved| saved.number).collect();
        assert_eq!(numbers, [2, 3, 4, 5]);
    }
}
