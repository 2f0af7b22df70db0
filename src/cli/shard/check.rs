//! Whether a plan still holds, and whether this machine can do a shard of it: asked before anything runs.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::anyhow;
use bytesize::ByteSize;

use crate::judge::Tools;
use crate::plan::{Plan, Toolchains, Unit, different_toolchains};
use crate::problem::Problem;
use crate::report::document::Tool;
use crate::sandbox::Level;
use crate::submission::Submission;

use super::super::context::Context;
use super::super::grade::plan::{files, used_toolchains};
use super::super::grade::request::{GradeRequest, cases};
use super::super::plan_file::PlanFile;
use super::super::save::data_digest;
use super::super::status::Failure;
use super::super::submissions::identify;

/// A shard that can be done.
pub(super) struct Checked {
    pub(super) request: GradeRequest,
    pub(super) toolchains: Toolchains,
}

/// What the units of a plan ask for, as it was planned.
pub(super) fn plan(
    context: &Context,
    file: &PlanFile,
    units: &[&Unit],
) -> Result<Checked, Failure> {
    tool(&file.plan)?;
    let problem = problem(context, file)?;
    let options = &file.plan.options;
    let time_limit = options.time_limit.map(Duration::from_secs_f64);
    let submission = |unit: &&Unit| submission(context, file, &problem, unit);
    let submissions = units.iter().map(submission).collect::<Result<Vec<_>, _>>()?;
    let toolchains = used_toolchains(&context.languages, &problem, &submissions)?;
    let different = different_toolchains(&file.plan.toolchains, &toolchains);
    if !different.is_empty() {
        return Err(cannot(&format!(
            "the toolchains are not those of the plan: {}",
            different.join("; ")
        )));
    }
    let request = GradeRequest {
        cases: cases(&problem, &options.cases, time_limit)?,
        folder: std::path::PathBuf::new(),
        commands: vec![String::new(); submissions.len()],
        submissions,
        skipped: Vec::new(),
        keep_going: options.keep_going,
        every_case: true,
        problem,
    };
    Ok(Checked { request, toolchains })
}

/// Another machine may be able to.
fn cannot(why: &str) -> Failure {
    Failure::ours(anyhow!("this machine cannot do a shard of the plan: {why}"))
}

/// Another version may come to other verdicts.
fn tool(plan: &Plan) -> Result<(), Failure> {
    let (planned, this) = (&plan.tool, Tool::this());
    if *planned == this {
        return Ok(());
    }
    Err(cannot(&format!(
        "it was made by {} {}, and this is {} {}",
        planned.name, planned.version, this.name, this.version
    )))
}

/// The problem, which is as it was when the plan was made.
fn problem(context: &Context, file: &PlanFile) -> Result<Problem, Failure> {
    let planned = &file.plan.problem;
    let mut problem = context.problem(&file.problem_name())?;
    if let Some(limit) = &planned.derived_limit {
        let seconds = Duration::from_secs_f64(limit.seconds);
        problem = problem.with_time_limit(seconds, limit.words.clone());
    }
    if data_digest(&context.languages, &problem)? == planned.data {
        return Ok(problem);
    }
    let found = files(&problem);
    let names = planned.files.keys().chain(found.keys());
    let changed = names.filter(|name| planned.files.get(*name) != found.get(*name)).min();
    let folder = problem.folder.display();
    let what = changed.map_or("its settings".to_owned(), |name| format!("{folder}/{name}"));
    Err(Failure::usage(anyhow!(
        "problem `{}` has changed since the plan was made: {what}",
        planned.slug
    )))
}

/// A submission, which is as it was when the plan was made.
fn submission(
    context: &Context,
    file: &PlanFile,
    problem: &Problem,
    unit: &Unit,
) -> Result<Submission, Failure> {
    let path = file.at(&unit.submission);
    let language = file.plan.options.language.as_deref();
    let submission = identify(&context.languages, problem, &path, language)?;
    if submission.digest()? == unit.sources {
        return Ok(submission);
    }
    let path = path.display();
    Err(Failure::usage(anyhow!("submission {path} has changed since the plan was made")))
}

/// Isolation is as strong as the plan wants.
pub(super) fn level(plan: &Plan, level: Level) -> Result<(), Failure> {
    let wanted = plan.options.sandbox;
    if level <= wanted {
        return Ok(());
    }
    let (level, wanted) = (level.name(), wanted.name());
    Err(cannot(&format!("isolation is only `{level}` here, and the plan wants `{wanted}`")))
}

/// As many runs side by side as there is memory for, if each takes all that it may.
pub(super) fn workers(plan: &Plan, tools: &Tools<'_>) -> Result<NonZeroUsize, Failure> {
    let (each, all) = (plan.memory_bytes.max(1), tools.sandbox.memory_to_give());
    let fit = usize::try_from(all / each).unwrap_or(usize::MAX);
    let workers = NonZeroUsize::new(fit.min(tools.workers.get()));
    workers.ok_or_else(|| {
        let [each, all] = [each, all].map(ByteSize);
        cannot(&format!("a run may need {each} of memory, but there are only {all}"))
    })
}
