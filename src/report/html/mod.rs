//! The report as one HTML page that needs nothing but itself: the matrix of submissions and cases as
//! plain HTML, all else as data that the page's own script shows.
//!
//! Foreign text never becomes markup: in HTML it is escaped, in the data `<` does not occur, and the
//! script makes text nodes only. A policy in the page forbids every script but that one, and the
//! network.

use std::fmt::Write as _;

use self::text::text;
use super::document::{Document, Tool};

mod boards;
mod data;
pub mod games;
mod matrix;
mod text;

/// Bytes that a page has at most where nobody says otherwise, unless its matrices and figures alone take
/// more.
pub const PAGE_BYTES: usize = 1_000_000;
/// Bytes kept for what stands around sections and data.
const SLACK: usize = 4_000;

const STYLE: &str = include_str!("page.css");
/// In this order one script.
const SCRIPT: [&str; 6] = [
    include_str!("page.js"),
    include_str!("board.js"),
    include_str!("plots.js"),
    include_str!("dialog.js"),
    include_str!("case.js"),
    include_str!("matrix.js"),
];

/// The page of these reports, a section each, of about so many bytes at most: as many files and drawings
/// of cases as fit into that are shown, the first failure of each submission first.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value in a report.
pub fn render(documents: &[Document], limit: usize) -> Result<String, serde_json::Error> {
    let mut body = String::new();
    for (number, document) in documents.iter().enumerate() {
        matrix::section(document, number, &mut body);
    }
    let fixed = body.len() + STYLE.len() + SCRIPT.iter().map(|part| part.len()).sum::<usize>();
    let packed = data::pack(documents, limit.saturating_sub(fixed + SLACK))?;
    if packed.left_out > 0 {
        let _ = writeln!(
            body,
            "<p class=\"note\">To keep this page small, the files and drawings of {} of {} cases are \
             left out, failures last. <code>--html-limit 20MB</code> leaves out fewer; a case opened here \
             has the command that makes a page of it alone; the JSON report (<code>--json</code>) has \
             them all.</p>",
            packed.left_out, packed.cases
        );
    }
    let names: Vec<&str> =
        documents.iter().map(|document| document.problem.name.as_str()).collect();
    Ok(page(&names, &body, &packed.json, &SCRIPT.concat()))
}

/// A page of this body, with the data that its script shows.
fn page(names: &[&str], body: &str, json: &str, script: &str) -> String {
    // Whoever writes an output cannot know what this page's data will hash to.
    let nonce = blake3::hash(json.as_bytes()).to_hex();
    let mut page = head(names, &nonce);
    page.push_str(body);
    let tool = Tool::this();
    let _ =
        writeln!(page, "</main>\n<footer>{} {}</footer>", text(&tool.name), text(&tool.version));
    let _ = writeln!(page, "<dialog id=\"case\" aria-labelledby=\"case-title\"></dialog>");
    let _ = writeln!(page, "<script type=\"application/json\" id=\"data\">{json}</script>");
    let _ = writeln!(page, "<script type=\"module\" nonce=\"{nonce}\">\n{script}</script>");
    page.push_str("</body>\n</html>\n");
    page
}

fn head(names: &[&str], nonce: &str) -> String {
    let names: Vec<_> = names.iter().map(|name| text(name)).collect();
    let title = format!("{} – jury", names.join(", "));
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; \
         base-uri 'none'; form-action 'none'"
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style nonce=\"{nonce}\">\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::SCRIPT;
    use crate::verdict::Verdict;

    #[test]
    fn the_script_has_the_verdicts_in_order_and_their_words() {
        let list =
            SCRIPT[0].split_once("const WORDS = {").and_then(|(_, rest)| rest.split_once('}'));
        let (list, _) = list.expect("a list");
        let expected = Verdict::ALL.map(|verdict| format!("{verdict}: '{}',", verdict.words()));
        assert_eq!(list.split_whitespace().collect::<Vec<_>>().join(" "), expected.join(" "));
    }
}
