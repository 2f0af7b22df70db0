//! Tasks of CMS in its Italian format: `task.yaml`, inputs and outputs by numbers, and programs that are found by
//! their names.
//!
//! Where CMS and task-maker can both tell the points of subtasks from `gen/GEN`, that says them; else the score
//! type of CMS does.

use std::fmt::Write as _;
use std::path::Path;

use jury_checkers::puzzle;

use super::bundle;
use super::cases::Places;
use super::compare::{Comparison, in_words};
use super::file::Package;
use super::limits;
use super::points;
use super::program::{self, Outer, Role, Scores, Target};
use super::statement;
use super::words::{number, plain, quoted};
use crate::limits::Limits;
use crate::problem::{Case, CheckerChoice, Problem, Protocol, SharedCode};

mod score;
mod solutions;

/// The comparer of a task without a checker.
const WHITE_DIFF: &str = "token-lines";

/// Makes the package.
pub(super) fn make(problem: &Problem, package: &mut Package) {
    unsaid(problem, package);
    let places = Places::of(problem);
    let mut subtasks = score::subtasks(problem, &places, package);
    let mut text = settings(problem, package);
    let _ = writeln!(text, "n_input: {}", places.cases.len());
    let samples = places.cases.iter().enumerate().filter(|(_, placed)| placed.case.is_shown());
    let samples: Vec<String> = samples.map(|(index, _)| index.to_string()).collect();
    if !samples.is_empty() {
        let _ = writeln!(text, "public_testcases: {}", quoted(&samples.join(",")));
    }
    let score::Written { lines, recipe, names } =
        score::written(&mut subtasks, places.cases.len(), package);
    text += &lines;
    if let Some(recipe) = recipe {
        package.text("gen/GEN", recipe);
    }
    text += &decider(problem, package);
    if let Some(shared) = &problem.additions.shared {
        graders(shared, problem.interactor.is_some(), package);
    }
    package.text("task.yaml", text);
    for (index, placed) in places.cases.iter().enumerate() {
        package.copy_data(format!("input/input{index}.txt"), &placed.case.input);
        let answer = format!("output/output{index}.txt");
        match &placed.case.answer {
            Some(path) => package.copy_data(answer, path),
            None => package.text(answer, ""),
        }
    }
    solutions::add(problem, &names, package);
    for (name, path) in program::headers_of_submissions(problem) {
        package.copy_data(format!("sol/{name}"), &path);
    }
    statements(problem, package);
}

/// Adds what submissions are compiled together with, under the name that CMS looks for by the type of the task.
fn graders(shared: &SharedCode, has_manager: bool, package: &mut Package) {
    let main = if has_manager { "stub" } else { "grader" };
    let name_of = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names: Vec<String> = shared.files.iter().map(|file| name_of(file)).collect();
    for (file, name) in shared.files.iter().zip(&names) {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        // That of a language is the first that it has.
        let first = shared.mains.iter().find(|main| names.contains(&format!("{main}.{ending}")));
        if first.is_none_or(|first| first != stem) || program::is_header(name) {
            package.copy_data(format!("sol/{name}"), file);
            continue;
        }
        if ending == "java" && stem != main {
            package.lose(format!(
                "the grader `{stem}.java`: on CMS, it is called `{main}`, as its class is not"
            ));
        }
        package.copy_data(format!("sol/{main}.{ending}"), file);
    }
}

/// The lines of `task.yaml` on anything but points.
fn settings(problem: &Problem, package: &mut Package) -> String {
    let stated = limits::stated(problem, "CMS", package);
    if problem.widest_limits().output != Limits::default().output {
        package
            .lose(format!("the limit of {} MiB of output: tasks of CMS have none", stated.output));
    }
    let own = problem.code.as_deref().unwrap_or(&problem.slug);
    let name = problem.additions.shared.as_ref().map_or(own, |shared| &shared.name);
    let time = stated.time.map_or(problem.widest_limits().cpu.as_secs_f64(), |milliseconds| {
        #[expect(clippy::cast_precision_loss, reason = "milliseconds of a limit")]
        let seconds = milliseconds as f64 / 1000.0;
        seconds
    });
    let files = &problem.additions.files;
    let file = |name: &Option<std::sync::Arc<str>>| quoted(name.as_deref().unwrap_or_default());
    format!(
        "name: {}\ntitle: {}\nprimary_language: en\ntime_limit: {}\nmemory_limit: {}\ninfile: {}\n\
         outfile: {}\n",
        quoted(&plain(name)),
        quoted(&problem.name),
        number(time),
        stated.memory,
        file(&files.input),
        file(&files.output),
    )
}

