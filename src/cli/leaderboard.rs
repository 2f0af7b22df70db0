//! `jury leaderboard`: the best saved grade of each submission.

use std::path::PathBuf;

use crate::history::leaderboard::{By, leaderboard};
use crate::report::{history, history_json};

use super::context::Context;
use super::history::{SavedGrades, tell};
use super::named;
use super::output;
use super::status::{Failure, Status};

/// Show the best saved grade of each submission on a problem, best first
///
/// The order is by score, then verdict, accepted cases and CPU time; grades that stopped at their
/// first failure (without --keep-going) rank below those that ran all cases. Only grades on the
/// same cases and limits as the newest one count. --compare tells whether one submission is better
/// than another or may only have been lucky; see `jury history --help`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury grade ./my-problem students/* --save --keep-going
  jury leaderboard ./my-problem
  jury leaderboard ./my-problem --by-folder   # of students/anna/a.py and students/anna/b.cpp, the better
  jury leaderboard ./my-problem --compare first.rs second.rs
  jury leaderboard ./my-problem --compare 12 15
  jury leaderboard ./my-problem --json leaderboard.json")]
pub(super) struct Arguments {
    /// Problem folder, slug or alias [default: the problem that the working directory lies in]
    problem: Option<String>,
    /// Show the best grade of each folder of submissions, such as a student's
    #[arg(long, conflicts_with = "compare")]
    by_folder: bool,
    /// Compare two grades case by case, each a submission or a number of `jury history`
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    compare: Option<Vec<String>>,
    /// Write JSON instead of text (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Shows the leaderboard, or compares.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let name = named::one(context, arguments.problem.as_deref())?;
    let folder = context.folder(&name)?;
    let json = arguments.json.as_deref();
    let saved = SavedGrades::open(context, Some(&folder), json)?;
    if let Some(names) = &arguments.compare {
        return saved.compare(names, json);
    }
    let grades = saved.grades(None);
    if grades.is_empty() {
        // Grades cannot be saved beside it either.
        context.expect_own(&folder)?;
    }
    let (best, left_out) =
        leaderboard(&grades, if arguments.by_folder { By::Folder } else { By::Submission });
    let slug = saved.problem.as_deref().unwrap_or(&name);
    tell(
        json,
        |out| history::leaderboard(slug, &best, left_out, output::width(), out),
        || history_json::leaderboard(slug, &best, left_out),
    )
}
