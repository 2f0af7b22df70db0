//! `jury limits`: proposes time limits from the times of the packages' own submissions, and writes them
//! where the packages keep theirs.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::judge::Tools;
use crate::judge::time_limit::proposal::TimeProposal;
use crate::machine;
use crate::problem::Problem;
use crate::problem::edit::{self, CannotEdit};
use crate::report::{limits, limits_json};
use crate::ruling::seconds;

use super::context::Context;
use super::named;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};

/// Propose time limits from the packages' own submissions
///
/// Runs the submissions that must end in time, and those that must be too slow; what decides is repeated alone.
/// The proposal is the least multiple of the resolution that is at least the slowest time × a factor, and
/// that the fastest of the submissions that are too slow exceeds by another factor. In packages of the
/// Kattis family these are `ac_to_time_limit` (2), `time_limit_to_tle` (1.5) and `time_resolution` (1 s),
/// or what the version has in their place; in packages with `problem.toml` 2, 1.5 and 0.1 s. A time is
/// counted without the time factor of its language.
///
/// With --write, the proposal is written where the package keeps its time limit, unless the limit there
/// fits as well; with --force, also then. Nothing else in the file is changed: `[limits] time` in `problem.toml`, `limits.time_limit` in `problem.yaml`, `timelimit`
/// in `domjudge-problem.ini`, or `.timelimit`, whichever is there or belongs to the version.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury limits four-in-line
  jury limits ./my-problem ./other --write
  jury limits ./my-problem --json limits.json")]
pub(super) struct Arguments {
    /// Problem folders, slugs or aliases [default: the problem that the working directory lies in]
    #[arg(value_name = "PROBLEM")]
    names: Vec<String>,
    /// Write the proposal into the package
    #[arg(long)]
    write: bool,
    /// Write the proposal even if the limit in force fits
    #[arg(long, requires = "write")]
    force: bool,
    /// Runs and builds side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = super::values::jobs)]
    jobs: Option<NonZeroUsize>,
    /// Also write the proposals as JSON (`-` for standard output; other text then goes to standard
    /// error)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Proposes limits and prints them. Neither a broken package nor one without a place for a limit
/// keeps the others from theirs.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let names = named::all(context, &arguments.names)?;
    let problems: Vec<_> = names.iter().map(|name| context.problem(name)).collect();
    if arguments.write {
        names.iter().try_for_each(|name| context.expect_writable(name))?;
    }
    let json = arguments.json.as_deref();
    let read = problems.iter().flatten().flat_map(Problem::sources);
    output::expect_reports(json.as_slice(), &read.collect::<Vec<_>>())?;
    let (sandbox, cache) = (context.sandbox()?, context.cache()?);
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let (mut proposals, mut broken) = (Vec::new(), None);
    let mut good = true;
    for problem in problems {
        let proposed = problem.and_then(|problem| {
            if arguments.write {
                // What cannot be written is not measured in vain.
                edit::time_limit(&problem, problem.limits.cpu)?;
            }
            let proposal = propose(&tools, &problem)?;
            say(json, &mut |out| limits::render(&proposal, output::width(), out))?;
            let written = if arguments.write {
                write(context, &problem, &proposal, arguments.force)
            } else {
                Ok(())
            };
            good &= if arguments.write { proposal.proposal().is_some() } else { holds(&proposal) };
            proposals.push(proposal);
            written
        });
        match proposed {
            Ok(()) => say(json, &mut |out| writeln!(out))?,
            Err(failure) if failure.status == Status::Usage => {
                output::error(&failure);
                broken = Some(failure.status);
            }
            Err(failure) => return Err(failure),
        }
    }
    if let Some(path) = json {
        let text = limits_json::render(&proposals).map_err(Failure::ours)?;
        output::write_report(path, &text)?;
    }
    Ok(broken.unwrap_or_else(|| context.status(good)))
}

/// Writes what is for people: aside, where the JSON goes to standard output.
fn say(
    json: Option<&Path>,
    render: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    if json == Some(Path::new("-")) { output::print_aside(render) } else { output::print(render) }
}

/// Whether the limit in force fits; where none is, whether one can be had.
fn holds(proposal: &TimeProposal) -> bool {
    match proposal.in_force {
        Some(limit) => proposal.misfits(limit).is_empty(),
        None => proposal.proposal().is_some(),
    }
}

/// Measures one problem, with progress.
fn propose(tools: &Tools<'_>, problem: &Problem) -> Result<TimeProposal, Failure> {
    let progress = Progress::new(0);
    progress.subject(problem.slug.clone());
    Ok(tools.propose_time_limit(problem, &|step| progress.doing(step.to_owned()))?)
}

/// Writes the proposal into the package. Where there is none, or where the limit in force fits and the
/// write is not forced, the package stays as it is.
fn write(
    context: &Context,
    problem: &Problem,
    proposal: &TimeProposal,
    force: bool,
) -> Result<(), Failure> {
    let Some(limit) = proposal.proposal() else { return Ok(()) };
    let why_not = proposal.in_force.and_then(|old| {
        let words = seconds(old);
        if old == limit {
            Some(format!("the limit is {words} already: nothing was written"))
        } else if proposal.misfits(old).is_empty() && !force {
            Some(format!(
                "the limit of {words} fits: nothing was written (--force writes the proposal)"
            ))
        } else {
            None
        }
    });
    if let Some(why_not) = why_not {
        return output::print_aside(|out| writeln!(out, "{why_not}"));
    }
    let edited = edit::time_limit(problem, limit)?;
    output::write_file(&edited.path, &edited.bytes)?;
    let shown = context.shown(&edited.path).display().to_string();
    let old = proposal.in_force.map(|old| format!(" (was {})", seconds(old))).unwrap_or_default();
    output::print_aside(|out| writeln!(out, "wrote {} to {shown}{old}", seconds(limit)))
}

impl From<CannotEdit> for Failure {
    fn from(error: CannotEdit) -> Self {
        if machine::is_at_fault(&error) {
            Self::ours(error)
        } else {
            Self::usage(anyhow!(error).context("cannot write the time limit"))
        }
    }
}
