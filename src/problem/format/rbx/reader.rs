//! The programs that a package names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::sheet::Sheet;
use crate::nearest::unknown;
use crate::problem::complaint::{Complaints, Wrong};
use crate::problem::copies::Copies;
use crate::problem::draft::{Found, PartDraft};
use crate::problem::folder::Folder;
use crate::problem::glob::CaseGlob;
use crate::problem::{Points, Protocol};
use crate::regular;
use crate::yaml::Node;

/// What programs of a package have.
pub(super) const CODE_KEYS: [&str; 4] = ["path", "language", "compilationFiles", "executionFiles"];

/// The header that rbx generates for a package's programs.
pub(super) const HEADER: &str = "rbx.h";

/// Endings of what a pattern names that is a program: the languages of rbx, and those that people add.
const SOURCES: [&str; 14] =
    ["c", "cc", "cpp", "cs", "cxx", "go", "hs", "java", "js", "kt", "pas", "py", "rb", "rs"];

/// Longest source that is looked at for it, in bytes.
const LONGEST_SOURCE: u64 = 4 << 20;

/// Reads what the file names.
pub(super) struct Reader<'a> {
    pub(super) folder: &'a Folder,
    pub(super) complaints: &'a mut Complaints,
    /// Whether a program includes the header that rbx generates.
    pub(super) needs_header: bool,
    /// Files that are made of what the package says.
    pub(super) copies: Option<Copies>,
}

impl Reader<'_> {
    /// Makes a file that goes with the problem, and returns where it is.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Option<PathBuf> {
        let copies = match self.copies.take() {
            Some(copies) => Ok(copies),
            None => Copies::new(),
        };
        let put = copies.and_then(|copies| self.copies.insert(copies).put(bytes, None));
        let wrong = |error| Wrong::unreadable("cannot make a temporary file", &error);
        put.map_err(|error| self.complaints.about(&self.folder.shown, wrong(error))).ok()
    }

    /// The path of a program.
    pub(super) fn code(&mut self, sheet: &Sheet) -> Option<Found<String>> {
        // What is included is found in the package by its path.
        if sheet.get("executionFiles").is_some_and(|node| node.as_list() != Some(&[])) {
            let words = "files beside a program where it runs are not put there";
            sheet.complain("executionFiles", words, self.complaints);
        }
        if sheet.get("language").is_some() {
            sheet.remark("language", "passed over: the file's ending decides", self.complaints);
        }
        let Some(path) = sheet.text("path", self.complaints) else {
            sheet.complain("path", "missing", self.complaints);
            return None;
        };
        self.note_header(&path);
        Some(path)
    }

    /// Notes whether the program includes the header.
    fn note_header(&mut self, path: &Found<String>) {
        let Ok(place) = self.folder.inside(&path.value) else { return };
        let text = regular::read(&place, LONGEST_SOURCE).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let includes = |line: &str| {
            let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
            rest.is_some_and(|rest| rest.starts_with("include") && rest.contains(HEADER))
        };
        self.needs_header |= text.lines().any(includes);
    }

    /// A checker or an interactor.
    pub(super) fn part(&mut self, sheet: &Sheet) -> Option<PartDraft> {
        let path = self.code(sheet)?;
        Some(PartDraft { points: Some(Points::Never), ..PartDraft::of(path, Protocol::Testlib) })
    }

    /// A text that must be there.
    pub(super) fn needed(&mut self, sheet: &Sheet, key: &str) -> Option<Found<String>> {
        if sheet.get(key).is_none_or(Node::is_empty) {
            sheet.complain(key, "missing", self.complaints);
            return None;
        }
        sheet.text(key, self.complaints)
    }

    /// The files of the package that a pattern names, by their paths in it and as people count. `None` where
    /// the pattern is wrong.
    pub(super) fn matching(&mut self, pattern: &Found<String>) -> Option<Vec<String>> {
        let text = pattern.value.trim_start_matches("./");
        let glob = match CaseGlob::new(text) {
            Ok(glob) => glob,
            Err(bad) => {
                self.complaints.at(&pattern.origin, bad.to_string());
                return None;
            }
        };
        let folder = Path::new(text).components();
        let fixed: PathBuf = folder
            .take_while(|part| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']))
            .collect();
        let top = &self.folder.real;
        let start = match self.folder.inside(&fixed.to_string_lossy()) {
            Ok(start) if start.is_dir() => start,
            Ok(_) => top.clone(),
            Err(_) if fixed.as_os_str().is_empty() => top.clone(),
            Err(wrong) => {
                self.complaints.at(&pattern.origin, wrong);
                return None;
            }
        };
        let files = self.folder.files_below(&start, self.complaints);
        let mut names: Vec<String> = files
            .iter()
            .filter_map(|file| Some(file.path.strip_prefix(top).ok()?.to_str()?.to_owned()))
            .filter(|name| glob.matches(name))
            .collect();
        names.sort_by(|left, right| crate::natural::compare(left, right));
        Some(names)
    }

    /// The sources that an entry names: by a pattern (`sols/wa-*.*`), those that are there, which may be none.
    pub(super) fn sources(&mut self, path: Found<String>) -> Vec<Found<String>> {
        if !path.value.contains('*') {
            return vec![path];
        }
        let is_source = |name: &String| {
            let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| SOURCES.contains(&ending))
        };
        let names = self.matching(&path).unwrap_or_default().into_iter().filter(is_source);
        let sources = names.map(|value| Found { value, origin: path.origin.clone() });
        let sources: Vec<_> = sources.collect();
        for source in &sources {
            self.note_header(source);
        }
        sources
    }

    /// The sources of generators by their names.
    pub(super) fn generators(&mut self, sheet: &Sheet) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        for generator in sheet.sections("generators", self.complaints) {
            let known = [&CODE_KEYS[..], &["name"]].concat();
            generator.expect_only(&known, self.complaints);
            let name = generator.text("name", self.complaints);
            let path = self.code(&generator);
            if let (Some(name), Some(path)) = (name, path) {
                all.insert(name.value, path.value);
            }
        }
        all
    }
}

/// A text that is one of these words, in whatever letters; another is complained of.
pub(super) fn word<T: Copy>(
    sheet: &Sheet,
    key: &str,
    known: &[(&str, T)],
    complaints: &mut Complaints,
) -> Option<T> {
    let Found { value, .. } = sheet.text(key, complaints)?;
    let found = known.iter().find(|(word, _)| bare(word) == bare(&value)).map(|&(_, meant)| meant);
    if found.is_none() {
        let words = unknown("word", &value, known.iter().map(|(word, _)| *word));
        sheet.complain(key, words, complaints);
    }
    found
}

/// A word as rbx compares it: letter case, blanks, `-` and `_` do not count.
pub(super) fn bare(word: &str) -> String {
    word.to_lowercase().replace(['-', '_', ' '], "")
}
