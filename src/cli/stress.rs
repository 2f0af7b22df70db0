//! `jury stress`: searches for an input on which a submission fails, and makes it small.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow};

use crate::judge::answer::{Answered, answer};
use crate::judge::stress::{Goal, Hunt, Inputs, Keep, Rival, Role, reduce, search};
use crate::judge::{JudgeFailure, Parts, Tools};
use crate::machine::{self, TemporaryFolder};
use crate::problem::Problem;
use crate::report::stress::{self as report, End, Find, Stressed};
use crate::report::terminal;
use crate::sandbox::SandboxError;
use crate::submission::{Built, Program, Submission, identify_kept};
use crate::verdict::Verdict;

use super::context::{Context, word};
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};
use super::values;

/// Seconds for a search, and for making what it finds smaller.
const TIME: &str = "60";
const SHRINK_TIME: &str = "30";

/// Search for an input on which a submission fails, and make it small
///
/// Inputs of growing sizes come from the generator in the problem's section `[stress]`, else from
/// its recipes with fresh seeds, else from its cases with small changes. The search stops at the
/// first input that is not accepted, or at the end of its time. The input is then made smaller, as
/// long as the validator takes it and the verdict stays.
///
/// The problem's reference answers where the checker needs an answer. With --against, another
/// submission does; where the checker needs none, only inputs count on which OTHER is accepted and
/// the submission is not, or gets a lower score.
///
/// The same seed finds the same input again, for any -j, unless the clock ends the search.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury stress megacheckers solution.cpp
  jury stress four-in-line solution.py --output small.in
  jury stress ./my-problem fast.cpp --against slow.py --seed 7
  jury stress eastern-draughts solution.rs --find TLE --time 300
  jury stress board-silly --all-wrong")]
pub(super) struct Arguments {
    /// Problem folder, slug or code
    problem: String,
    /// Source files, folders of sources, or executables
    #[arg(required_unless_present = "all_wrong", value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,
    /// Every submission kept with the problem that must not be accepted
    #[arg(long, conflicts_with = "submissions")]
    all_wrong: bool,
    /// Hold the submission against this one instead of the reference
    #[arg(long, value_name = "OTHER")]
    against: Option<PathBuf>,
    /// Language of the submissions (see `jury languages`) [default: by file name]
    #[arg(long, short, value_name = "NAME")]
    language: Option<String>,
    /// Look for this verdict only, such as TLE
    #[arg(long, value_name = "VERDICT", value_parser = failure)]
    find: Option<Verdict>,
    /// Look for the input that takes the most CPU time, until the time is up
    #[arg(long, conflicts_with_all = ["find", "any_failure"])]
    slowest: bool,
    /// Any failure will do for a smaller input, not only that with the verdict found
    #[arg(long)]
    any_failure: bool,
    /// Time for the search, in seconds
    #[arg(long, value_name = "S", default_value = TIME, value_parser = search_time)]
    time: Duration,
    /// Time for making the input smaller, in seconds; 0 leaves it as it is
    #[arg(long, value_name = "S", default_value = SHRINK_TIME, value_parser = shrink_time)]
    shrink_time: Duration,
    /// Decides all inputs [default: another one each time]
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

/// Searches and tells.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let problem = context.problem(&arguments.problem)?;
    let submissions = submissions(context, &problem, arguments)?;
    if let Some(path) = &arguments.output {
        if submissions.len() > 1 {
            return Err(Failure::usage(anyhow!("--output takes the input of one submission only")));
        }
        let given = submissions.iter().map(|submission| submission.path.clone());
        let read = given.chain(arguments.against.clone()).chain(problem.sources());
        output::expect_reports(&[path], &read.collect::<Vec<_>>())?;
    }
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let parts = tools.parts(&problem)?;
    let scratch =
        TemporaryFolder::make().context("cannot make a temporary folder").map_err(Failure::ours)?;
    let progress = Progress::new(0);
    progress.subject("building");
    let other = other(&tools, &problem, &parts, arguments)?;
    let inputs = Inputs::of(&tools, &problem, &parts)?;
    let built = tools.build_all(&submissions)?;
    drop(progress);
    let stress = Stress {
        context,
        arguments,
        tools: &tools,
        problem: &problem,
        parts: &parts,
        inputs: &inputs,
        other: other.as_ref(),
        seed: arguments.seed.unwrap_or_else(fresh_seed),
        scratch: scratch.path(),
    };
    let mut all = Vec::new();
    for (submission, built) in submissions.iter().zip(built) {
        let stressed = stress.one(submission, built)?;
        if let (End::Found(find), Some(path)) = (&stressed.end, &arguments.output) {
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
        terminal::isolation(sandbox.isolation(), out)?;
        report::summary(&problem.slug, &all, submissions.len(), out)
    })?;
    let spoilt: Vec<String> = all.iter().filter_map(Stressed::spoilt).collect();
    if !spoilt.is_empty() {
        return Err(Failure::ours(anyhow!(spoilt.join("\n"))));
    }
    Ok(context.status(!all.iter().any(Stressed::failed)))
}

