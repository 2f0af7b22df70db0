//! `jury grade --plan`: writes down what would be graded, for many machines.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::digest::Digest;
use crate::judge::PlannedStartups;
use crate::machine::folder_of;
use crate::plan::{
    DerivedLimit, GradeWork, Options, Plan, PlannedProblem, SkippedUnit, Toolchains, Unit, Work,
    usual_number,
};
use crate::problem::{Problem, Startup, TimeLimit};
use crate::regular;
use crate::report::document::{Document, Tool};
use crate::submission::{Languages, Submission};

use super::super::context::Context;
use super::super::output;
use super::super::plan_file::{in_plan, told, versions, write_plan};
use super::super::report;
use super::super::save::data_digest;
use super::super::status::{Failure, Status};
use super::arguments::Arguments;
use super::request::{self, Given, Skipped};

/// Writes the plan to this file.
pub(super) fn write(
    context: &Context,
    arguments: &Arguments,
    file: &Path,
) -> Result<Status, Failure> {
    output::expect_reports(&[file], &read_by_options(arguments))?;
    let folder = folder_of(file).canonicalize().map_err(Failure::usage)?;
    let earlier =
        arguments.planning.times.as_deref().map(|path| report::read(context, path)).transpose()?;
    let problem = timed(context, arguments)?;
    problem.warnings.iter().for_each(output::warning);
    let cases = request::cases(&problem, &arguments.case, arguments.time_limit)?;
    let sources = problem.sources();
    let given = request::given(context, arguments, &problem, &sources)?;
    output::expect_reports(&[file], &sources)?;
    let Units { units, skipped } = units(&given, earlier.as_ref(), &folder)?;
    let seconds: Vec<f64> = units.iter().map(|unit| unit.seconds).collect();
    let usual = || u32::try_from(usual_number(&seconds, earlier.is_some())).unwrap_or(1);
    let most = u32::try_from(units.len()).unwrap_or(u32::MAX);
    let shards = arguments.planning.shards.map_or_else(usual, |shards| shards.get().min(most));
    let startups = startups(context, arguments, &problem, &given.submissions)?;
    let plan = Plan {
        schema: 0,
        tool: Tool::this(),
        id: String::new(),
        sandbox: context.least_level(),
        toolchains: used_toolchains(&context.languages, &problem, &given.submissions)?,
        memory_bytes: cases.iter().map(|case| case.limits.memory).max().unwrap_or(0),
        shards: 0,
        work: Work::Grade(GradeWork {
            problem: PlannedProblem {
                startups,
                ..planned(context, arguments.problem(), &problem, &folder)?
            },
            options: Options {
                keep_going: arguments.keep_going,
                time_limit: arguments.time_limit.map(|limit| limit.as_secs_f64()),
                cases: arguments.case.clone(),
                language: arguments.language.clone(),
            },
            skipped: skipped.clone(),
            units,
        }),
    };
    let plan = plan.finish(shards).map_err(Failure::ours)?;
    write_plan(&plan, file)?;
    told(&plan, file, (seconds.len(), "submission"), shards)?;
    // What was left out makes the status that it makes of a grade.
    for SkippedUnit { path, why } in &skipped {
        output::warning(&format!("{path}: not in the plan: {why}"));
    }
    Ok(if skipped.is_empty() { Status::Good } else { Status::Usage })
}

/// The files that the arguments name to be read, besides the problem.
fn read_by_options(arguments: &Arguments) -> Vec<PathBuf> {
    let options = arguments.planning.times.iter().chain(&arguments.list);
    arguments.submissions.iter().chain(options).cloned().collect()
}

/// The problem with its time limit, which is measured where it is derived: nobody else may do that.
fn timed(context: &Context, arguments: &Arguments) -> Result<Problem, Failure> {
    let problem = context.problem(arguments.problem())?;
    if problem.time_limit != TimeLimit::Derived || arguments.time_limit.is_some() {
        return Ok(problem);
    }
    let (sandbox, cache) = (context.sandbox()?, context.cache()?);
    context.timed(&context.tools(&sandbox, &cache, arguments.jobs), problem)
}

/// The problem as a plan in this folder has it.
fn planned(
    context: &Context,
    name: &str,
    problem: &Problem,
    folder: &Path,
) -> Result<PlannedProblem, Failure> {
    let is_shipped = context.expect_own(&problem.folder).is_err();
    let is_path = name.contains('/') || name == "." || name == ".." || context.is_archive(name);
    let place = if context.is_archive(name) { Path::new(name) } else { &problem.folder };
    let path = in_plan(&context.working.join(place), folder);
    Ok(PlannedProblem {
        slug: problem.slug.clone(),
        name: (!is_path).then(|| name.to_owned()),
        path: (!is_shipped).then_some(path).transpose()?,
        data: data_digest(&context.languages, problem)?,
        files: files(problem),
        derived_limit: match &problem.time_limit {
            TimeLimit::Known(words) => {
                let seconds = problem.limits.cpu.as_secs_f64();
                Some(DerivedLimit { seconds, words: words.clone() })
            }
            TimeLimit::Stated | TimeLimit::Derived => None,
        },
        startups: None,
    })
}

