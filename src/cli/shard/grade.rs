//! A shard of a plan of grades: submissions are graded.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;

use crate::judge::{Graded, Grades, LastFailures, Tools};
use crate::plan::{GradeWork, Probe, Results, Toolchains, Unit, units_of};
use crate::problem::Problem;
use crate::report::document::Document;
use crate::submission::Submission;
use crate::verdict::Verdict;

use super::super::context::Context;
use super::super::grade::plan::{files, used_toolchains};
use super::super::grade::request::{GradeRequest, cases};
use super::super::grade::work;
use super::super::plan_file::PlanFile;
use super::super::save::data_digest;
use super::super::status::Failure;
use super::super::submissions::identify;
use super::check;
use super::job::{Done, no_part};
use super::probe::probe;

/// A shard that can be done.
struct Checked {
    request: GradeRequest,
    toolchains: Toolchains,
}

/// What came of the shard; `None` after an interrupt.
pub(super) fn done(
    context: &Context,
    file: &PlanFile,
    planned: &GradeWork,
    shard: u32,
    jobs: Option<NonZeroUsize>,
) -> Result<Option<Done>, Failure> {
    let units: Vec<&Unit> = units_of(&planned.units, shard).collect();
    let Checked { request, toolchains } = checked(context, file, planned, &units)?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, jobs);
    let level = sandbox.isolation().level;
    check::level(&file.plan, level)?;
    let workers = check::workers(&file.plan, &tools)?;
    let tools = Tools { workers, startups: planned.problem.startups.as_ref(), ..tools };
    let before = probe(&tools, &request.problem, &request.cases)?;
    let grades = work::grade(&tools, &request, LastFailures::default())?;
    if grades.interrupted {
        return Ok(None);
    }
    let report = as_planned(work::document(&tools, &request, &grades), &units);
    whole(grades, &units)?;
    let after = probe(&tools, &request.problem, &request.cases)?;
    if context.interrupt.is_set() {
        return Ok(None);
    }
    let accepted = report.submissions.iter().filter(|one| one.verdict == Verdict::Accepted).count();
    Ok(Some(Done {
        words: format!("{accepted} of {} accepted", report.submissions.len()),
        results: Results::Grade(Box::new(report)),
        probe: before.zip(after).map(|(before, after)| Probe { before, after }),
        level,
        toolchains,
        workers: tools.workers,
    }))
}

/// What the units of a plan ask for, as it was planned.
fn checked(
    context: &Context,
    file: &PlanFile,
    work: &GradeWork,
    units: &[&Unit],
) -> Result<Checked, Failure> {
    let problem = problem(context, file, work)?;
    let options = &work.options;
    let time_limit = options.time_limit.map(Duration::from_secs_f64);
    let submission = |unit: &&Unit| submission(context, file, work, &problem, unit);
    let submissions = units.iter().map(submission).collect::<Result<Vec<_>, _>>()?;
    let toolchains = used_toolchains(&context.languages, &problem, &submissions)?;
    check::toolchains(&file.plan, &toolchains)?;
    let request = GradeRequest {
        cases: cases(&problem, &options.cases, time_limit)?,
        folder: PathBuf::new(),
        commands: vec![String::new(); submissions.len()],
        submissions,
        skipped: Vec::new(),
        keep_going: options.keep_going,
        every_case: true,
        problem,
    };
    Ok(Checked { request, toolchains })
}

/// The problem, which is as it was when the plan was made.
fn problem(context: &Context, file: &PlanFile, work: &GradeWork) -> Result<Problem, Failure> {
    let planned = &work.problem;
    let mut problem = context.problem(&file.problem_name(planned))?;
    if let Some(limit) = &planned.derived_limit {
        let seconds = Duration::from_secs_f64(limit.seconds);
        problem = problem.with_time_limit(seconds, limit.words.clone());
    }
    if data_digest(&context.languages, &problem)? == planned.data {
        return Ok(problem);
    }
    let found = files(&problem);
    Err(check::changed(&planned.slug, &problem.folder, &planned.files, &found))
}

/// A submission, which is as it was when the plan was made.
fn submission(
    context: &Context,
    file: &PlanFile,
    work: &GradeWork,
    problem: &Problem,
    unit: &Unit,
) -> Result<Submission, Failure> {
    let path = file.at(&unit.submission);
    let language = work.options.language.as_deref();
    let submission = identify(&context.languages, problem, &path, language)?;
    if submission.digest()? == unit.sources {
        return Ok(submission);
    }
    let path = path.display();
    Err(Failure::usage(anyhow!("submission {path} has changed since the plan was made")))
}

/// The report as a part has it: submissions are called as in the plan, and who merges knows the commands.
fn as_planned(mut document: Document, units: &[&Unit]) -> Document {
    for (submission, unit) in document.submissions.iter_mut().zip(units) {
        submission.path.clone_from(&unit.submission);
        submission.command.clear();
        for case in &mut submission.cases {
            case.command.clear();
        }
    }
    document
}

/// A shard is done when each of its units is: what the machine or the jury's part spoilt is no result.
fn whole(grades: Grades, units: &[&Unit]) -> Result<(), Failure> {
    let judge_error = |(graded, unit): (&Graded, &&Unit)| {
        if graded.grade.verdict != Verdict::JudgeError {
            return None;
        }
        let case = graded.grade.first_failure();
        let case = case.map(|failed| format!("{}: {}", failed.case, failed.message));
        let why = case.or_else(|| graded.grade.notes.first().cloned()).unwrap_or_default();
        Some(anyhow!("{}: judge error: {why}", unit.submission))
    };
    let spoilt = grades.submissions.iter().zip(units).find_map(judge_error);
    work::ended(grades, &[]).map_err(no_part)?;
    spoilt.map_or(Ok(()), |why| Err(no_part(Failure::ours(why))))
}
