//! What `jury grade` is asked for: the arguments resolved against a problem that was read.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;

use crate::judge::Tools;
use crate::judge::tools::reference;
use crate::problem::{Case, CaseGlob, Problem};
use crate::shell;
use crate::submission::Submission;

use super::super::context::{Context, word};
use super::super::status::{Failure, Status};
use super::super::submissions::identify;
use super::arguments::Arguments;

/// What is to be graded.
pub(in super::super) struct GradeRequest {
    pub(in super::super) problem: Problem,
    /// Its folder as the user would name it.
    pub(in super::super) folder: PathBuf,
    /// The cases asked for, with the limit asked for.
    pub(in super::super) cases: Vec<Case>,
    /// The submissions; the reference, where it is one of them, is the first.
    pub(in super::super) submissions: Vec<Submission>,
    /// What cannot be graded, which does not keep the others from it.
    pub(in super::super) skipped: Vec<Skipped>,
    /// For each submission the command that grades it again.
    pub(in super::super) commands: Vec<String>,
    /// Whether all cases run, also after a failure.
    pub(in super::super) keep_going: bool,
    /// Whether every case is shown, and not failures alone.
    pub(in super::super) every_case: bool,
}

/// What was given as a submission and is none, and why.
#[derive(Debug)]
pub(in super::super) struct Skipped {
    pub(super) path: PathBuf,
    pub(super) failure: Failure,
}

/// What was given as submissions.
pub(super) struct Given {
    pub(super) submissions: Vec<Submission>,
    pub(super) skipped: Vec<Skipped>,
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
        let choose = |problem: &Problem| cases(problem, &arguments.case, arguments.time_limit);
        choose(&problem)?;
        let problem = match arguments.time_limit {
            Some(_) => problem,
            None => context.timed(tools, problem)?,
        };
        let cases = choose(&problem)?;
        let Given { submissions: given, skipped } =
            given(context, arguments, &problem, &problem.sources())?;
        let reference = || reference(&problem, context.references(), &context.languages);
        let wanted = arguments.reference.then(reference);
        let submissions: Vec<_> = wanted.transpose()?.into_iter().chain(given).collect();
        let again = |submission: &Submission| {
            let is_given = arguments.submissions.contains(&submission.path);
            Again {
                problem: arguments.problem(),
                language: arguments.language.as_deref(),
                time_limit: arguments.time_limit,
            }
            .command(context, is_given.then_some(&submission.path))
        };
        Ok(Self {
            commands: submissions.iter().map(again).collect(),
            folder: context.shown_folder(arguments.problem(), &problem),
            problem,
            cases,
            submissions,
            skipped,
            keep_going: arguments.keep_going,
            every_case: !arguments.formats.is_empty(),
        })
    }
}

/// The submissions given, one of which must be fit to be graded. No report may go over them, nor over what
/// else is read.
pub(super) fn given(
    context: &Context,
    arguments: &Arguments,
    problem: &Problem,
    read: &[PathBuf],
) -> Result<Given, Failure> {
    let language = arguments.language.as_deref();
    let mut given = Given { submissions: Vec::new(), skipped: Vec::new() };
    for path in &arguments.submissions {
        match identify(&context.languages, problem, path, language) {
            Ok(submission) => given.submissions.push(submission),
            Err(failure) => given.skipped.push(Skipped { path: path.clone(), failure }),
        }
    }
    if given.submissions.is_empty() && !arguments.reference {
        return Err(none_fit(given.skipped));
    }
    let paths = given.submissions.iter().map(|submission| &submission.path);
    let sources: Vec<&PathBuf> = paths.chain(read).collect();
    arguments.formats.expect_writable(&sources)?;
    Ok(given)
}

/// Why nothing can be graded: all the reasons, each once.
fn none_fit(skipped: Vec<Skipped>) -> Failure {
    let machine = skipped.iter().any(|skipped| skipped.failure.status == Status::Failed);
    let mut reasons: Vec<String> =
        skipped.into_iter().map(|skipped| skipped.failure.to_string()).collect();
    reasons.dedup();
    let reasons = anyhow!(reasons.join("\n"));
    if machine { Failure::ours(reasons) } else { Failure::usage(reasons) }
}

/// The patterns of cases.
pub(super) fn globs(patterns: &[String]) -> Result<Vec<CaseGlob>, Failure> {
    let globs = patterns.iter().map(|pattern| CaseGlob::new(pattern));
    globs.collect::<Result<_, _>>().map_err(Failure::usage)
}

/// The cases asked for by patterns, with the limit asked for.
pub(in super::super) fn cases(
    problem: &Problem,
    patterns: &[String],
    time_limit: Option<Duration>,
) -> Result<Vec<Case>, Failure> {
    let globs = globs(patterns)?;
    let wanted = |case: &&Case| globs.is_empty() || globs.iter().any(|g| g.matches(&case.name));
    let all = problem.graded_cases();
    let mut cases: Vec<Case> = all.iter().filter(wanted).cloned().collect();
    if all.is_empty() {
        return Err(Failure::usage(anyhow!("problem `{}` has no cases", problem.slug)));
    }
    if cases.is_empty() {
        let some: Vec<_> = all.iter().take(3).map(|case| case.name.as_str()).collect();
        return Err(Failure::usage(anyhow!(
            "no case of `{}` matches {}; its cases are {} … ({} in all)",
            problem.slug,
            patterns.join(" or "),
            some.join(", "),
            all.len()
        )));
    }
    if let Some(limit) = time_limit {
        for case in &mut cases {
            case.limits = problem.limit_rules.with_cpu(&case.limits, limit);
        }
    }
    Ok(cases)
}

/// What a command that grades a submission again says besides the submission.
pub(in super::super) struct Again<'a> {
    pub(in super::super) problem: &'a str,
    pub(in super::super) language: Option<&'a str>,
    pub(in super::super) time_limit: Option<Duration>,
}

impl Again<'_> {
    /// The command for this submission; without one, for the reference.
    pub(in super::super) fn command(
        &self,
        context: &Context,
        submission: Option<&PathBuf>,
    ) -> String {
        let mut words = context.command("grade", self.problem);
        words.push(submission.map_or_else(|| "--reference".to_owned(), |path| word(path)));
        if let Some(language) = self.language {
            words.extend(["--language".to_owned(), language.to_owned()]);
        }
        if let Some(limit) = self.time_limit {
            words.extend(["--time-limit".to_owned(), limit.as_secs_f64().to_string()]);
        }
        shell::command(&words)
    }
}
