//! DOMjudge's files beside `problem.yaml`: `domjudge-problem.ini` and `.timelimit`.

use std::collections::BTreeMap;
use std::path::Path;

use jury_checkers::Place;

use super::super::sheet::{bytes, passed_over, quoted};
use crate::problem::TimePlace;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::Folder;

/// DOMjudge's file of settings.
pub(super) const FILE: &str = "domjudge-problem.ini";

/// Its file of the time limit.
pub(super) const TIME_LIMIT: &str = ".timelimit";

/// The key of the program that decides outputs.
pub(super) const COMPARE: &str = "special_compare";

/// The key of the program that starts submissions.
pub(super) const RUN: &str = "special_run";

/// Keys of DOMjudge, of which we use the first five.
const KEYS: &[&str] = &[
    COMPARE,
    RUN,
    "name",
    "timelimit",
    "short-name",
    "externalid",
    "allow_submit",
    "allow_judge",
    "points",
    "color",
    "probid",
];

/// How far two statements of a time limit may lie apart, in seconds.
const SAME: f64 = 1e-9;

/// Keys and values by key.
pub(super) type Ini = BTreeMap<String, Found<String>>;

/// What the file says; nothing where there is none.
pub(super) fn read(folder: &Folder, complaints: &mut Complaints) -> Ini {
    let path = folder.real.join(FILE);
    let Some(bytes) = bytes(folder, &path, complaints) else { return Ini::new() };
    let file: std::rc::Rc<Path> = folder.shown(&path).into();
    let text = String::from_utf8_lossy(&bytes);
    let mut found = Ini::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with(['#', ';', '[']) {
            continue;
        }
        let origin = Origin { file: file.clone(), place: Some(Place { line, column: 1 }) };
        let Some((key, value)) = text.split_once('=') else {
            complaints.warn_at(&origin, "this line is passed over: expected `key = value`");
            continue;
        };
        let key = key.trim();
        let value = unquoted(value.trim()).to_owned();
        if !KEYS.contains(&key) {
            complaints.warn_at(&origin, passed_over("key", "", key, KEYS.iter().copied()));
        }
        let other = found.insert(key.to_owned(), Found { value, origin: origin.clone() });
        if other.is_some() {
            complaints.warn_at(&origin, format!("{} stands twice: this one counts", quoted(key)));
        }
    }
    found
}

fn unquoted(text: &str) -> &str {
    let between = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    between('"').or_else(|| between('\'')).unwrap_or(text)
}

/// The letter or word that contestants know the problem by. It is for display, and one that cannot be
/// used is left out.
pub(super) fn code(ini: &Ini, complaints: &mut Complaints) -> Option<Found<String>> {
    let found = ini.get("short-name")?;
    if super::names::counts(&found.value) {
        return Some(found.clone());
    }
    complaints
        .warn_at(&found.origin, format!("`short-name`: {} is passed over", quoted(&found.value)));
    None
}

/// What the package states as its time limit.
pub(super) struct Stated {
    /// Seconds, as the strongest source has it.
    pub(super) time: Option<f64>,
    /// Where one is stated, the strongest first.
    pub(super) sources: Vec<TimePlace>,
}

/// The time limit in seconds: that of `problem.yaml`, of the ini, or of `.timelimit`, in this order.
/// Where `.timelimit` is another one than the others come to, DOMjudge refuses the package.
pub(super) fn time_limit(
    folder: &Folder,
    ini: &Ini,
    yaml: Option<(f64, Origin)>,
    complaints: &mut Complaints,
) -> Stated {
    let of_ini = ini.get("timelimit").and_then(|Found { value, origin }| {
        let time = seconds(value);
        if time.is_none() {
            complaints.at(
                origin,
                format!(
                    "`timelimit`: expected seconds from 0.001 to 3600, found {}",
                    quoted(value)
                ),
            );
        }
        time
    });
    let path = folder.real.join(TIME_LIMIT);
    let bytes = bytes(folder, &path, complaints);
    let alone = bytes.and_then(|bytes| {
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        let time = seconds(&text);
        if time.is_none() {
            let wrong = format!("expected seconds from 0.001 to 3600, found {}", quoted(&text));
            complaints.about(folder.shown(&path), wrong);
        }
        time
    });
    let of_yaml = yaml.map(|(time, _)| time);
    let strongest = of_yaml.or(of_ini).or(alone);
    if let (Some(alone), Some(strongest)) = (alone, strongest)
        && (alone - strongest).abs() > SAME
    {
        let words =
            format!("says {alone} s, but the package's time limit is {strongest} s elsewhere");
        complaints.warn_about(folder.shown(&path), words);
    }
    let sources = [(TimePlace::Yaml, of_yaml), (TimePlace::Ini, of_ini), (TimePlace::Alone, alone)];
    let sources = sources.into_iter().filter(|(_, time)| time.is_some());
    Stated { time: strongest, sources: sources.map(|(place, _)| place).collect() }
}

fn seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|time: &f64| (0.001..=3600.0).contains(time))
}
