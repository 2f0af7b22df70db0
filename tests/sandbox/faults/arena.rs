//! Slots killed in the middle of games: no bot loses by it, and nothing of the result changes.

use std::collections::BTreeMap;
use std::fs;

use jury::arena::{GameEnd, Record};
use rustix::process::Signal;

use super::common::{Who, World, signal, until};
use crate::zoo_support::{children, slots_of};

const FIRST: &str = include_str!("../../data/bots/first.c");

/// How the games of a record ended.
fn endings(world: &World, record: &str) -> BTreeMap<usize, GameEnd> {
    let bytes = fs::read(world.path(record)).unwrap();
    let games = Record::read(bytes.as_slice()).unwrap().games;
    games.into_iter().map(|(game, played)| (game, played.ending.unwrap())).collect()
}

#[test]
fn a_killed_slot_is_no_bots_loss() {
    for who in Who::all() {
        let other = format!("#define BEFORE if (!find(step)) find(capture)\n{FIRST}");
        let world = World::new(who, &[("first.c", FIRST), ("other.c", &other)]);
        for folder in ["calm", "fresh", "session", "fresh-bots", "session-bots"] {
            fs::create_dir(world.path(folder)).unwrap();
            world.give(folder);
        }
        let arguments = |record: &str, protocol: &str| {
            let options = ["match", "first.c", "other.c", "--pairs=12", "-j1"];
            let own = [format!("--record={record}"), format!("--protocol={protocol}")];
            options.iter().map(|&word| word.to_owned()).chain(own).collect::<Vec<_>>()
        };
        let jury = |arguments: &[String]| {
            world.command(&[], &arguments.iter().map(String::as_str).collect::<Vec<_>>()).spawn()
        };
        let did = world.end(jury(&arguments("calm/r", "fresh")).unwrap());
        assert_eq!(did.status, 0, "{}", did.words());
        let expected = endings(&world, "calm/r");
        for (protocol, bots) in
            [("fresh", false), ("session", false), ("fresh", true), ("session", true)]
        {
            let record = format!("{protocol}{}/r", if bots { "-bots" } else { "" });
            let mut judge = jury(&arguments(&record, protocol)).unwrap();
            let mut killed = 0;
            let so_far = || fs::read_to_string(world.path(&record)).unwrap_or_default();
            // A bot that is killed when its move is repeated counts as one that kills itself. And a game is
            // tried twice, so only one of both attempts is spoilt: the next kill waits for another game.
            let mut games = usize::from(bots);
            for _ in if bots { 0..1 } else { 0..3 } {
                until("a game ends, and another has moves, or all is over", || {
                    if judge.try_wait().unwrap().is_some() {
                        return true;
                    }
                    let so_far = so_far();
                    let (_, last) = so_far.rsplit_once("{\"start\"").unwrap_or_default();
                    so_far.matches("{\"end\"").count() >= games
                        && last.matches("ply\":").count() > 4
                });
                until("there is somebody to kill, or all is over", || {
                    let slots = slots_of(judge.id()).into_iter();
                    let victims: Vec<u32> =
                        if bots { slots.flat_map(children).collect() } else { slots.collect() };
                    if let Some(&victim) = victims.first() {
                        signal(victim, Signal::KILL);
                        killed += 1;
                    }
                    !victims.is_empty() || judge.try_wait().unwrap().is_some()
                });
                games = so_far().matches("{\"end\"").count() + 1;
            }
            let did = world.end(judge);
            assert_eq!(did.status, 0, "{who:?} {protocol}: {}", did.words());
            assert_eq!(endings(&world, &record), expected, "{who:?} {protocol}");
            assert!(killed > 0, "nothing was killed");
        }
        world.assert_nothing_left("killed slots");
    }
}
