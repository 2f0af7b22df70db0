//! Folders that were meant as packages but have no file of settings, or one by a wrong name: without a
//! word they would be missing among the problems, or be judged under the usual limits.

use std::fs;
use std::path::Path;

use crate::problem::layout::Layout;

/// What stands beside the settings of a package, as it is shown; a name with `*` stands for all that begin
/// like it.
const SIGNS: [&str; 5] = ["data/", "submissions/", "validator*", "generators/", "statement.md"];

/// How many of them make a package.
const ENOUGH: usize = 2;

/// Names of files that are settings but for letter case, number or ending.
const LIKE: [&str; 2] = ["problem.", "problems."];
const ENDINGS: [&str; 5] = [".toml", ".yaml", ".yml", ".toml.txt", ".yaml.txt"];

/// What a folder without settings has of a package.
struct Found {
    signs: Vec<&'static str>,
    misnamed: Option<String>,
}

/// What is missing in a folder that is surely meant as a package.
pub(super) fn package_without_settings(folder: &Path) -> Option<String> {
    let found = look(folder)?;
    (found.signs.len() >= ENOUGH || found.misnamed.is_some()).then(|| found.words())
}

/// What may be missing in a folder that is judged as a plain one.
pub(super) fn doubt(folder: &Path) -> Option<String> {
    let found = look(folder)?;
    let is_doubtful = found.signs.contains(&"submissions/") || found.misnamed.is_some();
    is_doubtful.then(|| found.words())
}

fn look(folder: &Path) -> Option<Found> {
    let mut found = Found { signs: Vec::new(), misnamed: None };
    let mut entries: Vec<_> = fs::read_dir(folder).ok()?.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.path().is_dir();
        if !is_folder && is_like_settings(&name) {
            found.misnamed.get_or_insert(name);
            continue;
        }
        let is_it = |sign: &&str| match (sign.strip_suffix('/'), sign.strip_suffix('*')) {
            (Some(folder), _) => is_folder && name == folder,
            (_, Some(head)) => name.starts_with(head),
            _ => !is_folder && name == *sign,
        };
        let sign = SIGNS.into_iter().find(is_it);
        found.signs.extend(sign.filter(|sign| !found.signs.contains(sign)));
    }
    found.signs.sort_by_key(|sign| SIGNS.iter().position(|known| known == sign));
    Some(found)
}

fn is_like_settings(name: &str) -> bool {
    let name = name.to_lowercase();
    LIKE.iter().any(|head| name.starts_with(head)) && ENDINGS.iter().any(|end| name.ends_with(end))
}

impl Found {
    fn words(&self) -> String {
        let settings = Layout::OWN.settings;
        let signs: Vec<&str> = self.signs.iter().map(|sign| sign.trim_end_matches('*')).collect();
        let lacks = match signs.split_last() {
            None => format!("has no {settings}"),
            Some((last, [])) => format!("has {last}, but no {settings}"),
            Some((last, others)) => {
                format!("has {} and {last}, but no {settings}", others.join(", "))
            }
        };
        match &self.misnamed {
            Some(name) => format!("{lacks} (is {name} meant?)"),
            None => lacks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(entries: &[&str], package: Option<&str>, plain: Option<&str>) {
        let folder = tempfile::tempdir().unwrap();
        for entry in entries {
            let path = folder.path().join(entry);
            if entry.ends_with('/') {
                fs::create_dir(path).unwrap();
            } else {
                fs::write(path, "").unwrap();
            }
        }
        assert_eq!(package_without_settings(folder.path()).as_deref(), package, "{entries:?}");
        assert_eq!(doubt(folder.path()).as_deref(), plain, "{entries:?}");
    }

    #[test]
    fn packages_are_told_from_folders_of_cases() {
        case(&["1.in", "1.ans"], None, None);
        case(&["data/"], None, None);
        case(&["data", "submissions"], None, None);
        let one = "has submissions/, but no problem.toml";
        case(&["1.in", "submissions/"], None, Some(one));
        let two = "has data/ and submissions/, but no problem.toml (is Problem.toml meant?)";
        case(&["submissions/", "Problem.toml", "data/"], Some(two), Some(two));
        let three = "has data/, validator and statement.md, but no problem.toml";
        case(&["validator.cpp", "validators/", "statement.md", "data/"], Some(three), None);
        let misnamed = "has no problem.toml (is problem.yml meant?)";
        case(&["1.in", "problem.yml"], Some(misnamed), Some(misnamed));
        case(&["1.in", "problem.pdf", "notes.yaml"], None, None);
    }
}
