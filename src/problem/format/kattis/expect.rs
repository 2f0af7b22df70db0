//! `submissions.yaml` of 2025-09 and `submissions.json` of DOMjudge: what a package says of single
//! submissions.

use std::collections::{BTreeMap, BTreeSet};

use jury_checkers::Place;
use serde::Deserialize;

use super::super::sheet::{Sheet, bytes, passed_over, quoted};
use super::edition::Edition;
use super::metadata::Metadata;
use super::rules::{FOLDER, Found, rules};
use super::stated_rule::{FILE, Rule, TIME_USE, own_rules};

use crate::nearest::nearest;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::folder::Folder;
use crate::problem::pattern::NamePattern;
use crate::problem::{Expectation, KeptSubmission};

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
    TIME_USE,
];

/// Keys of a pattern on cases.
const CASE_KEYS: &[&str] = &["permitted", "required", "score", "message", TIME_USE];

/// Folders whose defaults an entry of this very name replaces.
const DEFAULTS: [&str; 6] = [
    "accepted",
    "wrong_answer",
    "time_limit_exceeded",
    "run_time_error",
    "rejected",
    "brute_force",
];

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
    /// Whether a submission of this pattern was found.
    is_used: bool,
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
        let mut says = false;
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
        let replaces_default = DEFAULTS.contains(&name.trim_end_matches('/'));
        let mut rules = own_rules(&section, None, replaces_default, &origin, complaints);
        rules.extend(case_rules(&section, complaints));
        let text = |key: &str, complaints: &mut Complaints| {
            section.text(key, complaints).map(|found| found.value)
        };
        entries.push(Entry {
            pattern,
            text: name.trim_end_matches('/').to_owned(),
            replaces_default,
            rules,
            language: text("language", complaints),
            starts_with: text("entrypoint", complaints),
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
            let words = passed_over("key", "", name, KEYS.iter().copied());
            complaints.warn_at(&origin, format!("{words} (a pattern on cases has a map)"));
            continue;
        }
        let Some(section) = entry.section(name, complaints) else { continue };
        section.only(CASE_KEYS, complaints);
        if pattern(name, &origin, complaints).is_some() {
            rules.extend(own_rules(&section, Some(name), false, &origin, complaints));
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
