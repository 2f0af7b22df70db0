//! `problem.yaml`, and DOMjudge's files beside it: what a package says of itself as a whole.

use super::edition::Edition;
use super::ini;
use super::sheet::Sheet;
use crate::nearest::unknown;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::limits::StatedLimits;
use crate::problem::{LegacyScore, TimeLimit, TimeRule};

/// The file of settings.
pub(super) const FILE: &str = "problem.yaml";

const MEBIBYTE: f64 = 1_048_576.0;

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
    pub(super) validation: ValidationLimits,
    /// How often a submission may run on one case.
    pub(super) passes: Option<u32>,
    pub(super) constants: Vec<(String, String)>,
    /// Whether the least score is the best (`legacy`, `objective: min`).
    pub(super) minimizes: bool,
    /// The sheet, for what others read of it.
    pub(super) sheet: Sheet,
    /// Whether `validation` says `multi-pass`, which only DOMjudge knows in `legacy`.
    pub(super) says_multi_pass: bool,
}

/// What kind of problem it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) scoring: bool,
    pub(super) interactive: bool,
    pub(super) multi_pass: bool,
    pub(super) submit_answer: bool,
    /// What the validator may write (`legacy`).
    pub(super) custom_score: Option<LegacyScore>,
}

/// What one call of a validator may use.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValidationLimits {
    /// CPU seconds.
    pub(super) time: f64,
    /// Bytes.
    pub(super) memory: u64,
    /// Bytes.
    pub(super) output: u64,
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
        let own = if edition.is_legacy() { LEGACY_KEYS } else { CURRENT_KEYS };
        sheet.only(&[KEYS, own].concat(), complaints);
        let mut kind = kind(&sheet, edition, complaints);
        let validation = validation(&sheet, edition, &mut kind, complaints);
        let limits = sheet.section("limits", complaints);
        let limits = limits.unwrap_or_else(|| Sheet::empty(&folder.shown(&path)));
        let read = Limits { sheet: &limits, edition };
        let ini = ini::read(folder, complaints);
        let stated = read.time(complaints);
        let time = ini::time_limit(folder, &ini, stated, complaints);
        let grading = sheet.section("grading", complaints);
        let name = name(&sheet, edition, complaints);
        Some(Self {
            edition,
            name: name.or_else(|| ini.get("name").map(|found| found.value.clone())),
            source: source(&sheet),
            code: ini.get("short-name").cloned(),
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
                None => TimeLimit::Derived(read.rule(complaints)),
            },
            validation: read.validation(complaints),
            passes: kind.multi_pass.then(|| read.passes(complaints)),
            constants: constants(&sheet, complaints),
            minimizes: grading
                .and_then(|grading| grading.text("objective", complaints))
                .is_some_and(|objective| objective.value == "min"),
            kind,
            sheet,
        })
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
    let words: Vec<String> = match (node.as_list(), node.as_text()) {
        (Some(items), _) => {
            items.iter().filter_map(|item| item.as_text().map(str::to_owned)).collect()
        }
        (None, Some(text)) => text.split_whitespace().map(str::to_owned).collect(),
        (None, None) => Vec::new(),
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
        let expected = format!("expected one of {}", known.join(", "));
        sheet.complain("type", expected, complaints);
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
        return english.and_then(|name| name.as_text()).map(str::to_owned);
    }
    sheet.text("name", complaints).map(|found| found.value)
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

/// `name` or `name.variant` with the text that stands for it.
fn constants(sheet: &Sheet, complaints: &mut Complaints) -> Vec<(String, String)> {
    let Some(section) = sheet.section("constants", complaints) else { return Vec::new() };
    let mut constants = Vec::new();
    for entry in section.entries() {
        let (name, node) = (entry.key.as_str(), &entry.value);
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.chars().all(plain)
            || name.starts_with(|c: char| c.is_ascii_digit())
            || name.is_empty()
        {
            let wrong =
                format!("`constants`: expected a name of letters, digits and `_`, found `{name}`");
            complaints.at(&section.origin_of_key(entry), wrong);
            continue;
        }
        match (node.as_map(), node.as_text()) {
            (Some(variants), _) => {
                for variant in variants {
                    let (variant, Some(text)) = (variant.key.as_str(), variant.value.as_text())
                    else {
                        continue;
                    };
                    if variant == "value" {
                        constants.push((name.to_owned(), text.to_owned()));
                    }
                    constants.push((format!("{name}.{variant}"), text.to_owned()));
                }
            }
            (None, Some(text)) => constants.push((name.to_owned(), text.to_owned())),
            (None, None) => {
                let wrong = format!("`constants.{name}`: expected a number or a text");
                complaints.at(&section.origin(node), wrong);
            }
        }
    }
    constants
}

