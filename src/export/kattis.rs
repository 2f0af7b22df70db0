//! What packages of the Kattis family and of DOMjudge have in common: cases, programs, statements.

use std::collections::BTreeMap;

use jury_checkers::puzzle;

use super::bundle;
use super::cases::{Placed, Places};
use super::compare::{Comparison, in_words};
use super::file::Package;
use super::points;
use super::program::{self, Outer, Role, Scores, Target};
use super::statement::{self, Statement};
use super::words::{plain, quoted};
use super::{tex, validators};
use crate::digest::Digest;
use crate::problem::{CheckerChoice, Part, Points, Problem, Protocol, Scoring, ValidatorChoice};
use crate::score::Score;

/// What is said of the programs that our checkers and validators of single puzzles become.
const RUST: &str = "checker or validator in process: they become programs in Rust, and judges of this family \
                    need only take C, C++ and Python 3";

/// What decides outputs in the package that is made.
pub(super) enum Deciding {
    /// The default validator with these flags.
    Default(Vec<String>),
    /// Programs of the package.
    Programs,
    /// A program that talks with the submission.
    Interactor,
}

/// Adds inputs and answers.
pub(super) fn add_data(places: &Places<'_>, package: &mut Package) {
    for Placed { case, name } in &places.cases {
        package.copy_data(format!("data/{name}.in"), &case.input);
        match &case.answer {
            Some(answer) => package.copy_data(format!("data/{name}.ans"), answer),
            // These formats want the file whether it says something or not.
            None => package.text(format!("data/{name}.ans"), ""),
        }
    }
}

/// Adds what decides outputs: into `folder`, or where there may be several, into folders of it.
pub(super) fn add_checker(
    problem: &Problem,
    folder: &str,
    may_be_several: bool,
    package: &mut Package,
) -> Deciding {
    let own =
        |name: &str| if may_be_several { format!("{folder}/{name}") } else { folder.to_owned() };
    if let Some(part) = &problem.interactor {
        let scores = scores(problem, part, may_be_several, package);
        let name = own("interactor");
        let target = Target::Folder(&name);
        program::add(problem, part, Role::Interactor, Outer::Icpc, scores, target, package);
        return Deciding::Interactor;
    }
    if let Some(comparison) = Comparison::of(&problem.checker) {
        if let Some(flags) = comparison.flags() {
            return Deciding::Default(flags);
        }
        package.text(format!("{}/compare.cpp", own("compare")), comparison.source(Outer::Icpc));
        return Deciding::Programs;
    }
    match &problem.checker {
        CheckerChoice::Programs(parts) => {
            if parts.len() > 1 && !may_be_several {
                let words = in_words(&problem.checker);
                package.refuse(format!("{words}: one output validator decides alone there"));
            }
            for (part, name) in parts.iter().zip(names(parts)) {
                let scores = scores(problem, part, may_be_several, package);
                let name = own(&name);
                let target = Target::Folder(&name);
                program::add(problem, part, Role::Checker, Outer::Icpc, scores, target, package);
            }
        }
        CheckerChoice::Shipped { name, options } => match puzzle(name) {
            Some(puzzle) => {
                let gives_parts = points::gives_parts(problem, name, package);
                let source = bundle::checker(puzzle, options, gives_parts, Outer::Icpc);
                package.text(format!("{}/main.rs", own("checker")), source);
                package.lose(RUST);
            }
            None => package
                .refuse(format!("{}: nothing there does the same", in_words(&problem.checker))),
        },
        CheckerChoice::Default { .. } => {}
    }
    Deciding::Programs
}

