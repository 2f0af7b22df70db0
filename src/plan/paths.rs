//! Paths as a plan has them: relative to its folder, without links and detours.

use std::path::{Component, Path, PathBuf};

/// The path from a folder to another path; both are absolute and without detours.
pub fn relative(path: &Path, folder: &Path) -> PathBuf {
    let common = path.components().zip(folder.components()).take_while(|(one, other)| one == other);
    let common = common.count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common)).collect()
}

/// The path without `.` and `..`, where it leads through no links.
pub fn straight(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                straight.pop();
            }
            component => straight.push(component),
        }
    }
    straight
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(path: &str, folder: &str, expected: &str) {
        let (path, folder) = (Path::new(path), Path::new(folder));
        assert_eq!(relative(path, folder), Path::new(expected));
        assert_eq!(straight(&folder.join(expected)), path);
    }

    #[test]
    fn a_path_from_a_folder_leads_there_and_back() {
        case("/a/b", "/a", "b");
        case("/a/b", "/a/b", "");
        case("/a/b", "/a/c/d", "../../b");
        case("/a/b", "/ab", "../a/b");
        case("/", "/a", "..");
    }
}
