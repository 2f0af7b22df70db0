//! What a package's file of generators lists besides inputs: files beside them, settings of groups, and
//! cases that are those of other groups.

use std::path::{Path, PathBuf};

use crate::problem::store::Store;
use crate::problem::{Case, Problem, WantedMatch};
use crate::yaml;

use super::generator_rule::Files;
use super::set_aside::{read, read_if_there};
use super::{JudgeFailure, Tools};

/// The ending of the first file beside a case, as it was found, that is not as it was made; `None` where all are.
pub(super) fn other_beside(
    problem: &Problem,
    (case, found): (&str, Option<&Case>),
    files: &Files,
) -> Result<Option<String>, JudgeFailure> {
    for (ending, wanted) in &files.beside {
        // An answer that was made aside does not lie in the package.
        let answer = found.filter(|_| ending == "ans").and_then(|found| found.answer.as_ref());
        let is_same = match answer {
            Some(answer) => read(answer)? == *wanted,
            None => is_there(problem, &format!("{case}.{ending}"), wanted)?,
        };
        if !is_same {
            return Ok(Some(ending.clone()));
        }
    }
    Ok(None)
}

/// The cases that are not there, or are other ones, though they are listed as those of other names.
pub(super) fn missing_links(problem: &Problem) -> Result<Vec<String>, JudgeFailure> {
    if problem.listing.links.is_empty() {
        return Ok(Vec::new());
    }
    let cases = problem.cases_by_name();
    let find = |name: &str| cases.get(name);
    let mut missing = Vec::new();
    for (link, target) in &problem.listing.links {
        let is_good = match (find(link), find(target)) {
            (Some(link), Some(target)) => {
                link.input == target.input || read(&link.input)? == read(&target.input)?
            }
            // What is missing in the target is reported for the target.
            (Some(_), None) => true,
            (None, _) => false,
        };
        if !is_good {
            missing.push(link.clone());
        }
    }
    Ok(missing)
}

/// Files in which something does not stand that is listed for them, or whose expression cannot be tried:
/// each case with what is wrong. Files that are not there are told of elsewhere.
///
/// # Errors
/// Whatever fails on our side.
pub fn unmatched(problem: &Problem) -> Result<Vec<(String, String)>, JudgeFailure> {
    let data = problem.layout.data_in(&problem.folder);
    let mut found = Vec::new();
    for WantedMatch { case, ending, pattern, origin } in &problem.listing.matches {
        let Some(bytes) = read_if_there(&data.join(format!("{case}.{ending}")))? else { continue };
        let is_there = WantedMatch::compiled(pattern)
            .is_ok_and(|wanted| wanted.is_match(&String::from_utf8_lossy(&bytes)));
        if !is_there {
            let words =
                format!("its `.{ending}` has no match for `{pattern}`, which {origin} lists");
            found.push((case.clone(), words));
        }
    }
    Ok(found)
}

/// The files of settings that are not as they are listed.
pub(super) fn stale_settings(problem: &Problem) -> Result<Vec<String>, JudgeFailure> {
    let mut stale = Vec::new();
    for (path, text) in &problem.listing.settings {
        if !is_there(problem, path, text.as_bytes())? {
            stale.push(path.clone());
        }
    }
    Ok(stale)
}

/// Writes the files of settings that are not as they are listed; returns them. What the problem's groups
/// are told changes by that, so it is to be read again.
///
/// # Errors
/// What fails on our side.
pub fn write_settings(tools: &Tools<'_>, problem: &Problem) -> Result<Vec<PathBuf>, JudgeFailure> {
    let stale = stale_settings(problem)?;
    if stale.is_empty() {
        return Ok(Vec::new());
    }
    let store = Store::open(&problem.folder, problem.layout, &|| tools.interrupt.is_set())?;
    let write = |path: &String| Ok(store.put(path, problem.listing.settings[path].as_bytes())?);
    stale.iter().map(write).collect()
}

/// Makes the links that are missing, to the files of their cases; returns them.
pub(super) fn write_links(store: &Store, problem: &Problem) -> Result<Vec<PathBuf>, JudgeFailure> {
    let data = problem.layout.data_in(&problem.folder);
    let mut written = Vec::new();
    for (link, target) in &problem.listing.links {
        for ending in ENDINGS {
            if data.join(format!("{target}.{ending}")).is_file() {
                written.extend(store.link(link, target, ending)?);
            }
        }
    }
    Ok(written)
}

/// Endings of files that a case takes with it to another group.
const ENDINGS: [&str; 4] = ["in", "ans", "out", "yaml"];

/// Whether a file below the folder of cases holds this. Settings may be written in other ways.
fn is_there(problem: &Problem, path: &str, wanted: &[u8]) -> Result<bool, JudgeFailure> {
    let place = problem.layout.data_in(&problem.folder).join(path);
    let Some(found) = read_if_there(&place)? else { return Ok(false) };
    if found == wanted {
        return Ok(true);
    }
    let meaning = |text: &[u8]| yaml::parse(text).ok().map(|read| yaml::write(&read.root));
    let is_settings = Path::new(path).extension().is_some_and(|ending| ending == "yaml");
    Ok(is_settings && meaning(&found).is_some_and(|it| Some(it) == meaning(wanted)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::problem::load::load_unanswered;
    use crate::problem::reading::Reading;
    use crate::problem::tests::folder_of;

    #[test]
    fn a_case_that_is_that_of_another_name_is_a_link_or_a_copy() {
        let package = folder_of(&[
            ("problem.toml", "name = 'P'\n"),
            ("data/secret/target.in", "1\n"),
            ("data/secret/copy.in", "1\n"),
            ("data/secret/other.in", "2\n"),
        ]);
        let link = package.path().join("data/secret/link.in");
        std::os::unix::fs::symlink("target.in", link).unwrap();
        let mut problem = load_unanswered(package.path(), &Reading::default()).unwrap();
        assert_eq!(missing_links(&problem).unwrap(), Vec::<String>::new());
        let target = |link| (format!("secret/{link}"), "secret/target".to_owned());
        let mut links = BTreeMap::from(["copy", "gone", "link", "other"].map(target));
        // What is gone itself is missing, and not what leads to it.
        links.insert("secret/target".to_owned(), "secret/nowhere".to_owned());
        problem.listing.links = links;
        assert_eq!(missing_links(&problem).unwrap(), ["secret/gone", "secret/other"]);
    }
}
