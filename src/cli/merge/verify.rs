//! Merging verifications: what one `jury verify` of all packages says.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::judge::verify::{Finding, Proof};
use crate::plan::{Found, MergedProofs, PackageResult, PackageUnit, VerifyMerger, VerifyWork};
use crate::problem::Problem;
use crate::report::markdown::Unread;

use super::super::context::Context;
use super::super::output;
use super::super::plan_file::{PlanFile, from_here};
use super::super::status::{Failure, Status};
use super::super::verify::prove::annotations_of;
use super::super::verify::report::{Reports, Told};
use super::arguments::Arguments;
use super::parts::{again, each_part, lacks};

/// Merges verifications.
pub(super) fn merged(
    context: &Context,
    arguments: &Arguments,
    file: &PlanFile,
    work: &VerifyWork,
) -> Result<Status, Failure> {
    arguments.refuse(&["record", "pdn", "save", "html"], "`jury verify`")?;
    let mut merger = VerifyMerger::new(&file.plan, work);
    each_part(context, arguments, file, &mut |part, path| merger.take(part, path))?;
    if arguments.again {
        return again(&merger.missing());
    }
    let MergedProofs { packages, isolation, missing, at_odds, notes } = merger.finish();
    let path = |path: Option<&Path>| path.map(PathBuf::from);
    let formats = &arguments.formats;
    let reports = Reports {
        json: path(formats.json()),
        junit: path(formats.junit()),
        markdown: path(formats.markdown()),
        ..Reports::default()
    };
    let mut told = Told::nothing(&reports);
    for (unit, package) in packages {
        tell(context, file, unit, package, &mut told)?;
    }
    let mut status = Ok(Status::Good);
    if let Some(isolation) = isolation {
        told.table(&isolation)?;
        status = told.end(context, &isolation, &reports);
    }
    notes.iter().for_each(output::warning);
    if !missing.is_empty() || !at_odds.is_empty() {
        return Err(Failure::ours(anyhow!(lacks(&missing, &at_odds))));
    }
    status
}

/// Tells of a package, which is called as it is from here.
fn tell(
    context: &Context,
    file: &PlanFile,
    unit: &PackageUnit,
    package: PackageResult,
    told: &mut Told,
) -> Result<(), Failure> {
    let PackageResult { folder, found } = package;
    let place = unit.path.as_ref().map(|path| from_here(context, &file.at(path)));
    let here = place.as_ref().map_or_else(|| folder.clone(), |place| place.display().to_string());
    let named = |text: &str| text.replace(&folder, &here);
    match found {
        Found::Unread(Unread { name, why }) => {
            let unread = Unread { name, why: named(&why) };
            let failure = Failure::usage(anyhow!(unread.why.clone()));
            told.unread(unread, &failure);
            Ok(())
        }
        Found::Proof(mut proof) => {
            name_files(&mut proof, &named);
            let problem =
                place.and_then(|place| context.problem(&place.display().to_string()).ok());
            let annotations = |problem: &Problem| annotations_of(&proof, problem);
            let annotations = problem.as_ref().map(annotations).unwrap_or_default();
            told.proof(annotations, *proof)
        }
    }
}

fn name_files(proof: &mut Proof, named: &dyn Fn(&str) -> String) {
    for Finding { subject, message, place, .. } in &mut proof.findings {
        (*subject, *message) = (named(subject), named(message));
        if let Some(place) = place {
            place.file = named(&place.file.display().to_string()).into();
        }
    }
}
