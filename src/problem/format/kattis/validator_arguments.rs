//! Arguments of input validators: one list for all, or a map of validators' names to their own.

use std::collections::BTreeMap;
use std::path::Path;

use super::sheet::{Sheet, passed_over};
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
        ValidatorArguments::Each(own)
    }

    /// The same arguments, and then these for every validator.
    pub(super) fn with(&self, own: ValidatorArguments, then: &[String]) -> ValidatorArguments {
        match own {
            _ if then.is_empty() => own,
            ValidatorArguments::All(mut arguments) => {
                arguments.extend_from_slice(then);
                ValidatorArguments::All(arguments)
            }
            ValidatorArguments::Each(mut own) => {
                for (_, program) in &self.names {
                    own.entry(program.clone()).or_default();
                }
                for arguments in own.values_mut() {
                    arguments.extend_from_slice(then);
                }
                ValidatorArguments::Each(own)
            }
        }
    }

    /// The program that is called so, with or without an ending: the text does not say which.
    pub(super) fn called(&self, wanted: &str) -> Option<&str> {
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
