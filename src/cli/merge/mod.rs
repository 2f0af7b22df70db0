//! `jury merge`: makes one report of the parts of a plan.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};

use crate::plan::{Part, Work, ranges};

use super::context::Context;
use super::formats::Formats;
use super::output;
use super::plan_file::{self, PlanFile};
use super::status::{Failure, Status};

mod contest;
mod grade;
mod verify;

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
pub(super) struct Arguments {
    /// The plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// Folders of parts [default: `plan.parts` beside `plan.json`]
    #[arg(value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Print the numbers of the missing shards, such as 7,10-12, and nothing else
    #[arg(long, conflicts_with_all = ["save", "json", "junit", "markdown", "html", "record", "pdn"])]
    again: bool,
    /// Of a match or tournament: write the record of all games, as for `jury replay` and --resume
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Of a match or tournament: write the games as PDN (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Of grades: save them in the history next to the problem, unless something is missing
    #[arg(long)]
    save: bool,
    #[command(flatten)]
    formats: Formats,
}

/// Merges.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let file = PlanFile::read(context, &arguments.plan)?;
    arguments.formats.expect_writable(&[&arguments.plan])?;
    match &file.plan.work {
        Work::Grade(work) => grade::merged(context, arguments, &file, work),
        Work::Verify(work) => verify::merged(context, arguments, &file, work),
        Work::Contest(work) => contest::merged(context, arguments, &file, work),
    }
}

impl Arguments {
    /// Refuses options that this kind of work has nothing for.
    fn refuse(&self, refused: &[&str], what: &str) -> Result<(), Failure> {
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

/// Gives all parts there are, one after the other, to a merger.
fn each_part(
    context: &Context,
    arguments: &Arguments,
    file: &PlanFile,
    take: &mut dyn FnMut(Part, &str),
) -> Result<(), Failure> {
    let folders = match arguments.parts.as_slice() {
        [] => vec![file.parts_folder()],
        folders => folders.to_vec(),
    };
    for path in part_files(&folders, !arguments.parts.is_empty())? {
        if let Some(part) = plan_file::read_part(context, &file.plan, &path)? {
            take(part, &path.display().to_string());
        }
    }
    Ok(())
}

/// Prints the shards that are to be done.
fn again(missing: &[u32]) -> Result<Status, Failure> {
    if !missing.is_empty() {
        let missing = ranges(missing.iter().copied());
        output::print(|out| writeln!(out, "{missing}"))?;
    }
    Ok(Status::Good)
}

/// The files of parts in these folders, in order of their names. The usual folder may be missing.
fn part_files(folders: &[PathBuf], must_be_there: bool) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for folder in folders.iter().filter(|folder| must_be_there || folder.exists()) {
        let entries = folder
            .read_dir()
            .with_context(|| format!("cannot read folder of parts {}", folder.display()))
            .map_err(Failure::usage)?;
        for entry in entries {
            let name = entry.map_err(Failure::usage)?.file_name();
            let name = name.to_string_lossy();
            if let Some(shard) = plan_file::shard_of(&name) {
                files.push((shard, folder.join(&*name)));
            } else if !name.starts_with('.') {
                let path = folder.join(&*name);
                output::warning(&format!("{} is not a part by its name", path.display()));
            }
        }
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// What keeps the report from being whole, in words.
fn lacks(missing: &[u32], at_odds: &[String]) -> String {
    let mut words = Vec::new();
    if !missing.is_empty() {
        let shards = ranges(missing.iter().copied());
        words.push(format!("parts are missing: shards {shards}"));
    }
    words.extend_from_slice(at_odds);
    words.join("\n")
}
