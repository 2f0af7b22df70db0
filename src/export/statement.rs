//! Statements: found in the problem's folder under the names that formats use, and put where a package has
//! its own. Nothing is read of them; no verdict depends on them.

use std::path::{Path, PathBuf};

use super::file::{Package, files_in};
use crate::problem::Problem;
use crate::regular;

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

/// Longest statement that is rewritten, in bytes.
const LONGEST: u64 = 4 << 20;

impl Statement {
    /// What it says, where it is a text; `None` where it cannot be read.
    pub(super) fn text(&self) -> Option<String> {
        let bytes = regular::read(&self.path, LONGEST).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Where statements lie: folders, and the beginning of the files' names.
const PLACES: [(&str, &str); 6] = [
    ("", "statement."),
    ("statement", "problem."),
    ("statement", "statement."),
    ("testo", "testo."),
    ("problem_statement", "problem."),
    ("", "problem."),
];

const ENDINGS: [&str; 3] = ["md", "tex", "pdf"];

/// Languages as Polygon names them, and their codes.
const LANGUAGES: [(&str, &str); 16] = [
    ("english", "en"),
    ("russian", "ru"),
    ("arabic", "ar"),
    ("armenian", "hy"),
    ("azerbaijani", "az"),
    ("chinese", "zh"),
    ("french", "fr"),
    ("german", "de"),
    ("italian", "it"),
    ("japanese", "ja"),
    ("kazakh", "kk"),
    ("polish", "pl"),
    ("portuguese", "pt"),
    ("romanian", "ro"),
    ("spanish", "es"),
    ("ukrainian", "uk"),
];

/// Polygon's name of a language of this code.
pub(super) fn name_of(code: &str) -> Option<&'static str> {
    let code = code.split(['-', '_']).next().unwrap_or(code);
    LANGUAGES.iter().find(|(_, own)| *own == code).map(|(name, _)| *name)
}

/// The statements of a problem, one for each language.
pub(super) fn find(problem: &Problem) -> Vec<Statement> {
    for (folder, begin) in PLACES {
        let all = in_folder(&problem.folder.join(folder), begin);
        if !all.is_empty() {
            return all;
        }
    }
    let mut all = of_polygon(&problem.folder, "statements", "tex");
    for pdf in of_polygon(&problem.folder, "statements/.pdf", "pdf") {
        if all.iter().all(|other| other.language != pdf.language) {
            all.push(pdf);
        }
    }
    if all.is_empty() { of_sinol(&problem.folder).into_iter().collect() } else { all }
}

/// The statement as a PDF, where there is one.
pub(super) fn pdf(problem: &Problem) -> Option<Statement> {
    let is_pdf = |statement: &Statement| statement.ending == "pdf";
    if let Some(found) = find(problem).into_iter().find(is_pdf) {
        return Some(found);
    }
    let beside = PLACES.iter().map(|(folder, begin)| {
        let path = problem.folder.join(folder).join(format!("{begin}pdf"));
        Statement { path, ending: "pdf".to_owned(), language: "en".to_owned() }
    });
    let of_polygon = of_polygon(&problem.folder, "statements/.pdf", "pdf");
    beside.chain(of_polygon).find(|statement| statement.path.is_file())
}

/// Those in the folders of languages.
fn of_polygon(folder: &Path, within: &str, ending: &str) -> Vec<Statement> {
    let all = LANGUAGES.iter().map(|(name, code)| Statement {
        path: folder.join(within).join(name).join(format!("problem.{ending}")),
        ending: ending.to_owned(),
        language: (*code).to_owned(),
    });
    all.filter(|statement| statement.path.is_file()).collect()
}

/// The one in `doc`, whose name ends in `zad`; that in English where there are several.
fn of_sinol(folder: &Path) -> Option<Statement> {
    let doc = folder.join("doc");
    let named = |mark: &str| {
        let files = files_in(&doc).into_iter();
        files.map(|(_, path)| path).find(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(mark)
        })
    };
    let path = named("zad-en.pdf").or_else(|| named("zad.pdf"))?;
    Some(Statement { path, ending: "pdf".to_owned(), language: "en".to_owned() })
}

/// Lists the languages of statements but the one that is taken.
pub(super) fn leave_others(all: &[Statement], taken: &str, title: &str, package: &mut Package) {
    let others = all.iter().map(|statement| statement.language.as_str());
    let others: Vec<&str> = others.filter(|language| *language != taken).collect();
    if !others.is_empty() {
        package.lose(format!(
            "statements in other languages ({}): {title} takes one",
            others.join(", ")
        ));
    }
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
    let is = |folder: &Path, names: &[&str]| {
        folder.file_name().is_some_and(|name| names.iter().any(|own| name == *own))
    };
    let is_own = |folder: &&Path| {
        let around = folder.parent().is_some_and(|around| is(around, &["statements"]));
        is(folder, &["statement", "problem_statement"]) || around
    };
    let folder = statement.path.parent().filter(is_own);
    let is_other = |(name, path): &(String, PathBuf)| {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        *path != statement.path && matches!(ending, Some("png" | "jpg" | "jpeg" | "svg" | "eps"))
    };
    folder.map_or_else(Vec::new, |folder| files_in(folder).into_iter().filter(is_other).collect())
}
