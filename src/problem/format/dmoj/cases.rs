//! The cases and batches of a problem.
//!
//! How many there may be is bounded by what a file in YAML or an archive may hold.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::super::sheet::Sheet;
use super::files::Files;
use super::generator;
use super::keys::{self, AT_THE_TOP, KEYS, REFUSED};
use super::matched;
use super::programs::Programs;
use super::python::{NO_NUMBER, is_false, number};
use crate::problem::cases::FoundCase;
use crate::problem::complaint::Complaints;
use crate::problem::group::{Group, OnFailure, Scoring};
use crate::problem::{CaseSettings, GeneratorRule, Leaves, Maker};
use crate::score::Score;
use crate::yaml::{Node, Number};

/// What a case or batch may say of itself.
const OF_CASES: [&str; 8] = [
    "in",
    "out",
    "points",
    "batched",
    "dependencies",
    "generator",
    "generator_args",
    "output_prefix_length",
];

/// Most points of a batch or case.
const MOST_POINTS: f64 = 1e9;

/// What was found.
pub(super) struct Data {
    pub(super) cases: Vec<FoundCase>,
    pub(super) rules: Vec<GeneratorRule>,
    /// The names of all cases.
    pub(super) order: Vec<String>,
    pub(super) tree: Group,
}

/// Reads all cases. `gives_points` says whether a program decides, whose points are those of the case.
pub(super) fn read(
    files: &mut Files<'_>,
    sheet: &Sheet,
    gives_points: bool,
    programs: &mut Programs,
    complaints: &mut Complaints,
) -> Data {
    let mut reader = Reader {
        files,
        sheet,
        gives_points,
        cases: Vec::new(),
        rules: Vec::new(),
        order: Vec::new(),
        groups: Vec::new(),
        batches: Vec::new(),
        pretests: 0,
        programs,
        complaints,
    };
    for (key, is_pretest) in [("pretest_test_cases", true), ("test_cases", false)] {
        let listed = sheet.get(key).and_then(Node::as_list).map(<[_]>::to_vec);
        // An empty list is as good as none.
        let items = match listed.filter(|items| !items.is_empty()) {
            Some(items) => items,
            None if is_pretest => {
                if sheet.get(key).is_some() {
                    sheet.complain(key, "expected a list of cases", reader.complaints);
                }
                continue;
            }
            None => reader.matched(key),
        };
        for item in &items {
            reader.element(item, is_pretest);
        }
        if is_pretest {
            reader.pretests = reader.batches.len();
        }
    }
    let Reader { cases, rules, order, groups, .. } = reader;
    Data { cases, rules, order, tree: Group { groups, ..Group::root(Scoring::Sum) } }
}

struct Reader<'a, 'f> {
    files: &'a mut Files<'f>,
    sheet: &'a Sheet,
    gives_points: bool,
    cases: Vec<FoundCase>,
    rules: Vec<GeneratorRule>,
    /// The names of the cases so far.
    order: Vec<String>,
    groups: Vec<Group>,
    /// The names of the batches so far, of those that have cases: others depend on them by their numbers.
    batches: Vec<Option<String>>,
    /// How many of them are pretests, once these are read.
    pretests: usize,
    programs: &'a mut Programs,
    complaints: &'a mut Complaints,
}

impl Reader<'_, '_> {
    /// The cases that are found by the names of files in the archive.
    fn matched(&mut self, key: &str) -> Vec<Node> {
        match self.files.packed() {
            Some(names) => matched::read(self.sheet, key, names, self.complaints),
            None if self.files.is_archive_lost() => Vec::new(),
            None => {
                let words = "expected a list of cases, or an archive in which they are found by their names";
                self.sheet.complain(key, words, self.complaints);
                Vec::new()
            }
        }
    }

