//! Scores beyond those of a full solution, which a setter should know of: pure.

use std::fmt;

use crate::score::Score;

/// A case or a group that scored more than a full solution can.
#[derive(Debug, Clone, PartialEq)]
pub struct Excess {
    /// The first case or group that did.
    pub part: String,
    /// The group that it counts in; empty for the whole problem.
    pub group: String,
    /// What it scored.
    pub given: Score,
    /// What a full solution scores there.
    pub possible: Score,
    /// How many more parts of the group scored too much.
    pub others: usize,
    /// Whether what is beyond does not count, as the group has a worth.
    pub is_lost: bool,
}

impl Excess {
    /// What is wrong, of a part that was named before.
    pub fn fault(&self) -> String {
        let Self { given, possible, others, group, is_lost, .. } = self;
        let rest = match (is_lost, group.as_str()) {
            (false, _) => String::new(),
            (true, group) => format!("; the rest does not count in `{group}`"),
        };
        let others = match others {
            0 => String::new(),
            1 => ", and so it is with one more in that group".to_owned(),
            others => format!(", and so it is with {others} more in that group"),
        };
        format!("scores {given}, but a full solution scores {possible} there{rest}{others}")
    }
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.part, self.fault())
    }
}
