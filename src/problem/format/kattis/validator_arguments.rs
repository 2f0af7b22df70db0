//! Arguments of input validators: one list for all, or a map of validators' names to their own.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::sheet::{Sheet, passed_over, quoted};
use crate::problem::ValidatorArguments;
use crate::problem::complaint::Complaints;

/// The input validators by the names that a package may give them.
#[derive(Debug, Default)]
pub(super) struct Validators {
    /// A file or folder, and the program that it is or belongs to.
    names: Vec<(String, String)>,
}

impl Validators {
    /// Of these files or folders, each with its program.
    pub(super) fn new(names: Vec<(String, String)>) -> Self {
        Self { names }
    }

    /// The arguments in a map: those of each validator, with `read` for each of its values. Validators
    /// that it does not name get none.
    pub(super) fn each(
        &self,
        map: &Sheet,
        read: impl Fn(&str, &mut Complaints) -> Option<Vec<String>>,
        complaints: &mut Complaints,
    ) -> ValidatorArguments {
        let mut own = BTreeMap::new();
        for entry in map.entries() {
            let Some(arguments) = read(&entry.key, complaints) else { continue };
            if let Some(program) = self.called(&entry.key) {
                own.insert(program.to_owned(), arguments);
            } else {
                let known = self.names.iter().map(|(name, _)| name.as_str());
                let words = passed_over("input validator", "", &entry.key, known);
                complaints.warn_at(&map.origin_of_key(entry), words);
            }
        }
        self.calls(own)
    }

    /// `input_validator_flags` of `legacy`: one text for all, a map of a `name` and its `flags`, or one of names.
    pub(super) fn flags(
        &self,
        sheet: &Sheet,
        complaints: &mut Complaints,
    ) -> Option<ValidatorArguments> {
        const KEY: &str = "input_validator_flags";
        let Some(node) = sheet.get(KEY).filter(|node| node.as_map().is_some()) else {
            return flags(sheet, KEY, complaints).map(ValidatorArguments::All);
        };
        let map = sheet.section(KEY, complaints)?;
        let named = node.get("name").and_then(|name| name.as_text()).zip(node.get("flags"));
        let Some((name, _)) = named else {
            let read = |name: &str, complaints: &mut Complaints| {
                map.words(name, complaints).map(|found| found.value)
            };
            return Some(self.each(&map, read, complaints));
        };
        let flags = map.words("flags", complaints)?.value;
        if let Some(program) = self.called(name) {
            return Some(self.calls([(program.to_owned(), flags)].into()));
        }
        let words = format!("there is no input validator {}", quoted(name));
        map.warn("name", words, complaints);
        None
    }

    /// A call of every program: those that are not named get no arguments.
    fn calls(&self, mut own: BTreeMap<String, Vec<String>>) -> ValidatorArguments {
        for (_, program) in &self.names {
            own.entry(program.clone()).or_default();
        }
        ValidatorArguments::Calls(own.into_iter().collect())
    }

    /// The program that is called so, with or without an ending: the text does not say which.
    fn called(&self, wanted: &str) -> Option<&str> {
        let stem =
            |name: &str| Path::new(name).file_stem().and_then(|stem| stem.to_str()) == Some(wanted);
        let named = |exactly: bool| {
            let is_it = |(name, _): &&(String, String)| {
                if exactly { name == wanted } else { stem(name) }
            };
            self.names.iter().find(is_it).map(|(_, program)| program.as_str())
        };
        named(true).or_else(|| named(false))
    }
}

/// Flags as one text, or as a map of a validator's name and its flags.
pub(super) fn flags(sheet: &Sheet, key: &str, complaints: &mut Complaints) -> Option<Vec<String>> {
    let node = sheet.get(key)?;
    if node.as_map().is_none() {
        return sheet.words(key, complaints).map(|found| found.value);
    }
    let text = node.get("flags").and_then(|flags| flags.as_text());
    if text.is_none() {
        let wrong = "expected flags as one string, or a map of `name` and `flags`";
        sheet.complain(key, wrong, complaints);
        return None;
    }
    sheet.warn(key, "these flags are given to every validator", complaints);
    Some(text?.split_whitespace().map(str::to_owned).collect())
}
