//! Submissions with what is expected of them, as in the problems of DMOJ's own suite: `tests/NAME/test.yml`, and
//! `test.posix.yml` and `test.linux.yml` beside it.

use std::collections::HashSet;
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

/// The folder of tests.
const FOLDER: &str = "tests";

/// The files of one, of which the later ones count before the others: those behind the first are for systems.
const FILES: [&str; 3] = ["test.yml", "test.posix.yml", "test.linux.yml"];

/// What the processor of this machine is called in tests; others by Rust's names.
const PROCESSORS: [(&str, &str); 3] = [("x86", "x86"), ("x86_64", "amd64"), ("aarch64", "arm64")];

/// Most cases of a problem of which single ones may have verdicts of their own.
const MOST_TOLD_APART: usize = 5_000;

/// Longest pattern that names cases, in bytes.
const LONGEST_PATTERN: usize = 4_000;

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

/// A test: what its files say.
struct Test(Vec<Sheet>);

impl Test {
    /// The last of the files that says something by this key, or else the first.
    fn by(&self, key: &str) -> Option<&Sheet> {
        let says = |sheet: &&Sheet| sheet.node().get(key).is_some();
        self.0.iter().rev().find(says).or_else(|| self.0.first())
    }

    fn get(&self, key: &str) -> Option<&Node> {
        self.by(key)?.get(key)
    }

    /// Whether it is for other machines, or for none.
    fn is_skipped(&self) -> bool {
        let own = std::env::consts::ARCH;
        let own =
            PROCESSORS.iter().find(|(name, _)| *name == own).map_or(own, |(_, called)| called);
        let is_for_others = |listed: &Node| {
            let mut names = listed.as_list().unwrap_or_default().iter().map(Node::as_text);
            listed.as_list().is_some() && !names.any(|name| name == Some(own))
        };
        self.get("skip").and_then(Node::as_bool) == Some(true)
            || self.get("arch").is_some_and(is_for_others)
    }
}

/// Reads all tests that there are of a problem with these cases. What is wrong in one is warned of: no other submission
/// depends on it.
pub(super) fn read(
    folder: &Folder,
    cases: &[String],
    complaints: &mut Complaints,
) -> Vec<KeptSubmission> {
    let mut kept = Vec::new();
    for entry in folder.entries_in(FOLDER, complaints) {
        if entry.kind != Kind::Folder {
            continue;
        }
        let paths = FILES.map(|name| entry.path.join(name));
        let mut sheets = Vec::new();
        for path in paths.iter().filter(|path| path.is_file()) {
            let sheet = Sheet::read(folder, path, &mut Complaints::default());
            if sheet.is_none() {
                let words = "cannot be read: its submission is passed over";
                complaints.warn_about(folder.shown(path), words);
            }
            sheets.push(sheet);
        }
        let sheets: Option<Vec<Sheet>> = sheets.into_iter().collect();
        kept.extend(sheets.and_then(|all| submission(&Test(all), cases, &entry.path, complaints)));
    }
    kept
}

fn submission(
    test: &Test,
    cases: &[String],
    folder: &Path,
    complaints: &mut Complaints,
) -> Option<KeptSubmission> {
    let unheard = &mut Complaints::default();
    if test.is_skipped() {
        return None;
    }
    let sheet = test.by("language")?;
    let language = sheet.text("language", unheard).map(|found| found.value).unwrap_or_default();
    if SKIPPED.contains(&language.as_str()) {
        let words = format!("{} is not judged here: passed over", quoted(&language));
        sheet.remark("language", words, complaints);
        return None;
    }
    let source = test.get("source").and_then(|source| {
        source.as_text().or_else(|| match source.as_list()? {
            [only] => only.as_text(),
            _ => None,
        })
    });
    let path = source.filter(|name| !name.contains('/')).map(|name| folder.join(name));
    let Some(path) = path.filter(|path| path.is_file()) else {
        let words = "expected a file beside it: the submission is passed over";
        test.by("source")?.warn("source", words, complaints);
        return None;
    };
    let expectation = expectation(test, cases, complaints);
    Some(KeptSubmission { path, language: None, entry_point: None, along: Vec::new(), expectation })
}

