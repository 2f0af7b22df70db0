//! Packages of version `legacy`: as Kattis reads them, and as DOMjudge does.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::cases::{Placed, Places};
use super::file::Package;
use super::kattis::{self, Deciding};
use super::limits::{self, seconds};
use super::statement;
use super::submissions::{self, Rules};
use super::tex;
use super::words::{number, quoted};
use crate::problem::group::is_sample;
use crate::problem::{
    CheckerChoice, DomjudgeGrader, Grader, Group, LegacyGrader, LegacyScore, OnFailure, Points,
    Problem, Scoring,
};
use crate::score::Score;

/// Whose reading of the format a package is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// That of Kattis.
    Kattis,
    /// That of DOMjudge.
    Domjudge,
}

impl Dialect {
    fn title(self) -> &'static str {
        match self {
            Self::Kattis => "Kattis",
            Self::Domjudge => "DOMjudge",
        }
    }
}

/// The lines of `testdata.yaml` by the folders below `data`; that of `data` itself is empty.
type Settings = BTreeMap<String, String>;

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
        package.copy_all("include", include);
    }
    let rules = match dialect {
        Dialect::Kattis => Rules::Legacy,
        Dialect::Domjudge => Rules::Domjudge,
    };
    submissions::add(problem, rules, package);
    let mut settings = Settings::new();
    match &problem.root.grader {
        Grader::Legacy(_) => as_they_are(problem, &places, dialect, &mut settings, package),
        Grader::Domjudge(_) => of_domjudge(problem, &places, dialect, &mut settings, package),
        Grader::Own | Grader::Partial => points(problem, &places, dialect, &mut settings, package),
    }
    arguments(problem, &places, dialect, &mut settings, package);
    for (folder, text) in settings.into_iter().filter(|(_, text)| !text.is_empty()) {
        let between = if folder.is_empty() { "" } else { "/" };
        package.text(format!("data/{folder}{between}testdata.yaml"), text);
    }
}

