//! `jury grade`: grades submissions and reports.

use crate::judge::{Grades, LastFailures, Mode, Tools};
use crate::verdict::Verdict;

use super::context::Context;
use super::output;
use super::recall;
use super::save::GradeSaver;
use super::status::{Failure, Status};

mod arguments;
mod changes;
pub(super) mod plan;
pub(super) mod request;
mod watch;
pub(super) mod work;

pub(super) use arguments::Arguments;
use request::GradeRequest;

/// Grades and reports: once, or again and again.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let arguments = &arguments.resolve(context)?;
    if let Some(file) = &arguments.planning.plan {
        return plan::write(context, arguments, file);
    }
    if arguments.watch { watch::run(context, arguments) } else { once(context, arguments) }
}

fn once(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let (problem, sandbox) = context.problem_and_sandbox(arguments.problem());
    let (problem, sandbox) = (problem?, sandbox?);
    let cache = context.cache()?;
    let mode = if arguments.recall { Mode::Recall } else { Mode::Fresh };
    let recall = recall::open(context, &sandbox, &cache, mode);
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let tools = Tools { recall: Some(&recall), ..tools };
    let request = GradeRequest::resolve(context, &tools, arguments, problem)?;
    if arguments.save {
        context.expect_own(&request.problem.folder)?;
    }
    let keeper = arguments
        .save
        .then(|| GradeSaver::open(&context.languages, &request.problem, &request.submissions));
    let mut keeper = keeper.transpose()?;
    let grades = work::grade(&tools, &request, LastFailures::default())?;
    recall::explain(context, tools.recall)?;
    // Even what cannot be saved is shown, and what cannot be shown saved.
    let saved = keeper.as_mut().map(|keeper| keeper.save(&request.submissions, &grades));
    if !grades.submissions.is_empty() || grades.failure.is_none() {
        let document = work::document(&tools, &request, &grades);
        work::write(Some(&request.problem), document, &arguments.formats)?;
    }
    let lines = saved.transpose()?.map_or_else(Vec::new, |saved| saved.lines());
    output::print_aside(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    let status = status(context, &grades);
    work::ended(grades, &request.skipped)?;
    Ok(status)
}

fn status(context: &Context, grades: &Grades) -> Status {
    let verdicts = || grades.submissions.iter().map(|graded| graded.grade.verdict);
    match context.status(verdicts().all(|verdict| verdict == Verdict::Accepted)) {
        Status::NotAccepted if verdicts().any(|verdict| verdict == Verdict::JudgeError) => {
            Status::Usage
        }
        status => status,
    }
}
