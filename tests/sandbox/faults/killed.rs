//! The judge killed, or asked to stop, in the middle of a run or a build: nothing is left behind
//! that the next start does not take away, and that one is right.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Child;
use std::time::Duration;

use rustix::process::Signal;

use super::common::{
    RIGHT, SLOW, SOURCE, Who, World, groups_of, names, namespace, namespaces, pids, signal, until,
};
use crate::long::usual_or_long;
use crate::zoo_support::{children, is_root, slots_of};

/// Forks and holds on to what it can, within the limits of a run.
const BOMB: &str = "#!/bin/sh\nf() { f & f & wait; sleep 100; }\nf\n";
/// Builds for long: the compiler includes the file a billion times.
const ENDLESS: &str = "#if __INCLUDE_LEVEL__ < 30\n#include __FILE__\n#include __FILE__\n#endif\n";

/// A judge heeds these signals unless it was started with them ignored, as a shell starts what runs in the
/// background.
const HEEDING: [&str; 2] = ["env", "--default-signal=INT,TERM,HUP"];

/// Starts a grade and waits until programs run in its slots.
fn running(world: &World, submission: &str) -> (Child, BTreeSet<PathBuf>) {
    let judge = world.command(&HEEDING, &["grade", "./p", submission, "-j", "2"]).spawn().unwrap();
    let mut inside = BTreeSet::new();
    until("a program runs", || {
        inside = namespaces(judge.id());
        // The trial of the level comes first, and is our own executable.
        slots_of(judge.id()).into_iter().flat_map(children).any(|pid| {
            let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
            !name.is_empty() && !name.starts_with("jury")
        })
    });
    (judge, inside)
}

impl World {
    fn drafts(&self) -> Vec<String> {
        names(&self.path("cache/work"))
    }
}

/// All that was in these namespaces is gone.
#[track_caller]
fn assert_empty(inside: &BTreeSet<PathBuf>) {
    until("all in the slots is gone", || {
        !pids().into_iter().any(|pid| namespace(pid).is_some_and(|it| inside.contains(&it)))
    });
}

#[test]
fn a_killed_judge_takes_all_with_it() {
    for who in Who::all() {
        let world = World::new(who, &[("slow", SLOW), ("bomb", BOMB), ("right", RIGHT)]);
        for (submission, pauses) in [("slow", &[0, 100, 400][..]), ("bomb", &[0, 300])] {
            for pause in pauses {
                let (mut judge, inside) = running(&world, submission);
                std::thread::sleep(Duration::from_millis(*pause));
                let id = judge.id();
                signal(id, Signal::KILL);
                judge.wait().unwrap();
                // The next one starts at once, while the last may still be dying.
                let did = world.jury(&[], &["grade", "./p", "right"]);
                assert_eq!(did.status, 0, "{}", did.words());
                assert_empty(&inside);
                world.assert_sound("a killed judge");
                assert_eq!(groups_of(id), [""; 0].map(PathBuf::from), "{who:?} {submission}");
            }
        }
    }
}

#[test]
fn a_judge_killed_while_it_builds_leaves_no_folder() {
    for who in Who::all() {
        let world = World::new(who, &[("endless.c", ENDLESS), ("right.c", SOURCE)]);
        for pause in [0, 50, 200] {
            let (mut judge, inside) = running(&world, "endless.c");
            std::thread::sleep(Duration::from_millis(pause));
            assert!(!world.drafts().is_empty(), "it builds");
            let id = judge.id();
            signal(id, Signal::KILL);
            judge.wait().unwrap();
            assert_empty(&inside);
            assert!(!world.drafts().is_empty(), "nobody could take it away yet");
            let did = world.jury(&[], &["grade", "./p", "right.c"]);
            assert_eq!(did.status, 0, "{}", did.words());
            world.assert_nothing_left("a build cut short");
            assert_eq!(groups_of(id), [""; 0].map(PathBuf::from), "{who:?}");
        }
    }
}

/// What a living judge builds is not taken away by one that starts beside it.
#[test]
fn a_judge_that_starts_leaves_the_living_alone() {
    for who in Who::all() {
        let world = World::new(who, &[("endless.c", ENDLESS), ("slow", SLOW), ("right", RIGHT)]);
        let (judge, inside) = running(&world, "endless.c");
        let (groups, drafts) = (groups_of(judge.id()), world.drafts());
        let grading = world.command(&[], &["grade", "./p", "slow"]).spawn().unwrap();
        for _ in 0..5 {
            let did = world.jury(&[], &["grade", "./p", "right"]);
            assert_eq!(did.status, 0, "{}", did.words());
        }
        let did = world.end(grading);
        assert_eq!(did.status, 0, "{}", did.words());
        assert_eq!(world.drafts(), drafts);
        assert!(groups.iter().all(|group| group.exists()));
        assert_eq!(namespaces(judge.id()), inside);
        signal(judge.id(), Signal::TERM);
        let did = world.end(judge);
        assert_eq!(did.status, 130, "{}", did.words());
        world.assert_sound("judges side by side");
    }
}