fn submissions(
    context: &Context,
    problem: &Problem,
    arguments: &Arguments,
) -> Result<Vec<Submission>, Failure> {
    let kept = problem.submissions.iter().filter(|kept| kept.expected.must_fail());
    let paths: Vec<&Path> = if arguments.all_wrong {
        kept.map(|kept| context.shown(&kept.path)).collect()
    } else {
        arguments.submissions.iter().map(PathBuf::as_path).collect()
    };
    if paths.is_empty() {
        return Err(Failure::usage(anyhow!(
            "`{}` keeps no submission that must not be accepted",
            problem.slug
        )));
    }
    let language = arguments.language.as_deref();
    let identify = |path| identify_kept(&problem.folder, path, language);
    Ok(paths.into_iter().map(identify).collect::<Result<Vec<_>, _>>()?)
}

/// A number that is short enough to be typed.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

/// The program that submissions are held against, with its name for people.
struct Other {
    program: Program,
    name: String,
    role: Role,
    trusted: bool,
}

impl Other {
    fn rival(&self) -> Rival<'_> {
        Rival { program: &self.program, role: self.role, trusted: self.trusted }
    }
}

/// The other submission, or the reference where an answer is needed.
fn other(
    tools: &Tools<'_>,
    problem: &Problem,
    parts: &Parts,
    arguments: &Arguments,
) -> Result<Option<Other>, Failure> {
    let role = if parts.needs_answer { Role::Answers } else { Role::Competes };
    if let Some(path) = &arguments.against {
        let program = tools.build_part(identify_kept(&problem.folder, path, None)?)?;
        let name = path.display().to_string();
        return Ok(Some(Other { program, name, role, trusted: false }));
    }
    if !parts.needs_answer {
        return Ok(None);
    }
    if problem.reference.is_none() {
        return Err(Failure::usage(anyhow!(
            "the checker of `{}` needs an answer, and the problem has no reference to make one; \
             name another submission by --against",
            problem.slug
        )));
    }
    let program = tools.build_part(tools.reference(problem)?)?;
    Ok(Some(Other { program, name: "reference".to_owned(), role, trusted: true }))
}

/// What stressing each submission needs.
struct Stress<'a> {
    context: &'a Context,
    arguments: &'a Arguments,
    tools: &'a Tools<'a>,
    problem: &'a Problem,
    parts: &'a Parts,
    inputs: &'a Inputs,
    other: Option<&'a Other>,
    seed: u64,
    scratch: &'a Path,
}

