//! Games by many machines: the shards of `jury match --plan` and `jury tournament --plan`, merged, make the
//! record that one machine writes.

use std::fs;

use jury::arena::Record;
use jury::plan::{Plan, Work};
use jury::report::contest::json::Document;

use super::common::World;

/// Plays the first legal move that it finds, under either protocol.
const FIRST: &str = include_str!("../../data/bots/first.c");

/// Two honest bots that differ, and one that loses every game at once.
fn world() -> World {
    let other = "BEFORE if (!find(step) || turn % 2) find(capture) || find(step)";
    World::new(&[
        ("bots/first.c", FIRST),
        ("bots/other.c", &format!("#define {other}\n{FIRST}")),
        ("bots/mute.c", "int main(void) { return 1; }\n"),
        ("run/readme", ""),
    ])
}

/// A record without what no two machines have in common.
fn record(world: &World, name: &str) -> Record {
    let text = fs::read(world.path(name)).expect("a record");
    let mut record = Record::read(text.as_slice()).expect("a record");
    record.header.isolation.walls.clear();
    record.games.values_mut().for_each(|game| game.lines.clear());
    for ply in record.games.values_mut().flat_map(|game| &mut game.plies) {
        (ply.cpu_seconds, ply.wall_seconds, ply.memory_bytes) = (0.0, 0.0, None);
    }
    record.whole_bytes = 0;
    record
}

fn document(world: &World, name: &str) -> Document {
    let text = fs::read_to_string(world.path(name)).expect("a report");
    let mut document: Document = serde_json::from_str(&text).expect("strict");
    document.isolation.walls.clear();
    document.record.clear();
    document
}

#[track_caller]
fn shards(world: &World, numbers: &[u32]) {
    for number in numbers {
        world.jury(&["shard", "run/plan.json", &number.to_string()], 0);
    }
}

/// One machine plays one game at a time, others play the same in shards.
#[track_caller]
fn same_as_one_machine(words: &[&str], numbers: &[u32]) {
    let world = world();
    let words = [words, &["--time-limit=60", "--protocol=session"]].concat();
    world.jury(&[&words[..], &["-j1", "--record", "one.jsonl", "--json", "one.json"]].concat(), 0);
    world.jury(&[&words[..], &["--plan", "run/plan.json", "--shards", "3"]].concat(), 0);
    shards(&world, numbers);
    world.jury(&["merge", "run/plan.json", "--json", "two.json", "--pdn", "two.pdn"], 0);
    let one = record(&world, "one.jsonl");
    assert_eq!(record(&world, "run/plan.jsonl"), one);
    assert!(one.games.len() >= 10);
    assert_eq!(document(&world, "two.json"), document(&world, "one.json"));
    let pdn = fs::read_to_string(world.path("two.pdn")).expect("games");
    assert_eq!(pdn.matches("[Event ").count(), one.games.len());
    // The record can be looked at and resumed like any other.
    world.jury(&["replay", "run/plan.jsonl", "1"], 0);
    world.jury(&[words[0], "--resume", "run/plan.jsonl"], 0);
}

#[test]
fn a_match_of_many_machines_is_that_of_one() {
    same_as_one_machine(&["match", "bots/first.c", "bots/other.c", "--pairs=5"], &[3, 1, 2, 1]);
}

#[test]
fn a_tournament_of_many_machines_is_that_of_one() {
    let words = ["tournament", "bots/mute.c", "bots/first.c", "bots/other.c", "--pairs=2"];
    same_as_one_machine(&words, &[2, 3, 1]);
}

