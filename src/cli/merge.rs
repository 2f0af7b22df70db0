//! `jury merge`: makes one report of the parts of a plan.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow};

use crate::plan::{Merged, Merger, Naming, ranges};
use crate::report::document::Document;
use crate::verdict::Verdict;

use super::context::Context;
use super::formats::Formats;
use super::grade::request::Again;
use super::grade::work;
use super::output;
use super::plan_file::{self, PlanFile, from_here};
use super::save;
use super::status::{Failure, Status};

/// Make one report of the parts of a plan
///
/// The report is that of one `jury grade` of all submissions, in the order of the plan. Where a submission
/// was graded twice and came to the same, the faster run counts. Missing shards are named, and the
/// report says what it lacks.
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
    #[arg(long, conflicts_with_all = ["save", "json", "junit", "markdown", "html"])]
    again: bool,
    /// Save the grades in the history next to the problem, unless something is missing
    #[arg(long)]
    save: bool,
    #[command(flatten)]
    formats: Formats,
}

/// Merges.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let file = PlanFile::read(context, &arguments.plan)?;
    arguments.formats.expect_writable(&[&arguments.plan])?;
    if arguments.save {
        context.expect_own(&context.folder(&file.problem_name())?)?;
    }
    let folders = match arguments.parts.as_slice() {
        [] => vec![file.parts_folder()],
        folders => folders.to_vec(),
    };
    let mut merger = Merger::new(&file.plan);
    for path in part_files(&folders, !arguments.parts.is_empty())? {
        if let Some(part) = plan_file::read_part(context, &file.plan, &path)? {
            merger.take(part, &path.display().to_string());
        }
    }
    if arguments.again {
        let missing = ranges(merger.missing());
        if !missing.is_empty() {
            output::print(|out| writeln!(out, "{missing}"))?;
        }
        return Ok(Status::Good);
    }
    let all = named(context, &file, merger)?;
    reported(context, arguments, &file, all)
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

/// The report, which calls things as they are called from here.
fn named(context: &Context, file: &PlanFile, merger: Merger<'_>) -> Result<Merged, Failure> {
    let options = &file.plan.options;
    let (problem, folder) = problem(context, file);
    let again = Again {
        problem: &problem,
        language: options.language.as_deref(),
        time_limit: options.time_limit.map(Duration::from_secs_f64),
    };
    let naming = Naming {
        path: &|path| from_here(context, &file.at(path)).display().to_string(),
        command: &|path| again.command(context, Some(&PathBuf::from(path))),
        file: &|file| folder.join(file).display().to_string(),
    };
    merger.finish(naming).map_err(Failure::usage)
}

/// The problem's name and folder, as they are called from here. Who merges need not have it.
fn problem(context: &Context, file: &PlanFile) -> (String, PathBuf) {
    let planned = &file.plan.problem;
    let folder = planned.path.as_ref().map(|path| file.at(path));
    let named = planned.name.as_ref().and_then(|name| Some((name, context.folder(name).ok()?)));
    let is_it = |found: &Path| {
        folder.as_ref().is_none_or(|folder| found.canonicalize().is_ok_and(|it| it == *folder))
    };
    match (named, &folder) {
        (Some((name, found)), _) if is_it(&found) => {
            (name.clone(), context.shown(&found).to_owned())
        }
        (_, Some(folder)) => {
            let shown = from_here(context, folder);
            let name = shown.display().to_string();
            let is_bare = !name.contains('/') && name != "." && name != "..";
            (if is_bare { format!("./{name}") } else { name }, shown)
        }
        (_, None) => (planned.slug.clone(), PathBuf::from(&planned.slug)),
    }
}

/// Writes and saves what there is; what is missing decides the status.
fn reported(
    context: &Context,
    arguments: &Arguments,
    file: &PlanFile,
    merged: Merged,
) -> Result<Status, Failure> {
    let Merged { report, missing, at_odds, notes } = merged;
    let is_whole = missing.is_empty() && at_odds.is_empty();
    let verdicts = report.as_ref().map(verdicts);
    // Even what cannot be saved is shown, and what cannot be shown saved.
    let wanted = report.as_ref().filter(|_| arguments.save && is_whole);
    let saved = wanted.map(|report| save(context, file, report));
    if let Some(report) = report {
        work::write(None, report, &arguments.formats)?;
    }
    notes.iter().for_each(output::warning);
    if let Some(numbers) = saved.transpose()? {
        output::print_aside(|out| writeln!(out, "saved as grade {numbers}"))?;
    }
    if !is_whole {
        return Err(Failure::ours(anyhow!(lacks(&missing, &at_odds))));
    }
    Ok(match verdicts {
        _ if !file.plan.skipped.is_empty() => Status::Usage,
        Some(true) => context.status(true),
        _ => context.status(false),
    })
}

/// Whether all were accepted.
fn verdicts(report: &Document) -> bool {
    report.submissions.iter().all(|one| one.verdict == Verdict::Accepted)
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

/// Saves all grades; their numbers.
fn save(context: &Context, file: &PlanFile, report: &Document) -> Result<String, Failure> {
    let folder = context.folder(&file.problem_name())?;
    let units = file.plan.units.iter();
    let paths: Vec<_> =
        units.map(|unit| (file.at(&unit.submission), unit.sources.clone())).collect();
    let numbers = save::save_report(&folder, &file.plan.problem.data, report, &paths)?;
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
        return Ok("none".into());
    };
    Ok(if first == last { first.to_string() } else { format!("{first} to {last}") })
}
