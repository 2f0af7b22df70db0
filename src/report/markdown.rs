//! The report in GitHub's Markdown: a table of submissions a problem, and below it what failed and
//! why. Foreign text can neither end a cell nor become markup, a link or a mention.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::json::nullable;
use crate::judge::verify::{Proof, Severity, TestsHeld};
use crate::verdict::Verdict;
use crate::visible::visible;

use super::compiler::{Shown, excerpt};
use super::document::{Case, Document, NotGraded, Submission};
use super::failure::failure_as_text;
use super::figures;
use super::recalled;

/// Failed cases of one submission that are told.
const CASES: usize = 10;

/// The text of all documents.
pub fn render(documents: &[Document]) -> String {
    documents.iter().map(problem).collect::<Vec<_>>().join("\n")
}

/// A problem that cannot be verified at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unread {
    /// The problem as the user would name it, where that is known.
    #[serde(deserialize_with = "nullable")]
    pub name: Option<String>,
    /// Why, maybe in several lines.
    pub why: String,
}

/// An error that ended a command.
pub fn error(why: &str) -> String {
    let lines: Vec<String> = why.lines().map(escaped).collect();
    format!("❌ **error:** {}\n\n", lines.join("<br>"))
}

/// What was found of packages: a table of them, and below it every finding. `unread` could not be verified
/// at all.
pub fn proofs(proofs: &[Proof], unread: &[Unread]) -> String {
    let mut text = "## Problems\n\n| problem | cases | as expected | findings |\n".to_owned();
    text.push_str("| --- | ---: | ---: | ---: |\n");
    for proof in proofs {
        let sign = if proof.holds() { "✅" } else { "❌" };
        let as_expected = proof.kept.iter().filter(|kept| kept.as_expected).count();
        let (slug, cases, kept) = (escaped(&proof.slug), proof.cases, proof.kept.len());
        let findings = proof.errors().count();
        let _ =
            writeln!(text, "| {sign} {slug} | {cases} | {as_expected} of {kept} | {findings} |");
    }
    for Unread { name, .. } in unread {
        let name = escaped(name.as_deref().unwrap_or("?"));
        let _ = writeln!(text, "| ❌ {name} | | | could not be checked |");
    }
    text.push('\n');
    for line in unread.iter().flat_map(|unread| unread.why.lines()) {
        let _ = writeln!(text, "- {}", escaped(line));
    }
    for (proof, finding) in proofs.iter().flat_map(|p| p.findings.iter().map(move |f| (p, f))) {
        let subject = code(&format!("{}: {}", proof.slug, finding.subject));
        let warning = if finding.severity == Severity::Warning { "warning: " } else { "" };
        let _ = writeln!(text, "- {warning}{subject} {}", escaped(&finding.message));
    }
    for (proof, spoilt) in proofs.iter().flat_map(|p| p.spoilt.iter().map(move |s| (p, s))) {
        let subject = code(&format!("{}: {}", proof.slug, spoilt.subject));
        let _ = writeln!(text, "- {subject} could not be judged: {}", escaped(&spoilt.message));
    }
    for proof in proofs.iter().filter(|proof| proof.tests.all > 0) {
        let TestsHeld { held, all } = proof.tests;
        let _ = writeln!(text, "- {}: {held} of {all} tests of validators hold", code(&proof.slug));
    }
    for (proof, what) in proofs.iter().flat_map(|p| p.unchecked.iter().map(move |u| (p, u))) {
        let _ = writeln!(text, "- {} not checked: {what}", code(&proof.slug));
    }
    if let Some(words) = recalled::words(recalled::of_proofs(proofs)) {
        let _ = writeln!(text, "- {words}");
    }
    text
}

fn problem(document: &Document) -> String {
    let scored = document.submissions.iter().any(|submission| submission.score.is_some());
    let mut text = format!("## {}\n\n", escaped(&document.problem.name));
    let score = if scored { (" score |", " ---: |") } else { ("", "") };
    let _ = writeln!(text, "| verdict |{} submission | language | CPU | memory | cases |", score.0);
    let _ = writeln!(text, "| --- |{} --- | --- | ---: | ---: | --- |", score.1);
    for submission in &document.submissions {
        row(submission, scored, &mut text);
    }
    for NotGraded { path, .. } in &document.not_graded {
        let score = if scored { " |" } else { "" };
        let _ = writeln!(text, "| ❌ not graded |{score} {} | | | | |", code(path));
    }
    let unexpected = document.submissions.iter().filter(|submission| !submission.as_expected);
    for submission in unexpected.filter(|submission| submission.verdict != Verdict::Accepted) {
        failures(submission, &mut text);
    }
    if !document.not_graded.is_empty() {
        text.push('\n');
    }
    for NotGraded { path, message } in &document.not_graded {
        let _ = writeln!(text, "- {} not graded: {}", code(path), escaped(message));
    }
    let _ = writeln!(text, "\n{}", last_line(document));
    text
}

