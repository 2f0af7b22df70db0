//! Packages of the Kattis family: `legacy`, `legacy-icpc`, the drafts of 2023-07, 2025-09, and the dialect
//! of DOMjudge. `docs/kattis.md` says what is read and how.
//!
//! What tools read differently is decided by the [`Dialect`]; what the texts leave open is decided here,
//! each with its reason beside it.

use std::path::Path;

use self::edition::{Dialect, Edition};
use self::metadata::Metadata;
use self::tags::AllTags;
use super::super::complaint::Complaints;
use super::super::draft::{Draft, Format, Found, PartDraft};
use super::super::folder::{Folder, Kind};
use super::super::layout::Layout;
use super::super::{Additions, Conventions, Grader, Group, KeptSubmission, TimePlace};
use super::sheet::Sheet;
use crate::verdict::Verdict;

mod cases;
mod constants;
mod current;
mod default_flags;
mod edition;
mod expect;
mod formalities;
mod generators;
mod ini;
mod legacy;
mod limits;
mod metadata;
mod names;
mod parts;
mod points;
mod rules;
mod special;
mod stated_rule;
mod static_validation;
mod submissions;
mod tags;
mod validator_arguments;

/// The folder of what is added to submissions.
const INCLUDE: &str = "include";

/// Where things lie in these packages.
const LAYOUT: Layout = Layout {
    settings: metadata::FILE,
    data: cases::DATA,
    answer_folder: None,
    input: "in",
    answers: &["ans"],
    takes_cases: true,
    has_places: true,
    submissions: rules::FOLDER,
    verdict_folders: &[
        ("accepted", Verdict::Accepted),
        ("wrong_answer", Verdict::WrongAnswer),
        ("time_limit_exceeded", Verdict::TimeLimit),
        ("run_time_error", Verdict::RunTimeError),
    ],
};

/// The Kattis family.
#[derive(Debug)]
pub(super) struct Kattis;

impl Format for Kattis {
    fn marks(&self, folder: &Path) -> bool {
        let is_there = |name: &str| std::fs::symlink_metadata(folder.join(name)).is_ok();
        is_there(metadata::FILE) || is_there(ini::FILE)
    }

    fn read(&self, folder: &Folder, complaints: &mut Complaints) -> Option<Draft> {
        let metadata = Metadata::read(folder, complaints)?;
        warn_of_unused(folder, metadata.edition, complaints);
        let mut tags = AllTags::of(folder);
        let dialect = dialect(folder, &metadata, &mut tags, complaints);
        let parts = parts::find(folder, &metadata, dialect.is_domjudge(), complaints);
        let may_miss = metadata.kind.interactive || metadata.kind.multi_pass;
        let answers = if may_miss { cases::Answers::MayBeMissing } else { cases::Answers::Needed };
        let mut data = cases::find(folder, metadata.edition, answers, complaints)?;
        let mut made = generators::read(folder, &LAYOUT, &metadata.constants, complaints);
        let tree = if metadata.edition.has_legacy_groups() {
            let rules = legacy::Rules {
                is_domjudge: dialect.is_domjudge(),
                has_grader: parts.grader.is_some(),
                by_default: parts.are_default(),
                validators: &parts.validators,
            };
            legacy::groups(folder, &metadata, rules, &mut data, complaints)
        } else {
            let reader = current::Reader::new(folder, &metadata, &parts);
            reader.groups(&mut data, &mut made.generator_rules, complaints)
        };
        if !data.cases.iter().any(|case| case.name.starts_with("secret/")) {
            no_secret_data(folder, &made, &mut data, complaints);
        }
        let static_validation = static_validation::find(
            folder,
            &metadata,
            &data,
            &tree,
            parts.static_validator,
            complaints,
        );
        let submissions = submissions::find(folder, &metadata, &dialect, &mut tags, complaints);
        let include = include(folder, complaints);
        formalities::check(folder, &metadata, &submissions, complaints);
        let time_place = time_place(&metadata, &dialect);
        Some(Draft {
            name: metadata.name,
            code: metadata.code,
            source: metadata.source,
            validator: parts.validator,
            interactor: parts.interactor,
            answer_validators: parts.answer_validators,
            unmade: data.unmade,
            listed: made.generator_rules,
            listing: made.listing,
            static_validation,
            grader: parts.grader.filter(|part| is_asked(&tree, part, complaints)),
            passes: metadata.passes,
            additions: Additions {
                conventions: Conventions::Kattis,
                takes_answers: metadata.kind.submit_answer,
                include,
                constants: metadata.constants,
                reads_only: metadata.reads_only,
                languages: metadata.languages,
                ..Additions::default()
            },
            // These packages' limits are made with all languages in mind.
            has_time_factors: false,
            time_place,
            time_limit: metadata.time_limit,
            time_rule: metadata.time_rule,
            reference: reference(folder, &submissions),
            limits: metadata.limits,
            checker: parts.checker,
            tree: Some(tree),
            cases: data.cases,
            validator_tests: data.tests,
            submissions,
            ..Draft::empty(LAYOUT, described(metadata.edition, &dialect, &metadata.sheet))
        })
    }
}

/// The version and dialect in words, and how they are known.
fn described(edition: Edition, dialect: &Dialect, sheet: &Sheet) -> String {
    let key = "problem_format_version";
    let why = match sheet.get(key) {
        Some(_) => format!("by `{key}`"),
        None => format!("without `{key}`"),
    };
    match dialect {
        Dialect::Kattis => format!("Kattis {edition}, {why}"),
        Dialect::Domjudge(sign) => {
            format!("Kattis {edition}, {why}, in DOMjudge's dialect, by {sign}")
        }
    }
}

