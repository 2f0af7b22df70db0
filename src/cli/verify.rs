//! `jury verify`: proves packages.

use std::num::NonZeroUsize;

use crate::judge::Tools;
use crate::judge::verify::{Proof, verify};
use crate::problem::Problem;
use crate::report::{proof, terminal};

use super::context::Context;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};

/// Prove problems: inputs, answers, recipes, reference, kept submissions, limits
///
/// Every input is valid and no two are alike; the checker accepts every answer; every generated
/// case comes out of its recipe byte for byte; the reference is accepted and uses at most 90 % of
/// each time limit; every kept submission gets the verdict that its folder names, and a secret case
/// catches each wrong one.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury verify
  jury verify board-silly ./my-problem")]
pub(super) struct Arguments {
    /// Problem folders, slugs or codes [default: all in the problems folder]
    #[arg(value_name = "PROBLEM")]
    names: Vec<String>,
    /// Runs and builds side by side [default: number of cores]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// Proves and tells.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let problems = if arguments.names.is_empty() {
        context.all_problems()?
    } else {
        arguments.names.iter().map(|name| context.problem(name)).collect()
    };
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let mut proofs: Vec<Proof> = Vec::new();
    let mut broken = None;
    let mut ended = Ok(());
    for problem in problems {
        match problem.and_then(|problem| prove(&tools, &problem)) {
            Ok(proof) => {
                output::print(|out| proof::render(&proof, out))?;
                proofs.push(proof);
            }
            // A broken package does not keep the others from being proved.
            Err(failure) if failure.status == Status::Usage => {
                output::error(&failure);
                broken = Some(failure.status);
            }
            Err(failure) => {
                ended = Err(failure);
                break;
            }
        }
    }
    if !proofs.is_empty() {
        output::print(|out| {
            terminal::isolation(sandbox.isolation(), out)?;
            proof::table(&proofs, out)
        })?;
    }
    ended?;
    let good = proofs.iter().all(|proof| proof.findings.is_empty());
    Ok(broken.unwrap_or_else(|| context.status(good)))
}

/// Proves one problem, with progress.
fn prove(tools: &Tools<'_>, problem: &Problem) -> Result<Proof, Failure> {
    let parts = tools.parts(problem)?;
    let progress = Progress::new(0);
    progress.subject(problem.slug.clone());
    let mut step = |step: &str| progress.doing(step.to_owned());
    Ok(verify(tools, problem, &parts, &mut step)?)
}