/// What starts of the submissions' runtimes cost, which is measured where the problem allows for it.
fn startups(
    context: &Context,
    arguments: &Arguments,
    problem: &Problem,
    submissions: &[Submission],
) -> Result<Option<PlannedStartups>, Failure> {
    if problem.startup == Startup::Included {
        return Ok(None);
    }
    let (sandbox, cache) = (context.sandbox()?, context.cache()?);
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let mut costs = PlannedStartups::new();
    for language in submissions.iter().map(|submission| &submission.language) {
        if !costs.contains_key(&language.name)
            && let Some(cost) = tools.startup(language)?
        {
            costs.insert(language.name.clone(), cost.cpu_seconds);
        }
    }
    Ok(Some(costs))
}

/// Digests of the problem's own files, by their paths in it. What cannot be read is told where the problem
/// is judged.
pub(in super::super) fn files(problem: &Problem) -> BTreeMap<String, String> {
    let own = problem.sources().into_iter().filter_map(|path: PathBuf| {
        let name = path.strip_prefix(&problem.folder).ok()?.to_str()?.to_owned();
        Some((name, Digest::of_file(regular::open(&path).ok()?).ok()?))
    });
    own.collect()
}

/// The toolchains of the languages of these submissions, and of the problem's own programs.
pub(in super::super) fn used_toolchains(
    languages: &Languages,
    problem: &Problem,
    submissions: &[Submission],
) -> Result<Toolchains, Failure> {
    let deciders = problem.checker.programs().iter().chain(&problem.interactor);
    let deciders = deciders.chain(&problem.dialogue_checker);
    let deciders = deciders.chain(&problem.grader);
    let deciders = deciders.chain(problem.static_validation.as_ref().map(|own| &own.program));
    let parts = deciders.map(|part| Ok(languages.identify_part(problem, &part.path)?.language));
    let parts = parts.collect::<Result<Vec<_>, Failure>>()?;
    let mut names = BTreeSet::new();
    let all = submissions.iter().map(|submission| &submission.language).chain(&parts);
    let used = all.filter(|language| names.insert(language.name.clone()));
    Ok(versions(used.map(|language| &**language)))
}

/// What was given, as a plan has it.
struct Units {
    units: Vec<Unit>,
    skipped: Vec<SkippedUnit>,
}

fn units(given: &Given, earlier: Option<&Document>, folder: &Path) -> Result<Units, Failure> {
    let mut all = Units { units: Vec::new(), skipped: Vec::new() };
    for Skipped { path, failure } in &given.skipped {
        let path = in_plan(path, folder).unwrap_or_else(|_| path.display().to_string());
        all.skipped.push(SkippedUnit { path, why: failure.to_string() });
    }
    let times = PastTimes::of(earlier);
    for submission in &given.submissions {
        let shown = submission.path.display().to_string();
        let unit = in_plan(&submission.path, folder).and_then(|path| {
            Ok(Unit {
                number: 0,
                submission: path,
                sources: submission.digest()?,
                language: submission.language.name.clone(),
                shard: 0,
                seconds: times.of_submission(submission, &shown),
            })
        });
        match unit {
            Ok(unit) => all.units.push(unit),
            Err(why) => all.skipped.push(SkippedUnit { path: shown, why: why.to_string() }),
        }
    }
    if all.units.is_empty() {
        let why = all.skipped.iter().map(|SkippedUnit { path, why }| format!("{path}: {why}"));
        return Err(Failure::usage(anyhow!(why.collect::<Vec<_>>().join("\n"))));
    }
    Ok(all)
}

/// How long submissions took, by an earlier report.
#[derive(Default)]
struct PastTimes<'a> {
    of_paths: HashMap<&'a str, f64>,
    /// The sum and the number, by language.
    of_languages: HashMap<&'a str, (f64, f64)>,
}

impl<'a> PastTimes<'a> {
    fn of(earlier: Option<&'a Document>) -> Self {
        let mut times = Self::default();
        for one in earlier.iter().flat_map(|document| &document.submissions) {
            let cases = one.cases.iter().filter_map(|case| case.wall_seconds);
            let seconds = one.compile.seconds + cases.sum::<f64>();
            times.of_paths.insert(&one.path, seconds);
            let (sum, count) = times.of_languages.entry(&one.language).or_default();
            (*sum, *count) = (*sum + seconds, *count + 1.0);
        }
        times
    }

    /// That of the same submission, else the mean of its language, else 1.
    fn of_submission(&self, submission: &Submission, shown: &str) -> f64 {
        let mean = || {
            let (sum, count) = self.of_languages.get(submission.language.name.as_str())?;
            Some(sum / count)
        };
        self.of_paths.get(shown).copied().or_else(mean).unwrap_or(1.0)
    }
}
