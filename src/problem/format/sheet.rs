//! A YAML file of a package: its keys, each with its place, and complaints of what cannot be as it is
//! written.

use std::path::Path;
use std::rc::Rc;

use jury_checkers::Place;

use crate::nearest::{nearest, unknown};
use crate::problem::complaint::{Complaints, Origin, Wrong};
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::regular;
use crate::yaml::{self, Entry, Node, Number, Value};

/// Largest YAML file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Bytes of units of sizes.
pub(super) const KIBIBYTE: f64 = 1024.0;
pub(super) const MEBIBYTE: f64 = 1_048_576.0;

/// A map in a YAML file.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    file: Rc<Path>,
    /// What stands before the keys in messages: `limits.`.
    prefix: String,
    node: Node,
}

impl Sheet {
    /// The file of this path below the package; `None` where there is none, or where nothing could be
    /// made of it, which was complained of.
    pub(super) fn read(folder: &Folder, path: &Path, complaints: &mut Complaints) -> Option<Self> {
        let bytes = bytes(folder, path, complaints)?;
        Self::of_bytes(folder.shown(path).into(), &bytes, complaints)
    }

    fn of_bytes(file: Rc<Path>, bytes: &[u8], complaints: &mut Complaints) -> Option<Self> {
        let at = |place| Origin { file: Rc::clone(&file), place: Some(place) };
        let document = yaml::parse(bytes)
            .map_err(|error| complaints.at(&at(error.place), error.to_string()))
            .ok()?;
        for oddity in &document.oddities {
            complaints.warn_at(&at(oddity.place), oddity.to_string());
        }
        let sheet = Self { file, prefix: String::new(), node: document.root };
        if sheet.node.as_map().is_none() {
            complaints.at(&sheet.origin(&sheet.node), "expected a map of keys");
            return None;
        }
        Some(sheet)
    }

    /// The same of a text that is no file yet.
    pub(super) fn of_text(text: &str, complaints: &mut Complaints) -> Option<Self> {
        Self::of_bytes(Path::new("").into(), text.as_bytes(), complaints)
    }

    /// One that says nothing, in place of a file that is not there.
    pub(super) fn empty(file: &Path) -> Self {
        let node = Node { place: Place { line: 1, column: 1 }, value: Value::Map(Vec::new()) };
        Self { file: file.into(), prefix: String::new(), node }
    }

    /// The map itself.
    pub(super) fn node(&self) -> &Node {
        &self.node
    }

    /// The same with other names of the keys.
    pub(super) fn with_keys(&self, name: &dyn Fn(&str) -> String) -> Self {
        let mut entries = self.entries().to_vec();
        for entry in &mut entries {
            entry.key = name(&entry.key);
        }
        let node = Node { place: self.node.place, value: Value::Map(entries) };
        Self { node, ..self.clone() }
    }

    /// The same with these of its entries.
    pub(super) fn only_entries(&self, is_kept: &dyn Fn(&Entry) -> bool) -> Self {
        let entries = self.entries().iter().filter(|entry| is_kept(entry)).cloned().collect();
        let node = Node { place: self.node.place, value: Value::Map(entries) };
        Self { node, ..self.clone() }
    }

    /// Where something in this file is written.
    pub(super) fn origin(&self, node: &Node) -> Origin {
        Origin { file: Rc::clone(&self.file), place: Some(node.place) }
    }

    /// The keys, in the order written.
    pub(super) fn entries(&self) -> &[Entry] {
        self.node.as_map().unwrap_or_default()
    }

    /// Where a key is written.
    pub(super) fn origin_of_key(&self, entry: &Entry) -> Origin {
        Origin { file: Rc::clone(&self.file), place: Some(entry.place) }
    }

