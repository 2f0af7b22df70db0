//! The rules of the house that a machine can hold: floors, openings of files, who may print, start
//! processes, read the environment or be unsafe, and tables without doubles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

/// The folders that hold Rust files of ours; those in `problems/` are programs of their own.
const FOLDERS: [&str; 10] = [
    "src",
    "tests",
    "benches",
    "checkers/src",
    "checkers/tests",
    "checkers/benches",
    "reference/src",
    "reference/tests",
    "reference/benches",
    "reference/training/src",
];

/// A Rust file.
struct File {
    /// Path below its folder: `problem/load/mod.rs`.
    path: String,
    /// The whole text.
    text: String,
    /// The text without comment lines and without the unit tests at its end.
    code: String,
}

impl File {
    /// The room that the file belongs to: `problem`, `verdict`, `main.rs`.
    fn room(&self) -> &str {
        let room = self.path.split('/').next().unwrap();
        if room == "main.rs" { room } else { room.trim_end_matches(".rs") }
    }

    /// Rooms that the code names by `crate::`, or from `main.rs` by `jury::`.
    fn imports(&self) -> BTreeSet<&str> {
        let root = if self.room() == "main.rs" { "jury::" } else { "crate::" };
        let after = self.code.split(root).skip(1);
        after.map(|rest| &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())]).collect()
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Rust files below a folder of the project.
fn files(folder: &str) -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = WalkDir::new(&root).sort_by_file_name().into_iter().map(Result::unwrap);
    let sources = entries.filter(|entry| entry.path().extension().is_some_and(|e| e == "rs"));
    let read = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let tested = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let lines = tested.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.collect::<Vec<_>>().join("\n");
        let path = path.strip_prefix(&root).unwrap().display().to_string();
        File { path, text, code }
    };
    sources.map(|entry| read(entry.path())).collect()
}

/// The table of floors in `lib.rs`: room to floor.
fn floors() -> BTreeMap<String, u32> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let text = text.unwrap();
    let mut floors = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("//! | ")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let Ok(floor) = cells[0].parse() else { continue };
        for room in cells[1].split(", ") {
            let name = room.trim_matches(['[', ']', '`']).trim_start_matches("mod@").to_owned();
            assert!(floors.insert(name, floor).is_none(), "{room} stands twice in the table");
        }
    }
    floors
}

#[test]
fn every_room_stands_on_a_floor() {
    let named: BTreeSet<String> = floors().into_keys().collect();
    let there: BTreeSet<String> =
        files("src").iter().map(|file| file.room().to_owned()).filter(|r| r != "lib").collect();
    assert_eq!(named, there, "the table in lib.rs against the files of src/");
}

#[test]
fn no_file_imports_from_its_floor_or_above() {
    let floors = floors();
    let mut looked_at = 0;
    for file in files("src").iter().filter(|file| file.room() != "lib") {
        for import in file.imports() {
            let own = floors[file.room()];
            let Some(&other) = floors.get(import) else {
                panic!("src/{} imports `crate::{import}`, which is no room", file.path);
            };
            let fits = import == file.room() || other < own;
            assert!(fits, "src/{} on floor {own} imports `{import}` on {other}", file.path);
            looked_at += 1;
        }
    }
    assert!(looked_at > 20, "only {looked_at} imports were found");
}

#[test]
fn every_file_opens_with_its_purpose() {
    for folder in FOLDERS {
        for file in files(folder) {
            if file.path.starts_with("data/") || file.path.starts_with("zoo/") {
                continue;
            }
            let opening = file.text.lines().take_while(|line| line.starts_with("//!"));
            let words = opening.flat_map(str::split_whitespace).count();
            assert!(words > 3, "{folder}/{} does not say what it is for", file.path);
        }
    }
}

/// No code may hold one of these words, but in these places.
#[track_caller]
fn only_in(words: &[&str], places: &[&str]) {
    for file in files("src") {
        if places.iter().any(|place| file.path.starts_with(place)) {
            continue;
        }
        for word in words {
            let found =
                file.code.match_indices(word).any(|(at, _)| !file.code[..at].ends_with(is_word));
            assert!(!found, "src/{}: `{word}` belongs to {places:?} alone", file.path);
        }
    }
}

#[test]
fn only_the_command_line_and_the_terminal_report_print() {
    let words = ["println!", "eprintln!", "print!", "eprint!", "stdout()", "stderr()"];
    only_in(&words, &["cli/", "report/terminal"]);
}

/// The host's tools have one door, through which nothing of a repository's gets at them; our own
/// executable and the programs in slots have another one each.
#[test]
fn only_the_sandbox_starts_processes_and_is_unsafe() {
    only_in(&["unsafe"], &["sandbox/"]);
    only_in(&["Command::new", "process::Command"], &["sandbox/host.rs", "sandbox/start.rs"]);
    only_in(&["execve", "execvpe", "execv", "fexecve", "execveat"], &["sandbox/spawn.rs"]);
    only_in(&["posix_spawn", "posix_spawnp", "libc::system", "popen"], &[]);
    only_in(&["start::anew("], &["sandbox/slot.rs", "sandbox/opener.rs", "sandbox/watcher.rs"]);
}