fn metadata(problem: &Problem, deciding: &Deciding, dialect: Dialect, package: &mut Package) {
    let is_scored = problem.root.is_scored();
    let mut text = format!("name: {}\n", quoted(&problem.name));
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

/// Whether the checker gives scores of its own.
fn gives_scores(problem: &Problem) -> bool {
    match &problem.checker {
        CheckerChoice::Default { .. } => false,
        CheckerChoice::Shipped { name, .. } => jury_checkers::puzzle(name).is_some(),
        CheckerChoice::Programs(parts) => parts
            .iter()
            .chain(&problem.interactor)
            .all(|part| part.points == Points::Legacy(LegacyScore::Always)),
    }
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
    let own = ["tex", "pdf"];
    if found.iter().any(|statement| own.contains(&statement.ending.as_str())) {
        kattis::add_statements(problem, "problem_statement", &own, package);
        return;
    }
    let Some(first) = found.first() else { return };
    let Ok(bytes) = crate::regular::read(&first.path, LONGEST_STATEMENT) else {
        package.lose("the statement: it cannot be read");
        return;
    };
    let text = String::from_utf8_lossy(&bytes);
    match dialect {
        Dialect::Kattis => {
            package
                .text("problem_statement/problem.en.tex", tex::of_markdown(&problem.name, &text));
        }
        Dialect::Domjudge => package.text("problem.txt", text),
    }
}

/// Longest statement that is rewritten, in bytes.
const LONGEST_STATEMENT: u64 = 4 << 20;

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
        let Some(same) = kattis::same_in(problem, places, folder, &[]) else {
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
                let _ =
                    writeln!(text, "input_validator_flags: {}", quoted(&joined(words, package)));
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

/// Groups that have the settings of the format already.
fn as_they_are(
    problem: &Problem,
    places: &Places<'_>,
    dialect: Dialect,
    settings: &mut Settings,
    package: &mut Package,
) {
    let is_scored = problem.root.is_scored();
    if dialect == Dialect::Domjudge && is_scored {
        package.lose("grader flags: DOMjudge inherits none, and folds points by rules of its own");
    }
    for group in problem.root.all() {
        let Grader::Legacy(grader) = &group.grader else { continue };
        let folder = match places.folders.get(&group.name) {
            Some(folder) => folder.clone(),
            None if group.name.is_empty() => String::new(),
            None => continue,
        };
        let text = legacy_lines(group, grader, is_scored);
        settings.entry(folder).or_default().push_str(&text);
        if grader.lower_is_better && group.name.is_empty() {
            package.lose("that the least score is the best: `objective: min` is not exported");
        }
    }
}

fn legacy_lines(group: &Group, grader: &LegacyGrader, is_scored: bool) -> String {
    let breaks = group.on_failure == OnFailure::Break;
    let mut text = format!("on_reject: {}\n", if breaks { "break" } else { "continue" });
    if let Some(flags) = &grader.custom {
        let _ = writeln!(text, "grading: custom\ngrader_flags: {}", quoted(&flags.join(" ")));
    } else {
        let mut flags = vec![grader.verdicts.name()];
        if is_scored {
            flags.push(grader.scores.name());
        }
        if grader.any_accepted {
            flags.push("accept_if_any_accepted");
        }
        if grader.ignores_sample {
            flags.push("ignore_sample");
        }
        let _ = writeln!(text, "grading: default\ngrader_flags: {}", flags.join(" "));
    }
    if is_scored {
        let bound = |bound: &Option<Score>, none: &str| {
            bound.as_ref().map_or_else(|| none.to_owned(), |score| number(score.to_f64()))
        };
        let _ = writeln!(
            text,
            "accept_score: {}\nreject_score: {}\nrange: {} {}",
            number(grader.accept_score.to_f64()),
            number(grader.reject_score.to_f64()),
            bound(&grader.range.0, "-inf"),
            bound(&grader.range.1, "+inf")
        );
    }
    text
}

/// Groups that have DOMjudge's settings already.
fn of_domjudge(
    problem: &Problem,
    places: &Places<'_>,
    dialect: Dialect,
    settings: &mut Settings,
    package: &mut Package,
) {
    if !problem.root.is_scored() {
        return;
    }
    if dialect == Dialect::Kattis {
        package.refuse("points by DOMjudge's rules: those of Kattis differ");
        return;
    }
    for group in problem.root.all() {
        let Grader::Domjudge(grader) = &group.grader else { continue };
        let DomjudgeGrader { is_described: true, scores, ignores_sample, accept_score } = &**grader
        else {
            continue;
        };
        let folder = places.folders.get(&group.name).cloned().unwrap_or_default();
        let sample = if *ignores_sample { " ignore_sample" } else { "" };
        let mut text = format!("grader_flags: {}{sample}\n", scores.name());
        if let Some(score) = accept_score {
            let _ = writeln!(text, "accept_score: {}", number(score.to_f64()));
        }
        settings.entry(folder).or_default().push_str(&text);
    }
}

/// Points of other formats in the settings of this one.
fn points(
    problem: &Problem,
    places: &Places<'_>,
    dialect: Dialect,
    settings: &mut Settings,
    package: &mut Package,
) {
    let root = &problem.root;
    if !root.is_scored() {
        return;
    }
    let title = dialect.title();
    if places.has_samples() && root.grader == Grader::Own {
        package.lose(format!("points of samples: they give none in {title}"));
    }
    package
        .lose(format!("the verdict of who solves a part: {title} accepts it, with fewer points"));
    let outer = match root.groups.iter().find(|group| group.name == "secret") {
        Some(secret) if root.grader == Grader::Partial => secret,
        _ => root,
    };
    let inner: Vec<&Group> = outer.groups.iter().filter(|group| !is_sample(&group.name)).collect();
    let samples = if places.has_samples() { " ignore_sample" } else { "" };
    let fold = fold(outer.scoring);
    if dialect == Dialect::Domjudge {
        settings.insert(String::new(), format!("grader_flags: sum{samples}\n"));
        let secret = if inner.is_empty() {
            accepted(problem, places, outer, package)
        } else {
            String::new()
        };
        settings.insert("secret".into(), format!("grader_flags: {fold}\n{secret}"));
    } else {
        let lines = format!("on_reject: continue\ngrader_flags: sum {PARTIAL}{samples}\n");
        settings.insert(String::new(), lines);
        if places.has_samples() {
            let lines =
                "on_reject: continue\ngrader_flags: first_error\naccept_score: 0\nrange: 0 0\n";
            settings.insert("sample".into(), lines.into());
        }
        let full = number(outer.full.to_f64());
        let accept =
            if inner.is_empty() { format!("accept_score: {full}\n") } else { String::new() };
        let lines = format!("on_reject: continue\ngrader_flags: {fold} {PARTIAL}\n{accept}");
        settings.insert("secret".into(), lines);
    }
    if inner.is_empty() && !outer.full_by_case.is_empty() {
        package.lose(format!("points of single cases: {title} has one for all of a group"));
    }
    for group in inner {
        if !group.needs.is_empty() {
            package.lose(format!(
                "that `{}` needs `{}`: {title} runs every group",
                group.name,
                group.needs.join("`, `")
            ));
        }
        let lines = if dialect == Dialect::Domjudge {
            format!("grader_flags: sum\n{}", accepted(problem, places, group, package))
        } else {
            group_lines(problem, places, group, package)
        };
        let Some(folder) = places.folders.get(&group.name) else { continue };
        settings.insert(folder.clone(), lines);
    }
}

/// The flags of a group whose parts count, whatever else fails.
const PARTIAL: &str = "first_error accept_if_any_accepted";

fn fold(scoring: Option<Scoring>) -> &'static str {
    match scoring {
        Some(Scoring::Mean) => "avg",
        Some(Scoring::Min) => "min",
        Some(Scoring::Sum | Scoring::PassFail) | None => "sum",
    }
}

/// A group for Kattis.
fn group_lines(
    problem: &Problem,
    places: &Places<'_>,
    group: &Group,
    package: &mut Package,
) -> String {
    if group.scoring == Some(Scoring::PassFail) {
        let most = number(group.worth.clone().unwrap_or_else(Score::one).to_f64());
        return format!(
            "on_reject: break\ngrader_flags: min first_error\naccept_score: {most}\nrange: 0 {most}\n"
        );
    }
    if !group.full_by_case.is_empty() {
        package.lose(format!("points of single cases of `{}`: Kattis has one for all", group.name));
    }
    let (fold, full) = (fold(group.scoring), number(share(problem, places, group).to_f64()));
    format!("on_reject: continue\ngrader_flags: {fold} {PARTIAL}\naccept_score: {full}\n")
}

/// What a group gives on DOMjudge, once, where all of its cases are accepted.
fn accepted(
    problem: &Problem,
    places: &Places<'_>,
    group: &Group,
    package: &mut Package,
) -> String {
    let full = places.of_group(group).filter(|placed| !placed.case.is_sample());
    let full: Vec<&Score> = full.map(|placed| placed.case.full(&problem.root)).collect();
    if group.scoring != Some(Scoring::PassFail) {
        let name = if group.name.is_empty() { "secret" } else { &group.name };
        package
            .lose(format!("parts of the points of `{name}`: DOMjudge gives a group all or none"));
    }
    let of_cases = match group.scoring {
        Some(Scoring::PassFail) => Score::one(),
        Some(Scoring::Mean) => Score::mean(full).unwrap_or_else(Score::one),
        Some(Scoring::Min) => full.into_iter().min().cloned().unwrap_or_else(Score::one),
        Some(Scoring::Sum) | None => Score::sum(full),
    };
    let most = group.worth.clone().unwrap_or(of_cases);
    format!("accept_score: {}\n", number(most.to_f64()))
}

/// What one accepted case of a group gives.
fn share(problem: &Problem, places: &Places<'_>, group: &Group) -> Score {
    let count = places.of_group(group).count().max(1) as u64;
    match (&group.worth, group.scoring) {
        (Some(worth), Some(Scoring::Sum | Scoring::Mean)) => {
            worth.times(&Score::ratio(1, count).unwrap_or_else(Score::zero))
        }
        (Some(worth), _) => worth.clone(),
        (None, _) => {
            let first = places.of_group(group).next();
            first.map_or_else(Score::one, |placed| placed.case.full(&problem.root).clone())
        }
    }
}
