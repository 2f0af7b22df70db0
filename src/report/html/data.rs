//! What the page's script shows, packed: every text once, cases as short lists, and of files and
//! drawings as many as fit, failures first. What is left out is counted.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::boards;
use super::matrix::{cases, names};
use super::text::{lines, script_json, shown};
use crate::report::compiler::{self, Shown};
use crate::report::document::{Case, Document, Excerpt, Submission, Turn};
use crate::submission::first_error;
use crate::verdict::Verdict;

/// Bytes of a compiler's words that are kept.
const COMPILER_BYTES: usize = 4000;
/// What a number or a bracket more costs.
const NUMBER: usize = 8;

/// The data, and what they hold.
pub(super) struct Packed {
    /// For a script element: without `<`.
    pub(super) json: String,
    /// Cases that were run and have something to show, but not here.
    pub(super) left_out: usize,
    /// Cases that were run and have something to show.
    pub(super) cases: usize,
}

/// Packs the reports into so many bytes, if their figures alone do not take more.
pub(super) fn pack(documents: &[Document], room: usize) -> Result<Packed, serde_json::Error> {
    let mut texts = Texts::default();
    let mut problems: Vec<_> = documents.iter().map(|d| problem(d, &mut texts)).collect();
    let figures = script_json(&Value::from(problems.clone()))?.len() + texts.bytes;
    let mut store = Store { texts, room: room.saturating_sub(figures), ..Store::default() };
    let order = order(documents);
    for &Spot { rank, document, submission, case } in &order {
        let shown = &documents[document].submissions[submission].cases[case];
        let number = if rank == Rank::FirstFailure {
            Some(store.keep_first(shown)?)
        } else {
            store.keep(shown)?
        };
        // Kept, or left out: -1.
        problems[document]["submissions"][submission]["cases"][case][DETAIL] =
            number.map_or(json!(-1), Value::from);
    }
    let json = script_json(&json!({
        "texts": store.texts.all,
        "problems": problems,
        "details": store.details,
        "drawings": store.drawings,
    }))?;
    Ok(Packed { json, left_out: order.len() - store.details.len(), cases: order.len() })
}

/// A case with something to show.
struct Spot {
    rank: Rank,
    document: usize,
    submission: usize,
    case: usize,
}

/// How soon a case is kept; with its number among those of its kind, so that all submissions have their
/// turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// What decided a submission.
    FirstFailure,
    Failure(usize),
    Accepted(usize),
}

fn order(documents: &[Document]) -> Vec<Spot> {
    let mut order = Vec::new();
    for (d, document) in documents.iter().enumerate() {
        for (s, submission) in document.submissions.iter().enumerate() {
            let (mut failures, mut accepted) = (0, 0);
            let first = submission.first_failure().map(|case| case.case.as_str());
            let shown = submission.cases.iter().enumerate().filter(|(_, c)| c.evidence.is_some());
            for (case, shown) in shown {
                let rank = if Some(shown.case.as_str()) == first {
                    Rank::FirstFailure
                } else if shown.verdict == Verdict::Accepted {
                    accepted += 1;
                    Rank::Accepted(accepted)
                } else {
                    failures += 1;
                    Rank::Failure(failures)
                };
                order.push(Spot { rank, document: d, submission: s, case });
            }
        }
    }
    order.sort_by_key(|spot| spot.rank);
    order
}

fn problem(document: &Document, texts: &mut Texts) -> Value {
    let case_names: Vec<_> = cases(document).iter().map(|case| texts.number(&case.case)).collect();
    let submissions = document.submissions.iter().zip(names(document));
    let submissions: Vec<_> =
        submissions.map(|(one, name)| submission(one, &name, texts)).collect();
    let isolation = &document.isolation;
    json!({
        "name": shown(&document.problem.name),
        "slug": shown(&document.problem.slug),
        "scored": document.scored,
        "isolation": isolation.level,
        "cases": case_names,
        "submissions": submissions,
    })
}

