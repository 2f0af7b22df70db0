//! What a running judge puts aside (inputs, answers, outputs, sources) is read by nobody else on the
//! machine: tried as another user while each command is at work.

use std::path::Path;
use std::process::Command;

use rustix::process::Signal;

use super::common::{SOURCE, Who, World, signal, until};
use crate::zoo_support::is_root;

/// Goes on long enough to be looked at.
const SLOW: &str = "#!/bin/sh\nsleep 3\n";
/// Accepts, as a checker or validator of either protocol's.
const PART: &str = "#!/bin/sh\nsleep 3\nexit 0\n";
const BOT: &str = include_str!("../../data/bots/first.c");
/// Builds for long.
const ENDLESS: &str = "#if __INCLUDE_LEVEL__ < 30\n#include __FILE__\n#include __FILE__\n#endif\n";

/// Files that are there, and those that `find` with these words before it sees as readable.
fn files(before: &[&str], places: &[&Path]) -> Vec<String> {
    let words = [before, &["find"]].concat();
    let output = Command::new(words[0])
        .args(&words[1..])
        .args(places)
        .args(["-type", "f", "-readable"])
        .current_dir("/")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// While `jury` runs with these arguments, it puts files aside, and nobody reads one.
#[track_caller]
fn alone_reads(world: &World, arguments: &[&str], standard_input: Option<&Path>) {
    let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
    let [tmp, cache, work] = ["tmp", "cache", "cache/work"].map(|name| world.path(name));
    let places = [tmp.as_path(), cache.as_path()];
    let mut command = world.command(&[], arguments);
    if let Some(path) = standard_input {
        command.stdin(std::fs::File::open(path).unwrap());
    }
    let mut judge = command.spawn().unwrap();
    let mut seen = false;
    until("files are put aside, or all is over", || {
        seen |= !files(&[], &[&tmp, &work]).is_empty();
        seen || judge.try_wait().unwrap().is_some()
    });
    for _ in 0..5 {
        let read = files(&nobody, &places);
        assert!(read.is_empty(), "{arguments:?}: others read {read:?}");
    }
    signal(judge.id(), Signal::INT);
    let did = world.end(judge);
    assert!(seen, "{arguments:?}: nothing was put aside: {}", did.words());
    world.assert_nothing_left("a look by others");
}

#[test]
fn nobody_else_reads_what_a_judge_puts_aside() {
    if !is_root() {
        return;
    }
    let settings = "name = 'P'\nreference = 'sol/ref'\n[checker]\nprogram = 'part'\n\
        protocol = 'testlib'\n[stress]\ngenerator = 'gen'\n[[generator]]\nprogram = 'gen'\n\
        name = 'secret/made-{}'\ncount = 1\nseed = 1\n";
    let validated = format!("{settings}[validator]\nprogram = 'part'\nprotocol = 'testlib'\n");
    let talks = "name = 'P'\n[interactor]\nprogram = 'part'\nprotocol = 'testlib'\n";
    let generator = "#!/bin/sh\necho 1 2\n";
    let bot = format!("#include <unistd.h>\n#define BEFORE sleep(2);\n{BOT}");
    for who in Who::all() {
        let world = World::new(
            who,
            &[
                ("checked/problem.toml", settings),
                ("checked/part", PART),
                ("checked/sol/ref", SLOW),
                ("checked/gen", generator),
                ("checked/data/secret/1.in", "1 2\n"),
                ("checked/data/secret/1.ans", "3\n"),
                ("validated/problem.toml", &validated),
                ("validated/part", PART),
                ("validated/sol/ref", SLOW),
                ("validated/gen", generator),
                ("validated/data/secret/1.in", "1 2\n"),
                ("validated/data/secret/1.ans", "3\n"),
                ("talks/problem.toml", talks),
                ("talks/part", PART),
                ("talks/data/secret/1.in", "1 2\n"),
                ("right", "#!/bin/sh\necho 3\n"),
                ("slow", SLOW),
                ("right.c", SOURCE),
                ("endless.c", ENDLESS),
                ("bot.c", &bot),
                ("new.in", "4 5\n"),
            ],
        );
        for name in ["checked", "validated", "checked/data", "checked/data/secret"] {
            world.give(name);
        }
        alone_reads(&world, &["grade", "./checked", "right"], None);
        alone_reads(&world, &["grade", "./talks", "right"], None);
        alone_reads(&world, &["grade", "./p", "endless.c"], None);
        alone_reads(&world, &["validate", "./validated"], None);
        alone_reads(&world, &["check", "./checked", "new.in", "new.in", "new.in"], None);
        alone_reads(&world, &["add", "./checked", "new.in"], None);
        alone_reads(&world, &["add", "./checked", "-"], Some(&world.path("new.in")));
        alone_reads(&world, &["generate", "./checked"], None);
        alone_reads(&world, &["stress", "./checked", "slow"], None);
        alone_reads(&world, &["verify", "./checked"], None);
        std::fs::create_dir(world.path("plans")).unwrap();
        world.give("plans");
        let planned = ["grade", "./talks", "right", "--plan", "plans/plan.json"];
        assert_eq!(world.jury(&[], &planned).status, 0);
        alone_reads(&world, &["shard", "plans/plan.json", "1"], None);
        std::fs::create_dir(world.path("records")).unwrap();
        world.give("records");
        let arguments = ["match", "bot.c", "bot.c", "--pairs=1", "--protocol=fresh"];
        alone_reads(&world, &[&arguments[..], &["--record=records/record"]].concat(), None);
    }
}
