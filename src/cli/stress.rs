//! `jury stress`: searches for an input on which a submission fails, and makes it small.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow};

use crate::judge::stress::{Goal, Inputs, Keep};
use crate::machine::TemporaryFolder;
use crate::problem::Problem;
use crate::report::stress::{self as report, End, Stressed};
use crate::report::terminal;
use crate::submission::Submission;
use crate::verdict::Verdict;

use super::context::{Context, word};
use super::named;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};
use super::submissions::identify;
use super::values;

mod session;

use session::{Request, Shrink, Stress, other};

/// Seconds for a search, and for making what it finds smaller.
const TIME: &str = "60";
const USUAL: f64 = 60.0;
const SHRINK_TIME: &str = "30";

/// Search for an input on which a submission fails, and shrink it
///
/// Inputs of growing sizes come from the generator in the problem's section `[stress]`, else from
/// its generator rules with fresh seeds, else from its cases with small changes: small sizes most often, the
/// largest from early on. The search stops at the first input that is not accepted, or at the end of
/// its time. The input is then shrunk, as long as the validator accepts it and the verdict stays the
/// same.
///
/// The problem's reference answers where the checker needs an answer. With --against, another
/// submission does; where the checker needs none, only inputs count on which OTHER is accepted and
/// the submission is not, or gets a lower score.
///
/// The same seed finds the same input again, with any -j, unless the search runs out of time. With --from and
/// --tests, machines share the inputs of one seed: of what they find, the input with the lowest number is
/// what one machine would have found.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  jury stress megacheckers solution.cpp
  jury stress four-in-line solution.py --output small.in
  jury stress ./my-problem fast.cpp --against slow.py --seed 7
  jury stress eastern-draughts solution.rs --find TLE --time 300
  jury stress four-in-line solution.py --seed 7 --from 2001 --tests 1000
  jury stress board-silly --all-wrong")]
pub(super) struct Arguments {
    /// Problem folder, slug or alias [default: the problem that the working directory lies in]
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,
    /// Source files, folders of sources, or executables
    #[arg(value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,
    /// All jury submissions that must not be accepted
    #[arg(long, conflicts_with = "submissions")]
    all_wrong: bool,
    /// Compare with this submission instead of the reference
    #[arg(long, value_name = "OTHER")]
    against: Option<PathBuf>,
    /// Language of the submissions (see `jury languages`) [default: by file name]
    #[arg(long, short, value_name = "NAME")]
    language: Option<String>,
    /// Search for this verdict only, such as TLE
    #[arg(long, value_name = "VERDICT", value_parser = failure)]
    find: Option<Verdict>,
    /// Search for the input that takes the most CPU time, until the time is up
    #[arg(long, conflicts_with_all = ["find", "any_failure"])]
    slowest: bool,
    /// While shrinking, accept any failure, not only the original verdict
    #[arg(long)]
    any_failure: bool,
    /// Time for the search, in seconds; one input is tried at least, and runs that are under way at the
    /// end are finished, but not repeated
    /// [default: 60; a day with --tests]
    #[arg(long, value_name = "S", value_parser = search_time)]
    time: Option<Duration>,
    /// Try so many inputs of the seed, and no more
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tests: Option<u32>,
    /// Begin with this input of the seed, from 1
    #[arg(long, value_name = "K", requires_all = ["seed", "tests"], default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    from: u32,
    /// Time for shrinking the input after the search, in seconds; 0 turns shrinking off
    #[arg(long, value_name = "S", default_value = SHRINK_TIME, value_parser = shrink_time)]
    shrink_time: Duration,
    /// Seed that determines all inputs [default: a different one each time]
    #[arg(long, value_name = "N", value_parser = values::seed)]
    seed: Option<u64>,
    /// Inputs to try side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = values::jobs)]
    jobs: Option<NonZeroUsize>,
    /// Write the smallest input to this file
    #[arg(long, short, value_name = "FILE", conflicts_with = "all_wrong")]
    output: Option<PathBuf>,
}

