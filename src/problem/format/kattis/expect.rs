//! `submissions.yaml` of 2025-09 and `submissions.json` of DOMjudge: what a package says of single
//! submissions.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::metadata::Metadata;
use super::sheet::{Sheet, bytes};
use super::submissions::{FOLDER, Found, demand, rules};
use crate::problem::complaint::Complaints;
use crate::problem::demand::covers;
use crate::problem::folder::Folder;
use crate::problem::{Demand, Expectation, KeptSubmission, TimeBound};
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

/// What both files say.
pub(super) struct Expect<'a> {
    metadata: &'a Metadata,
    sheet: Option<Sheet>,
    /// By path below the package: `submissions/accepted/x/`.
    json: BTreeMap<String, JsonEntry>,
}

#[derive(Debug, Default, Deserialize)]
struct JsonEntry {
    langid: Option<String>,
    entry_point: Option<String>,
}

impl<'a> Expect<'a> {
    /// Reads them.
    pub(super) fn read(
        folder: &Folder,
        metadata: &'a Metadata,
        complaints: &mut Complaints,
    ) -> Self {
        let path = folder.real.join(FOLDER).join(FILE);
        let sheet = std::fs::symlink_metadata(&path).is_ok();
        let sheet = sheet.then(|| Sheet::read(folder, &path, complaints)).flatten();
        let path = folder.real.join(JSON);
        let json = bytes(folder, &path, complaints).map(|bytes| serde_json::from_slice(&bytes));
        let json = match json {
            None => BTreeMap::new(),
            Some(Ok(json)) => json,
            Some(Err(error)) => {
                complaints.about(folder.shown(&path), format!("cannot be read: {error}"));
                BTreeMap::new()
            }
        };
        Self { metadata, sheet, json }
    }

    /// The submission with what is expected of it; `base` is what its folder and tags say.
    pub(super) fn submission(
        &self,
        found: &Found<'_>,
        base: Expectation,
        complaints: &mut Complaints,
    ) -> KeptSubmission {
        let mut kept = KeptSubmission {
            path: found.path.clone(),
            language: None,
            entry_point: None,
            expectation: base,
        };
        let below = format!("{FOLDER}/{}", found.name);
        let entry = self.json.get(&below).or_else(|| self.json.get(&format!("{below}/")));
        if let Some(entry) = entry {
            kept.language.clone_from(&entry.langid);
            kept.entry_point.clone_from(&entry.entry_point);
        }
        let Some(sheet) = &self.sheet else { return kept };
        let mut demands = kept.expectation.demands.clone();
        let mut bound = None;
        for entry in sheet.entries() {
            let pattern = entry.key.as_str();
            if !covers(pattern, &found.name) {
                continue;
            }
            let Some(entry) = sheet.section(pattern, complaints) else { continue };
            let replaces = DEFAULTS.contains(&pattern.trim_end_matches('/'));
            let first =
                replaces.then(|| (!demands.is_empty()).then(|| demands.remove(0))).flatten();
            demands.extend(self.demand(&entry, None, first, complaints));
            for inner in entry.entries() {
                let name = inner.key.as_str();
                if KEYS.contains(&name) {
                    continue;
                }
                if inner.value.as_map().is_none() {
                    let known = KEYS.iter().copied();
                    let wrong = crate::nearest::unknown("key", name, known);
                    complaints.at(
                        &entry.origin_of_key(inner),
                        format!("{wrong}; a pattern on cases has a map"),
                    );
                    continue;
                }
                if let Some(inner) = entry.section(name, complaints) {
                    demands.extend(self.demand(&inner, Some(name), None, complaints));
                }
            }
            let text = |key: &str, complaints: &mut Complaints| {
                entry.text(key, complaints).map(|found| found.value)
            };
            kept.language = text("language", complaints).or(kept.language);
            kept.entry_point = text("entrypoint", complaints).or(kept.entry_point);
            bound = time_bound(&entry, complaints).or(bound);
        }
        let by_rules = rules(demands);
        kept.expectation = Expectation { score: kept.expectation.score, ..by_rules };
        if let Some(bound) = bound {
            kept.expectation.time_bound = bound;
        }
        kept
    }

    /// The rule of an entry; keys that it does not state are those of `default`.
    fn demand(
        &self,
        entry: &Sheet,
        about: Option<&str>,
        default: Option<Demand>,
        complaints: &mut Complaints,
    ) -> Option<Demand> {
        let all: Vec<Verdict> = WORDS.iter().map(|&(_, verdict)| verdict).collect();
        let permitted = verdicts(entry, "permitted", complaints);
        let required = verdicts(entry, "required", complaints);
        let score = score(entry, complaints);
        let message = entry.text("message", complaints).map(|found| found.value);
        let says =
            permitted.is_some() || required.is_some() || score.is_some() || message.is_some();
        if !says {
            return default;
        }
        let origin = entry.origin_of("permitted");
        let place = origin.place.map_or_else(String::new, |p| format!(":{}:{}", p.line, p.column));
        let words = demand(
            about.map(|name| name.trim_end_matches('/').to_owned()),
            permitted.as_deref().unwrap_or(&all),
            required.as_deref().unwrap_or(&all),
            format!("{FILE}{place}"),
            self.metadata,
        )?;
        let mut made = Demand { score, message, ..words };
        if let Some(default) = default {
            if permitted.is_none() {
                made.permitted = default.permitted;
            }
            if required.is_none() {
                made.required = default.required;
            }
        }
        Some(made)
    }
}

/// A list of the format's words, or one of them.
fn verdicts(entry: &Sheet, key: &str, complaints: &mut Complaints) -> Option<Vec<Verdict>> {
    let node = entry.get(key)?;
    let texts: Vec<&str> = match (node.as_list(), node.as_text()) {
        (Some(items), _) => items.iter().filter_map(Node::as_text).collect(),
        (None, Some(text)) => vec![text],
        (None, None) => Vec::new(),
    };
    let mut found = Vec::new();
    for text in texts {
        match WORDS.iter().find(|(word, _)| *word == text) {
            Some(&(_, verdict)) => found.push(verdict),
            None => {
                let wrong = crate::nearest::unknown("verdict", text, WORDS.map(|(word, _)| word));
                entry.complain(key, wrong, complaints);
            }
        }
    }
    if found.is_empty() {
        entry.complain(key, "expected some of `AC`, `WA`, `TLE`, `RTE`", complaints);
        return None;
    }
    Some(found)
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
