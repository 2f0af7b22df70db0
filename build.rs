//! Makes the table of the shipped problems' files that `src/problem/shipped.rs` puts into the executable.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let variable = |name: &str| PathBuf::from(std::env::var_os(name).expect("cargo sets it"));
    let problems = variable("CARGO_MANIFEST_DIR").join("problems");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    for problem in entries(&problems) {
        // Not all of `problems`: saved grades are beside the problems.
        println!("cargo::rerun-if-changed={}", problem.display());
        add(&problem, &mut files);
    }
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&problems).expect("below the folder");
        let [name, file] = [name, &file].map(|path| path.to_str().expect("UTF-8"));
        writeln!(table, "    ({name:?}, include_bytes!({file:?})),").expect("a string takes all");
    }
    table.push(']');
    fs::write(variable("OUT_DIR").join("shipped.rs"), table).expect("the table is written");
}

/// All files of a folder, folder by folder.
fn add(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            add(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// What is in a folder and not hidden, in byte order.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let paths =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let hidden = |path: &PathBuf| path.file_name().is_some_and(|n| n.as_encoded_bytes()[0] == b'.');
    let mut paths: Vec<PathBuf> = paths.filter(|path| !hidden(path)).collect();
    paths.sort();
    paths
}
