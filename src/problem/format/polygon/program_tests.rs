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
    ("ok", TestKind::Decision(Some(Opinion::Accepted))),
    ("wrong-answer", TestKind::Decision(Some(Opinion::WrongAnswer))),
    ("presentation-error", TestKind::Decision(Some(Opinion::OutputFormat))),
    ("crashed", TestKind::Decision(None)),
];

/// The tests of the validator, where there is one, and of the checker, where it decides outputs.
pub(super) fn read(
    folder: &Folder,
    root: &Element<'_>,
    complaints: &mut Complaints,
) -> Vec<FoundTest> {
    let validators = root.down(&["assets", "validators"]);
    let validators: Vec<_> = validators.iter().flat_map(|all| all.all("validator")).collect();
    let mut found = Vec::new();
    if let [only] = validators.as_slice() {
        let tests = set_of(only).map(|set| tests(folder, &set, &OF_INPUTS, complaints));
        found.extend(tests.unwrap_or_default());
    } else {
        for set in validators.iter().filter_map(set_of).filter(has_tests) {
            complaints.warn_at(&set.origin(), "tests of one of several validators are passed over");
        }
    }
    let checker = root.down(&["assets", "checker", "testset"]);
    if let Some(set) = checker.filter(has_tests) {
        if root.down(&["assets", "interactor"]).is_none() {
            found.extend(tests(folder, &set, &OF_OUTPUTS, complaints));
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

/// The tests of a set. Those whose files are not there are warned of: much is missing in what people
/// keep of a package.
fn tests(
    folder: &Folder,
    set: &Element<'_>,
    verdicts: &[(&str, TestKind)],
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
        let name = inputs.name(number);
        let case = FoundCase {
            met: folder.real.join(&name),
            name,
            input,
            answer,
            settings: CaseSettings {
                validator_arguments: Some(ValidatorArguments::All(words.flatten().collect())),
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