impl Stress<'_> {
    /// One submission. The machine's failure at it is told: the others may fare better.
    fn one(
        &self,
        submission: &Submission,
        built: Result<Built, JudgeFailure>,
    ) -> Result<Stressed, Failure> {
        let end = built.and_then(|built| match built {
            Built::Failed { message, .. } => Ok(End::NotBuilt(message)),
            Built::Program(program) => self.hunt(submission, &program),
        });
        let end = match end {
            Err(failure) if failure.spoils_one() => End::Spoilt(machine::in_words(&failure)),
            end => end?,
        };
        let language = submission.language.to_owned();
        Ok(Stressed { path: submission.path.clone(), language, end })
    }

    fn hunt(&self, submission: &Submission, program: &Program) -> Result<End, JudgeFailure> {
        let hunt = Hunt {
            tools: self.tools,
            problem: self.problem,
            parts: self.parts,
            program,
            rival: self.other.map(Other::rival),
            inputs: self.inputs,
            goal: self.goal(),
            seed: self.seed,
            scratch: self.scratch,
        };
        let progress = Progress::new(0);
        progress.file(&submission.path);
        let searched = search(&hunt, self.arguments.time, &mut |tally| {
            progress.doing(format!("{} inputs, {:.0} a second", tally.tried, tally.rate()));
        })?;
        let Some(catch) = searched.catch.clone() else {
            let interrupted = self.context.interrupt.is_set();
            return Ok(End::Nothing { tally: searched.tally, interrupted });
        };
        let reduced = if self.arguments.slowest || self.arguments.shrink_time.is_zero() {
            None
        } else {
            let from = catch.input.len();
            let keep = if self.arguments.any_failure { Keep::Failure } else { Keep::Verdict };
            let time = self.arguments.shrink_time;
            Some(reduce(&hunt, catch.clone(), keep, time, &mut |tally, catch| {
                let to = catch.input.len();
                progress.doing(format!("shrinking: {from} to {to} bytes, {} tried", tally.tried));
            })?)
        };
        drop(progress);
        let mut find = Find {
            tally: searched.tally,
            catch,
            reduced,
            validated: self.parts.validator.is_some(),
            other: None,
            seed: self.seed,
            repeat: self.repeat(submission),
            add: self.add(submission),
        };
        find.other = self.other_output(&find)?;
        Ok(End::Found(Box::new(find)))
    }

    fn goal(&self) -> Goal {
        match self.arguments.find {
            _ if self.arguments.slowest => Goal::Slowest,
            Some(verdict) => Goal::Verdict(verdict),
            None => Goal::Failure,
        }
    }

    /// What the other program, or else the reference, makes of the input.
    fn other_output(&self, find: &Find) -> Result<Option<(String, Vec<u8>)>, JudgeFailure> {
        if let (Some(other), Some(output)) = (self.other, &find.smallest().trial.answer) {
            return Ok(Some((other.name.clone(), output.clone())));
        }
        if self.problem.reference.is_none() || self.context.interrupt.is_set() {
            return Ok(None);
        }
        let path = self.scratch.join("shown.in");
        std::fs::write(&path, &find.smallest().input)
            .map_err(|source| JudgeFailure::Scratch { path: path.clone(), source })?;
        let answered = || -> Result<Answered, JudgeFailure> {
            let program = self.tools.build_part(self.tools.reference(self.problem)?)?;
            let mut runner = self.tools.open(&program)?;
            let (limits, interrupt) = (&self.problem.limits, self.tools.interrupt);
            answer(runner.as_mut(), &program, &path, limits, interrupt)
        };
        match answered() {
            Ok(Answered::Output(output)) => Ok(Some(("reference".to_owned(), output))),
            // It is only shown beside; what was found stands without it.
            Ok(Answered::Failed(_))
            | Err(
                JudgeFailure::ReferenceNotBuilt(_)
                | JudgeFailure::Sandbox(SandboxError::Interrupted),
            ) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The command that finds the input again.
    fn repeat(&self, submission: &Submission) -> String {
        let given = self.arguments;
        let mut words = self.context.command("stress", &given.problem);
        words.push(word(&submission.path));
        if let Some(path) = &given.against {
            words.extend(["--against".to_owned(), word(path)]);
        }
        if let Some(language) = &given.language {
            words.extend(["--language".to_owned(), language.clone()]);
        }
        if let Some(verdict) = given.find {
            words.extend(["--find".to_owned(), verdict.code().to_owned()]);
        }
        for (wanted, option) in [(given.slowest, "--slowest"), (given.any_failure, "--any-failure")]
        {
            words.extend(wanted.then(|| option.to_owned()));
        }
        let times =
            [("--time", given.time, TIME), ("--shrink-time", given.shrink_time, SHRINK_TIME)];
        for (option, time, default) in times {
            let time = time.as_secs_f64().to_string();
            if time != default {
                words.extend([option.to_owned(), time]);
            }
        }
        words.extend(["--seed".to_owned(), self.seed.to_string()]);
        terminal::command(&words)
    }

    /// The command that adds the input to the problem.
    fn add(&self, submission: &Submission) -> String {
        let given = self.arguments.output.as_deref().map(word);
        let file = given.clone().unwrap_or_else(|| "small.in".to_owned());
        let mut words = self.context.command("add", &self.arguments.problem);
        words.push(file);
        let add = terminal::command(&words);
        match given {
            Some(_) => add,
            None => format!("{} --output small.in; {add}", self.repeat(submission)),
        }
    }
}
