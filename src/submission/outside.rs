//! Files that the C and C++ sources of a program of a package include by a path out of its folder, such
//! as `#include "../common/check.h"`: they are looked for where the path leads, in the package.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::folder::within;
use crate::regular;

/// Most files that are found so.
pub(super) const MOST_FILES: usize = 100;

/// Most bytes of one that are looked through, and that one may have.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// Where a file is that is included: by its path in the package, and as it is written.
pub(super) type Where<'a> = dyn Fn(&str, &str) -> Option<PathBuf> + 'a;

/// Those files by their paths in the package, with where each is; of a program in this folder of it, with
/// these files. What is nowhere, and what cannot be read, is the compiler's to miss.
pub(super) fn outside(
    folder: &str,
    own: &[(String, PathBuf)],
    place_of: &Where<'_>,
) -> Vec<(String, PathBuf)> {
    let mut left: Vec<(String, PathBuf)> =
        own.iter().map(|(name, place)| (placed(folder, name), place.clone())).collect();
    let own: BTreeSet<String> = left.iter().map(|(name, _)| name.clone()).collect();
    let mut found = BTreeMap::new();
    while let Some((name, place)) = left.pop() {
        for written in included(&text(&place)) {
            let Some(path) = resolved(&name, written) else { continue };
            if own.contains(&path) || found.contains_key(&path) || found.len() >= MOST_FILES {
                continue;
            }
            if let Some(place) = place_of(&path, written) {
                found.insert(path.clone(), place.clone());
                left.push((path, place));
            }
        }
    }
    found.into_iter().collect()
}

/// The file at this path in the package.
pub(super) fn in_package(package: &Path, path: &str) -> Option<PathBuf> {
    let (place, state) = within(package, &package.join(path)).ok()?;
    (state.is_file() && state.len() <= MOST_BYTES).then_some(place)
}

/// The path in a package of what lies in this folder of it, which is empty where that is the package itself.
pub(super) fn placed(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

pub(super) fn text(place: &Path) -> String {
    let mut bytes = Vec::new();
    let read = regular::open(place).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
    if read.is_err() {
        bytes.clear();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What a source includes by a path of its own.
pub(super) fn included(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
        rest.trim_start().strip_prefix('"')?.split_once('"').map(|(path, _)| path)
    })
}

/// Where a path leads from a file, both in the package; `None` where that is out of it.
fn resolved(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!path.starts_with('/')).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(from: &str, line: &str, expected: Option<&str>) {
        let found = included(line).find_map(|path| resolved(from, path));
        assert_eq!(found.as_deref(), expected, "{line}");
    }

    #[test]
    fn paths_of_includes_lead_through_the_package_and_not_out_of_it() {
        case("v/a/b.cpp", "#include \"../x.h\"", Some("v/x.h"));
        case("v/a/b.cpp", " #  include\t\"./c/../../../y/x.h\" // x", Some("y/x.h"));
        case("v/a/b.cpp", "#include \"x.h\"", Some("v/a/x.h"));
        case("v/b.cpp", "#include \"../../x.h\"", None);
        case("v/b.cpp", "#include \"/etc/passwd\"", None);
        case("v/b.cpp", "#include <x.h>", None);
        case("v/b.cpp", "// #include \"x.h\"", None);
    }
}
