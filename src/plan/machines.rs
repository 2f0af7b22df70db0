//! The machines that did the shards of a plan: what they have of another version, and where isolation is
//! weaker.

use std::collections::BTreeMap;

use super::part::MachineFacts;
use super::toolchains::{Toolchains, different_toolchains};
use crate::sandbox::Level;

/// Takes machines in any order.
#[derive(Debug)]
pub(super) struct Machines {
    toolchains: Toolchains,
    /// Machines by the level of their isolation.
    levels: BTreeMap<Level, Vec<String>>,
}

impl Machines {
    /// For a plan with these toolchains.
    pub(super) fn new(toolchains: &Toolchains) -> Self {
        Self { toolchains: toolchains.clone(), levels: BTreeMap::new() }
    }

    /// Takes the machine of a part, which lies there; what it has that others have not, in words.
    pub(super) fn take(&mut self, machine: &MachineFacts, place: &str) -> Vec<String> {
        let different = different_toolchains(&self.toolchains, &machine.toolchains);
        let words = different.into_iter().map(|difference| format!("{place}: {difference}"));
        for (language, version) in &machine.toolchains {
            // Where the plan says nothing, the first part does.
            let known = self.toolchains.entry(language.clone()).or_default();
            if known.is_none() {
                known.clone_from(version);
            }
        }
        let names = self.levels.entry(machine.level).or_default();
        if !names.contains(&machine.name) {
            names.push(machine.name.clone());
        }
        words.collect()
    }

    /// Which machines had a weaker isolation than others.
    pub(super) fn weaker(&self) -> Vec<String> {
        let weaker = self.levels.iter().skip(1);
        let words = |(level, names): (&Level, &Vec<String>)| {
            format!("isolation was only `{}` on {}", level.name(), names.join(", "))
        };
        weaker.map(words).collect()
    }
}
