//! The submissions of a package, and what is expected of each: by its folder, by tags in its sources, by
//! `submissions.yaml` and `submissions.json`.

use std::path::Path;

use super::edition::{Dialect, Edition};
use super::expect::Expect;
use super::metadata::Metadata;
use super::names;
use super::rules::{FOLDER, Found, demand, rules};
use super::tags::{AllTags, Tags};
use crate::nearest::nearest;
use crate::problem::complaint::Complaints;
use crate::problem::folder::{Entry, Folder, Kind};
use crate::problem::{Expectation, ExpectationRule, Expected, KeptSubmission, TimeBound};
use crate::verdict::Verdict;
use crate::verdict::Verdict::{
    Accepted, CompileError, MemoryLimit, OutputLimit, PartialScore, RunTimeError, TimeLimit,
    WrongAnswer,
};

/// The folders in which a tag does not count.
const OFFICIAL: [&str; 4] = ["accepted", "wrong_answer", "time_limit_exceeded", "run_time_error"];

/// Folders without an expectation whose names say so, or that many packages have.
const PLAIN: &[&str] = &[
    "rejected",
    "brute_force",
    "slow_accepted",
    "mixed",
    "mixed-verdicts",
    "multiple",
    "partial",
    "check_manually",
    "partially_accepted",
    "compiler_error",
    "no_output",
    "output_limit",
];

/// What editors and builds leave behind, by endings.
const LEFTOVERS: &[&str] =
    &["class", "o", "exe", "out", "pyc", "disabled", "swp", "bak", "log", "md", "txt"];

/// The jury submissions, in byte order of the paths.
pub(super) fn find(
    folder: &Folder,
    metadata: &Metadata,
    dialect: &Dialect,
    tags: &mut AllTags<'_>,
    complaints: &mut Complaints,
) -> Vec<KeptSubmission> {
    let top = folder.real.join(FOLDER);
    if std::fs::symlink_metadata(&top).is_err() {
        return Vec::new();
    }
    if let Err(wrong) = folder.look(&top) {
        complaints.about(folder.shown(&top), wrong);
        return Vec::new();
    }
    let mut expect = Expect::read(folder, metadata, complaints);
    let mut kept = Vec::new();
    for entry in folder.entries(&top, complaints) {
        if entry.kind != Kind::Folder || entry.name == "__pycache__" {
            continue;
        }
        if !dialect.is_domjudge() && !names::counts(&entry.name) {
            complaints.warn_about(folder.shown(&entry.path), names::DOES_NOT_COUNT);
            continue;
        }
        let of_folder = of_folder(&entry.name, metadata, dialect);
        let base = of_folder.clone().unwrap_or_else(|| Expected::anything().into());
        let before = kept.len();
        // What cannot be named counts as absent.
        let mut unnamed = Complaints::default();
        let inside = folder.entries(&entry.path, &mut unnamed);
        complaints.take_lightly(unnamed);
        for submission in inside {
            if !is_submission(folder, dialect, &submission, complaints) {
                continue;
            }
            let found = Found {
                folder: &entry.name,
                name: format!("{}/{}", entry.name, submission.name),
                path: submission.path,
            };
            expect_small(folder, &found.path, metadata.code_limit, complaints);
            let tags = tags.check(&found.path, complaints);
            let base = tagged(folder, metadata, &found, base.clone(), tags, complaints);
            kept.push(expect.submission(&found, base, metadata, complaints));
        }
        if of_folder.is_none() && !expect.says_of_all(&entry.name, &kept[before..]) {
            warn_of_folder(folder, metadata, &entry, complaints);
        }
    }
    expect.warn_of_unmatched(complaints);
    kept
}

