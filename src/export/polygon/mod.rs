//! Packages of Polygon, full ones: all tests and answers are there.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use jury_checkers::puzzle;

use super::bundle;
use super::cases::Places;
use super::compare::{Comparison, in_words};
use super::file::Package;
use super::graders::Graders;
use super::limits;
use super::points;
use super::program::{self, Outer, Role, Scores, Target};
use super::statement::{self, Statement};
use super::subtasks::is_all_or_nothing;
use super::tex;
use super::words::{decimal, plain};

pub(super) mod groups;
mod solutions;
mod source;

use crate::limits::Limits;
use crate::problem::{
    Case, CheckerChoice, Grader, Group, Part, Points, Problem, Protocol, Scoring, ValidatorChoice,
};
use crate::score::Score;

use groups::{TEST_SET, group_name};
use solutions::solutions;
use source::{attribute, source};

/// A checker beside an interactor, which has decided already.
const ACCEPT: &str = "// The interactor has decided.\nint main() { return 0; }\n";

/// What is said of the programs that our checkers and validators of single puzzles become.
const RUST: &str =
    "checker or validator in process: they become programs in Rust, which Polygon may not take";

/// Makes the package.
pub(super) fn make(problem: &Problem, graders: Option<&Graders>, package: &mut Package) {
    unsaid(problem, package);
    let stated = limits::stated(problem, "Polygon", package);
    if problem.widest_limits().output != Limits::default().output {
        package.lose(format!("the limit of {} MiB of output: Polygon has none", stated.output));
    }
    let (tests, points) = tests(problem, package);
    let assets = assets(problem, &points, package);
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n");
    let code = problem.code.as_deref().unwrap_or(&problem.slug).to_lowercase();
    let _ = writeln!(text, "<problem revision=\"1\" short-name=\"{}\">", attribute(&plain(&code)));
    text += &statements(problem, package);
    let files = &problem.additions.files;
    let file = |name: &Option<std::sync::Arc<str>>| attribute(name.as_deref().unwrap_or_default());
    let _ = writeln!(
        text,
        "<judging input-file=\"{}\" output-file=\"{}\" run-count=\"1\">\n<testset name=\"{TEST_SET}\">",
        file(&files.input),
        file(&files.output)
    );
    let (time, memory) = (stated.time.unwrap_or(1000), problem.widest_limits().memory);
    let _ =
        writeln!(text, "<time-limit>{time}</time-limit>\n<memory-limit>{memory}</memory-limit>");
    let count = problem.cases.len();
    let digits = if count > 99 { 3 } else { 2 };
    let _ = writeln!(
        text,
        "<test-count>{count}</test-count>\n<input-path-pattern>tests/%0{digits}d</input-path-pattern>\n\
         <answer-path-pattern>tests/%0{digits}d.a</answer-path-pattern>"
    );
    text += &tests;
    text += "</testset>\n</judging>\n";
    if let Some(graders) = graders {
        text += &resources(graders, package);
    }
    text += &assets;
    text += "</problem>\n";
    package.text("problem.xml", text);
    for (index, case) in problem.cases.iter().enumerate() {
        let name = format!("tests/{:0digits$}", index + 1);
        package.copy_data(name.clone(), &case.input);
        match &case.answer {
            Some(answer) => package.copy_data(format!("{name}.a"), answer),
            None => package.text(format!("{name}.a"), ""),
        }
    }
}

/// Graders and their headers: resources that are assets of solutions.
fn resources(graders: &Graders, package: &mut Package) -> String {
    let mut text = String::from("<files><resources>\n");
    for (path, language) in graders.add_to("files/", package) {
        // A header is for sources in both.
        let kind = match language {
            Some("cpp") => " type=\"cpp.g++17\" for-types=\"cpp.*\"",
            Some(_) => " type=\"c.gcc\" for-types=\"c.gcc*\"",
            None => " type=\"h.g++\"",
        };
        let _ = writeln!(
            text,
            "<file path=\"{}\"{kind}><stages><stage name=\"compile\"/></stages>\
             <assets><asset name=\"solution\"/></assets></file>",
            attribute(&path)
        );
    }
    text + "</resources></files>\n"
}

