//! What a package for another judge cannot say.

use std::fmt;

/// How much something weighs that cannot be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Nothing of the problem is lost, but the other judge has its own rule.
    Noted,
    /// The package can be made without it.
    Lost,
    /// No package can be made.
    Refused,
}

/// Something that a package for another judge cannot say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How much it weighs.
    pub weight: Weight,
    /// What it is, and what comes in its place.
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.weight {
            Weight::Noted => f.write_str(&self.text),
            Weight::Lost => write!(f, "left out: {}", self.text),
            Weight::Refused => write!(f, "cannot be exported: {}", self.text),
        }
    }
}
