//! `jury shard`: does one shard of a plan, and writes what came of it into a part.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;

use crate::machine::traits::{self, Traits};
use crate::plan::{MachineFacts, Part, Plan, Work};
use crate::report::document::Tool;

use super::context::Context;
use super::output;
use super::plan_file::{self, PlanFile, Written};
use super::status::{Failure, Status};
use super::values;

mod check;
mod contest;
mod grade;
mod job;
mod probe;
mod verify;

use job::Done;

/// Do one shard of a plan, on any machine
///
/// PLAN is what --plan of `jury grade`, `verify`, `match` or `tournament` wrote, and SHARD a number from 1. What
/// came of it goes to SHARD.json in the folder of parts, whole or not at all; a shard that has its part there is
/// not done again. Nothing is run unless problems, submissions and bots are those of the plan, the toolchains
/// are of the same versions, and isolation is as strong as the plan wants.
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
    /// Cases to run, or games to play, side by side [default: number of cores that may be used]
    #[arg(long, short, value_name = "N", value_parser = values::jobs)]
    jobs: Option<NonZeroUsize>,
}

/// Does the shard, unless it is done.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let file = PlanFile::read(context, &arguments.plan)?;
    let shard = arguments.shard;
    let shards = file.plan.shards;
    if shard == 0 {
        return Err(Failure::usage(anyhow!("the plan has shards 1 to {shards}, but no {shard}")));
    }
    if shard > shards {
        // CI starts as many jobs as its settings say, however few submissions or packages there are.
        let words = format!("nothing to do: the plan has shards 1 to {shards}, but no {shard}");
        output::print_aside(|out| writeln!(out, "{words}"))?;
        return Ok(Status::Good);
    }
    let folder = arguments.parts.clone().unwrap_or_else(|| file.parts_folder());
    let place = plan_file::part_path(&folder, shard, 1);
    if plan_file::read_part(context, &file.plan, &place)?.is_some() {
        let place = place.display();
        output::print(|out| writeln!(out, "shard {shard} is done already: {place}"))?;
        return Ok(Status::Good);
    }
    plan_file::make_parts_folder(&folder)?;
    let began = Instant::now();
    match done(context, &file, shard, arguments.jobs)? {
        None => Ok(Status::Interrupted),
        Some(done) => {
            let (part, words) = part(&file.plan, shard, done, began)?;
            let written = plan_file::write_part(context, &file.plan, &folder, &part)?;
            told(&file, &part, &words, &written)
        }
    }
}

/// What came of the shard; `None` after an interrupt.
fn done(
    context: &Context,
    file: &PlanFile,
    shard: u32,
    jobs: Option<NonZeroUsize>,
) -> Result<Option<Done>, Failure> {
    check::tool(&file.plan)?;
    match &file.plan.work {
        Work::Grade(work) => grade::done(context, file, work, shard, jobs),
        Work::Verify(work) => verify::done(context, file, work, shard, jobs),
        Work::Contest(work) => contest::done(context, file, work, shard, jobs),
    }
}

/// The part of a shard, which began then.
fn part(plan: &Plan, shard: u32, done: Done, began: Instant) -> Result<(Part, String), Failure> {
    let Done { results, words, probe, level, toolchains, workers } = done;
    let Traits { host, kernel: [release, _], .. } = Traits::of_this();
    let part = Part {
        schema: 0,
        tool: Tool::this(),
        id: String::new(),
        plan: plan.id.clone(),
        shard,
        machine: MachineFacts {
            name: host,
            processor: traits::processor_model(),
            cores: u32::try_from(workers.get()).unwrap_or(u32::MAX),
            kernel: release,
            level,
            toolchains,
        },
        probe,
        seconds: began.elapsed().as_secs_f64(),
        results,
    };
    Ok((part.finish().map_err(Failure::ours)?, words))
}

fn told(file: &PlanFile, part: &Part, came: &str, written: &Written) -> Result<Status, Failure> {
    let (shards, shard) = (file.plan.shards, part.shard);
    let (path, words): (&Path, _) = match written {
        Written::New(path) => (path, ""),
        Written::Known(path) => (path, ", as another process found, too"),
        Written::AtOdds(path) => (path, ", but another process came to something else"),
    };
    let path = path.display();
    output::print(|out| writeln!(out, "shard {shard} of {shards}: {came}{words}: {path}"))?;
    Ok(Status::Good)
}