fn submission(submission: &Submission, name: &str, texts: &mut Texts) -> Value {
    let (compiler, compiler_cut) = compiler_words(&submission.compile.message);
    let cases: Vec<_> =
        submission.cases.iter().map(|one| case(one, &submission.command, texts)).collect();
    let first_failure = submission
        .first_failure()
        .and_then(|failure| submission.cases.iter().position(|case| case.case == failure.case));
    json!({
        "first_failure": first_failure,
        "path": shown(&submission.path),
        "name": shown(name),
        "language": shown(&submission.language),
        "verdict": submission.verdict,
        "score": submission.score,
        "expected": submission.expected.map(|expected| expected.to_string()),
        "cpu": submission.max_cpu_seconds,
        "memory": submission.max_memory_bytes,
        "compiler": lines(compiler.lines().map(str::as_bytes)),
        "compiler_cut": compiler_cut,
        "command": shown(&submission.command),
        "cases": cases,
    })
}

/// The head of what a compiler said, or where its first error comes later, an excerpt with that; and whether
/// that is not all.
fn compiler_words(message: &str) -> (Cow<'_, str>, bool) {
    if message.len() <= COMPILER_BYTES {
        return (message.into(), false);
    }
    let end = (0..=COMPILER_BYTES).rev().find(|at| message.is_char_boundary(*at)).unwrap_or(0);
    let head = &message[..end];
    let has_error =
        first_error(message).is_none_or(|(number, _)| number + 1 < head.lines().count());
    let excerpt =
        || compiler::excerpt(message).iter().map(Shown::words).collect::<Vec<_>>().join("\n");
    (if has_error { head.into() } else { excerpt().into() }, true)
}

/// Where the number of a case's detail stands in its list.
const DETAIL: usize = 3;

/// A case as a list; what is `null` at its end is left out.
fn case(case: &Case, command: &str, texts: &mut Texts) -> Value {
    let limits = case.limits.map(|limits| {
        texts.number(&format!(
            "{} {} {} {}",
            limits.cpu_seconds, limits.wall_seconds, limits.memory_bytes, limits.output_bytes
        ))
    });
    let (own, words) = match case.command.strip_prefix(command) {
        Some(rest) => (false, rest),
        None => (true, case.command.as_str()),
    };
    let mut message = case.message.clone();
    if let Some(other) = &case.same_as {
        let _ = write!(message, " (the same case as {other}: run once)");
    }
    if let Some(at) = &case.recalled {
        let _ = write!(message, " (recalled from {at} UTC)");
    }
    let mut list = vec![
        json!(case.verdict),
        json!(texts.number(message.trim_start())),
        json!(texts.number(words)),
        Value::Null,
        json!(case.cpu_seconds),
        json!(case.wall_seconds),
        json!(case.memory_bytes),
        json!(case.output_bytes),
        json!(limits),
        json!(case.exit_code),
        json!(case.signal),
        json!(case.score),
        json!(case.reference_score),
        json!(own.then_some(true)),
    ];
    while list.last().is_some_and(Value::is_null) && list.len() > DETAIL + 1 {
        list.pop();
    }
    list.into()
}

/// Files and drawings, as far as there is room.
#[derive(Default)]
struct Store {
    room: usize,
    texts: Texts,
    details: Vec<Value>,
    drawings: Vec<Value>,
    known_drawings: HashMap<String, usize>,
}

impl Store {
    /// The number of the detail of a case that is kept in any case: where there is no room, without a
    /// drawing.
    fn keep_first(&mut self, case: &Case) -> Result<usize, serde_json::Error> {
        if let Some(number) = self.keep(case)? {
            return Ok(number);
        }
        self.room = 0;
        let mut detail = detail(case, &mut self.texts);
        detail["drawing_left_out"] = json!(case.drawing.is_some());
        self.details.push(detail);
        Ok(self.details.len() - 1)
    }

