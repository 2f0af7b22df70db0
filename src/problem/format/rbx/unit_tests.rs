//! What a package has to prove its validators and its checker by (`unitTests`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use jury_checkers::Opinion;

use super::super::sheet::Sheet;
use super::reader::{Reader, bare, word};
use super::testplan;
use super::validators::{Programs, Validators};
use super::variables::Variables;
use crate::nearest::unknown;
use crate::problem::cases::{FoundCase, FoundTest};
use crate::problem::complaint::{Complaints, Origin, Wrong};
use crate::problem::{CaseSettings, TestKind};
use crate::regular::{self, LARGEST_CASE_FILE};

/// What a validator may say.
const OF_VALIDATORS: [(&str, TestKind); 2] =
    [("valid", TestKind::ValidInput), ("invalid", TestKind::InvalidInput)];

/// A wrong format is a wrong answer for rbx.
const WRONG: &[Opinion] = &[Opinion::WrongAnswer, Opinion::OutputFormat];

/// What a checker may decide.
const OF_CHECKERS: [(&str, TestKind); 8] = [
    ("accepted", TestKind::Decision(&[Opinion::Accepted])),
    ("ac", TestKind::Decision(&[Opinion::Accepted])),
    ("correct", TestKind::Decision(&[Opinion::Accepted])),
    ("wrong answer", TestKind::Decision(WRONG)),
    ("wa", TestKind::Decision(WRONG)),
    ("incorrect", TestKind::Decision(WRONG)),
    ("judge failed", TestKind::Decision(&[])),
    ("jf", TestKind::Decision(&[])),
];

/// Longest file of tests, in bytes.
const LONGEST: u64 = 16 << 20;

/// Reads the tests of both. No verdict depends on them: what is wrong is warned of.
pub(super) fn read(
    sheet: &Sheet,
    validators: &Validators,
    programs: &mut Programs,
    reader: &mut Reader<'_>,
) -> Vec<FoundTest> {
    let mut complaints = Complaints::default();
    let mut own = Reader {
        folder: reader.folder,
        complaints: &mut complaints,
        needs_header: reader.needs_header,
        copies: reader.copies.take(),
    };
    let mut tests = Vec::new();
    if let Some(all) = sheet.section("unitTests", own.complaints) {
        all.expect_only(&["validator", "checker"], own.complaints);
        // What they say is said of the package, too.
        let arguments = Variables::of(sheet).arguments(&mut Complaints::default());
        tests.extend(of_validators(&all, &arguments, validators, programs, &mut own));
        if sheet.get("interactor").is_none() {
            tests.extend(of_checkers(&all, &mut own));
        } else if all.get("checker").is_some_and(|node| !node.is_empty()) {
            all.remark(
                "checker",
                "passed over: behind an interactor, they are not run",
                own.complaints,
            );
        }
    }
    reader.needs_header = own.needs_header;
    reader.copies = own.copies;
    reader.complaints.take_lightly(complaints);
    tests
}

fn of_validators(
    all: &Sheet,
    arguments: &[String],
    validators: &Validators,
    programs: &mut Programs,
    reader: &mut Reader<'_>,
) -> Vec<FoundTest> {
    let mut tests = Vec::new();
    for test in all.sections("validator", reader.complaints) {
        test.expect_only(&["glob", "testplan", "outcome", "validator"], reader.complaints);
        let calls = validators.of_test(&test, programs, reader).calls(arguments);
        let settings = CaseSettings { validator_arguments: Some(calls), ..CaseSettings::default() };
        if let Some(planned) = planned(&test, &OF_VALIDATORS, &settings, reader) {
            tests.extend(planned);
            continue;
        }
        let Some(names) = files(&test, reader) else { continue };
        let Some(kind) = word(&test, "outcome", &OF_VALIDATORS, reader.complaints) else {
            continue;
        };
        for name in names {
            tests.extend(found(&name, &name, kind, settings.clone(), reader));
        }
    }
    tests
}