fn row(submission: &Submission, scored: bool, text: &mut String) {
    let sign = if submission.as_expected { "✅" } else { "❌" };
    let _ = write!(text, "| {sign} {}{} |", submission.verdict, expectation(submission));
    if scored {
        let _ = write!(text, " {} |", submission.score.map_or_else(String::new, |s| s.to_string()));
    }
    let cpu = submission.max_cpu_seconds.map_or_else(String::new, |cpu| format!("{cpu:.3} s"));
    let memory = submission.max_memory_bytes.map_or_else(String::new, figures::memory);
    let _ = writeln!(
        text,
        " {} | {} | {cpu} | {} | {} |",
        code(&submission.path),
        escaped(&submission.language),
        escaped(&memory),
        counts(&submission.cases)
    );
}

/// What is expected of it, where that is another verdict than accepted or than the one it got.
fn expectation(submission: &Submission) -> String {
    match submission.expected.filter(|&expected| expected != Verdict::Accepted) {
        Some(_) if submission.as_expected => ", as expected".to_owned(),
        Some(expected) => format!(", expected {expected}"),
        None => String::new(),
    }
}

/// `3 AC, 1 WA, 2 SK`.
fn counts(cases: &[Case]) -> String {
    let count = |verdict| cases.iter().filter(|case| case.verdict == verdict).count();
    let counts = Verdict::ALL.into_iter().map(|verdict| (count(verdict), verdict));
    let words = counts.filter(|(count, _)| *count > 0).map(|(count, v)| format!("{count} {v}"));
    words.collect::<Vec<_>>().join(", ")
}

/// What a submission failed and why.
fn failures(submission: &Submission, text: &mut String) {
    let failed = || submission.cases.iter().filter(|case| case.failed());
    let _ = write!(text, "\n<details><summary>{} ", code(&submission.path));
    let _ = writeln!(text, "{}</summary>\n", submission.verdict.words());
    for case in failed().take(CASES) {
        let (name, words) = (code(&case.case), case.verdict.words());
        let message = if case.message.is_empty() { String::new() } else { code(&case.message) };
        let _ = writeln!(text, "- {name} {words} {message}");
    }
    if let Some(case) = submission.first_failure() {
        block(&failure_as_text(case), text);
    }
    let more = failed().count().saturating_sub(CASES);
    if more > 0 {
        let _ = writeln!(text, "- and {more} more");
    }
    for note in &submission.notes {
        let _ = writeln!(text, "- {}", escaped(note));
    }
    if !submission.compile.ok {
        let shown = excerpt(&submission.compile.message);
        let lines = shown.iter().map(Shown::words);
        block(&lines.collect::<Vec<_>>().join("\n"), text);
    }
    let _ = writeln!(text, "\n</details>");
}

/// Lines in a block of their own, in which nothing is markup, whatever they hold.
fn block(lines: &str, text: &mut String) {
    let fence = "`".repeat(longest_run(lines).max(2) + 1);
    let _ = writeln!(text, "\n{fence}text");
    for line in lines.lines() {
        let _ = writeln!(text, "{}", visible(line.as_bytes()));
    }
    let _ = writeln!(text, "{fence}");
}

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

fn last_line(document: &Document) -> String {
    let all = document.submissions.len();
    let good = document.submissions.iter().filter(|submission| submission.as_expected).count();
    let kept = document.submissions.iter().any(|submission| submission.expected.is_some());
    let words = if kept { "as expected" } else { "accepted" };
    let not_graded = match document.not_graded.len() {
        0 => String::new(),
        some => format!(", {some} not graded"),
    };
    let level = document.isolation.level.name();
    let recalled = recalled::words(recalled::of_all(&document.submissions));
    let recalled = recalled.map_or_else(String::new, |words| format!(", {words}"));
    format!("**{good} of {all} submissions {words}{not_graded}**, sandbox {level}{recalled}")
}

/// Foreign text as code: GitHub looks for no mentions and smileys in there.
fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// Foreign text as text alone, in one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in visible(text.as_bytes()).chars() {
        match character {
            '\t' => escaped.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '#' | '@' | '$'
            | '!' | ':' => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            // `www.` alone makes a link.
            '.' if escaped.ends_with(['w', 'W']) => escaped.push_str("&#46;"),
            character => escaped.push(character),
        }
    }
    escaped
}
