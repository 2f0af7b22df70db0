//! Tests of a package's validator and checker, with the verdicts that they must come to.

use std::path::PathBuf;

use jury_checkers::Opinion;

use super::pattern::Pattern;
use super::xml::Element;
use crate::nearest::unknown;
use crate::problem::cases::{FoundCase, FoundTest};
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::{CaseSettings, TestKind, ValidatorArguments};
use crate::regular::LARGEST_CASE_FILE;

/// Verdicts of a validator.
const OF_INPUTS: [(&str, TestKind); 2] =
    [("valid", TestKind::ValidInput), ("invalid", TestKind::InvalidInput)];

/// Verdicts of a checker.
const OF_OUTPUTS: [(&str, TestKind); 4] = [
    ("ok", TestKind::Decision(&[Opinion::Accepted])),
    ("wrong-answer", TestKind::Decision(&[Opinion::WrongAnswer])),
    ("presentation-error", TestKind::Decision(&[Opinion::OutputFormat])),
    ("crashed", TestKind::Decision(&[])),
];

/// The tests of the validators, and of the checker, where it decides outputs.
pub(super) fn read(
    folder: &Folder,
    root: &Element<'_>,
    complaints: &mut Complaints,
) -> Vec<FoundTest> {
    let validators = root.down(&["assets", "validators"]);
    let validators: Vec<_> = validators.iter().flat_map(|all| all.all("validator")).collect();
    let mut found = Vec::new();
    for validator in &validators {
        // Of one of several validators, that one alone must decide so.
        let name = validator.first("source").and_then(|source| source.value("path"));
        let name = name.filter(|_| validators.len() > 1);
        // Who is not there was told of.
        if name.as_ref().is_some_and(|name| folder.inside(name).is_err()) {
            continue;
        }
        if let Some(set) = set_of(validator) {
            found.extend(tests(folder, &set, (&OF_INPUTS, name.as_deref()), complaints));
        }
    }
    let checker = root.down(&["assets", "checker", "testset"]);
    if let Some(set) = checker.filter(has_tests) {
        if root.down(&["assets", "interactor"]).is_none() {
            found.extend(tests(folder, &set, (&OF_OUTPUTS, None), complaints));
        } else {
            let words = "tests of a checker that comes after an interactor are passed over";
            complaints.warn_at(&set.origin(), words);
        }
    }
    found
}

fn set_of<'a>(element: &Element<'a>) -> Option<Element<'a>> {
    element.first("testset")
}

fn has_tests(set: &Element<'_>) -> bool {
    set.first("tests").is_some_and(|tests| tests.first("test").is_some())
}

/// The tests of a set, of this validator where there are others. Those whose files are not there are warned of: much
/// is missing in what people keep of a package.
fn tests(
    folder: &Folder,
    set: &Element<'_>,
    (verdicts, validator): (&[(&str, TestKind)], Option<&str>),
    complaints: &mut Complaints,
) -> Vec<FoundTest> {
    let listed = set.first("tests");
    let listed: Vec<_> = listed.iter().flat_map(|tests| tests.all("test")).collect();
    let mut pattern = |name| {
        let Found { value, origin } = set.text(name)?;
        let read = Pattern::new(&value);
        read.map_err(|wrong| complaints.at(&origin, format!("<{name}>: {wrong}"))).ok()
    };
    let inputs = pattern("input-path-pattern");
    let (outputs, answers) = (pattern("output-path-pattern"), pattern("answer-path-pattern"));
    let Some(inputs) = inputs else { return Vec::new() };
    let mut found = Vec::new();
    for (number, test) in (1..).zip(&listed) {
        let Some(verdict) = test.needed("verdict", complaints) else { continue };
        let kind = verdicts.iter().find(|(name, _)| *name == verdict.value);
        let Some((_, kind)) = kind else {
            let names = verdicts.iter().map(|(name, _)| *name);
            complaints.at(&verdict.origin, unknown("verdict", &verdict.value, names));
            continue;
        };
        let has_output = kind.has_output();
        let mut place =
            |pattern: Option<&Pattern>| file(folder, &pattern?.name(number), complaints);
        let input = place(Some(&inputs));
        let output = place(outputs.as_ref().filter(|_| has_output));
        let answer = place(answers.as_ref().filter(|_| has_output));
        let is_whole = output.is_some() && answer.is_some() == answers.is_some();
        let (Some(input), true) = (input, is_whole || !has_output) else { continue };
        let words = ["testset", "group"]
            .into_iter()
            .filter_map(|name| Some([format!("--{name}"), test.value(name)?]));
        let words = words.flatten().collect();
        let arguments = match validator {
            None => ValidatorArguments::All(words),
            Some(validator) => ValidatorArguments::Calls(vec![(validator.to_owned(), words)]),
        };
        let name = inputs.name(number);
        let case = FoundCase {
            met: folder.real.join(&name),
            name,
            input,
            answer,
            settings: CaseSettings {
                validator_arguments: Some(arguments),
                ..CaseSettings::default()
            },
        };
        found.push(FoundTest { kind: *kind, case, output });
    }
    found
}

/// Where a file is that may be missing.
fn file(folder: &Folder, name: &str, complaints: &mut Complaints) -> Option<PathBuf> {
    let path = folder.real.join(name);
    let found = folder.readable(&path, LARGEST_CASE_FILE);
    let warn = |wrong: crate::problem::complaint::Wrong| {
        let words = format!("{wrong}: the test is passed over");
        complaints.warn_about(folder.shown(&path), words);
    };
    found.map_err(warn).ok()
}
