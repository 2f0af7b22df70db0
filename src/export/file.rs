//! A package that is not written yet: its files by their names, and what it cannot say.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::finding::{Finding, Weight};
use crate::problem::Problem;

/// What a file of a package holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The same as this file.
    Copy(PathBuf),
}

/// A file of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// What it holds.
    pub content: Content,
    /// Whether it is a program or script that is started.
    pub is_executable: bool,
}

/// A package for another judge.
#[derive(Debug, Clone)]
pub struct Package {
    /// The problem's name in file names.
    pub slug: String,
    /// The files by their paths in the package, with `/` between the parts.
    pub files: BTreeMap<String, File>,
    /// What it cannot say, in the order in which it was met.
    pub findings: Vec<Finding>,
}

impl Package {
    /// One without files.
    pub(super) fn new(problem: &Problem) -> Self {
        Self { slug: problem.slug.clone(), files: BTreeMap::new(), findings: Vec::new() }
    }

    /// The problem's name as packages of the Kattis family have it: lower-case letters and digits.
    pub fn short_name(&self) -> String {
        let plain = self.slug.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        if String::is_empty(&plain) { "problem".to_owned() } else { plain }
    }

    /// Whether no package can be made.
    pub fn is_refused(&self) -> bool {
        self.findings.iter().any(|finding| finding.weight == Weight::Refused)
    }

    /// Whether something of the problem is lost.
    pub fn is_lossy(&self) -> bool {
        self.findings.iter().any(|finding| finding.weight == Weight::Lost)
    }

    /// Tells of a rule of the other judge, once.
    pub(super) fn note(&mut self, text: impl Into<String>) {
        self.find(Weight::Noted, text.into());
    }

    /// Tells that something is lost, once.
    pub(super) fn lose(&mut self, text: impl Into<String>) {
        self.find(Weight::Lost, text.into());
    }

    /// Tells that no package can be made.
    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.find(Weight::Refused, text.into());
    }

    fn find(&mut self, weight: Weight, text: String) {
        let finding = Finding { weight, text };
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// Adds a file with this text.
    pub(super) fn text(&mut self, name: impl Into<String>, text: impl Into<String>) {
        let content = Content::Bytes(text.into().into_bytes());
        self.add(name.into(), File { content, is_executable: false });
    }

    /// Adds a script with this text.
    pub(super) fn script(&mut self, name: impl Into<String>, text: impl Into<String>) {
        let content = Content::Bytes(text.into().into_bytes());
        self.add(name.into(), File { content, is_executable: true });
    }

    /// Adds a copy of a file; whether it is executable is the file's own affair.
    pub(super) fn copy(&mut self, name: impl Into<String>, path: &Path) {
        let is_executable = is_executable(path);
        self.add(name.into(), File { content: Content::Copy(path.to_owned()), is_executable });
    }

    /// Adds a copy of a case's file, which is never executable.
    pub(super) fn copy_data(&mut self, name: impl Into<String>, path: &Path) {
        let content = Content::Copy(path.to_owned());
        self.add(name.into(), File { content, is_executable: false });
    }

    /// Adds copies of a file, or of all files in a folder.
    pub(super) fn copy_all(&mut self, name: &str, path: &Path) {
        for (below, file) in files_in(path) {
            let name = if below.is_empty() { name.to_owned() } else { format!("{name}/{below}") };
            self.copy(name, &file);
        }
    }

    fn add(&mut self, name: String, file: File) {
        self.files.insert(name, file);
    }
}

/// The files in a folder by their names below it; that of a file is empty. What builds and editors leave is
/// left out.
pub(super) fn files_in(path: &Path) -> Vec<(String, PathBuf)> {
    let is_left = |name: &OsStr| {
        let name = name.as_encoded_bytes();
        name == b"__pycache__" || name.starts_with(b".")
    };
    let walk = WalkDir::new(path).follow_links(true).max_depth(16).sort_by_file_name().into_iter();
    let walk = walk.filter_entry(|entry| entry.depth() == 0 || !is_left(entry.file_name()));
    let files = walk.filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
    let named = files.filter_map(|entry| {
        let below = entry.path().strip_prefix(path).ok()?.to_str()?.to_owned();
        Some((below, entry.into_path()))
    });
    named.collect()
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o100 != 0)
}