    /// The number of the case's detail; `None` when there is no room for it.
    fn keep(&mut self, case: &Case) -> Result<Option<usize>, serde_json::Error> {
        let (texts, bytes) = (self.texts.all.len(), self.texts.bytes);
        let drawing = case.drawing.as_ref().map(boards::pack);
        let drawn = drawing.as_ref().map(script_json).transpose()?;
        let mut detail = detail(case, &mut self.texts);
        let known = drawn.as_ref().and_then(|text| self.known_drawings.get(text)).copied();
        let drawing_bytes = if known.is_some() { 0 } else { drawn.as_ref().map_or(0, String::len) };
        let cost =
            script_json(&detail)?.len() + (self.texts.bytes - bytes) + drawing_bytes + 2 * NUMBER;
        if cost > self.room {
            self.texts.forget(texts, bytes);
            return Ok(None);
        }
        self.room -= cost;
        if let (Some(drawing), Some(text)) = (drawing, drawn) {
            let number = known.unwrap_or(self.drawings.len());
            if known.is_none() {
                self.known_drawings.insert(text, number);
                self.drawings.push(drawing);
            }
            detail["drawing"] = json!(number);
        }
        self.details.push(detail);
        Ok(Some(self.details.len() - 1))
    }
}

fn detail(case: &Case, texts: &mut Texts) -> Value {
    let Some(evidence) = &case.evidence else { return json!({}) };
    let turns = case.transcript.as_ref().map(|turns| {
        let turn = |turn: &Turn| {
            let text = texts.number(&lines(turn.text.lines().map(str::as_bytes)));
            json!([turn.seconds, turn.by, text, turn.bytes, turn.left_out])
        };
        turns.iter().map(turn).collect::<Vec<_>>()
    });
    json!({
        "place": evidence.place.map(|place| [place.line, place.column]),
        "input": excerpt(&evidence.input, texts),
        "output": excerpt(&evidence.output, texts),
        "answer": evidence.answer.as_ref().map(|answer| excerpt(answer, texts)),
        "errors": texts.number(&lines(evidence.errors.lines().map(str::as_bytes))),
        "errors_cut": evidence.errors_cut,
        "turns": turns,
    })
}

/// First line, first column, lines, whether there are none, whether there are more, bytes in all.
fn excerpt(excerpt: &Excerpt, texts: &mut Texts) -> Value {
    let text = texts.number(&lines(excerpt.lines.iter().map(String::as_bytes)));
    json!([
        excerpt.first_line,
        excerpt.first_column,
        text,
        u8::from(excerpt.lines.is_empty()),
        u8::from(excerpt.more),
        excerpt.bytes
    ])
}

/// Texts by number, each kept once.
#[derive(Default)]
struct Texts {
    all: Vec<String>,
    known: HashMap<String, usize>,
    /// What all of them take in the page.
    bytes: usize,
}

impl Texts {
    /// The number of a text, whose lines are made visible.
    fn number(&mut self, foreign: &str) -> usize {
        let text = lines(foreign.split('\n').map(str::as_bytes));
        if let Some(&known) = self.known.get(&text) {
            return known;
        }
        self.bytes += script_json(&json!(text)).map_or(0, |json| json.len()) + 1;
        self.known.insert(text.clone(), self.all.len());
        self.all.push(text);
        self.all.len() - 1
    }

    /// Goes back to when there were `count` texts of so many bytes.
    fn forget(&mut self, count: usize, bytes: usize) {
        for text in self.all.drain(count..) {
            self.known.remove(&text);
        }
        self.bytes = bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_of_a_compiler_is_among_its_words() {
        let noise = "x.h:1: required from here\n".repeat(1000);
        let (early, late) = (format!("error: x\n{noise}"), format!("{noise}error: x\n"));
        assert_eq!(compiler_words("error: x\n"), ("error: x\n".into(), false));
        let (words, cut) = compiler_words(&early);
        assert!(cut && words.len() <= COMPILER_BYTES && early.starts_with(&*words), "{words}");
        let (words, cut) = compiler_words(&late);
        assert!(cut && words.ends_with("\nerror: x"), "{words}");
    }
}