/// The first bot wins every game, so that the test is decided after some rounds.
#[test]
fn a_sequential_test_goes_round_by_round() {
    let world = world();
    let test = ["match", "bots/first.c", "bots/mute.c", "--pairs=40", "--time-limit=60"];
    let test = [&test[..], &["--sprt=elo0=0,elo1=200"]].concat();
    world.jury(&[&test[..], &["-j1", "--record", "one.jsonl"]].concat(), 0);
    let planned = ["--plan", "run/plan.json", "--shards", "2", "--round", "4"];
    let did = world.jury(&[&test[..], &planned].concat(), 0);
    assert!(did.out.contains("N from 1 to 2,") && did.out.contains("--again"), "{did:#?}");
    let again = || world.jury(&["merge", "run/plan.json", "--again"], 0);
    let mut rounds = 0;
    loop {
        let did = again();
        if did.out.is_empty() {
            assert!(did.err.contains("the test is decided: as strong as elo1"), "{did:#?}");
            break;
        }
        let first = 2 * rounds + 1;
        assert_eq!(did.out, format!("{first}-{}\n", first + 1));
        shards(&world, &[first + 1]);
        assert_eq!(again().out, format!("{first}\n"));
        let did = world.jury(&["merge", "run/plan.json"], 3);
        assert!(did.err.contains(&format!("parts are missing: shards {first}")), "{did:#?}");
        shards(&world, &[first]);
        rounds += 1;
        if !again().out.is_empty() {
            let did = world.jury(&["merge", "run/plan.json"], 3);
            assert!(did.err.contains("do not decide the test: the next round is"), "{did:#?}");
        }
    }
    assert!(rounds > 1 && rounds < 10, "{rounds} rounds");
    world.jury(&["merge", "run/plan.json"], 0);
    let two = record(&world, "run/plan.jsonl");
    let mut one = record(&world, "one.jsonl");
    // A machine may be ahead of its own decision by a game or two, which do not count.
    one.games.retain(|game, _| two.games.contains_key(game));
    assert_eq!(two, one);
}

#[test]
fn what_cannot_be_played_or_was_changed_is_refused() {
    let world = world();
    let pair = ["match", "bots/first.c", "bots/other.c", "--pairs=2"];
    world.jury(&[&pair[..], &["--plan", "run/plan.json", "--shards", "2"]].concat(), 0);
    let text = fs::read(world.path("run/plan.json")).expect("a plan");
    let change = |change: &dyn Fn(&mut jury::plan::ContestWork), words: &str| {
        let mut plan = Plan::read(&text).expect("a plan");
        let Work::Contest(work) = &mut plan.work else { panic!("no games") };
        change(work);
        let shards = plan.shards;
        let changed = serde_json::to_vec(&plan.finish(shards).expect("a plan")).expect("JSON");
        fs::write(world.path("run/plan.json"), changed).expect("written");
        let did = world.jury(&["shard", "run/plan.json", "1"], 2);
        assert!(did.err.contains(words), "{did:#?}");
    };
    change(&|work| work.header.pairs = u32::MAX, "which are not those of its players");
    let one = |work: &jury::plan::ContestWork| work.header.players[0].clone();
    change(&|work| work.header.players = vec![one(work); 100_000], "expected at most 1000 players");
    change(
        &|work| work.header.game = "go".into(),
        "the plan: expected the game `checkers` or `four-in-a-row`, found `go`",
    );
    change(&|work| work.header.players[1].hash = "0".into(), "bots/other.c has changed since");
    fs::write(world.path("run/plan.json"), &text).expect("written");
    for option in ["--save", "--junit=x", "--html=x", "--markdown=x"] {
        let did = world.jury(&["merge", "run/plan.json", option], 2);
        let name = option.split('=').next().expect("a name");
        assert!(did.err.contains(&format!("`jury match` has no {name}")), "{did:#?}");
    }
    let sprt = ["--sprt", "--plan", "x.json", "--shards=3", "--round=3"];
    let many = ["match", "bots/first.c", "bots/other.c", "--pairs=1500", "--random-plies=6"];
    let did = world.jury(&[many, sprt].concat(), 2);
    assert!(did.err.contains("make 1500 shards") && did.err.contains("`--round 5`"), "{did:#?}");
}
