//! `jury shard`: does one shard of a plan, and writes what came of it into a part.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;

use crate::judge::{Graded, Grades, LastFailures, Tools};
use crate::machine::traits::{self, Traits};
use crate::plan::{MachineFacts, Part, Probe, Unit};
use crate::report::document::{Document, Tool};
use crate::verdict::Verdict;

use super::context::Context;
use super::grade::work;
use super::output;
use super::plan_file::{self, PlanFile, Written};
use super::status::{Failure, Status};
use super::values;

mod check;
mod probe;

use check::Checked;

/// Do one shard of a plan, on any machine
///
/// PLAN is what `jury grade --plan` wrote, and SHARD a number from 1. What came of it goes to SHARD.json in
/// the folder of parts, whole or not at all; a shard that has its part there is not done again. Nothing is
/// run unless the problem and the submissions are those of the plan, the toolchains are of the same
/// versions, and isolation is as strong as the plan wants.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury shard plan.json 7
  jury shard run/plan.json \"$SLURM_ARRAY_TASK_ID\"
  seq 40 | parallel jury shard run/plan.json")]
pub(super) struct Arguments {
    /// The plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// The number of the shard, from 1
    #[arg(value_name = "SHARD")]
    shard: u32,
    /// Folder of parts, which is made if it is missing [default: `plan.parts` beside `plan.json`]
    #[arg(long, value_name = "DIR")]
    parts: Option<PathBuf>,
    /// Cases to run side by side [default: number of cores that may be used]
    #[arg(long, short, value_name = "N", value_parser = values::jobs)]
    jobs: Option<NonZeroUsize>,
}

/// Does the shard, unless it is done.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let file = PlanFile::read(context, &arguments.plan)?;
    let shard = arguments.shard;
    if shard == 0 || shard > file.plan.shards {
        let shards = file.plan.shards;
        return Err(Failure::usage(anyhow!("the plan has shards 1 to {shards}, but no {shard}")));
    }
    let folder = arguments.parts.clone().unwrap_or_else(|| file.parts_folder());
    let place = plan_file::part_path(&folder, shard, 1);
    if plan_file::read_part(context, &file.plan, &place)?.is_some() {
        let place = place.display();
        output::print(|out| writeln!(out, "shard {shard} is done already: {place}"))?;
        return Ok(Status::Good);
    }
    plan_file::make_parts_folder(&folder)?;
    match graded(context, &file, shard, arguments.jobs)? {
        None => Ok(Status::Interrupted),
        Some(part) => {
            let written = plan_file::write_part(context, &file.plan, &folder, &part)?;
            told(&file, &part, &written)
        }
    }
}

/// What came of the shard; `None` after an interrupt.
fn graded(
    context: &Context,
    file: &PlanFile,
    shard: u32,
    jobs: Option<NonZeroUsize>,
) -> Result<Option<Part>, Failure> {
    let began = Instant::now();
    let units: Vec<&Unit> = file.plan.units_of(shard).collect();
    let Checked { request, toolchains } = check::plan(context, file, &units)?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, jobs);
    let level = sandbox.isolation().level;
    check::level(&file.plan, level)?;
    let tools = Tools { workers: check::workers(&file.plan, &tools)?, ..tools };
    let before = probe::probe(&tools, &request.problem, &request.cases)?;
    let grades = work::grade(&tools, &request, LastFailures::default())?;
    if grades.interrupted {
        return Ok(None);
    }
    let report = as_planned(work::document(&tools, &request, &grades), &units);
    whole(grades, &units)?;
    let after = probe::probe(&tools, &request.problem, &request.cases)?;
    if context.interrupt.is_set() {
        return Ok(None);
    }
    let Traits { host, kernel: [release, _], .. } = Traits::of_this();
    let part = Part {
        schema: 0,
        tool: Tool::this(),
        id: String::new(),
        plan: file.plan.id.clone(),
        shard,
        machine: MachineFacts {
            name: host,
            processor: traits::processor_model(),
            cores: u32::try_from(tools.workers.get()).unwrap_or(u32::MAX),
            kernel: release,
            level,
            toolchains,
        },
        probe: before.zip(after).map(|(before, after)| Probe { before, after }),
        seconds: began.elapsed().as_secs_f64(),
        report,
    };
    part.finish().map(Some).map_err(Failure::ours)
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
    let no_part = |failure: Failure| Failure {
        error: failure.error.context("no part was written"),
        ..failure
    };
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

fn told(file: &PlanFile, part: &Part, written: &Written) -> Result<Status, Failure> {
    let accepted = part.report.submissions.iter();
    let accepted = accepted.filter(|one| one.verdict == Verdict::Accepted).count();
    let (all, shards, shard) = (part.report.submissions.len(), file.plan.shards, part.shard);
    let (path, words): (&Path, _) = match written {
        Written::New(path) => (path, ""),
        Written::Known(path) => (path, ", as another process found, too"),
        Written::AtOdds(path) => (path, ", but another process came to something else"),
    };
    let path = path.display();
    output::print(|out| {
        writeln!(out, "shard {shard} of {shards}: {accepted} of {all} accepted{words}: {path}")
    })?;
    Ok(Status::Good)
}
