//! Builds the tree of a document from its events.

use std::collections::HashMap;
use std::mem;

use jury_checkers::Place;

use super::error::{BadYaml, Fault};
use super::node::{Entry, Node, Scalar, Value};
use super::source::{DEEPEST, Event, MOST_NODES, What, events};

/// Most bytes of a file.
pub const LARGEST_FILE: u64 = 1 << 20;

/// Most bytes of text in a tree: aliases repeat texts.
const MOST_TEXT: usize = 16 << 20;

/// The key whose value is merged into its map.
const MERGE: &str = "<<";

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What it holds.
    pub root: Node,
    /// What is wrong in it and yet has one meaning: a byte-order mark, keys that stand twice, of
    /// which the last counts, as for PyYAML, and a second `<<` in a map.
    pub oddities: Vec<BadYaml>,
}

/// Reads a file of one document. One that holds nothing, or only comments or `null`, is an empty map.
///
/// # Errors
/// The first thing in it that cannot be read.
pub fn parse(bytes: &[u8]) -> Result<Document, BadYaml> {
    let start = Place { line: 1, column: 1 };
    let found = bytes.len() as u64;
    if found > LARGEST_FILE {
        let fault = Fault::TooLarge { most: LARGEST_FILE, found };
        return Err(BadYaml { place: start, fault });
    }
    let mut oddities = Vec::new();
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).map_or(bytes, |rest| {
        oddities.push(BadYaml { place: start, fault: Fault::ByteOrderMark });
        rest
    });
    let events = events(bytes)?;
    let mut reader =
        Reader { events: &events, next: 0, open: Vec::new(), nodes: 0, text: 0, oddities };
    let root = reader.node()?.filter(|root| !root.is_null());
    let root = root.unwrap_or(Node { place: start, value: Value::Map(Vec::new()) });
    Ok(Document { root, oddities: reader.oddities })
}

/// Goes through events.
struct Reader<'events> {
    events: &'events [Event<'events>],
    /// The event to read next.
    next: usize,
    /// The events of the lists and maps that are being read.
    open: Vec<usize>,
    /// Nodes so far.
    nodes: usize,
    /// Bytes of text so far.
    text: usize,
    /// What was odd so far.
    oddities: Vec<BadYaml>,
}

impl Reader<'_> {
    /// The node that begins at the next event; `None` at the end of a list, a map or the document.
    fn node(&mut self) -> Result<Option<Node>, BadYaml> {
        let index = self.next;
        let Some(Event { place, what }) = self.events.get(index) else { return Ok(None) };
        self.next += 1;
        let value = match what {
            What::End => return Ok(None),
            What::Alias(target) => return self.repeated(*target, *place),
            What::Scalar { text, plain } => {
                self.text += text.len();
                Value::Scalar(Scalar { text: text.clone().into_owned(), plain: *plain })
            }
            What::List => Value::List(self.inside(index, Self::items)?),
            What::Map => Value::Map(self.inside(index, Self::entries)?),
        };
        self.nodes += 1;
        let fault = if self.nodes > MOST_NODES {
            Fault::TooManyNodes(MOST_NODES)
        } else if self.text > MOST_TEXT {
            Fault::TooMuchText(MOST_TEXT)
        } else {
            return Ok(Some(Node { place: *place, value }));
        };
        Err(BadYaml { place: *place, fault })
    }

    /// What an alias stands for.
    fn repeated(&mut self, target: usize, place: Place) -> Result<Option<Node>, BadYaml> {
        if self.open.contains(&target) {
            return Err(BadYaml { place, fault: Fault::AliasInItself });
        }
        let after = mem::replace(&mut self.next, target);
        let node = self.node();
        self.next = after;
        node
    }

    /// What is inside of the list or map that begins at this event.
    fn inside<T>(
        &mut self,
        index: usize,
        read: impl FnOnce(&mut Self) -> Result<T, BadYaml>,
    ) -> Result<T, BadYaml> {
        if self.open.len() == DEEPEST {
            let place = self.events[index].place;
            return Err(BadYaml { place, fault: Fault::TooDeep(DEEPEST) });
        }
        self.open.push(index);
        let read = read(self);
        self.open.pop();
        read
    }

    fn items(&mut self) -> Result<Vec<Node>, BadYaml> {
        std::iter::from_fn(|| self.node().transpose()).collect()
    }

    fn entries(&mut self) -> Result<Vec<Entry>, BadYaml> {
        let (mut entries, mut merged) = (Vec::new(), Vec::new());
        let mut lines = HashMap::new();
        let mut merge_line = None;
        while let Some(Node { place, value: key }) = self.node()? {
            let Some(value) = self.node()? else { break };
            let error = |fault| BadYaml { place, fault };
            let Value::Scalar(Scalar { text: key, plain }) = key else {
                return Err(error(Fault::Key(key.kind())));
            };
            if plain && key == MERGE {
                if let Some(first) = merge_line.replace(place.line) {
                    self.oddities.push(error(Fault::SecondMerge { first }));
                }
                // What a later one names counts before that of an earlier one, as for PyYAML.
                merged = [mergeable(value)?, merged].concat();
                continue;
            }
            if let Some(first) = lines.insert(key.clone(), place.line) {
                entries.retain(|entry: &Entry| entry.key != key);
                self.oddities.push(error(Fault::DuplicateKey { key: key.clone(), first }));
            }
            entries.push(Entry { place, key, value });
        }
        for entry in merged {
            // What stands in the map itself, or was merged before, counts.
            if lines.insert(entry.key.clone(), entry.place.line).is_none() {
                entries.push(entry);
            }
        }
        Ok(entries)
    }
}

/// The entries that a merge key names: those of a map, or of each map of a list.
fn mergeable(named: Node) -> Result<Vec<Entry>, BadYaml> {
    let maps = match named.value {
        Value::List(maps) => maps,
        value => vec![Node { place: named.place, value }],
    };
    let mut entries = Vec::new();
    for Node { place, value } in maps {
        match value {
            Value::Map(map) => entries.extend(map),
            other => return Err(BadYaml { place, fault: Fault::Merge(other.kind()) }),
        }
    }
    Ok(entries)
}
