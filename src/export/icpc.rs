//! Packages of the ICPC problem package format, version 2025-09.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::cases::{Places, is_uneven};
use super::file::Package;
use super::kattis::{self, Arguments, Deciding};
use super::limits::{self, seconds};
use super::points;
use super::program;
use super::submissions::{self, Rules};
use super::words::{list, number, plain, quoted};
use crate::problem::group::is_sample;
use crate::problem::{
    CheckerChoice, Grader, Group, OnFailure, Part, Points, Problem, Protocol, Scoring, TimeRule,
};
use crate::score::Score;

const TITLE: &str = "the ICPC package format";

const STATEMENTS: &[&str] = &["md", "tex", "pdf"];

/// The same for packages of others: some tools of the format read no Markdown.
const KNOWN_TO_ALL: &[&str] = &["tex", "pdf"];

/// The endings of statements that go along as they are.
fn endings(problem: &Problem) -> &'static [&'static str] {
    if problem.is_kattis() { STATEMENTS } else { KNOWN_TO_ALL }
}

/// The lines of `test_group.yaml` by the folders below `data`.
type Settings = BTreeMap<String, String>;

/// Makes the package.
pub(super) fn make(problem: &Problem, package: &mut Package) {
    let places = Places::of(problem);
    let deciding = kattis::add_checker(problem, "output_validator", false, package);
    metadata(problem, &deciding, package);
    kattis::add_data(&places, package);
    kattis::add_validators(problem, package);
    for (part, name) in
        problem.answer_validators.iter().zip(kattis::names(&problem.answer_validators))
    {
        package.copy_all(&format!("answer_validators/{name}"), &part.path);
    }
    if let Some(include) = &problem.additions.include {
        package.copy_all("include", include);
    }
    if problem.static_validation.is_some() {
        package.lose("the static validator: it is not exported");
    }
    kattis::add_statements(problem, "statement", endings(problem), package);
    submissions::add(problem, &places.folders, Rules::Current, package);
    let mut settings = Settings::new();
    points(problem, &places, &mut settings, package);
    let flags = match &deciding {
        Deciding::Default(flags) => flags.as_slice(),
        Deciding::Programs | Deciding::Interactor => &[],
    };
    arguments(problem, &places, flags, &mut settings, package);
    for (folder, text) in settings {
        package.text(format!("data/{folder}/test_group.yaml"), text);
    }
}

fn metadata(problem: &Problem, deciding: &Deciding, package: &mut Package) {
    let mut kind = vec![if problem.root.is_scored() { "scoring" } else { "pass-fail" }];
    if matches!(deciding, Deciding::Interactor) {
        kind.push("interactive");
    }
    if problem.passes.is_some() {
        kind.push("multi-pass");
    }
    if problem.additions.takes_answers {
        kind.push("submit-answer");
    }
    let mut languages = kattis::languages(problem, endings(problem));
    if languages.is_empty() {
        languages.push("en".to_owned());
    }
    let mut text = String::from("problem_format_version: 2025-09\n");
    let _ = writeln!(text, "type: {}", list(&kind));
    let _ = writeln!(text, "name: {}", kattis::titles(&problem.name, &languages));
    let _ = writeln!(text, "uuid: {}", kattis::uuid(problem));
    if let Some(source) = &problem.source {
        let _ = writeln!(text, "source: {}", quoted(source));
    }
    text += "license: unknown\nlimits:\n";
    let stated = limits::stated(problem, TITLE, package);
    if let Some(time) = stated.time {
        let _ = writeln!(text, "  time_limit: {}", seconds(time).replace_decimal());
        let resolution = [1000, 100, 10, 1].into_iter().find(|step| time % step == 0).unwrap_or(1);
        let _ = writeln!(text, "  time_resolution: {}", seconds(resolution).replace_decimal());
    } else {
        let _ = writeln!(
            text,
            "  time_resolution: {}",
            number(problem.time_rule.resolution).replace_decimal()
        );
    }
    let TimeRule { to_limit, to_too_slow, .. } = problem.time_rule;
    let _ = writeln!(
        text,
        "  time_multipliers:\n    ac_to_time_limit: {}\n    time_limit_to_tle: {}",
        number(to_limit).replace_decimal(),
        number(to_too_slow).replace_decimal()
    );
    let _ = writeln!(text, "  memory: {}\n  output: {}", stated.memory, stated.output);
    if let Some(passes) = problem.passes {
        let _ = writeln!(text, "  validation_passes: {passes}");
    }
    if !problem.additions.reads_only {
        text += "allow_file_writing: true\n";
    }
    if !problem.additions.constants.is_empty() {
        text += "constants:\n";
        for (name, value) in &problem.additions.constants {
            let _ = writeln!(text, "  {}: {}", plain(name), quoted(value));
        }
    }
    package.text("problem.yaml", text);
}

