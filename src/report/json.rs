//! Documents as JSON: the report of grading, and whatever else commands write for machines.

use serde::Serialize;

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