/// What belongs to a package or a submission may change its kind while it is looked at.
#[test]
fn files_of_others_are_opened_in_one_way() {
    let words =
        ["File::open(", "fs::read(", "fs::read_to_string(", "File::options(", "OpenOptions"];
    // Our own files: the cache's, what builds left (opened without links), the lock of a folder.
    let own = ["submission/cache.rs", "submission/collect.rs", "problem/store.rs"];
    let hosts = ["submission/search.rs", "submission/trust.rs"];
    for file in files("src") {
        let rooms = ["problem", "checker", "judge", "submission"];
        if !rooms.contains(&file.room()) || own.iter().chain(&hosts).any(|own| file.path == *own) {
            continue;
        }
        for word in words {
            assert!(!file.code.contains(word), "src/{}: `{word}` where `regular` opens", file.path);
        }
    }
}

/// The time of day jumps, and a thread that cannot be started must not be a panic.
#[test]
fn no_decision_is_by_the_time_of_day_and_no_thread_is_taken_for_granted() {
    // Watching looks whether the stamps of files are still the same ones; saved grades bear a date.
    let places = ["cli/grade/changes", "history/file"];
    only_in(&["SystemTime", "ClockId::Realtime", "CLOCK_REALTIME"], &places);
    only_in(&["thread::spawn", "scope.spawn"], &[]);
}

#[test]
fn only_the_command_line_reads_the_environment() {
    // The sandbox looks along `PATH` for the host's tools, and its child reads its own arguments.
    let words = ["env::var", "env::vars", "env::args", "env::current_dir"];
    only_in(&words, &["cli/", "sandbox/"]);
    only_in(&["env::temp_dir"], &["cli/", "sandbox/", "machine"]);
}

/// A device or a pipe that a user names need not end.
#[test]
fn the_command_line_reads_within_bounds() {
    let below = ["history/file", "machine", "regular", "sandbox/", "submission/"];
    let words = ["fs::read(", "read_to_end(", "read_to_string("];
    only_in(&words, &[&below[..], &["cli/given", "cli/templates"]].concat());
}

#[test]
fn exceptions_from_lints_have_a_reason() {
    for folder in FOLDERS {
        for file in files(folder) {
            let bare = ["#[allow", "#![allow", "todo!(", "unimplemented!("];
            // This file names them, and the hostile sources of builds need them.
            if folder == "tests"
                && (file.path == "architecture.rs" || file.path.starts_with("zoo/"))
            {
                continue;
            }
            for word in bare {
                assert!(!file.code.contains(word), "{folder}/{}: `{word}`", file.path);
            }
        }
    }
}

#[test]
fn checkers_touch_nothing_but_their_bytes() {
    let words = ["std::fs", "std::process", "std::time", "std::io", "std::env", "std::net"];
    for file in files("checkers/src") {
        for word in words.iter().chain(&["println!", "print!", "unsafe "]) {
            assert!(!file.code.contains(word), "checkers/src/{}: `{word}`", file.path);
        }
    }
}

#[test]
fn checkers_and_reference_share_nothing() {
    for (this, other) in [("checkers", "jury-reference"), ("reference", "jury-checkers")] {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join(this).join("Cargo.toml");
        let text = fs::read_to_string(manifest).unwrap();
        assert!(!text.contains(other), "{this} must not know {other}");
        assert!(!text.contains("path = \"../"), "{this} depends on nothing of ours");
        for file in files(&format!("{this}/src")) {
            assert!(!file.code.contains("#[path"), "{this}/src/{}", file.path);
        }
    }
}

/// Names that must all differ, be plain and be there at all.
#[track_caller]
fn plain_and_different<'a>(table: &str, names: impl Iterator<Item = &'a str>) {
    let mut seen = BTreeSet::new();
    for name in names {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(!name.is_empty() && name.chars().all(plain), "{table}: `{name}`");
        assert!(seen.insert(name), "{table}: `{name}` stands there twice");
    }
    assert!(!seen.is_empty(), "{table} is empty");
}

#[test]
fn tables_have_no_doubles() {
    plain_and_different("checkers", jury_checkers::all_checkers().map(|entry| entry.name));
    let languages = jury::submission::Languages::shipped().unwrap();
    plain_and_different("languages.toml", languages.iter().map(|entry| entry.name.as_str()));
    for entry in jury_checkers::all_checkers() {
        assert!(!entry.summary.is_empty(), "checker `{}` says nothing of itself", entry.name);
        let options: BTreeSet<_> = entry.options.iter().collect();
        assert_eq!(options.len(), entry.options.len(), "options of `{}`", entry.name);
    }
}
