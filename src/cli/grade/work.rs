//! Grading what was asked for, with its progress shown, and writing what came of it.

use std::io::{IsTerminal as _, Write};
use std::path::Path;

use crate::ends::shortest_ends;
use crate::judge::{Event, Graded, Grades, Grading, Halt, LastFailures, Tools};
use crate::machine;
use crate::problem::Problem;
use crate::report::document::{Document, NotGraded};
use crate::report::overview::Overview;
use crate::report::{annotations, markdown, terminal};
use crate::visible::utf8;

use super::super::formats::Formats;
use super::super::github;
use super::super::output;
use super::super::overview::LiveMatrix;
use super::super::progress::Progress;
use super::super::status::{Failure, Status};
use super::super::submissions::hint_of_several;
use super::request::{GradeRequest, Skipped};

/// Grades, and shows how far that is. Findings from reading the package are reported first.
pub(in super::super) fn grade(
    tools: &Tools<'_>,
    request: &GradeRequest,
    last_failures: LastFailures,
) -> Result<Grades, Failure> {
    request.problem.warnings.iter().for_each(output::warning);
    let mut grading = Grading::new(tools, &request.problem)?;
    grading.cases = (&request.cases).into();
    grading.last_failures = last_failures;
    if request.keep_going {
        grading.halt = Halt::Never;
    }
    if request.every_case {
        grading.parts.show_every_case(&request.problem);
    } else {
        grading.parts.show_reference_scores(&request.problem);
    }
    if request.submissions.len() > 1 || !std::io::stderr().is_terminal() {
        let (matrix, mut graded) = (matrix(request), 0);
        let tell = &mut |event: Event<'_>| fill(event, &matrix, &mut graded);
        return Ok(grading.run(&request.submissions, tell));
    }
    let mut progress = None;
    Ok(grading.run(&request.submissions, &mut |event| show(event, &mut progress)))
}

/// How far the only submission is, in a line.
fn show(event: Event<'_>, progress: &mut Option<Progress>) {
    match event {
        Event::Building { built: 0 } => progress.insert(Progress::new(0)).subject("building"),
        Event::Running { submission, cases } => {
            // Two lines at once would stand in each other's way.
            *progress = None;
            progress.insert(Progress::new(cases)).file(&submission.path);
        }
        Event::Settled(outcome) => {
            if let Some(progress) = progress {
                progress.step();
                progress.doing(format!("{} {}", outcome.case, outcome.verdict));
            }
        }
        Event::Building { .. } | Event::Graded(_) => {}
    }
}

/// The matrix of several submissions, before any of them is graded.
fn matrix(request: &GradeRequest) -> LiveMatrix {
    let paths: Vec<_> = request.submissions.iter().map(|one| &one.path).collect();
    LiveMatrix::new(Overview::new(&request.problem.slug, &request.cases, shortest_ends(&paths)))
}

/// How far several are, the first `graded` of which are graded.
fn fill(event: Event<'_>, matrix: &LiveMatrix, graded: &mut usize) {
    match event {
        Event::Building { built } => matrix.update(|overview| overview.built(built)),
        Event::Running { .. } => matrix.update(|overview| overview.judging(*graded)),
        Event::Settled(outcome) => matrix.update(|overview| overview.settled(outcome)),
        Event::Graded(one) => {
            let (verdict, as_expected) = (one.grade.verdict, one.is_as_expected());
            matrix.update(|overview| overview.judged(*graded, verdict, as_expected));
            *graded += 1;
        }
    }
}

/// The report of what came of it.
pub(in super::super) fn document(
    tools: &Tools<'_>,
    request: &GradeRequest,
    grades: &Grades,
) -> Document {
    let (isolation, commands) = (tools.sandbox.isolation(), &request.commands);
    let mut document =
        Document::new(&request.problem, isolation, grades, commands, &request.folder);
    if request.folder.is_file() {
        // What an archive holds lies in a temporary folder.
        for (shown, graded) in document.submissions.iter_mut().zip(&grades.submissions) {
            if let Ok(below) = graded.submission.path.strip_prefix(&request.problem.folder) {
                shown.path = request.folder.join(below).display().to_string();
            }
        }
    }
    for submission in document.submissions.iter_mut().filter(|one| !one.compile.ok) {
        let hint = hint_of_several(Path::new(&submission.path), &submission.compile.message);
        submission.notes.extend(hint);
    }
    document.not_graded = request.skipped.iter().map(not_graded).collect();
    document
}

fn not_graded(Skipped { path, failure }: &Skipped) -> NotGraded {
    NotGraded { path: utf8(path.as_os_str().as_encoded_bytes()), message: failure.to_string() }
}

/// Writes the report: for people, in the formats asked for, and where GitHub looks for it, with the
/// warnings of the problem where it was read.
pub(in super::super) fn write(
    problem: Option<&Problem>,
    document: Document,
    formats: &Formats,
) -> Result<(), Failure> {
    let mut annotations = annotations::of_grades(&document);
    annotations.extend(problem.map(annotations::of_warnings).unwrap_or_default());
    let words = |out: &mut dyn Write| {
        let mut render = |out: &mut dyn Write| terminal::render(&document, output::width(), out);
        github::words(annotations, &mut render, out)
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

/// What jury submissions from being graded, or from being graded to their end.
pub(in super::super) fn ended(grades: Grades, skipped: &[Skipped]) -> Result<(), Failure> {
    if let Some(failure) = grades.failure {
        return Err(failure.into());
    }
    let spoilt = |graded: &Graded| {
        let words = machine::in_words(graded.spoilt.as_ref()?);
        Some(format!("{} could not be judged: {words}", graded.submission.path.display()))
    };
    let spoilt: Vec<String> = grades.submissions.iter().filter_map(spoilt).collect();
    // An interrupt has a status of its own.
    if spoilt.is_empty() && skipped.is_empty() || grades.interrupted {
        return Ok(());
    }
    let is_ours = skipped.iter().any(|skipped| skipped.failure.status == Status::Failed);
    let is_ours = is_ours || !spoilt.is_empty();
    let skipped = skipped.iter().map(|skipped| not_graded(skipped).to_string());
    let words = github::Annotated(spoilt.into_iter().chain(skipped).collect::<Vec<_>>().join("\n"));
    Err(if is_ours { Failure::ours(words) } else { Failure::usage(words) })
}