/// What Polygon has no word for.
fn unsaid(problem: &Problem, package: &mut Package) {
    if problem.cases.iter().any(|case| !case.settings.arguments.is_empty()) {
        package.refuse("arguments of submissions: Polygon has none");
    }
    if problem.cases.iter().any(|case| case.settings.files.is_some()) {
        package.refuse("files beside submissions: Polygon has none");
    }
    if problem.passes.is_some() {
        package.refuse("further passes of a submission: Polygon's packages here have one");
    }
    if problem.additions.takes_answers {
        package.refuse("submissions that are answers: Polygon takes programs");
    }
    if problem.additions.include.is_some() {
        package.lose("code that is added to submissions: it is not exported");
    }
    if problem.static_validation.is_some() {
        package.lose("the static validator: Polygon has none");
    }
    if !problem.answer_validators.is_empty() {
        package.lose("validators of answers: Polygon has none");
    }
    let root = &problem.root;
    if problem.cases.iter().any(|case| !case.checker_arguments(root).is_empty()) {
        package.lose("arguments of the checker: Polygon has none");
    }
}

/// The tests and groups, and the points of each test.
fn tests(problem: &Problem, package: &mut Package) -> (String, Vec<Score>) {
    let places = Places::of(problem);
    let root = &problem.root;
    let mut text = String::from("<tests>\n");
    let counting = groups::counting(root);
    if root.is_scored() && matches!(root.grader, Grader::Legacy(_) | Grader::Domjudge(_)) {
        package.refuse("points by the flags of `legacy` graders: Polygon has none");
    }
    let outer = points::outer(root);
    if root.is_scored() {
        points::look_at(outer, &counting, "Polygon", package);
        points::look_at_worth(outer, &counting, problem, &places, "Polygon", package);
    }
    // All cases together may be one that is all or nothing.
    let is_one = root.is_scored() && counting.is_empty() && is_whole(outer);
    let groups = if is_one { vec![outer] } else { counting };
    // What such a checker gives is a number of points, of which a full solution has one.
    let gives_points = root.is_scored()
        && matches!(&problem.checker, CheckerChoice::Shipped { name, .. } if puzzle(name).is_some());
    if gives_points {
        look_at_scores(outer, package);
    }
    let mut begun = BTreeSet::new();
    let mut all_points = Vec::new();
    // A part of no points is all of them.
    let is_parted = program::parts_are_given(problem);
    let mut shares = points::Shares::of(problem, &places);
    for placed in &places.cases {
        let case = placed.case;
        text += "<test method=\"manual\"";
        if case.is_shown() {
            text += " sample=\"true\"";
        }
        let is_free = root.grader == Grader::Partial && case.is_sample();
        let group = groups.iter().find(|group| group.holds(&case.group) && !is_free);
        let _ = write!(text, " description=\"{}\"", attribute(&case.name));
        if let Some(group) = group {
            let _ = write!(text, " group=\"{}\"", group_name(group));
        }
        if root.is_scored() {
            let is_first = group.is_none_or(|group| begun.insert(group.name.as_str()));
            let points = match group {
                _ if is_free => Score::zero(),
                // A group that is all or nothing has its points on its first test.
                Some(group) if is_whole(group) && !is_first && !is_parted => Score::zero(),
                Some(group) if is_whole(group) => {
                    let cases: Vec<_> = places.of_group(group).collect();
                    let whole = points::whole(problem, group, &cases);
                    match group.full_by_case.get(&case.name) {
                        // Of a batch, each case has the points of all.
                        Some(own) if is_parted && group.scoring == Some(Scoring::PassFail) => {
                            own.clone()
                        }
                        _ if is_parted => points::part(&whole, cases.len(), is_first),
                        _ => whole,
                    }
                }
                None if gives_points || !groups.is_empty() => case.full(root).clone(),
                _ => shares.share(group.unwrap_or(&outer), case),
            };
            let _ = write!(text, " points=\"{}\"", decimal(&points, package));
            all_points.push(points);
        }
        text += "/>\n";
    }
    text += "</tests>\n";
    if !groups.is_empty() {
        text += "<groups>\n";
    }
    for group in &groups {
        if group.scoring == Some(Scoring::Min) && !is_all_or_nothing(problem) {
            package.lose(format!(
                "the least score of `{}`: on Polygon, it is all or nothing",
                group_name(group)
            ));
        }
        let policy = if is_whole(group) { "complete-group" } else { "each-test" };
        let _ = write!(
            text,
            "<group name=\"{}\" points-policy=\"{policy}\" feedback-policy=\"complete\"",
            group_name(group)
        );
        let needs: Vec<&Group> =
            groups.iter().copied().filter(|other| group.needs.contains(&other.name)).collect();
        if needs.len() < group.needs.len() {
            package.lose(format!("what `{}` needs beside groups with points", group.name));
        }
        if needs.is_empty() {
            text += "/>\n";
            continue;
        }
        text += "><dependencies>";
        for need in needs {
            let _ = write!(text, "<dependency group=\"{}\"/>", group_name(need));
        }
        text += "</dependencies></group>\n";
    }
    if !groups.is_empty() {
        text += "</groups>\n";
    }
    (text, all_points)
}

