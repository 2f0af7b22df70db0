//! `jury verify`: checks whole packages.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::builder::FalseyValueParser;

use crate::ends::shortest_ends;
use crate::judge::time_limit::Timing;
use crate::judge::verify::{Extent, Proof, Step, verify};
use crate::judge::{Mode, Tools};
use crate::problem::{Problem, load};
use crate::report::markdown::Unread;
use crate::report::overview::Overview;
use crate::report::{annotations, markdown, matrix_json, proof, terminal};

use super::context::Context;
use super::github::{self, OfProblem};
use super::named;
use super::output;
use super::overview::LiveMatrix;
use super::progress::Progress;
use super::recall;
use super::status::{Failure, Status};

/// Check whole problems: inputs, answers, generator rules, reference, jury submissions, limits
///
/// Every input must be valid and differ from all others; the checker must accept every answer;
/// every generated case must equal what its generator rule generates, byte for byte; the reference must be
/// accepted and use at most 90 % of each time limit; every jury submission must get the verdict
/// that its folder names, and a secret case must catch each wrong one. Validators that are programs
/// must reject junk, and the invalid files that a package of the Kattis family brings for that.
///
/// In the table, `remade` counts the generated cases that came out byte for byte, and `caught twice` the
/// wrong submissions that two secret cases or more catch.
///
/// With --matrix, every submission runs on every case, which takes longer. The report then also
/// shows which case catches which submission, cases that catch nothing, submissions that one case
/// alone catches, groups whose answers are all equal, bounds of the validator that no case reaches,
/// and how near submissions come to the time limit from both sides. None of this changes the exit
/// status.
///
/// Runs that took place before are recalled where nothing that can change their outcome has changed
/// since; -v says which, and why others are not.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury verify
  jury verify board-silly ./my-problem
  jury verify board-silly --matrix
  jury verify board-silly --fresh
  jury verify --matrix-json matrix.json")]
pub(super) struct Arguments {
    /// Problem folders, slugs or aliases [default: the one that this folder lies in, else all in the
    /// problems folder]
    #[arg(value_name = "PROBLEM")]
    names: Vec<String>,
    /// Runs and builds side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = super::values::jobs)]
    jobs: Option<NonZeroUsize>,
    /// Run every submission on every case and show which case catches which
    #[arg(long)]
    matrix: bool,
    /// Also write the matrices as JSON (`-` for standard output; other text then goes to standard
    /// error); implies --matrix
    #[arg(long, value_name = "FILE")]
    matrix_json: Option<PathBuf>,
    /// Run everything, also what was run before and has not changed since
    #[arg(long, env = "JURY_FRESH", value_parser = FalseyValueParser::new())]
    fresh: bool,
}

/// Verifies the problems and reports what was found.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let json = arguments.matrix_json.as_deref();
    let aside = json == Some(Path::new("-"));
    let say = |render: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>| {
        if aside { output::print_aside(render) } else { output::print(render) }
    };
    let extent = if arguments.matrix || json.is_some() { Extent::Matrix } else { Extent::Proof };
    let problems = problems(context, &arguments.names)?;
    let read = problems.iter().flatten().flat_map(Problem::sources);
    output::expect_reports(json.as_slice(), &read.collect::<Vec<_>>())?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let mode = if arguments.fresh { Mode::Fresh } else { Mode::Recall };
    let recall = recall::open(context, &sandbox, &cache, mode);
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let tools = Tools { recall: Some(&recall), ..tools };
    let VerifyRun { proofs, unread, broken, ended } =
        try_all(context, &tools, problems, extent, &say)?;
    if !proofs.is_empty() {
        say(&mut |out| {
            terminal::isolation(sandbox.isolation(), output::width(), out)?;
            proof::table(&proofs, &unread, output::width(), out)
        })?;
    }
    github::summarize(|| markdown::proofs(&proofs, &unread))?;
    ended?;
    if let Some(path) = json {
        write(&proofs, path)?;
    }
    let good = proofs.iter().all(Proof::holds);
    Ok(broken.unwrap_or_else(|| context.status(good)))
}

/// The problems named, those of a folder named one by one; else the one whose folder this is, or all.
fn problems(context: &Context, names: &[String]) -> Result<Vec<Result<Problem, Failure>>, Failure> {
    let mut problems = Vec::new();
    for name in names {
        let inner = context.folder(name).ok().filter(|folder| !load::is_problem(folder));
        let inner = inner.map_or_else(Vec::new, |folder| load::problems_in(&folder));
        if inner.is_empty() {
            problems.push(context.problem(name));
        }
        let paths = inner.iter().map(|below| Path::new(name).join(below).display().to_string());
        problems.extend(paths.map(|path| context.problem(&path)));
    }
    match named::here(context) {
        Some(here) if names.is_empty() => Ok(vec![context.problem(&here)]),
        None if names.is_empty() => context.all_problems(),
        _ => Ok(problems),
    }
}

