//! `jury grade`: grades submissions and reports.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;

use crate::judge::{Grade, Halt, JudgeFailure, Parts, Spoilt, Tools};
use crate::limits::usual_wall;
use crate::machine;
use crate::problem::{Case, CaseGlob, Expected, Problem};
use crate::report::json::Document;
use crate::report::{Compile, Graded, Report, annotations, markdown, terminal};
use crate::submission::{Built, Program, Submission, identify_kept};

use super::context::{Context, word};
use super::formats::Formats;
use super::github;
use super::keep::Keeper;
use super::output;
use super::progress::Progress;
use super::rounds;
use super::status::{Failure, Status};
use super::values;

/// Grade submissions on a problem
///
/// PROBLEM is a folder, or the slug or code of a problem in the problems folder. SUBMISSION is a
/// source file, a folder of sources, or an executable. A submission stops at its first failure,
/// unless the problem is scored or --keep-going is given.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "\
Examples:
  jury grade four-in-line solution.cpp
  jury grade eastern-draughts a.rs b.py --json report.json
  jury grade ./my-problem solution.py --case 'secret/1*' --keep-going
  jury grade megacheckers --reference
  jury grade four-in-line solution.cpp --watch
  jury grade eastern-draughts solution.rs --save
  jury grade four-in-line *.cpp --junit report.xml --markdown report.md")]
pub(super) struct Arguments {
    /// Problem folder, slug or code
    pub(super) problem: String,
    /// Source files, folders of sources, or executables
    #[arg(required_unless_present = "reference", value_name = "SUBMISSION")]
    pub(super) submissions: Vec<PathBuf>,
    /// Grade the problem's reference solution
    #[arg(long)]
    pub(super) reference: bool,
    /// Language of the submissions (see `jury languages`) [default: by file name]
    #[arg(long, short, value_name = "NAME")]
    language: Option<String>,
    /// Cases to run side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = super::values::jobs)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Only cases whose name matches, such as 'secret/1*' (may be repeated)
    #[arg(long, value_name = "GLOB")]
    case: Vec<String>,
    /// CPU time limit of every case, in seconds, before the language's factor
    #[arg(long, value_name = "S", value_parser = values::time_limit)]
    time_limit: Option<Duration>,
    /// Run all cases, also after a failure
    #[arg(long, short)]
    keep_going: bool,
    /// Grade again whenever a submission or the problem changes, from the first failing case on,
    /// until Ctrl-C
    #[arg(long, short)]
    watch: bool,
    /// Save the grades in the history beside the problem (see `jury history`)
    #[arg(long, conflicts_with_all = ["case", "time_limit", "watch"])]
    save: bool,
    #[command(flatten)]
    pub(super) formats: Formats,
}

/// Grades and reports.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    if arguments.watch {
        return rounds::run(context, arguments);
    }
    let (problem, sandbox) = context.problem_and_sandbox(&arguments.problem);
    let task = Task::read(problem?, arguments)?;
    let sandbox = sandbox?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let mut keeper = arguments.save.then(|| keeper(&tools, &task, arguments)).transpose()?;
    let (report, ended) = grade(context, &tools, &task, arguments, &FirstFailures::new())?;
    // Even what cannot be saved is shown, and what cannot be shown saved.
    let saved = keeper.as_mut().map(|keeper| keeper.save(&report));
    if !report.submissions.is_empty() || ended.is_ok() {
        write(context, &report, &arguments.formats)?;
    }
    if let Some(numbers) = saved.transpose()?.filter(|numbers| !numbers.is_empty()) {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        output::print_aside(|out| writeln!(out, "saved as grade {}", numbers.join(", ")))?;
    }
    ended?;
    Ok(status(context, &report))
}

/// Opens the history for what will be graded.
fn keeper(tools: &Tools<'_>, task: &Task, arguments: &Arguments) -> Result<Keeper, Failure> {
    let reference = arguments.reference.then(|| tools.reference(&task.problem)).transpose()?;
    Keeper::open(&task.problem, task.submissions.iter().cloned().chain(reference))
}

/// What is to be graded, read from files and arguments.
pub(super) struct Task {
    pub(super) problem: Problem,
    cases: Vec<Case>,
    submissions: Vec<Submission>,
}

/// By submission, the case that failed first when it was last graded: the one to begin with.
pub(super) type FirstFailures = BTreeMap<PathBuf, String>;

impl Task {
    /// What the arguments ask for.
    pub(super) fn read(problem: Problem, arguments: &Arguments) -> Result<Self, Failure> {
        let cases = select(&problem, arguments)?;
        let submissions = arguments.identify(&problem.folder, &problem.sources())?;
        Ok(Self { problem, cases, submissions })
    }
}

