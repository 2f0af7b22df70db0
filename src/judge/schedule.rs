//! Which cases still have to run: pure. One [`Fold`] takes outcomes in any order and gives them back
//! in package order, with the cases after the end marked as not run, so that the number of workers
//! cannot be seen in what comes out.

use super::outcome::Outcome;

/// When to stop running the cases of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// At the first case that is not accepted.
    FirstFailure,
    /// Never: all cases run.
    Never,
    /// After this many cases outside `sample` were not accepted.
    SecretFailures(usize),
}

/// Puts outcomes into package order and decides where a submission's run ends.
#[derive(Debug)]
pub struct Fold {
    halt: Halt,
    waiting: Vec<Option<Outcome>>,
    next: usize,
    secret_failures: usize,
    /// Cases from this index on do not count.
    end: usize,
}

impl Fold {
    /// For this many cases.
    pub fn new(cases: usize, halt: Halt) -> Self {
        Self {
            halt,
            waiting: std::iter::repeat_with(|| None).take(cases).collect(),
            next: 0,
            secret_failures: 0,
            end: cases,
        }
    }

    /// Takes the outcome of case `index` and returns those that are now settled, in package order.
    pub fn take(&mut self, index: usize, outcome: Outcome) -> Vec<Outcome> {
        self.waiting[index] = Some(outcome);
        let mut settled = Vec::new();
        while self.next < self.end {
            let Some(outcome) = self.waiting[self.next].take() else { break };
            self.next += 1;
            if self.ends_with(&outcome) {
                self.end = self.next;
            }
            settled.push(outcome);
        }
        settled
    }

    /// Cases from this index on need not be run.
    pub fn end(&self) -> usize {
        self.end
    }

    /// How many cases are settled.
    pub fn settled(&self) -> usize {
        self.next
    }

    fn ends_with(&mut self, outcome: &Outcome) -> bool {
        if outcome.failed() && outcome.group != "sample" {
            self.secret_failures += 1;
        }
        match self.halt {
            Halt::Never => false,
            Halt::FirstFailure => outcome.failed(),
            Halt::SecretFailures(enough) => self.secret_failures >= enough,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict;

    fn outcome(case: &str, verdict: Verdict) -> Outcome {
        let (group, _) = case.split_once('/').expect("a group");
        Outcome {
            case: case.to_owned(),
            group: group.to_owned(),
            verdict,
            score: None,
            measured: None,
            message: String::new(),
            evidence: None,
        }
    }

    fn cases() -> Vec<Outcome> {
        use Verdict::{Accepted as A, TimeLimit as T, WrongAnswer as W};
        [("sample/1", A), ("sample/2", W), ("secret/1", A), ("secret/2", T), ("secret/3", W)]
            .map(|(name, verdict)| outcome(name, verdict))
            .to_vec()
    }

    fn fold(order: &[usize], halt: Halt) -> (Vec<String>, usize) {
        let cases = cases();
        let mut fold = Fold::new(cases.len(), halt);
        let mut names = Vec::new();
        for &index in order {
            if index < fold.end() {
                names.extend(fold.take(index, cases[index].clone()).into_iter().map(|o| o.case));
            }
        }
        (names, fold.end())
    }

    #[test]
    fn the_order_of_arrival_cannot_be_seen() {
        for halt in [Halt::FirstFailure, Halt::Never, Halt::SecretFailures(1)] {
            let straight = fold(&[0, 1, 2, 3, 4], halt);
            for order in [[4, 3, 2, 1, 0], [2, 0, 4, 1, 3], [1, 0, 3, 2, 4]] {
                assert_eq!(fold(&order, halt), straight, "{halt:?} {order:?}");
            }
        }
    }

    #[test]
    fn each_policy_ends_where_it_says() {
        assert_eq!(fold(&[0, 1, 2, 3, 4], Halt::FirstFailure).1, 2);
        assert_eq!(fold(&[0, 1, 2, 3, 4], Halt::Never).1, 5);
        assert_eq!(fold(&[0, 1, 2, 3, 4], Halt::SecretFailures(1)).1, 4);
        assert_eq!(fold(&[0, 1, 2, 3, 4], Halt::SecretFailures(2)).1, 5);
    }
}
