//! `jury list`: the problems that there are.

use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::problem::Problem;

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
    let problems = context.all_problems()?;
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["slug", "code", "name", "cases", "scoring", "submissions"]);
    let mut status = Status::Good;
    for problem in &problems {
        match problem {
            Ok(problem) => {
                table.add_row(row(problem));
            }
            Err(failure) => {
                output::error(failure);
                status = failure.status;
            }
        }
    }
    output::print(|out| writeln!(out, "{}", table.trim_fmt()))?;
    Ok(status)
}

fn row(problem: &Problem) -> Vec<Cell> {
    let right = |number: usize| Cell::new(number).set_alignment(CellAlignment::Right);
    vec![
        Cell::new(&problem.slug),
        Cell::new(problem.code.as_deref().unwrap_or("")),
        Cell::new(&problem.name),
        right(problem.cases.len()),
        Cell::new(problem.scoring.name()),
        right(problem.submissions.len()),
    ]
}