/// Whether something in a folder of submissions is one. Its language is told when it is built.
fn is_submission(
    folder: &Folder,
    dialect: &Dialect,
    entry: &Entry,
    complaints: &mut Complaints,
) -> bool {
    let shown = folder.shown(&entry.path);
    let ending = Path::new(&entry.name).extension().and_then(|ending| ending.to_str());
    if entry.name == "__pycache__" || ending.is_some_and(|ending| LEFTOVERS.contains(&ending)) {
        return false;
    }
    if !dialect.is_domjudge() && !names::counts(&entry.name) {
        complaints.warn_about(shown, names::DOES_NOT_COUNT);
        return false;
    }
    match entry.kind {
        Kind::Astray => {
            complaints.warn_about(shown, format!("is passed over: {}", folder.astray(&entry.path)));
            false
        }
        Kind::Special => false,
        Kind::File => true,
        Kind::Folder => {
            let files = folder.files_below(&entry.path, &mut Complaints::default());
            for file in files.iter().filter(|file| file.kind == Kind::Astray) {
                let words = format!("is passed over: {}", folder.astray(&file.path));
                complaints.warn_about(folder.shown(&file.path), words);
            }
            true
        }
    }
}

/// Warns of sources that are larger than a contestant's may be.
fn expect_small(folder: &Folder, path: &Path, most: u64, complaints: &mut Complaints) {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let size: u64 = match folder.look(path) {
        Ok(Kind::File) => size(path),
        Ok(Kind::Folder) => {
            let files = folder.files_below(path, &mut Complaints::default());
            files.iter().filter(|file| file.kind == Kind::File).map(|file| size(&file.path)).sum()
        }
        _ => 0,
    };
    if size > most {
        let (size, most) = (size.div_ceil(1024), most / 1024);
        let words = format!("{size} KiB of source are more than the limit of {most} KiB");
        complaints.warn_about(folder.shown(path), words);
    }
}

/// What the folder's name says of all in it.
fn of_folder(name: &str, metadata: &Metadata, dialect: &Dialect) -> Option<Expectation> {
    if metadata.edition == Edition::Current {
        current(name, metadata)
    } else {
        legacy(name, metadata, dialect)
    }
}

/// Warns of a folder whose name says nothing and is likely to be meant to.
fn warn_of_folder(
    folder: &Folder,
    metadata: &Metadata,
    entry: &Entry,
    complaints: &mut Complaints,
) {
    let name = entry.name.as_str();
    if !PLAIN.contains(&name)
        && let Some(near) = nearest(name, OFFICIAL)
    {
        let words = format!("nothing is expected of the submissions here: did you mean `{near}`?");
        complaints.warn_about(folder.shown(&entry.path), words);
    } else if metadata.edition == Edition::Current && name == "partially_accepted" {
        let words = "nothing is expected of the submissions here: this version has no such folder, \
                     and `submissions/submissions.yaml` says which scores they get";
        complaints.remark_about(folder.shown(&entry.path), words);
    }
}

/// The folders of `legacy` and its drafts, and of DOMjudge.
fn legacy(name: &str, metadata: &Metadata, dialect: &Dialect) -> Option<Expectation> {
    let family = |words: &[Verdict]| Expected::family(words);
    let expectation = |verdicts: Option<Expected>| verdicts.map(Expectation::from);
    let rule = |permitted: &[Verdict], required: &[Verdict]| {
        Some(ExpectationRule {
            about: None,
            permitted: family(permitted)?,
            required: family(required)?,
            score: None,
            message: None,
            time_bound: TimeBound::None,
            origin: format!("folder `{name}`"),
        })
    };
    let scored = metadata.kind.scoring;
    let of_domjudge = dialect.is_domjudge();
    Some(match name {
        "accepted" => {
            Expectation { time_bound: TimeBound::Lower, ..expectation(family(&[Accepted]))? }
        }
        "partially_accepted" if scored => Expectation {
            short_of_best: true,
            // DOMjudge's verdict is that of the first group that failed.
            ..expectation(family(if of_domjudge {
                &[Accepted, PartialScore, WrongAnswer]
            } else {
                &[Accepted, PartialScore]
            }))?
        },
        "wrong_answer" => Expectation {
            or_cases: rule(&[Accepted, WrongAnswer], &[WrongAnswer]),
            ..expectation(family(&[WrongAnswer]))?
        },
        "time_limit_exceeded" => Expectation {
            or_cases: rule(&[Accepted, WrongAnswer, TimeLimit], &[TimeLimit]),
            time_bound: TimeBound::Upper,
            ..expectation(family(&[TimeLimit]))?
        },
        "run_time_error" => Expectation {
            or_cases: rule(&[Accepted, WrongAnswer, TimeLimit, RunTimeError], &[RunTimeError]),
            ..expectation(family(&[RunTimeError]))?
        },
        "compiler_error" if of_domjudge => expectation(Expected::any_of(&[CompileError]))?,
        "no_output" if of_domjudge => expectation(family(&[WrongAnswer]))?,
        "output_limit" if of_domjudge => expectation(Expected::any_of(&[OutputLimit]))?,
        _ => return None,
    })
}

