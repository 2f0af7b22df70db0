//! Which groups may take a new case, and which one takes an input that was found.

use std::collections::BTreeSet;

use crate::checker::Validator;
use crate::nearest::{list, nearest};
use crate::problem::group::is_within;
use crate::problem::{Layout, Problem, ValidatorTerms};

use super::super::JudgeFailure;

/// The folders of `data` in which groups lie.
const OUTERMOST: [&str; 2] = ["sample", "secret"];

/// Whether a problem stays what it is with one more case in this group: cases lie in its samples and secret
/// groups, and not beside groups that scores are shared out among (2025-09, "Test Data Groups"). A plain
/// folder of cases has no rules.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn expect(problem: &Problem, group: &str) -> Result<(), String> {
    let cases: BTreeSet<&str> = problem.cases.iter().map(|case| case.group.as_str()).collect();
    let is_kattis = problem.is_kattis();
    if cases.contains(group) || !is_kattis && problem.layout != Layout::OWN {
        return Ok(());
    }
    let described = problem.root.all().into_iter().map(|group| group.name.as_str());
    let described: BTreeSet<&str> = described.filter(|name| !name.is_empty()).collect();
    let groups: BTreeSet<&str> = cases.union(&described).copied().collect();
    let top = group.split('/').next().unwrap_or_default();
    let is_known = !is_kattis && groups.iter().any(|name| is_within(name, top));
    if !OUTERMOST.contains(&top) && !is_known {
        let meant = meant(group, &groups);
        return Err(format!("`{group}`: expected a group in `sample` or `secret`{meant}"));
    }
    // In our own format, only described groups share out scores.
    let beside = match is_kattis {
        false if problem.root.is_scored() => &described,
        false => return Ok(()),
        true => &cases,
    };
    let mut inner = beside.iter().copied().filter(|name| is_within(name, group)).peekable();
    if inner.peek().is_some_and(|name| *name != group) {
        let names = list(inner).unwrap_or_default();
        return Err(format!("`{group}` contains groups: choose one of {names} with --group"));
    }
    if is_kattis && problem.root.is_scored() && !OUTERMOST.contains(&group) {
        let names = list(cases.iter().copied()).unwrap_or_default();
        return Err(format!(
            "there is no group `{group}`, and a new one would change how the score is divided: \
             choose one of {names} with --group"
        ));
    }
    Ok(())
}

/// The group that a new case with this input goes to, which was judged as a case of the group `like`;
/// `None` where that is `secret` itself. Where `secret` consists of groups, it is the first whose
/// validator accepts the input.
///
/// # Errors
/// When the validator gives no answer.
pub fn group_for(
    problem: &Problem,
    validator: Option<&dyn Validator>,
    like: &str,
    input: &[u8],
) -> Result<Option<String>, JudgeFailure> {
    let is_kattis = problem.is_kattis();
    if is_kattis && like.starts_with("secret/") {
        return Ok(Some(like.to_owned()));
    }
    if expect(problem, "secret").is_ok() {
        return Ok(None);
    }
    let described = problem.root.all().into_iter().map(|group| group.name.as_str());
    let known = described.chain(problem.cases.iter().map(|case| case.group.as_str()));
    let inner = known.filter(|name| is_within(name, "secret") && expect(problem, name).is_ok());
    let mut tried = BTreeSet::new();
    for name in inner.filter(|name| tried.insert(*name)) {
        let terms = ValidatorTerms::with(&problem.root.innermost(name).validator_arguments);
        let accepts = match validator {
            Some(validator) => validator.validate(input, terms)?.is_none(),
            None => true,
        };
        if accepts {
            return Ok(Some(name.to_owned()));
        }
    }
    Ok(None)
}

/// Words on the group that is most likely meant by one outside of the samples and secret groups.
fn meant(group: &str, groups: &BTreeSet<&str>) -> String {
    let below = |name: &'_ &str| name.split_once('/').map(|(_, below)| below.to_owned());
    let inner: Vec<String> = groups.iter().filter_map(below).collect();
    let near = nearest(group, inner.iter().map(String::as_str));
    let is_meant = |name: &&str| below(name).as_deref() == near;
    match groups.iter().copied().find(|name| near.is_some() && is_meant(name)) {
        Some(name) => format!(": did you mean `{name}`?"),
        None => format!(", such as `secret/{group}`"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tempfile::TempDir;

    use super::{expect, group_for, meant};
    use crate::problem::Problem;
    use crate::problem::load::load;
    use crate::problem::tests::folder_of;

    const OWN: (&str, &str) = ("problem.toml", "name = 'P'\n");

    const KATTIS: (&str, &str) =
        ("problem.yaml", "problem_format_version: 2025-09\nname: P\nlimits: {time_limit: 1}\n");

    /// A problem with these settings and cases, and its folder, which is deleted with the other.
    fn problem(settings: (&str, &str), cases: &[&str]) -> (TempDir, Problem) {
        let files = |case| ["in", "ans"].map(|ending| (format!("data/{case}.{ending}"), "1\n"));
        let files: Vec<_> = cases.iter().flat_map(files).collect();
        let files = files.iter().map(|(name, text)| (name.as_str(), *text));
        let folder = folder_of(&[settings].into_iter().chain(files).collect::<Vec<_>>());
        let problem = load(folder.path()).unwrap_or_else(|error| panic!("{error}"));
        (folder, problem)
    }

    #[test]
    fn only_groups_that_share_out_scores_keep_cases_from_lying_beside_them() {
        let cases = ["easy/one/1", "secret/a/1", "secret/b/1"];
        let (_folder, unscored) = problem(OWN, &cases);
        for group in ["easy", "easy/two", "sample", "secret", "secret/c"] {
            assert_eq!(expect(&unscored, group), Ok(()), "{group}");
        }
        let groups = "name = 'P'\n[[group]]\nname = 'secret/a'\n";
        let (_folder, described) = problem((OWN.0, groups), &cases);
        assert_eq!(expect(&described, "secret"), Ok(()));
        let scored = format!("{groups}worth = 1\n[scoring]\nkind = 'sum'\n");
        let (_folder, scored) = problem((OWN.0, &scored), &cases);
        let words = "`secret` contains groups: choose one of `secret/a` with --group";
        assert_eq!(expect(&scored, "secret"), Err(words.to_owned()));
        let (_folder, kattis) = problem(KATTIS, &["sample/1", "secret/a/1", "secret/b/1"]);
        let words = "`secret` contains groups: choose one of `secret/a`, `secret/b` with --group";
        assert_eq!(expect(&kattis, "secret"), Err(words.to_owned()));
        assert!(expect(&kattis, "easy").is_err());
    }

    #[test]
    fn a_found_input_goes_to_secret_or_to_a_group_in_it() {
        let found = |problem: &Problem, like| group_for(problem, None, like, b"").unwrap();
        let cases = ["sample/1", "secret/a/1", "secret/b/1"];
        let (_folder, own) = problem(OWN, &cases);
        assert_eq!(found(&own, "secret/b"), None);
        let (_folder, kattis) = problem(KATTIS, &cases);
        assert_eq!(found(&kattis, "secret/b").as_deref(), Some("secret/b"));
        assert_eq!(found(&kattis, "sample").as_deref(), Some("secret/a"));
    }

    #[test]
    fn a_group_like_the_one_that_is_named_is_proposed_if_there_is_one() {
        let groups = BTreeSet::from(["sample", "secret/large", "secret/small"]);
        assert_eq!(meant("smal", &groups), ": did you mean `secret/small`?");
        assert_eq!(meant("corner-cases", &groups), ", such as `secret/corner-cases`");
    }
}
