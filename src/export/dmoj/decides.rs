//! What decides: a checker of DMOJ's own where it has the same rules, else a program that its judge calls.

use std::fmt::Write as _;
use std::path::Path;

use jury_checkers::{OptionValue, Options, puzzle};

use crate::export::bundle;
use crate::export::compare::{Comparison, in_words};
use crate::export::file::Package;
use crate::export::points;
use crate::export::program::{self, Outer, Role, Scores, Target};
use crate::export::words::{list, number, quoted};
use crate::problem::{Case, CheckerChoice, Part, Problem, Protocol};

/// What the names of checkers with DMOJ's rules begin with here.
const OWN: &str = "dmoj-";

/// What the names of those begin with that give a share of the points.
const OF_LINES: &str = "line";

/// The option of `linematches` that is a list there.
const WEIGHTS: &str = "point_distribution";

/// Endings of sources, and the languages' names there.
const LANGUAGES: [(&str, &str); 10] = [
    ("cpp", "CPP17"),
    ("cc", "CPP17"),
    ("cxx", "CPP17"),
    ("c", "C11"),
    ("py", "PY3"),
    ("rs", "RUST"),
    ("java", "JAVA"),
    ("go", "GO"),
    ("pas", "PAS"),
    ("kt", "KOTLIN"),
];

/// The lines of the checker or interactor.
pub(super) fn lines(problem: &Problem, package: &mut Package) -> String {
    refuse_arguments(problem, package);
    if let Some(part) = &problem.interactor {
        let Some((files, kind)) = of_package(problem, part, Role::Interactor, package) else {
            return String::new();
        };
        return format!("interactive:\n{}", program_lines("  ", &files, kind));
    }
    let built_in = match &problem.checker {
        CheckerChoice::Shipped { name, options } if name == "exact" => Some(("identical", options)),
        CheckerChoice::Shipped { name, options } => {
            name.strip_prefix(OWN).map(|name| (name, options))
        }
        CheckerChoice::Default { .. } | CheckerChoice::Programs(_) => None,
    };
    if let Some((name, options)) = built_in {
        if name.starts_with(OF_LINES) {
            points::look_at_parts(problem, name, package);
        }
        return built_in_lines(name, options);
    }
    let Some((files, kind)) = bridged(problem, package) else { return String::new() };
    format!("checker:\n  name: bridged\n  args:\n{}", program_lines("    ", &files, kind))
}

/// The programs there are called without arguments of the package's own.
fn refuse_arguments(problem: &Problem, package: &mut Package) {
    let parts = problem.checker.programs().iter().chain(&problem.interactor);
    let of_parts = parts.clone().any(|part| !part.arguments.is_empty());
    let has_programs = parts.count() > 0;
    let of_case = |case: &Case| !case.checker_arguments(&problem.root).is_empty();
    if of_parts || has_programs && problem.cases.iter().any(of_case) {
        package.refuse("arguments of the checker or interactor: on DMOJ, they get none");
    }
}

fn built_in_lines(name: &str, options: &Options) -> String {
    let mut text = format!("checker:\n  name: {name}\n");
    if !options.is_empty() {
        text += "  args:\n";
    }
    for (name, value) in options {
        let value = match value {
            OptionValue::Bool(value) => value.to_string(),
            OptionValue::Number(value) => number(*value),
            OptionValue::Text(weights) if name == WEIGHTS => {
                format!("[{}]", weights.split_whitespace().collect::<Vec<_>>().join(", "))
            }
            OptionValue::Text(text) => quoted(text),
        };
        let _ = writeln!(text, "    {name}: {value}");
    }
    text
}

/// The files of a checker that is a program, the main one first, and its type.
fn bridged(problem: &Problem, package: &mut Package) -> Option<(Vec<String>, &'static str)> {
    if let Some(comparison) = Comparison::of(&problem.checker) {
        package.text("checker/checker.cpp", comparison.source(Outer::Dmoj));
        return Some((vec!["checker/checker.cpp".to_owned()], "testlib"));
    }
    match &problem.checker {
        CheckerChoice::Shipped { name, options } if puzzle(name).is_some() => {
            let gives_parts = points::gives_parts(problem, name, package);
            let source = puzzle(name)
                .map(|puzzle| bundle::checker(puzzle, options, gives_parts, Outer::Dmoj))?;
            package.text("checker/checker.rs", source);
            package.note(
                "the checker in process becomes a program in Rust: DMOJ's judge must have `RUST`",
            );
            if problem.root.is_scored() {
                package.lose("scores beyond those of a full solution: on DMOJ, a case gives its points at the most");
            }
            Some((vec!["checker/checker.rs".to_owned()], "coci"))
        }
        CheckerChoice::Programs(parts) => {
            let [part] = parts.as_slice() else {
                package
                    .refuse(format!("{}: one checker decides there", in_words(&problem.checker)));
                return None;
            };
            of_package(problem, part, Role::Checker, package)
        }
        other => {
            package.refuse(format!("{}: nothing there does the same", in_words(other)));
            None
        }
    }
}

/// The same of a program of the package, which is taken as it is.
fn of_package(
    problem: &Problem,
    part: &Part,
    role: Role,
    package: &mut Package,
) -> Option<(Vec<String>, &'static str)> {
    let folder = if role == Role::Interactor { "interactor" } else { "checker" };
    let scores = Scores::of(problem, part);
    let main = program::add(
        problem,
        part,
        role,
        Outer::Dmoj,
        scores,
        Target::Source(folder, folder),
        package,
    )?;
    if language(&main).is_none() {
        package.refuse(format!(
            "`{}`: DMOJ's judge takes sources in C, C++, Python, Rust, Java, Kotlin, Go or Pascal",
            part.name
        ));
    }
    let kind = match part.protocol {
        Protocol::DmojDefault => "default",
        Protocol::DmojCoci => "coci",
        Protocol::DmojPeg => "peg",
        Protocol::Testlib => {
            package.note(format!(
                "exit codes of `{}`: those but 0, 1, 2, 3 and 7 are errors of DMOJ's judge, 4 and 8 too",
                part.name
            ));
            if problem.root.is_scored() && program::gives_points(part) {
                package.lose(format!(
                    "points of `{}`: on DMOJ, `points N` is a whole number of the case's points, and all else after \
                     `points` is an error of its judge",
                    part.name
                ));
            }
            "testlib"
        }
        _ => "testlib",
    };
    let within = format!("{folder}/");
    let others = package.files.keys().filter(|name| name.starts_with(&within) && **name != main);
    let files = std::iter::once(main.clone()).chain(others.cloned()).collect();
    Some((files, kind))
}

fn language(path: &str) -> Option<&'static str> {
    let ending = Path::new(path).extension()?.to_str()?;
    LANGUAGES.iter().find(|(own, _)| *own == ending).map(|(_, name)| *name)
}

fn program_lines(indent: &str, files: &[String], kind: &str) -> String {
    let mut text = format!("{indent}files: {}\n{indent}type: {kind}\n", list(files));
    if let Some(language) = files.first().and_then(|main| language(main)) {
        let _ = writeln!(text, "{indent}lang: {language}");
    }
    text
}
