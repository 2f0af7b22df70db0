//! `problem.yaml`, and DOMjudge's files beside it: what a package says of itself as a whole.

use super::super::sheet::Sheet;
use super::edition::Edition;
use super::limits::{Limits, ValidationLimits};
use super::{constants, ini};
use crate::nearest::{list, unknown};
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::limits::StatedLimits;
use crate::problem::{LegacyScore, TimeLimit, TimePlace, TimeRule};

/// The file of settings.
pub(super) const FILE: &str = "problem.yaml";

/// What a package says of itself as a whole.
#[derive(Debug)]
pub(super) struct Metadata {
    pub(super) edition: Edition,
    pub(super) name: Option<String>,
    pub(super) source: Option<String>,
    pub(super) code: Option<Found<String>>,
    pub(super) kind: Kind,
    /// Whether `validation` announces a program (`legacy`).
    pub(super) is_custom: bool,
    /// Arguments of every output validator (`legacy`).
    pub(super) validator_flags: Option<Found<Vec<String>>>,
    pub(super) limits: StatedLimits,
    pub(super) time_limit: TimeLimit,
    pub(super) time_rule: TimeRule,
    /// Who states the time limit, the strongest first.
    pub(super) time_sources: Vec<TimePlace>,
    pub(super) validation: ValidationLimits,
    /// How often a submission may run on one case.
    pub(super) passes: Option<u32>,
    pub(super) constants: Vec<(String, String)>,
    /// Whether submissions may read files only.
    pub(super) reads_only: bool,
    /// Codes of the languages that submissions may be in; empty for all.
    pub(super) languages: Vec<String>,
    /// The most that the sources of a submission may hold, in bytes.
    pub(super) code_limit: u64,
    /// What `grading` says of all groups (`legacy`); empty in other versions.
    pub(super) grading: Option<Sheet>,
    /// The sheet, for what others read of it.
    pub(super) sheet: Sheet,
    /// Whether `validation` says `multi-pass`, which only DOMjudge knows in `legacy`.
    pub(super) says_multi_pass: bool,
}

/// What kind of problem it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of `type`, and they go together")]
pub(super) struct Kind {
    pub(super) scoring: bool,
    pub(super) interactive: bool,
    pub(super) multi_pass: bool,
    pub(super) submit_answer: bool,
    /// What the validator may write (`legacy`).
    pub(super) custom_score: Option<LegacyScore>,
}

/// Keys of every version.
const KEYS: &[&str] = &[
    "problem_format_version",
    "type",
    "name",
    "uuid",
    "source",
    "license",
    "rights_owner",
    "limits",
    "keywords",
];
const LEGACY_KEYS: &[&str] = &["author", "source_url", "validation", "validator_flags", "grading"];
const CURRENT_KEYS: &[&str] =
    &["version", "credits", "embargo_until", "languages", "allow_file_writing", "constants"];

/// What stands in 2025-09 for keys of `legacy` that it does not have.
const RENAMED: [(&str, &str); 4] = [
    ("author", "`credits` names the authors"),
    (
        "validation",
        "`type` says `interactive` or `multi-pass`, and a program in `output_validator` checks outputs",
    ),
    ("validator_flags", "`output_validator_args` in `data/test_group.yaml` has the arguments"),
    (
        "grading",
        "`max_score` and `score_aggregation` in `test_group.yaml` of the groups say how points are given",
    ),
];

