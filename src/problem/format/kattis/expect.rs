//! `submissions.yaml` of 2025-09 and `submissions.json` of DOMjudge: what a package says of single
//! submissions.

use std::collections::{BTreeMap, BTreeSet};

use jury_checkers::Place;
use serde::Deserialize;

use super::super::sheet::{Sheet, bytes, quoted};
use super::edition::Edition;
use super::metadata::Metadata;
use super::rules::{FOLDER, Found, demand, rules};

use crate::nearest::{nearest, unknown};
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::folder::Folder;
use crate::problem::pattern::NamePattern;
use crate::problem::{Expectation, ExpectationRule, KeptSubmission, TimeBound};
use crate::score::Score;
use crate::verdict::Verdict;
use crate::yaml::Node;

const FILE: &str = "submissions.yaml";
const JSON: &str = "submissions.json";

/// Keys of an entry that are no patterns on cases.
const KEYS: &[&str] = &[
    "language",
    "entrypoint",
    "authors",
    "model_solution",
    "permitted",
    "required",
    "score",
    "message",
    "use_for_time_limit",
];

/// Keys of a pattern on cases.
const CASE_KEYS: &[&str] = &["permitted", "required", "score", "message", "use_for_time_limit"];

/// Folders whose defaults an entry of this very name replaces.
const DEFAULTS: [&str; 6] = [
    "accepted",
    "wrong_answer",
    "time_limit_exceeded",
    "run_time_error",
    "rejected",
    "brute_force",
];

/// The words of the format.
const WORDS: [(&str, Verdict); 4] = [
    ("AC", Verdict::Accepted),
    ("WA", Verdict::WrongAnswer),
    ("TLE", Verdict::TimeLimit),
    ("RTE", Verdict::RunTimeError),
];

/// The same, for messages.
const VERDICTS: &str = "some of `AC`, `WA`, `TLE`, `RTE`";

/// What both files say.
pub(super) struct Expect {
    /// The entries of `submissions.yaml`, in order.
    entries: Vec<Entry>,
    /// By path below the package: `submissions/accepted/x/`.
    json: BTreeMap<String, JsonEntry>,
    /// The names of all submissions that were asked for, and of their folders.
    names: BTreeSet<String>,
}

#[derive(Debug, Default, Deserialize)]
struct JsonEntry {
    langid: Option<String>,
    entry_point: Option<String>,
}

/// What stands under one pattern on submissions.
struct Entry {
    pattern: NamePattern,
    /// The pattern as written.
    text: String,
    origin: Origin,
    /// Whether it stands in place of what is said by default of this folder.
    replaces_default: bool,
    rules: Vec<Rule>,
    language: Option<String>,
    starts_with: Option<String>,
    time_bound: Option<TimeBound>,
    /// Whether a submission of this pattern was found.
    is_used: bool,
}

/// A rule as written: what it leaves out has a default, or is that of the folder.
struct Rule {
    about: Option<String>,
    permitted: Option<Vec<Verdict>>,
    required: Option<Vec<Verdict>>,
    score: Option<(Score, Score)>,
    message: Option<String>,
    origin: String,
}

impl Expect {
    /// Reads them.
    pub(super) fn read(folder: &Folder, metadata: &Metadata, complaints: &mut Complaints) -> Self {
        let path = folder.real.join(FOLDER).join(FILE);
        let is_there = std::fs::symlink_metadata(&path).is_ok();
        let is_read = metadata.edition == Edition::Current;
        if is_there && !is_read {
            let words = "is passed over: it is of version 2025-09";
            complaints.warn_about(folder.shown(&path), words);
        }
        let sheet = (is_there && is_read).then(|| Sheet::read(folder, &path, complaints)).flatten();
        Self {
            entries: sheet.map_or_else(Vec::new, |sheet| entries(&sheet, complaints)),
            json: json(folder, complaints),
            names: BTreeSet::new(),
        }
    }