    /// The value of a key that says something.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        self.node.get(key).filter(|node| !node.is_null())
    }

    /// Where the key stands, or where the map begins.
    pub(super) fn origin_of(&self, key: &str) -> Origin {
        self.origin(self.node.get(key).unwrap_or(&self.node))
    }

    /// Complains of a value: `key` and what is wrong.
    pub(super) fn complain(
        &self,
        key: &str,
        wrong: impl std::fmt::Display,
        complaints: &mut Complaints,
    ) {
        complaints.at(&self.origin_of(key), format!("`{}{key}`: {wrong}", self.prefix));
    }

    /// Warns of a value.
    pub(super) fn warn(
        &self,
        key: &str,
        words: impl std::fmt::Display,
        complaints: &mut Complaints,
    ) {
        complaints.warn_at(&self.origin_of(key), format!("`{}{key}`: {words}", self.prefix));
    }

    /// Remarks on a value, or on a key that is not there.
    pub(super) fn remark(
        &self,
        key: &str,
        words: impl std::fmt::Display,
        complaints: &mut Complaints,
    ) {
        complaints.remark_at(&self.origin_of(key), format!("`{}{key}`: {words}", self.prefix));
    }

    /// Warns of keys that are not among these, and names the nearest.
    pub(super) fn only(&self, known: &[&str], complaints: &mut Complaints) {
        self.only_or(known, &[], complaints);
    }

    /// The same, with words on what stands in place of keys of another version.
    pub(super) fn only_or(
        &self,
        known: &[&str],
        renamed: &[(&str, &str)],
        complaints: &mut Complaints,
    ) {
        for entry in self.entries() {
            let name = entry.key.as_str();
            if known.contains(&name) {
                continue;
            }
            let words = match renamed.iter().find(|(old, _)| *old == name) {
                Some((_, new)) => {
                    let name = quoted(&format!("{}{name}", self.prefix));
                    format!("key {name} of `legacy` is passed over: in this version, {new}")
                }
                None => passed_over("key", &self.prefix, name, known.iter().copied()),
            };
            complaints.warn_at(&self.origin_of_key(entry), words);
        }
    }

    /// The text of a scalar as written, whatever type YAML gives it.
    pub(super) fn text(&self, key: &str, complaints: &mut Complaints) -> Option<Found<String>> {
        let node = self.get(key)?;
        let text = node.as_text();
        if text.is_none() {
            let found = node.value.kind();
            self.complain(key, format!("expected a string, found {found}"), complaints);
        }
        Some(Found { value: text?.to_owned(), origin: self.origin(node) })
    }

    /// A text that is one of these words; another is complained of.
    pub(super) fn word<T: Copy>(
        &self,
        key: &str,
        known: &[(&str, T)],
        complaints: &mut Complaints,
    ) -> Option<T> {
        let Found { value, .. } = self.text(key, complaints)?;
        self.meaning(key, &value, known, complaints)
    }

    /// What this text under a key means, if it is one of these words; another is complained of.
    pub(super) fn meaning<T: Copy>(
        &self,
        key: &str,
        text: &str,
        known: &[(&str, T)],
        complaints: &mut Complaints,
    ) -> Option<T> {
        let found = known.iter().find(|(word, _)| *word == text).map(|&(_, meant)| meant);
        if found.is_none() {
            let words = unknown("word", text, known.iter().map(|(word, _)| *word));
            self.complain(key, words, complaints);
        }
        found
    }

    /// A yes or no.
    pub(super) fn truth(&self, key: &str, complaints: &mut Complaints) -> Option<bool> {
        let found = self.get(key)?.as_bool();
        if found.is_none() {
            self.complain(key, "expected `true` or `false`", complaints);
        }
        found
    }

    /// A text split at white space.
    pub(super) fn words(
        &self,
        key: &str,
        complaints: &mut Complaints,
    ) -> Option<Found<Vec<String>>> {
        let Found { value, origin } = self.text(key, complaints)?;
        Some(Found { value: value.split_whitespace().map(str::to_owned).collect(), origin })
    }

    /// A list of texts; a text alone is complained of.
    pub(super) fn list(
        &self,
        key: &str,
        complaints: &mut Complaints,
    ) -> Option<Found<Vec<String>>> {
        let node = self.get(key)?;
        let is_string = |item: &&Node| item.as_text().is_some() && !item.is_null();
        let wrong = match node.as_list() {
            None => {
                Some((node, node.as_text().map_or_else(|| node.value.kind().to_owned(), alone)))
            }
            Some(items) => items.iter().find(|item| !is_string(item)).map(|item| {
                let inner = if item.is_null() { "nothing" } else { item.value.kind() };
                (item, format!("{inner} in the list"))
            }),
        };
        if let Some((at, found)) = wrong {
            let wrong = format!("expected a list of strings such as `[one, two]`, found {found}");
            complaints.at(&self.origin(at), format!("`{}{key}`: {wrong}", self.prefix));
            return None;
        }
        let strings = node.as_list()?.iter().filter_map(|item| item.as_text().map(str::to_owned));
        Some(Found { value: strings.collect(), origin: self.origin(node) })
    }

    /// A number within bounds.
    pub(super) fn number(
        &self,
        key: &str,
        what: &str,
        bounds: std::ops::RangeInclusive<f64>,
        complaints: &mut Complaints,
    ) -> Option<f64> {
        let node = self.get(key)?;
        let number = node.as_number().map(Number::as_f64).filter(|number| bounds.contains(number));
        if number.is_none() {
            let found = node.as_text().map_or_else(|| node.value.kind().to_owned(), quoted);
            let (least, most) = (bounds.start(), bounds.end());
            self.complain(
                key,
                format!("expected {what} from {least} to {most}, found {found}"),
                complaints,
            );
        }
        number
    }

    /// A size within bounds, in bytes; a unit of the file, called so, has so many.
    pub(super) fn size(
        &self,
        key: &str,
        (unit, bytes): (&str, f64),
        bounds: std::ops::RangeInclusive<f64>,
        complaints: &mut Complaints,
    ) -> Option<u64> {
        let number = self.number(key, unit, bounds, complaints)?;
        // What is not in the range of the type becomes the nearest that is.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "such casts saturate"
        )]
        Some((number * bytes) as u64)
    }

    /// The map that is a key's value.
    pub(super) fn section(&self, key: &str, complaints: &mut Complaints) -> Option<Self> {
        let node = self.get(key)?;
        if !matches!(node.value, Value::Map(_)) {
            let found = node.as_text().map_or_else(|| node.value.kind().to_owned(), quoted);
            self.complain(key, format!("expected a map of keys, found {found}"), complaints);
            return None;
        }
        let prefix = format!("{}{key}.", self.prefix);
        Some(Self { file: Rc::clone(&self.file), prefix, node: node.clone() })
    }

    /// The maps that a key's list has.
    pub(super) fn sections(&self, key: &str, complaints: &mut Complaints) -> Vec<Self> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let Some(items) = node.as_list() else {
            let found = node.value.kind();
            self.complain(key, format!("expected a list, found {found}"), complaints);
            return Vec::new();
        };
        let mut sections = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let prefix = format!("{}{key}[{index}].", self.prefix);
            if item.as_map().is_some() {
                sections.push(Self { file: Rc::clone(&self.file), prefix, node: item.clone() });
                continue;
            }
            let wrong = format!(
                "`{}{key}`: expected maps of keys, found {}",
                self.prefix,
                item.value.kind()
            );
            complaints.at(&self.origin(item), wrong);
        }
        sections
    }

    /// Complains of keys that are not among these, and names the nearest.
    pub(super) fn expect_only(&self, known: &[&str], complaints: &mut Complaints) {
        for entry in self.entries() {
            if !known.contains(&entry.key.as_str()) {
                let words = unknown("key", &entry.key, known.iter().copied());
                complaints.at(&self.origin_of_key(entry), words);
            }
        }
    }
}