impl Arguments {
    /// The submissions, which must be there, and which no report may overwrite, nor what else is
    /// read.
    pub(super) fn identify(
        &self,
        problem: &Path,
        read: &[PathBuf],
    ) -> Result<Vec<Submission>, Failure> {
        let language = self.language.as_deref();
        let identified = self.submissions.iter().map(|path| identify_kept(problem, path, language));
        let submissions: Vec<_> = identified.collect::<Result<_, _>>()?;
        let given = submissions.iter().map(|given| &given.path);
        let sources: Vec<&PathBuf> = given.chain(read).collect();
        self.formats.expect_writable(&sources)?;
        Ok(submissions)
    }

    /// The patterns of cases.
    pub(super) fn globs(&self) -> Result<Vec<CaseGlob>, Failure> {
        let globs = self.case.iter().map(|pattern| CaseGlob::new(pattern));
        globs.collect::<Result<_, _>>().map_err(Failure::usage)
    }
}

/// Grades; what is known stays in the report whatever happens, and how it ended stands beside it.
pub(super) fn grade(
    context: &Context,
    tools: &Tools<'_>,
    task: &Task,
    arguments: &Arguments,
    first: &FirstFailures,
) -> Result<(Report, Result<(), Failure>), Failure> {
    let problem = &task.problem;
    let reference = arguments.reference.then(|| tools.reference(problem)).transpose()?;
    let mut report = Report {
        slug: problem.slug.clone(),
        name: problem.name.clone(),
        scored: problem.root.is_scored(),
        isolation: tools.sandbox.isolation().clone(),
        submissions: Vec::new(),
        interrupted: false,
    };
    let mut parts = tools.parts(problem)?;
    if !arguments.formats.is_empty() {
        parts = parts.with_details(problem);
    }
    let cases = &task.cases;
    let grading = Grading { context, tools, problem, parts: &parts, cases, arguments, first };
    let all: Vec<_> = reference.into_iter().chain(task.submissions.iter().cloned()).collect();
    let ended = grading.all(&all, &mut report);
    report.interrupted = tools.interrupt.is_set();
    Ok((report, ended))
}

fn status(context: &Context, report: &Report) -> Status {
    match context.status(report.all_accepted()) {
        Status::NotAccepted if report.judge_error() => Status::Usage,
        status => status,
    }
}

/// The cases asked for, with the limit asked for.
fn select(problem: &Problem, arguments: &Arguments) -> Result<Vec<Case>, Failure> {
    let globs = arguments.globs()?;
    let wanted = |case: &&Case| globs.is_empty() || globs.iter().any(|g| g.matches(&case.name));
    let mut cases: Vec<Case> = problem.cases.iter().filter(wanted).cloned().collect();
    if problem.cases.is_empty() {
        return Err(Failure::usage(anyhow!("problem `{}` has no cases", problem.slug)));
    }
    if cases.is_empty() {
        let some: Vec<_> = problem.cases.iter().take(3).map(|case| case.name.as_str()).collect();
        return Err(Failure::usage(anyhow!(
            "no case of `{}` matches {}; its cases are {} … ({} in all)",
            problem.slug,
            arguments.case.join(" or "),
            some.join(", "),
            problem.cases.len()
        )));
    }
    if let Some(limit) = arguments.time_limit {
        for case in &mut cases {
            case.limits.wall = case.limits.wall.max(usual_wall(limit));
            case.limits.cpu = limit;
        }
    }
    Ok(cases)
}

/// What grading each submission needs.
struct Grading<'a> {
    context: &'a Context,
    tools: &'a Tools<'a>,
    problem: &'a Problem,
    parts: &'a Parts,
    cases: &'a [Case],
    arguments: &'a Arguments,
    first: &'a FirstFailures,
}