/// Lists what a checker of ours that gives points says more.
fn look_at_scores(outer: &Group, package: &mut Package) {
    package.lose(points::accepted_with_fewer("Polygon"));
    package.lose(
        "scores beyond those of a full solution: on Polygon, a test gives its points at the most",
    );
    if outer.scoring == Some(Scoring::Mean) || outer.worth.is_some() {
        package.lose("the mean of scores, or points of all tests: on Polygon, scores are added up");
    }
}

/// Whether the least of its cases counts.
fn is_whole(group: &Group) -> bool {
    matches!(group.scoring, Some(Scoring::PassFail | Scoring::Min))
}

/// The checker, validators, interactor and solutions, where tests have these points.
fn assets(problem: &Problem, points: &[Score], package: &mut Package) -> String {
    let mut text = String::from("<assets>\n");
    if let Some(path) = checker(problem, points, package) {
        let _ = writeln!(text, "<checker type=\"testlib\">{}</checker>", source(&path, package));
    }
    let mut looking = Vec::new();
    match &problem.validator {
        Some(ValidatorChoice::Shipped(name)) => {
            if let Some(puzzle) = puzzle(name) {
                package.text("files/validator.rs", bundle::validator(puzzle, Outer::Testlib));
                package.lose(RUST);
                looking.push("files/validator.rs".to_owned());
            }
        }
        Some(ValidatorChoice::Programs(parts)) => {
            for (index, part) in parts.iter().enumerate() {
                let stem = if index == 0 {
                    "validator".to_owned()
                } else {
                    format!("validator{}", index + 1)
                };
                let target = Target::Source("files", &stem);
                let none = Scores::None(1.0);
                looking.extend(program::add(
                    problem,
                    part,
                    Role::Validator,
                    Outer::Testlib,
                    none,
                    target,
                    package,
                ));
            }
        }
        None => {}
    }
    if !looking.is_empty() {
        text += "<validators>";
        for path in &looking {
            let _ = write!(text, "<validator>{}</validator>", source(path, package));
        }
        text += "</validators>\n";
    }
    if let Some(part) = &problem.interactor {
        let target = Target::Source("files", "interactor");
        let scores = scores(problem, part, points, package);
        let path =
            program::add(problem, part, Role::Interactor, Outer::Testlib, scores, target, package);
        if let Some(path) = path {
            let _ = writeln!(text, "<interactor>{}</interactor>", source(&path, package));
        }
    }
    text += &solutions(problem, package);
    text + "</assets>\n"
}

/// How the points of a program are passed on: there, they are out of those of the test.
fn scores(problem: &Problem, part: &Part, points: &[Score], package: &mut Package) -> Scores {
    let scores = Scores::of(problem, part);
    if !problem.root.is_scored() || !program::gives_points(part) {
        return scores;
    }
    // Those of tests that give any.
    let given = || problem.cases.iter().zip(points).filter(|(_, own)| **own > Score::zero());
    let one = |of: &dyn Fn((&Case, &Score)) -> Score| {
        let mut all = given().map(of);
        let first = all.next()?;
        all.all(|other| other == first).then(|| first.to_f64())
    };
    let each = one(&|(_, points)| points.clone());
    let full = one(&|(case, _)| case.full(&problem.root).clone());
    let is_own = |(case, points): (&Case, &Score)| {
        let of_case = problem.root.innermost(&case.group).full_by_case.get(&case.name);
        of_case.unwrap_or(&Score::decimal(part.points.full())) == points
    };
    match (part.protocol, part.points, each, full) {
        (Protocol::Icpc, ..) if matches!(scores, Scores::None(_)) => scores,
        (Protocol::Icpc, Points::OutOf(full), Some(each), _)
        | (Protocol::Icpc, Points::Bounded, Some(each), Some(full)) => {
            Scores::OfTest { each, full }
        }
        (Protocol::Icpc, Points::OutOf(_) | Points::Bounded, ..) => {
            package.lose(program::no_parts(part));
            Scores::None(part.points.full())
        }
        (Protocol::Testlib | Protocol::DmojTestlib, ..) if !given().all(is_own) => {
            package.lose(format!(
                "points that `{}` gives: they are out of {}, and on Polygon, out of those of the test",
                part.name,
                part.points.full()
            ));
            scores
        }
        _ => scores,
    }
}

