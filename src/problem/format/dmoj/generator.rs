//! Generators of cases: programs that write the input to standard output, and the answer to standard error.

use super::super::sheet::{Sheet, passed_over, quoted};
use super::files::main_file;
use super::python::{is_false, written};
use crate::problem::complaint::{Complaints, Wrong};
use crate::problem::folder::Folder;
use crate::problem::{Generator, Leaves};
use crate::yaml::{Node, Value};

/// What the map of a generator may say.
const KEYS: [&str; 7] =
    ["source", "args", "flags", "language", "time_limit", "memory_limit", "compiler_time_limit"];

/// The generator that a node names, with these arguments; what is wrong is complained of.
pub(super) fn read(
    folder: &Folder,
    sheet: &Sheet,
    (named, arguments): (&Node, Option<&Node>),
    complaints: &mut Complaints,
) -> Option<Generator> {
    let mut files = named;
    if let Value::Map(entries) = &named.value {
        for entry in entries {
            let key = entry.key.as_str();
            if key == "flags" && !entry.value.is_empty() {
                let words = "`flags`: arguments of compilers are not passed on";
                complaints.at(&sheet.origin_of_key(entry), words);
            }
            if !KEYS.contains(&key.replace('-', "_").as_str()) {
                let words = passed_over("key", "generator.", key, KEYS);
                complaints.warn_at(&sheet.origin_of_key(entry), words);
            }
        }
        let Some(source) = named.get("source") else {
            complaints.at(&sheet.origin(named), "`generator`: missing key `source`");
            return None;
        };
        files = source;
    }
    let one = std::slice::from_ref(files);
    let listed = files.as_list().unwrap_or(one);
    let mut sources = Vec::new();
    for node in listed {
        let Some(name) = node.as_text() else {
            complaints.at(&sheet.origin(node), "`generator`: expected the name of a file");
            return None;
        };
        let complain = |wrong: Wrong| complaints.at(&sheet.origin(node), wrong.of_key("generator"));
        sources.push(folder.inside(name).map_err(complain).ok()?);
    }
    if sources.is_empty() {
        complaints.at(&sheet.origin(named), "`generator`: expected a file, or a list of files");
        return None;
    }
    let source = sources.remove(main_file(listed.iter().filter_map(Node::as_text)));
    let own = arguments.or_else(|| named.get("args").filter(|node| !is_false(node)));
    let mut wrong = |node: &Node, expected: &str| {
        let found = node.as_text().map_or_else(|| node.value.kind().to_owned(), quoted);
        let words = format!("`generator_args`: expected {expected}, found {found}");
        complaints.at(&sheet.origin(node), words);
    };
    let mut words = Vec::new();
    if let Some(node) = own {
        let Some(items) = node.as_list() else {
            wrong(node, "a list of arguments");
            return None;
        };
        for item in items {
            match written(item) {
                Some(word) => words.push(word),
                None => wrong(item, "an argument"),
            }
        }
    }
    let called = Generator::called(source, words);
    Some(Generator { along: sources, leaves: Leaves::AnswerOnErrors, ..called })
}
