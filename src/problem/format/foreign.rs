//! Tells folders that are no problem of ours from plain folders of cases: packages of other judges,
//! by a table of their marks, and folders of problems. Their cases would be found as those of a plain
//! folder, and judged by other rules than the package's own. Knows nothing of what stands in them.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::SETTINGS;
use crate::regular;

/// How deep below a folder problems are looked for: `problems/<slug>` of a repository.
const DEPTH: usize = 2;

/// How many problems of a folder are named.
const NAMED: usize = 3;

/// Longest file that is looked into, in bytes.
const LONGEST: u64 = 4 << 20;

/// A format that another judge reads.
#[derive(Debug)]
struct Format {
    /// Its name, with the article.
    name: &'static str,
    /// The file at the top of its packages.
    file: &'static str,
    /// What tells that file from others of the name.
    sign: Sign,
}

/// What tells a format's file from others of the name.
#[derive(Debug)]
enum Sign {
    /// The name is enough.
    Name,
    /// A folder beside it.
    Beside(&'static str),
    /// One of these words in it.
    Words(&'static [&'static str]),
}

use Sign::{Beside, Name, Words};

/// The formats that we do not read. The first that fits has it.
const FORMATS: &[Format] = &[
    Format { name: "a Kattis (ICPC) problem package", file: "problem.yaml", sign: Name },
    Format { name: "a DOMjudge problem package", file: "domjudge-problem.ini", sign: Name },
    Format { name: "an rbx package", file: "problem.rbx.yml", sign: Name },
    Format { name: "a Polygon package", file: "problem.xml", sign: Words(&["<judging"]) },
    Format { name: "a Polygon contest", file: "contest.xml", sign: Beside("problems") },
    Format {
        name: "a TPS task",
        file: "problem.json",
        sign: Words(&["\"type\"", "\"task_type\""]),
    },
    Format { name: "a task-maker task", file: "task.toml", sign: Name },
    Format { name: "a task-maker task", file: "task.yaml.orig", sign: Name },
    Format { name: "a CMS (Italian YAML) or task-maker task", file: "task.yaml", sign: Name },
    Format { name: "a sinol package", file: "config.yml", sign: Beside("prog") },
    Format {
        name: "a DMOJ problem",
        file: "init.yml",
        sign: Words(&["test_cases", "archive", "checker", "custom_judge", "interactive"]),
    },
    Format { name: "a library-checker problem", file: "info.toml", sign: Words(&["[[tests]]"]) },
    Format { name: "a CMS contest", file: "contest.yaml", sign: Words(&["tasks"]) },
];

impl Format {
    fn fits(&self, folder: &Path) -> bool {
        let file = folder.join(self.file);
        if fs::symlink_metadata(&file).is_err() {
            return false;
        }
        match self.sign {
            Name => true,
            Beside(other) => folder.join(other).is_dir(),
            Words(words) => {
                let read = fs::canonicalize(&file).and_then(|real| regular::read(&real, LONGEST));
                // What cannot be looked into may be of the format.
                read.map_or(true, |bytes| {
                    let text = String::from_utf8_lossy(&bytes);
                    words.iter().any(|word| text.contains(word))
                })
            }
        }
    }
}

/// Whether a folder looks like a problem that has settings, ours or another judge's.
pub(super) fn is_problem(folder: &Path) -> bool {
    folder.join(SETTINGS).is_file() || FORMATS.iter().any(|format| format.fits(folder))
}

/// Why a folder without settings of ours is no plain folder of cases; `None` where it may be one.
pub(super) fn refusal(folder: &Path) -> Option<String> {
    if let Some(Format { name, file, .. }) = FORMATS.iter().find(|format| format.fits(folder)) {
        return Some(format!(
            "this is {name}, by its `{file}`, and jury does not read that format: to judge it by \
             rules of your own, put a `{SETTINGS}` beside that file (`jury new` shows one)"
        ));
    }
    let problems = problems_in(folder);
    let some: Vec<String> =
        problems.iter().take(NAMED).map(|path| format!("`{}`", path.display())).collect();
    let (some, more) = (some.join(", "), if problems.len() > NAMED { " …" } else { "" });
    match problems.as_slice() {
        [] => None,
        [_] => Some(format!("this is a folder with a problem in it: name {some}")),
        several => Some(format!(
            "this is a folder with {} problems in it ({some}{more}): name one of them",
            several.len()
        )),
    }
}

/// The problems below a folder, in byte order of their paths from there.
fn problems_in(folder: &Path) -> Vec<PathBuf> {
    let is_open = |entry: &DirEntry| !entry.file_name().as_encoded_bytes().starts_with(b".");
    let mut walk =
        WalkDir::new(folder).min_depth(1).max_depth(DEPTH).sort_by_file_name().into_iter();
    let mut problems = Vec::new();
    while let Some(entry) = walk.next() {
        let Ok(entry) = entry else { continue };
        if !entry.file_type().is_dir() {
            continue;
        }
        let found = is_open(&entry) && is_problem(entry.path());
        if found || !is_open(&entry) {
            walk.skip_current_dir();
        }
        let below = entry.path().strip_prefix(folder);
        problems.extend(below.ok().filter(|_| found).map(Path::to_owned));
    }
    problems
}