/// What is expected of all cases, and of single ones, by their numbers.
fn expectation(test: &Test, cases: &[String], complaints: &mut Complaints) -> Expectation {
    let usual = test.by("expect").and_then(|sheet| Some((sheet, sheet.get("expect")?)));
    let usual = usual.map_or_else(
        || Some(vec![Accepted, PartialScore]),
        |(sheet, node)| codes(sheet, node, complaints),
    );
    let named = test.by("cases").and_then(|sheet| Some((sheet, sheet.get("cases")?)));
    let single: Vec<(String, Expected)> = named.map_or_else(Vec::new, |(sheet, node)| {
        let listed = node.as_list().unwrap_or_default().iter().enumerate();
        let listed = listed.map(|(index, node)| ((index + 1).to_string(), node));
        let named = node.as_map().unwrap_or_default().iter();
        let named = named.map(|Entry { key, value, .. }| (key.clone(), value));
        let among = |codes: Option<Vec<Verdict>>| {
            codes.map_or_else(Expected::anything, |codes| Expected::among(&codes))
        };
        let all = listed.chain(named);
        all.map(|(case, node)| (case, among(codes(sheet, node, complaints)))).collect()
    });
    let whole = usual.as_deref().map_or_else(Expected::anything, Expected::among);
    if single.is_empty() {
        return whole.into();
    }
    let path = named.map(|(sheet, node)| sheet.origin(node).file);
    let file = path.as_deref().and_then(Path::file_name).unwrap_or_default().display();
    let rule = |about: Option<String>, permitted: Expected| ExpectationRule {
        about,
        permitted,
        required: Expected::anything(),
        score: None,
        message: None,
        time_bound: TimeBound::None,
        origin: format!("`{file}`"),
    };
    let mut demands = Vec::new();
    if let Some(usual) = usual {
        // The usual verdicts hold where a case has none of its own.
        let own = single.iter().flat_map(|(_, expected)| expected.verdicts());
        let all: Vec<Verdict> = usual.iter().copied().chain(own).collect();
        demands.push(rule(None, Expected::among(&all)));
        if cases.len() <= MOST_TOLD_APART {
            let is_named: HashSet<&str> = single.iter().map(|(case, _)| case.as_str()).collect();
            let others = cases.iter().map(String::as_str).filter(|case| !is_named.contains(case));
            demands.extend(patterns(others).into_iter().map(|about| rule(Some(about), whole)));
        } else if let Some((sheet, _)) = named {
            let words = format!(
                "cases are not told apart where a problem has more than {MOST_TOLD_APART}: all others may get \
                 these verdicts, too"
            );
            sheet.warn("cases", words, complaints);
        }
    }
    demands.extend(single.into_iter().map(|(case, expected)| rule(Some(case), expected)));
    Expectation { demands, ..Expected::anything().into() }
}

/// Patterns that fit these cases, and no others.
fn patterns<'a>(cases: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut lists: Vec<String> = Vec::new();
    for case in cases {
        match lists.last_mut().filter(|list| list.len() + case.len() < LONGEST_PATTERN) {
            Some(list) => {
                list.push(',');
                list.push_str(case);
            }
            None => lists.push(case.to_owned()),
        }
    }
    let pattern = |list: String| if list.contains(',') { format!("{{{list}}}") } else { list };
    lists.into_iter().map(pattern).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_for_other_processors_are_skipped() {
        let own = match std::env::consts::ARCH {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            other => other,
        };
        for (text, expected) in [
            ("language: C".to_owned(), false),
            (format!("arch: [{own}]"), false),
            (format!("arch: [z80, {own}]"), false),
            ("arch: [z80]".to_owned(), true),
            ("skip: true".to_owned(), true),
            (format!("skip: false\narch: [{own}]"), false),
        ] {
            let sheet = Sheet::of_text(&text, &mut Complaints::default()).expect("a map");
            assert_eq!(Test(vec![sheet]).is_skipped(), expected, "{text}");
        }
    }

    #[test]
    fn patterns_are_as_long_as_they_may_be() {
        let lengths = |cases: &[&str]| {
            patterns(cases.iter().copied()).iter().map(String::len).collect::<Vec<_>>()
        };
        assert!(lengths(&[]).is_empty());
        assert_eq!(patterns(["1", "2", "10"].into_iter()), ["{1,2,10}"]);
        assert_eq!(patterns(["7"].into_iter()), ["7"]);
        let half = "1".repeat(LONGEST_PATTERN / 2);
        // With the comma between them, and the brackets around.
        assert_eq!(lengths(&[&half, &half[1..]]), [LONGEST_PATTERN + 2]);
        assert_eq!(lengths(&[&half, &half]), [half.len(), half.len()]);
    }
}