/// A slot that stands still outlives its judge. Where it is in a control group it is ended, and the group
/// goes, although no other judge comes.
#[test]
fn groups_of_a_killed_judge_go_by_themselves() {
    if !is_root() {
        return;
    }
    let world = World::new(Who::Root, &[("slow", SLOW), ("right", RIGHT)]);
    let (mut judge, inside) = running(&world, "slow");
    let id = judge.id();
    for slot in slots_of(id) {
        signal(slot, Signal::STOP);
    }
    signal(id, Signal::KILL);
    judge.wait().unwrap();
    until("its groups are gone", || groups_of(id).is_empty());
    assert_empty(&inside);
    world.assert_sound("a stopped slot");
}

#[test]
fn an_interrupt_in_mid_run_ends_with_what_is_known() {
    for who in Who::all() {
        let world = World::new(who, &[("slow", SLOW), ("bomb", BOMB)]);
        for submission in ["slow", "bomb"] {
            for kind in [Signal::INT, Signal::TERM, Signal::HUP] {
                let (judge, inside) = running(&world, submission);
                let id = judge.id();
                signal(id, kind);
                let did = world.end(judge);
                assert_eq!(did.status, 130, "{}", did.words());
                assert!(did.out.contains("interrupted"), "{}", did.words());
                assert_empty(&inside);
                world.assert_nothing_left("an interrupt");
                assert_eq!(groups_of(id), [""; 0].map(PathBuf::from), "{who:?} {submission}");
            }
        }
        // The case that was over is reported, the others are marked as not run.
        let mixed = "#!/bin/sh\nread a b\n[ $a = 1 ] || sleep 4\necho $((a + b))\n";
        world.write("mixed", mixed);
        let arguments = ["grade", "./p", "mixed", "-j", "1", "--json", "-"];
        let judge = world.command(&HEEDING, &arguments).spawn().unwrap();
        until("the second case sleeps", || {
            slots_of(judge.id()).into_iter().flat_map(children).flat_map(children).next().is_some()
        });
        signal(judge.id(), Signal::INT);
        let did = world.end(judge);
        assert_eq!(did.status, 130, "{}", did.words());
        let report: jury::report::document::Document = serde_json::from_str(&did.out).unwrap();
        let verdicts: Vec<_> =
            report.submissions[0].cases.iter().map(|case| case.verdict.to_string()).collect();
        assert_eq!(verdicts.len(), 3, "{}", did.words());
        assert!(!did.out.contains("\"ILE\"") && !did.out.contains("\"TLE\""), "{}", did.words());
        world.assert_sound("interrupts");
    }
}

/// Ctrl-C on a terminal goes to all processes of the group; those of a slot that is being set up are
/// none of them.
#[test]
fn an_interrupt_of_the_whole_group_is_an_interrupt_at_any_moment() {
    use std::os::unix::process::CommandExt as _;
    for who in Who::all() {
        let world = World::new(who, &[("slow", SLOW)]);
        let pauses = (0..60).step_by(usual_or_long(8, 2));
        for pause in pauses.map(Duration::from_millis) {
            let judge =
                world.command(&[], &["grade", "./p", "slow"]).process_group(0).spawn().unwrap();
            let group = i32::try_from(judge.id()).ok().and_then(rustix::process::Pid::from_raw);
            until("the judge has a slot, or soon", || !children(judge.id()).is_empty());
            std::thread::sleep(pause);
            rustix::process::kill_process_group(group.unwrap(), Signal::INT).unwrap();
            let did = world.end(judge);
            assert_eq!(did.status, 130, "after {pause:?}: {}", did.words());
        }
        world.assert_sound("interrupts of a group");
    }
}

#[test]
fn an_interrupt_while_it_builds_leaves_nothing() {
    for who in Who::all() {
        let world = World::new(who, &[("endless.c", ENDLESS)]);
        for kind in [Signal::INT, Signal::TERM] {
            let (judge, inside) = running(&world, "endless.c");
            let id = judge.id();
            signal(id, kind);
            let did = world.end(judge);
            assert_eq!(did.status, 130, "{}", did.words());
            assert!(did.err.contains("interrupted"), "{}", did.words());
            assert_empty(&inside);
            world.assert_nothing_left("an interrupt of a build");
            assert_eq!(groups_of(id), [""; 0].map(PathBuf::from), "{who:?}");
        }
        world.assert_sound("interrupts of builds");
    }
}
