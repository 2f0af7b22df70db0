//! Which input validators go into a package: there, each looks at every case, once, with the arguments that the
//! family has. One that would be called otherwise than here is left out, since it might reject what is valid.

use std::collections::BTreeMap;

use super::cases::Places;
use super::file::Package;
use super::program::{self, Language};
use crate::problem::{Case, Part, Problem, Protocol, ValidatorChoice};

/// What Polygon calls validators with. They are options, and those who read them do without.
const TEST_SET: &str = "--testset";

/// With which arguments a family calls validators.
#[derive(Debug, Clone, Copy)]
pub(super) enum Calls {
    /// With any, by their names.
    WithAny,
    /// With those of a group, which are the same for all of them (`legacy`).
    AllTheSame,
    /// With none but its own.
    WithNone,
}

/// Leaves out what the family of this title cannot call as it is called here, and lists it.
pub(super) fn keep_callable(
    problem: &mut Problem,
    family: Calls,
    title: &str,
    package: &mut Package,
) {
    let Some(ValidatorChoice::Programs(parts)) = &problem.validator else { return };
    let calls = |part: &Part| {
        let cases = problem.cases.iter();
        let counts =
            cases.map(|case| case.validator_arguments(&problem.root).calls(&part.name).len());
        counts.collect::<Vec<_>>()
    };
    let (everywhere, of_some): (Vec<Part>, Vec<Part>) =
        parts.iter().cloned().partition(|part| calls(part).into_iter().all(|calls| calls > 0));
    if !of_some.is_empty() {
        let names = in_words(&of_some);
        package.lose(format!("validators that look at some cases alone: left out: {names}"));
    }
    if everywhere.iter().any(|part| calls(part).into_iter().any(|calls| calls > 1)) {
        package.lose(
            "more than one call of a validator for a case: it is called with the arguments of the first",
        );
    }
    let (kept, other) = match family {
        Calls::WithNone => everywhere.into_iter().partition(|part| !has_arguments(problem, part)),
        Calls::AllTheSame => of_legacy(problem, everywhere),
        Calls::WithAny => (everywhere, Vec::new()),
    };
    if !other.is_empty() {
        let names = in_words(&other);
        package.lose(format!(
            "validators with arguments that {title} cannot give them: left out: {names}"
        ));
    }
    problem.validator = (!kept.is_empty()).then_some(ValidatorChoice::Programs(kept));
}

/// In `legacy`, all validators have the same arguments in a group: those without any are kept, or else all of
/// the same.
fn of_legacy(problem: &Problem, parts: Vec<Part>) -> (Vec<Part>, Vec<Part>) {
    let places = Places::of(problem);
    let by_group = |part: &Part| {
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for placed in &places.cases {
            let words = words(problem, placed.case, part);
            let known = all.entry(placed.folder().to_owned()).or_insert_with(|| words.clone());
            if *known != words {
                return None;
            }
        }
        Some(all)
    };
    let all: Vec<_> = parts.iter().map(by_group).collect();
    if all.iter().all(|own| own.is_some() && *own == all[0]) {
        return (parts, Vec::new());
    }
    parts.into_iter().partition(|part| !has_arguments(problem, part))
}

/// Whether any case has arguments for it that it may read, as far as its source says.
fn has_arguments(problem: &Problem, part: &Part) -> bool {
    let mut all = problem.cases.iter().map(|case| words(problem, case, part));
    all.any(|words| words.first().is_some_and(|first| first != TEST_SET)) && reads_arguments(part)
}

fn reads_arguments(part: &Part) -> bool {
    let any = |words: &[&str]| program::mentions(part, words);
    match program::language(&part.name) {
        Some(Language::Python) => any(&["argv", "argparse"]),
        // What testlib does with them itself changes nothing.
        Some(Language::Cpp) if any(&["testlib.h"]) => any(&["argv[", "opt<", "opt(", "opts("]),
        Some(Language::Cpp) => !any(&["main()"]),
        None => true,
    }
}

/// The arguments of a validator for a case. Those of the submission, which 2025-09 puts behind them, are left out.
pub(super) fn words(problem: &Problem, case: &Case, part: &Part) -> Vec<String> {
    let words = case.validator_arguments(&problem.root).of(&part.name);
    let words = words.strip_suffix(case.settings.arguments.as_slice()).unwrap_or(words);
    [part.arguments.as_slice(), without_empty_group(part, words)].concat()
}

/// Arguments without a group that is empty (Polygon): testlib has none then, too, and some families have no word
/// for an empty argument.
fn without_empty_group<'a>(part: &Part, words: &'a [String]) -> &'a [String] {
    match words {
        [rest @ .., option, group]
            if part.protocol == Protocol::Testlib && option == "--group" && group.is_empty() =>
        {
            rest
        }
        _ => words,
    }
}

fn in_words(parts: &[Part]) -> String {
    parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(", ")
}
