//! `jury run`: runs a submission once, on an input of the user's own or on a case, and shows what it
//! wrote.

use std::fs::File;
use std::io::{self, IsTerminal as _};
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use crate::judge::answer::Answered;
use crate::judge::once::{Once, OwnCase};
use crate::judge::verify::line_ends;
use crate::judge::{JudgeFailure, Parts, Tools};
use crate::nearest;
use crate::problem::{Case, Problem};
use crate::regular::LARGEST_CASE_FILE;
use crate::report::once::{OneRun, render};
use crate::report::once_json::{RunDocument, RunNames};
use crate::submission::{Built, Program, Submission};
use crate::verdict::Verdict;
use crate::visible::visible;

use super::context::Context;
use super::given;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};
use super::submissions::identify;

const NO_ANSWER: &str =
    "there is no answer to compare with: give one with --answer FILE or --reference";

mod arguments;

pub(super) use arguments::Arguments;

/// What is run on what.
struct Request<'a> {
    arguments: &'a Arguments,
    problem: Problem,
    submission: Submission,
    input: Option<PathBuf>,
}

/// Runs the submission and prints the result.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let (name, paths) = arguments.named(context)?;
    let (problem, sandbox) = context.problem_and_sandbox(&name);
    let (problem, sandbox) = (problem?, sandbox?);
    let mut paths = paths.into_iter();
    let path = paths.next().unwrap_or_default();
    let input = paths.next();
    let submission = submission(context, arguments, &problem, [Some(&path), input.as_ref()])?;
    arguments.fit(&problem)?;
    arguments.expect_writable(&problem)?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, None);
    let problem = match arguments.time_limit {
        Some(_) => problem,
        None => context.timed(&tools, problem)?,
    };
    let request = Request { arguments, problem, submission, input };
    let program = match request.build(&tools)? {
        Built::Program(program) => program,
        Built::Failed { message, .. } => return request.not_built(&message),
    };
    if program.is_answers() {
        let path = request.submission.path.display();
        return Err(Failure::usage(anyhow!("{path} holds answers: there is no program to run")));
    }
    if request.is_by_hand() {
        request.by_hand(context, &tools, &program)
    } else {
        request.judged(context, &tools, &program)
    }
}

/// The submission, which stands before the input.
fn submission(
    context: &Context,
    arguments: &Arguments,
    problem: &Problem,
    [path, input]: [Option<&PathBuf>; 2],
) -> Result<Submission, Failure> {
    let language = arguments.language.as_deref();
    let told = |path: &Path| identify(&context.languages, problem, path, language);
    let submission = told(path.map_or(Path::new(""), PathBuf::as_path));
    match (submission, path, input) {
        (Err(error), Some(path), Some(input)) if path.is_file() && told(input).is_ok() => {
            let [path, input] = [path, input].map(|path| path.display());
            Err(Failure::usage(anyhow!("{error}; the submission comes first: `{input} {path}`")))
        }
        (submission, ..) => submission,
    }
}

