//! Finds the input of a failing case of a saved JSON report. The report names its problem by slug
//! alone, so the folder is looked for.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::nearest::{list, unknown};
use crate::problem::load;
use crate::report::document::Document;

use super::super::context::Context;
use super::super::report::read;
use super::super::status::Failure;

/// The input file of the case, or of the only one that fails.
pub(super) fn input(
    context: &Context,
    report: &Path,
    case: Option<&str>,
) -> Result<PathBuf, Failure> {
    let document = read(context, report)?;
    let case = failing(&document, report, case)?;
    let slug = &document.problem.slug;
    let mut looked_at = Vec::new();
    for folder in folders(context, report, slug) {
        // A broken neighbour is no reason to stop: the next place may have it.
        let Ok(problem) = load::load_unanswered(&folder, &context.reading()) else { continue };
        if let Some(found) = problem.cases.into_iter().find(|found| found.name == case) {
            return Ok(found.input);
        }
        looked_at.push(folder.display().to_string());
    }
    let places = match looked_at.as_slice() {
        [] => format!(
            "there is no problem `{slug}` next to the report, here or in the folder of problems"
        ),
        some => format!("it is not in {}", some.join(" or ")),
    };
    Err(Failure::usage(anyhow!(
        "cannot find the input of {case} of {}: {places}; name the input file instead",
        report.display()
    )))
}

/// The case that is meant: one that some submission of the report failed.
fn failing(document: &Document, report: &Path, case: Option<&str>) -> Result<String, Failure> {
    let cases = || document.submissions.iter().flat_map(|submission| &submission.cases);
    let mut failing: Vec<&str> =
        cases().filter(|case| case.failed()).map(|case| case.case.as_str()).collect();
    failing.sort_unstable();
    failing.dedup();
    let path = report.display();
    match (case, failing.as_slice()) {
        (_, []) => Err(Failure::usage(anyhow!("no case fails in {path}"))),
        (None, [only]) => Ok((*only).to_owned()),
        (None, several) => {
            let names = list(several.iter().copied()).unwrap_or_default();
            Err(Failure::usage(anyhow!(
                "several cases fail in {path}: choose one of {names} with --case"
            )))
        }
        (Some(case), failing) if failing.contains(&case) => Ok(case.to_owned()),
        (Some(case), failing) if cases().any(|known| known.case == case) => {
            let names = list(failing.iter().copied()).unwrap_or_default();
            Err(Failure::usage(anyhow!("{case} does not fail in {path}: expected one of {names}")))
        }
        (Some(case), failing) => {
            let words = unknown("case", case, failing.iter().copied());
            Err(Failure::usage(anyhow!("{words} (in {path})")))
        }
    }
}

/// Where the report's problem may be.
fn folders(context: &Context, report: &Path, slug: &str) -> Vec<PathBuf> {
    // A report may come from anywhere: what it calls a problem must not choose a path of the user's.
    if Path::new(slug).file_name() != Some(slug.as_ref()) {
        return Vec::new();
    }
    let beside = report.parent().unwrap_or(Path::new(""));
    let mut folders = vec![context.working.join(beside).join(slug), context.working.join(slug)];
    folders.extend(context.folder(slug).ok());
    folders.dedup();
    folders
}