/// Words on a string that stands where a list should, with the list that is meant where that is plain.
fn alone(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " ._-+=/".contains(c);
    if text.trim().is_empty() || text.len() > SHOWN || !text.chars().all(is_plain) {
        return "a string".to_owned();
    }
    let items: Vec<&str> = text.split_whitespace().collect();
    format!("a string: write `[{}]`", items.join(", "))
}

/// Most characters of foreign text that a message shows.
const SHOWN: usize = 40;

/// Foreign text for a message: in backquotes, with escapes, cut short.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", text[..end].escape_debug()),
        None => format!("`{}`", text.escape_debug()),
    }
}

/// Words for a name that nobody knows and that is passed over, with the nearest known one.
pub(super) fn passed_over<'a>(
    what: &str,
    prefix: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    let near = nearest(name, known);
    let near = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
    format!("unknown {what} {} is passed over{near}", quoted(&format!("{prefix}{name}")))
}

/// The bytes of a file of the package; `None` where there is none, or where it cannot be read, which
/// was complained of.
pub(super) fn bytes(folder: &Folder, path: &Path, complaints: &mut Complaints) -> Option<Vec<u8>> {
    if std::fs::symlink_metadata(path).is_err() {
        return None;
    }
    let read = folder.readable(path, LARGEST).and_then(|real| {
        regular::read(&real, LARGEST).map_err(|error| Wrong::unreadable("cannot read", &error))
    });
    read.map_err(|wrong| complaints.about(folder.shown(path), wrong)).ok()
}

/// The text of a file of the package, without a byte order mark; `None` as for [`bytes`], and where it is not UTF-8, which was
/// complained of.
pub(super) fn text(folder: &Folder, path: &Path, complaints: &mut Complaints) -> Option<String> {
    let text = String::from_utf8(bytes(folder, path, complaints)?);
    let text = text.map_err(|_| complaints.about(folder.shown(path), "expected UTF-8")).ok()?;
    Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