/// The longest time for a search or for making an input smaller: a day, in seconds.
const DAY: f64 = 86_400.0;

/// Reads the time for the search.
fn search_time(text: &str) -> Result<Duration, String> {
    values::seconds(text, DAY)
}

/// Reads the time for making the input smaller, which may be none.
fn shrink_time(text: &str) -> Result<Duration, String> {
    let value = text.parse().ok().filter(|seconds| (0.0..=DAY).contains(seconds));
    value
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("`{text}` is not a number of seconds from 0 to {DAY}"))
}

/// Reads a verdict that a run can fail with.
fn failure(text: &str) -> Result<Verdict, String> {
    let wanted = Verdict::ALL.into_iter().filter(|verdict| {
        use Verdict::{Accepted, CompileError, JudgeError, Skipped};
        !matches!(verdict, Accepted | CompileError | JudgeError | Skipped)
    });
    let named = wanted.clone().find(|verdict| verdict.code().eq_ignore_ascii_case(text));
    named.ok_or_else(|| {
        let codes: Vec<_> = wanted.map(Verdict::code).collect();
        format!("expected one of {}", codes.join(", "))
    })
}

/// Searches and reports what was found.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let request = arguments.named(context)?.resolve(context)?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let request = Request { problem: context.timed(&tools, request.problem)?, ..request };
    let (problem, submissions) = (&request.problem, &request.submissions);
    let parts = tools.parts(problem)?;
    let scratch =
        TemporaryFolder::make().context("cannot make a temporary folder").map_err(Failure::ours)?;
    let progress = Progress::new(0);
    progress.subject("building");
    let other = other(&tools, &parts, &request)?;
    let inputs = Inputs::of(&tools, problem, &parts)?;
    let built = tools.build_all(submissions)?;
    drop(progress);
    let stress = Stress {
        request: &request,
        tools: &tools,
        parts: &parts,
        inputs: &inputs,
        other: other.as_ref(),
        scratch: scratch.path(),
    };
    let mut all = Vec::new();
    for (submission, built) in submissions.iter().zip(built) {
        let stressed = stress.one(submission, built)?;
        if let (End::Found(find), Some(path)) = (&stressed.end, &request.output) {
            output::write_file(path, &find.smallest().input)?;
        }
        output::print(|out| report::block(&stressed, out))?;
        all.push(stressed);
        if context.interrupt.is_set() {
            break;
        }
    }
    output::print(|out| {
        if submissions.len() > 1 {
            writeln!(out, "{}\n", report::table(&all).trim_fmt())?;
        }
        terminal::isolation(sandbox.isolation(), output::width(), out)?;
        report::summary(&problem.slug, &all, submissions.len(), out)
    })?;
    let spoilt: Vec<String> = all.iter().filter_map(Stressed::spoilt).collect();
    if !spoilt.is_empty() {
        return Err(Failure::ours(anyhow!(spoilt.join("\n"))));
    }
    Ok(context.status(!all.iter().any(Stressed::failed)))
}

impl Arguments {
    /// The same with the problem that they mean, and something to stress.
    fn named(&self, context: &Context) -> Result<Self, Failure> {
        let (problem, submissions) =
            named::split(context, self.problem.as_deref(), &self.submissions)?;
        if submissions.is_empty() && !self.all_wrong {
            return Err(Failure::usage(anyhow!(
                "expected a SUBMISSION of `{problem}`: a source file, a folder of sources or an \
                 executable; or --all-wrong"
            )));
        }
        Ok(Self { problem: Some(problem), submissions, ..self.clone() })
    }

    /// The problem, by its name or path.
    fn problem(&self) -> &str {
        self.problem.as_deref().unwrap_or(".")
    }

