//! The arguments of `jury grade`, as they are written.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;

use super::super::context::Context;
use super::super::formats::Formats;
use super::super::named;
use super::super::status::Failure;
use super::super::values;

/// Grade submissions on a problem
///
/// PROBLEM is a folder, or the slug or alias of a problem in the problems folder. SUBMISSION is a
/// source file, a folder of sources, or an executable. A submission stops at its first failure,
/// unless the problem is scored or --keep-going is given.
#[derive(Debug, Clone, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "\
Examples:
  jury grade four-in-line solution.cpp
  jury grade eastern-draughts a.rs b.py --json report.json
  jury grade ./my-problem solution.py --case 'secret/1*' --keep-going
  jury grade megacheckers --reference
  jury grade four-in-line solution.cpp --watch
  jury grade ./my-problem solution.rs --save
  jury grade ./my-problem students/*.py --recall
  jury grade four-in-line *.cpp --junit report.xml --markdown report.md")]
pub(in super::super) struct Arguments {
    /// Problem folder, slug or alias [default: the problem that the working directory lies in]
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,
    /// Source files, folders of sources, or executables
    #[arg(value_name = "SUBMISSION")]
    pub(super) submissions: Vec<PathBuf>,
    /// Grade the problem's reference solution
    #[arg(long)]
    pub(super) reference: bool,
    /// Language of the submissions (see `jury languages`) [default: by file name]
    #[arg(long, short, value_name = "NAME")]
    pub(super) language: Option<String>,
    /// Cases to run side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = values::jobs)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Only cases whose name matches, such as 'secret/1*' (may be repeated)
    #[arg(long, value_name = "GLOB")]
    pub(super) case: Vec<String>,
    /// CPU time limit of every case, in seconds, before the language's factor
    #[arg(long, value_name = "S", value_parser = values::time_limit)]
    pub(super) time_limit: Option<Duration>,
    /// Run all cases, also after a failure
    #[arg(long, short)]
    pub(super) keep_going: bool,
    /// Grade again whenever a submission or the problem changes, from the first failing case on,
    /// until Ctrl-C
    #[arg(long, short)]
    pub(super) watch: bool,
    /// Recall runs that took place before, where nothing that can change their outcome has changed since
    #[arg(long)]
    pub(super) recall: bool,
    /// Save the grades in the history next to the problem (see `jury history`)
    #[arg(long, conflicts_with_all = ["case", "time_limit", "watch"])]
    pub(super) save: bool,
    #[command(flatten)]
    pub(super) formats: Formats,
}

impl Arguments {
    /// The same with the problem that they mean, and something to grade.
    pub(super) fn resolve(&self, context: &Context) -> Result<Self, Failure> {
        let (problem, submissions) =
            named::split(context, self.problem.as_deref(), &self.submissions)?;
        if submissions.is_empty() && !self.reference {
            if !named::is_problem(context, &problem) && named::here(context).is_some() {
                return Err(Failure::usage(anyhow!("there is no problem and no file `{problem}`")));
            }
            return Err(Failure::usage(anyhow!(
                "expected a SUBMISSION of `{problem}`: a source file, a folder of sources or an \
                 executable; or --reference"
            )));
        }
        Ok(Self { problem: Some(problem), submissions, ..self.clone() })
    }

    /// The problem, by its name or path.
    pub(super) fn problem(&self) -> &str {
        self.problem.as_deref().unwrap_or(".")
    }
}