/// A number that YAML reads as one with a fraction.
trait Decimal {
    fn replace_decimal(self) -> String;
}

impl Decimal for String {
    fn replace_decimal(self) -> String {
        if self.contains('.') { self } else { self + ".0" }
    }
}

/// Arguments: of all cases of a folder in its file, else beside each case.
fn arguments(
    problem: &Problem,
    places: &Places<'_>,
    flags: &[String],
    settings: &mut Settings,
    package: &mut Package,
) {
    for top in ["sample", "secret"] {
        if let Some(same) = kattis::same_in(problem, places, top, flags) {
            let text = settings.entry(top.to_owned()).or_default();
            *text += &lines(&same);
        } else {
            let within = |name: &str| name.split('/').next() == Some(top);
            for placed in places.cases.iter().filter(|placed| within(&placed.name)) {
                let own = Arguments::of(problem, placed, flags);
                if !own.is_empty() {
                    package.text(format!("data/{}.yaml", placed.name), lines(&own));
                }
            }
        }
    }
    settings.retain(|_, text| !text.is_empty());
    for placed in &places.cases {
        if let Some(files) = &placed.case.settings.files {
            package.copy_all(&format!("data/{}.files", placed.name), files);
        }
    }
}

fn lines(arguments: &Arguments) -> String {
    let Arguments { submission, output, input } = arguments;
    let mut text = String::new();
    if !submission.is_empty() {
        let _ = writeln!(text, "args: {}", list(submission));
    }
    if !output.is_empty() {
        let _ = writeln!(text, "output_validator_args: {}", list(output));
    }
    if !input.is_empty() {
        let each = input.iter().map(|(name, words)| format!("{}: {}", quoted(name), list(words)));
        let each: Vec<_> = each.collect();
        let _ = writeln!(text, "input_validator_args: {{{}}}", each.join(", "));
    }
    text
}

/// Points: `secret` and the groups directly in it.
fn points(problem: &Problem, places: &Places<'_>, settings: &mut Settings, package: &mut Package) {
    let root = &problem.root;
    if !root.is_scored() {
        expect_plain_verdicts(root, package);
        return;
    }
    if matches!(root.grader, Grader::Legacy(_) | Grader::Domjudge(_)) {
        package.refuse("points by the flags of `legacy` graders: 2025-09 has none");
        return;
    }
    package
        .note("points: the format has them, but BAPCtools reads no package with `type: scoring`");
    let outer = points::outer(root);
    if root.grader == Grader::Own && places.has_samples() {
        package.lose("points of samples: they give none there");
    }
    if root.grader == Grader::Own {
        package.lose("the verdict of who solves a part: there, it is a score without a verdict");
    }
    let inner: Vec<&Group> = outer.groups.iter().filter(|group| !is_sample(&group.name)).collect();
    if inner.is_empty() {
        let whole = Worth::of(problem, places, outer, package);
        settings.entry("secret".to_owned()).or_default().push_str(&whole.lines(&[]));
        return;
    }
    let is_required =
        |group: &Group| !tells_parts(problem) && group.scoring == Some(Scoring::PassFail);
    let mut total = Score::zero();
    for group in &inner {
        let worth = Worth::of(problem, places, group, package);
        total = Score::sum([&total, &worth.most]);
        if group.groups.iter().any(|deeper| deeper.scoring.is_some()) {
            package.refuse(format!("groups in the group `{}`: there are none", group.name));
        }
        let needs = group.needs.iter().filter_map(|need| {
            let is_whole = |other: &&&Group| other.name == *need && is_required(other);
            if need == "sample" || inner.iter().any(|other| is_whole(&other)) {
                return Some(places.folders.get(need).cloned().unwrap_or_else(|| need.clone()));
            }
            package.lose(format!(
                "that `{}` needs `{need}`: only groups that are all or nothing can be required",
                group.name
            ));
            None
        });
        let needs: Vec<String> = needs.collect();
        let Some(folder) = places.folders.get(&group.name) else { continue };
        settings.entry(folder.clone()).or_default().push_str(&worth.lines(&needs));
    }
    let is_outside = |group: &str| !inner.iter().any(|inner| inner.holds(group));
    let outside = places
        .cases
        .iter()
        .find(|placed| !placed.case.is_sample() && is_outside(&placed.case.group));
    if let Some(placed) = outside {
        package.refuse(format!("the case `{}`, which stands beside groups", placed.case.name));
    }
    points::look_at_end(outer, &inner, TITLE, package);
    let scoring = outer.scoring.unwrap_or(Scoring::Sum);
    if scoring == Scoring::Mean {
        package.lose("the mean of groups: there, their scores are added up");
    }
    let most = outer.worth.as_ref().map(|worth| whole_number(worth, "`secret`", package));
    let whole = Worth { most: most.unwrap_or(total), is_unbounded: false, scoring };
    settings.entry("secret".to_owned()).or_default().push_str(&whole.lines(&[]));
}

