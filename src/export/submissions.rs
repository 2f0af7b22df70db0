//! The submissions kept with a problem in the folders of the Kattis family, and what is expected of each.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use super::cases::Folders;
use super::file::Package;
use super::words::{list, number, plain, quoted};
use crate::problem::{
    Expectation, ExpectationRule, Expected, GroupExpectation, KeptSubmission, Problem,
};
use crate::score::Score;
use crate::verdict::Verdict::{
    self, Accepted, CompileError, IdleLimit, MemoryLimit, OutputFormat, OutputLimit, PartialScore,
    RunTimeError, SecurityViolation, TimeLimit, WrongAnswer,
};

/// The folders and what their submissions may get as a whole.
const FOLDERS: [(&str, &[Verdict]); 4] = [
    ("accepted", &[Accepted]),
    ("wrong_answer", &[WrongAnswer, OutputFormat, OutputLimit]),
    ("time_limit_exceeded", &[TimeLimit, IdleLimit]),
    ("run_time_error", &[RunTimeError, MemoryLimit, SecurityViolation, OutputLimit]),
];

/// The folder of submissions of which nothing is said by their folder.
const MIXED: &str = "mixed";

/// The folder of submissions that fail in whatever way.
const REJECTED: &str = "rejected";

/// The rules by which a family says what is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// Folders, and `submissions.yaml`.
    Current,
    /// Folders alone.
    Legacy,
    /// Folders, among them more than the format has.
    Domjudge,
}

/// A submission with its place in the package.
struct Placed<'a> {
    kept: &'a KeptSubmission,
    folder: String,
    name: String,
}

/// Adds the submissions to a package.
pub(super) fn add(problem: &Problem, groups: &Folders, rules: Rules, package: &mut Package) {
    let mut taken = BTreeSet::new();
    let mut placed = Vec::new();
    for kept in &problem.submissions {
        let own = own_name(&kept.path);
        let folder = folder(problem, kept, rules);
        // Kattis knows no folder of which nothing is said.
        let folder = folder.filter(|folder| {
            rules != Rules::Legacy || ![MIXED, REJECTED].contains(&folder.as_str())
        });
        let Some(folder) = folder else {
            package.lose(format!(
                "the submission `{own}`: {} has no way to expect {}",
                title(rules),
                kept.expected()
            ));
            continue;
        };
        let mut name = plain(&own);
        let around = kept.path.parent().map(own_name).unwrap_or_default();
        while !taken.insert(format!("{folder}/{name}")) {
            name = format!("{}_{name}", plain(&around));
        }
        package.copy_all(&format!("submissions/{folder}/{name}"), &kept.path);
        placed.push(Placed { kept, folder, name });
    }
    if rules == Rules::Current {
        let text = yaml(groups, &placed, package);
        if !text.is_empty() {
            package.text("submissions/submissions.yaml", text);
        }
        return;
    }
    if rules == Rules::Legacy && problem.root.is_scored() {
        expect_no_part(&placed, package);
    }
    for Placed { kept, name, folder } in placed {
        let own = &kept.expectation;
        let is_plain = folder == MIXED || folder == REJECTED;
        let is_lost = is_plain && own.verdicts != Expected::anything();
        let says_more =
            is_lost || own.score.is_some() || is_by_rules(own) || !own.groups.is_empty();
        if says_more {
            package.lose(format!(
                "what is expected of `{name}` ({}) is said in part: {} has folders of verdicts alone",
                kept.expected(),
                title(rules)
            ));
        }
        let is_standard =
            kept.language.as_ref().is_some_and(|language| language.starts_with("cpp"));
        if kept.language.is_some() && !is_standard || kept.entry_point.is_some() {
            package.lose(format!("the language or entry point that is stated for `{name}`"));
        }
    }
}

/// Lists the submissions that their folders say fail, although they may get some of the points: there, who does is
/// accepted.
fn expect_no_part(placed: &[Placed<'_>], package: &mut Package) {
    let is_failing = |placed: &&Placed<'_>| {
        let Placed { kept, folder, .. } = placed;
        let gets_none =
            kept.expectation.score.as_ref().is_some_and(|(_, most)| *most == Score::zero());
        FOLDERS.iter().skip(1).any(|(name, _)| name == folder) && !gets_none
    };
    let names = placed.iter().filter(is_failing).map(|placed| format!("`{}`", placed.name));
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        package.lose(format!(
            "what is expected of {}, where they solve a part: Kattis accepts them then, against their folders",
            names.join(", ")
        ));
    }
}

