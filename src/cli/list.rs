//! `jury list`: the problems that there are.

use std::path::PathBuf;

use crate::problem::Problem;
use crate::report::columns::{self, Column};
use crate::report::listing_json;

use super::context::Context;
use super::output;
use super::status::{Failure, Status};

/// List the problems
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury list
  jury list --problems ../contest
  jury list --json problems.json")]
pub(super) struct Arguments {
    /// Write JSON in place of words (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Lists.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let (problems, shipped) = context.all_or_shipped()?;
    if let Some(folder) = shipped {
        output::print_aside(|out| {
            let folder = folder.display();
            writeln!(out, "no folder `problems` here or above; these come with jury, in {folder}")
        })?;
    }
    let mut status = Status::Good;
    for failure in problems.iter().filter_map(|problem| problem.as_ref().err()) {
        output::error(failure);
        status = failure.status;
    }
    let problems: Vec<&Problem> = problems.iter().flatten().collect();
    if let Some(path) = &arguments.json {
        output::write_report(path, &listing_json::problems(&problems).map_err(Failure::ours)?)?;
    } else if problems.is_empty() {
        let folder = context.listed_folder()?;
        output::print_aside(|out| writeln!(out, "no problems in {}", folder.display()))?;
    } else {
        output::print(|out| columns::write(table(&problems), output::width(), out))?;
        if let Some(others) = context.also_shipped() {
            output::print_aside(|out| writeln!(out, "also, with jury: {others}"))?;
        }
    }
    Ok(status)
}

fn table(problems: &[&Problem]) -> Vec<Column> {
    let each =
        |cell: fn(&Problem) -> String| problems.iter().map(|one| cell(one)).collect::<Vec<_>>();
    vec![
        Column::new("slug", each(|problem| problem.slug.clone())),
        Column::new("code", each(|problem| problem.code.clone().unwrap_or_default())).late(),
        Column::new("name", each(|problem| problem.name.clone())).shortened().late(),
        Column::new("cases", each(|problem| problem.count_of_cases().to_string())).number().early(),
        Column::new("scoring", each(|problem| problem.scoring().name().to_owned())).early(),
        Column::new("submissions", each(|problem| problem.submissions.len().to_string()))
            .number()
            .early(),
    ]
}
