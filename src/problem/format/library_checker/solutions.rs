//! The solutions in `sol`: `[[solutions]]`, and `correct.cpp`.

use std::path::PathBuf;

use crate::nearest::unknown;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::format::toml_sheet::Section;
use crate::problem::format::verdicts::{TOO_SLOW, WRONG};
use crate::problem::{Expectation, ExpectationRule, Expected, KeptSubmission, TimeBound};
use crate::verdict::Verdict::{self, Accepted, MemoryLimit, RunTimeError, SecurityViolation};

/// The main program of solutions that are a function, and the header of it.
const GRADER: [&str; 2] = ["grader/grader.cpp", "grader/solve.hpp"];

/// What its results mean here; one that ended badly may have met any limit but that of time.
const RESULTS: [(&str, &str, &[Verdict]); 4] = [
    ("AC", "", &[Accepted]),
    ("WA", "allow_wa", WRONG),
    ("RE", "allow_re", &[RunTimeError, SecurityViolation, MemoryLimit]),
    ("TLE", "allow_tle", TOO_SLOW),
];

/// What they are written in, as the repository compiles them.
const LANGUAGE: &str = "cpp17";

const KEYS: &[&str] = &["name", "expect", "allow_wa", "allow_re", "allow_tle", "function"];

/// Reads the list of solutions. The one that makes the answers need not be in it.
pub(super) fn read(
    folder: &Folder,
    top: &Section<'_>,
    complaints: &mut Complaints,
) -> Vec<KeptSubmission> {
    let mut kept: Vec<KeptSubmission> = Vec::new();
    for solution in top.sections("solutions", "[[solutions]]", complaints) {
        solution.warn_of_others(KEYS, complaints);
        let Some(name) = solution.require::<String>("name", complaints) else { continue };
        let path = match folder.inside(&format!("sol/{}", name.value)) {
            Ok(path) => path,
            Err(wrong) => {
                complaints.at(&name.origin, wrong);
                continue;
            }
        };
        let expectation = expectation(&solution, complaints);
        let is_function = truth(&solution, "function", complaints);
        let along = if is_function { grader(folder, &name, complaints) } else { Vec::new() };
        if kept.iter().any(|own| own.path == path) {
            let words = "`name`: the solution is in the list already: this entry is passed over";
            complaints.warn_at(&name.origin, words);
            continue;
        }
        kept.push(KeptSubmission { along, expectation, ..of(path) });
    }
    let correct = folder.inside("sol/correct.cpp").ok();
    let unlisted = correct.filter(|path| kept.iter().all(|own| own.path != *path));
    let unlisted =
        unlisted.map(|path| KeptSubmission { expectation: Expectation::accepted(), ..of(path) });
    unlisted.into_iter().chain(kept).collect()
}

fn of(path: PathBuf) -> KeptSubmission {
    let language = Some(LANGUAGE.to_owned());
    KeptSubmission { language, ..KeptSubmission::of(path, Expected::anything()) }
}

/// What a solution is compiled together with that is a function.
fn grader(folder: &Folder, name: &Found<String>, complaints: &mut Complaints) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in GRADER {
        let place = folder.inside(path);
        found.extend(place.map_err(|wrong| complaints.at(&name.origin, wrong)).ok());
    }
    found
}

fn truth(solution: &Section<'_>, key: &str, complaints: &mut Complaints) -> bool {
    solution.get::<bool>(key, complaints).is_some_and(|found| found.value)
}

/// No other result than those that are allowed; and the one that is expected at least once.
fn expectation(solution: &Section<'_>, complaints: &mut Complaints) -> Expectation {
    let expected = solution.get::<String>("expect", complaints);
    let required = expected.as_ref().and_then(|found| {
        let known = RESULTS.iter().find(|(word, _, _)| *word == found.value);
        if known.is_none() {
            let words = RESULTS.map(|(word, _, _)| word);
            complaints.at(&found.origin, unknown("result", &found.value, words));
        }
        known.map(|(_, _, verdicts)| *verdicts)
    });
    let mut others: Vec<Verdict> = required.unwrap_or_default().to_vec();
    for (_, key, verdicts) in RESULTS.iter().filter(|(_, key, _)| !key.is_empty()) {
        if truth(solution, key, complaints) {
            others.extend_from_slice(verdicts);
        }
    }
    others.retain(|verdict| *verdict != Accepted);
    if others.is_empty() {
        return Expectation::accepted();
    }
    let any = [others.as_slice(), &[Accepted]].concat();
    let rule = ExpectationRule {
        about: None,
        permitted: Expected::among(&any),
        required: Expected::among(required.unwrap_or(&any)),
        score: None,
        message: None,
        time_bound: TimeBound::None,
        origin: "`expect`".to_owned(),
    };
    let whole = if required.is_some() { &others } else { &any };
    Expectation { demands: vec![rule], ..Expected::among(whole).into() }
}
