//! The command line of `jury merge`.

use std::path::PathBuf;

use anyhow::anyhow;

use super::super::formats::Formats;
use super::super::status::Failure;

/// Make one report of the parts of a plan
///
/// The report is that of one `jury grade` of all submissions, one `jury verify` of all packages, or one match or
/// tournament, in the order of the plan. Where a submission was graded twice and came to the same, the faster
/// run counts. Missing shards are named, and the report says what it lacks.
///
/// A match with --sprt goes round by round: as long as its test is not decided, the shards of the next round are
/// the missing ones.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury merge run/plan.json --html page.html
  jury merge run/plan.json --save
  jury merge run/plan.json from-node-1 from-node-2 --json report.json
  sbatch --array=\"$(jury merge run/plan.json --again)\" regrade.sbatch")]
pub(in super::super) struct Arguments {
    /// The plan
    #[arg(value_name = "PLAN")]
    pub(super) plan: PathBuf,
    /// Folders of parts [default: `plan.parts` beside `plan.json`]
    #[arg(value_name = "DIR")]
    pub(super) parts: Vec<PathBuf>,
    /// Print the numbers of the missing shards, such as 7,10-12, and nothing else
    #[arg(long, conflicts_with_all = ["save", "json", "junit", "markdown", "html", "record", "pdn"])]
    pub(super) again: bool,
    /// Of a match or tournament: write the record of all games, as for `jury replay` and --resume
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,
    /// Of a match or tournament: write the games as PDN (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(super) pdn: Option<PathBuf>,
    /// Of grades: save them in the history next to the problem, unless something is missing
    #[arg(long)]
    pub(super) save: bool,
    #[command(flatten)]
    pub(super) formats: Formats,
}

impl Arguments {
    /// Refuses options that this kind of work has nothing for.
    pub(super) fn refuse(&self, refused: &[&str], what: &str) -> Result<(), Failure> {
        let given =
            [("record", self.record.is_some()), ("pdn", self.pdn.is_some()), ("save", self.save)];
        let given = given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name));
        let mut given = given.chain(self.formats.names());
        match given.find(|name| refused.contains(name)) {
            None => Ok(()),
            Some(name) => {
                Err(Failure::usage(anyhow!("{what} has no --{name}, so merging it has none")))
            }
        }
    }
}
