//! Groups and points of `legacy`: as they are where the problem has them from there, else as near as Kattis
//! or DOMjudge come.

use std::fmt::Write as _;

use super::dialect::{Dialect, Settings, gives_scores};
use crate::export::cases::{Places, is_uneven};
use crate::export::file::Package;
use crate::export::points;
use crate::export::words::{number, quoted};
use crate::problem::group::is_sample;
use crate::problem::{DomjudgeGrader, Grader, Group, LegacyGrader, OnFailure, Problem, Scoring};
use crate::score::Score;

/// Adds the settings of all groups.
pub(super) fn add(
    problem: &Problem,
    places: &Places<'_>,
    dialect: Dialect,
    settings: &mut Settings,
    package: &mut Package,
) {
    match &problem.root.grader {
        Grader::Legacy(_) => as_they_are(problem, places, dialect, settings, package),
        Grader::Domjudge(_) => of_domjudge(problem, places, dialect, settings, package),
        Grader::Own | Grader::Partial => points(problem, places, dialect, settings, package),
        // Groups by now.
        Grader::Subtasks(_) | Grader::Sinol(_) => {}
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
        let breaks = group.on_failure == OnFailure::Break;
        let mut text = format!("on_reject: {}\n", if breaks { "break" } else { "continue" });
        let _ = writeln!(text, "grader_flags: {}{sample}", scores.name());
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
    if dialect == Dialect::Domjudge && gives_scores(problem) {
        package.refuse(
            "scores that the checker gives: DOMjudge gives a group all of its points or none",
        );
    }
    if places.has_samples() && root.grader == Grader::Own {
        package.lose(format!("points of samples: they give none in {title}"));
    }
    package.lose(match dialect {
        Dialect::Kattis => "the verdict of who solves a part: Kattis accepts it, with fewer points",
        Dialect::Domjudge => {
            "the verdict of who solves a part: in DOMjudge, it is that of the first failure"
        }
    });
    let outer = points::outer(root);
    let inner: Vec<&Group> = outer.groups.iter().filter(|group| !is_sample(&group.name)).collect();
    let samples = if places.has_samples() { " ignore_sample" } else { "" };
    let fold = fold(outer.scoring);
    if dialect == Dialect::Domjudge {
        // A group that fails would end the judging, and with it all points.
        let lines = format!("on_reject: continue\ngrader_flags: sum{samples}\n");
        settings.insert(String::new(), lines);
        let secret = if inner.is_empty() {
            accepted(problem, places, outer, package)
        } else {
            String::new()
        };
        let lines = format!("on_reject: continue\ngrader_flags: {fold}\n{secret}");
        settings.insert("secret".into(), lines);
    } else {
        let lines = format!("on_reject: continue\ngrader_flags: sum {PARTIAL}{samples}\n");
        settings.insert(String::new(), lines);
        if places.has_samples() {
            let lines = "on_reject: continue\ngrader_flags: first_error\naccept_score: 0\n";
            settings.insert("sample".into(), lines.into());
        }
        let lines = if inner.is_empty() {
            group_lines(problem, places, outer, package)
        } else {
            format!("on_reject: continue\ngrader_flags: {fold} {PARTIAL}\n")
        };
        settings.insert("secret".into(), lines);
    }
    if dialect == Dialect::Domjudge
        && inner.is_empty()
        && is_uneven(&places.full_of(problem, outer))
    {
        package.lose(format!("points of single cases: {title} has one for all of a group"));
    }
    points::look_at_worth(outer, &inner, problem, places, title, package);
    points::look_at_end(outer, &inner, title, package);
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
    if is_uneven(&places.full_of(problem, group)) {
        let of =
            if group.name.is_empty() { String::new() } else { format!(" of `{}`", group.name) };
        package.lose(format!("points of single cases{of}: Kattis has one for all of a group"));
    }
    let (fold, full) = (fold(group.scoring), number(share(problem, places, group).to_f64()));
    let breaks = group.on_failure == OnFailure::Break;
    let on_reject = if breaks { "break" } else { "continue" };
    format!("on_reject: {on_reject}\ngrader_flags: {fold} {PARTIAL}\naccept_score: {full}\n")
}

/// What a group gives on DOMjudge, once, where all of its cases are accepted.
fn accepted(
    problem: &Problem,
    places: &Places<'_>,
    group: &Group,
    package: &mut Package,
) -> String {
    if group.scoring != Some(Scoring::PassFail) {
        let name = if group.name.is_empty() { "secret" } else { &group.name };
        package
            .lose(format!("parts of the points of `{name}`: DOMjudge gives a group all or none"));
    }
    let most = points::most(problem, places, group);
    format!("accept_score: {}\n", number(most.to_f64()))
}

/// What one accepted case of a group gives: where they differ, what leaves a full solution all of its points.
fn share(problem: &Problem, places: &Places<'_>, group: &Group) -> Score {
    let full = places.full_of(problem, group);
    let count = full.len().max(1) as u64;
    match (&group.worth, group.scoring) {
        (Some(worth), Some(Scoring::Sum)) => {
            worth.times(&Score::ratio(1, count).unwrap_or_else(Score::zero))
        }
        (Some(worth), _) => worth.clone(),
        (None, Some(Scoring::Min)) => full.into_iter().min().cloned().unwrap_or_else(Score::one),
        (None, _) => Score::mean(full).unwrap_or_else(Score::one),
    }
}
