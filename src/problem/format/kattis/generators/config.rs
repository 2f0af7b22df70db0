//! What groups of a file of generators hand down to the cases in them.

use std::path::PathBuf;

use super::Reader;
use crate::yaml::Node;

/// What groups hand down to the cases in them.
#[derive(Debug, Clone, Default)]
pub(super) struct Config {
    pub(super) salt: String,
    pub(super) solution: Option<PathBuf>,
    /// How often a generator is run while it fails; 0 is once, too.
    pub(super) tries: u32,
}

/// Most runs of a generator that fails.
const MOST_TRIES: u32 = 100;

impl Reader<'_> {
    /// What this group or case hands down or keeps, on top of what is around it.
    pub(super) fn config(&mut self, node: &Node, outer: &Config) -> Config {
        let mut config = outer.clone();
        if let Some(salt) = node.get("random_salt").and_then(Node::as_text) {
            salt.clone_into(&mut config.salt);
        }
        if let Some(tries) = node.get("retries").filter(|tries| !tries.is_null()) {
            let number = tries.as_text().and_then(|text| text.parse().ok());
            match number.filter(|number| (1..=MOST_TRIES).contains(number)) {
                Some(number) => config.tries = number,
                None => {
                    let words = format!("`retries`: expected a number from 1 to {MOST_TRIES}");
                    self.warn(tries, words);
                }
            }
        }
        if let Some(path) = node.get("solution").filter(|path| !path.is_null()) {
            let name = path.as_text().and_then(|path| path.strip_prefix('/'));
            let found = name.map(|name| self.folder.inside(name));
            match found {
                Some(Ok(found)) => config.solution = Some(found),
                Some(Err(wrong)) => self.warn(path, format!("`solution`: {wrong}")),
                None => {
                    self.warn(
                        path,
                        "`solution`: expected a path from the package on, with `/` first",
                    );
                }
            }
        }
        config
    }
}
