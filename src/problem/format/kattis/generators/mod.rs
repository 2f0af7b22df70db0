//! `generators/generators.yaml`, in which BAPCtools finds how the cases of a package are made. The formats
//! themselves do not know it: whatever is odd in it is a warning, and the case in question is not made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use self::config::Config;
use self::count::Count;
use super::super::sheet::{Sheet, passed_over, quoted};
use super::cases::{GENERATORS, GROUP_FILES, JUDGED};
use crate::problem::complaint::Complaints;
use crate::problem::folder::Folder;
use crate::problem::group::is_within;
use crate::problem::layout::Layout;
use crate::problem::{GeneratorRule, Listing, names};
use crate::yaml::{self, Entry, Node, Value};

mod case;
mod command;
mod config;
mod count;

/// The file's folder, to which names of programs and copies are relative.
const FOLDER: &str = "generators";

/// Keys that say how a case is made.
const MAKERS: [&str; 4] = ["copy", "generate", "count", "match"];

/// Endings of files whose texts may stand in a case, and nowhere but in one.
const TEXTS: [&str; 8] =
    ["in", "ans", "out", "yaml", "in.statement", "ans.statement", "in.download", "ans.download"];

/// Keys of groups.
const OF_GROUPS: [&str; 7] =
    ["data", "include", "test_group.yaml", "testdata.yaml", "solution", "random_salt", "retries"];

/// Most cases that are listed, links to others among them.
const MOST_CASES: usize = 100_000;

/// Bytes that the commands and texts of all cases may have: a count repeats them.
const MOST_BYTES: usize = 8 << 20;

/// What is listed.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) generator_rules: Vec<GeneratorRule>,
    pub(super) listing: Listing,
}

impl Made {
    /// Whether it lists a case in this group.
    pub(super) fn lists_in(&self, group: &str) -> bool {
        let made = self
            .generator_rules
            .iter()
            .flat_map(|generator_rule| &generator_rule.cases)
            .map(|case| &case.name);
        made.chain(self.listing.links.keys()).any(|name| is_within(name, group))
    }
}

/// Reads the file, where there is one.
pub(super) fn read(
    folder: &Folder,
    layout: &Layout,
    constants: &[(String, String)],
    complaints: &mut Complaints,
) -> Made {
    let path = folder.real.join(GENERATORS);
    if std::fs::symlink_metadata(&path).is_err() {
        return Made::default();
    }
    let mut wrong = Complaints::default();
    let sheet = Sheet::read(folder, &path, &mut wrong);
    complaints.take_lightly(wrong);
    let Some(sheet) = sheet else { return Made::default() };
    let mut reader = Reader {
        folder,
        layout,
        sheet: &sheet,
        constants,
        complaints,
        programs: BTreeMap::new(),
        told: BTreeSet::new(),
        width: numbered(sheet.node()).to_string().len(),
        last: 0,
        keys: BTreeMap::new(),
        cases: BTreeMap::new(),
        bytes: 0,
        made: Made::default(),
    };
    reader.root();
    reader.made
}

/// A generator of several files: the one that is started, and those that come along.
type Program = (PathBuf, Vec<PathBuf>);

struct Reader<'a> {
    folder: &'a Folder,
    layout: &'a Layout,
    sheet: &'a Sheet,
    constants: &'a [(String, String)],
    complaints: &'a mut Complaints,
    /// Generators of several files, by name.
    programs: BTreeMap<String, Program>,
    /// Keys that were warned of: once each, as most stand in many places.
    told: BTreeSet<String>,
    /// Digits of the numbers of cases.
    width: usize,
    /// The number of the last case of a list, in any group.
    last: usize,
    /// The cases and groups that have a key, by their names.
    keys: BTreeMap<String, Vec<String>>,
    /// All cases, each with the one that it is: itself, or another one by a link.
    cases: BTreeMap<String, String>,
    /// Bytes of the commands and texts so far.
    bytes: usize,
    made: Made,
}