impl Metadata {
    /// Reads it; `None` where nothing can be made of it, which was complained of.
    pub(super) fn read(folder: &Folder, complaints: &mut Complaints) -> Option<Self> {
        let path = folder.real.join(FILE);
        let sheet = if std::fs::symlink_metadata(&path).is_ok() {
            Sheet::read(folder, &path, complaints)?
        } else {
            Sheet::empty(&folder.shown(&path))
        };
        let edition = edition(&sheet, complaints)?;
        let (own, renamed): (_, &[_]) =
            if edition.is_legacy() { (LEGACY_KEYS, &[]) } else { (CURRENT_KEYS, &RENAMED) };
        sheet.only_or(&[KEYS, own].concat(), renamed, complaints);
        let mut kind = kind(&sheet, edition, complaints);
        let validation = validation(&sheet, edition, &mut kind, complaints);
        let limits = sheet.section("limits", complaints);
        let limits = limits.unwrap_or_else(|| Sheet::empty(&folder.shown(&path)));
        let read = Limits { sheet: &limits, edition };
        read.check(kind.multi_pass, complaints);
        let ini = ini::read(folder, complaints);
        let stated = read.time(complaints);
        let ini::Stated { time, sources } = ini::time_limit(folder, &ini, stated, complaints);
        let time_rule = read.rule(time.is_some(), complaints);
        check_licence(&sheet, complaints);
        let name = name(&sheet, edition, complaints);
        Some(Self {
            edition,
            name: name.or_else(|| ini.get("name").map(|found| found.value.clone())),
            source: source(&sheet),
            code: ini::code(&ini, complaints),
            is_custom: validation.is_custom,
            says_multi_pass: validation.says_multi_pass,
            validator_flags: if edition.is_legacy() {
                sheet.words("validator_flags", complaints)
            } else {
                None
            },
            limits: read.submission(time, complaints),
            time_limit: match time {
                Some(_) => TimeLimit::Stated,
                None => TimeLimit::Derived,
            },
            time_rule,
            time_sources: sources,
            validation: read.validation(complaints),
            passes: kind.multi_pass.then(|| read.passes(complaints)),
            code_limit: read.code(complaints),
            constants: if edition.is_legacy() {
                Vec::new()
            } else {
                constants::read(&sheet, complaints)
            },
            reads_only: reads_only(&sheet, edition, complaints),
            languages: languages(&sheet, edition, complaints),
            grading: grading(&sheet, edition, complaints),
            kind,
            sheet,
        })
    }
}

impl Metadata {
    /// Texts of the files of groups and cases, in which constants stand too.
    pub(super) fn with_constants(&self, texts: Vec<String>) -> Vec<String> {
        let constants = &self.constants;
        let put_in = |text: String, (name, value): &(String, String)| {
            text.replace(&format!("{{{{{name}}}}}"), value)
        };
        texts.into_iter().map(|text| constants.iter().fold(text, put_in)).collect()
    }

    /// Whether the least score is the best (`legacy`, `objective: min`).
    pub(super) fn minimizes(&self) -> bool {
        let objective = self.grading.as_ref().and_then(|grading| grading.get("objective"));
        objective.and_then(|node| node.as_text()) == Some("min")
    }
}

fn edition(sheet: &Sheet, complaints: &mut Complaints) -> Option<Edition> {
    let key = "problem_format_version";
    let Some(Found { value, origin }) = sheet.text(key, complaints) else {
        return Some(Edition::Legacy);
    };
    Edition::named(&value).map_err(|wrong| complaints.at(&origin, format!("`{key}`: {wrong}"))).ok()
}

/// The words of `type`: a list, or one text in which blanks stand between them.
fn kind(sheet: &Sheet, edition: Edition, complaints: &mut Complaints) -> Kind {
    let mut kind = Kind::default();
    let Some(node) = sheet.get("type") else { return kind };
    let words: Vec<String> = match node.as_text() {
        Some(text) => text.split_whitespace().map(str::to_owned).collect(),
        None => match sheet.list("type", complaints) {
            Some(found) => found.value,
            None => return kind,
        },
    };
    if node.as_list().is_none() && words.len() > 1 {
        sheet.warn("type", "several words are read as a list: write one", complaints);
    }
    let known = ["pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"];
    for word in &words {
        match word.as_str() {
            "pass-fail" => {}
            "scoring" => kind.scoring = true,
            "multi-pass" => kind.multi_pass = true,
            "interactive" => kind.interactive = true,
            "submit-answer" => kind.submit_answer = true,
            other => sheet.complain("type", unknown("kind of problem", other, known), complaints),
        }
    }
    if words.is_empty() {
        let known = list(known).unwrap_or_default();
        sheet.complain("type", format!("expected one of {known}"), complaints);
    }
    let says = |word: &str| words.iter().any(|other| other == word);
    for (one, other) in [
        ("pass-fail", "scoring"),
        ("submit-answer", "multi-pass"),
        ("submit-answer", "interactive"),
    ] {
        if says(one) && says(other) {
            let wrong = format!("`{one}` and `{other}` cannot both be");
            sheet.complain("type", wrong, complaints);
        }
    }
    if edition.is_legacy() && kind.submit_answer {
        sheet.complain("type", "`legacy` has no `submit-answer`", complaints);
    }
    if edition.is_legacy() && (kind.interactive || kind.multi_pass) {
        let words = "`legacy` says this in `validation`; it is read all the same";
        sheet.warn("type", words, complaints);
    }
    kind
}

/// What `validation` says.
#[derive(Default)]
struct Validation {
    is_custom: bool,
    says_multi_pass: bool,
}

