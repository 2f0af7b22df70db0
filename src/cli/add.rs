//! `jury add`: adds a case to a problem.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use jury_checkers::plural::counted;

use crate::judge::add::{CaseRequest, NewCase, NewCaseCheck, Refusal, add, consider};
use crate::judge::generator_rule::{self, Made};
use crate::judge::verify::{REFERENCE_SHARE, line_ends};
use crate::judge::{NewCaseResult, Parts, Role, Tools};
use crate::problem::{Generator, GeneratorRule, Problem};
use crate::regular::LARGEST_CASE_FILE;
use crate::verdict::Verdict;
use crate::visible::first_line;

use super::context::Context;
use super::given;
use super::named;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};

mod from_report;

/// Add a case to a problem: validate it, run the reference for the answer, reject duplicates
///
/// The input comes from a file, from standard input (`-`), from a failing case of a saved JSON
/// report, or from a generator of the problem. The validator must accept it, the problem must not
/// have it yet (ignoring line ends and spaces at line ends), the reference must answer it within
/// the limits, and the checker must accept that answer. Then the jury submissions are run on it:
/// the accepted ones must pass, and jury lists the wrong submissions that only the new case
/// catches. Input and answer are written together; after a failure the folder is unchanged.
#[derive(Debug, clap::Args)]
#[command(override_usage = "jury add [OPTIONS] PROBLEM <FILE|-|--from REPORT|--generate ARGS...>")]
#[command(after_help = "\
With --from, the case is looked for in the problem that the report names: a folder of that name
next to the report or in the working directory, else a problem of that slug or alias.

With --generate, all arguments that follow go to the generator (by custom, the seed is the last), so
it must be the last option. If a problem has several generators, name one as the first argument.

Examples:
  jury add four-in-line found.in
  printf '3\\n1 2 3\\n' | jury add ./my-problem - --name hand-short --dry-run
  jury add ./my-problem --from report.json --case secret/017
  jury add eastern-draughts --group secret/small --generate 10 12 4711
  jury add board-silly --generate pairs C 3 5")]
pub(super) struct Arguments {
    /// Problem folder, slug or alias [default: the problem that the working directory lies in]
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,
    #[command(flatten)]
    source: Source,
    /// The case of the report; may be left out where only one fails
    #[arg(long, value_name = "CASE")]
    case: Option<String>,
    /// The group: a folder below `data`
    #[arg(long, value_name = "GROUP", default_value = "secret")]
    group: String,
    /// The case's name in its group [default: the next free number]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Show what would be added, but write nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not run the jury submissions on the new case
    #[arg(long)]
    no_submissions: bool,
    /// Runs and builds side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = super::values::jobs)]
    jobs: Option<NonZeroUsize>,
}

/// Where the input comes from.
#[derive(Debug, Clone, clap::Args)]
#[group(multiple = false)]
struct Source {
    /// The input file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Take the input of a failing case of this JSON report
    #[arg(long, value_name = "REPORT")]
    from: Option<PathBuf>,
    /// Generate the input: run one of the problem's generators with these arguments
    #[arg(long, value_name = "ARGS", num_args = 1.., allow_hyphen_values = true)]
    generate: Vec<String>,
}

impl Arguments {
    /// The problem that they mean, and where the input comes from.
    fn resolve(&self, context: &Context) -> Result<(String, Source), Failure> {
        let files = self.source.file.as_slice();
        let (problem, mut files) = named::split(context, self.problem.as_deref(), files)?;
        let others = self.source.from.is_some() || !self.source.generate.is_empty();
        let wrong = match (files.len() + usize::from(others), others) {
            (1, _) => return Ok((problem, Source { file: files.pop(), ..self.source.clone() })),
            (0, _) => "expected an input: FILE, `-`, --from REPORT or --generate ARGS",
            (_, true) => "expected no FILE with --from or --generate",
            (_, false) => "expected a single input",
        };
        Err(Failure::usage(anyhow!(wrong)))
    }
}

