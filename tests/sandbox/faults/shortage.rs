//! The machine, or the judge's user, has no descriptors, processes or memory left.

use std::process::Command;

use jury::limits::Limits;
use jury::sandbox::{Ending, Interrupt, Policy, Sandbox};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::common::{RIGHT, SOURCE, Who, World};
use crate::long::usual_or_long;
use crate::zoo_support::{Zoo, executable, job, levels, program_view};

/// What is said when there are no descriptors.
const DESCRIPTORS: [&str; 3] = ["descriptors", "Too many open files", "open files"];

#[test]
fn with_few_descriptors_a_grade_is_right_or_fails() {
    for who in Who::all() {
        let world = World::new(who, &[("right", RIGHT), ("right.c", SOURCE)]);
        world.assert_sound("nothing");
        let mut right = 0;
        // With fewer than four, the dynamic linker already fails.
        let few = (4..=64).step_by(usual_or_long(5, 1));
        for files in few.chain([65, 66, 70, 80, 1023, 1024]) {
            let before = ["prlimit", &format!("--nofile={files}")];
            let did = world.jury(&before, &["grade", "./p", "right", "-j", "2"]);
            did.assert_right_or_failed(&DESCRIPTORS, &format!("{who:?}, {files} descriptors"));
            right += i32::from(did.status == 0);
            world.assert_nothing_left("few descriptors");
        }
        assert!(right > 0, "{who:?}: it never worked");
        // Many workers have more open than there may be.
        let before = ["prlimit", "--nofile=64:4096"];
        let did = world.jury(&before, &["grade", "./p", "right.c", "-j", "40"]);
        assert_eq!(did.status, 0, "the soft limit is ours to raise: {}", did.words());
        world.assert_sound("few descriptors");
    }
}

/// In the library, whose user need not look before: this very executable with ever more.
#[test]
fn with_few_descriptors_a_run_is_right_or_fails() {
    if let Some(files) = std::env::var_os("JURY_TEST_FILES") {
        let files: u64 = files.to_str().unwrap().parse().unwrap();
        let level = levels()[0];
        let zoo = Zoo::get();
        let maximum = getrlimit(Resource::Nofile).maximum;
        setrlimit(Resource::Nofile, Rlimit { current: Some(files), maximum }).unwrap();
        let result = Sandbox::probe_with(&executable(), Policy::Require(level))
            .and_then(|sandbox| sandbox.open(&program_view(zoo)))
            .and_then(|mut slot| {
                let job = job("exit_code", Limits::default());
                let first = slot.run(&job, &Interrupt::default())?;
                assert_eq!(first.ending, Ending::Exited(42));
                slot.run(&job, &Interrupt::default())
            });
        match result {
            Ok(run) => assert_eq!(run.ending, Ending::Exited(42)),
            Err(error) => println!("{error:?}"),
        }
        println!("\nended well");
        return;
    }
    let (mut right, mut short) = (0, 0);
    for files in (3..40).step_by(usual_or_long(3, 1)) {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "faults::shortage::with_few_descriptors_a_run_is_right_or_fails"])
            .args(["--nocapture", "--test-threads", "1"])
            .env("JURY_TEST_FILES", files.to_string())
            .env("JURY_TEST_ZOO", Zoo::get().directory())
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(words.contains("\nended well"), "{files}: {words}{errors}");
        let failed = words.contains("code: 24") || words.contains("os error 24");
        assert!(failed || !words.contains("Failed"), "{files}: {words}");
        right += i32::from(!failed);
        short += i32::from(failed);
    }
    assert!(right > 0 && short > 1, "{right} right, {short} failed");
}

#[test]
fn with_few_processes_a_grade_is_right_or_fails() {
    // Nobody counts the administrator's.
    let world = World::new(Who::Plain, &[("right", RIGHT)]);
    world.assert_sound("nothing");
    let words = ["processes and threads", "temporarily unavailable"];
    let few = (0..12).step_by(usual_or_long(3, 1));
    for processes in few.chain([30, 60, 64, 68, 72, 90]) {
        let before = ["prlimit", &format!("--nproc={processes}")];
        let did = world.jury(&before, &["grade", "./p", "right", "-j", "2"]);
        if processes > 0 || did.err.contains("jury") {
            did.assert_right_or_failed(&words, &format!("{processes} processes"));
        }
        world.assert_nothing_left("few processes");
    }
    world.assert_sound("few processes");
}

