//! Headers that several programs of a problem share, such as `testlib.h`: they are looked for in the
//! problem's folder, in its folder `include`, in the folder `include` beside the problems, and in the user's
//! folders of headers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::folder::within;
use super::outside::{MOST_BYTES, MOST_FILES, included, text};
use crate::problem::{Additions, Conventions, is_open_to_links};

/// The folder of headers, of a problem and of a folder of problems.
const INCLUDE: &str = "include";

/// What compilers say of a header that they do not find: what stands before its name, and behind it.
const MISSING: [(&str, &str); 2] =
    [("fatal error: ", ": No such file or directory"), ("fatal error: '", "' file not found")];

/// The headers that the files of a program include, and those that these include, by the names that they
/// include them by, with where each is. What the program has itself, and what is nowhere, is left out.
pub(crate) fn headers(
    problem: &Path,
    source: &Path,
    own: &[(String, PathBuf)],
    is_source: &dyn Fn(&str) -> bool,
    additions: &Additions,
) -> Vec<(String, PathBuf)> {
    let places = Headers::of(problem, source, additions);
    let mut known: BTreeSet<String> = own.iter().map(|(name, _)| name.clone()).collect();
    let mut left: Vec<PathBuf> = own.iter().map(|(_, place)| place.clone()).collect();
    let mut found = Vec::new();
    while let Some(file) = left.pop() {
        for name in included(&text(&file)) {
            if found.len() >= MOST_FILES || !is_name(name) || is_source(name) {
                continue;
            }
            if known.insert(name.to_owned())
                && let Some(place) = places.file(name)
            {
                found.push((name.to_owned(), place.clone()));
                left.push(place);
            }
        }
    }
    found
}

/// Where headers are looked for.
pub(super) struct Headers {
    /// The nearest place first.
    places: Vec<Place>,
    /// What is made for the package, by the paths at which it takes the place of files.
    made: Vec<(PathBuf, PathBuf)>,
}

impl Headers {
    /// Those of a source of a problem, and what is added to the package's programs.
    pub(super) fn of(problem: &Path, source: &Path, additions: &Additions) -> Self {
        let mut places = places(problem, source);
        places.extend(additions.headers.iter().filter_map(|folder| Place::whole(folder)));
        let folder = fs::canonicalize(problem).unwrap_or_default();
        let made = additions.made.iter().map(|(path, made)| (folder.join(path), made.clone()));
        Self { places, made: made.collect() }
    }

    /// The header that is included by this name.
    pub(super) fn file(&self, name: &str) -> Option<PathBuf> {
        let made = |place: &Place| {
            let path = place.folder.join(name);
            self.made.iter().find(|(there, _)| *there == path).map(|(_, made)| made.clone())
        };
        let mut places = self.places.iter().filter(|_| is_name(name));
        places
            .find_map(|place| made(place).or_else(|| place.file(name)))
            .or_else(|| of_machine(name))
    }
}

/// The modules beside a script of the package that it imports, and those that these import.
pub(crate) fn modules(problem: &Path, source: &Path) -> Vec<(String, PathBuf)> {
    let Ok(problem) = fs::canonicalize(problem) else { return Vec::new() };
    let Some(folder) = source.parent().filter(|folder| folder.starts_with(&problem)) else {
        return Vec::new();
    };
    let place = Place { folder: folder.to_owned(), bounds: problem };
    let own = source.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let mut known = BTreeSet::from([own.to_owned()]);
    let (mut left, mut found) = (vec![source.to_owned()], Vec::new());
    while let Some(file) = left.pop() {
        for name in imported(&text(&file)) {
            let name = format!("{name}.py");
            if found.len() < MOST_FILES
                && known.insert(name.clone())
                && let Some(place) = place.file(&name)
            {
                left.push(place.clone());
                found.push((name, place));
            }
        }
    }
    found
}

/// The modules that lines of Python import from where the script lies.
fn imported(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for line in text.lines().map(str::trim) {
        let listed = match (line.strip_prefix("from "), line.strip_prefix("import ")) {
            (Some(rest), _) => rest.split(' ').next().unwrap_or_default(),
            (None, Some(rest)) => rest,
            (None, None) => continue,
        };
        let first = |part: &'_ str| -> Option<usize> {
            let end = part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len());
            (end > 0).then_some(end)
        };
        let parts = listed.split(',').map(str::trim);
        names.extend(parts.filter_map(|part| first(part).map(|end| &part[..end])));
    }
    names
}

/// A folder of headers, without links, and the one that links in it may lead to.
struct Place {
    folder: PathBuf,
    bounds: PathBuf,
}

impl Place {
    /// A folder with all that lies in it.
    fn whole(folder: &Path) -> Option<Self> {
        let folder = fs::canonicalize(folder).ok()?;
        Some(Self { bounds: folder.clone(), folder })
    }

