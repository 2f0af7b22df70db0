//! Short names for paths: their ends, as long as is needed to tell them apart. Pure.

use std::path::{Path, PathBuf};

/// For each path its shortest end that no other one of these paths has. Equal paths have equal ends.
pub fn shortest_ends(paths: &[impl AsRef<Path>]) -> Vec<String> {
    let paths: Vec<&Path> = paths.iter().map(AsRef::as_ref).collect();
    let shortest = |path: &Path| {
        let parts: Vec<_> = path.components().collect();
        let ends =
            (1..=parts.len()).map(|depth| parts[parts.len() - depth..].iter().collect::<PathBuf>());
        let alone =
            |end: &PathBuf| paths.iter().all(|other| *other == path || !other.ends_with(end));
        ends.into_iter().find(alone).unwrap_or_else(|| path.to_owned()).display().to_string()
    };
    paths.iter().copied().map(shortest).collect()
}

#[cfg(test)]
mod tests {
    use super::shortest_ends;

    #[track_caller]
    fn case(paths: &str, expected: &str) {
        let paths: Vec<&str> = paths.split(',').collect();
        assert_eq!(shortest_ends(&paths).join(","), expected);
    }

    #[test]
    fn ends_are_as_short_as_they_can_be() {
        case("a.py", "a.py");
        case("x/a.py,y/b.py", "a.py,b.py");
        case("x/a.py,y/a.py,z/b.py", "x/a.py,y/a.py,b.py");
        case("x/1/a.py,y/1/a.py", "x/1/a.py,y/1/a.py");
        case("a.py,x/a.py,ba.py", "a.py,x/a.py,ba.py");
        case("x/y/a.py,x/y/a.py,z/b.py", "a.py,a.py,b.py");
        case("/a.py,/x/a.py", "/a.py,x/a.py");
    }
}
