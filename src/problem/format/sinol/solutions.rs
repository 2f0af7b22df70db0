//! The solutions of a package, and what is expected of each: by `sinol_expected_scores`, else by its name.

use super::super::sheet::{Sheet, quoted};
use super::config::Config;
use super::names::{Role, group};
use crate::nearest::unknown;
use crate::problem::complaint::Complaints;
use crate::problem::folder::Entry;
use crate::problem::{
    Expectation, ExpectationRule, Expected, GroupExpectation, KeptSubmission, SinolContest,
    TimeBound,
};
use crate::score::Score;
use crate::verdict::Verdict;
use crate::verdict::Verdict::{
    Accepted, CompileError, IdleLimit, MemoryLimit, OutputFormat, OutputLimit, PartialScore,
    RunTimeError, SecurityViolation, TimeLimit, WrongAnswer,
};
use crate::yaml::Entry as Key;

/// The key of what is expected.
const KEY: &str = "sinol_expected_scores";

/// The statuses of groups, and the verdicts of ours that sinol-make would call so.
const STATUSES: [(&str, &[Verdict]); 8] = [
    ("OK", &[Accepted, PartialScore]),
    ("WA", &[WrongAnswer, OutputFormat]),
    ("TL", &[TimeLimit, IdleLimit]),
    ("TLE", &[TimeLimit, IdleLimit]),
    ("ML", &[MemoryLimit]),
    ("MLE", &[MemoryLimit]),
    ("RE", &[RunTimeError, SecurityViolation, OutputLimit]),
    ("CE", &[CompileError]),
];

const TOO_SLOW: &[Verdict] = &[TimeLimit, IdleLimit, MemoryLimit];

/// What fails for whatever reason.
const FAILED: &[Verdict] = &[
    PartialScore,
    WrongAnswer,
    OutputFormat,
    TimeLimit,
    IdleLimit,
    MemoryLimit,
    OutputLimit,
    RunTimeError,
    SecurityViolation,
];

/// The solutions. Complains of expectations that cannot be.
pub(super) fn read(
    solutions: &[(Entry, Role)],
    config: &Config,
    sheet: &Sheet,
    complaints: &mut Complaints,
) -> Vec<KeptSubmission> {
    let expected = sheet.section(KEY, complaints);
    if let Some(expected) = &expected {
        let files = || solutions.iter().map(|(file, _)| file.name.as_str());
        for key in expected.entries().iter().filter(|key| files().all(|name| name != key.key)) {
            let words = unknown("solution", &key.key, files());
            complaints.warn_at(&expected.origin_of_key(key), format!("`{KEY}`: {words}"));
        }
    }
    let mut kept = Vec::new();
    for (file, role) in solutions {
        let own = expected.as_ref().filter(|all| all.get(&file.name).is_some());
        let own = own.and_then(|all| all.section(&file.name, complaints));
        let expectation = match own {
            Some(own) => stated(&own, config.contest, complaints),
            None => by_name(*role),
        };
        let path = file.path.clone();
        kept.push(KeptSubmission {
            path,
            language: None,
            entry_point: None,
            along: Vec::new(),
            expectation,
        });
    }
    kept
}

/// What a name says.
fn by_name(role: Role) -> Expectation {
    let some_get = match role {
        Role::Slow => TOO_SLOW,
        Role::Wrong => return Expected::among(FAILED).into(),
        _ => return Expectation::accepted(),
    };
    let demand = ExpectationRule {
        about: None,
        permitted: Expected::among(&[TOO_SLOW, &[Accepted, PartialScore]].concat()),
        required: Expected::among(some_get),
        score: None,
        message: None,
        time_bound: TimeBound::None,
        origin: "the `s` of its name".to_owned(),
    };
    let verdicts = Expected::among(&[some_get, &[PartialScore]].concat());
    Expectation { demands: vec![demand], ..verdicts.into() }
}

/// What is written of a solution. Where points depend on time, only none of them are compared.
fn stated(own: &Sheet, contest: SinolContest, complaints: &mut Complaints) -> Expectation {
    own.only(&["expected", "points"], complaints);
    let is_certain = |points: &Score| contest != SinolContest::Oi || *points == Score::zero();
    let mut groups = Vec::new();
    if let Some(expected) = own.section("expected", complaints) {
        for Key { key, .. } in expected.entries() {
            // An older form, which sinol-make takes, too, has the status alone.
            let is_word = expected.get(key).is_some_and(|node| node.as_text().is_some());
            let (verdicts, points) = if is_word {
                (word_of_status(&expected, key, complaints), None)
            } else {
                let Some(written) = expected.section(key, complaints) else { continue };
                let points = points(&written, complaints).filter(is_certain);
                (word_of_status(&written, "status", complaints), points)
            };
            let group = group(key);
            groups.extend(verdicts.map(|verdicts| GroupExpectation { group, verdicts, points }));
        }
    }
    // sinol-make makes the total of the groups.
    let total = points(own, complaints).filter(|_| groups.is_empty()).filter(is_certain);
    let score = total.map(|points| (points.clone(), points));
    Expectation { groups, score, ..Expected::anything().into() }
}

fn points(sheet: &Sheet, complaints: &mut Complaints) -> Option<Score> {
    sheet.number("points", "points", 0.0..=1e9, complaints).map(Score::decimal)
}

/// The verdicts that the status under this key means.
fn word_of_status(sheet: &Sheet, key: &str, complaints: &mut Complaints) -> Option<Expected> {
    let found = sheet.text(key, complaints)?;
    let known = STATUSES.iter().find(|(word, _)| *word == found.value);
    if known.is_none() {
        let words = STATUSES.map(|(word, _)| word).join(", ");
        let wrong = format!("expected one of {words}, found {}", quoted(&found.value));
        sheet.complain(key, wrong, complaints);
    }
    known.map(|(_, verdicts)| Expected::among(verdicts))
}
