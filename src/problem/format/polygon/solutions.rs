//! The solutions of a package, and what their tags say of them.

use super::super::verdicts::{CRASHED, FAILED, TOO_SLOW, WRONG};
use super::xml::Element;
use crate::nearest::unknown;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::{Expectation, ExpectationRule, Expected, KeptSubmission, TimeBound};
use crate::verdict::Verdict;
use crate::verdict::Verdict::{Accepted, MemoryLimit, OutputFormat, PartialScore, RunTimeError};

/// What was found.
pub(super) struct Solutions {
    /// The one that makes the answers.
    pub(super) main: Option<Found<String>>,
    pub(super) kept: Vec<KeptSubmission>,
}

/// An allocation that fails ends many programs with an error.
const TOO_LARGE: &[Verdict] = &[MemoryLimit, RunTimeError];

/// What a tag says: the verdicts of which at least one case gets one, the others being accepted. A tag without
/// such verdicts wants everything accepted.
const TAGS: [(&str, &[&[Verdict]]); 12] = [
    ("main", &[]),
    ("accepted", &[]),
    ("rejected", &[FAILED]),
    ("failed", &[FAILED]),
    ("wrong-answer", &[WRONG]),
    ("presentation-error", &[&[OutputFormat]]),
    ("time-limit-exceeded", &[TOO_SLOW]),
    ("time-limit-exceeded-or-accepted", &[&[Accepted], TOO_SLOW]),
    ("time-limit-exceeded-or-memory-limit-exceeded", &[TOO_SLOW, TOO_LARGE]),
    ("memory-limit-exceeded", &[TOO_LARGE]),
    ("runtime-error", &[CRASHED, TOO_LARGE]),
    ("do-not-run", &[]),
];

/// Reads the list of solutions.
pub(super) fn read(
    folder: &Folder,
    root: &Element<'_>,
    is_scored: bool,
    complaints: &mut Complaints,
) -> Solutions {
    let mut found = Solutions { main: None, kept: Vec::new() };
    let all = root.down(&["assets", "solutions"]);
    for solution in all.iter().flat_map(|all| all.all("solution")) {
        let Some(tag) = solution.needed("tag", complaints) else { continue };
        let Some(source) = solution.first("source") else {
            complaints.at(&solution.origin(), "<solution>: missing element <source>");
            continue;
        };
        let Some(path) = source.needed("path", complaints) else { continue };
        let kind = source.value("type").unwrap_or_default();
        if tag.value == "do-not-run" {
            continue;
        }
        if kind.starts_with("exe.") {
            let words = format!("`{}` is a Windows program: it is not run", path.value);
            complaints.warn_at(&path.origin, words);
            continue;
        }
        if let Some(extra) = solution.first("extra-tags") {
            complaints.warn_at(&extra.origin(), "<extra-tags> are passed over");
        }
        let Some((_, some_get)) = TAGS.iter().find(|(known, _)| *known == tag.value) else {
            let names = TAGS.map(|(name, _)| name);
            complaints.at(&tag.origin, unknown("tag", &tag.value, names));
            continue;
        };
        let real = match folder.inside(&path.value) {
            Ok(real) => real,
            Err(wrong) => {
                complaints.at(&path.origin, wrong);
                continue;
            }
        };
        let origin = format!("tag `{}`", tag.value);
        if tag.value == "main" {
            if found.main.is_some() {
                complaints.at(&tag.origin, "`tag`: a second solution is `main`");
            }
            found.main = Some(path);
        }
        found.kept.push(KeptSubmission {
            path: real,
            language: standard(&kind),
            entry_point: None,
            along: Vec::new(),
            expectation: expectation(some_get, origin, is_scored),
        });
    }
    if found.main.is_none() {
        let origin = all.as_ref().map_or_else(|| root.origin(), Element::origin);
        complaints.at(&origin, "expected a solution with the tag `main`");
    }
    found
}

/// What is expected where some cases get one of these verdicts and the others are accepted.
fn expectation(some_get: &[&[Verdict]], origin: String, is_scored: bool) -> Expectation {
    let required: Vec<Verdict> = some_get.concat();
    let accepted = [Accepted].into_iter().chain(is_scored.then_some(PartialScore));
    let passed: Vec<Verdict> = accepted.collect();
    if required.is_empty() {
        return Expectation::accepted();
    }
    let whole: Vec<Verdict> = if is_scored && !required.contains(&Accepted) {
        [required.as_slice(), &[PartialScore]].concat()
    } else {
        required.clone()
    };
    let any = |verdicts: &[Verdict]| Expected::among(verdicts).in_words();
    let rule = ExpectationRule {
        about: None,
        permitted: any(&[passed, required.clone()].concat()),
        required: any(&required),
        score: None,
        message: None,
        time_bound: TimeBound::None,
        origin,
    };
    Expectation { demands: vec![rule], ..any(&whole).into() }
}

/// The language that a type of source means, where it is not the one that the ending says:
/// `cpp.g++17`, `cpp.gcc13-64-winlibs-g++20`.
fn standard(kind: &str) -> Option<String> {
    let (family, rest) = kind.split_once('.')?;
    let number = rest.rsplit("++").next()?;
    (family == "cpp" && matches!(number, "17" | "23")).then(|| format!("cpp{number}"))
}
