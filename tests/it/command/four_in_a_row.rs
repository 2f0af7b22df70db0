//! A second game, played by the shipped bot against itself with other arguments: records, replays, positions, clocks,
//! a bot that is added, plans. Nothing is compiled for it.

use jury::arena::Record;
use jury::arena::game::Reason;
use jury::report::contest::json::Document;

use super::common::World;

const GAME: [&str; 2] = ["--game", "four-in-a-row"];

/// Two settings of one program; the first is the better one.
fn bots() -> Vec<&'static str> {
    let arguments = ["--arguments-of", "1=--depth 3", "--arguments-of", "2=--random 5"];
    [&["reference", "reference"], &GAME[..], &arguments].concat()
}

fn document(world: &World, arguments: &[&str]) -> Document {
    let did = world.jury(&[arguments, &["--json=-", "-j2"]].concat(), 0);
    serde_json::from_str(&did.out).expect("a strict document")
}

fn record(world: &World, name: &str) -> Record {
    let text = std::fs::read(world.path(name)).expect("a record");
    Record::read(text.as_slice()).expect("a strict record")
}

#[test]
fn a_match_is_played_recorded_and_shown() {
    let world = World::new(&[]);
    let options = ["--pairs=2", "--record=r.jsonl", "--time-limit-of", "2=1"];
    let arguments = [&["match"], &bots()[..], &options].concat();
    let document = document(&world, &arguments);
    assert_eq!(document.game, "four-in-a-row");
    assert!(document.finished && document.duel.expect("a match").games.won >= 3);
    assert_eq!(document.endings[0].reason, Reason::Goal);
    let read = record(&world, "r.jsonl");
    assert_eq!(read.header.players[1].arguments, ["--random", "5"]);
    assert_eq!(
        read.header.players[1].allowance.map(|own| own.cpu_seconds.to_bits()),
        Some(1_f64.to_bits())
    );
    let list = world.jury(&["replay", "r.jsonl", "--list"], 0).out;
    assert!(list.contains("wins: ") && list.contains(" has four in a row"), "{list}");
    let state = world.jury(&["replay", "r.jsonl", "0", "--state"], 0).out;
    assert_eq!(state.lines().nth(1), Some("7 6"), "{state}");
    let state = world.jury(&["replay", "r.jsonl", "0", "--state", "--ply=0"], 0).out;
    assert_eq!(state, format!("x\n7 6\n{}", ".......\n".repeat(6)));
    world.jury(&["replay", "r.jsonl", "--html=games.html"], 0);
    let page = std::fs::read_to_string(world.path("games.html")).expect("a page");
    assert!(page.contains("has four in a row"), "{page}");
    let did = world.jury(&["replay", "r.jsonl", "--pdn"], 2);
    assert!(did.err.contains("cannot be written as PDN"), "{did:#?}");
    let whole = world.jury(&["match", "--resume=r.jsonl", "--json=-"], 0).out;
    assert!(whole.contains("\"finished\": true"), "{whole}");
}

#[test]
fn games_begin_with_positions_and_have_a_time_of_their_own() {
    let empty = ".......\n".repeat(4);
    let one = format!(
        "o\n7 6\n{empty}.......\n...x...\n\n# another one\nx\n7 6\n{empty}...o...\n...x...\n"
    );
    let world = World::new(&[("p.txt", &one)]);
    let options = ["--pairs=2", "--positions=p.txt", "--time-bank=20+0.5", "--record=r.jsonl"];
    document(&world, &[&["match"], &bots()[..], &options].concat());
    let read = record(&world, "r.jsonl");
    let positions = read.header.positions.as_ref().expect("positions");
    assert_eq!((positions.len(), read.games.len()), (2, 4));
    assert!(read.games.values().all(|game| game.opening.is_empty() && game.ending.is_some()));
    assert_eq!(
        read.header.allowance.bank.expect("a bank").increment_seconds.to_bits(),
        0.5_f64.to_bits()
    );
    let words = world.jury(&["replay", "r.jsonl", "0", "--ply=0"], 0).out;
    assert!(words.contains(" x "), "{words}");
    let options = ["--pairs=3", "--positions=p.txt"];
    let did = world.jury(&[&["match"], &bots()[..], &options].concat(), 2);
    assert!(did.err.contains("p.txt gave 2 openings"), "{did:#?}");
}

/// Who is added plays against all others, and what was played before stays as it was.
#[test]
fn a_bot_is_added_to_a_tournament() {
    let world = World::new(&[]);
    // The newcomer takes as much as it may.
    let options = ["--pairs=1", "--record=r.jsonl", "--time-limit=0.1"];
    document(&world, &[&["tournament"], &bots()[..], &options].concat());
    let before = record(&world, "r.jsonl");
    let added = ["tournament", "--resume=r.jsonl", "--add", "reference"];
    let found = document(&world, &[&added[..], &["--sandbox=full"]].concat());
    assert_eq!((found.players.len(), found.pairs.planned, found.pairs.counted), (3, 3, 3));
    let after = record(&world, "r.jsonl");
    assert_eq!(after.header.earlier_players, [2]);
    assert_eq!(after.header.players[2].name, "reference (3)");
    for (number, game) in &before.games {
        assert_eq!(after.games[number].plies, game.plies);
    }
    world.jury(&["tournament", "--add", "reference", "a.py", "b.py"], 2);
}

#[test]
fn a_plan_is_played_in_shards() {
    let world = World::new(&[]);
    let options = ["--pairs=2", "--plan=plan.json", "--shards=2"];
    world.jury(&[&["match"], &bots()[..], &options].concat(), 0);
    for shard in ["1", "2"] {
        world.jury(&["shard", "plan.json", shard], 0);
    }
    let did = world.jury(&["merge", "plan.json", "--json=-"], 0);
    let document: Document = serde_json::from_str(&did.out).expect("a strict document");
    assert!(document.finished && document.game == "four-in-a-row");
}

#[test]
fn what_a_game_does_not_know_is_refused() {
    let world = World::new(&[]);
    let refused = |options: &[&str], words: &str| {
        let did = world.jury(&[&["match", "reference", "reference"], options].concat(), 2);
        assert!(did.err.contains(words), "{did:#?}");
    };
    refused(&["--game=chess"], "possible values: checkers, four-in-a-row");
    refused(&["--game=four-in-a-row", "--profile=english"], "four-in-a-row has no rule `profile`");
    refused(&["--rules=size=7"], "expected an even board size");
    refused(&["--arguments-of=3=x"], "there is no bot 3: they are 1 to 2");
    refused(&["--game=four-in-a-row", "--pdn=g.pdn"], "cannot be written as PDN");
    let did = world.jury(&["perft", "--game=four-in-a-row", "--depth=3"], 0);
    let counts: Vec<&str> =
        did.out.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(counts, ["7", "49", "343"]);
}

#[test]
fn counts_alone_decide_a_test() {
    let world = World::new(&[]);
    let did = world.jury(&["sprt", "0", "10", "60", "80", "50", "--bounds=elo0=0,elo1=50"], 0);
    assert!(did.out.contains("passed: as strong as elo1 = 50"), "{did:#?}");
    assert!(did.out.starts_with("Elo +") && did.out.contains("\nnormalised Elo +"), "{did:#?}");
    let bounds = "--bounds=elo0=0,elo1=2,scale=normalized";
    let did = world.jury(&["sprt", "1", "2", "3", "2", "1", bounds], 1);
    assert!(did.out.contains(" in normalised Elo: not decided"), "{did:#?}");
    world.jury(&["sprt", "1", "2", "3"], 2);
}