fn of_checkers(all: &Sheet, reader: &mut Reader<'_>) -> Vec<FoundTest> {
    let mut tests = Vec::new();
    for test in all.sections("checker", reader.complaints) {
        test.expect_only(&["glob", "testplan", "outcome"], reader.complaints);
        if let Some(planned) = planned(&test, &OF_CHECKERS, &CaseSettings::default(), reader) {
            tests.extend(planned);
            continue;
        }
        let Some(names) = files(&test, reader) else { continue };
        let Some(kind) = word(&test, "outcome", &OF_CHECKERS, reader.complaints) else { continue };
        // A test is one to three files of a name.
        let mut stems: Vec<PathBuf> = Vec::new();
        for name in names {
            let path = Path::new(&name);
            let ending = path.extension().and_then(|ending| ending.to_str());
            let stem = path.with_extension("");
            if matches!(ending, Some("in" | "out" | "ans")) && !stems.contains(&stem) {
                stems.push(stem);
            }
        }
        for stem in stems {
            let input = stem.with_extension("in").to_string_lossy().into_owned();
            let name = stem.to_string_lossy();
            if !reader.folder.real.join(&input).exists() {
                let words = format!(
                    "`{}.*`: the test is passed over: it has no input",
                    name.escape_debug()
                );
                test.warn("glob", words, reader.complaints);
                continue;
            }
            tests.extend(found(&name, &input, kind, CaseSettings::default(), reader));
        }
    }
    tests
}

/// The files that a test names by a pattern.
fn files(test: &Sheet, reader: &mut Reader<'_>) -> Option<Vec<String>> {
    let pattern = test.text("glob", reader.complaints)?;
    reader.matching(&pattern)
}

/// The tests that stand in a file of their own; `None` where none is named.
fn planned(
    test: &Sheet,
    outcomes: &[(&str, TestKind)],
    settings: &CaseSettings,
    reader: &mut Reader<'_>,
) -> Option<Vec<FoundTest>> {
    test.get("testplan").filter(|node| !node.is_null())?;
    let path = test.text("testplan", reader.complaints)?;
    for key in ["glob", "outcome"].into_iter().filter(|key| test.get(key).is_some()) {
        test.complain(
            key,
            "passed over beside `testplan`, whose tests have their own",
            reader.complaints,
        );
    }
    let place = reader.folder.inside(&path.value);
    let read = place.and_then(|place| {
        regular::read(&place, LONGEST).map_err(|error| Wrong::unreadable("cannot read", &error))
    });
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(wrong) => {
            reader.complaints.at(&path.origin, wrong);
            return Some(Vec::new());
        }
    };
    let met = reader.folder.real.join(&path.value);
    let file: Rc<Path> = reader.folder.shown(&met).into();
    let origin = |line| Origin {
        file: Rc::clone(&file),
        place: Some(jury_checkers::Place { line, column: 1 }),
    };
    let entries = match testplan::read(&String::from_utf8_lossy(&bytes)) {
        Ok(entries) => entries,
        Err((line, wrong)) => {
            reader.complaints.at(&origin(line), wrong);
            return Some(Vec::new());
        }
    };
    let mut tests = Vec::new();
    let mut names = BTreeSet::new();
    for entry in entries {
        let kind = outcomes.iter().find(|(word, _)| bare(word) == bare(&entry.outcome));
        let Some(&(_, kind)) = kind else {
            let words = outcomes.iter().map(|(word, _)| *word);
            reader.complaints.at(&origin(entry.line), unknown("outcome", &entry.outcome, words));
            continue;
        };
        let mut name = format!("{}:{}", path.value, entry.line);
        // Several may stand in one line.
        while !names.insert(name.clone()) {
            name.push('+');
        }
        let Some(input) = reader.put(entry.input.as_bytes()) else { continue };
        let mut other = |text: Option<String>| {
            text.filter(|_| kind.has_output()).and_then(|text| reader.put(text.as_bytes()))
        };
        let (output, answer) = (other(entry.output), other(entry.answer));
        let settings = settings.clone();
        let case = FoundCase { name, met: met.clone(), input, answer, settings };
        tests.push(FoundTest { kind, case, output });
    }
    Some(tests)
}

/// The test of this name, whose output and answer lie beside its input.
fn found(
    name: &str,
    input: &str,
    kind: TestKind,
    settings: CaseSettings,
    reader: &mut Reader<'_>,
) -> Option<FoundTest> {
    let met = reader.folder.real.join(input);
    let mut file = |ending: &str| {
        let path = met.with_extension(ending);
        path.symlink_metadata().ok()?;
        let read = reader.folder.readable(&path, LARGEST_CASE_FILE);
        let shown = reader.folder.shown(&path);
        read.map_err(|wrong| reader.complaints.about(shown, wrong)).ok()
    };
    let [output, answer] =
        if kind.has_output() { ["out", "ans"].map(&mut file) } else { [None, None] };
    let read = reader.folder.readable(&met, LARGEST_CASE_FILE);
    let shown = reader.folder.shown(&met);
    let input = read.map_err(|wrong| reader.complaints.about(shown, wrong)).ok()?;
    let case = FoundCase { name: name.to_owned(), met, input, answer, settings };
    Some(FoundTest { kind, case, output })
}
