//! A shard of a plan of verifications: packages are verified, each whole.

use std::num::NonZeroUsize;

use anyhow::anyhow;

use crate::judge::verify::Extent;
use crate::judge::{Mode, Tools};
use crate::machine;
use crate::plan::{
    Found, PackageResult, PackageUnit, Results, VerifyResults, VerifyWork, units_of,
};
use crate::problem::Problem;

use super::super::context::Context;
use super::super::plan_file::PlanFile;
use super::super::recall;
use super::super::status::Failure;
use super::super::verify::prove::{self, Extends};
use super::super::verify::{files, report, toolchains};
use super::check;
use super::job::{Done, no_part};

/// What came of the shard; `None` after an interrupt.
pub(super) fn done(
    context: &Context,
    file: &PlanFile,
    work: &VerifyWork,
    shard: u32,
    jobs: Option<NonZeroUsize>,
) -> Result<Option<Done>, Failure> {
    let units: Vec<&PackageUnit> = units_of(&work.units, shard).collect();
    let problems = units.iter().map(|unit| problem(context, file, unit));
    let problems = problems.collect::<Result<Vec<_>, Failure>>()?;
    let read = problems.iter().filter_map(|problem| problem.as_ref().ok());
    let toolchains = toolchains(context, read);
    check::toolchains(&file.plan, &toolchains)?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let level = sandbox.isolation().level;
    check::level(&file.plan, level)?;
    let mode = if work.fresh { Mode::Fresh } else { Mode::Recall };
    let recall = recall::open(context, &sandbox, &cache, mode);
    let tools = context.tools(&sandbox, &cache, jobs);
    let tools =
        Tools { workers: check::workers(&file.plan, &tools)?, recall: Some(&recall), ..tools };
    let extent = if work.matrix { Extent::Matrix } else { Extent::Proof };
    let mut packages = Vec::new();
    for (unit, problem) in units.iter().zip(problems) {
        let folder = folder(context, file, unit, problem.as_ref().ok());
        let proved = prove::one(context, &tools, problem, extent);
        if context.interrupt.is_set() {
            return Ok(None);
        }
        packages.push(PackageResult { folder, found: found(proved)? });
    }
    let verified = packages.iter().filter(|one| holds(&one.found)).count();
    let isolation = sandbox.isolation().clone();
    Ok(Some(Done {
        words: format!("{verified} of {} verified", packages.len()),
        results: Results::Verify(Box::new(VerifyResults { isolation, packages })),
        probe: None,
        level,
        toolchains,
        workers: tools.workers,
    }))
}

fn holds(found: &Found) -> bool {
    match found {
        Found::Proof(proof) => proof.holds(),
        Found::Unread(_) => false,
    }
}

/// What was found, unless the machine or the jury's part spoilt it.
fn found(proved: Result<prove::Proved, (Failure, Extends)>) -> Result<Found, Failure> {
    match proved {
        Ok((_, proof)) => match proof.spoilt.first() {
            None => Ok(Found::Proof(Box::new(proof))),
            Some(spoilt) => {
                let (slug, subject, why) = (&proof.slug, &spoilt.subject, &spoilt.message);
                Err(no_part(Failure::ours(anyhow!("{slug}: {subject} could not be judged: {why}"))))
            }
        },
        Err((failure, Extends::ToOne)) if !machine::is_at_fault(failure.error.as_ref()) => {
            Ok(Found::Unread(report::unread(&failure)))
        }
        Err((failure, _)) => Err(no_part(failure)),
    }
}

/// A package, which is as it was when the plan was made; the inner error where it cannot be read.
fn problem(
    context: &Context,
    file: &PlanFile,
    unit: &PackageUnit,
) -> Result<Result<Problem, Failure>, Failure> {
    let problem = context.problem(&name(file, unit));
    // A broken package has no files in the plan.
    match (problem, unit.files.is_empty()) {
        (Ok(problem), _) => {
            let found = files(&problem);
            if found == unit.files {
                Ok(Ok(problem))
            } else {
                Err(check::changed(&unit.slug, &problem.folder, &unit.files, &found))
            }
        }
        (Err(broken), true) => Ok(Err(broken)),
        (Err(broken), false) => {
            let changed = "has changed since the plan was made, and cannot be read";
            let words = format!("problem `{}` {changed}", unit.slug);
            Err(Failure { error: broken.error.context(words), ..broken })
        }
    }
}

/// The name of a package, as commands take it.
fn name(file: &PlanFile, unit: &PackageUnit) -> String {
    let path = unit.path.as_ref().map(|path| file.at(path).display().to_string());
    path.unwrap_or_else(|| unit.slug.clone())
}

/// A package's folder, as what is found there calls it.
fn folder(
    context: &Context,
    file: &PlanFile,
    unit: &PackageUnit,
    problem: Option<&Problem>,
) -> String {
    let shown = |problem: &Problem| context.shown(&problem.folder).display().to_string();
    problem.map_or_else(|| name(file, unit), shown)
}
