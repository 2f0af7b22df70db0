//! What the format asks of a package besides what is judged: the names of its folders, its title, identity
//! and licence, and its statements. No verdict depends on any of it, so all of it is a remark.

use std::collections::BTreeSet;

use super::super::sheet::Sheet;
use super::edition::Edition;
use super::metadata::Metadata;
use crate::nearest::nearest;
use crate::problem::KeptSubmission;
use crate::problem::complaint::Complaints;
use crate::problem::folder::{Entry, Folder, Kind};
use crate::verdict::Verdict;

/// The folders of statements: of `legacy`, and of later versions.
const STATEMENTS: [&str; 2] = ["problem_statement", "statement"];

/// Most folders at the top of a package whose names are compared with known ones, and the longest name.
const COMPARED: (usize, usize) = (1000, 40);

/// Folders at the top of a package in any version, and those that only tools know.
const FOLDERS: &[&str] = &[
    "data",
    "submissions",
    "problem_statement",
    "statement",
    "solution",
    "attachments",
    "include",
    "input_validators",
    "input_format_validators",
    "output_validators",
    "output_validator",
    "answer_validators",
    "static_validator",
    "graders",
    "generators",
    "input_visualizer",
    "output_visualizer",
];

/// Remarks on all that is not as it should be.
pub(super) fn check(
    folder: &Folder,
    metadata: &Metadata,
    submissions: &[KeptSubmission],
    complaints: &mut Complaints,
) {
    let root = folder.entries(&folder.real, &mut Complaints::default());
    own_name(folder, complaints);
    names_of_folders(folder, &root, complaints);
    let languages = statements(folder, metadata.edition, &root, complaints);
    titles(metadata, &languages, complaints);
    identity(metadata, complaints);
    rights(metadata, complaints);
    let is_accepted = |kept: &KeptSubmission| {
        let expected = kept.expected();
        expected.permits(Verdict::Accepted) && !expected.permits(Verdict::WrongAnswer)
    };
    if !submissions.is_empty() && !submissions.iter().any(is_accepted) {
        let path = folder.real.join(super::rules::FOLDER);
        complaints.remark_about(folder.shown(&path), "none of them must be accepted");
    }
}

/// The name of the package's own folder (legacy and 2025-09, "Problem Packages").
fn own_name(folder: &Folder, complaints: &mut Complaints) {
    let name = folder.real.file_name().unwrap_or_default().to_string_lossy();
    if !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) {
        let words = "the name of a package is made of small letters and digits";
        complaints.remark_about(&folder.shown, words);
    }
}

fn names_of_folders(folder: &Folder, root: &[Entry], complaints: &mut Complaints) {
    let (most, longest) = COMPARED;
    let is_meant = |entry: &&Entry| entry.kind == Kind::Folder && entry.name.len() <= longest;
    for entry in root.iter().filter(is_meant).take(most) {
        let name = entry.name.as_str();
        // What has words added is called otherwise on purpose: `data_old`.
        let near = nearest(name, FOLDERS.iter().copied());
        if let Some(near) = near.filter(|near| !name.starts_with(near)) {
            let words = format!("is passed over: did you mean `{near}`?");
            complaints.remark_about(folder.shown(&entry.path), words);
        }
    }
}

/// The languages in which there is a statement; empty where there is none, or where its language is not
/// said.
fn statements(
    folder: &Folder,
    edition: Edition,
    root: &[Entry],
    complaints: &mut Complaints,
) -> BTreeSet<String> {
    let [legacy, current] = STATEMENTS;
    let (own, other) = if edition.is_legacy() { (legacy, current) } else { (current, legacy) };
    let found = |name: &str| root.iter().find(|entry| entry.name == name);
    if let Some(other) = found(other) {
        let words = format!("is passed over: this version has `{own}`");
        complaints.remark_about(folder.shown(&other.path), words);
    }
    let entries = found(own).filter(|entry| entry.kind == Kind::Folder);
    let entries = entries.map(|own| folder.entries(&own.path, &mut Complaints::default()));
    let (mut languages, mut some) = (BTreeSet::new(), false);
    for entry in entries.iter().flatten() {
        let Some(language) = statement(&entry.name, edition) else { continue };
        some = true;
        if !language.is_empty() {
            languages.insert(language.to_owned());
        } else if !edition.is_legacy() {
            let words = "expected the language in its name, as in `problem.en.md`";
            complaints.remark_about(folder.shown(&entry.path), words);
        }
    }
    // DOMjudge's, in the root.
    let bare = ["problem.pdf", "problem.html", "problem.txt"];
    let is_bare = edition.is_legacy() && bare.iter().any(|name| found(name).is_some());
    if !(some || is_bare) {
        complaints.remark_about(folder.shown(&folder.real.join(own)), "holds no statement");
    }
    languages
}

