//! What a package has to prove its validators and its checker by (`unitTests`).

use std::path::{Path, PathBuf};

use jury_checkers::Opinion;

use super::super::sheet::Sheet;
use super::reader::{Reader, word};
use super::validators::{Programs, Validators};
use super::variables::Variables;
use crate::problem::cases::{FoundCase, FoundTest};
use crate::problem::complaint::Complaints;
use crate::problem::{CaseSettings, TestKind};
use crate::regular::LARGEST_CASE_FILE;

/// What a validator may say.
const OF_VALIDATORS: [(&str, TestKind); 2] =
    [("valid", TestKind::ValidInput), ("invalid", TestKind::InvalidInput)];

/// What a checker may decide.
const OF_CHECKERS: [(&str, TestKind); 8] = [
    ("accepted", TestKind::Decision(Some(Opinion::Accepted))),
    ("ac", TestKind::Decision(Some(Opinion::Accepted))),
    ("correct", TestKind::Decision(Some(Opinion::Accepted))),
    ("wrong answer", TestKind::Decision(Some(Opinion::WrongAnswer))),
    ("wa", TestKind::Decision(Some(Opinion::WrongAnswer))),
    ("incorrect", TestKind::Decision(Some(Opinion::WrongAnswer))),
    ("judge failed", TestKind::Decision(None)),
    ("jf", TestKind::Decision(None)),
];

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
        let Some(names) = files(&test, reader) else { continue };
        let Some(kind) = word(&test, "outcome", &OF_VALIDATORS, reader.complaints) else {
            continue;
        };
        let calls = validators.of_test(&test, programs, reader).calls(arguments);
        for name in names {
            let settings = CaseSettings {
                validator_arguments: Some(calls.clone()),
                ..CaseSettings::default()
            };
            tests.extend(found(&name, &name, kind, settings, reader));
        }
    }
    tests
}

fn of_checkers(all: &Sheet, reader: &mut Reader<'_>) -> Vec<FoundTest> {
    let mut tests = Vec::new();
    for test in all.sections("checker", reader.complaints) {
        test.expect_only(&["glob", "testplan", "outcome"], reader.complaints);
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

/// The files of a test; `None` for tests in a list of their own.
fn files(test: &Sheet, reader: &mut Reader<'_>) -> Option<Vec<String>> {
    if test.get("testplan").is_some_and(|node| !node.is_null()) {
        test.remark("testplan", "passed over: tests of a list are not run", reader.complaints);
        return None;
    }
    let pattern = test.text("glob", reader.complaints)?;
    reader.matching(&pattern)
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
