//! `jury validate`: runs only a problem's input validator.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::judge::JudgeFailure;
use crate::judge::verify::line_ends;
use crate::problem::ValidatorTerms;
use crate::regular;

use super::check::{case, validator_terms};
use super::context::Context;
use super::given;
use super::named;
use super::output;
use super::status::{Failure, Status};

/// Run only a problem's input validator
///
/// Without INPUT, all inputs of the problem are validated. Prints `file:line:column: what was
/// expected` for each input that is not valid.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury validate megacheckers
  jury validate board-silly my-test.in")]
pub(super) struct Arguments {
    /// Problem folder, slug or alias [default: the problem that the working directory lies in]
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,
    /// Input files [default: all of the problem's]
    inputs: Vec<PathBuf>,
}

/// Validates the inputs and prints the results.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let (name, given) = named::split(context, arguments.problem.as_deref(), &arguments.inputs)?;
    let problem = context.problem(&name)?;
    let validator = context
        .parts(&problem)?
        .validator
        .ok_or_else(|| Failure::usage(anyhow!("problem `{}` has no validator", problem.slug)))?;
    let own = given.is_empty();
    // An input with the arguments of its case's group; one that is no case's may have none.
    let inputs: Vec<(&PathBuf, ValidatorTerms<'_>)> = if own {
        let root = &problem.root;
        problem.cases.iter().map(|case| (&case.input, case.validator_terms(root))).collect()
    } else {
        let terms = |path: &PathBuf| validator_terms(&problem, case(&problem, path));
        given.iter().map(|path| (path, terms(path))).collect()
    };
    let mut invalid = Vec::new();
    for &(path, terms) in &inputs {
        // What a user names may be a pipe, what a package holds may not.
        let input = if own {
            let read = regular::read_case_file(path);
            read.map_err(|source| JudgeFailure::File { path: path.clone(), source })?
        } else {
            given::read(&context.interrupt, path, given::LARGEST)?
        };
        let found = validator.validate(&input, terms).map_err(JudgeFailure::from)?;
        if let Some(error) = found {
            let line_ends = line_ends(&input);
            let shown = problem.place_of(path).map(|below| problem.folder.join(below));
            let shown = shown.filter(|_| own).unwrap_or_else(|| path.clone());
            invalid.push(format!("{}:{error}{line_ends}", shown.display()));
        }
    }
    output::print(|out| {
        for line in &invalid {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{} of {} inputs are valid", inputs.len() - invalid.len(), inputs.len())
    })?;
    Ok(context.status(invalid.is_empty()))
}
