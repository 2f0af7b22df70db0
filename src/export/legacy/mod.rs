//! Packages of version `legacy`: as Kattis reads them, and as DOMjudge does.

use std::fmt::Write as _;

use super::cases::{Placed, Places};
use super::file::Package;
use super::kattis::{self, Deciding};
use super::limits::{self, seconds};
use super::statement::{self, Statement};
use super::submissions::{self, Rules};
use super::words::quoted;
use crate::problem::{CheckerChoice, Problem};

mod dialect;
mod groups;

pub(super) use dialect::Dialect;
use dialect::{Settings, gives_scores};

/// Makes the package.
pub(super) fn make(problem: &Problem, dialect: Dialect, package: &mut Package) {
    let places = Places::of(problem);
    let deciding = kattis::add_checker(problem, "output_validators", true, package);
    metadata(problem, &deciding, dialect, package);
    kattis::add_data(&places, package);
    kattis::add_validators(problem, package);
    statements(problem, dialect, package);
    unsaid(problem, dialect, package);
    if let Some(include) = &problem.additions.include {
        if dialect == Dialect::Domjudge {
            package.refuse("code that is added to submissions: DOMjudge passes over `include`");
        }
        package.copy_all("include", include);
    }
    let rules = match dialect {
        Dialect::Kattis => Rules::Legacy,
        Dialect::Domjudge => Rules::Domjudge,
    };
    submissions::add(problem, &places.folders, rules, package);
    if dialect == Dialect::Kattis {
        for (folder, what) in
            [("problem_statement/", "a statement"), ("input_validators/", "a validator of inputs")]
        {
            if !package.files.keys().any(|name| name.starts_with(folder)) {
                package.note(format!("{what}: there is none, and Kattis takes no package without"));
            }
        }
    }
    let mut settings = Settings::new();
    groups::add(problem, &places, dialect, &mut settings, package);
    arguments(problem, &places, dialect, &mut settings, package);
    for (folder, text) in settings.into_iter().filter(|(_, text)| !text.is_empty()) {
        let between = if folder.is_empty() { "" } else { "/" };
        package.text(format!("data/{folder}{between}testdata.yaml"), text);
    }
}

fn metadata(problem: &Problem, deciding: &Deciding, dialect: Dialect, package: &mut Package) {
    let is_scored = problem.root.is_scored();
    let mut text = format!("name: {}\nuuid: {}\n", quoted(&problem.name), kattis::uuid(problem));
    if let Some(source) = &problem.source {
        let _ = writeln!(text, "source: {}", quoted(source));
    }
    text += "license: unknown\n";
    let _ = writeln!(text, "type: {}", if is_scored { "scoring" } else { "pass-fail" });
    let mut validation =
        vec![if matches!(deciding, Deciding::Default(_)) { "default" } else { "custom" }];
    if !matches!(deciding, Deciding::Default(_)) && is_scored && gives_scores(problem) {
        validation.push("score");
    }
    if matches!(deciding, Deciding::Interactor) {
        validation.push("interactive");
    }
    if problem.passes.is_some() {
        validation.push("multi-pass");
    }
    let _ = writeln!(text, "validation: {}", validation.join(" "));
    let flags = match deciding {
        Deciding::Default(flags) => flags.clone(),
        Deciding::Interactor => {
            problem.interactor.iter().flat_map(|p| p.arguments.clone()).collect()
        }
        Deciding::Programs => {
            let all = problem.checker.programs().iter();
            let all: Vec<_> = all.map(|part| &part.arguments).collect();
            if all.windows(2).any(|pair| pair[0] != pair[1]) {
                package.refuse("arguments of one of several checkers: there, all get the same");
            }
            all.first().map_or_else(Vec::new, |first| (*first).clone())
        }
    };
    if !flags.is_empty() {
        let _ = writeln!(text, "validator_flags: {}", quoted(&joined(&flags, package)));
    }
    let stated = limits::stated(problem, dialect.title(), package);
    let _ = writeln!(text, "limits:\n  memory: {}\n  output: {}", stated.memory, stated.output);
    if let Some(passes) = problem.passes {
        let _ = writeln!(text, "  validation_passes: {passes}");
        if dialect == Dialect::Kattis {
            package.refuse("further passes of a submission: only DOMjudge knows them in `legacy`");
        }
    }
    package.text("problem.yaml", text);
    match (dialect, stated.time) {
        (Dialect::Domjudge, time) => {
            let mut ini = format!("name = '{}'\n", problem.name.replace(['\'', '\n'], " "));
            if let Some(code) = &problem.code {
                let _ = writeln!(ini, "short-name = '{}'", code.replace(['\'', '\n'], " "));
            }
            if let Some(time) = time {
                let _ = writeln!(ini, "timelimit = '{}'", seconds(time));
            }
            package.text("domjudge-problem.ini", ini);
        }
        (Dialect::Kattis, Some(time)) => {
            let own = seconds(time);
            package.lose(format!(
                "the time limit of {own} s: Kattis derives its own from the accepted submissions; `.timelimit` says it \
                 to whom it may concern"
            ));
            if !problem.root.is_scored() {
                // In a package with points, the file is a mark of DOMjudge's dialect.
                package.text(".timelimit", format!("{own}\n"));
            }
        }
        (Dialect::Kattis, None) => {}
    }
}

/// The arguments without those that have blanks, and the options whose values these are.
fn without_blanks(words: &[String]) -> Vec<String> {
    let mut plain: Vec<String> = Vec::new();
    for word in words {
        if !word.is_empty() && !word.contains(char::is_whitespace) {
            plain.push(word.clone());
        } else if !word.starts_with('-') && plain.last().is_some_and(|last| last.starts_with('-')) {
            plain.pop();
        }
    }
    plain
}

