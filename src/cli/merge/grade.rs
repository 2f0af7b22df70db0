//! Merging grades: one report, which may be saved in the history.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;

use crate::plan::{GradeMerger, GradeWork, Merged, Naming, PlannedProblem};
use crate::report::document::Document;
use crate::verdict::Verdict;

use super::super::context::Context;
use super::super::grade::request::Again;
use super::super::grade::work as grading;
use super::super::output;
use super::super::plan_file::{PlanFile, from_here};
use super::super::save;
use super::super::status::{Failure, Status};
use super::arguments::Arguments;
use super::parts::{again, each_part, lacks};

/// Merges grades.
pub(super) fn merged(
    context: &Context,
    arguments: &Arguments,
    file: &PlanFile,
    work: &GradeWork,
) -> Result<Status, Failure> {
    arguments.refuse(&["record", "pdn"], "`jury grade`")?;
    if arguments.save {
        context.expect_own(&context.folder(&file.problem_name(&work.problem))?)?;
    }
    let mut merger = GradeMerger::new(&file.plan, work);
    each_part(context, arguments, file, &mut |part, path| merger.take(part, path))?;
    if arguments.again {
        return again(&merger.missing());
    }
    let all = named(context, file, work, merger)?;
    reported(context, arguments, file, work, all)
}

/// The report, which calls things as they are called from here.
fn named(
    context: &Context,
    file: &PlanFile,
    work: &GradeWork,
    merger: GradeMerger<'_>,
) -> Result<Merged, Failure> {
    let options = &work.options;
    let (problem, folder) = problem(context, file, &work.problem);
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
fn problem(context: &Context, file: &PlanFile, planned: &PlannedProblem) -> (String, PathBuf) {
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
    work: &GradeWork,
    merged: Merged,
) -> Result<Status, Failure> {
    let Merged { report, missing, at_odds, notes } = merged;
    let is_whole = missing.is_empty() && at_odds.is_empty();
    let verdicts = report.as_ref().map(verdicts);
    // Even what cannot be saved is shown, and what cannot be shown saved.
    let wanted = report.as_ref().filter(|_| arguments.save && is_whole);
    let saved = wanted.map(|report| save(context, file, work, report));
    if let Some(report) = report {
        grading::write(None, report, &arguments.formats)?;
    }
    notes.iter().for_each(output::warning);
    if let Some(numbers) = saved.transpose()? {
        output::print_aside(|out| writeln!(out, "saved as grade {numbers}"))?;
    }
    if !is_whole {
        return Err(Failure::ours(anyhow!(lacks(&missing, &at_odds))));
    }
    Ok(match verdicts {
        _ if !work.skipped.is_empty() => Status::Usage,
        Some(true) => context.status(true),
        _ => context.status(false),
    })
}

/// Whether all were accepted.
fn verdicts(report: &Document) -> bool {
    report.submissions.iter().all(|one| one.verdict == Verdict::Accepted)
}

/// Saves all grades; their numbers.
fn save(
    context: &Context,
    file: &PlanFile,
    work: &GradeWork,
    report: &Document,
) -> Result<String, Failure> {
    let folder = context.folder(&file.problem_name(&work.problem))?;
    let units = work.units.iter();
    let paths: Vec<_> =
        units.map(|unit| (file.at(&unit.submission), unit.sources.clone())).collect();
    let numbers = save::save_report(&folder, &work.problem.data, report, &paths)?;
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
        return Ok("none".into());
    };
    Ok(if first == last { first.to_string() } else { format!("{first} to {last}") })
}
