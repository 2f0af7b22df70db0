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
mod request;
mod watch;
mod work;

pub(super) use arguments::Arguments;
use request::GradeRequest;

/// Grades and reports: once, or again and again.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let arguments = &arguments.resolve(context)?;
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
    let saved = keeper.as_mut().map(|keeper| keeper.save(&grades));
    if !grades.submissions.is_empty() || grades.failure.is_none() {
        let document = work::document(&tools, &request, &grades);
        work::write(context, &request.problem, document, &arguments.formats)?;
    }
    if let Some(numbers) = saved.transpose()?.filter(|numbers| !numbers.is_empty()) {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        output::print_aside(|out| writeln!(out, "saved as grade {}", numbers.join(", ")))?;
    }
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
