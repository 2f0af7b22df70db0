//! What is kept of parts of every kind while they are merged.

use super::machines::Machines;
use super::part::MachineFacts;
use super::toolchains::Toolchains;
use crate::sandbox::Isolation;

/// What is known of the parts that were taken.
#[derive(Debug)]
pub(super) struct Taken {
    /// The weakest isolation of all; of equal levels the first.
    pub(super) isolation: Option<Isolation>,
    pub(super) machines: Machines,
    /// What parts contradict each other in, or the plan, in words.
    pub(super) at_odds: Vec<String>,
}

impl Taken {
    /// No parts of a plan with these toolchains.
    pub(super) fn new(toolchains: &Toolchains) -> Self {
        Self { isolation: None, machines: Machines::new(toolchains), at_odds: Vec::new() }
    }

    /// Takes note of a part that lies in this file; how messages call the part.
    pub(super) fn part(
        &mut self,
        file: &str,
        machine: &MachineFacts,
        isolation: &Isolation,
    ) -> String {
        let place = format!("{file} ({})", machine.name);
        self.at_odds.extend(self.machines.take(machine, &place));
        if self.isolation.as_ref().is_none_or(|kept| isolation.level > kept.level) {
            self.isolation = Some(isolation.clone());
        }
        place
    }
}
