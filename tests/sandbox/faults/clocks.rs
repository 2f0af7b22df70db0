//! Clocks that jump, and judges that sleep: all decisions are by the monotonic clock, and what the
//! judge did not watch is not held against a program.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rustix::process::Signal;

use super::common::{RIGHT, SLOW, SOURCE, Who, World, signal, until};
use crate::zoo_support::{children, is_root, slots_of};

/// A time of day that jumps by a day, back and forth, at every look.
const JUMPING: &str = "#define _GNU_SOURCE\n\
    #include <dlfcn.h>\n#include <sys/time.h>\n#include <time.h>\n#include <unistd.h>\n\
    #include <sys/syscall.h>\n\
    static long jump(void) { static int n; return n++ % 2 ? 86400 * 3 : -86400 * 3; }\n\
    int clock_gettime(clockid_t c, struct timespec *t) {\n\
        int r = syscall(SYS_clock_gettime, c, t);\n\
        if (c == CLOCK_REALTIME || c == CLOCK_REALTIME_COARSE) t->tv_sec += jump();\n\
        return r; }\n\
    int gettimeofday(struct timeval *t, void *z) {\n\
        (void)z; struct timespec s; syscall(SYS_clock_gettime, CLOCK_REALTIME, &s);\n\
        t->tv_sec = s.tv_sec + jump(); t->tv_usec = s.tv_nsec / 1000; return 0; }\n\
    time_t time(time_t *p) {\n\
        struct timespec s; syscall(SYS_clock_gettime, CLOCK_REALTIME, &s);\n\
        s.tv_sec += jump(); if (p) *p = s.tv_sec; return s.tv_sec; }\n";

/// Idle for ever.
const IDLE: &str = "#!/bin/sh\nsleep 100\n";
/// Writes more than a pipe holds before it answers.
const TALKATIVE: &str =
    "#!/bin/sh\nread a b\nsleep 1\nhead -c 8000000 /dev/zero | tr '\\0' ' '\necho $((a + b))\n";

#[test]
fn a_time_of_day_that_jumps_changes_nothing() {
    for who in Who::all() {
        let world = World::new(who, &[("slow", SLOW), ("right.c", SOURCE), ("jump.c", JUMPING)]);
        world.write("idle", IDLE);
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-w", "-o"])
            .args([world.path("jump.so"), world.path("jump.c")])
            .status();
        assert!(made.unwrap().success());
        let jury = |submission: &str| {
            let mut command =
                world.command(&[], &["grade", "./p", submission, "--time-limit", "1"]);
            command.env("LD_PRELOAD", world.path("jump.so"));
            world.end(command.spawn().unwrap())
        };
        for submission in ["slow", "right.c"] {
            let did = jury(submission);
            assert_eq!(did.status, 0, "{}", did.words());
        }
        let did = jury("idle");
        assert!(did.status == 1 && did.out.contains("ILE "), "{}", did.words());
        world.assert_nothing_left("a jumping clock");
    }
}

/// The shifted clocks of a time namespace, beside a judge that lives in the usual time.
#[test]
fn judges_of_different_times_leave_each_other_alone() {
    if !is_root() || !Path::new("/proc/self/ns/time").exists() {
        return;
    }
    let world = World::new(Who::Root, &[("slow", SLOW), ("right", RIGHT)]);
    let shifted =
        ["unshare", "--time", "--fork", "--boottime", "5000000", "--monotonic", "7000000"];
    for _ in 0..3 {
        let usual = world.command(&[], &["grade", "./p", "slow", "-j", "1"]).spawn().unwrap();
        until("it runs", || slots_of(usual.id()).into_iter().flat_map(children).next().is_some());
        let did = world.jury(&shifted, &["grade", "./p", "slow"]);
        assert_eq!(did.status, 0, "{}", did.words());
        let did = world.end(usual);
        assert_eq!(did.status, 0, "{}", did.words());
    }
    world.assert_sound("different times");
}

/// The judge stopped for longer than the wall limit while its program waits for it to read.
#[test]
fn a_judge_that_slept_does_not_blame_the_program() {
    for who in Who::all() {
        let world = World::new(who, &[("talkative", TALKATIVE), ("idle", IDLE)]);
        // Wall limit 1 s + 1 s.
        world.write("p/problem.toml", "name = \"Sum\"\n[limits]\ntime = 1\nwall_factor = 1.0\n");
        for stop_slots in [false, true] {
            let arguments = ["grade", "./p", "talkative", "-j", "1", "--case", "secret/1"];
            let judge = world.command(&[], &arguments).spawn().unwrap();
            until("it sleeps", || {
                let slots = slots_of(judge.id()).into_iter();
                slots.flat_map(children).flat_map(children).any(|pid| {
                    fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|c| c == "sleep\n")
                })
            });
            // With or without all that is in its slots: a terminal, or a container's freezer.
            let mut all = vec![judge.id()];
            if stop_slots {
                let slots = slots_of(judge.id());
                let programs: Vec<u32> = slots.iter().flat_map(|slot| children(*slot)).collect();
                let below: Vec<u32> = programs.iter().flat_map(|pid| children(*pid)).collect();
                all.extend(slots.into_iter().chain(programs).chain(below));
            }
            for pid in &all {
                signal(*pid, Signal::STOP);
            }
            std::thread::sleep(Duration::from_secs(4));
            for pid in &all {
                signal(*pid, Signal::CONT);
            }
            let did = world.end(judge);
            assert_eq!(did.status, 0, "{who:?}, slots too: {stop_slots}: {}", did.words());
        }
        let did = world.jury(&[], &["grade", "./p", "idle", "--case", "secret/1"]);
        assert!(did.status == 1 && did.out.contains("ILE "), "{}", did.words());
        world.assert_sound("a judge that slept");
    }
}