fn checker(problem: &Problem, points: &[Score], package: &mut Package) -> Option<String> {
    if let Some(part) = &problem.dialogue_checker {
        let target = Target::Source("files", "check");
        let scores = scores(problem, part, points, package);
        return program::add(problem, part, Role::Checker, Outer::Testlib, scores, target, package);
    }
    if problem.interactor.is_some() {
        package.text("files/check.cpp", ACCEPT);
        return Some("files/check.cpp".to_owned());
    }
    if let Some(comparison) = Comparison::of(&problem.checker) {
        package.text("files/check.cpp", comparison.source(Outer::Testlib));
        return Some("files/check.cpp".to_owned());
    }
    match &problem.checker {
        CheckerChoice::Programs(parts) => {
            let [part] = parts.as_slice() else {
                package
                    .refuse(format!("{}: one checker decides there", in_words(&problem.checker)));
                return None;
            };
            let target = Target::Source("files", "check");
            let scores = scores(problem, part, points, package);
            program::add(problem, part, Role::Checker, Outer::Testlib, scores, target, package)
        }
        CheckerChoice::Shipped { name, options } => {
            let Some(puzzle) = puzzle(name) else {
                package
                    .refuse(format!("{}: nothing there does the same", in_words(&problem.checker)));
                return None;
            };
            let gives_parts = points::gives_parts(problem, name, package);
            let source = bundle::checker(puzzle, options, gives_parts, Outer::Testlib);
            package.text("files/check.rs", source);
            package.lose("checker or validator in process: they become programs in Rust, which Polygon may not take");
            Some("files/check.rs".to_owned())
        }
        CheckerChoice::Default { .. } => None,
    }
}

/// The names of the problem, and its statements in all languages that have a name there.
fn statements(problem: &Problem, package: &mut Package) -> String {
    let mut found = statement::find(problem);
    let known = |statement: &Statement| statement::name_of(&statement.language).is_some();
    for other in found.iter().filter(|statement| !known(statement)) {
        package.lose(format!("the statement in `{}`: its language is not known", other.language));
    }
    found.retain(known);
    let mut names = vec!["english"];
    let mut text = String::new();
    for statement in &found {
        let language = statement::name_of(&statement.language).unwrap_or("english");
        if !names.contains(&language) {
            names.push(language);
        }
        text += &statement_in(problem, statement, language, package);
    }
    let title = attribute(&problem.name);
    let names = names.iter().map(|name| format!("<name language=\"{name}\" value=\"{title}\"/>"));
    let names = format!("<names>{}</names>\n", names.collect::<String>());
    if text.is_empty() { names } else { format!("{names}<statements>{text}</statements>\n") }
}

fn statement_in(
    problem: &Problem,
    statement: &Statement,
    language: &str,
    package: &mut Package,
) -> String {
    if statement.ending == "pdf" {
        let path = format!("statements/.pdf/{language}/problem.pdf");
        package.copy_data(path.clone(), &statement.path);
        return format!(
            "<statement language=\"{language}\" path=\"{path}\" type=\"application/pdf\"/>"
        );
    }
    let Some(text) = statement.text() else {
        package.lose("the statement: it cannot be read");
        return String::new();
    };
    let is_markdown = statement.ending == "md";
    let body = if is_markdown { tex::body(&problem.name, &text) } else { text };
    let sections = format!("statement-sections/{language}");
    package.text(format!("{sections}/name.tex"), problem.name.clone());
    package.text(format!("{sections}/legend.tex"), body.clone());
    let path = format!("statements/{language}/problem.tex");
    package.text(path.clone(), body);
    format!(
        "<statement charset=\"UTF-8\" language=\"{language}\" mathjax=\"true\" path=\"{path}\" \
         type=\"application/x-tex\"/>"
    )
}
