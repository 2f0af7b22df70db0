//! `jury verify`: checks whole packages.

use crate::judge::verify::Extent;
use crate::judge::{Mode, Tools};
use crate::problem::Problem;

use super::context::Context;
use super::output;
use super::recall;
use super::status::{Failure, Status};

mod arguments;
mod given;
mod plan;
pub(super) mod prove;
pub(super) mod report;

pub(super) use arguments::Arguments;
use given::{Given, given};
pub(super) use plan::{files, toolchains};
use prove::Extends;
use report::Told;

/// Verifies the problems and reports what was found, or plans that.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let given = given(context, &arguments.names)?;
    if let Some(file) = &arguments.planning.plan {
        return plan::write(context, arguments, given, file);
    }
    let reports = &arguments.reports;
    let read = given.iter().filter_map(|one| one.problem.as_ref().ok());
    let read: Vec<_> = read.flat_map(Problem::sources).collect();
    output::expect_reports(&reports.places(), &read)?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let mode = if arguments.fresh { Mode::Fresh } else { Mode::Recall };
    let recall = recall::open(context, &sandbox, &cache, mode);
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let tools = Tools { recall: Some(&recall), ..tools };
    let extent = if arguments.wants_matrix() { Extent::Matrix } else { Extent::Proof };
    let mut told = Told::nothing(reports);
    let ended = try_all(context, &tools, given, extent, &mut told);
    let isolation = sandbox.isolation();
    told.table(isolation)?;
    ended?;
    told.end(context, isolation, reports)
}

/// Verifies the problems and reports on each. Neither a broken package nor a machine that failed at
/// one keeps the others from being verified.
fn try_all(
    context: &Context,
    tools: &Tools<'_>,
    given: Vec<Given>,
    extent: Extent,
    told: &mut Told,
) -> Result<(), Failure> {
    for Given { problem, .. } in given {
        match prove::one(context, tools, problem, extent) {
            Ok((annotations, proof)) => told.proof(annotations, proof)?,
            Err((failure, Extends::ToOne)) => told.unread(report::unread(&failure), &failure),
            Err((failure, Extends::ToAll)) => return Err(failure),
        }
    }
    Ok(())
}