/// Checks the input, adds it and reports what it catches.
pub(super) fn run(
    context: &Context,
    ours: &clap::Command,
    arguments: &Arguments,
) -> Result<Status, Failure> {
    no_option_of_ours(ours, &arguments.source.generate)?;
    if arguments.case.is_some() && arguments.source.from.is_none() {
        return Err(Failure::usage(anyhow!("--case needs --from REPORT")));
    }
    let (name, source) = arguments.resolve(context)?;
    if !arguments.dry_run {
        context.expect_writable(&name)?;
    }
    let problem = context.problem(&name)?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let problem = context.timed(&tools, problem)?;
    let considered = consider_input(context, &tools, &problem, arguments, &source);
    let Considered { parts, request, new } = considered.map_err(nothing_added)?;
    let (name, written) = if arguments.dry_run {
        (new.name.clone(), Vec::new())
    } else {
        add(&tools, &problem, &request, &new).map_err(|failure| match failure.into() {
            failure @ Failure { status: Status::Usage, .. } => nothing_added(failure),
            // A machine that fails after the files took their places has added them.
            failure => failure,
        })?
    };
    output::print(|out| {
        tell(&new, &name, parts.validator.is_some(), out)?;
        new_group(&problem, &request.group, out)?;
        for path in &written {
            writeln!(out, "wrote {}", context.shown(path).display())?;
        }
        let slug = &problem.slug;
        if arguments.dry_run {
            writeln!(out, "{slug}: {name} can be added; nothing was written (--dry-run)")
        } else {
            writeln!(out, "{slug}: {name} added")
        }
    })?;
    Ok(Status::Good)
}

/// The group and the name in it, where a user may write the folder of cases before the one and more of
/// the group before the other.
fn place(problem: &Problem, group: &str, name: Option<&str>) -> (String, Option<String>) {
    let group = group.trim_end_matches('/');
    let group = group.strip_prefix("./").unwrap_or(group);
    let below = group.strip_prefix(problem.layout.data).and_then(|rest| rest.strip_prefix('/'));
    let group = below.filter(|_| !problem.layout.data.is_empty()).unwrap_or(group);
    match name.and_then(|name| name.rsplit_once('/')) {
        Some((inner, own)) => (format!("{group}/{inner}"), Some(own.to_owned())),
        None => (group.to_owned(), name.map(str::to_owned)),
    }
}

/// A failure that left the problem as it was.
fn nothing_added(failure: Failure) -> Failure {
    if failure.status == Status::Interrupted {
        return failure;
    }
    let words = failure.to_string();
    let end = if words.contains('\n') { "\n" } else { "; " };
    Failure { error: anyhow!("{words}{end}nothing was added"), ..failure }
}

/// Says that the case is the first of its group, and what becomes of its score where groups share it out.
fn new_group(problem: &Problem, group: &str, out: &mut dyn Write) -> std::io::Result<()> {
    if problem.cases.iter().any(|case| case.group == group) {
        return Ok(());
    }
    write!(out, "new group: {group}")?;
    let around = problem.root.innermost(group);
    if problem.root.is_scored() && around.name != group && !problem.root.groups.is_empty() {
        let counts = match around.name.as_str() {
            "" => "the problem as a whole".to_owned(),
            name => format!("`{name}`"),
        };
        let settings = problem.layout.settings;
        write!(out, " (without a `[[group]]` in {settings}: its cases count for {counts})")?;
    }
    writeln!(out)
}

/// A case that may be added.
struct Considered {
    parts: Parts,
    request: CaseRequest,
    new: NewCase,
}

/// Takes the input from where it comes, and looks at it.
fn consider_input(
    context: &Context,
    tools: &Tools<'_>,
    problem: &Problem,
    arguments: &Arguments,
    source: &Source,
) -> Result<Considered, Failure> {
    let (input, called) = input(context, tools, problem, source, arguments.case.as_deref())?;
    let parts = tools.parts(problem)?;
    let line_ends = line_ends(&input);
    let (group, name) = place(problem, &arguments.group, arguments.name.as_deref());
    let request = CaseRequest { input, group, name, submissions: !arguments.no_submissions };
    let progress = Progress::new(0);
    progress.subject(problem.slug.clone());
    let step = |step: &str| progress.doing(step.to_owned());
    match consider(tools, problem, &parts, &request, &step)? {
        NewCaseCheck::Good(new) => Ok(Considered { parts, request, new }),
        NewCaseCheck::Refused(refusal) => Err(Failure {
            status: Status::NotAccepted,
            error: anyhow!("{}", words(problem, &refusal, &called, line_ends)),
        }),
    }
}