    /// The submission with what is expected of it; `base` is what its folder and tags say.
    pub(super) fn submission(
        &mut self,
        found: &Found<'_>,
        base: Expectation,
        metadata: &Metadata,
        complaints: &mut Complaints,
    ) -> KeptSubmission {
        self.names.extend([found.folder.to_owned(), found.name.clone()]);
        let below = format!("{FOLDER}/{}", found.name);
        let json = self.json.get(&below).or_else(|| self.json.get(&format!("{below}/")));
        let mut kept = KeptSubmission {
            path: found.path.clone(),
            language: json.and_then(|entry| entry.langid.clone()),
            entry_point: json.and_then(|entry| entry.entry_point.clone()),
            along: Vec::new(),
            expectation: base,
        };
        let matching = self.entries.iter_mut().filter(|entry| entry.pattern.matches(&found.name));
        let mut demands = kept.expectation.demands.clone();
        let (mut says, mut time_bound) = (false, None);
        for entry in matching {
            entry.is_used = true;
            let mut default = None;
            if entry.replaces_default && !entry.rules.is_empty() && !demands.is_empty() {
                default = Some(demands.remove(0));
            }
            says |= !entry.rules.is_empty();
            for rule in &entry.rules {
                let default = default.take().filter(|_| rule.about.is_none());
                demands.extend(rule.demand(default, metadata));
            }
            time_bound = entry.time_bound.or(time_bound);
            for (own, stated) in
                [(&mut kept.language, &entry.language), (&mut kept.entry_point, &entry.starts_with)]
            {
                if let (Some(own), Some(stated)) = (&*own, stated)
                    && own != stated
                {
                    let words = format!("{} here, and {} above", quoted(stated), quoted(own));
                    complaints.at(&entry.origin, format!("`{}`: {words}", found.name));
                }
                *own = stated.clone().or(own.take());
            }
        }
        if says {
            let score = kept.expectation.score.take();
            kept.expectation = Expectation { score, ..rules(demands) };
        }
        if let Some(bound) = time_bound {
            kept.expectation.time_bound = bound;
        }
        kept
    }

    /// Whether rules of `submissions.yaml` are about each of these submissions in this folder.
    pub(super) fn says_of_all(&self, folder: &str, kept: &[KeptSubmission]) -> bool {
        let entries = || self.entries.iter().filter(|entry| !entry.rules.is_empty());
        let is_meant = |kept: &KeptSubmission| {
            let own = kept.path.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("{folder}/{own}");
            entries().any(|entry| entry.pattern.matches(&name))
        };
        !kept.is_empty() && kept.iter().all(is_meant)
    }

    /// Warns of entries about no submission, which are misspelt or left over.
    pub(super) fn warn_of_unmatched(&self, complaints: &mut Complaints) {
        for entry in self.entries.iter().filter(|entry| !entry.is_used) {
            let near = nearest(&entry.text, self.names.iter().map(String::as_str));
            let near = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
            let words = format!("no submission has a name like this{near}");
            complaints.warn_at(&entry.origin, words);
        }
    }
}

impl Rule {
    /// The rule; keys that it does not state are those of `default`.
    fn demand(
        &self,
        default: Option<ExpectationRule>,
        metadata: &Metadata,
    ) -> Option<ExpectationRule> {
        let all = WORDS.map(|(_, verdict)| verdict);
        let mut made = demand(
            self.about.clone(),
            self.permitted.as_deref().unwrap_or(&all),
            self.required.as_deref().unwrap_or(&all),
            self.origin.clone(),
            metadata,
        )?;
        made.score.clone_from(&self.score);
        made.message.clone_from(&self.message);
        if let Some(default) = default {
            if self.permitted.is_none() {
                made.permitted = default.permitted;
            }
            if self.required.is_none() {
                made.required = default.required;
            }
        }
        Some(made)
    }
}

fn json(folder: &Folder, complaints: &mut Complaints) -> BTreeMap<String, JsonEntry> {
    let path = folder.real.join(JSON);
    let Some(bytes) = bytes(folder, &path, complaints) else { return BTreeMap::new() };
    serde_json::from_slice(&bytes).unwrap_or_else(|error| {
        let place = Some(Place { line: error.line().max(1), column: error.column().max(1) });
        let origin = Origin { file: folder.shown(&path).into(), place };
        complaints.at(&origin, format!("cannot be read: {error}"));
        BTreeMap::new()
    })
}

fn entries(sheet: &Sheet, complaints: &mut Complaints) -> Vec<Entry> {
    let mut entries = Vec::new();
    for written in sheet.entries() {
        let (name, origin) = (written.key.as_str(), sheet.origin_of_key(written));
        let pattern = pattern(name, &origin, complaints);
        let section = sheet.section(name, complaints);
        let (Some(pattern), Some(section)) = (pattern, section) else { continue };
        let mut rules: Vec<Rule> = rule(&section, None, &origin, complaints).into_iter().collect();
        rules.extend(case_rules(&section, complaints));
        let text = |key: &str, complaints: &mut Complaints| {
            section.text(key, complaints).map(|found| found.value)
        };
        entries.push(Entry {
            pattern,
            text: name.trim_end_matches('/').to_owned(),
            replaces_default: DEFAULTS.contains(&name.trim_end_matches('/')),
            rules,
            language: text("language", complaints),
            starts_with: text("entrypoint", complaints),
            time_bound: time_bound(&section, complaints),
            is_used: false,
            origin,
        });
    }
    entries
}

