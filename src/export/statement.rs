//! Statements: found in the problem's folder under the names that formats use, and put where a package has
//! its own. Nothing is read of them; no verdict depends on them.

use std::path::{Path, PathBuf};

use super::file::files_in;
use crate::problem::Problem;

/// A statement as it was found.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    /// The file.
    pub(super) path: PathBuf,
    /// Its ending: `md`, `tex`, `pdf`.
    pub(super) ending: String,
    /// The language, where its name says it.
    pub(super) language: String,
}

/// Where statements lie: folders, and the beginning of the files' names.
const PLACES: [(&str, &str); 7] = [
    ("", "statement."),
    ("statement", "problem."),
    ("statement", "statement."),
    ("testo", "testo."),
    ("problem_statement", "problem."),
    ("", "problem."),
    ("statements/english", "problem."),
];

const ENDINGS: [&str; 3] = ["md", "tex", "pdf"];

/// The statements of a problem, one for each language.
pub(super) fn find(problem: &Problem) -> Vec<Statement> {
    for (folder, begin) in PLACES {
        let all = in_folder(&problem.folder.join(folder), begin);
        if !all.is_empty() {
            return all;
        }
    }
    Vec::new()
}

fn in_folder(folder: &Path, begin: &str) -> Vec<Statement> {
    if !folder.is_dir() {
        return Vec::new();
    }
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut names: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    names.sort();
    let mut all: Vec<Statement> = Vec::new();
    for path in names.into_iter().filter(|path| path.is_file()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(rest) = name.strip_prefix(begin) else { continue };
        let (language, ending) = rest.rsplit_once('.').unwrap_or(("en", rest));
        let (language, ending) = (language.to_owned(), ending.to_owned());
        let is_new = all.iter().all(|other| other.language != language);
        if ENDINGS.contains(&ending.as_str()) && is_new {
            all.push(Statement { path, ending, language });
        }
    }
    all
}

/// Pictures and other files beside a statement in a folder of its own.
pub(super) fn beside(statement: &Statement) -> Vec<(String, PathBuf)> {
    let folder = statement.path.parent().filter(|folder| {
        folder.file_name().is_some_and(|name| {
            ["statement", "problem_statement", "english"].iter().any(|own| name == *own)
        })
    });
    let is_other = |(name, path): &(String, PathBuf)| {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        *path != statement.path && matches!(ending, Some("png" | "jpg" | "jpeg" | "svg" | "eps"))
    };
    folder.map_or_else(Vec::new, |folder| files_in(folder).into_iter().filter(is_other).collect())
}