impl Grading<'_> {
    /// Builds all, grades one after another; what is known stays in the report whatever happens.
    fn all(&self, submissions: &[Submission], report: &mut Report) -> Result<(), Failure> {
        let progress = Progress::new(0);
        progress.subject("building");
        let built = self.tools.build_all(submissions)?;
        drop(progress);
        let mut spoilt = Vec::new();
        for (submission, built) in submissions.iter().zip(built) {
            report.submissions.push(self.one(submission, built, &mut spoilt)?);
            if self.tools.interrupt.is_set() {
                break;
            }
        }
        // An interrupt has a status of its own.
        if spoilt.is_empty() || self.tools.interrupt.is_set() {
            return Ok(());
        }
        Err(Failure::ours(anyhow!(spoilt.join("\n"))))
    }

    /// One submission. A machine that failed at this one gives it a judge error and is told in
    /// `spoilt`: the others may fare better.
    fn one(
        &self,
        submission: &Submission,
        built: Result<Built, JudgeFailure>,
        spoilt: &mut Vec<String>,
    ) -> Result<Graded, JudgeFailure> {
        let mut failed = |failure: &JudgeFailure| {
            let words = machine::in_words(failure);
            spoilt.push(format!("{} could not be judged: {words}", submission.path.display()));
            words
        };
        let (grade, compile) = match built {
            Err(failure) => {
                let message = failed(&failure);
                (Grade::judge_error(), Compile { ok: false, time: Duration::ZERO, message })
            }
            Ok(Built::Failed { message, build_time }) => {
                (Grade::compile_error(), Compile { ok: false, time: build_time, message })
            }
            Ok(Built::Program(program)) => {
                let progress = Progress::new(self.cases.len());
                progress.file(&submission.path);
                let time = program.build_time;
                let grade = match self.cases(&submission.path, &program, &progress) {
                    Err(JudgeFailure::Spoilt(at)) => {
                        let grade = Grade::clone(&at.grade);
                        failed(&at.into());
                        grade
                    }
                    grade => grade?,
                };
                (grade, Compile { ok: true, time, message: program.messages })
            }
        };
        Ok(Graded {
            path: submission.path.clone(),
            language: submission.language.to_owned(),
            compile,
            expected: self.expected(&submission.path),
            grade,
            command: self.command(&submission.path),
        })
    }

    /// Runs the cases, the one that failed first the last time before all others. The grade is in
    /// package order all the same.
    fn cases(
        &self,
        path: &Path,
        program: &Program,
        progress: &Progress,
    ) -> Result<Grade, JudgeFailure> {
        let first = self.first.get(path);
        let begin = self.cases.iter().position(|case| Some(&case.name) == first);
        // Where outcomes decide which cases are run, they are run in package order.
        let begin = begin.filter(|_| !self.problem.root.has_conditions()).unwrap_or(0);
        let mut cases = self.cases.to_vec();
        cases.rotate_left(begin);
        let (problem, parts) = (self.problem, self.parts);
        let graded =
            self.tools.grade(problem, &cases, parts, program, self.halt(), &mut |outcome| {
                progress.step();
                progress.doing(format!("{} {}", outcome.case, outcome.verdict));
            });
        let in_package_order = |mut grade: Grade| {
            grade.outcomes.rotate_right(begin);
            Grade::fold(grade.outcomes, &problem.root)
        };
        match graded {
            Err(JudgeFailure::Spoilt(Spoilt { case, grade, source })) => {
                let grade = Box::new(in_package_order(*grade));
                Err(Spoilt { case, grade, source }.into())
            }
            graded => graded.map(in_package_order),
        }
    }

    fn halt(&self) -> Halt {
        if self.arguments.keep_going || self.problem.root.is_scored() {
            Halt::Never
        } else {
            Halt::FirstFailure
        }
    }

    /// What a kept submission may get.
    fn expected(&self, path: &Path) -> Option<Expected> {
        let path = path.canonicalize().ok()?;
        let kept = self.problem.submissions.iter();
        kept.filter(|kept| kept.path.canonicalize().is_ok_and(|kept| kept == path))
            .map(|kept| kept.expected)
            .next()
    }

    /// The command that grades this submission again.
    fn command(&self, path: &Path) -> String {
        let mut words = self.context.command("grade", &self.arguments.problem);
        if self.arguments.submissions.iter().any(|given| given == path) {
            words.push(word(path));
        } else {
            words.push("--reference".to_owned());
        }
        if let Some(language) = &self.arguments.language {
            words.extend(["--language".to_owned(), language.clone()]);
        }
        if let Some(limit) = self.arguments.time_limit {
            words.extend(["--time-limit".to_owned(), limit.as_secs_f64().to_string()]);
        }
        terminal::command(&words)
    }
}

/// Writes the report: for people, in the formats asked for, and where GitHub looks for it.
pub(super) fn write(context: &Context, report: &Report, formats: &Formats) -> Result<(), Failure> {
    let document = Document::from(report);
    let annotations = annotations::of_grades(&document);
    let words = |out: &mut dyn Write| {
        let mut render = |out: &mut dyn Write| terminal::render(report, output::width(), out);
        github::words(context, annotations, &mut render, out)
    };
    if formats.take_standard_output() {
        output::print_aside(words)?;
    } else {
        output::print(words)?;
    }
    let documents = [document];
    formats.write(&documents)?;
    github::summarize(|| markdown::render(&documents))
}