/// What CMS has no word for.
fn unsaid(problem: &Problem, package: &mut Package) {
    let any = |is: fn(&Case) -> bool| problem.cases.iter().any(is);
    let root = &problem.root;
    let has_words = |case: &Case| !case.checker_arguments(root).is_empty();
    let parts = problem.checker.programs().iter().chain(&problem.interactor);
    let has_arguments = parts.clone().any(|part| !part.arguments.is_empty())
        || parts.count() > 0 && problem.cases.iter().any(has_words);
    let refused = [
        (any(|case| !case.settings.arguments.is_empty()), "arguments of submissions"),
        (any(|case| case.settings.files.is_some()), "files beside submissions"),
        (problem.passes.is_some(), "further passes of a submission"),
        (has_arguments, "arguments of the checker or interactor"),
    ];
    for (_, what) in refused.into_iter().filter(|(is_there, _)| *is_there) {
        package.refuse(format!("{what}: tasks of CMS have none"));
    }
    if problem.additions.takes_answers {
        package.refuse("submissions that are answers: they are not exported yet");
    }
    let lost = [
        (problem.additions.include.is_some(), "code that is added to submissions"),
        (problem.static_validation.is_some(), "the static validator"),
        (problem.validator.is_some(), "validators of inputs"),
        (!problem.answer_validators.is_empty(), "validators of answers"),
    ];
    for (_, what) in lost.into_iter().filter(|(is_there, _)| *is_there) {
        package.lose(format!("{what}: CMS has none"));
    }
}

/// The checker or manager, which CMS wants compiled. What `task.yaml` says of a manager.
fn decider(problem: &Problem, package: &mut Package) -> String {
    if let Some(manager) = &problem.interactor {
        let Protocol::CmsManager(processes) = manager.protocol else {
            package.refuse(format!(
                "the interactor `{}`: on CMS, a manager talks by named pipes and has no answer, and nothing is there to wrap it",
                manager.name
            ));
            return String::new();
        };
        let main = add(problem, manager, Role::Interactor, Scores::Same, "manager", package);
        let kind = if processes.by_streams { "std_io" } else { "fifo_io" };
        compiled(main.as_deref(), package);
        return format!("num_processes: {}\nuser_io: {kind}\n", processes.count);
    }
    let main = match &problem.checker {
        CheckerChoice::Shipped { name, .. } if name == WHITE_DIFF => None,
        CheckerChoice::Shipped { name, options } if puzzle(name).is_some() => {
            let gives_parts = points::gives_parts(problem, name, package);
            if gives_parts {
                package.lose(points::accepted_with_fewer("CMS"));
            }
            let source = puzzle(name)
                .map(|puzzle| bundle::checker(puzzle, options, gives_parts, Outer::Cms));
            package.text("check/checker.rs", source.unwrap_or_default());
            Some("check/checker.rs".to_owned())
        }
        CheckerChoice::Programs(parts) => {
            if let [part] = parts.as_slice() {
                let scores = match part.protocol {
                    Protocol::Icpc => Scores::as_share(problem, part, package),
                    _ => Scores::of(problem, part),
                };
                add(problem, part, Role::Checker, scores, "checker", package)
            } else {
                let words = in_words(&problem.checker);
                package.refuse(format!("{words}: one checker decides there"));
                None
            }
        }
        other => {
            if let Some(comparison) = Comparison::of(other) {
                package.text("check/checker.cpp", comparison.source(Outer::Cms));
                Some("check/checker.cpp".to_owned())
            } else {
                package.refuse(format!("{}: nothing there does the same", in_words(other)));
                None
            }
        }
    };
    compiled(main.as_deref(), package);
    String::new()
}

fn add(
    problem: &Problem,
    part: &crate::problem::Part,
    role: Role,
    scores: Scores,
    stem: &str,
    package: &mut Package,
) -> Option<String> {
    program::add(problem, part, role, Outer::Cms, scores, Target::Source("check", stem), package)
}

/// Tells that a program is to be built before CMS takes the task.
fn compiled(source: Option<&str>, package: &mut Package) {
    if let Some(source) = source {
        let stem = Path::new(source).with_extension("");
        package.note(format!(
            "`{source}`: CMS takes programs that are built: it is to become `{}`",
            stem.display()
        ));
    }
}

/// The statement as a PDF, without which CMS takes no task.
fn statements(problem: &Problem, package: &mut Package) {
    let found = statement::find(problem);
    if let Some(pdf) = statement::pdf(problem) {
        package.copy_data("statement/statement.pdf", &pdf.path);
        statement::leave_others(&found, &pdf.language, "CMS", package);
        return;
    }
    if found.is_empty() {
        package
            .note("a statement: there is none, CMS takes a PDF, and an empty page takes its place");
    } else {
        package.lose("the statement: CMS takes a PDF, and an empty page takes its place");
    }
    package.text("statement/statement.pdf", EMPTY_PAGE);
}

/// A PDF of one empty page.
const EMPTY_PAGE: &str = "%PDF-1.4\n\
1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>\nendobj\n\
xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000054 00000 n \n0000000105 00000 n \n\
trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n170\n%%EOF\n";

#[cfg(test)]
mod tests {
    use super::EMPTY_PAGE;

    #[test]
    fn the_empty_page_says_where_its_parts_are() {
        let at = |text: &str| EMPTY_PAGE.find(text).unwrap();
        let parts =
            ["1 0 obj", "2 0 obj", "3 0 obj"].map(|part| format!("{:010} 00000 n", at(part)));
        let listed: Vec<&str> =
            EMPTY_PAGE.lines().filter_map(|line| line.strip_suffix(' ')).skip(1).collect();
        assert_eq!(listed, parts);
        assert!(EMPTY_PAGE.contains(&format!("startxref\n{}\n", at("xref\n0 4"))));
    }
}