/// How the points of a program are passed on. What programs of `legacy` give are points of the group, which a
/// share does not know.
fn scores(problem: &Problem, part: &Part, is_legacy: bool, package: &mut Package) -> Scores {
    let scores = Scores::of(problem, part);
    let gives_points = program::gives_points(part);
    if !gives_points || !problem.root.is_scored() || matches!(part.points, Points::Legacy(_)) {
        return match scores {
            Scores::Share(full) if is_legacy => Scores::None(full),
            scores => scores,
        };
    }
    let is_own = part.protocol == Protocol::Icpc;
    let full = part.points.full();
    let is_stuck = is_own && !program::can_be_wrapped(part);
    if is_legacy && is_stuck {
        package.refuse(format!(
            "points that `{}` gives: in `legacy`, each program that gives some must give those of the group",
            part.name
        ));
    } else if is_legacy && !matches!(scores, Scores::None(_)) {
        package.lose(program::no_parts(part));
    }
    match scores {
        Scores::None(_) | Scores::Any => scores,
        Scores::Share(full) if is_legacy => Scores::None(full),
        Scores::Same | Scores::OfTest { .. } if is_legacy => Scores::None(full),
        _ if !is_own || part.points == Points::Bounded || each_case_has(problem, full) => scores,
        _ if is_stuck => {
            package.lose(format!(
                "points that `{}` gives: they are out of {full}, and there, out of those of the case",
                part.name
            ));
            scores
        }
        _ => Scores::OfTest { each: 1.0, full },
    }
}

/// Whether every case has this many points in the package.
fn each_case_has(problem: &Problem, full: f64) -> bool {
    let full = Score::decimal(full);
    let places = Places::of(problem);
    let mut shares = points::Shares::of(problem, &places);
    let mut counting = problem.cases.iter().filter(|case| !case.is_sample());
    counting.all(|case| {
        let group = problem.root.counting(&case.group);
        let is_least = group.scoring == Some(Scoring::Min);
        let most = match &group.worth {
            Some(worth) if is_least => worth.clone(),
            _ => shares.share(group, case),
        };
        most == full
    })
}

/// Adds what decides inputs.
pub(super) fn add_validators(problem: &Problem, package: &mut Package) {
    match &problem.validator {
        Some(ValidatorChoice::Shipped(name)) => match puzzle(name) {
            Some(puzzle) => {
                let source = bundle::validator(puzzle, Outer::Icpc);
                package.text("input_validators/validator/main.rs", source);
                package.lose(RUST);
            }
            None => package.lose(format!("the validator `{name}`: nothing there does the same")),
        },
        Some(ValidatorChoice::Programs(parts)) => {
            for (part, name) in parts.iter().zip(names(parts)) {
                let folder = format!("input_validators/{name}");
                let none = Scores::None(1.0);
                let target = Target::Folder(&folder);
                program::add(problem, part, Role::Validator, Outer::Icpc, none, target, package);
            }
        }
        None => {}
    }
}

/// The names of the folders of programs, all different.
pub(super) fn names<'a>(parts: impl IntoIterator<Item = &'a Part>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in parts {
        let stem =
            part.path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
        let mut name = plain(&stem);
        while names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

/// Arguments of a case, as they are stated for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arguments {
    /// Those of the submission.
    pub(super) submission: Vec<String>,
    /// Those of what decides outputs.
    pub(super) output: Vec<String>,
    /// Those of what decides inputs, by the names of the programs in the package.
    pub(super) input: BTreeMap<String, Vec<String>>,
}

impl Arguments {
    /// Those of a case. Input validators of 2025-09 get the submission's after their own; they are left out.
    pub(super) fn of(problem: &Problem, placed: &Placed<'_>, flags: &[String]) -> Self {
        let case = placed.case;
        let submission = case.settings.arguments.clone();
        let mut output = flags.to_vec();
        // The flags of groups were put behind those of the default validator.
        if let CheckerChoice::Programs(parts) = &problem.checker {
            output.extend(parts.first().into_iter().flat_map(|part| part.arguments.clone()));
        }
        output.extend(problem.interactor.iter().flat_map(|part| part.arguments.clone()));
        output.extend(case.checker_arguments(&problem.root).iter().cloned());
        let parts = problem.validator.as_ref().map_or(&[][..], ValidatorChoice::programs);
        let words = |part: &Part| validators::words(problem, case, part);
        let input = parts.iter().zip(names(parts)).map(|(part, name)| (name, words(part)));
        let input = input.filter(|(_, words)| !words.is_empty()).collect();
        Self { submission, output, input }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.submission.is_empty() && self.output.is_empty() && self.input.is_empty()
    }
}

