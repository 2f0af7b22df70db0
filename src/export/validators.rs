//! Which input validators go into a package: there, each looks at every case, once.

use super::file::Package;
use crate::problem::{Part, Problem, ValidatorChoice};

/// The programs that look at every case.
pub(super) fn everywhere(problem: &Problem) -> Vec<&Part> {
    let looks = |part: &&Part| calls(problem, part).all(|calls| calls > 0);
    programs(problem).iter().filter(looks).collect()
}

/// Lists those that are left out, and calls that are not made.
pub(super) fn tell(problem: &Problem, package: &mut Package) {
    let parts = everywhere(problem);
    let left_out = programs(problem).iter().filter(|part| !parts.contains(part));
    let names: Vec<&str> = left_out.map(|part| part.name.as_str()).collect();
    if !names.is_empty() {
        let names = names.join(", ");
        package.lose(format!("validators that look at some cases alone: left out: {names}"));
    }
    if parts.iter().any(|part| calls(problem, part).any(|calls| calls > 1)) {
        package.lose(
            "more than one call of a validator for a case: it is called with the arguments of the first",
        );
    }
}

fn programs(problem: &Problem) -> &[Part] {
    problem.validator.as_ref().map_or(&[], ValidatorChoice::programs)
}

/// How often a program is called for each case.
fn calls(problem: &Problem, part: &Part) -> impl Iterator<Item = usize> {
    let cases = problem.cases.iter();
    cases.map(|case| case.validator_arguments(&problem.root).calls(&part.name).len())
}
