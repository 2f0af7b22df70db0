//! How the submissions kept with a problem, and its reference, fare on one new case, and whether an
//! older case catches what the new one catches.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::pool;
use crate::problem::{Case, Expected, Problem};
use crate::submission::{Built, Program};
use crate::verdict::Verdict;

use super::verify::below_submissions;
use super::{Halt, JudgeFailure, Measured, Outcome, Parts, Tools};

/// What a program is to the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Its reference.
    Reference,
    /// A submission that must be accepted.
    Accepted,
    /// A submission that must fail, by one of these verdicts.
    Wrong(Expected),
}

/// How one program fared on the new case.
#[derive(Debug, Clone, PartialEq)]
pub struct NewCaseResult {
    /// The program: a path below the folder of submissions, or the reference's.
    pub path: PathBuf,
    /// What it is to the problem.
    pub role: Role,
    /// Its verdict on the new case.
    pub verdict: Verdict,
    /// Why.
    pub message: String,
    /// What the run cost.
    pub measured: Option<Measured>,
    /// For a wrong submission that the new case catches: an older secret case that does so too.
    pub also_caught_by: Option<String>,
}

impl NewCaseResult {
    /// Whether it is a wrong submission that the new case catches.
    pub fn is_caught(&self) -> bool {
        let ran = !matches!(self.verdict, Verdict::Accepted | Verdict::CompileError);
        matches!(self.role, Role::Wrong(_)) && ran
    }

    /// Whether it must be accepted and is not.
    pub fn is_wronged(&self) -> bool {
        !matches!(self.role, Role::Wrong(_)) && self.verdict != Verdict::Accepted
    }

    /// The share of its CPU time limit that it used.
    pub fn share(&self) -> Option<f64> {
        self.measured.map(|run| run.cpu.as_secs_f64() / run.limits.cpu.as_secs_f64().max(1e-9))
    }
}

/// Runs the reference and the jury submissions on the new case, and those that it catches on the
/// older secret cases until one of these catches them too. Results in order of the paths, the
/// reference first.
///
/// # Errors
/// [`JudgeFailure::Package`] when the checker fails; else what fails on our side.
pub(super) fn results(
    tools: &Tools<'_>,
    problem: &Problem,
    parts: &Parts,
    case: &Case,
    step: &(dyn Fn(&str) + Sync),
) -> Result<Vec<NewCaseResult>, JudgeFailure> {
    step("building submissions");
    let programs = programs(tools, problem)?;
    let mut results = pool::map(
        tools.workers,
        &programs,
        || (),
        |(), (path, role, built)| {
            step(&format!("new case: {}", path.display()));
            let result = |verdict, message: &str, measured| NewCaseResult {
                path: path.clone(),
                role: *role,
                verdict,
                message: message.to_owned(),
                measured,
                also_caught_by: None,
            };
            let program = match built {
                Built::Program(program) => program,
                Built::Failed { message, .. } => {
                    return Ok(result(Verdict::CompileError, message, None));
                }
            };
            let outcome = run(tools, problem, parts, program, case)?;
            if outcome.verdict == Verdict::JudgeError {
                return Err(JudgeFailure::Package(outcome.message));
            }
            Ok(result(outcome.verdict, &outcome.message, outcome.measured))
        },
    )?;
    // One worker each: a case begun ahead of need may cost a whole time limit in vain.
    let alone = Tools { workers: NonZeroUsize::MIN, ..*tools };
    let caught: Vec<(&mut NewCaseResult, &Program)> = results
        .iter_mut()
        .zip(&programs)
        .filter_map(|(result, (_, _, built))| match built {
            Built::Program(program) if result.is_caught() => Some((result, program)),
            Built::Program(_) | Built::Failed { .. } => None,
        })
        .collect();
    let also = pool::map(
        tools.workers,
        &caught,
        || (),
        |(), (result, program)| {
            step(&format!("older cases: {}", result.path.display()));
            older(&alone, problem, parts, program, result.verdict)
        },
    )?;
    for ((result, _), case) in caught.into_iter().zip(also) {
        result.also_caught_by = case;
    }
    Ok(results)
}

