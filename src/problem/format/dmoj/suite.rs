//! Submissions with what is expected of them, as in the problems of DMOJ's own suite: `tests/NAME/test.yml`.

use std::path::Path;

use super::super::sheet::{Sheet, quoted};
use super::super::verdicts::CRASHED;
use crate::nearest::unknown;
use crate::problem::complaint::Complaints;
use crate::problem::folder::{Folder, Kind};
use crate::problem::{Expectation, ExpectationRule, Expected, KeptSubmission, TimeBound};
use crate::verdict::Verdict::{
    self, Accepted, CompileError, IdleLimit, JudgeError, MemoryLimit, OutputFormat, OutputLimit,
    PartialScore, Skipped, TimeLimit, WrongAnswer,
};
use crate::yaml::{Entry, Node};

/// The folder of tests, and the file of one.
const FOLDER: &str = "tests";
const FILE: &str = "test.yml";

/// Codes, and the verdicts that they stand for here. A wrong output has ended by itself.
const CODES: [(&str, &[Verdict]); 10] = [
    ("AC", &[Accepted, PartialScore]),
    ("WA", &[WrongAnswer, OutputFormat, PartialScore]),
    ("TLE", &[TimeLimit, IdleLimit]),
    ("MLE", &[MemoryLimit]),
    ("OLE", &[OutputLimit]),
    ("RTE", CRASHED),
    ("IR", CRASHED),
    ("IE", &[JudgeError]),
    ("CE", &[CompileError]),
    ("SC", &[Skipped]),
];

/// Languages of which no compiler is known here, or only for the inside of that judge.
const SKIPPED: [&str; 2] = ["PY2", "TUR"];

/// Any verdict.
const ANY: &str = "*";

/// Reads all tests that there are. What is wrong in one is warned of: no other submission depends on it.
pub(super) fn read(folder: &Folder, complaints: &mut Complaints) -> Vec<KeptSubmission> {
    let mut kept = Vec::new();
    for entry in folder.entries_in(FOLDER, complaints) {
        if entry.kind == Kind::Folder && entry.path.join(FILE).is_file() {
            let unheard = &mut Complaints::default();
            let Some(sheet) = Sheet::read(folder, &entry.path.join(FILE), unheard) else {
                let words = "cannot be read: its submission is passed over";
                complaints.warn_about(folder.shown(&entry.path.join(FILE)), words);
                continue;
            };
            kept.extend(submission(&sheet, &entry.path, complaints));
        }
    }
    kept
}

fn submission(sheet: &Sheet, folder: &Path, complaints: &mut Complaints) -> Option<KeptSubmission> {
    let unheard = &mut Complaints::default();
    if sheet.get("skip").and_then(Node::as_bool) == Some(true) {
        return None;
    }
    let language = sheet.text("language", unheard).map(|found| found.value).unwrap_or_default();
    if SKIPPED.contains(&language.as_str()) {
        let words = format!("{} is not judged here: passed over", quoted(&language));
        sheet.remark("language", words, complaints);
        return None;
    }
    let source = sheet.get("source")?;
    let source = source.as_text().or_else(|| match source.as_list()? {
        [only] => only.as_text(),
        _ => None,
    });
    let path = source.filter(|name| !name.contains('/')).map(|name| folder.join(name));
    let Some(path) = path.filter(|path| path.is_file()) else {
        sheet.warn(
            "source",
            "expected a file beside it: the submission is passed over",
            complaints,
        );
        return None;
    };
    let expectation = expectation(sheet, complaints);
    Some(KeptSubmission { path, language: None, entry_point: None, along: Vec::new(), expectation })
}

/// What is expected of all cases, and of single ones, by their numbers.
fn expectation(sheet: &Sheet, complaints: &mut Complaints) -> Expectation {
    let usual = sheet
        .get("expect")
        .map_or_else(|| Some(vec![Accepted, PartialScore]), |node| codes(sheet, node, complaints));
    let mut single: Vec<(String, Expected)> = Vec::new();
    if let Some(cases) = sheet.get("cases") {
        let listed = cases.as_list().unwrap_or_default().iter().enumerate();
        let listed = listed.map(|(index, node)| ((index + 1).to_string(), node));
        let named = cases.as_map().unwrap_or_default().iter();
        let named = named.map(|Entry { key, value, .. }| (key.clone(), value));
        for (case, node) in listed.chain(named) {
            let expected = codes(sheet, node, complaints);
            single
                .push((case, expected.map_or_else(Expected::anything, |it| Expected::among(&it))));
        }
    }
    let Some(usual) = usual else { return Expected::anything().into() };
    if single.is_empty() {
        return Expected::among(&usual).into();
    }
    let rule = |about: Option<String>, permitted: Expected| ExpectationRule {
        about,
        permitted,
        required: Expected::anything(),
        score: None,
        message: None,
        time_bound: TimeBound::None,
        origin: format!("`{FILE}`"),
    };
    // The usual verdicts hold where a case has none of its own.
    let own: Vec<Verdict> = single.iter().flat_map(|(_, expected)| expected.verdicts()).collect();
    let all = rule(None, Expected::among(&[usual, own].concat()));
    let single = single.into_iter().map(|(case, expected)| rule(Some(case), expected));
    let demands = std::iter::once(all).chain(single).collect();
    Expectation { demands, ..Expected::anything().into() }
}

/// The verdicts of a code or a list of codes; `None` where any will do.
fn codes(sheet: &Sheet, node: &Node, complaints: &mut Complaints) -> Option<Vec<Verdict>> {
    let one = std::slice::from_ref(node);
    let mut all = Vec::new();
    for code in node.as_list().unwrap_or(one) {
        let text = code.as_text().unwrap_or_default();
        if text == ANY {
            return None;
        }
        let Some((_, verdicts)) = CODES.iter().find(|(known, _)| *known == text) else {
            let words = unknown("code", text, CODES.map(|(known, _)| known));
            let origin = sheet.origin(code);
            complaints.warn_at(&origin, format!("{words}: nothing is expected there"));
            return None;
        };
        all.extend_from_slice(verdicts);
    }
    Some(all)
}