/// Who runs out of stack, or writes more than he may, is killed: neither gets so far.
#[test]
fn what_jury_itself_cannot_do_without_is_said() {
    let world = World::new(Who::Plain, &[("right", RIGHT)]);
    for (limit, words) in [
        ("--stack=65536", "the stack is limited to 65536 bytes here"),
        ("--fsize=0", "files may have only 0 bytes here"),
    ] {
        let did = world.jury(&["prlimit", limit], &["grade", "./p", "right"]);
        assert!(did.status == 3 && did.err.contains(words), "{limit}: {}", did.words());
    }
    // The soft limit is ours to raise.
    let did = world.jury(&["prlimit", "--stack=65536:8388608"], &["list"]);
    assert!(did.status != 134 && !did.err.contains("stack"), "{}", did.words());
}

/// Limits that pass to every program: with too little, none is run.
#[test]
fn what_programs_cannot_have_is_said_before_they_fail_for_it() {
    let world = World::new(Who::Plain, &[("right", RIGHT)]);
    for (limit, words) in [
        ("--nofile=200", "200 open files (`ulimit -Hn`)"),
        ("--stack=8388608", "bytes of stack (`ulimit -Hs`)"),
        ("--as=1000000000", "bytes of address space (`ulimit -Hv`)"),
        ("--data=1000000000", "bytes of data (`ulimit -Hd`)"),
        ("--cpu=2", "seconds of CPU time (`ulimit -Ht`)"),
        ("--fsize=1000000", "bytes in a file (`ulimit -Hf`)"),
        ("--nproc=50", "50 processes and threads (`ulimit -Hu`)"),
    ] {
        let did = world.jury(&["prlimit", limit], &["grade", "./p", "right"]);
        assert!(did.status == 3 && did.err.contains(words), "{limit}: {}", did.words());
        assert!(did.err.contains("raise that limit"), "{limit}: {}", did.words());
        world.assert_nothing_left(limit);
    }
    let enough = ["prlimit", "--nofile=1024", "--as=100000000000", "--cpu=1000"];
    let did = world.jury(&enough, &["grade", "./p", "right"]);
    assert_eq!(did.status, 0, "{}", did.words());
    // An administrator's slots raise them again, where he may.
    if Who::all().contains(&Who::Root) {
        let again = ["--nofile=200", "prlimit", "--nofile=1024", "true"];
        let may = Command::new("prlimit").args(again).output().unwrap().status.success();
        let world = World::new(Who::Root, &[("right", RIGHT)]);
        for level in ["full", "contained"] {
            let little = ["prlimit", "--nofile=200", "--stack=8388608", "--cpu=9"];
            let did = world.jury(&little, &["grade", "./p", "right", "--require-sandbox", level]);
            assert_eq!(did.status, if may { 0 } else { 3 }, "{level}: {}", did.words());
            assert!(may || did.err.contains("raise that limit"), "{level}: {}", did.words());
        }
    }
}

/// Little address space for the judge itself: whatever it comes to, no verdict is wrong.
#[test]
fn with_little_memory_there_is_no_wrong_verdict() {
    for who in Who::all() {
        let world = World::new(who, &[("right", RIGHT)]);
        for mebibytes in [8, 16, 32, 64, 128, 256, 512, 2048] {
            let limit = format!("--as={}", mebibytes << 20);
            let did = world.jury(&["prlimit", &limit], &["grade", "./p", "right", "-j", "2"]);
            let loader = did.status == 127 && did.err.contains("shared librar");
            let aborted = did.status == -6 && did.err.contains("memory allocation");
            if !loader && !aborted && did.status != -11 {
                let words = ["memory", "address space", "temporarily unavailable"];
                did.assert_right_or_failed(&words, &format!("{who:?} with {mebibytes} MiB"));
            }
            world.assert_nothing_left("little memory");
        }
        world.assert_sound("little memory");
    }
}