    /// The header of this name in it.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let (place, state) = within(&self.bounds, &self.folder.join(name)).ok()?;
        (state.is_file() && state.len() <= MOST_BYTES).then_some(place)
    }
}

/// Where headers are looked for, the nearest place first.
fn places(problem: &Path, source: &Path) -> Vec<Place> {
    let Ok(problem) = fs::canonicalize(problem) else { return Vec::new() };
    let beside = source.parent().filter(|beside| beside.starts_with(&problem));
    let own =
        beside.into_iter().map(Path::to_owned).chain([problem.clone(), problem.join(INCLUDE)]);
    let bounds = problem.clone();
    let mut places: Vec<Place> =
        own.map(|folder| Place { folder, bounds: bounds.clone() }).collect();
    if let Some(problems) = problem.parent()
        && let shared = problems.join(INCLUDE)
        && let Ok(folder) = fs::canonicalize(&shared)
        && is_open_to_links(&folder, problems, &shared)
    {
        places.push(Place { bounds: folder.clone(), folder });
    }
    places
}

/// Where machines have headers. Only testlib's is taken from there: compilers find the others.
const OF_MACHINE: [&str; 2] = ["/usr/include", "/usr/local/include"];

fn of_machine(name: &str) -> Option<PathBuf> {
    let mut places = OF_MACHINE.iter().filter_map(|folder| Place::whole(Path::new(folder)));
    (name == TESTLIB).then(|| places.find_map(|place| place.file(name)))?
}

/// `testlib.h` in one of these folders or in those of the machine, for problems that do not bring it.
pub fn testlib(folders: &[PathBuf]) -> Option<PathBuf> {
    let mut places = folders.iter().filter_map(|folder| Place::whole(folder));
    places.find_map(|place| place.file(TESTLIB)).or_else(|| of_machine(TESTLIB))
}

/// Whether it may be the name of a header: it leads nowhere but downwards from the folders in which
/// compilers look.
pub(super) fn is_name(name: &str) -> bool {
    let mut components = Path::new(name).components();
    !name.is_empty() && components.all(|part| matches!(part, Component::Normal(_)))
}

/// The header that most checkers in C++ include, and where it comes from.
const TESTLIB: &str = "testlib.h";
const WHERE_TESTLIB_IS: &str = "it comes from https://github.com/MikeMirzayanov/testlib";

/// Where the header belongs that a compiler did not find, if that is what it says.
pub(super) fn advice(message: &str, conventions: Conventions) -> Option<String> {
    let header = message.lines().find_map(|line| {
        MISSING.iter().find_map(|(before, after)| {
            let (_, rest) = line.split_once(before)?;
            rest.split_once(after).map(|(name, _)| name)
        })
    })?;
    let advice = match conventions {
        Conventions::Own => format!(
            "`{header}` is looked for beside the program, in the problem's folder, in the folder \
             `{INCLUDE}` of the problem, in a folder `{INCLUDE}` beside the problem, in the folder \
             `jury/{INCLUDE}` of your settings (`~/.config`), and in `$JURY_INCLUDE`{}",
            if header == TESTLIB {
                "; then in `/usr/include` and `/usr/local/include`"
            } else {
                ""
            }
        ),
        Conventions::Kattis => format!("`{header}` is looked for beside the program"),
    };
    Some(if header == TESTLIB { format!("{advice}; {WHERE_TESTLIB_IS}") } else { advice })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(message: &str, expected: Option<&str>) {
        let advice = advice(message, Conventions::Kattis);
        let header = advice.as_deref().and_then(|advice| advice.split('`').nth(1));
        assert_eq!(header, expected, "{message}");
    }

    #[test]
    fn missing_headers_are_told_by_what_compilers_say() {
        let gcc = "a.cpp:1:10: fatal error: testlib.h: No such file or directory\n    1 | #include";
        case(gcc, Some("testlib.h"));
        case("a.cpp:1:10: fatal error: 'lib/x.h' file not found", Some("lib/x.h"));
        case("a.cpp:3: error: expected `;`", None);
    }

    #[test]
    fn imports_are_read_off_lines() {
        let text = "import os, limits as l\nfrom a.b import c\n  from rules import *\n# import x\n\
                    importlib = 3\nfrom . import y\n";
        assert_eq!(imported(text), ["os", "limits", "a", "rules"]);
    }

    #[test]
    fn names_lead_downwards_only() {
        for (name, plain) in [
            ("x.h", true),
            ("bits/stdc++.h", true),
            ("", false),
            ("../x.h", false),
            ("/x.h", false),
        ] {
            assert_eq!(is_name(name), plain, "{name}");
        }
    }
}