    /// What they ask for, checked against the problem's files.
    fn resolve(&self, context: &Context) -> Result<Request, Failure> {
        let problem = context.problem(self.problem())?;
        let submissions = self.identify(context, &problem)?;
        if let Some(path) = &self.output {
            if submissions.len() > 1 {
                let error = anyhow!("--output needs a single submission");
                return Err(Failure::usage(error));
            }
            let given = submissions.iter().map(|submission| submission.path.clone());
            let read = given.chain(self.against.clone()).chain(problem.sources());
            output::expect_reports(&[path], &read.collect::<Vec<_>>())?;
        }
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let keep = if self.any_failure { Keep::Failure } else { Keep::Verdict };
        let shrinks = !self.slowest && !self.shrink_time.is_zero();
        Ok(Request {
            against: self.against.clone(),
            goal: match self.find {
                _ if self.slowest => Goal::Slowest,
                Some(verdict) => Goal::Verdict(verdict),
                None => Goal::Failure,
            },
            time: self.search_time(),
            slice: self.slice(),
            shrink: shrinks.then_some(Shrink { keep, time: self.shrink_time }),
            seed,
            output: self.output.clone(),
            command: (context.command("stress", self.problem()), self.options(seed)),
            add: problem.layout.takes_cases.then(|| context.command("add", self.problem())),
            problem,
            submissions,
        })
    }

    fn identify(&self, context: &Context, problem: &Problem) -> Result<Vec<Submission>, Failure> {
        let kept =
            problem.submissions.iter().filter(|kept| kept.expectation.of_whole().must_fail());
        let paths: Vec<&Path> = if self.all_wrong {
            kept.map(|kept| context.shown(&kept.path)).collect()
        } else {
            self.submissions.iter().map(PathBuf::as_path).collect()
        };
        if paths.is_empty() {
            return Err(Failure::usage(anyhow!(
                "`{}` has no jury submission that must not be accepted",
                problem.slug
            )));
        }
        let (languages, language) = (&context.languages, self.language.as_deref());
        let identify = |path| identify(languages, problem, path, language);
        paths.into_iter().map(identify).collect()
    }

    /// The time for the search: a slice is meant to be tried to its end.
    fn search_time(&self) -> Duration {
        let usual = if self.tests.is_some() { DAY } else { USUAL };
        self.time.unwrap_or(Duration::from_secs_f64(usual))
    }

    /// The numbers of the inputs that are tried, from 0.
    fn slice(&self) -> Range<usize> {
        let begin = self.from as usize - 1;
        begin..self.tests.map_or(usize::MAX, |tests| begin.saturating_add(tests as usize))
    }

    /// The options that find the same inputs again.
    fn options(&self, seed: u64) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(path) = &self.against {
            words.extend(["--against".to_owned(), word(path)]);
        }
        if let Some(language) = &self.language {
            words.extend(["--language".to_owned(), language.clone()]);
        }
        if let Some(verdict) = self.find {
            words.extend(["--find".to_owned(), verdict.code().to_owned()]);
        }
        for (wanted, option) in [(self.slowest, "--slowest"), (self.any_failure, "--any-failure")] {
            words.extend(wanted.then(|| option.to_owned()));
        }
        let time = self.time.map(|time| time.as_secs_f64().to_string());
        let time = time.filter(|time| time != TIME || self.tests.is_some());
        let shrink = self.shrink_time.as_secs_f64().to_string();
        let shrink = Some(shrink).filter(|time| time != SHRINK_TIME);
        let from = Some(self.from).filter(|from| *from > 1);
        for (option, value) in [
            ("--time", time),
            ("--shrink-time", shrink),
            ("--seed", Some(seed.to_string())),
            ("--from", from.map(|from| from.to_string())),
            ("--tests", self.tests.map(|tests| tests.to_string())),
        ] {
            words.extend(value.into_iter().flat_map(|value| [option.to_owned(), value]));
        }
        words
    }
}

/// A number that is short enough to be typed.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}