impl Request<'_> {
    /// Whether the user is the other side.
    fn is_by_hand(&self) -> bool {
        self.problem.interactor.is_some() && !self.arguments.play
    }

    fn build(&self, tools: &Tools<'_>) -> Result<Built, Failure> {
        let progress = Progress::new(0);
        progress.subject("building");
        let built = tools.build_all(std::slice::from_ref(&self.submission))?.remove(0)?;
        if let Built::Program(program) = &built {
            drop(progress);
            tell_compiler(&program.messages)?;
        }
        Ok(built)
    }

    fn not_built(&self, message: &str) -> Result<Status, Failure> {
        let path = visible(self.submission.path.as_os_str().as_encoded_bytes());
        tell_compiler(message)?;
        output::print_aside(|out| writeln!(out, "{}  {path}", Verdict::CompileError))?;
        let language = &self.submission.language.name;
        self.write_json(&RunDocument::not_built(self.names(message)?, &path, language))?;
        Ok(Status::NotAccepted)
    }

    /// The user types what the submission reads.
    fn by_hand(
        &self,
        context: &Context,
        tools: &Tools<'_>,
        program: &Program,
    ) -> Result<Status, Failure> {
        let mut source = match self.input.as_deref().filter(|path| *path != Path::new("-")) {
            Some(path) => given::open(path)
                .with_context(|| format!("cannot read {}", path.display()))
                .map_err(Failure::usage)?,
            None => io::stdin()
                .as_fd()
                .try_clone_to_owned()
                .map(File::from)
                .context("cannot read standard input")
                .map_err(Failure::ours)?,
        };
        if source.is_terminal() {
            let words =
                "you are the interactor: type what the submission is to read; Ctrl-D ends it";
            output::print_aside(|out| writeln!(out, "{words}"))?;
        }
        let mut written = Ok(());
        let once = tools.run_by_hand(&self.problem, program, &mut source, &mut |bytes| {
            if written.is_ok() {
                written = print_output(bytes);
            }
        })?;
        written?;
        let path = &self.submission.path.display().to_string();
        let who = match self.input.as_deref().filter(|path| *path != Path::new("-")) {
            None => "you played the interactor".to_owned(),
            Some(file) => format!(
                "{} was given as the interactor's words; add --play to let the interactor play on it",
                file.display()
            ),
        };
        tell(context, &self.one_run(path, &once, Some(&who)))
    }

    /// The checker, or the interactor, decides where it can.
    fn judged(
        &self,
        context: &Context,
        tools: &Tools<'_>,
        program: &Program,
    ) -> Result<Status, Failure> {
        let mut own = self.case(context)?;
        if let Some(path) = &self.arguments.answer {
            own.answer(&given::read(&context.interrupt, path, LARGEST_CASE_FILE)?)?;
        }
        let reference = self.arguments.reference.then(|| self.answered(tools, &own.case));
        let reference = reference.transpose()?;
        if let (Some(Answered::Output(output)), None) = (&reference, &own.case.answer) {
            own.answer(output)?;
        }
        let (parts, invalid) = self.parts(tools, &own.case)?;
        let has_answer = own.case.answer.is_some();
        let unchecked = match &invalid {
            Some(why) if self.arguments.play => {
                return Err(Failure::usage(anyhow!(
                    "the input is not valid, so the interactor cannot play on it: {why}"
                )));
            }
            Some(why) => Some(format!("the input is not valid: {why}")),
            None if has_answer || parts.judge_without_answer(&self.problem) => None,
            None => Some(NO_ANSWER.to_owned()),
        };
        let is_checked = unchecked.is_none();
        let once = tools.run_once(&self.problem, &parts, program, &own.case, is_checked)?;
        let shows_output = io::stdout().is_terminal() || self.arguments.prints_json();
        if !shows_output {
            print_output(&once.output)?;
        }
        let reference = reference.as_ref().map(|answered| match answered {
            Answered::Output(output) => Ok(output.as_slice()),
            Answered::Failed(why) => Err(why.as_str()),
        });
        let path = &self.submission.path.display().to_string();
        let (unchecked, invalid) = (unchecked.as_deref(), invalid.as_deref());
        let run =
            OneRun { invalid, reference, shows_output, ..self.one_run(path, &once, unchecked) };
        let status = tell(context, &run)?;
        self.write_json(&RunDocument::new(self.names(&program.messages)?, &run))?;
        Ok(status)
    }

    /// What was run, as the JSON names it.
    fn names<'a>(&'a self, compiler: &'a str) -> Result<RunNames<'a>, Failure> {
        let case = self.known_case()?.map(|case| case.name.as_str());
        Ok(RunNames { problem: &self.problem.slug, case, compiler })
    }

    fn write_json(&self, document: &RunDocument) -> Result<(), Failure> {
        let Some(path) = &self.arguments.json else { return Ok(()) };
        output::write_report(path, &document.render().map_err(Failure::ours)?)
    }

    /// The case of the problem that is run: by its name, or by its own input file.
    fn known_case(&self) -> Result<Option<&Case>, Failure> {
        if let Some(name) = &self.arguments.case {
            return named_case(&self.problem, name).map(Some);
        }
        let Some(path) = &self.input else { return Ok(None) };
        Ok(self.problem.cases.iter().find(|case| output::is_same(&case.input, path)))
    }

    /// The case that is run.
    fn case(&self, context: &Context) -> Result<OwnCase, Failure> {
        let mut own = if let Some(case) = self.known_case()? {
            OwnCase::like(case)?
        } else {
            let path = self.input.as_deref().unwrap_or(Path::new("-"));
            if path == Path::new("-") && io::stdin().is_terminal() {
                let words = "type the input; Ctrl-D ends it";
                output::print_aside(|out| writeln!(out, "{words}"))?;
            }
            let interrupt = &context.interrupt;
            let input = given::read_or_standard_input(interrupt, path, LARGEST_CASE_FILE)?;
            OwnCase::new(&self.problem, &input)?
        };
        if let Some(limit) = self.arguments.time_limit {
            own.case.limits = self.problem.limit_rules.with_cpu(&own.case.limits, limit);
        }
        Ok(own)
    }

    /// What judges, and why an input of the user's own is not valid, if it is not.
    fn parts(&self, tools: &Tools<'_>, case: &Case) -> Result<(Parts, Option<String>), Failure> {
        if self.known_case()?.is_some() {
            return Ok((tools.deciding_parts(&self.problem)?, None));
        }
        let parts = tools.parts(&self.problem)?;
        let Some(validator) = &parts.validator else { return Ok((parts, None)) };
        let input = crate::regular::read_case_file(&case.input)
            .map_err(|source| JudgeFailure::Scratch { path: case.input.clone(), source })?;
        let terms = case.validator_terms(&self.problem.root);
        let found = validator.validate(&input, terms).map_err(JudgeFailure::from)?;
        let called = self.input.as_deref().map_or("standard input".into(), given::name);
        let words = |invalid| format!("{called}:{invalid}{}", line_ends(&input));
        Ok((parts, found.map(words)))
    }

    /// What the reference makes of it.
    fn answered(&self, tools: &Tools<'_>, case: &Case) -> Result<Answered, Failure> {
        let program = tools.build_part(tools.reference(&self.problem)?)?;
        Ok(tools.answer_once(&self.problem, &program, case)?)
    }

    /// A run of the submission at this path, beside which there is no reference, and whose output went
    /// elsewhere.
    fn one_run<'a>(
        &'a self,
        path: &'a str,
        once: &'a Once,
        unchecked: Option<&'a str>,
    ) -> OneRun<'a> {
        OneRun {
            path,
            language: &self.submission.language.name,
            once,
            unchecked,
            invalid: None,
            reference: None,
            shows_output: false,
        }
    }
}

