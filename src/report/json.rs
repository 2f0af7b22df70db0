//! Documents as JSON: the report of grading, and whatever else commands write for machines.

use serde::{Deserialize, Serialize};

use super::document::Tool;

/// A document of several problems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problems<P> {
    /// The version of the format.
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// Each problem of which there is something to tell.
    pub problems: Vec<P>,
}

impl<P> Problems<P> {
    /// Of these problems, made by this very program.
    pub fn new(schema: u32, problems: impl IntoIterator<Item = P>) -> Self {
        Self { schema, tool: Tool::this(), problems: problems.into_iter().collect() }
    }
}

/// Any document of ours as a JSON text, with a newline at its end. No line of it is a command to those
/// who read a log, whatever a submission wrote: GitHub Actions takes `##[…]` for one anywhere in a line.
///
/// # Errors
/// Only what `serde_json` cannot write; our documents hold no such value.
pub fn render(document: &impl Serialize) -> Result<String, serde_json::Error> {
    // Outside of strings there is no `#`.
    let text = serde_json::to_string_pretty(document)?.replace("##[", "##\\u005b");
    Ok(text + "\n")
}