fn validation(
    sheet: &Sheet,
    edition: Edition,
    kind: &mut Kind,
    complaints: &mut Complaints,
) -> Validation {
    let mut found = Validation::default();
    if kind.scoring {
        kind.custom_score = match edition {
            Edition::Legacy => Some(LegacyScore::Never),
            Edition::Draft => Some(LegacyScore::Sometimes),
            Edition::Current => None,
        };
    } else if edition.has_legacy_groups() {
        kind.custom_score = Some(LegacyScore::Never);
    }
    if !edition.is_legacy() {
        return found;
    }
    let Some(words) = sheet.words("validation", complaints) else { return found };
    let mut rest = words.value.iter().map(String::as_str);
    match rest.next() {
        Some("custom") => found.is_custom = true,
        Some("default") => {}
        other => {
            let other = other.unwrap_or_default();
            let wrong = unknown("word", other, ["default", "custom"]);
            sheet.complain("validation", wrong, complaints);
            return found;
        }
    }
    for word in rest {
        match word {
            _ if !found.is_custom => {
                sheet.complain("validation", "nothing may follow `default`", complaints);
            }
            "score" if kind.scoring => kind.custom_score = Some(LegacyScore::Always),
            "score" => {
                let wrong = "`score` is for problems of type `scoring`";
                sheet.complain("validation", wrong, complaints);
            }
            "interactive" => kind.interactive = true,
            "multi-pass" => {
                kind.multi_pass = true;
                found.says_multi_pass = true;
            }
            other => {
                let wrong = unknown("word", other, ["score", "interactive", "multi-pass"]);
                sheet.complain("validation", wrong, complaints);
            }
        }
    }
    found
}

/// The title: a text, or one in each language, of which English is taken where there is one.
fn name(sheet: &Sheet, edition: Edition, complaints: &mut Complaints) -> Option<String> {
    let node = sheet.get("name")?;
    if let Some(map) = node.as_map() {
        if edition.is_legacy() {
            sheet.warn("name", "`legacy` knows one name only", complaints);
        }
        let english = node.get("en").or_else(|| map.first().map(|entry| &entry.value));
        let name = english.and_then(|name| name.as_text()).map(str::to_owned);
        if name.is_none() {
            sheet.complain(
                "name",
                "expected a string, or a map of languages with strings",
                complaints,
            );
        }
        return name;
    }
    sheet.text("name", complaints).map(|found| found.value)
}

fn check_licence(sheet: &Sheet, complaints: &mut Complaints) {
    const LICENCES: &[&str] =
        &["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"];
    if let Some(licence) = sheet.text("license", complaints)
        && !LICENCES.contains(&licence.value.as_str())
    {
        let words = unknown("licence", &licence.value, LICENCES.iter().copied());
        sheet.warn("license", words, complaints);
    }
}

/// `all`, or codes of languages (2025-09, "Languages").
fn languages(sheet: &Sheet, edition: Edition, complaints: &mut Complaints) -> Vec<String> {
    let all = sheet.get("languages").and_then(|node| node.as_text()) == Some("all");
    if all || edition.is_legacy() {
        return Vec::new();
    }
    sheet.list("languages", complaints).map(|found| found.value).unwrap_or_default()
}

/// Whether submissions may only read files: by default in 2025-09, and not in the draft, where the one tool
/// that has the key says the contrary.
fn reads_only(sheet: &Sheet, edition: Edition, complaints: &mut Complaints) -> bool {
    let by_default = match edition {
        Edition::Legacy => return false,
        Edition::Draft => true,
        Edition::Current => false,
    };
    !sheet.truth("allow_file_writing", complaints).unwrap_or(by_default)
}

/// `grading` of `legacy`: which score is best, and settings of all groups, as ancient packages have them.
fn grading(sheet: &Sheet, edition: Edition, complaints: &mut Complaints) -> Option<Sheet> {
    const KEYS: &[&str] = &[
        "objective",
        "show_test_data_groups",
        "accept_score",
        "reject_score",
        "range",
        "on_reject",
    ];
    let grading =
        if edition.is_legacy() { sheet.section("grading", complaints)? } else { return None };
    grading.only(KEYS, complaints);
    grading.word("objective", &[("max", ()), ("min", ())], complaints);
    grading.truth("show_test_data_groups", complaints);
    Some(grading)
}

/// Where it comes from: a text, a map with a name, or a list of these.
fn source(sheet: &Sheet) -> Option<String> {
    let node = sheet.get("source")?;
    let one = |node: &crate::yaml::Node| {
        let name = node.get("name").unwrap_or(node);
        name.as_text().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    match node.as_list() {
        Some(items) => {
            let all: Vec<String> = items.iter().filter_map(one).collect();
            (!all.is_empty()).then(|| all.join("; "))
        }
        None => one(node),
    }
}
