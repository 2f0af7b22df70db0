//! What is kept of a run: its identity, what came of it, and when it took place.

use serde::{Deserialize, Serialize};

use super::identity::Identity;

/// What is kept of one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What it was run for, such as a problem and a case: to find the run that is nearest to another one.
    pub subject: String,
    /// When it was kept, as `2026-11-21 18:43:04` in UTC. A label only: clocks jump.
    pub at: String,
    /// All that could change what came of it.
    pub identity: Identity,
    /// What every run of this identity must come to; the rest, such as times, may vary.
    pub outcome: String,
    /// What there is to recall.
    pub value: Value,
}

/// What there is to recall of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// All that came of it.
    Known(Vec<u8>),
    /// Nothing: noise could decide it. Why, as a lower-case fragment.
    Noisy(String),
    /// Nothing, ever: two runs of this identity came to different outcomes.
    Unreliable,
}

impl Record {
    /// What is kept once this was run again, with this result.
    #[must_use]
    pub(super) fn then(self, newer: Self) -> Self {
        let is_noisy = |value: &Value| matches!(value, Value::Noisy(_));
        let differ =
            self.outcome != newer.outcome && !is_noisy(&self.value) && !is_noisy(&newer.value);
        if self.value == Value::Unreliable || differ {
            return Self { value: Value::Unreliable, ..newer };
        }
        newer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of runs that came to these, one after the other, this is known.
    #[track_caller]
    fn case(runs: &[(&str, Value)], expected: &Value) {
        let record = |(outcome, value): &(&str, Value)| Record {
            subject: String::new(),
            at: String::new(),
            identity: Identity::default(),
            outcome: (*outcome).to_owned(),
            value: value.clone(),
        };
        let last = runs.iter().map(record).reduce(Record::then).expect("a run");
        assert_eq!(last.value, *expected);
    }

    #[test]
    fn runs_that_disagree_are_never_trusted_again() {
        let known = |text: &str| Value::Known(text.into());
        let noisy = || Value::Noisy("near".into());
        case(&[("AC", known("1")), ("AC", known("2"))], &known("2"));
        case(&[("AC", known("1")), ("WA", known("2"))], &Value::Unreliable);
        case(&[("AC", known("1")), ("WA", known("2")), ("WA", known("3"))], &Value::Unreliable);
        case(&[("AC", known("1")), ("TLE", noisy())], &noisy());
        case(&[("TLE", noisy()), ("AC", known("1"))], &known("1"));
    }
}
