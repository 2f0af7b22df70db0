//! The machine kills a compiler, a checker or a program, or has too little memory for a build: that is
//! nobody's verdict. It is tried once more, alone; then that submission is a judge error, the others
//! are graded all the same, nothing of it is saved, and the status is 3.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rustix::process::Signal;

use super::common::{Did, RIGHT, SOURCE, Who, World, signal, until};
use crate::zoo_support::{children, is_root, slots_of};

/// Builds for a second or so: the compiler includes the file some ten thousand times.
const LONG: &str = "#if __INCLUDE_LEVEL__ < 15\n#include __FILE__\n#include __FILE__\n#endif\n\
    #if __INCLUDE_LEVEL__ == 0\n#include <stdio.h>\n\
    int main(void) { int a, b; if (scanf(\"%d %d\", &a, &b) == 2) printf(\"%d\\n\", a + b); }\n\
    #endif\n";
/// Makes the assembler write 400 MB.
const HUNGRY: &str = "char s[400 << 20] = {1};\nint main(void) { return 0; }\n";
/// Ends itself, and so each time.
const SUICIDE: &str = "#!/bin/sh\nkill -9 $$\n";
/// A right program that can be caught while it sleeps.
const SLEEPY: &str = "#!/bin/sh\nread a b\nsleep 1\necho $((a + b))\n";
/// A checker that accepts all, after a while.
const CHECKER: &str = "#!/bin/sh\nsleep 1\nexit 0\n";

/// Kills the first processes of this name in a judge's slots, so many of them, until it ends.
fn killing(judge: &mut Child, name: &str, most: usize) -> usize {
    let killed = AtomicUsize::new(0);
    let id = judge.id();
    until("the judge ends", || {
        let inside = slots_of(id).into_iter().flat_map(descendants);
        for pid in inside.filter(|pid| called(*pid) == name) {
            if killed.load(Ordering::Relaxed) < most {
                signal(pid, Signal::KILL);
                killed.fetch_add(1, Ordering::Relaxed);
                until("it is dead", || called(pid) != name);
            }
        }
        judge.try_wait().unwrap().is_some()
    });
    killed.into_inner()
}

fn descendants(pid: u32) -> Vec<u32> {
    let below = children(pid);
    below.iter().copied().chain(below.iter().flat_map(|pid| descendants(*pid))).collect()
}

/// The name of a living process.
fn called(pid: u32) -> String {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let dead = stat.contains(") Z") || stat.contains(") X");
    let name = stat.split_once('(').and_then(|(_, rest)| Some(rest.rsplit_once(')')?.0.to_owned()));
    name.filter(|_| !dead).unwrap_or_default()
}

/// The judge's arguments, while processes of this name are killed.
#[track_caller]
fn grade(world: &World, arguments: &[&str], name: &str, most: usize) -> Did {
    let mut judge = world.command(&[], arguments).spawn().unwrap();
    let killed = killing(&mut judge, name, most);
    assert!(killed > 0, "nothing was killed");
    world.end(judge)
}

/// Nothing is known of `bad`, which is said; `good` is graded, and alone is in the history.
#[track_caller]
fn assert_only_the_good_one_is_graded(world: &World, did: &Did, bad: &str, good: &str) {
    let words = did.words();
    assert_eq!(did.status, 3, "{words}");
    assert!(did.out.contains(&format!("JE  {bad}")), "{words}");
    assert!(did.out.contains(&format!("AC  {good}")), "{words}");
    assert!(did.err.contains(&format!("{bad} could not be judged: ")), "{words}");
    let saved = world.jury(&[], &["history", "./p"]);
    assert!(saved.out.contains(good) && !saved.out.contains(bad), "{}", saved.words());
    fs::remove_dir_all(world.path(".jury")).unwrap();
}

#[test]
fn a_compiler_killed_from_outside_is_no_compile_error() {
    for who in Who::all() {
        let world = World::new(who, &[("long.c", LONG), ("right.c", SOURCE)]);
        for name in [".", "p"] {
            world.give(name);
        }
        let arguments = ["grade", "./p", "long.c", "right.c", "-j1", "--save"];
        let did = grade(&world, &arguments, "cc1", 2);
        assert_only_the_good_one_is_graded(&world, &did, "long.c", "right.c");
        assert!(did.err.contains("killed"), "{}", did.words());
        for format in ["--json", "--junit", "--html", "--markdown"] {
            let arguments = ["grade", "./p", "long.c", "-j1", format, "-"];
            fs::remove_dir_all(world.path("cache/builds")).unwrap();
            let did = grade(&world, &arguments, "cc1", 2);
            assert!(did.status == 3 && did.out.contains("JE"), "{format}: {}", did.words());
            if format == "--json" {
                world.write("report.json", &did.out);
                let read = world.jury(&[], &["report", "report.json"]);
                assert!(read.status == 0 && read.out.contains("JE  long.c"), "{}", read.words());
            }
        }
        // Once only: the second attempt goes well.
        let did = grade(&world, &["grade", "./p", "long.c"], "cc1", 1);
        assert!(did.status == 0 && did.out.contains("AC  long.c"), "{}", did.words());
        world.assert_sound("killed compilers");
    }
}

