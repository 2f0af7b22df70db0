//! What `verify` found as JSON, schema 1, strict when read back. Every key is always there; what does not
//! apply is `null`.

use serde::{Deserialize, Serialize};

use crate::judge::verify::Proof;
use crate::sandbox::Isolation;

use super::document::Tool;
use super::json;
use super::markdown::Unread;

/// The version of this format.
pub const SCHEMA: u32 = 1;

/// The whole document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Always [`SCHEMA`].
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// What isolation is in force.
    pub isolation: Isolation,
    /// The packages that could be verified, in the order in which they were.
    pub problems: Vec<Proof>,
    /// Those that could not.
    pub unread: Vec<Unread>,
}

/// The document as a JSON text, with a newline at its end.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value in a proof.
pub fn render(
    isolation: &Isolation,
    proofs: &[Proof],
    unread: &[Unread],
) -> Result<String, serde_json::Error> {
    json::render(&Document {
        schema: SCHEMA,
        tool: Tool::this(),
        isolation: isolation.clone(),
        problems: proofs.to_vec(),
        unread: unread.to_vec(),
    })
}
