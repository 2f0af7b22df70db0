//! Files that all solutions are compiled together with, or import: `extra_compilation_files`,
//! `extra_compilation_args` and `extra_execution_files`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::programs::PROGRAMS;
use crate::problem::SharedCode;
use crate::problem::complaint::Complaints;
use crate::problem::folder::Folder;
use crate::problem::format::sheet::{Sheet, quoted};

/// Endings of sources that a compiler is given only where its arguments name them.
const COMPILED: [&str; 5] = ["c", "cpp", "cc", "cxx", "pas"];

/// Beginnings of arguments that no correct program needs beside those of the language.
const HARMLESS: [&str; 8] = ["-O", "-W", "-std=", "-g", "-lm", "-static", "-march=", "-m64"];

/// Those files, absolute.
pub(super) fn read(folder: &Folder, sheet: &Sheet, complaints: &mut Complaints) -> Vec<PathBuf> {
    let mut arguments = BTreeSet::new();
    let mut names = BTreeSet::new();
    if let Some(section) = sheet.section("extra_compilation_args", complaints) {
        for (language, word) in words(&section) {
            if folder.real.join(PROGRAMS).join(&word).is_file() {
                arguments.insert(word);
            } else if HARMLESS.iter().any(|flag| word.starts_with(flag)) {
                let words = format!("{} is not passed on", quoted(&word));
                section.warn(&language, words, complaints);
            } else {
                let wrong = format!("{}: arguments of compilers are not passed on", quoted(&word));
                section.complain(&language, wrong, complaints);
            }
        }
    }
    if let Some(section) = sheet.section("extra_execution_files", complaints) {
        names.extend(words(&section).into_iter().map(|(_, word)| word));
    }
    let listed = sheet.get("extra_compilation_files").filter(|node| !node.is_empty());
    let listed = listed.and_then(|_| sheet.list("extra_compilation_files", complaints));
    for name in listed.map(|found| found.value).unwrap_or_default() {
        let ending = Path::new(&name).extension().and_then(|ending| ending.to_str());
        if ending.is_some_and(|ending| COMPILED.contains(&ending)) && !arguments.contains(&name) {
            let wrong = format!(
                "{} would be compiled here, too: expected it in `extra_compilation_args`",
                quoted(&name)
            );
            sheet.complain("extra_compilation_files", wrong, complaints);
        }
        names.insert(name);
    }
    names.extend(arguments);
    let mut files = Vec::new();
    for name in names {
        let path = folder.real.join(PROGRAMS).join(&name);
        match folder.readable(&path, SharedCode::LARGEST_FILE) {
            Ok(real) => files.push(real),
            Err(wrong) => complaints.about(folder.shown(&path), wrong),
        }
    }
    files
}

/// What stands under the languages of a section: a word or a list of them.
fn words(section: &Sheet) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in section.entries() {
        let one = std::slice::from_ref(&entry.value);
        let nodes = entry.value.as_list().unwrap_or(one).iter();
        let words = nodes.filter_map(|node| node.as_text());
        // Several arguments may stand in one string.
        let words = words.flat_map(str::split_whitespace);
        all.extend(words.map(|word| (entry.key.clone(), word.to_owned())));
    }
    all
}