fn tell(context: &Context, run: &OneRun<'_>) -> Result<Status, Failure> {
    output::print_aside(|out| render(run, out))?;
    let verdict = run.once.outcome.verdict;
    Ok(match context.status(verdict == Verdict::Accepted) {
        Status::NotAccepted if verdict == Verdict::JudgeError => Status::Usage,
        status => status,
    })
}

/// The case of this name.
fn named_case<'a>(problem: &'a Problem, name: &str) -> Result<&'a Case, Failure> {
    problem.cases.iter().find(|case| case.name == name).ok_or_else(|| {
        let known = problem.cases.iter().map(|case| case.name.as_str());
        Failure::usage(anyhow!(nearest::unknown("case", name, known)))
    })
}

/// Writes what a program wrote to standard output: as it is, but so that it does not act on a terminal.
fn print_output(bytes: &[u8]) -> Result<(), Failure> {
    if !io::stdout().is_terminal() {
        return output::print_raw(bytes);
    }
    let lines = bytes.split(|&byte| byte == b'\n').map(visible);
    let text = lines.collect::<Vec<_>>().join("\n");
    output::print(|out| out.write_all(text.as_bytes()))
}

/// What a compiler said, if anything.
fn tell_compiler(message: &str) -> Result<(), Failure> {
    output::print_aside(|out| {
        message.lines().try_for_each(|line| writeln!(out, "{}", visible(line.as_bytes())))
    })
}