/// The arguments of all cases in a folder of `data`, where they are the same for all.
pub(super) fn same_in(
    problem: &Problem,
    places: &Places<'_>,
    folder: &str,
    flags: &[String],
) -> Option<Arguments> {
    let within = |placed: &&Placed<'_>| {
        let rest = placed.name.strip_prefix(folder);
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let mut all = places.cases.iter().filter(within).map(|p| Arguments::of(problem, p, flags));
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// The same without those of input validators, which no verdict depends on.
pub(super) fn same_of_outputs(
    problem: &Problem,
    places: &Places<'_>,
    folder: &str,
) -> Option<Arguments> {
    let own = places.cases.iter().filter(|placed| placed.folder() == folder);
    let mut all = own
        .map(|placed| Arguments { input: BTreeMap::new(), ..Arguments::of(problem, placed, &[]) });
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// Adds the statements, whose files begin so in this folder. Markdown becomes LaTeX where it is not among the endings.
pub(super) fn add_statements(
    problem: &Problem,
    folder: &str,
    endings: &[&str],
    package: &mut Package,
) {
    let all = statement::find(problem);
    let (taken, left): (Vec<_>, Vec<_>) =
        all.iter().partition(|statement| is_taken(statement, endings));
    for statement in &taken {
        let own = format!("{folder}/problem.{}", statement.language);
        if endings.contains(&statement.ending.as_str()) {
            package.copy_data(format!("{own}.{}", statement.ending), &statement.path);
        } else if let Some(text) = statement.text() {
            package.text(format!("{own}.tex"), tex::of_markdown(&problem.name, &text));
        } else {
            package.lose(format!("the statement in `{}`: it cannot be read", statement.language));
        }
        for (name, path) in statement::beside(statement) {
            package.copy_data(format!("{folder}/{name}"), &path);
        }
    }
    for statement in left {
        package.lose(format!(
            "the statement in `{}` (`.{}`): expected one in {}",
            statement.language,
            statement.ending,
            endings.iter().map(|ending| format!("`.{ending}`")).collect::<Vec<_>>().join(" or ")
        ));
    }
}

/// Whether a statement can be added, as it is or as LaTeX.
fn is_taken(statement: &Statement, endings: &[&str]) -> bool {
    endings.contains(&statement.ending.as_str()) || statement.ending == "md"
}

/// The languages of the statements that are added.
pub(super) fn languages(problem: &Problem, endings: &[&str]) -> Vec<String> {
    let all = statement::find(problem).into_iter();
    let all = all.filter(|statement| is_taken(statement, endings));
    all.map(|statement| statement.language).collect()
}

/// The title in each of these languages, in YAML.
pub(super) fn titles(name: &str, languages: &[String]) -> String {
    let each = languages.iter().map(|language| format!("{}: {}", quoted(language), quoted(name)));
    format!("{{{}}}", each.collect::<Vec<_>>().join(", "))
}

/// An identifier that is the same whenever the problem is exported.
pub(super) fn uuid(problem: &Problem) -> String {
    let mut digest = Digest::default();
    digest.field("slug", &problem.slug);
    digest.field("name", &problem.name);
    let digits = digest.in_hexadecimal();
    // Version 8: made by a rule of the maker's own.
    format!(
        "{}-{}-8{}-8{}-{}",
        &digits[..8],
        &digits[8..12],
        &digits[13..16],
        &digits[17..20],
        &digits[20..32]
    )
}