/// The rules about some cases: every key that is not one of an entry's own is a pattern on their names.
fn case_rules(entry: &Sheet, complaints: &mut Complaints) -> Vec<Rule> {
    let mut rules = Vec::new();
    for written in entry.entries() {
        let (name, origin) = (written.key.as_str(), entry.origin_of_key(written));
        if KEYS.contains(&name) {
            continue;
        }
        if written.value.as_map().is_none() {
            let wrong = unknown("key", name, KEYS.iter().copied());
            complaints.at(&origin, format!("{wrong} (a pattern on cases has a map)"));
            continue;
        }
        let Some(section) = entry.section(name, complaints) else { continue };
        section.only(CASE_KEYS, complaints);
        if section.get("use_for_time_limit").is_some() {
            let words = "is passed over: the time of a submission counts as a whole";
            section.warn("use_for_time_limit", words, complaints);
        }
        if pattern(name, &origin, complaints).is_some() {
            rules.extend(rule(&section, Some(name), &origin, complaints));
        }
    }
    rules
}

fn pattern(text: &str, origin: &Origin, complaints: &mut Complaints) -> Option<NamePattern> {
    let shown = quoted(text);
    if text.contains("**") || text.contains(['?', '[']) {
        let words = "`*` stands for any characters of one name, `{a,b}` for `a` or `b`, and all else for \
                     itself";
        complaints.warn_at(origin, format!("pattern {shown}: {words}"));
    }
    if text.matches('{').count() != text.matches('}').count() {
        complaints.warn_at(origin, format!("pattern {shown}: a brace without its counterpart"));
    }
    let read = NamePattern::new(text);
    read.map_err(|error| complaints.at(origin, format!("pattern {shown}: {error}"))).ok()
}

/// What an entry says of verdicts, scores and messages; `None` where it says nothing of them.
fn rule(
    entry: &Sheet,
    about: Option<&str>,
    origin: &Origin,
    complaints: &mut Complaints,
) -> Option<Rule> {
    let permitted = verdicts(entry, "permitted", complaints);
    let required = verdicts(entry, "required", complaints);
    let score = score(entry, complaints);
    let message = entry.text("message", complaints).map(|found| found.value);
    let says = permitted.is_some() || required.is_some() || score.is_some() || message.is_some();
    if let (Some(permitted), Some(required)) = (&permitted, &required)
        && !required.iter().any(|verdict| permitted.contains(verdict))
    {
        entry.complain("required", "none of these is permitted", complaints);
    }
    let place = origin.place.map_or_else(String::new, |p| format!(":{}:{}", p.line, p.column));
    says.then(|| Rule {
        about: about.map(str::to_owned),
        permitted,
        required,
        score,
        message,
        origin: format!("{FILE}{place}"),
    })
}

/// A list of the format's words, or one of them.
fn verdicts(entry: &Sheet, key: &str, complaints: &mut Complaints) -> Option<Vec<Verdict>> {
    let node = entry.get(key)?;
    let nodes = node.as_list().unwrap_or(std::slice::from_ref(node));
    let mut found = Vec::new();
    for node in nodes {
        let Some(text) = node.as_text() else {
            let found = node.value.kind();
            entry.complain(key, format!("expected {VERDICTS}, found {found}"), complaints);
            continue;
        };
        if let Some(&(_, verdict)) = WORDS.iter().find(|(word, _)| *word == text) {
            found.push(verdict);
        } else {
            let wrong = unknown("verdict", text, WORDS.map(|(word, _)| word));
            entry.complain(key, wrong, complaints);
        }
    }
    if nodes.is_empty() {
        entry.complain(key, format!("expected {VERDICTS}"), complaints);
    }
    (!found.is_empty()).then_some(found)
}

/// A number, or the least and the greatest.
fn score(entry: &Sheet, complaints: &mut Complaints) -> Option<(Score, Score)> {
    let node = entry.get("score")?;
    let number = |node: &Node| node.as_number().map(|number| Score::decimal(number.as_f64()));
    let found = match node.as_list() {
        Some([least, most]) => number(least).zip(number(most)),
        Some(_) => None,
        None => number(node).map(|score| (score.clone(), score)),
    };
    if found.is_none() {
        entry.complain("score", "expected a number, or `[LEAST, GREATEST]`", complaints);
    }
    found
}

fn time_bound(entry: &Sheet, complaints: &mut Complaints) -> Option<TimeBound> {
    let key = "use_for_time_limit";
    let node = entry.get(key)?;
    let bound = match node.as_text() {
        Some("lower") => Some(TimeBound::Lower),
        Some("upper") => Some(TimeBound::Upper),
        _ if node.as_bool() == Some(false) => Some(TimeBound::None),
        _ => None,
    };
    if bound.is_none() {
        entry.complain(key, "expected `false`, `lower` or `upper`", complaints);
    }
    bound
}
