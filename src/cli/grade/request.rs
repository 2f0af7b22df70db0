//! What `jury grade` is asked for: the arguments resolved against a problem that was read.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::judge::Tools;
use crate::judge::tools::reference;
use crate::problem::{Case, CaseGlob, Problem};
use crate::shell;
use crate::submission::Submission;

use super::super::context::{Context, word};
use super::super::status::Failure;
use super::super::submissions::identify;
use super::arguments::Arguments;

/// What is to be graded.
pub(super) struct GradeRequest {
    pub(super) problem: Problem,
    /// Its folder as the user would name it.
    pub(super) folder: PathBuf,
    /// The cases asked for, with the limit asked for.
    pub(super) cases: Vec<Case>,
    /// The submissions; the reference, where it is one of them, is the first.
    pub(super) submissions: Vec<Submission>,
    /// For each submission the command that grades it again.
    pub(super) commands: Vec<String>,
    /// Whether all cases run, also after a failure.
    pub(super) keep_going: bool,
    /// Whether every case is shown, and not failures alone.
    pub(super) every_case: bool,
}

impl GradeRequest {
    /// What the arguments ask for of this problem.
    pub(super) fn resolve(
        context: &Context,
        tools: &Tools<'_>,
        arguments: &Arguments,
        problem: Problem,
    ) -> Result<Self, Failure> {
        // What is wrong with the arguments is told before anything is measured.
        cases(&problem, arguments)?;
        let problem = match arguments.time_limit {
            Some(_) => problem,
            None => context.timed(tools, problem)?,
        };
        let cases = cases(&problem, arguments)?;
        let given = submissions(context, arguments, &problem, &problem.sources())?;
        let reference = || reference(&problem, context.references(), &context.languages);
        let wanted = arguments.reference.then(reference);
        let submissions: Vec<_> = wanted.transpose()?.into_iter().chain(given).collect();
        let again = |submission: &Submission| command(context, arguments, &submission.path);
        Ok(Self {
            commands: submissions.iter().map(again).collect(),
            folder: context.shown_folder(arguments.problem(), &problem),
            problem,
            cases,
            submissions,
            keep_going: arguments.keep_going,
            every_case: !arguments.formats.is_empty(),
        })
    }
}

/// The submissions given, which must be there. No report may go over them, nor over what else is read.
pub(super) fn submissions(
    context: &Context,
    arguments: &Arguments,
    problem: &Problem,
    read: &[PathBuf],
) -> Result<Vec<Submission>, Failure> {
    let language = arguments.language.as_deref();
    let identify = |path: &PathBuf| identify(&context.languages, problem, path, language);
    let given = arguments.submissions.iter().map(identify);
    let submissions: Vec<_> = given.collect::<Result<_, _>>()?;
    let paths = submissions.iter().map(|submission| &submission.path);
    let sources: Vec<&PathBuf> = paths.chain(read).collect();
    arguments.formats.expect_writable(&sources)?;
    Ok(submissions)
}

/// The patterns of cases.
pub(super) fn globs(arguments: &Arguments) -> Result<Vec<CaseGlob>, Failure> {
    let globs = arguments.case.iter().map(|pattern| CaseGlob::new(pattern));
    globs.collect::<Result<_, _>>().map_err(Failure::usage)
}

/// The cases asked for, with the limit asked for.
fn cases(problem: &Problem, arguments: &Arguments) -> Result<Vec<Case>, Failure> {
    let globs = globs(arguments)?;
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
            case.limits = case.limits.with_cpu(limit);
        }
    }
    Ok(cases)
}

/// The command that grades this submission again.
fn command(context: &Context, arguments: &Arguments, path: &Path) -> String {
    let mut words = context.command("grade", arguments.problem());
    if arguments.submissions.iter().any(|given| given == path) {
        words.push(word(path));
    } else {
        words.push("--reference".to_owned());
    }
    if let Some(language) = &arguments.language {
        words.extend(["--language".to_owned(), language.clone()]);
    }
    if let Some(limit) = arguments.time_limit {
        words.extend(["--time-limit".to_owned(), limit.as_secs_f64().to_string()]);
    }
    shell::command(&words)
}
