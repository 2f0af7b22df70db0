//! The rules of the house that a machine can hold: floors, rings, openings of files, who may print,
//! start processes or read the environment, and tables without doubles.

#[path = "architecture/imports.rs"]
mod imports;
#[path = "architecture/tokens.rs"]
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use imports::Uses;
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

/// The room that a file of `src/` belongs to: `problem`, `verdict`, `main.rs`.
fn room(path: &str) -> &str {
    let room = path.split('/').next().unwrap();
    if room == "main.rs" { room } else { room.trim_end_matches(".rs") }
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

/// What the files of a crate use of each other and of other crates.
fn uses_in(folder: &str) -> Uses {
    let sources = files(folder).into_iter().map(|file| (file.path, file.text));
    imports::uses(&sources.collect())
}

/// That of the toolkit, read once.
fn uses() -> &'static Uses {
    static USES: OnceLock<Uses> = OnceLock::new();
    USES.get_or_init(|| uses_in("src"))
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
    let there: BTreeSet<String> = files("src")
        .iter()
        .map(|file| room(&file.path).to_owned())
        .filter(|r| r != "lib")
        .collect();
    assert_eq!(named, there, "the table in lib.rs against the files of src/");
}

#[test]
fn no_file_imports_from_its_floor_or_above() {
    let floors = floors();
    let mut looked_at = 0;
    for (file, others) in uses().edges.iter().filter(|(file, _)| *file != "lib.rs") {
        for (other, names) in others {
            let (own, below) = (floors[room(file)], floors[room(other)]);
            let fits = room(file) == room(other) || below < own;
            assert!(fits, "src/{file} on floor {own} imports {names:?} of {other} on {below}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 100, "only {looked_at} imports were found");
}

#[test]
fn no_files_import_each_other_in_a_ring() {
    let edges = &uses().edges;
    let rings = imports::rings(edges);
    let mut words = String::new();
    for ring in &rings {
        writeln!(words, "{} files of src/ import each other in a ring:", ring.len()).unwrap();
        for file in ring {
            let inside = edges[*file].iter().filter(|(other, _)| ring.contains(&other.as_str()));
            for (other, names) in inside {
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                writeln!(words, "  {file} -> {other}: {}", names.join(", ")).unwrap();
            }
        }
    }
    assert!(rings.is_empty(), "{words}");
}

/// What a slot can do is then to be read in these folders alone.
#[test]
fn what_runs_in_a_slot_imports_nothing_of_the_judges() {
    // `machine` holds folders that outlive a killed owner.
    let own = ["sandbox/inside/", "sandbox/wire/", "sandbox/sys/", "machine.rs"];
    let is_own = |file: &str| own.iter().any(|own| file.starts_with(own));
    let mut looked_at = 0;
    for (file, others) in uses().edges.iter().filter(|(file, _)| is_own(file)) {
        for (other, names) in others {
            assert!(is_own(other), "src/{file} imports {names:?} of {other}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 30, "only {looked_at} imports were found");
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

/// Nothing of other crates' that one of these paths leads to may be used, but in these places.
#[track_caller]
fn only_in(forbidden: &[&str], places: &[&str]) {
    for (file, paths) in &uses().foreign {
        if places.iter().any(|place| file.starts_with(place)) {
            continue;
        }
        for path in paths {
            let leads_there = |word: &&&str| {
                let all = path.strip_suffix('*').is_some_and(|folder| word.starts_with(folder));
                let rest = path.strip_prefix(**word);
                all || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            };
            let found = forbidden.iter().find(leads_there);
            assert!(found.is_none(), "src/{file}: `{path}` belongs to {places:?} alone");
        }
    }
}

/// Macros that print are refused by `clippy::print_stdout` and `clippy::print_stderr`.
#[test]
fn only_the_command_line_and_the_terminal_report_print() {
    let streams = ["std::io::stdout", "std::io::stderr", "anstream::stdout", "anstream::stderr"];
    only_in(&streams, &["cli/", "report/terminal"]);
}

/// The host's tools have one door, through which nothing of a repository's gets at them; our own
/// executable and the programs in slots have another one each. That nobody else uses `Command` or
/// the calls below it is for clippy, by `disallowed_types` and `disallowed_methods`.
#[test]
fn processes_of_our_own_executable_are_started_by_few() {
    let starts = |others: &BTreeMap<String, BTreeSet<String>>| {
        others.get("sandbox/start.rs").is_some_and(|names| names.contains("anew"))
    };
    let starters = uses().edges.iter().filter(|(_, others)| starts(others));
    let starters: Vec<_> = starters.map(|(file, _)| file.as_str()).collect();
    let few = ["sandbox/helpers/opener.rs", "sandbox/helpers/watcher.rs", "sandbox/judge/slot.rs"];
    assert_eq!(starters, few);
}

/// What belongs to a package or a submission may change its kind while it is looked at.
#[test]
fn files_of_others_are_opened_in_one_way() {
    let opening = [
        "std::fs::File::open",
        "std::fs::read",
        "std::fs::read_to_string",
        "std::fs::File::options",
        "std::fs::OpenOptions",
    ];
    // Our own files: the cache's, what builds left (opened without links), the lock of a folder.
    let own =
        ["submission/cache.rs", "submission/collect.rs", "problem/store.rs", "recall/store.rs"];
    let hosts = ["submission/search.rs", "submission/trust.rs"];
    let others = ["arena/", "cli/", "history/", "machine", "regular", "report/", "sandbox/"];
    only_in(&opening, &[&own[..], &hosts, &others].concat());
}

/// The time of day jumps. (That threads are taken for granted is for clippy, by
/// `disallowed_methods`.)
#[test]
fn no_decision_is_by_the_time_of_day() {
    // Watching looks whether the stamps of files are still the same ones; saved grades and recalled runs bear a
    // date.
    let clocks =
        ["std::time::SystemTime", "rustix::time::ClockId::Realtime", "libc::CLOCK_REALTIME"];
    only_in(&clocks, &["cli/grade/changes", "machine/date"]);
}

#[test]
fn only_the_command_line_reads_the_environment() {
    // The sandbox looks along `PATH` for the host's tools, and its child reads its own arguments.
    let environment = ["var", "var_os", "vars", "vars_os", "args", "args_os", "current_dir"];
    let environment = environment.map(|name| format!("std::env::{name}"));
    only_in(&environment.each_ref().map(String::as_str), &["cli/", "sandbox/"]);
    only_in(&["std::env::temp_dir"], &["cli/", "sandbox/", "machine"]);
}

/// A device or a pipe that a user names need not end.
#[test]
fn the_command_line_reads_within_bounds() {
    let below = [
        "history/file",
        "machine",
        "regular",
        "sandbox/",
        "submission/",
        "cli/given",
        "cli/templates",
    ];
    only_in(&["std::fs::read", "std::fs::read_to_string"], &below);
    let methods = [".read_to_end(", ".read_to_string("];
    for file in files("src") {
        if !below.iter().any(|place| file.path.starts_with(place)) {
            let found = methods.iter().find(|method| file.code.contains(**method));
            assert!(found.is_none(), "src/{}: `{}` without a bound", file.path, found.unwrap());
        }
    }
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
    let outside = ["std::fs", "std::process", "std::time", "std::io", "std::env", "std::net"];
    for (file, paths) in uses_in("checkers/src").foreign {
        for path in paths {
            let found = outside.iter().find(|word| path.starts_with(**word));
            assert!(found.is_none(), "checkers/src/{file}: `{path}`");
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

/// Prints what a table of the tree before and after a change shows: `cargo test --test architecture --
/// --ignored --nocapture`. `JURY_SOURCES` may name the `src` of another tree.
#[test]
#[ignore = "prints, and holds nothing"]
fn figures() {
    let folder = std::env::var("JURY_SOURCES").unwrap_or_else(|_| "src".into());
    let all = files(&folder);
    let mut rooms: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut longest_file, mut longest_function) = ((0, ""), (0, String::new()));
    for file in &all {
        let lines = file.text.lines().count();
        let (count, sum) = rooms.entry(room(&file.path)).or_default();
        (*count, *sum) = (*count + 1, *sum + lines);
        longest_file = longest_file.max((lines, &file.path));
        for (name, lines) in tokens::functions(&tokens::tokens(&file.text)) {
            longest_function = longest_function.max((lines, format!("{name} in {}", file.path)));
        }
    }
    let uses = uses_in(&folder);
    let imports: usize = uses.edges.values().map(BTreeMap::len).sum();
    let rings = imports::rings(&uses.edges);
    let sizes: Vec<_> = rings.iter().map(Vec::len).collect();
    let lines: usize = rooms.values().map(|(_, lines)| lines).sum();
    println!("{} files, {lines} lines, {imports} imports, rings of {sizes:?} files", all.len());
    println!("longest file {longest_file:?}, longest function {longest_function:?}");
    for (room, (files, lines)) in rooms {
        println!("{room:12} {files:4} files {lines:6} lines");
    }
}
