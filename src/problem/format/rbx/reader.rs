//! The programs that a package names, and the variables that it has for them.

use std::collections::BTreeMap;

use super::super::sheet::Sheet;
use crate::problem::Protocol;
use crate::problem::complaint::Complaints;
use crate::problem::draft::{Found, PartDraft};
use crate::problem::folder::Folder;
use crate::regular;

/// What programs of a package have.
pub(super) const CODE_KEYS: [&str; 4] = ["path", "language", "compilationFiles", "executionFiles"];

/// The header that rbx generates for a package's programs.
const HEADER: &str = "rbx.h";

/// Longest source that is looked at for it, in bytes.
const LONGEST_SOURCE: u64 = 4 << 20;

/// Reads what the file names.
pub(super) struct Reader<'a> {
    pub(super) folder: &'a Folder,
    pub(super) complaints: &'a mut Complaints,
}

impl Reader<'_> {
    /// The path of a program, which is there and needs nothing that rbx alone has.
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
        self.expect_no_header(&path);
        Some(path)
    }

    fn expect_no_header(&mut self, path: &Found<String>) {
        let Ok(place) = self.folder.inside(&path.value) else { return };
        let beside = place.parent().into_iter().chain([self.folder.real.as_path()]);
        let is_there = beside.into_iter().any(|folder| folder.join(HEADER).exists());
        let text = regular::read(&place, LONGEST_SOURCE).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let includes = |line: &str| {
            let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
            rest.is_some_and(|rest| rest.starts_with("include") && rest.contains(HEADER))
        };
        if !is_there && text.lines().any(includes) {
            let words = format!(
                "`{}` includes `{HEADER}`, which rbx generates from `vars`, and jury does not: run \
                 `rbx build` and put the header into the package",
                path.value.escape_debug()
            );
            self.complaints.at(&path.origin, words);
        }
    }

    pub(super) fn part(&mut self, sheet: &Sheet) -> Option<PartDraft> {
        let path = self.code(sheet)?;
        Some(PartDraft::of(path, Protocol::Testlib))
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

/// The variables as arguments of validators: `--N.max=10`.
pub(super) fn vars(sheet: &Sheet) -> Vec<String> {
    fn add(prefix: &str, node: &crate::yaml::Node, all: &mut Vec<String>) {
        for entry in node.as_map().unwrap_or_default() {
            let name = format!("{prefix}{}", entry.key);
            match entry.value.as_text() {
                Some(text) => all.push(format!("--{name}={text}")),
                None => add(&format!("{name}."), &entry.value, all),
            }
        }
    }
    let mut all = Vec::new();
    if let Some(node) = sheet.get("vars") {
        add("", node, &mut all);
    }
    all
}