/// The input and what messages call it.
fn input(
    context: &Context,
    tools: &Tools<'_>,
    problem: &Problem,
    source: &Source,
    case: Option<&str>,
) -> Result<(Vec<u8>, String), Failure> {
    if let Some(report) = &source.from {
        let path = from_report::input(context, report, case)?;
        return Ok((
            given::read(&context.interrupt, &path, LARGEST_CASE_FILE)?,
            path.display().to_string(),
        ));
    }
    match &source.file {
        Some(path) => {
            let input = given::read_or_standard_input(&context.interrupt, path, LARGEST_CASE_FILE)?;
            Ok((input, given::name(path)))
        }
        None => generated(tools, problem, &source.generate),
    }
}

/// The output of a generator for these arguments.
fn generated(
    tools: &Tools<'_>,
    problem: &Problem,
    words: &[String],
) -> Result<(Vec<u8>, String), Failure> {
    let (generator, words) = generator(problem, words)?;
    let program = tools.build_part(tools.generator(problem, generator)?)?;
    let mut runner = tools.open(&program)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let call = format!("{} {}", generator.source.display(), words.join(" "));
    match generator_rule::run(
        runner.as_mut(),
        &program,
        &words,
        &generator.leaves,
        tools.interrupt,
    )? {
        Made::Files(files) => {
            Ok((files.input, format!("the input generated by {}", call.trim_end())))
        }
        Made::Failed(why) => Err(Failure::usage(anyhow!("{} failed: {why}", call.trim_end()))),
    }
}

/// Refuses an option that stands behind `--generate`, where it would go to the generator unseen.
fn no_option_of_ours(ours: &clap::Command, words: &[String]) -> Result<(), Failure> {
    let add = ours.find_subcommand("add").into_iter().flat_map(clap::Command::get_arguments);
    let known: Vec<String> = add
        .chain(ours.get_arguments())
        .filter_map(|argument| argument.get_long())
        .map(|long| format!("--{long}"))
        .collect();
    match words.iter().find(|word| known.contains(word)) {
        None => Ok(()),
        Some(word) => Err(Failure::usage(anyhow!(
            "{word} comes after --generate, whose arguments all go to the generator: put it before \
             --generate"
        ))),
    }
}

/// The generator that is meant: the one that the first word names, or the only one.
fn generator<'a>(
    problem: &'a Problem,
    words: &'a [String],
) -> Result<(&'a Generator, &'a [String]), Failure> {
    let mut known: Vec<&Generator> =
        problem.generator_rules.iter().filter_map(GeneratorRule::generator).collect();
    known.sort_by_key(|generator| &generator.source);
    known.dedup_by_key(|generator| &generator.source);
    let is_named = |generator: &&&Generator, word: &str| {
        let path = &generator.source;
        [path.file_name(), path.file_stem()].contains(&Some(word.as_ref()))
            || path.strip_prefix(&problem.folder).is_ok_and(|below| below == Path::new(word))
    };
    if let Some((first, rest)) = words.split_first()
        && let Some(found) = known.iter().find(|generator| is_named(generator, first))
    {
        return Ok((found, rest));
    }
    match known.as_slice() {
        [only] => Ok((only, words)),
        [] => Err(Failure::usage(anyhow!(
            "problem `{}` has no generator: {}",
            problem.slug,
            problem.how_to_generate()
        ))),
        several => {
            let names: Vec<_> = several
                .iter()
                .filter_map(|generator| generator.source.file_stem())
                .map(|name| format!("`{}`", name.to_string_lossy()))
                .collect();
            Err(Failure::usage(anyhow!(
                "problem `{}` has several generators: start the arguments of --generate with one \
                 of {}",
                problem.slug,
                names.join(", ")
            )))
        }
    }
}

