//! Files that a package compiles together with solutions: graders and their headers.
//!
//! They are resources that are assets of the solution. In C and C++ all files are compiled; in other languages the
//! grader, in Python `main.py`, is the main program, and the solution is the module `solution` (Polygon, on graders).

use std::path::{Path, PathBuf};

use super::xml::Element;
use crate::problem::SharedCode;
use crate::problem::complaint::Complaints;
use crate::problem::folder::Folder;

/// What a solution is called beside a grader, without its ending.
const SOLUTION: &str = "solution";

/// Names of main programs, the likeliest first.
const MAIN: [&str; 2] = ["grader", "main"];

/// Endings of files that are included, and not compiled.
const HEADERS: [&str; 4] = ["h", "hpp", "hh", "hxx"];

/// Those files, if there are any.
pub(super) fn read(
    folder: &Folder,
    root: &Element<'_>,
    complaints: &mut Complaints,
) -> Option<SharedCode> {
    let resources = root.down(&["files", "resources"]);
    let mut files: Vec<PathBuf> = Vec::new();
    for file in resources.iter().flat_map(|resources| resources.all("file")) {
        let assets = file.first("assets");
        let mut assets = assets.iter().flat_map(|assets| assets.all("asset"));
        if assets.any(|asset| asset.value("name").as_deref() == Some(SOLUTION)) {
            let Some(path) = file.needed("path", complaints) else { continue };
            let real = folder.inside(&path.value);
            files.extend(real.map_err(|wrong| complaints.at(&path.origin, wrong)).ok());
        }
    }
    let is_header = |file: &Path| {
        file.extension().and_then(|ending| ending.to_str()).is_some_and(|it| HEADERS.contains(&it))
    };
    let stem = |file: &PathBuf| Some(file.file_stem()?.to_str()?.to_owned());
    let sources = || files.iter().filter(|file| !is_header(file)).filter_map(stem);
    let usual = MAIN.iter().filter(|name| sources().any(|stem| stem == **name));
    let mut mains: Vec<String> = usual.map(|&name| name.to_owned()).collect();
    if mains.is_empty() {
        // Headers alone have no `main`: they merely lie beside solutions.
        mains.push(sources().next().or_else(|| files.first().and_then(stem))?);
    }
    Some(SharedCode { name: SOLUTION.to_owned(), mains, files, prefaces: None })
}
