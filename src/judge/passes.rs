//! Cases of several passes (2025-09, "Multi-pass Output Validation"): the submission runs anew as long
//! as the checker or interactor accepts and gives the input of another pass.

use std::sync::Arc;

use crate::checker::{Pass, Terms};
use crate::sandbox::{Input, Job, SandboxError};

use super::case::{Bench, Turn, TurnResult};
use super::outcome::{Measured, Outcome};
use super::runner::Runner;

impl Bench<'_> {
    /// Judges a case whose first turn is this one. The outcome is that of the last pass, which is the
    /// first that failed; time and memory are the most that any pass used.
    pub(super) fn pass(
        &self,
        runner: &mut dyn Runner,
        first: Turn<'_>,
        most: u32,
    ) -> Result<(Outcome, Vec<u8>), SandboxError> {
        let (mut number, mut state, mut input) = (1, Arc::default(), None);
        let mut job = first.job.clone();
        let mut highest = None;
        loop {
            let pass = Some(Pass { number, most, state: &state });
            let terms = Terms { pass, ..first.terms };
            let turn = Turn { job: &job, input: input.as_deref(), terms, ..first };
            let TurnResult { outcome, output, next } = self.take(runner, &turn)?;
            highest = highest_of(highest, outcome.measured);
            let Some(next) = next else {
                let colon = if outcome.message.is_empty() { "" } else { ": " };
                let message = format!("pass {number}{colon}{}", outcome.message);
                return Ok((Outcome { message, measured: highest, ..outcome }, output));
            };
            runner.reclaim(output);
            job = Job { input: Input::Bytes(Arc::clone(&next.input)), ..job };
            (number, state, input) = (number + 1, next.state, Some(next.input));
        }
    }
}

/// How the later pass ended, and the most of what both used.
fn highest_of(earlier: Option<Measured>, later: Option<Measured>) -> Option<Measured> {
    let (Some(one), Some(other)) = (earlier, later) else { return later.or(earlier) };
    Some(Measured {
        cpu: one.cpu.max(other.cpu),
        wall: one.wall.max(other.wall),
        memory: one.memory.max(other.memory),
        output_bytes: one.output_bytes.max(other.output_bytes),
        is_noisy: one.is_noisy || other.is_noisy,
        ..other
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use std::time::Duration;

    #[test]
    fn passes_end_as_the_later_one_and_cost_the_most_of_both() {
        let low = Measured {
            cpu: Duration::from_millis(1),
            limits: Limits::default(),
            wall: Duration::from_millis(2),
            memory: 3,
            output_bytes: 4,
            exit_code: Some(0),
            signal: None,
            is_noisy: false,
        };
        let high = Measured {
            cpu: Duration::from_millis(10),
            wall: Duration::from_millis(20),
            memory: 30,
            output_bytes: 40,
            is_noisy: true,
            ..low
        };
        let fails = |run| Measured { exit_code: Some(1), ..run };
        for (earlier, later) in [(low, high), (high, low)] {
            assert_eq!(highest_of(Some(earlier), Some(fails(later))), Some(fails(high)));
        }
        for run in [low, high] {
            assert_eq!(highest_of(None, Some(run)), Some(run));
            assert_eq!(highest_of(Some(run), None), Some(run));
        }
    }
}
