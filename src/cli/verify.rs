//! `jury verify`: proves packages.

use std::num::NonZeroUsize;

use crate::judge::verify::{Proof, verify};
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
        let names = arguments.names.iter();
        names.map(|name| context.problem(name)).collect::<Result<Vec<_>, _>>()?
    };
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let mut proofs: Vec<Proof> = Vec::new();
    for problem in &problems {
        let checker = crate::checker::checker(&problem.checker).map_err(Failure::usage)?;
        let progress = Progress::new(0);
        progress.subject(problem.slug.clone());
        let proof = verify(&tools, problem, checker.as_ref(), &mut |step| {
            progress.doing(step.to_owned());
        })?;
        drop(progress);
        output::print(|out| proof::render(&proof, out))?;
        proofs.push(proof);
    }
    output::print(|out| {
        terminal::isolation(sandbox.isolation(), out)?;
        proof::table(&proofs, out)
    })?;
    Ok(context.status(proofs.iter().all(|proof| proof.findings.is_empty())))
}
