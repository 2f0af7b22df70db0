//! Static validation (2025-09, "Static validator"): a program of the package looks at the files of a
//! submission, and what it says counts as one more case of a group.

use super::{Case, Part};

/// The static validator, and the groups in which it is asked.
#[derive(Debug, Clone)]
pub struct StaticValidation {
    /// The program.
    pub program: Part,
    /// One case for each of the groups, in package order: there are no input and answer to them.
    pub cases: Vec<Case>,
}
