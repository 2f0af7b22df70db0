//! Generators of cases: programs that write the input to standard output, and the answer to standard error.

use std::time::Duration;

use super::super::sheet::{KIBIBYTE, Sheet, passed_over, quoted};
use super::programs::{Made, Programs, Said};
use super::python::{is_false, written};
use crate::problem::complaint::Complaints;
use crate::problem::folder::Folder;
use crate::problem::{Generator, GeneratorLimits, Leaves};
use crate::yaml::{Node, Number, Value};

/// What the map of a generator may say.
const KEYS: [&str; 7] =
    ["source", "args", "flags", "language", "time_limit", "memory_limit", "compiler_time_limit"];

/// The generator that a node names, with these arguments; what is wrong is complained of.
pub(super) fn read(
    folder: &Folder,
    sheet: &Sheet,
    (named, arguments): (&Node, Option<&Node>),
    programs: &mut Programs,
    complaints: &mut Complaints,
) -> Option<Generator> {
    let mut said = Said { key: "generator", files: named, language: None, flags: None };
    if let Value::Map(entries) = &named.value {
        for entry in entries {
            if !KEYS.contains(&entry.key.replace('-', "_").as_str()) {
                let words = passed_over("key", "generator.", &entry.key, KEYS);
                complaints.warn_at(&sheet.origin_of_key(entry), words);
            }
        }
        let Some(source) = named.get("source") else {
            complaints.at(&sheet.origin(named), "`generator`: missing key `source`");
            return None;
        };
        let flags = named.get("flags").filter(|node| !is_false(node));
        said = Said { files: source, language: named.get("language"), flags, ..said };
    }
    let Made { source, along, .. } = programs.read(folder, sheet, &said, complaints)?;
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
    let mut stated = |key: &str, most: f64| {
        // Keys may have `-` for `_`.
        let node = named.get(key).or_else(|| named.get(&key.replace('_', "-")));
        let node = node.filter(|node| !is_false(node))?;
        let number = node.as_number().map(Number::as_f64);
        let number = number.filter(|number| (0.1..=most).contains(number));
        if number.is_none() {
            let words = format!("`generator.{key}`: expected a number from 0.1 to {most}");
            complaints.at(&sheet.origin(node), words);
        }
        number
    };
    let called = Generator::called(source, words);
    let limits = GeneratorLimits {
        time: stated("time_limit", 1e4).map(Duration::from_secs_f64),
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        memory: stated("memory_limit", 1e9).map(|kibibytes| (kibibytes * KIBIBYTE) as u64),
    };
    let is_binary = sheet.get("binary_data").is_some_and(|node| !is_false(node));
    let leaves = Leaves::AnswerOnErrors { is_binary };
    Some(Generator { along, leaves, limits, ..called })
}