/// What a group gives.
struct Worth {
    most: Score,
    is_unbounded: bool,
    scoring: Scoring,
}

impl Worth {
    fn of(problem: &Problem, places: &Places<'_>, group: &Group, package: &mut Package) -> Self {
        let mut scoring = group.scoring.unwrap_or(Scoring::Sum);
        let what = if group.name.is_empty() {
            "the problem".to_owned()
        } else {
            format!("`{}`", group.name)
        };
        if scoring == Scoring::Mean {
            // What is scaled to a worth is the same by either rule.
            if group.worth.is_none() {
                package.lose(format!("the mean of the scores of {what}: there, they are added up"));
            }
            scoring = Scoring::Sum;
        }
        // A judge error in groups that are all or nothing.
        if scoring == Scoring::PassFail && tells_parts(problem) {
            scoring = Scoring::Min;
        }
        if group.on_failure == OnFailure::Break && scoring != Scoring::PassFail {
            package
                .lose(format!("that {what} ends at the first failure: there, all cases are run"));
        }
        let full = places.full_of(problem, group);
        if is_uneven(&full) && scoring == Scoring::Sum {
            package
                .lose(format!("points of single cases of {what}: there, all have the same share"));
        }
        let of_cases = match scoring {
            Scoring::Sum | Scoring::Mean => Score::sum(full),
            Scoring::Min => full.into_iter().max().cloned().unwrap_or_else(Score::one),
            Scoring::PassFail => Score::one(),
        };
        let is_unbounded = group.worth.is_none()
            && scoring != Scoring::PassFail
            && has_free_scores(&problem.checker);
        let most = group.worth.clone().unwrap_or(of_cases);
        let most = if is_unbounded { most } else { whole_number(&most, &what, package) };
        Self { most, is_unbounded, scoring }
    }

    fn lines(&self, needs: &[String]) -> String {
        let most = if self.is_unbounded { "unbounded".to_owned() } else { self.most.to_string() };
        let scoring = match self.scoring {
            Scoring::Mean => Scoring::Sum.name(),
            other => other.name(),
        };
        let mut text = format!("max_score: {most}\nscore_aggregation: {scoring}\n");
        if !needs.is_empty() {
            let _ = writeln!(text, "require_pass: {}", list(needs));
        }
        text
    }
}

/// Whether what decides tells parts of the points by files, which in the format's own packages it does where it may.
fn tells_parts(problem: &Problem) -> bool {
    let counts = points::parts_count(problem);
    // What is wrapped tells them only where they count.
    let is_stuck = |part: &Part| part.protocol == Protocol::Icpc && !program::can_be_wrapped(part);
    let tells = |part: &Part| program::gives_points(part) && (counts || is_stuck(part));
    let of_checker = match &problem.checker {
        CheckerChoice::Default { .. } => false,
        CheckerChoice::Shipped { name, .. } => counts && jury_checkers::puzzle(name).is_some(),
        CheckerChoice::Programs(parts) => parts.iter().any(tells),
    };
    !problem.is_kattis() && (of_checker || problem.interactor.iter().any(tells))
}

/// The nearest whole number of points.
fn whole_number(points: &Score, what: &str, package: &mut Package) -> Score {
    let rounded = Score::written(&format!("{:.0}", points.to_f64())).unwrap_or_else(Score::zero);
    if rounded != *points {
        package.lose(format!(
            "{points} points of {what} become {rounded}: there, they are whole numbers"
        ));
    }
    rounded
}

/// Whether a checker gives scores of which nobody knows a bound.
fn has_free_scores(checker: &CheckerChoice) -> bool {
    match checker {
        CheckerChoice::Default { .. } => false,
        CheckerChoice::Shipped { name, .. } => jury_checkers::puzzle(name).is_some(),
        CheckerChoice::Programs(parts) => {
            parts.iter().any(|part| !matches!(part.points, Points::OutOf(_)))
        }
    }
}

/// A problem without points is accepted there if all its cases are.
pub(super) fn expect_plain_verdicts(root: &Group, package: &mut Package) {
    let is_other = |group: &&Group| match &group.grader {
        Grader::Legacy(grader) => {
            grader.any_accepted
                || grader.ignores_sample
                || grader.custom.is_some()
                || grader.verdicts == crate::problem::VerdictMode::AlwaysAccept
        }
        Grader::Own
        | Grader::Partial
        | Grader::Domjudge(_)
        | Grader::Subtasks(_)
        | Grader::Sinol(_) => false,
    };
    for group in root.all().iter().filter(|group| is_other(group)) {
        let name = if group.name.is_empty() { "data" } else { &group.name };
        package.lose(format!("the grader flags of `{name}`: there, every case must be accepted"));
    }
}