/// The keys of `limits`.
struct Limits<'a> {
    sheet: &'a Sheet,
    edition: Edition,
}

impl Limits<'_> {
    fn time(&self, complaints: &mut Complaints) -> Option<(f64, Origin)> {
        self.expect_known(complaints);
        let time = self.sheet.number("time_limit", "seconds", 0.001..=3600.0, complaints)?;
        Some((time, self.sheet.origin_of("time_limit")))
    }

    fn expect_known(&self, complaints: &mut Complaints) {
        const SIZES: &[&str] = &[
            "time_limit",
            "memory",
            "output",
            "code",
            "compilation_time",
            "compilation_memory",
            "validation_time",
            "validation_memory",
            "validation_output",
            "validation_passes",
        ];
        const LEGACY: &[&str] = &["time_multiplier", "time_safety_margin"];
        const CURRENT: &[&str] = &["time_multipliers", "time_resolution"];
        let own = if self.edition.is_legacy() { LEGACY } else { CURRENT };
        self.sheet.only(&[SIZES, own].concat(), complaints);
    }

    /// Bytes, of a number of mebibytes; the default that the format recommends where there is none.
    fn mebibytes(&self, key: &str, default: u32, complaints: &mut Complaints) -> u64 {
        let stated = self.sheet.number(key, "MiB", 1.0..=1_048_576.0, complaints);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bounded above, and positive"
        )]
        let bytes = (stated.unwrap_or_else(|| default.into()) * MEBIBYTE) as u64;
        bytes
    }

    fn submission(&self, time: Option<f64>, complaints: &mut Complaints) -> StatedLimits {
        StatedLimits {
            time: Some(time.unwrap_or(UNKNOWN_TIME)),
            memory: Some(self.mebibytes("memory", 2048, complaints)),
            output: Some(self.mebibytes("output", 8, complaints)),
            ..StatedLimits::default()
        }
    }

    fn validation(&self, complaints: &mut Complaints) -> ValidationLimits {
        let time = self.sheet.number("validation_time", "seconds", 0.001..=3600.0, complaints);
        ValidationLimits {
            time: time.unwrap_or(60.0),
            memory: self.mebibytes("validation_memory", 2048, complaints),
            output: self.mebibytes("validation_output", 8, complaints),
        }
    }

    fn passes(&self, complaints: &mut Complaints) -> u32 {
        let passes = self.sheet.number("validation_passes", "passes", 2.0..=1000.0, complaints);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 2 to 1000"
        )]
        let passes = passes.unwrap_or(2.0) as u32;
        passes
    }

    /// How the time limit follows from submissions.
    fn rule(&self, complaints: &mut Complaints) -> TimeRule {
        let sheet = self.sheet;
        let factor = |sheet: &Sheet, key: &str, usual: f64, complaints: &mut Complaints| {
            sheet.number(key, "a factor", 1.0..=1000.0, complaints).unwrap_or(usual)
        };
        if self.edition.is_legacy() {
            return TimeRule {
                to_limit: factor(sheet, "time_multiplier", 5.0, complaints),
                to_too_slow: factor(sheet, "time_safety_margin", 2.0, complaints),
                resolution: 1.0,
            };
        }
        let factors = sheet.section("time_multipliers", complaints);
        let known = ["ac_to_time_limit", "time_limit_to_tle"];
        if let Some(factors) = &factors {
            factors.only(&known, complaints);
        }
        let mut of = |key: &str, usual: f64| {
            factors.as_ref().map_or(usual, |factors| factor(factors, key, usual, complaints))
        };
        let (to_limit, to_too_slow) = (of(known[0], 2.0), of(known[1], 1.5));
        let resolution = sheet.number("time_resolution", "seconds", 0.001..=100.0, complaints);
        TimeRule { to_limit, to_too_slow, resolution: resolution.unwrap_or(1.0) }
    }
}

/// The time limit, in seconds, of a package that neither states one nor has an accepted submission:
/// DOMjudge's.
const UNKNOWN_TIME: f64 = 10.0;
