//! `jury list`: the problems that there are.

use crate::problem::Problem;
use crate::report::columns::{self, Column};

use super::context::Context;
use super::output;
use super::status::{Failure, Status};

/// List the problems
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury list
  jury list --problems ../contest")]
pub(super) struct Arguments {}

/// Lists.
pub(super) fn run(context: &Context, _: &Arguments) -> Result<Status, Failure> {
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
    output::print(|out| columns::write(table(&problems), output::width(), out))?;
    Ok(status)
}

fn table(problems: &[&Problem]) -> Vec<Column> {
    let each =
        |cell: fn(&Problem) -> String| problems.iter().map(|one| cell(one)).collect::<Vec<_>>();
    vec![
        Column::new("slug", each(|problem| problem.slug.clone())),
        Column::new("code", each(|problem| problem.code.clone().unwrap_or_default())).late(),
        Column::new("name", each(|problem| problem.name.clone())).shortened().late(),
        Column::new("cases", each(|problem| problem.cases.len().to_string())).number().early(),
        Column::new("scoring", each(|problem| problem.scoring().name().to_owned())).early(),
        Column::new("submissions", each(|problem| problem.submissions.len().to_string()))
            .number()
            .early(),
    ]
}