/// Words of a list in one text, which is split at blanks there.
fn joined(words: &[String], package: &mut Package) -> String {
    if let Some(word) =
        words.iter().find(|word| word.contains(char::is_whitespace) || word.is_empty())
    {
        package.refuse(format!(
            "the argument `{}`: there, blanks end an argument",
            word.escape_debug()
        ));
    }
    words.join(" ")
}

fn statements(problem: &Problem, dialect: Dialect, package: &mut Package) {
    let found = statement::find(problem);
    let pdf = statement::pdf(problem).filter(|_| dialect == Dialect::Domjudge);
    if let Some(pdf) = pdf {
        package.copy_data("problem.pdf", &pdf.path);
        statement::leave_others(&found, &pdf.language, "DOMjudge", package);
        return;
    }
    let own = ["tex", "pdf"];
    let is_own = |statement: &Statement| own.contains(&statement.ending.as_str());
    if dialect == Dialect::Kattis || found.iter().any(is_own) {
        kattis::add_statements(problem, "problem_statement", &own, package);
        if dialect == Dialect::Domjudge {
            package.lose("the statement in `.tex`: DOMjudge shows a PDF, a page or a text");
        }
        return;
    }
    let Some(first) = found.first() else { return };
    let Some(text) = first.text() else {
        package.lose("the statement: it cannot be read");
        return;
    };
    statement::leave_others(&found, &first.language, "DOMjudge", package);
    package.text("problem.txt", text);
}

/// What `legacy` has no word for.
fn unsaid(problem: &Problem, dialect: Dialect, package: &mut Package) {
    let title = dialect.title();
    if problem.additions.takes_answers {
        package.refuse(format!("submissions that are answers: {title} takes programs"));
    }
    if problem.static_validation.is_some() {
        package.lose(format!("the static validator: {title} has none"));
    }
    if !problem.additions.constants.is_empty() {
        package.lose(format!("constants in files: {title} has none"));
    }
    if !problem.answer_validators.is_empty() {
        package.lose(format!("validators of answers: {title} has none"));
    }
    if problem.cases.iter().any(|case| !case.settings.arguments.is_empty()) {
        package.refuse(format!("arguments of submissions: {title} has none"));
    }
    if problem.cases.iter().any(|case| case.settings.files.is_some()) {
        package.refuse(format!("files beside submissions: {title} has none"));
    }
    let is_rust = package.files.keys().any(|name| name.ends_with("validators/checker/main.rs"));
    if is_rust && dialect == Dialect::Domjudge {
        package.lose(
            "the checker is in Rust: DOMjudge needs a file `build` beside it that makes `run`, and `rustc` on its \
             judgehosts",
        );
    }
    if let Some(grader) = &problem.grader {
        if dialect == Dialect::Domjudge {
            package.refuse(format!("the grader `{}`: DOMjudge has none of a package", grader.name));
        } else {
            package.copy_all("graders/grader", &grader.path);
        }
    }
}

/// Arguments of the cases of each folder.
fn arguments(
    problem: &Problem,
    places: &Places<'_>,
    dialect: Dialect,
    settings: &mut Settings,
    package: &mut Package,
) {
    let parts: Vec<_> = problem.checker.programs().iter().chain(&problem.interactor).collect();
    let own = parts.first().map_or(0, |part| part.arguments.len());
    let folders: std::collections::BTreeSet<&str> =
        places.cases.iter().map(Placed::folder).collect();
    for folder in folders {
        let mut same = kattis::same_in(problem, places, folder, &[]);
        if same.is_none() {
            same = kattis::same_of_outputs(problem, places, folder);
            if same.is_some() {
                package.lose(
                    "arguments of input validators for single cases: there, groups have some",
                );
            }
        }
        let Some(same) = same else {
            package
                .refuse(format!("arguments of single cases in `{folder}`: groups alone have some"));
            continue;
        };
        let text = settings.entry(folder.to_owned()).or_default();
        let output = &same.output[own.min(same.output.len())..];
        let flags = flags_of(problem);
        let output = output.strip_prefix(flags.as_slice()).unwrap_or(output);
        if !output.is_empty() {
            // In DOMjudge's scored packages, those of a group stand in place of the problem's.
            let all = if dialect == Dialect::Domjudge && problem.root.is_scored() {
                same.output.clone()
            } else {
                output.to_vec()
            };
            let _ = writeln!(text, "output_validator_flags: {}", quoted(&joined(&all, package)));
        }
        let mut input = same.input.values();
        let first = input.next();
        let programs = problem.validator.as_ref().map_or(0, |own| own.programs().len());
        if same.input.len() == programs && input.all(|other| Some(other) == first) {
            if let Some(words) = first {
                let plain = without_blanks(words);
                if plain.len() < words.len() {
                    package.lose(
                        "arguments of input validators with blanks: there, these end an argument",
                    );
                }
                let _ = writeln!(text, "input_validator_flags: {}", quoted(&plain.join(" ")));
            }
        } else if first.is_some() {
            package.lose("arguments of one of several input validators: there, all get the same");
        }
    }
}

fn flags_of(problem: &Problem) -> Vec<String> {
    match &problem.checker {
        CheckerChoice::Default { flags, .. } => flags.clone(),
        CheckerChoice::Shipped { .. } | CheckerChoice::Programs(_) => Vec::new(),
    }
}