    /// A batch, or a case alone.
    fn element(&mut self, node: &Node, is_pretest: bool) {
        let origin = self.sheet.origin(node);
        if node.as_map().is_none() {
            self.complaints.at(&origin, "expected a map of keys, such as `{in: 1.in, out: 1.out}`");
            return;
        }
        self.look_at_keys(node);
        let batch = node.get("batched");
        if batch.is_none() {
            self.look_at_dependencies(node);
        }
        let of_cases = batch.and_then(Node::as_list).and_then(|items| self.points_in(node, items));
        // Batches of pretests keep their points.
        let is_free = is_pretest && batch.is_none();
        let points = self.points(of_cases.unwrap_or(node), is_free);
        let name = match batch {
            Some(_) => format!("batch {}", self.batches.len() + 1),
            None => format!("case {}", self.order.len() + 1),
        };
        if let Some(batch) = batch.filter(|batch| batch.as_list().is_some_and(<[_]>::is_empty)) {
            // It is counted.
            self.batches.push(None);
            let words =
                "`batched`: no cases: the batch is passed over, and no other may depend on it";
            self.complaints.warn_at(&self.sheet.origin(batch), words);
            return;
        }
        let mut needs = Vec::new();
        let first = self.order.len();
        match batch.map(|batch| (batch, batch.as_list())) {
            None => self.case(node, None, &name),
            Some((_, Some(items))) => {
                for item in items {
                    if item.as_map().is_none() {
                        let words =
                            "`batched`: expected a map of keys, such as `{in: 1.in, out: 1.out}`";
                        self.complaints.at(&self.sheet.origin(item), words);
                        continue;
                    }
                    self.look_at_keys(item);
                    self.look_at_dependencies(item);
                    if item.get("batched").is_some() {
                        let words = "`batched`: a batch within a batch";
                        self.complaints.at(&self.sheet.origin(item), words);
                    }
                    self.case(item, Some(node), &name);
                }
                needs = self.needs(node);
                self.batches.push(Some(name.clone()));
            }
            Some((batch, None)) => {
                let words = "`batched`: expected a list of cases";
                self.complaints.at(&self.sheet.origin(batch), words);
            }
        }
        let on_failure = if points == Score::zero() { OnFailure::End } else { OnFailure::Break };
        let own = self.order[first..].iter().map(|name| (name.clone(), points.clone()));
        let full_by_case: BTreeMap<_, _> =
            if self.gives_points { own.collect() } else { BTreeMap::new() };
        self.groups.push(Group {
            name,
            worth: Some(points),
            full_by_case,
            on_failure,
            needs,
            part_is_enough: true,
            ..Group::root(Scoring::Min)
        });
    }

    /// Keys that would change how the case is judged.
    fn look_at_keys(&mut self, node: &Node) {
        for entry in node.as_map().unwrap_or_default() {
            let key = entry.key.replace('-', "_");
            let decides_nothing = AT_THE_TOP.contains(&key.as_str())
                || ["generator_in", "symlinks"].contains(&key.as_str()) && is_false(&entry.value);
            if OF_CASES.contains(&key.as_str()) || decides_nothing {
                continue;
            }
            let origin = self.sheet.origin_of_key(entry);
            let words = match REFUSED.iter().find(|(known, _)| *known == key) {
                Some((_, words)) => format!("`{key}`: {words}"),
                None if key.ends_with('+') => keys::code(&key),
                None if KEYS.contains(&key.as_str()) => {
                    format!("`{key}`: read for all cases together, and not for one")
                }
                None => {
                    let words = super::super::sheet::passed_over("key", "", &key, OF_CASES);
                    self.complaints.warn_at(&origin, words);
                    continue;
                }
            };
            self.complaints.at(&origin, words);
        }
    }

    /// What a case says as only batches can.
    fn look_at_dependencies(&mut self, case: &Node) {
        if let Some(node) = case.get("dependencies").filter(|node| !is_false(node)) {
            let words = "`dependencies`: passed over: only batches depend on others";
            self.complaints.warn_at(&self.sheet.origin(node), words);
        }
    }

    /// The points of a batch or case: its own, else those of all, else one.
    fn points(&mut self, node: &Node, is_free: bool) -> Score {
        let stated = node.get("points").or_else(|| self.sheet.node().get("points"));
        let Some(stated) = stated.filter(|_| !is_free) else {
            return if is_free { Score::zero() } else { Score::one() };
        };
        let read = number(stated).map(Number::as_f64);
        let number = read.filter(|number| (0.0..=MOST_POINTS).contains(number));
        if number.is_none() {
            let words = if stated.as_number().is_some() && read.is_none() {
                format!("`points`: {NO_NUMBER}")
            } else {
                "`points`: expected a number of points, 0 or more".to_owned()
            };
            self.complaints.at(&self.sheet.origin(stated), words);
        }
        Score::decimal(number.unwrap_or_default())
    }

