//! The arguments of `jury grade`, as they are written.

use std::ffi::OsStr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;

use super::super::context::Context;
use super::super::formats::Formats;
use super::super::given;
use super::super::named;
use super::super::plan_file;
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
  jury grade four-in-line *.cpp --junit report.xml --markdown report.md
  find handed-in -name '*.py' | jury grade my-sum --list - --plan plan.json --shards 40")]
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
    /// Save the grades in `.jury/history.jsonl`, in the folder that the problem lies in (see `jury
    /// history`)
    #[arg(long, conflicts_with_all = ["case", "time_limit", "watch"])]
    pub(super) save: bool,
    /// Read more submissions from a file, one path a line (`-` for standard input)
    #[arg(long, value_name = "FILE")]
    pub(super) list: Option<PathBuf>,
    #[command(flatten)]
    pub(super) planning: Planning,
    #[command(flatten)]
    pub(super) formats: Formats,
}

/// Work for many machines.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Many machines (see `jury shard` and `jury merge`)")]
pub(in super::super) struct Planning {
    /// Grade nothing, but write a plan to FILE, of which any machine can do a shard
    #[arg(long, value_name = "FILE", conflicts_with_all = ["reference", "watch", "save", "json", "junit", "markdown", "html"])]
    pub(super) plan: Option<PathBuf>,
    /// Number of shards [default: one for each minute of work by --times, else for 25 submissions]
    #[arg(long, value_name = "N", requires = "plan", value_parser = plan_file::shards)]
    pub(super) shards: Option<NonZeroU32>,
    /// An earlier report of the same submissions, whose times make shards equally long
    #[arg(long, value_name = "REPORT.json", requires = "plan")]
    pub(super) times: Option<PathBuf>,
}

/// Bytes of a list of submissions.
const LARGEST_LIST: u64 = 64 << 20;

impl Arguments {
    /// The same with the problem that they mean, and something to grade.
    pub(super) fn resolve(&self, context: &Context) -> Result<Self, Failure> {
        let (problem, mut submissions) =
            named::split(context, self.problem.as_deref(), &self.submissions)?;
        if let Some(list) = &self.list {
            submissions.extend(listed(context, list)?);
        }
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

/// The paths in a list, one a line; empty lines are none.
fn listed(context: &Context, list: &Path) -> Result<Vec<PathBuf>, Failure> {
    let text = given::read_or_standard_input(&context.interrupt, list, LARGEST_LIST)?;
    let lines = text.split(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let paths: Vec<_> =
        lines.filter(|line| !line.is_empty()).map(|line| OsStr::from_bytes(line).into()).collect();
    if paths.is_empty() {
        return Err(Failure::usage(anyhow!("there is no path in {}", given::name(list))));
    }
    Ok(paths)
}