#[test]
fn a_program_killed_from_outside_runs_again_and_one_that_kills_itself_is_wrong() {
    for who in Who::all() {
        let world = World::new(who, &[("sleepy", SLEEPY), ("suicide", SUICIDE)]);
        let did = grade(&world, &["grade", "./p", "sleepy", "-j1"], "program", 1);
        assert!(did.status == 0 && did.out.contains("AC  sleepy"), "{}", did.words());
        let did = world.jury(&[], &["grade", "./p", "suicide"]);
        assert!(did.status == 1 && did.out.contains("signal 9 (SIGKILL)"), "{}", did.words());
        world.assert_sound("killed programs");
    }
}

#[test]
fn a_checker_killed_from_outside_is_called_again() {
    for who in Who::all() {
        let settings = "name = 'P'\n[checker]\nprogram = 'chk'\nprotocol = 'testlib'\n";
        let files = [("p/problem.toml", settings), ("p/chk", CHECKER), ("right", RIGHT)];
        let world = World::new(who, &files);
        let did = grade(&world, &["grade", "./p", "right", "-j1"], "program", 1);
        assert_eq!(did.status, 0, "{}", did.words());
        world.assert_nothing_left("killed checkers");
    }
}

/// A control group of version 1 with little memory, which a command can be started in.
struct PoorGroup(PathBuf);

impl PoorGroup {
    fn new(mebibytes: u64) -> Option<Self> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let parent = Path::new("/sys/fs/cgroup/memory");
        if !is_root() || !parent.join("tasks").exists() {
            println!("NOT TRIED: needs root and control groups of version 1");
            return None;
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let group = parent.join(format!("jury-poor-{}-{number}", std::process::id()));
        fs::create_dir(&group).unwrap();
        for file in ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"] {
            let _ = fs::write(group.join(file), (mebibytes << 20).to_string());
        }
        Some(Self(group))
    }

    #[track_caller]
    fn jury(&self, world: &World, arguments: &[&str]) -> Did {
        let mut command = world.command(&[], arguments);
        let group = self.0.clone();
        // What a thread starts is in its group.
        let child = std::thread::spawn(move || {
            let thread = rustix::thread::gettid().as_raw_nonzero().to_string();
            fs::write(group.join("tasks"), thread).unwrap();
            command.spawn().unwrap()
        });
        world.end(child.join().unwrap())
    }
}

impl Drop for PoorGroup {
    fn drop(&mut self) {
        for _ in 0..1000 {
            if fs::remove_dir(&self.0).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_build_that_needs_more_than_the_machine_has_takes_nothing_from_the_others() {
    for who in Who::all() {
        let world = World::new(who, &[("hungry.c", HUNGRY), ("right.c", SOURCE)]);
        for name in [".", "p"] {
            world.give(name);
        }
        let Some(group) = PoorGroup::new(130) else { return };
        let arguments = ["grade", "./p", "hungry.c", "right.c", "-j2", "--save"];
        let did = group.jury(&world, &arguments);
        assert_only_the_good_one_is_graded(&world, &did, "hungry.c", "right.c");
        drop(group);
        world.assert_sound("a poor machine");
    }
}

#[test]
fn a_package_is_proved_as_far_as_the_machine_allows() {
    for who in Who::all() {
        let wrong = "int main(void) { return 1; }\n";
        let files = [
            ("p/submissions/accepted/hungry.c", HUNGRY),
            ("p/submissions/accepted/right.c", SOURCE),
            ("p/submissions/run_time_error/wrong.c", wrong),
            ("q/problem.toml", "name = 'Q'\n"),
            ("q/data/secret/1.in", "1 2\n"),
            ("q/data/secret/1.ans", "3\n"),
        ];
        let world = World::new(who, &files);
        let Some(group) = PoorGroup::new(130) else { return };
        let did = group.jury(&world, &["verify", "./p", "./q", "-j2"]);
        let words = did.words();
        assert_eq!(did.status, 3, "{words}");
        assert!(did.out.contains("accepted/hungry.c: could not be judged: "), "{words}");
        assert!(
            did.out.contains("2 of 3") && did.out.contains("1 of 2 problems verified"),
            "{words}"
        );
    }
}

#[test]
fn a_search_goes_on_with_the_next_submission() {
    let Some(group) = PoorGroup::new(130) else { return };
    let files = [
        ("p/problem.toml", "name = 'P'\nreference = 'ref.c'\n[stress]\ngenerator = 'g.c'\n"),
        ("p/ref.c", SOURCE),
        ("p/g.c", "#include <stdio.h>\nint main(void) { puts(\"1 2\"); }\n"),
        ("hungry.c", HUNGRY),
        ("wrong.c", "int main(void) { return 1; }\n"),
    ];
    let world = World::new(Who::Root, &files);
    let did = group.jury(&world, &["stress", "./p", "hungry.c", "wrong.c", "--time", "5"]);
    let words = did.words();
    assert_eq!(did.status, 3, "{words}");
    assert!(did.err.contains("hungry.c could not be judged: "), "{words}");
    assert!(did.out.contains("RTE wrong.c"), "{words}");
}
