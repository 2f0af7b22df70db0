//! Names of cases: which can be, and which is the next one free. Knows nothing of what the cases
//! hold.

use std::collections::BTreeSet;
use std::path::Path;

use super::Problem;

/// Digits of a number in a group that has no numbered case yet.
const DIGITS: usize = 3;

/// Whether `name` can be a case's: a path below `data` that discovery would find again.
///
/// # Errors
/// What is wrong with it, in words.
pub fn check(name: &str) -> Result<(), String> {
    let bad = |part: &str| part.is_empty() || part.starts_with('.') || part.contains('\\');
    if name.starts_with('/') || name.split('/').any(|part| part == "..") {
        return Err(format!("`{name}` leaves the folder `data`"));
    }
    if name.split('/').any(bad) || name.contains(char::is_control) {
        return Err(format!(
            "expected a path below `data` such as `secret/random-{{}}`, found `{}`",
            name.escape_debug()
        ));
    }
    if Path::new(name).extension().is_some_and(|ending| ending == "in") {
        return Err("expected a name without `.in`".into());
    }
    Ok(())
}

/// The next free number in a group, written as wide as the group's widest: after `007` comes `008`,
/// and `001` begins a group without numbers. Cases that a recipe is yet to make count as there.
pub fn next_free(problem: &Problem, group: &str) -> String {
    let made = problem.recipes.iter().flat_map(|recipe| &recipe.cases).map(|case| &case.name);
    let names = problem.cases.iter().map(|case| &case.name).chain(made);
    let own = names.filter_map(|name| name.strip_prefix(group)?.strip_prefix('/'));
    let plain = |name: &&str| name.bytes().all(|byte| byte.is_ascii_digit());
    let numbers: BTreeSet<(u64, usize)> =
        own.filter(plain).filter_map(|name| Some((name.parse().ok()?, name.len()))).collect();
    let digits = numbers.iter().map(|&(_, digits)| digits).max().unwrap_or(DIGITS);
    let last = numbers.last().map_or(0, |&(number, _)| number);
    format!("{group}/{:0digits$}", last.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn names_stay_below_data_and_are_found_again() {
        for good in ["secret/001", "secret/small/a b", "1", "secret/v1.2"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in ["", "/etc/x", "secret/../x", "secret//x", "secret/.x", "a/", "x.in", "a\nb"] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }
}