/// The language of a statement, empty where its name does not say; `None` for other files.
fn statement(name: &str, edition: Edition) -> Option<&str> {
    let endings: &[&str] = match edition {
        Edition::Legacy => &["tex", "pdf", "html", "txt", "md"],
        Edition::Draft | Edition::Current => &["tex", "pdf", "md"],
    };
    let (stem, ending) = name.rsplit_once('.')?;
    let language = match stem.strip_prefix("problem")? {
        "" => "",
        rest => rest.strip_prefix('.')?,
    };
    endings.contains(&ending).then_some(language)
}

/// A title for each language of the statement, and no other (2025-09, "name"). `legacy` has the title in
/// the statement.
fn titles(metadata: &Metadata, statements: &BTreeSet<String>, complaints: &mut Complaints) {
    let sheet = &metadata.sheet;
    if metadata.edition.is_legacy() {
        return;
    }
    let Some(name) = sheet.get("name") else {
        sheet.remark("name", "is missing", complaints);
        return;
    };
    let titles: BTreeSet<String> = match name.as_map() {
        Some(map) => map.iter().map(|entry| entry.key.clone()).collect(),
        None => BTreeSet::from(["en".to_owned()]),
    };
    if statements.is_empty() {
        return;
    }
    for language in statements.difference(&titles) {
        let words = format!("there is a statement in `{language}`, and no title");
        sheet.remark("name", words, complaints);
    }
    for language in titles.difference(statements) {
        let words = format!("there is a title in `{language}`, and no statement");
        sheet.remark("name", words, complaints);
    }
}

/// The UUID, which later versions require.
fn identity(metadata: &Metadata, complaints: &mut Complaints) {
    let sheet = &metadata.sheet;
    if metadata.edition.is_legacy() {
        return;
    }
    match sheet.get("uuid").map(|node| node.as_text()) {
        None => sheet.remark("uuid", "is missing", complaints),
        Some(text) if !text.is_some_and(is_uuid) => {
            let words = "expected a UUID: 8, 4, 4, 4 and 12 hexadecimal digits with `-` between";
            sheet.remark("uuid", words, complaints);
        }
        Some(_) => {}
    }
}

fn is_uuid(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [8, 4, 4, 4, 12] && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

/// Somebody who holds the rights, where the licence leaves them to somebody (legacy and 2025-09,
/// `rights_owner`: the authors, or else the source, where the key is not there).
fn rights(metadata: &Metadata, complaints: &mut Complaints) {
    let sheet = &metadata.sheet;
    let Some(licence) = sheet.get("license").and_then(|node| node.as_text()) else { return };
    if ["unknown", "public domain"].contains(&licence) {
        return;
    }
    let authors = if metadata.edition.is_legacy() { "author" } else { "credits" };
    let is_there = |sheet: &Sheet, key: &str| sheet.get(key).is_some();
    if !["rights_owner", authors, "source"].iter().any(|key| is_there(sheet, key)) {
        let words = format!("needs a `rights_owner`, or `{authors}` or `source` in its place");
        sheet.remark("license", words, complaints);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_has_its_form() {
        assert!(is_uuid("0c9b3a5e-8f5f-4ab1-9d36-8e0f6b6a9d01"));
        for text in ["", "0c9b3a5e8f5f4ab19d368e0f6b6a9d01", "0c9b3a5e-8f5f-4ab1-9d36-8e0f6b6a9dxx"]
        {
            assert!(!is_uuid(text), "{text}");
        }
    }

    #[test]
    fn a_statement_is_told_by_its_name() {
        let case = |name: &str, expected: Option<&str>| {
            assert_eq!(statement(name, Edition::Current), expected, "{name}");
        };
        case("problem.en.md", Some("en"));
        case("problem.pt-BR.tex", Some("pt-BR"));
        case("problem.tex", Some(""));
        case("problem.html", None);
        case("problems.en.md", None);
        case("figure.pdf", None);
        assert_eq!(statement("problem.html", Edition::Legacy), Some(""));
    }
}
