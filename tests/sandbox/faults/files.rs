//! Files of a package that change what they are in mid-run, and a judge that is blocked in what
//! nobody will end.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode, OFlags, mknodat};
use rustix::process::Signal;

use super::common::{Who, World, signal, until};
use crate::zoo_support::{children, slots_of};

/// Adds, and in the first case waits for as long as the test changes the others.
const WAITS_ONCE: &str = "#!/bin/sh\nread a b\n[ $a = 1 ] && sleep 3\necho $((a + b))\n";

/// Grades, and changes files while the first case runs.
fn exchange(world: &World, change: impl FnOnce()) -> String {
    world.write("waits", WAITS_ONCE);
    let arguments = ["grade", "./p", "waits", "-j", "1", "--keep-going", "--json", "-"];
    let judge = world.command(&[], &arguments).spawn().unwrap();
    until("the first case runs", || {
        slots_of(judge.id()).into_iter().flat_map(children).flat_map(children).next().is_some()
    });
    change();
    let did = world.end(judge);
    assert_eq!(did.status, 2, "{}", did.words());
    did.words()
}

#[test]
fn a_file_that_becomes_another_kind_in_mid_run_is_an_error_with_its_name() {
    for who in Who::all() {
        let world = World::new(who, &[]);
        let real = world.path("").canonicalize().unwrap();
        let path = |name: &str| real.join("p/data/secret").join(name);
        let pipe = |name: &str| {
            fs::remove_file(path(name)).unwrap();
            mknodat(CWD, path(name), FileType::Fifo, Mode::from_raw_mode(0o666), 0).unwrap();
        };
        let words = exchange(&world, || {
            pipe("2.ans");
            pipe("3.in");
        });
        for name in ["2.ans", "3.in"] {
            let expected = format!("cannot read {}: not a regular file", path(name).display());
            assert!(words.contains(&expected), "{who:?}: {expected}: {words}");
        }

        let world = World::new(who, &[("elsewhere.in", "5 5\n"), ("elsewhere.ans", "1\n")]);
        let real = world.path("").canonicalize().unwrap();
        let path = |name: &str| real.join("p/data/secret").join(name);
        let words = exchange(&world, || {
            for (name, target) in [("2.in", "elsewhere.in"), ("3.ans", "elsewhere.ans")] {
                fs::remove_file(path(name)).unwrap();
                symlink(real.join(target), path(name)).unwrap();
            }
        });
        for name in ["2.in", "3.ans"] {
            let why = "expected a file, found a link";
            let expected = format!("cannot read {}: {why}", path(name).display());
            assert!(words.contains(&expected), "{who:?}: {expected}: {words}");
        }

        let world = World::new(who, &[]);
        let real = world.path("").canonicalize().unwrap();
        let path = real.join("p/data/secret/2.ans");
        let words = exchange(&world, || {
            fs::File::options().write(true).open(&path).unwrap().set_len(3 << 30).unwrap();
        });
        let why = "expected at most 256.0 MiB, found 3.0 GiB";
        let expected = format!("cannot read {}: {why}", path.display());
        assert!(words.contains(&expected), "{who:?}: {expected}: {words}");
    }
}

/// Standard output is a pipe that is full and that nobody reads: writing to it cannot be interrupted.
#[test]
fn a_second_interrupt_ends_a_judge_that_is_blocked() {
    for who in Who::all() {
        let world = World::new(who, &[]);
        let (reader, writer) = std::io::pipe().unwrap();
        let flags = rustix::fs::fcntl_getfl(&writer).unwrap();
        rustix::fs::fcntl_setfl(&writer, flags | OFlags::NONBLOCK).unwrap();
        let mut filler = writer.try_clone().unwrap();
        while filler.write(&[b'x'; 1 << 12]).is_ok() {}
        while filler.write(b"x").is_ok() {}
        rustix::fs::fcntl_setfl(&writer, flags).unwrap();
        let mut command = world.command(&[], &["languages", "cpp"]);
        let judge = command.stdout(Stdio::from(writer)).spawn().unwrap();
        drop(filler);
        let id = judge.id();
        until("it catches interrupts", || {
            let state = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
            let caught = state.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = caught.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
            caught.is_some_and(|set| set & (1 << (Signal::INT.as_raw() - 1)) != 0)
        });
        // The first asks, the second insists; those that come at once may be taken for one.
        for _ in 0..3 {
            signal(id, Signal::INT);
            std::thread::sleep(Duration::from_millis(200));
        }
        let did = world.end(judge);
        assert_eq!(did.status, 130, "{who:?}: {}", did.words());
        drop(reader);
        world.assert_nothing_left("two interrupts");
    }
}
