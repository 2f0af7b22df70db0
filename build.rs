//! Makes the tables of files that are part of the executable: those of the shipped problems, for
//! `src/problem/shipped.rs`, and the sources of the checkers, for `src/export/bundle.rs`. It also tells the
//! tests which programs are here, by `cfg(python)` and `cfg(chromium)`: they show as ignored what they cannot try.
//! And it has debug builds linked to fixed addresses.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let variable = |name: &str| PathBuf::from(std::env::var_os(name).expect("cargo sets it"));
    println!("cargo::rerun-if-changed=build.rs");
    for (name, command) in [("python", "python3"), ("chromium", "chromium")] {
        println!("cargo::rustc-check-cfg=cfg({name})");
        if is_installed(command) {
            println!("cargo::rustc-cfg={name}");
        }
    }
    // The tests start `jury` and its slots many thousands of times, and moving the hundred thousand
    // addresses of a debug build was a fifth of the CPU time of each. What is installed can be moved:
    // attackers must not know where it lies.
    if variable("PROFILE") == Path::new("debug") {
        println!("cargo::rustc-link-arg=-no-pie");
    }
    let root = variable("CARGO_MANIFEST_DIR");
    for (folder, name) in [("problems", "shipped.rs"), ("checkers/src", "checkers.rs")] {
        let folder = root.join(folder);
        let mut files = Vec::new();
        for entry in entries(&folder) {
            // Not the folder: saved grades are beside the problems.
            println!("cargo::rerun-if-changed={}", entry.display());
            if entry.is_dir() {
                add(&entry, &mut files);
            } else {
                files.push(entry);
            }
        }
        let table = table(&folder, files);
        fs::write(variable("OUT_DIR").join(name), table).expect("the table is written");
    }
}

/// Where it is not, its folder is watched, so that it is found once it is installed.
fn is_installed(command: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_here = std::env::split_paths(&path).any(|folder| folder.join(command).is_file());
    if !is_here {
        println!("cargo::rerun-if-changed=/usr/bin");
    }
    is_here
}

/// The files by their paths below a folder.
fn table(folder: &Path, files: Vec<PathBuf>) -> String {
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(folder).expect("below the folder");
        let [name, file] = [name, &file].map(|path| path.to_str().expect("UTF-8"));
        writeln!(table, "    ({name:?}, include_bytes!({file:?})),").expect("a string takes all");
    }
    table.push(']');
    table
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