/// DOMjudge's dialect is not announced, and told by what only DOMjudge knows.
fn dialect(
    folder: &Folder,
    metadata: &Metadata,
    tags: &mut AllTags<'_>,
    complaints: &mut Complaints,
) -> Dialect {
    let is_there = |name: &str| std::fs::symlink_metadata(folder.real.join(name)).is_ok();
    let sign = |name: &str| Dialect::Domjudge(format!("`{name}`"));
    if !metadata.edition.is_legacy() {
        return Dialect::Kattis;
    }
    if is_there(ini::FILE) {
        return sign(ini::FILE);
    }
    if is_there("submissions.json") {
        return sign("submissions.json");
    }
    if metadata.kind.scoring && is_there(ini::TIME_LIMIT) {
        return sign(ini::TIME_LIMIT);
    }
    if metadata.says_multi_pass {
        return Dialect::Domjudge("`validation: custom multi-pass`".into());
    }
    if metadata.kind.scoring && has_score_tag(folder, tags, complaints) {
        return Dialect::Domjudge("`@EXPECTED_SCORE@` in a submission".into());
    }
    Dialect::Kattis
}

/// Whether a submission says which score it gets.
fn has_score_tag(folder: &Folder, tags: &mut AllTags<'_>, complaints: &mut Complaints) -> bool {
    let top = folder.real.join(rules::FOLDER);
    if !top.is_dir() {
        return false;
    }
    let folders = folder.entries(&top, complaints).into_iter();
    let mut all = folders
        .filter(|entry| entry.kind == Kind::Folder)
        .flat_map(|entry| folder.entries(&entry.path, &mut Complaints::default()));
    all.any(|entry| tags.get(&entry.path).score.is_some())
}

/// The folder of what is added to submissions, which is never one elsewhere.
fn include(folder: &Folder, complaints: &mut Complaints) -> Option<std::path::PathBuf> {
    let path = folder.real.join(INCLUDE);
    std::fs::symlink_metadata(&path).ok()?;
    match folder.look(&path) {
        Ok(Kind::Folder) => return Some(path),
        Ok(_) => complaints.warn_about(folder.shown(&path), "is passed over: expected a folder"),
        Err(wrong) => complaints.about(folder.shown(&path), wrong),
    }
    None
}

/// What lies in the package and is not used, though it might bear on verdicts.
fn warn_of_unused(folder: &Folder, edition: Edition, complaints: &mut Complaints) {
    let (name, words) = match edition {
        Edition::Legacy | Edition::Draft => {
            (parts::STATIC_VALIDATOR, "is passed over: static validation is of `2025-09`")
        }
        Edition::Current => (parts::GRADERS, "is passed over: graders are of `legacy`"),
    };
    let path = folder.real.join(name);
    if std::fs::symlink_metadata(&path).is_ok() {
        complaints.warn_about(folder.shown(&path), words);
    }
}

/// Where a time limit goes: where one is stated, else where the version or DOMjudge has it.
fn time_place(metadata: &Metadata, dialect: &Dialect) -> TimePlace {
    match metadata.time_sources.as_slice() {
        [one] => one.clone(),
        [] if !metadata.edition.is_legacy() => TimePlace::Yaml,
        [] if dialect.is_domjudge() => TimePlace::Alone,
        [] => TimePlace::Nowhere(
            "`legacy` has no place for a time limit; DOMjudge reads one from `.timelimit`".into(),
        ),
        several => {
            let files: Vec<_> = several.iter().filter_map(TimePlace::file).collect();
            let files = files.join(" and ");
            TimePlace::Nowhere(format!("the time limit stands in {files}: keep one of them"))
        }
    }
}

/// Whether a group has this grader; warns where none has.
fn is_asked(root: &Group, grader: &PartDraft, complaints: &mut Complaints) -> bool {
    let is_custom =
        |group: &&Group| matches!(&group.grader, Grader::Legacy(own) if own.custom.is_some());
    let is_asked = root.all().iter().any(is_custom);
    if !is_asked {
        complaints.warn_at(&grader.origin, "is passed over: no group says `grading: custom`");
    }
    is_asked
}

/// The first accepted submission, where it is one.
fn reference(folder: &Folder, submissions: &[KeptSubmission]) -> Option<Found<String>> {
    let accepted = folder.real.join(rules::FOLDER).join("accepted");
    let first = submissions.iter().find(|kept| kept.path.starts_with(&accepted))?;
    let below = first.path.strip_prefix(&folder.real).ok()?.to_str()?.to_owned();
    let origin =
        super::super::complaint::Origin { file: folder.shown(&first.path).into(), place: None };
    Some(Found { value: below, origin })
}

/// What is said of a package without secret cases: they may be still to be made.
fn no_secret_data(
    folder: &Folder,
    made: &generators::Made,
    data: &mut cases::Data,
    complaints: &mut Complaints,
) {
    let secret = folder.shown(&folder.real.join("data/secret"));
    if made.lists_in("secret") {
        let words =
            format!("holds no case: make them by `jury generate` from `{}`", cases::GENERATORS);
        data.unmade.push((secret, words));
    } else {
        complaints.warn_about(secret, "holds no case");
    }
}