/// The folders of 2025-09, "Submissions": the verdicts permitted, and those of which one is required.
fn current(name: &str, metadata: &Metadata) -> Option<Expectation> {
    const ALL: &[Verdict] = &[Accepted, WrongAnswer, TimeLimit, RunTimeError];
    let (permitted, required): (&[Verdict], &[Verdict]) = match name {
        "accepted" => (&[Accepted], ALL),
        "wrong_answer" => (&[Accepted, WrongAnswer], &[WrongAnswer]),
        "time_limit_exceeded" => (&[Accepted, TimeLimit], &[TimeLimit]),
        "run_time_error" => (&[Accepted, RunTimeError], &[RunTimeError]),
        "rejected" => (ALL, &[RunTimeError, TimeLimit, WrongAnswer]),
        "brute_force" => (&[Accepted, RunTimeError, TimeLimit], &[RunTimeError, TimeLimit]),
        _ => return None,
    };
    let origin = format!("folder `{name}`");
    Some(rules(vec![demand(None, permitted, required, origin, metadata)?]))
}

/// What tags in the sources say beside the folder.
fn tagged(
    folder: &Folder,
    metadata: &Metadata,
    found: &Found<'_>,
    mut expectation: Expectation,
    tags: &Tags,
    complaints: &mut Complaints,
) -> Expectation {
    let shown = folder.shown(&found.path);
    if let Some(verdicts) = &tags.results {
        let by_tag = match verdicts.as_slice() {
            [] => Expected::anything(),
            words => of_words(words),
        };
        if !OFFICIAL.contains(&found.folder) {
            expectation = by_tag.into();
        } else if !by_tag.verdicts().any(|verdict| expectation.verdicts.permits(verdict)) {
            let words = format!(
                "`@EXPECTED_RESULTS@` says {by_tag}, and the folder {}: the folder decides",
                expectation.verdicts
            );
            complaints.warn_about(shown.clone(), words);
        }
    }
    if let Some(score) = &tags.score {
        expectation.score = Some((score.clone(), score.clone()));
    }
    let has_grades = metadata.kind.scoring && metadata.edition.has_legacy_groups();
    if has_grades && found.folder != "accepted" {
        expectation.grades =
            tags.grades.iter().filter_map(|&verdict| Expected::family(&[verdict])).collect();
    }
    expectation
}

/// Verdicts of DOMjudge's words, of which some are ours already.
fn of_words(words: &[Verdict]) -> Expected {
    let (exact, family): (Vec<Verdict>, Vec<Verdict>) = words
        .iter()
        .partition(|verdict| matches!(verdict, CompileError | OutputLimit | MemoryLimit));
    if let (Some(family), []) = (Expected::family(&family), exact.as_slice()) {
        return family;
    }
    let family = Expected::family(&family).into_iter().flat_map(Expected::verdicts);
    let all: Vec<Verdict> = family.chain(exact).collect();
    Expected::any_of(&all).map_or_else(Expected::anything, Expected::in_words)
}
