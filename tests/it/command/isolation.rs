//! Isolation as the user meets it: `jury doctor`, the options that choose a level, as root and as a
//! plain user, and the page on limits, which names what there is.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use jury::limits::Limits;
use jury::ruling::classify;
use jury::sandbox::{Ending, Level, Limit, Run, Strength, WALLS};
use serde_json::Value;

use super::common::{self, Did, World};

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A problem and a submission that needs no compiler, readable for everybody.
fn world() -> World {
    let world = World::new(&[
        ("p/1.in", "1\n"),
        ("p/1.ans", "1\n"),
        ("echo", "#!/bin/sh\nread line\necho $line\n"),
    ]);
    for (path, mode) in [("", 0o1777), ("p", 0o755), ("echo", 0o755)] {
        fs::set_permissions(world.path(path), Permissions::from_mode(mode)).expect("its mode");
    }
    // Not by this process, whose children would hold it open for writing.
    let copied =
        Command::new("cp").arg(env!("CARGO_BIN_EXE_jury")).arg(world.path("jury")).status();
    assert!(copied.expect("cp runs").success());
    world
}

/// Runs `jury` as a plain user, behind these words.
fn plain(world: &World, before: &[&str], arguments: &[&str]) -> Did {
    let mut words: Vec<&str> = Vec::new();
    if is_root() {
        words.extend(["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]);
    }
    words.extend(["env", "TMPDIR=/tmp", "HOME=/nowhere"]);
    words.extend(before);
    let jury = world.path("jury").display().to_string();
    words.push(&jury);
    let mut command = Command::new(words[0]);
    command
        .args(&words[1..])
        .args(arguments)
        .current_dir(world.path(""))
        .env("JURY_CACHE", world.path("cache"))
        .env_remove("JURY_PROBLEMS");
    common::run(&mut command)
}

/// Words before a command that take user namespaces away from it, and nothing else.
const NO_NAMESPACES: &[&str] = &[
    "unshare",
    "--user",
    "--map-current-user",
    "--keep-caps",
    "sh",
    "-c",
    "echo 0 > /proc/sys/user/max_user_namespaces && \
     exec setpriv --inh-caps=-all --ambient-caps=-all \"$@\"",
    "sh",
];

const GRADE: &[&str] = &["grade", "./p", "echo", "--json", "-"];

#[track_caller]
fn level(did: &Did) -> String {
    assert_eq!(did.status, 0, "{did:#?}");
    let document: Value = serde_json::from_str(&did.out).expect("JSON");
    document["isolation"]["level"].as_str().expect("a level").to_owned()
}

#[test]
fn doctor_tries_every_wall_of_every_level() {
    let world = world();
    for level in Level::ALL.into_iter().filter(|level| is_root() || *level != Level::Full) {
        let command = ["doctor", "--json", "-", "--sandbox", level.name()];
        let did = match level {
            Level::Full | Level::Contained => world.jury(&command, 0),
            Level::Fenced | Level::Watched => plain(&world, &[], &command),
        };
        assert_eq!(did.status, 0, "{did:#?}");
        let found: Value = serde_json::from_str(&did.out).expect("JSON");
        assert_eq!(found["isolation"]["level"], level.name());
        let walls = found["isolation"]["walls"].as_array().expect("walls");
        assert!(walls.iter().map(|wall| wall["wall"].as_str().unwrap()).eq(WALLS));
        let trials = found["trials"].as_array().expect("trials");
        let tried: BTreeSet<&str> = trials.iter().map(|t| t["wall"].as_str().unwrap()).collect();
        assert_eq!(tried, BTreeSet::from(WALLS));
        for trial in trials {
            let wall = walls.iter().find(|wall| wall["wall"] == trial["wall"]).expect("its wall");
            let stands = wall["strength"] != Strength::None.name();
            assert!(!stands || trial["breach"].is_null(), "{level:?}: {trial} against {wall}");
        }
        if level == Level::Watched {
            let open = trials.iter().filter(|trial| !trial["breach"].is_null()).count();
            assert!(open >= 3, "a canary that never gets through proves nothing: {trials:?}");
        }
        assert_eq!(found["levels"].as_array().map(Vec::len), Some(Level::ALL.len()));
    }
}

#[test]
fn doctor_reads_well_at_eighty_columns() {
    let did = World::new(&[]).jury(&["doctor"], 0);
    for line in did.out.lines() {
        assert!(line.trim_end().chars().count() <= 80, "{line}");
    }
    assert!(did.out.contains("sandbox level in force: "), "{}", did.out);
    assert!(!did.out.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn a_machine_without_compilers_is_not_told_that_all_is_well() {
    let world = World::new(&[]);
    std::fs::create_dir(world.path("empty")).expect("made");
    let mut doctor = world.command(&["doctor"]);
    let did = common::run(doctor.env("PATH", world.path("empty")));
    assert_eq!(did.status, 3, "{did:#?}");
    assert!(did.out.contains("sandbox level in force: "), "{did:#?}");
    assert!(did.err.starts_with("error: there is no compiler and no interpreter here"), "{did:#?}");
}

#[test]
fn a_plain_user_is_contained_and_told_what_full_lacks() {
    let world = world();
    assert_eq!(level(&plain(&world, &[], GRADE)), "contained");
    for command in [&["doctor"] as &[_], GRADE] {
        let did = plain(&world, &[], &[command, &["--require-sandbox", "full"]].concat());
        assert_eq!(did.status, 3, "{did:#?}");
        assert!(did.err.contains("sandbox level `full` is not available here: "), "{did:#?}");
        assert!(did.err.contains("control group"), "{did:#?}");
        assert!(did.err.contains("\n  this may help: "), "{did:#?}");
    }
}

#[test]
fn less_than_contained_needs_the_users_word() {
    let world = world();
    for word in [&[] as &[&str], &["--sandbox", "full"], &["--sandbox", "contained"]] {
        let did = plain(&world, NO_NAMESPACES, &[GRADE, word].concat());
        assert_eq!((did.status, did.out.as_str()), (3, ""), "{word:?}: {did:#?}");
        assert!(did.err.contains("use --sandbox=fenced"), "{word:?}: {did:#?}");
        assert!(did.err.contains("max_user_namespaces=10000"), "{word:?}: {did:#?}");
    }
    for word in ["fenced", "watched"] {
        let did = plain(&world, NO_NAMESPACES, &[GRADE, &["--sandbox", word]].concat());
        assert_eq!(level(&did), word);
        let did = plain(&world, NO_NAMESPACES, &[GRADE, &["--require-sandbox", word]].concat());
        assert_eq!(level(&did), word);
    }
}

#[test]
fn all_four_levels_can_be_had_by_name() {
    let world = world();
    let run = |one: Level, arguments: &[&str]| {
        if one == Level::Full {
            common::run(&mut world.command(arguments))
        } else {
            plain(&world, &[], arguments)
        }
    };
    for one in Level::ALL.into_iter().filter(|level| is_root() || *level != Level::Full) {
        for option in ["--sandbox", "--require-sandbox"] {
            let did = run(one, &[GRADE, &[option, one.name()]].concat());
            assert_eq!(level(&did), one.name(), "{option}");
        }
        let did = run(one, &["grade", "./p", "echo", "--sandbox", one.name(), "--verbose"]);
        assert_eq!(did.status, 0, "{did:#?}");
        let lines = did.out.lines().filter(|line| line.contains("jury doctor"));
        assert_eq!(lines.count(), usize::from(one != Level::Full), "{did:#?}");
        for wall in WALLS {
            assert!(did.err.contains(wall), "--verbose at {one:?} tells of no wall {wall}");
        }
        let json = run(one, &["grade", "./p", "echo", "--sandbox", one.name(), "--json", "-"]);
        for wall in WALLS {
            assert!(json.out.contains(wall), "the JSON report at {one:?} has no wall {wall}");
        }
    }
}

/// Root gives programs another user, who cannot come to the build cache by the host's folders: what they
/// need is shown to them in a folder of their own.
#[test]
fn root_judges_at_the_lesser_levels_too() {
    if !is_root() {
        return;
    }
    let world = world();
    for level in ["fenced", "watched"] {
        let did = world.jury(&[GRADE, &["--sandbox", level]].concat(), 0);
        assert!(did.out.contains("AC") && !did.out.contains("RTE"), "{did:#?}");
        let told = world.jury(&["doctor", "--sandbox", level], 0);
        assert!(told.out.contains(level), "{told:#?}");
    }
}

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/limits.md");
    fs::read_to_string(path).expect("the page on limits")
}

#[test]
fn the_page_names_every_wall_level_and_strength() {
    let page = page();
    let strengths = [Strength::Enforced, Strength::Sampled, Strength::None].map(Strength::name);
    for name in WALLS.into_iter().chain(Level::ALL.map(Level::name)).chain(strengths) {
        assert!(page.contains(&format!("`{name}`")), "the page does not name `{name}`");
    }
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    assert!(readme.expect("README.md").contains("(docs/limits.md)"));
}

#[test]
fn the_page_quotes_the_words_of_verdicts() {
    let page = page();
    let limits = Limits::default();
    for limit in [Limit::Cpu, Limit::Wall, Limit::Memory, Limit::Output, Limit::Files] {
        let milliseconds = if limit == Limit::Cpu { 3100 } else { 20 };
        let run = Run {
            ending: Ending::Stopped(limit),
            cpu: Duration::from_millis(milliseconds),
            wall: Duration::from_millis(7001),
            memory: 0,
            output: Vec::new(),
            output_bytes: 0,
            errors: Vec::new(),
            refused_processes: 0,
            missing: None,
        };
        let ruling = classify(&run, &limits).expect("a ruling");
        let words = format!("{}: {}", ruling.verdict, ruling.message);
        assert!(page.contains(&words), "the page does not say {words:?}");
    }
}
