//! Packages of the Kattis family: what a good one becomes, the exact words for a wrong one, and what
//! damaged ones never do.

use jury::problem::Problem;
use jury::problem::load::load;

use super::folder::Folder;

mod damaged;
mod generators;
mod good;
mod promises;
mod validators;
mod wrong;

type Files<'a> = &'a [(&'a str, Option<&'a str>)];

const CURRENT: &str = "problem_format_version: 2025-09\n";
const DRAFT: &str = "problem_format_version: 2023-07-draft\n";

/// What one rule makes of a package with these files.
#[track_caller]
fn case(files: Files<'_>, shown: impl Fn(&Problem) -> String, expected: &str) {
    assert_eq!(shown(&package(files).load()), expected, "for {files:?}");
}

/// The same for a `problem.yaml` alone.
#[track_caller]
fn settings(text: &str, shown: impl Fn(&Problem) -> String, expected: &str) {
    case(&[("problem.yaml", Some(text))], shown, expected);
}

/// A package of version `legacy` that is good, but for these files: in place of its own or beside them;
/// `None` leaves a file out.
fn package(files: &[(&str, Option<&str>)]) -> Folder {
    let folder = Folder::new();
    let good = [
        ("problem.yaml", ""),
        ("data/sample/1.in", "1"),
        ("data/sample/1.ans", "1"),
        ("data/secret/1.in", "1"),
        ("data/secret/1.ans", "1"),
    ];
    for (name, text) in good {
        let inside = |other: &str| {
            other == name || name.strip_prefix(other).is_some_and(|rest| rest.starts_with('/'))
        };
        if !files.iter().any(|(other, _)| inside(other)) {
            folder.write(name, text.as_bytes());
        }
    }
    for (name, text) in files {
        if let Some(text) = text {
            folder.write(name, text.as_bytes());
        }
    }
    folder
}

/// What only a proof of the package tells.
fn remarks(folder: &Folder) -> Vec<String> {
    let prefix = format!("{}/", folder.path().display());
    let remarks = load(&folder.path()).map(|problem| problem.remarks).unwrap_or_default();
    remarks.iter().map(|remark| remark.to_string().replace(&prefix, "")).collect()
}

/// All that is said of a package: the complaints, or else its warnings.
fn said(folder: &Folder) -> Vec<String> {
    match load(&folder.path()) {
        Err(_) => folder.complaints(),
        Ok(problem) => {
            let prefix = format!("{}/", folder.path().display());
            let shown = |warning: &jury::problem::load::Complaint| {
                format!("warning: {}", warning.to_string().replace(&prefix, ""))
            };
            problem.warnings.iter().map(shown).collect()
        }
    }
}
