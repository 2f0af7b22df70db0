//! A plain folder of inputs and answers: all else of the problem is lost.

use super::cases::Places;
use super::compare::{Comparison, in_words};
use super::file::Package;
use super::words::number;
use crate::limits::Limits;
use crate::problem::{Problem, TimeLimit};

/// Makes the package.
pub(super) fn make(problem: &Problem, package: &mut Package) {
    let places = Places::of(problem);
    for placed in &places.cases {
        package.copy_data(format!("{}.in", placed.name), &placed.case.input);
        if let Some(answer) = &placed.case.answer {
            package.copy_data(format!("{}.ans", placed.name), answer);
        } else {
            // A plain folder has an answer to each input.
            package.text(format!("{}.ans", placed.name), "");
        }
    }
    let flags = Comparison::of(&problem.checker).and_then(|comparison| comparison.flags());
    let is_tokens = flags.is_some_and(|flags| flags == ["case_sensitive"]);
    if problem.interactor.is_some() {
        package.refuse("an interactive problem has no answers to compare with");
    } else if !is_tokens {
        let checker = in_words(&problem.checker);
        package.lose(format!("{checker}: a plain folder is compared token by token"));
    }
    let limits = problem.widest_limits();
    let usual = Limits::default();
    let is_known = problem.time_limit != TimeLimit::Derived;
    if limits != usual || problem.cases.iter().any(|case| case.limits != limits) || !is_known {
        package.lose(format!(
            "limits ({} s, {} MiB): a plain folder has none",
            number(limits.cpu.as_secs_f64()),
            limits.memory.div_ceil(1 << 20)
        ));
    }
    if problem.root.is_scored() || problem.root.has_conditions() {
        package.lose("groups and points: a plain folder has none");
    }
    if problem
        .cases
        .iter()
        .any(|case| case.settings.files.is_some() || !case.settings.arguments.is_empty())
    {
        package.lose("arguments and files of cases: a plain folder has none");
    }
    if problem.static_validation.is_some() || problem.passes.is_some() {
        package.lose("static validation and further passes: a plain folder has none");
    }
    if problem.validator.is_some() {
        package.lose("the validator: a plain folder has none");
    }
    if !problem.submissions.is_empty() {
        package.lose("the submissions: a plain folder has none");
    }
}