fn title(rules: Rules) -> &'static str {
    match rules {
        Rules::Current => "the ICPC package format",
        Rules::Legacy => "Kattis",
        Rules::Domjudge => "DOMjudge",
    }
}

fn own_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Whether rules on cases say more than a folder does.
fn is_by_rules(own: &Expectation) -> bool {
    let is_more = |rule: &ExpectationRule| {
        rule.about.is_some() || rule.score.is_some() || rule.message.is_some()
    };
    own.demands.len() > 1 || own.demands.iter().any(is_more)
}

/// The folder that says what is expected; `None` where none does.
fn folder(problem: &Problem, kept: &KeptSubmission, rules: Rules) -> Option<String> {
    // There, who gets some of the points is accepted.
    let is_whole = kept.expected() == Expected::from(Accepted);
    if rules == Rules::Legacy && !is_whole && gives_points(problem, kept) {
        return Some("partially_accepted".to_owned());
    }
    if let [rule, ..] = kept.expectation.demands.as_slice() {
        return Some(folder_of_rule(rule).to_owned());
    }
    let expected = kept.expected();
    if expected == Expected::anything() {
        return Some(MIXED.to_owned());
    }
    let within = |verdicts: &[Verdict]| expected.verdicts().all(|own| verdicts.contains(&own));
    if let Some((name, _)) = FOLDERS.iter().find(|(_, verdicts)| within(verdicts)) {
        return Some((*name).to_owned());
    }
    if kept.expectation.short_of_best || within(&[PartialScore]) {
        let scored = problem.root.is_scored();
        return (scored && rules != Rules::Current)
            .then(|| "partially_accepted".to_owned())
            .or_else(|| (rules == Rules::Current).then(|| MIXED.to_owned()));
    }
    if within(&[CompileError]) {
        return (rules == Rules::Domjudge).then(|| "compiler_error".to_owned());
    }
    Some(if expected.must_fail() { REJECTED.to_owned() } else { MIXED.to_owned() })
}

/// Whether it is said that a submission gets some points.
fn gives_points(problem: &Problem, kept: &KeptSubmission) -> bool {
    let own = &kept.expectation;
    let worth =
        |name: &str| problem.root.groups.iter().find(|group| group.name == name)?.worth.as_ref();
    let is_worth_some = |name: &str| worth(name).is_some_and(|worth| *worth > Score::zero());
    let is_solved = |expected: &GroupExpectation| {
        expected.verdicts == Expected::from(Accepted) && is_worth_some(&expected.group)
    };
    problem.root.is_scored()
        && (own.score.as_ref().is_some_and(|(least, _)| *least > Score::zero())
            || own.groups.iter().any(is_solved))
}

/// The folder whose rule in 2025-09 a rule is.
fn folder_of_rule(rule: &ExpectationRule) -> &'static str {
    let family = |words: &[Verdict]| Expected::family(words).map(|own| own.verdicts().collect());
    let own = |expected: Expected| Some(expected.verdicts().collect::<Vec<_>>());
    let is = |expected: Expected, words: &[Verdict]| own(expected) == family(words);
    let (permitted, required) = (rule.permitted, rule.required);
    if rule.about.is_some() {
        return MIXED;
    }
    if is(permitted, &[Accepted]) {
        return "accepted";
    }
    for (name, word) in [
        ("wrong_answer", WrongAnswer),
        ("time_limit_exceeded", TimeLimit),
        ("run_time_error", RunTimeError),
    ] {
        let is_required = required.verdicts().all(|verdict| {
            let own = FOLDERS.iter().find(|(folder, _)| *folder == name);
            own.is_some_and(|(_, verdicts)| verdicts.contains(&verdict))
        });
        if is(required, &[word]) || is_required {
            return name;
        }
    }
    // A case that is right in part is accepted there.
    let fails = required.must_fail() && !is(required, &[PartialScore]);
    if fails { REJECTED } else { MIXED }
}