/// The reference and the jury submissions that can run, built.
fn programs(
    tools: &Tools<'_>,
    problem: &Problem,
) -> Result<Vec<(PathBuf, Role, Built)>, JudgeFailure> {
    let mut known = Vec::new();
    let mut submissions = Vec::new();
    if problem.reference.is_some() {
        let reference = tools.reference(problem)?;
        known.push((reference.path.clone(), Role::Reference));
        submissions.push(reference);
    }
    for (kept, found) in tools.kept(problem)? {
        // What is not known here catches nothing; `verify` names it.
        let Ok(submission) = found else { continue };
        let says_nothing =
            |verdict| matches!(verdict, Verdict::CompileError | Verdict::PartialScore);
        let expected = kept.expectation.of_whole();
        let role = if expected == Verdict::Accepted {
            Role::Accepted
        } else if !expected.must_fail() || expected.verdicts().all(says_nothing) {
            // Whatever it gets on a single case may be right.
            continue;
        } else {
            Role::Wrong(expected)
        };
        known.push((below_submissions(problem, kept), role));
        submissions.push(submission);
    }
    let built = tools.build_all(&submissions)?.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(known.into_iter().zip(built).map(|((path, role), built)| (path, role, built)).collect())
}

fn run(
    tools: &Tools<'_>,
    problem: &Problem,
    parts: &Parts,
    program: &Program,
    case: &Case,
) -> Result<Outcome, JudgeFailure> {
    let mut runner = tools.open(program)?;
    Ok(tools.bench(problem, parts, program)?.judge(runner.as_mut(), case)?)
}

/// A secret case of the problem that catches the program.
fn older(
    tools: &Tools<'_>,
    problem: &Problem,
    parts: &Parts,
    program: &Program,
    verdict: Verdict,
) -> Result<Option<String>, JudgeFailure> {
    let mut cases: Vec<Case> =
        problem.cases.iter().filter(|case| !case.is_sample()).cloned().collect();
    if matches!(verdict, Verdict::TimeLimit | Verdict::IdleLimit | Verdict::MemoryLimit) {
        // What is slow on one case is so on the largest: each try may cost the whole time limit.
        cases.sort_by_cached_key(|case| {
            std::cmp::Reverse(std::fs::metadata(&case.input).map_or(0, |file| file.len()))
        });
    }
    let halt = Halt::Caught { failures: 1, by: Expected::anything() };
    let grade = tools.grade(problem, &cases, parts, program, halt, &mut |_| {})?;
    if tools.interrupt.is_set() {
        return Err(crate::sandbox::SandboxError::Interrupted.into());
    }
    Ok(grade.caught_by().map(|outcome| outcome.case.clone()).next())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::judge::case::measured;
    use crate::limits::Limits;
    use crate::sandbox::{Ending, Run};

    fn result(role: Role, verdict: Verdict) -> NewCaseResult {
        let (path, message) = (PathBuf::new(), String::new());
        NewCaseResult { path, role, verdict, message, measured: None, also_caught_by: None }
    }

    #[test]
    fn a_wrong_submission_is_caught_and_any_other_wronged_by_a_failure() {
        use Verdict::{Accepted, CompileError, TimeLimit};
        let wrong = Role::Wrong(Verdict::WrongAnswer.into());
        for (role, verdict, caught, wronged) in [
            (wrong, Accepted, false, false),
            (wrong, TimeLimit, true, false),
            (wrong, CompileError, false, false),
            (Role::Accepted, Accepted, false, false),
            (Role::Accepted, TimeLimit, false, true),
            (Role::Reference, CompileError, false, true),
        ] {
            let result = result(role, verdict);
            assert_eq!(
                (result.is_caught(), result.is_wronged()),
                (caught, wronged),
                "{role:?} {verdict:?}"
            );
        }
    }

    #[test]
    fn a_share_is_that_of_the_limit_in_force() {
        let limits = Limits { cpu: Duration::from_secs(4), ..Limits::default() };
        let run = Run { cpu: Duration::from_secs(3), ..Run::ended(Ending::Exited(0)) };
        let measured = Some(measured(&run, &limits, None));
        let unmeasured = || result(Role::Reference, Verdict::Accepted);
        assert_eq!(unmeasured().share(), None);
        assert_eq!(NewCaseResult { measured, ..unmeasured() }.share(), Some(0.75));
    }
}