/// Why the input is refused.
fn words(problem: &Problem, refusal: &Refusal, source: &str, line_ends: &str) -> String {
    match refusal {
        Refusal::Empty => format!("{source} is empty, and the problem has no validator"),
        Refusal::Invalid(invalid) => format!("{source}:{invalid}{line_ends}"),
        Refusal::Same { case, exactly: true } => {
            format!("duplicate input: {source} equals {case} byte for byte")
        }
        Refusal::Same { case, exactly: false } => format!(
            "duplicate input: {source} differs from {case} only in line ends or spaces at line ends"
        ),
        Refusal::Wronged(result) => {
            let whose = match result.role {
                Role::Reference => "the reference",
                Role::Accepted | Role::Wrong(_) => "the submission",
            };
            let decider = match (&problem.interactor, problem.checker.programs()) {
                (Some(interactor), _) => format!(", the interactor `{}`", interactor.name),
                (None, [checker, ..]) => format!(", the checker `{}`", checker.name),
                (None, []) => String::new(),
            };
            format!(
                "{whose} {} must be accepted, but gets {} on this input: {} (the reference{decider} or \
                 the submission is wrong, or a limit is too tight; --no-submissions skips this check)",
                result.path.display(),
                result.verdict,
                result.message
            )
        }
    }
}

/// What was found out about a case that may be added.
fn tell(new: &NewCase, name: &str, validated: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let lines = new.input.split_inclusive(|&byte| byte == b'\n').count();
    let (bytes, lines) = (counted(new.input.len(), "byte"), counted(lines, "line"));
    write!(out, "{name}: {bytes} in {lines}")?;
    match &new.answer {
        Some(answer) if answer.is_empty() => writeln!(out, ", with an empty answer")?,
        Some(answer) => writeln!(out, ", answered by the reference: {}", excerpt(answer))?,
        None => writeln!(out, ", without an answer (none is needed)")?,
    }
    if !validated {
        writeln!(out, "not validated: the problem has no validator")?;
    }
    let slowest = new
        .results
        .iter()
        .find(|result| result.role == Role::Reference)
        .and_then(NewCaseResult::share);
    if let Some(share) = slowest.filter(|share| *share > REFERENCE_SHARE) {
        let (share, most) = (share * 100.0, REFERENCE_SHARE * 100.0);
        writeln!(
            out,
            "the reference uses {share:.0} % of the time limit: `jury verify` accepts at most \
             {most:.0} %"
        )?;
    }
    catches(&new.results, out)
}

/// The first line of an answer, cut.
fn excerpt(answer: &[u8]) -> String {
    let shown = first_line(answer, 60);
    let more = answer.trim_ascii().contains(&b'\n') && !shown.ends_with('…');
    if more { format!("{shown} …") } else { shown }
}

/// Which wrong submissions the case catches.
fn catches(results: &[NewCaseResult], out: &mut dyn Write) -> std::io::Result<()> {
    let wrong = results.iter().filter(|result| matches!(result.role, Role::Wrong(_))).count();
    let caught: Vec<&NewCaseResult> = results.iter().filter(|result| result.is_caught()).collect();
    for result in &caught {
        let also = match &result.also_caught_by {
            Some(case) => format!("caught, by {case} too"),
            None => "caught by no other secret case".to_owned(),
        };
        let folder = match result.role {
            Role::Wrong(expected) if !expected.permits(result.verdict) => {
                format!(" (expected {expected})")
            }
            _ => String::new(),
        };
        let path = result.path.display();
        writeln!(out, "  {:<3} {path}{folder}: {also}", result.verdict)?;
    }
    for result in results.iter().filter(|result| result.verdict == Verdict::CompileError) {
        writeln!(out, "  {:<3} {}: not run", result.verdict, result.path.display())?;
    }
    if wrong > 0 {
        let alone = caught.iter().filter(|result| result.also_caught_by.is_none()).count();
        writeln!(
            out,
            "it catches {} of {wrong} wrong submissions, {alone} of them as the only secret case",
            caught.len()
        )?;
    }
    Ok(())
}
