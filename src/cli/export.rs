//! `jury export`: writes a problem as a package for another judge.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::export::write::{self, Existing, WriteError};
use crate::export::{self, Family, Finding, Package, Weight};
use crate::problem::{Problem, TimeLimit};

use super::context::Context;
use super::output;
use super::status::{Failure, Status};

/// Write a problem as a package for another judge
///
/// Any problem that jury reads can be exported. What the other judge's packages cannot say is listed before
/// anything is written, and then nothing is; with --lossy it is left out, and listed all the same. A target
/// ending in `.zip` becomes an archive, the same bytes each time; any other one a folder. Both are written
/// whole or not at all.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury export four-in-line --to icpc ./four-in-line-icpc
  jury export four-in-line --to domjudge four-in-line.zip --lossy
  jury lint four-in-line --for domjudge")]
pub(super) struct Arguments {
    /// Problem folder, archive, slug or alias
    #[arg(value_name = "PROBLEM")]
    problem: String,
    /// Whose package it is to be
    #[arg(long, value_name = "FAMILY")]
    to: Family,
    /// The folder or archive (`.zip`) to write
    #[arg(value_name = "DIR|FILE.zip")]
    target: PathBuf,
    /// Leave out what the package cannot say
    #[arg(long)]
    lossy: bool,
    /// Replace what is there
    #[arg(long)]
    force: bool,
    /// Runs and builds side by side, where a time limit must be found first [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = super::values::jobs)]
    jobs: Option<NonZeroUsize>,
}

impl ValueEnum for Family {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// Exports.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let target = context.working.join(&arguments.target);
    let existing = if arguments.force { Existing::Replaced } else { Existing::Kept };
    write::expect_free(&target, existing)?;
    context.expect_own(&target)?;
    let family = arguments.to;
    let (problem, package) = package(context, &arguments.problem, family, arguments.jobs)?;
    if target == problem.folder || problem.folder.starts_with(&target) {
        return Err(Failure::usage(anyhow!(
            "{} is the problem's own folder: name another one",
            arguments.target.display()
        )));
    }
    if package.is_refused() || package.is_lossy() && !arguments.lossy {
        return Err(refusal(&problem, family, &package));
    }
    for finding in &package.findings {
        output::warning(&finding.to_string());
    }
    let top = family.has_folder_in_archives().then(|| package.short_name());
    write::write(&package, &target, top.as_deref(), existing)?;
    output::print(|out| {
        let files = jury_checkers::plural::counted(package.files.len(), "file");
        writeln!(out, "wrote {}: {files} for {}", context.shown(&target).display(), family.title())
    })?;
    Ok(context.status(true))
}

/// The problem and its package. Where the package needs a time limit that follows from submissions, these are
/// run first.
pub(super) fn package(
    context: &Context,
    name: &str,
    family: Family,
    jobs: Option<NonZeroUsize>,
) -> Result<(Problem, Package), Failure> {
    let mut problem = context.problem(name)?;
    if problem.time_limit == TimeLimit::Derived && family.needs_time_limit() {
        let (sandbox, cache) = (context.sandbox()?, context.cache()?);
        let tools = context.tools(&sandbox, &cache, jobs);
        problem = context.timed(&tools, problem)?;
    }
    let package = export::package(&problem, family);
    Ok((problem, package))
}

/// What is said where nothing was written.
fn refusal(problem: &Problem, family: Family, package: &Package) -> Failure {
    let lines = |weight| {
        let own = package.findings.iter().filter(move |finding| finding.weight == weight);
        own.map(|finding: &Finding| finding.text.as_str()).collect::<Vec<_>>()
    };
    let (refused, lost) = (lines(Weight::Refused), lines(Weight::Lost));
    let (slug, title) = (&problem.slug, family.title());
    let mut words =
        vec![format!("nothing was written: a package for {title} cannot say all of `{slug}`")];
    if !refused.is_empty() {
        words.push("without these, there is no package:".to_owned());
        words.extend(refused.iter().map(|text| format!("  {text}")));
    }
    if !lost.is_empty() {
        let hint = if refused.is_empty() { " (`--lossy` leaves them out)" } else { "" };
        words.push(format!("these would be left out{hint}:"));
        words.extend(lost.iter().map(|text| format!("  {text}")));
    }
    let words = words.join("\n");
    Failure::usage(anyhow!(words))
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        if error.by_machine() { Self::ours(error) } else { Self::usage(error) }
    }
}
