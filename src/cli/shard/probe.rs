//! How fast this machine is now: the problem's reference on the case with the largest input.

use std::fs;

use crate::judge::{JudgeFailure, Tools};
use crate::problem::{Case, Problem};
use crate::verdict::Verdict;

use super::super::status::Failure;

/// Runs of which the fastest counts: load can only add to a time.
const RUNS: usize = 3;

/// CPU seconds after which no further run is needed: noise is little of that.
const ENOUGH: f64 = 1.0;

/// CPU seconds, `None` where the problem has no reference that runs well here.
pub(super) fn probe(
    tools: &Tools<'_>,
    problem: &Problem,
    cases: &[Case],
) -> Result<Option<f64>, Failure> {
    match fastest(tools, problem, cases) {
        Ok(seconds) => Ok(seconds),
        // What is wrong with it is told by `jury verify`.
        Err(
            JudgeFailure::NoReference { .. }
            | JudgeFailure::NoReferenceProgram(_)
            | JudgeFailure::Package(_)
            | JudgeFailure::Submission(_)
            | JudgeFailure::Build(_),
        ) => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

fn fastest(
    tools: &Tools<'_>,
    problem: &Problem,
    cases: &[Case],
) -> Result<Option<f64>, JudgeFailure> {
    let size = |case: &&Case| fs::metadata(&case.input).map_or(0, |state| state.len());
    // Of equal ones the first.
    let largest = cases.iter().filter(|case| !case.is_static()).rev().max_by_key(size);
    let Some(case) = largest else { return Ok(None) };
    let program = tools.build_part(tools.reference(problem)?)?;
    let parts = tools.deciding_parts(problem)?;
    let mut times: Vec<f64> = Vec::new();
    while times.len() < RUNS && times.iter().sum::<f64>() < ENOUGH {
        let once = tools.run_once(problem, &parts, &program, case, false)?;
        let run = once.outcome.measured.filter(|_| once.outcome.verdict == Verdict::Accepted);
        let Some(run) = run else { return Ok(None) };
        times.push(run.cpu.as_secs_f64());
    }
    Ok(times.into_iter().reduce(f64::min))
}