/// Writes what is for people to where it goes.
type Say<'a> = &'a dyn Fn(&mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure>;

/// What came of proving problems one after another.
struct VerifyRun {
    proofs: Vec<Proof>,
    /// Those that could not be checked at all.
    unread: Vec<Unread>,
    /// The status where a problem could not be verified.
    broken: Option<Status>,
    /// Why the rest of the problems was not tried.
    ended: Result<(), Failure>,
}

/// Verifies the problems and reports on each. Neither a broken package nor a machine that failed at
/// one keeps the others from being verified.
fn try_all(
    context: &Context,
    tools: &Tools<'_>,
    problems: Vec<Result<Problem, Failure>>,
    extent: Extent,
    say: Say<'_>,
) -> Result<VerifyRun, Failure> {
    let mut tried =
        VerifyRun { proofs: Vec::new(), unread: Vec::new(), broken: None, ended: Ok(()) };
    for problem in problems {
        let proved = problem.map_err(extends).and_then(|problem| {
            let of_problem = of_problem(&problem);
            let named = |(failure, extends): (Failure, Extends)| match extends {
                Extends::ToOne => {
                    let error = failure.error.context(of_problem);
                    (Failure { error, ..failure }, Extends::ToOne)
                }
                Extends::ToAll => (failure, extends),
            };
            let timing = match context.timing(tools, problem) {
                Ok(timing) => timing,
                Err(failure) => return Err(named(extends(failure))),
            };
            let problem = &timing.problem;
            let proof = prove(tools, &timing, extent).map_err(named);
            recall::explain(context, tools.recall).map_err(extends)?;
            let proof = proof?;
            let mut annotations = annotations::of_proof(&proof, &problem.folder, &problem.layout);
            annotations.extend(annotations::of_warnings(problem));
            Ok((annotations, proof))
        });
        match proved {
            Ok((annotations, proof)) => {
                if !proof.spoilt.is_empty() {
                    tried.broken = Some(Status::Failed);
                } else if proof.no_submissions > 0 && tried.broken.is_none() {
                    tried.broken = Some(Status::Usage);
                }
                let mut words = |out: &mut dyn Write| proof::render(&proof, output::width(), out);
                say(&mut |out| github::words(annotations.clone(), &mut words, out))?;
                tried.proofs.push(proof);
            }
            Err((failure, Extends::ToOne)) => {
                output::error(&failure);
                tried.unread.push(unread(&failure));
                if tried.broken != Some(Status::Failed) {
                    tried.broken = Some(failure.status);
                }
            }
            Err((failure, Extends::ToAll)) => {
                tried.ended = Err(failure);
                break;
            }
        }
    }
    Ok(tried)
}

fn unread(failure: &Failure) -> Unread {
    let of_folder = failure.error.downcast_ref::<load::LoadError>();
    let of_problem = failure.error.downcast_ref::<OfProblem>();
    let name = of_folder.map(|error| github::title(&error.folder));
    let name = name.or_else(|| of_problem.map(|problem| problem.slug.clone()));
    Unread { name, why: failure.to_string() }
}

fn of_problem(problem: &Problem) -> OfProblem {
    let settings = problem.folder.join(problem.layout.settings);
    OfProblem { slug: problem.slug.clone(), settings }
}

fn write(proofs: &[Proof], path: &Path) -> Result<(), Failure> {
    let matrices =
        proofs.iter().filter_map(|proof| Some((proof.slug.as_str(), proof.matrix.as_ref()?)));
    let text = matrix_json::render(matrices).map_err(Failure::ours)?;
    output::write_report(path, &text)
}

/// How far what went wrong with a problem reaches.
enum Extends {
    ToOne,
    ToAll,
}

fn extends(failure: Failure) -> (Failure, Extends) {
    let extends = if failure.status == Status::Usage { Extends::ToOne } else { Extends::ToAll };
    (failure, extends)
}

/// What a terminal shows of a proof: what is being done, and the submissions while they are judged.
enum Shown {
    Line(Progress),
    Matrix(LiveMatrix),
}

impl Shown {
    fn line(problem: &Problem) -> Self {
        let progress = Progress::new(0);
        progress.subject(problem.slug.clone());
        Self::Line(progress)
    }

    fn take(&mut self, step: Step<'_>, problem: &Problem) {
        match (&*self, step) {
            (Self::Line(progress), Step::Doing(what)) => progress.doing(what.to_owned()),
            (Self::Line(progress), Step::Submissions(paths)) => {
                // A line and a matrix at once would stand in each other's way.
                progress.end();
                let names = shortest_ends(paths);
                let overview = Overview::new(&problem.slug, &problem.cases, names);
                *self = Self::Matrix(LiveMatrix::new(overview));
            }
            (Self::Matrix(matrix), Step::Judging(number)) => {
                matrix.update(|overview| overview.judging(number));
            }
            (Self::Matrix(matrix), Step::Settled(outcome)) => {
                matrix.update(|overview| overview.settled(outcome));
            }
            (Self::Matrix(matrix), Step::Judged { submission, verdict, as_expected }) => {
                matrix.update(|overview| overview.judged(submission, verdict, as_expected));
            }
            // The reference is judged alone before the others.
            (Self::Line(_), Step::Judging(_) | Step::Settled(_) | Step::Judged { .. })
            | (Self::Matrix(_), Step::Doing(_) | Step::Submissions(_)) => {}
        }
    }
}

/// Verifies one problem, with progress.
fn prove(
    tools: &Tools<'_>,
    Timing { problem, ran }: &Timing,
    extent: Extent,
) -> Result<Proof, (Failure, Extends)> {
    let shown = Mutex::new(Shown::line(problem));
    let step = |step: Step<'_>| {
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.take(step, problem);
    };
    let proved = verify(tools, problem, ran, extent, &step);
    drop(shown);
    proved.map_err(|failure| {
        if failure.spoils_one() {
            (Failure::ours(failure), Extends::ToOne)
        } else {
            extends(failure.into())
        }
    })
}
