//! `jury add` killed at many moments: the package stays whole, with the new case or without.

use std::cell::Cell;
use std::fs::File;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use jury::problem::load::load;
use rustix::process::{Pid, Signal, kill_process};

use super::add::package;
use super::common::World;
use crate::long::usual_or_long;

/// A case is added to `p/` in a process of its own.
fn adding(world: &World) -> Child {
    world
        .command(&["add", "./p", "new.in", "--no-submissions"])
        .stdout(Stdio::null())
        .stderr(File::create(world.path("said")).expect("made"))
        .spawn()
        .expect("started")
}

fn kill(mut child: Child) {
    let _ = child.kill();
    child.wait().expect("ended");
}

/// Whether the new case is there; the package must be whole either way.
#[track_caller]
fn is_there(world: &World) -> bool {
    let problem = load(&world.path("p")).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    let new = problem.cases.iter().find(|case| case.name == "secret/001");
    if let Some(new) = new {
        let answer = new.answer.as_ref().expect("an answer");
        assert_eq!(std::fs::read_to_string(&new.input).expect("whole"), NEW);
        assert_eq!(std::fs::read_to_string(answer).expect("whole"), "3\n");
    }
    assert_eq!(names.len(), 1 + usize::from(new.is_some()), "{names:?}");
    new.is_some()
}

const NEW: &str = "WWWB\nBBBW\nBWWW\nBB..\n";

fn remove_new(world: &World) {
    for ending in ["in", "ans"] {
        let path = world.path(&format!("p/data/secret/001.{ending}"));
        std::fs::remove_file(path).expect("removed");
    }
}

/// Hidden files in the group's folder.
fn left(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("readable").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with('.')).collect()
}

/// Kills when the folder's list of names has changed for the `changes`th time, or at the end.
/// Looking without a pause meets each of the few steps in which a case takes its place.
fn kill_after(world: &World, changes: usize) {
    let folder = world.path("p/data/secret");
    let names = || {
        let entries = std::fs::read_dir(&folder).expect("readable").flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort_unstable();
        names
    };
    let mut child = adding(world);
    let mut last = names();
    let mut seen = 0;
    while seen < changes && child.try_wait().expect("a child").is_none() {
        let now = names();
        if now != last {
            seen += 1;
            last = now;
        }
    }
    kill(child);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_killed_addition_leaves_no_case_or_a_whole_one() {
    let world = package();
    std::fs::write(world.path("new.in"), NEW).expect("written");
    let (with, without) = (Cell::new(0), Cell::new(0));
    let note = |is_there: bool| {
        if is_there {
            with.set(with.get() + 1);
            remove_new(&world);
        } else {
            without.set(without.get() + 1);
        }
    };
    // How long an addition takes, found out with a warm cache.
    for _ in 0..3 {
        let mut child = adding(&world);
        assert!(child.wait().expect("ended").success());
        note(is_there(&world));
    }
    let since = Instant::now();
    assert!(adding(&world).wait().expect("ended").success());
    let whole = since.elapsed();
    note(is_there(&world));
    let steps = usual_or_long(6, 12);
    // Killed before it has begun; when the later ones are is a matter of luck.
    for _ in 0..4 {
        kill(adding(&world));
        note(is_there(&world));
    }
    for step in 1..=steps {
        let child = adding(&world);
        std::thread::sleep(whole * step / steps);
        kill(child);
        note(is_there(&world));
    }
    for changes in (1..=5).cycle().take(usual_or_long(10, 20)) {
        kill_after(&world, changes);
        note(is_there(&world));
    }
    let (with, without) = (with.get(), without.get());
    assert!(with > 3 && without > 3, "with the case {with}, without {without}");

    kill_after(&world, 2);
    note(is_there(&world));
    let added = adding(&world).wait().expect("ended").success();
    let said = std::fs::read_to_string(world.path("said")).expect("readable");
    // Killed between its two steps, the case is completed by whoever writes next.
    let completed = said.contains("case secret/001 was added in the meantime");
    assert!(added || completed, "{said}");
    assert!(is_there(&world));
    assert_eq!(left(&world.path("p/data/secret")), Vec::<String>::new());
    world.jury(&["verify", "./p"], 0);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_interrupted_addition_changes_nothing() {
    let world = package();
    std::fs::write(world.path("new.in"), NEW).expect("written");
    let reference = world.path("p/submissions/accepted/first_line.py");
    std::fs::write(reference, "import time\ntime.sleep(30)\n").expect("written");
    let mut child = adding(&world);
    std::thread::sleep(Duration::from_millis(1500));
    kill_process(Pid::from_child(&child), Signal::INT).expect("it lives");
    assert_eq!(child.wait().expect("ended").code(), Some(130));
    assert!(!is_there(&world));
}
