//! Names of cases: which can be, and which is the next one free.

use std::collections::BTreeSet;
use std::path::Path;

use super::Problem;
use super::layout::Layout;

/// Bytes of a name at the most: systems allow 4096, with all the folders that it is in.
const LONGEST_PATH: usize = 1000;

/// Bytes of a part of a name at the most: file systems allow 255, with an ending.
const LONGEST: usize = 200;

/// Digits of a number in a group that has no numbered case yet.
const DIGITS: usize = 3;

/// Folders below the folder of cases that are read, one within the other, at the most.
pub const DEEPEST: usize = 16;

/// Whether `name` can be a case's: a path below the folder of cases that file systems allow and discovery would
/// find again.
///
/// # Errors
/// What is wrong with it, in words.
pub fn check(name: &str, layout: &Layout) -> Result<(), String> {
    let Layout { data, input, .. } = layout;
    let bad = |part: &str| part.is_empty() || part.starts_with('.') || part.contains('\\');
    // First, so that nothing long is shown.
    if name.len() > LONGEST_PATH {
        return Err(format!(
            "expected a name of at most {LONGEST_PATH} bytes, found {}",
            name.len()
        ));
    }
    if name.starts_with('/') || name.split('/').any(|part| part == "..") {
        return Err(format!("`{name}` points outside the folder `{data}`"));
    }
    if name.split('/').any(bad) || name.contains(char::is_control) {
        return Err(format!(
            "expected a path below `{data}` such as `secret/random-{{}}`, found `{}`",
            name.escape_debug()
        ));
    }
    if let Some(long) = name.split('/').map(str::len).find(|&length| length > LONGEST) {
        return Err(format!(
            "expected at most {LONGEST} bytes in each part of the name, found {long}"
        ));
    }
    if name.split('/').count() > DEEPEST + 1 {
        return Err(format!(
            "expected at most {DEEPEST} nested folders below `{data}`, found {}",
            name.split('/').count() - 1
        ));
    }
    if Path::new(name).extension().is_some_and(|ending| ending == *input) {
        return Err(format!("expected a name without `.{input}`"));
    }
    Ok(())
}

/// Whether `name` can be a new case's: besides, without what has a meaning in patterns of cases and
/// in shells.
///
/// # Errors
/// What is wrong with it, in words.
pub fn check_new(name: &str, layout: &Layout) -> Result<(), String> {
    check(name, layout)?;
    if !layout.takes_cases {
        return Err(format!(
            "cases cannot be added here: the names of the files in this folder follow a habit that jury \
             reads but does not write; name them `*.{}` and `*.{}`",
            layout.input,
            layout.answer()
        ));
    }
    let plain = |c: char| c.is_alphanumeric() || "/-_.".contains(c);
    match name.chars().find(|&c| !plain(c)) {
        Some(c) => {
            Err(format!("`{name}`: expected letters, digits, `-`, `_` and `.`, found `{c}`"))
        }
        None => Ok(()),
    }
}

/// The next free number in a group, written as wide as the group's widest: after `007` comes `008`,
/// and `001` begins a group without numbers. Cases that a generator rule is yet to make count as there.
pub fn next_free(problem: &Problem, group: &str) -> String {
    let made = problem
        .generator_rules
        .iter()
        .flat_map(|generator_rule| &generator_rule.cases)
        .map(|case| &case.name);
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
    use super::super::tests::loaded;
    use super::{DEEPEST, Layout, next_free};

    fn check(name: &str) -> Result<(), String> {
        super::check(name, &Layout::OWN)
    }

    fn check_new(name: &str) -> Result<(), String> {
        super::check_new(name, &Layout::OWN)
    }

    #[test]
    fn names_stay_below_data_and_are_found_again() {
        for good in ["secret/001", "secret/small/a b", "1", "secret/v1.2"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in ["", "/etc/x", "secret/../x", "secret//x", "secret/.x", "a/", "x.in", "a\nb"] {
            assert!(check(bad).is_err(), "{bad}");
        }
        let below = |folders| check(&format!("{}x", "a/".repeat(folders)));
        assert!(below(DEEPEST).is_ok() && below(DEEPEST + 1).is_err());
    }

    #[test]
    fn new_names_are_plain_and_short() {
        assert_eq!(check_new("secret/small-1_b.c"), Ok(()));
        for bad in ["secret/a b", "secret/x*", "secret/{}", "[1]", "../x"] {
            assert!(check_new(bad).is_err(), "{bad}");
        }
        assert!(check(&"a".repeat(201)).is_err() && check(&["a"; 501].join("/")).is_err());
        assert_eq!(check(&"a".repeat(200)), Ok(()));
        // All of it may be longer than its parts, yet not without end.
        let long = format!("{}{}", format!("{}/", "a".repeat(199)).repeat(4), "a".repeat(200));
        assert_eq!(check(&long), Ok(()));
        assert_eq!(
            check(&format!("b/{long}")),
            Err("expected a name of at most 1000 bytes, found 1002".to_owned())
        );
    }

    #[test]
    fn the_next_number_is_as_wide_as_those_that_are_there() {
        let next = |names: &[&str], group| {
            let files =
                names.iter().flat_map(|name| ["in", "ans"].map(|end| format!("data/{name}.{end}")));
            let files: Vec<String> = files.collect();
            let mut all = vec![("problem.toml", "name = 'x'")];
            all.extend(files.iter().map(|name| (name.as_str(), "1")));
            next_free(&loaded(&all).1, group)
        };
        assert_eq!(next(&[], "secret"), "secret/001");
        assert_eq!(next(&["secret/007", "secret/9x", "sample/8"], "secret"), "secret/008");
        assert_eq!(next(&["secret/9", "secret/small/1"], "secret"), "secret/10");
        assert_eq!(next(&["secret/0007", "secret/12"], "secret"), "secret/0013");
    }
}
