//! `jury generate`: makes the cases of a problem's generator rules, and their answers by the reference.

use jury_checkers::plural::counted;
use std::num::NonZeroUsize;

use crate::judge::generate::{Answers, GenerateRequest};
use crate::judge::listed::{unmatched, write_settings};
use crate::problem::{Complaint, Problem};
use crate::visible::visible;

use super::context::Context;
use super::named;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};

/// Make a problem's generated cases from its generator rules, and their answers by its reference
///
/// First generates everything in a temporary folder, so that a failing generator or reference
/// changes nothing; then writes only what differs, each file whole or not at all. A generated case
/// whose answer the checker rejects gets a new answer. Inputs that no generator rule names are never
/// touched; of their answers only missing ones are made. With --answers, the answers of all cases
/// except the samples are made again. A listed case that cannot be made is warned of, and the exit status
/// is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury generate megacheckers
  jury generate megacheckers --check
  jury generate ./my-problem --answers")]
pub(super) struct Arguments {
    /// Problem folder, slug or alias [default: the problem that the working directory lies in]
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,
    /// Write nothing; list what would be made, and exit with 1 if there is any
    #[arg(long, conflicts_with = "answers")]
    check: bool,
    /// Make the answers of all cases but the samples anew, hand-made ones included
    #[arg(long)]
    answers: bool,
    /// Runs and builds side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = super::values::jobs)]
    jobs: Option<NonZeroUsize>,
}

/// Generates the cases and reports what changed.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let name = named::one(context, arguments.problem.as_deref())?;
    if !arguments.check {
        context.expect_writable(&name)?;
    }
    let problem = context.problem_to_generate(&name)?;
    for warning in &problem.warnings {
        let path = context.shown(&warning.path).to_owned();
        output::warning(&Complaint { path, ..warning.clone() });
    }
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let mut written = if arguments.check { Vec::new() } else { write_settings(&tools, &problem)? };
    // What groups are told may be another thing now.
    let problem = if written.is_empty() { problem } else { context.problem_to_generate(&name)? };
    let problem = context.timed(&tools, problem)?;
    let parts = tools.parts(&problem)?;
    let progress = Progress::new(0);
    progress.subject(problem.slug.clone());
    let remaking = GenerateRequest {
        tools: &tools,
        problem: &problem,
        parts: &parts,
        answers: if arguments.answers { Answers::AllButSamples } else { Answers::Needed },
        step: &|step| progress.doing(step.to_owned()),
    };
    let slug = &problem.slug;
    let unmade = unmade(problem.listing.unmade);
    if arguments.check {
        let stale = remaking.find()?;
        drop(progress);
        warn_of_unmatched(context, &problem)?;
        output::print(|out| {
            for case in &stale {
                writeln!(out, "{}", visible(case.to_string().as_bytes()))?;
            }
            match stale.len() {
                0 if problem.generator_rules.is_empty()
                    && problem.listing.unlisted.is_none()
                    && unmade.is_empty() =>
                {
                    writeln!(out, "{slug} has no generator rules; {}", problem.how_to_generate())
                }
                0 => writeln!(out, "{slug}: all generated cases are up to date{unmade}"),
                1 => writeln!(out, "{slug}: 1 case is out of date: run `jury generate`{unmade}"),
                many => {
                    writeln!(
                        out,
                        "{slug}: {many} cases are out of date: run `jury generate`{unmade}"
                    )
                }
            }
        })?;
        return Ok(context.status(stale.is_empty() && unmade.is_empty()));
    }
    written.extend(remaking.mend()?);
    drop(progress);
    warn_of_unmatched(context, &problem)?;
    output::print(|out| {
        for path in &written {
            writeln!(out, "wrote {}", context.shown(path).display())?;
        }
        let makes_none = problem.generator_rules.is_empty() && problem.listing.unlisted.is_none();
        if makes_none && written.is_empty() && unmade.is_empty() {
            let how = problem.how_to_generate();
            return writeln!(out, "{slug} has no generator rules, and no answer is missing; {how}");
        }
        writeln!(out, "{slug}: {} written{unmade}", counted(written.len(), "file"))
    })?;
    Ok(context.status(unmade.is_empty()))
}

/// Warns of files in which something does not stand that is listed for them.
fn warn_of_unmatched(context: &Context, problem: &Problem) -> Result<(), Failure> {
    for (case, message) in unmatched(problem)? {
        let path = problem.layout.input_in(&problem.folder, &case);
        let path = context.shown(&path).to_owned();
        output::warning(&Complaint { path, place: None, message, by_machine: false });
    }
    Ok(())
}

/// What is said of so many listed cases that cannot be made, after the rest; warnings say why of each.
fn unmade(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "; 1 listed case was not made".to_owned(),
        many => format!("; {many} listed cases were not made"),
    }
}