/// `submissions.yaml`: what folders do not say.
fn yaml(groups: &Folders, placed: &[Placed<'_>], package: &mut Package) -> String {
    let mut text = String::new();
    // A folder of ours is about the verdict of the first case that fails; here, it is about all cases.
    let by_verdict = |placed: &&Placed<'_>| placed.kept.expectation.demands.is_empty();
    for (folder, word) in
        [("wrong_answer", "WA"), ("time_limit_exceeded", "TLE"), ("run_time_error", "RTE")]
    {
        if placed.iter().filter(by_verdict).any(|placed| placed.folder == folder) {
            let _ =
                writeln!(text, "{folder}:\n  permitted: [AC, WA, TLE, RTE]\n  required: [{word}]");
        }
    }
    for Placed { kept, folder, name } in placed {
        let mut own = String::new();
        let expectation = &kept.expectation;
        if let Some(language) = &kept.language {
            // Our names of standards are none of the format's.
            let code = if language.starts_with("cpp") { "cpp" } else { language };
            let _ = writeln!(own, "  language: {}", quoted(code));
        }
        if let Some(entry) = &kept.entry_point {
            let _ = writeln!(own, "  entrypoint: {}", quoted(entry));
        }
        if expectation.short_of_best || expectation.verdicts == PartialScore {
            let _ = writeln!(own, "  permitted: [AC, WA, TLE, RTE]");
        }
        if let Some((least, most)) = &expectation.score {
            let _ = writeln!(own, "  score: {}", range(least, most));
        }
        let mut has_whole = false;
        for rule in &expectation.demands {
            let is_of_folder = rule.about.is_none() && folder != MIXED && !is_by_rules(expectation);
            if is_of_folder {
                continue;
            }
            if rule.about.is_none() && std::mem::replace(&mut has_whole, true) {
                package.lose(format!("one of several rules on what `{name}` gets"));
                continue;
            }
            let indent = match &rule.about {
                Some(about) => {
                    let _ = writeln!(own, "  {}:", quoted(about));
                    "    "
                }
                None => "  ",
            };
            let _ = writeln!(own, "{indent}permitted: {}", words(rule.permitted));
            let _ = writeln!(own, "{indent}required: {}", words(rule.required));
            if let Some((least, most)) = &rule.score {
                let _ = writeln!(own, "{indent}score: {}", range(least, most));
            }
            if let Some(message) = &rule.message {
                let _ = writeln!(own, "{indent}message: {}", quoted(message));
            }
        }
        for expected in &expectation.groups {
            if let Some(folder) = groups.get(&expected.group) {
                own += &group_lines(folder, expected);
            }
        }
        if !own.is_empty() {
            let _ = write!(text, "{}:\n{own}", quoted(&format!("{folder}/{name}")));
        }
    }
    text
}

/// What is expected of the group with cases in this folder. A case that is right in part is accepted there, and a group
/// that fails may have cases that do not.
fn group_lines(folder: &str, expected: &GroupExpectation) -> String {
    let required = expected.verdicts.without(PartialScore).unwrap_or(Accepted.into());
    let mut lines = format!("  {}:\n", quoted(folder));
    let _ = writeln!(lines, "    permitted: {}", words(required.or(Accepted)));
    let _ = writeln!(lines, "    required: {}", words(required));
    if let Some(points) = &expected.points {
        let _ = writeln!(lines, "    score: {}", range(points, points));
    }
    lines
}

fn range(least: &Score, most: &Score) -> String {
    format!("[{}, {}]", number(least.to_f64()), number(most.to_f64()))
}

/// Verdicts in the words of the format.
fn words(expected: Expected) -> String {
    const WORDS: [(&str, &[Verdict]); 4] = [
        ("AC", &[Accepted, PartialScore]),
        ("WA", &[WrongAnswer, OutputFormat]),
        ("TLE", &[TimeLimit, IdleLimit]),
        ("RTE", &[RunTimeError, MemoryLimit, SecurityViolation, OutputLimit]),
    ];
    let own = WORDS.iter().filter(|(_, all)| all.iter().any(|&verdict| expected.permits(verdict)));
    list(&own.map(|(word, _)| *word).collect::<Vec<_>>())
}