impl Reader<'_> {
    fn warn(&mut self, node: &Node, words: impl Into<String>) {
        self.complaints.warn_at(&self.sheet.origin(node), words);
    }

    /// Warns of a case that is not made.
    fn unmade(&mut self, node: &Node, words: impl Into<String>) {
        self.made.listing.unmade += 1;
        self.warn(node, words);
    }

    /// Warns of a key the first time that it is met.
    fn warn_once(&mut self, entry: &Entry, words: impl Into<String>) {
        if self.told.insert(entry.key.clone()) {
            self.complaints.warn_at(&self.sheet.origin_of_key(entry), words);
        }
    }

    fn root(&mut self) {
        let root = self.sheet.node();
        self.read_programs(root.get("generators"));
        let config = self.config(root, &Config::default());
        self.settings(root, "");
        self.unknown_keys(root, &["generators", "version"]);
        let Some(data) = root.get("data").filter(|data| !data.is_null()) else { return };
        let Some(groups) = data.as_map() else {
            return self.unmade(data, "`data`: expected a map of groups; nothing is made");
        };
        // In this order numbers are given.
        for name in JUDGED {
            if let Some(entry) = groups.iter().find(|entry| entry.key == name) {
                self.entry(entry, name, &config);
            }
        }
        for entry in groups.iter().filter(|entry| !JUDGED.contains(&entry.key.as_str())) {
            let words =
                format!("{} is not made: cases lie in `sample` and `secret`", quoted(&entry.key));
            self.warn_once(entry, words);
        }
    }

    /// `generators`: names with lists of files.
    fn read_programs(&mut self, node: Option<&Node>) {
        let Some(node) = node.filter(|node| !node.is_null()) else { return };
        for Entry { key, value, .. } in node.as_map().unwrap_or_default() {
            let names = value.as_list().map(|items| items.iter().map(Node::as_text).collect());
            let Some(Some(names)) = names.map(|names: Option<Vec<&str>>| names) else {
                self.warn(value, format!("{}: expected a list of files", quoted(key)));
                continue;
            };
            match names.iter().map(|name| self.file(name)).collect::<Result<Vec<_>, _>>() {
                Err(wrong) => self.warn(value, format!("{}: {wrong}", quoted(key))),
                Ok(mut files) if !files.is_empty() => {
                    let first = files.remove(0);
                    self.programs.insert(key.clone(), (first, files));
                }
                Ok(_) => self.warn(value, format!("{}: expected a list of files", quoted(key))),
            }
        }
    }

    /// The file of this name in the folder of generators.
    fn file(&self, name: &str) -> Result<PathBuf, String> {
        let below = Path::new(FOLDER).join(name);
        let below = below.to_str().filter(|_| !name.starts_with('/'));
        let below = below.ok_or_else(|| format!("{} is not in `{FOLDER}`", quoted(name)))?;
        self.folder.inside(below).map_err(|wrong| wrong.to_string())
    }

    /// A case or a group of cases.
    fn entry(&mut self, Entry { key, value, .. }: &Entry, name: &str, config: &Config) {
        if is_case(value) {
            self.case(key, value, name, config);
        } else if value.as_map().is_some() {
            self.group(key, value, name, config);
        } else {
            self.unmade(value, format!("{}: expected a case or a group of cases", quoted(key)));
        }
    }

    fn group(&mut self, key: &str, node: &Node, name: &str, outer: &Config) {
        if !self.is_name(node, name) {
            return;
        }
        self.keys.entry(key.to_owned()).or_default().push(name.to_owned());
        let config = self.config(node, outer);
        self.settings(node, name);
        self.unknown_keys(node, &[]);
        // Before its own cases: a group does not include those.
        let included = self.included(node);
        match node.get("data").map(|data| (data, &data.value)) {
            Some((_, Value::Map(entries))) => {
                let mut entries: Vec<&Entry> = entries.iter().collect();
                entries.sort_by(|left, right| left.key.cmp(&right.key));
                for entry in entries {
                    self.entry(entry, &format!("{name}/{}", entry.key), &config);
                }
            }
            Some((_, Value::List(items))) => self.list(items, name, &config),
            Some((data, Value::Scalar(_))) if !data.is_null() => {
                self.unmade(data, "`data`: expected a map, or a list of maps of one key each");
            }
            _ => {}
        }
        for target in included {
            let own = target.rsplit('/').next().unwrap_or(&target);
            let link = format!("{name}/{own}");
            if self.cases.len() >= MOST_CASES {
                return self.unmade(node, format!("lists more than {MOST_CASES} cases"));
            }
            if self.cases.contains_key(&link) {
                let words = format!("`include`: there is another case `{own}` in this group");
                self.unmade(node, words);
            } else {
                self.cases.insert(link.clone(), target.clone());
                self.made.listing.links.insert(link, target);
            }
        }
    }

    /// A list of maps of one key each: the names get numbers, groups apart from cases.
    fn list(&mut self, items: &[Node], name: &str, config: &Config) {
        let single = |item: &Node| item.as_map().is_some_and(|entries| entries.len() == 1);
        let entries = items.iter().filter_map(Node::as_map).flatten();
        let groups = entries.filter(|entry| !is_case(&entry.value)).count();
        let width = groups.to_string().len();
        let mut group = 0;
        for item in items {
            let Some([entry]) = item.as_map().filter(|_| single(item)) else {
                self.unmade(item, "`data`: expected a map of one key in the list");
                continue;
            };
            let key = if entry.key == "~" { "" } else { entry.key.as_str() };
            let own = |number: &str| {
                if key.is_empty() { number.to_owned() } else { format!("{number}-{key}") }
            };
            if is_case(&entry.value) {
                // Numbers are given to each case of a count, as they are met.
                self.case(key, &entry.value, &format!("{name}/#"), config);
            } else {
                group += 1;
                self.entry(entry, &format!("{name}/{}", own(&format!("{group:0width$}"))), config);
            }
        }
    }

    /// The name of the next case of a list.
    fn next_number(&mut self, key: &str) -> String {
        self.last += 1;
        let (last, width) = (self.last, self.width);
        if key.is_empty() { format!("{last:0width$}") } else { format!("{last:0width$}-{key}") }
    }

    /// The file of settings that a group is to have.
    fn settings(&mut self, node: &Node, name: &str) {
        for file in GROUP_FILES {
            if let Some(settings) = node.get(file).filter(|settings| !settings.is_null()) {
                let path = if name.is_empty() { file.to_owned() } else { format!("{name}/{file}") };
                self.made.listing.settings.insert(path, yaml::write(settings));
            }
        }
    }

    fn unknown_keys(&mut self, node: &Node, more: &[&str]) {
        for entry in node.as_map().unwrap_or_default() {
            let name = entry.key.as_str();
            if !OF_GROUPS.contains(&name) && !more.contains(&name) {
                let known = OF_GROUPS.iter().chain(more).copied();
                self.warn_once(entry, passed_over("key", "", name, known));
            }
        }
    }

    /// The cases that a group takes from elsewhere.
    fn included(&mut self, node: &Node) -> BTreeSet<String> {
        let mut included = BTreeSet::new();
        let Some(list) = node.get("include").filter(|list| !list.is_null()) else {
            return included;
        };
        let Some(items) = list.as_list() else {
            self.warn(list, "`include`: expected a list of names");
            return included;
        };
        let mut seen = BTreeSet::new();
        for item in items {
            let key = item.as_text().unwrap_or_default();
            if self.cases.len() >= MOST_CASES || !seen.insert(key) {
                continue;
            }
            let named = self.keys.get(key).map(Vec::as_slice).unwrap_or_default();
            let [name] = named else {
                let words =
                    if named.is_empty() { "no case or group before" } else { "several cases" };
                self.warn(item, format!("`include`: {words} called {}", quoted(key)));
                continue;
            };
            // Names that begin alike stand together.
            let near = self.cases.range(name.clone()..);
            let near = near.take_while(|(case, _)| case.starts_with(name.as_str()));
            let inside = near.filter(|(case, _)| is_within(case, name));
            included.extend(inside.map(|(_, target)| target.clone()));
        }
        included
    }

    /// Whether a case or group may have this name.
    fn is_name(&mut self, node: &Node, name: &str) -> bool {
        let wrong = match names::check(name, self.layout) {
            Err(wrong) => Some(wrong),
            Ok(()) if !name.split('/').all(super::names::counts) => {
                Some(format!("{} is no name of a case or group", quoted(name)))
            }
            Ok(()) => None,
        };
        let is_good = wrong.is_none();
        if let Some(wrong) = wrong {
            self.warn(node, wrong);
        }
        is_good
    }
}

/// Whether an entry is a case: a command, or a map with a key that only cases have.
fn is_case(node: &Node) -> bool {
    match node.as_map() {
        Some(_) => has_key_of_case(node),
        None => node.as_text().is_some(),
    }
}

/// Whether a map has a key that only cases have.
fn has_key_of_case(node: &Node) -> bool {
    MAKERS.iter().chain(&TEXTS).any(|key| node.get(key).is_some())
}

/// How many cases get numbers: those in lists, wherever.
fn numbered(node: &Node) -> usize {
    let Some(data) = node.get("data") else { return 0 };
    let (is_list, items) = match &data.value {
        Value::List(items) => (true, items.as_slice()),
        Value::Map(_) => (false, std::slice::from_ref(data)),
        Value::Scalar(_) => return 0,
    };
    let of = |entry: &Entry| match is_case(&entry.value) {
        true if is_list => Count::read(&entry.value).map_or(1, |count| count.values.len()),
        true => 0,
        false => numbered(&entry.value),
    };
    items.iter().filter_map(Node::as_map).flatten().map(of).sum()
}
