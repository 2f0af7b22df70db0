//! `jury verify --plan`: writes down which packages would be verified, for many machines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::digest::Digest;
use crate::machine::{self, folder_of};
use crate::plan::{MOST_SHARDS, PackageUnit, Plan, Toolchains, VerifyWork, Work};
use crate::problem::{Problem, Reference, ValidatorChoice, load};
use crate::regular;
use crate::report::document::Tool;

use super::super::context::Context;
use super::super::output;
use super::super::plan_file::{in_plan, told, versions, write_plan};
use super::super::status::{Failure, Status};
use super::arguments::Arguments;
use super::given::Given;

/// Writes the plan to this file.
pub(super) fn write(
    context: &Context,
    arguments: &Arguments,
    given: Vec<Given>,
    file: &Path,
) -> Result<Status, Failure> {
    let read = given.iter().filter_map(|one| one.problem.as_ref().ok());
    output::expect_reports(&[file], &read.flat_map(Problem::sources).collect::<Vec<_>>())?;
    let folder = folder_of(file).canonicalize().map_err(Failure::usage)?;
    let problems = given.iter().filter_map(|one| one.problem.as_ref().ok());
    let toolchains = toolchains(context, problems.clone());
    let limits = problems.flat_map(|problem| &problem.cases).map(|case| case.limits.memory);
    let memory_bytes = limits.max().unwrap_or(0);
    let units = given.into_iter().map(|one| unit(context, one, &folder));
    let units = units.collect::<Result<Vec<_>, Failure>>()?;
    let count = units.len();
    let most = u32::try_from(count.clamp(1, MOST_SHARDS)).unwrap_or(1);
    let shards = arguments.planning.shards.map_or(most, |shards| shards.get().min(most));
    let plan = Plan {
        schema: 0,
        tool: Tool::this(),
        id: String::new(),
        sandbox: context.least_level(),
        toolchains,
        memory_bytes,
        shards: 0,
        work: Work::Verify(VerifyWork { matrix: arguments.matrix, fresh: arguments.fresh, units }),
    };
    let plan = plan.finish(shards).map_err(Failure::ours)?;
    write_plan(&plan, file)?;
    told(&plan, file, (count, "problem"), shards)?;
    Ok(Status::Good)
}

/// A package as a plan in this folder has it. One that is broken is planned, too: whoever does its shard finds
/// that. One that is nowhere ends it all.
fn unit(context: &Context, given: Given, folder: &Path) -> Result<PackageUnit, Failure> {
    let Given { name, problem } = given;
    let archive = name.filter(|name| context.is_archive(name)).map(PathBuf::from);
    let broken = |failure: &Failure| {
        failure.error.downcast_ref::<load::LoadError>().map(|error| error.folder.clone())
    };
    let (place, slug, files, runs) = match problem {
        Ok(problem) => {
            let runs = problem.cases.len() * (problem.submissions.len() + 1) + 1;
            (problem.folder.clone(), problem.slug.clone(), files(&problem), runs)
        }
        Err(failure) => match broken(&failure) {
            None => return Err(failure),
            Some(place) => {
                let folder = machine::real(&context.working.join(&place));
                let slug = folder.file_name().unwrap_or(folder.as_os_str()).display().to_string();
                (place, slug, BTreeMap::new(), 1)
            }
        },
    };
    let is_shipped = context.expect_own(&place).is_err();
    let path = in_plan(&context.working.join(archive.unwrap_or(place)), folder);
    Ok(PackageUnit {
        number: 0,
        slug,
        path: (!is_shipped).then_some(path).transpose()?,
        files,
        shard: 0,
        seconds: f64::from(u32::try_from(runs).unwrap_or(u32::MAX)),
    })
}

/// Digests of all files that a package is made of, by their paths in it. What cannot be read is told where the
/// package is verified.
pub(in super::super) fn files(problem: &Problem) -> BTreeMap<String, String> {
    let places = problem.sources().into_iter();
    let own = places.flat_map(|place| WalkDir::new(place).into_iter().filter_map(Result::ok));
    let own = own.filter_map(|entry| {
        let name = entry.path().strip_prefix(&problem.folder).ok()?.to_str()?.to_owned();
        Some((name, Digest::of_file(regular::open(entry.path()).ok()?).ok()?))
    });
    own.collect()
}

/// The toolchains of all programs of these packages. What cannot be told apart is told where the package is
/// verified.
pub(in super::super) fn toolchains<'a>(
    context: &Context,
    problems: impl Iterator<Item = &'a Problem>,
) -> Toolchains {
    let languages = &context.languages;
    let mut used = BTreeMap::new();
    for problem in problems {
        let deciders = problem.checker.programs().iter().chain(&problem.interactor);
        let deciders = deciders.chain(&problem.dialogue_checker);
        let validators = problem.validator.iter().flat_map(ValidatorChoice::programs);
        let parts = deciders.chain(&problem.grader).chain(&problem.answer_validators);
        let parts = parts.chain(validators);
        let parts = parts.map(|part| &part.path);
        let parts = parts.filter_map(|path| languages.identify_part(problem, path).ok());
        let reference = match &problem.reference {
            Some(Reference::Source(path)) => Some(path),
            Some(Reference::Shipped(_)) | None => None,
        };
        let kept = problem.submissions.iter().map(|kept| &kept.path).chain(reference);
        let kept = kept.filter_map(|path| languages.identify_kept(problem, path, None).ok());
        for submission in parts.chain(kept) {
            used.entry(submission.language.name.clone()).or_insert(submission.language);
        }
    }
    versions(used.values().map(|language| &**language))
}