    /// The case of a batch whose points are those of the batch, where its cases say some: DMOJ takes the least that
    /// one of them gives.
    fn points_in<'n>(&mut self, batch: &Node, items: &'n [Node]) -> Option<&'n Node> {
        let stated = |item: &&Node| item.get("points").is_some();
        let first = items.iter().find(stated)?;
        let usual = batch.get("points").or_else(|| self.sheet.node().get("points"));
        let usual = usual.map_or(Some(1.0), |node| number(node).map(Number::as_f64));
        let points = |item: &Node| match item.get("points") {
            Some(own) => number(own).map(Number::as_f64),
            None => usual,
        };
        let differs = |item: &&Node| points(item) != points(first);
        if let Some(other) = items.iter().find(differs) {
            let words = "`points`: expected the same points for all cases of a batch: DMOJ gives the least of \
                         them, out of the most";
            self.complaints.at(&self.sheet.origin(other), words);
        }
        Some(first)
    }

    /// The batches that one depends on. Numbers count the batches of pretests first, and yet those behind them may
    /// only be as great as if there were none.
    fn needs(&mut self, node: &Node) -> Vec<String> {
        let Some(listed) = node.get("dependencies") else { return Vec::new() };
        let before = self.batches.len() - self.pretests;
        let batch = |item: &Node| {
            let whole = match number(item)? {
                Number::Integer(number) => usize::try_from(number).ok()?,
                // `1.0` is as good as `1`.
                Number::Float(number) => number.to_string().parse().ok()?,
            };
            self.batches[..before].get(whole.checked_sub(1)?)?.clone()
        };
        let needs: Option<Vec<String>> =
            listed.as_list().and_then(|items| items.iter().map(batch).collect());
        if needs.is_none() {
            let pretests = match self.pretests {
                0 => String::new(),
                pretests => format!(" besides {pretests} of pretests, which are counted first"),
            };
            let with_cases =
                if self.batches[..before].contains(&None) { " with cases" } else { "" };
            let count = self.batches[..before].iter().flatten().count();
            let words = format!(
                "`dependencies`: expected a list of numbers of earlier batches{with_cases}, of which there are {count}{pretests}"
            );
            self.complaints.at(&self.sheet.origin(listed), words);
        }
        needs.unwrap_or_default()
    }

    /// A case of a batch, or a case alone.
    fn case(&mut self, node: &Node, batch: Option<&Node>, group: &str) {
        // By what it is called in verdicts of the site: its number.
        let name = (self.order.len() + 1).to_string();
        let settings = CaseSettings { group: Some(group.to_owned()), ..CaseSettings::default() };
        let stated = |key: &str| stated(self.sheet, node, batch, key);
        let has = |key: &str| stated(key).is_some();
        let generator = stated("generator").filter(|_| !has("in") || !has("out"));
        if has("generator") && has("in") && has("generator_args") {
            let words = "`generator_args`: DMOJ fails where a case has both these and `in`: its input would be \
                         ambiguous";
            self.complaints.at(&self.sheet.origin(node), words);
            return;
        }
        if let Some(named) = generator {
            if has("in") {
                let words = "`generator`: DMOJ has it answer a case with `in` and no `out`: this is not done";
                self.complaints.at(&self.sheet.origin(node), words);
                return;
            }
            let called = (named, stated("generator_args"));
            let has_answer = has("out");
            let folder = self.files.folder();
            let made = generator::read(folder, self.sheet, called, self.programs, self.complaints);
            let Some(generator) = made else { return };
            let answer = if has_answer { self.file(node, batch, "out") } else { None };
            let mut rule = GeneratorRule::one(Maker::Program(generator), name.clone(), settings);
            if let (Some(_), Maker::Program(generator)) = (&answer, &mut rule.maker) {
                generator.leaves = Leaves::Nothing;
            }
            self.rules.push(rule.answered(answer));
            self.order.push(name);
            return;
        }
        let (input, answer) = (self.file(node, batch, "in"), self.file(node, batch, "out"));
        let (Some(input), Some(answer)) = (input, answer) else { return };
        let settings = CaseSettings { lacks_answer: !has("out"), ..settings };
        let met = input.clone();
        self.order.push(name.clone());
        self.cases.push(FoundCase { name, met, input, answer: Some(answer), settings });
    }

    /// A file of a case, or an empty one where none is named.
    fn file(&mut self, node: &Node, batch: Option<&Node>, key: &str) -> Option<PathBuf> {
        self.files.of_case(key, stated(self.sheet, node, batch, key), self.complaints)
    }
}

/// What a case, its batch or the file says by a key, the first of them that has it.
fn stated<'a>(
    sheet: &'a Sheet,
    case: &'a Node,
    batch: Option<&'a Node>,
    key: &str,
) -> Option<&'a Node> {
    let of = |node: &'a Node| node.get(key).or_else(|| node.get(&key.replace('_', "-")));
    let found = of(case).or_else(|| of(batch?)).or_else(|| sheet.get(key));
    found.filter(|node| !is_false(node))
}
