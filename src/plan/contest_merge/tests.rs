//! Rounds, and that the order in which parts arrive decides nothing.

use super::super::contest::ContestResults;
use super::super::contest::tests::work;
use super::super::document::Work;
use super::super::document::tests::of_work;
use super::super::part::MachineFacts;
use super::*;
use crate::arena::game::{GameEnd, Reason};
use crate::arena::record::{Event, Scale, Sprt};
use crate::random::SplitMix;
use crate::report::document::Tool;
use crate::sandbox::{Isolation, Level};

/// A match of so many pairs, in rounds of so many in so many shards.
fn plan(pairs: u32, round: u64, each: u32, sprt: Option<Sprt>) -> Plan {
    let mut work = work(pairs, round);
    work.header.sprt = sprt;
    let shards = u32::try_from(work.rounds()).unwrap() * each;
    of_work(Work::Contest(Box::new(work))).finish(shards).expect("a plan")
}

fn contest(plan: &Plan) -> &ContestWork {
    let Work::Contest(work) = &plan.work else { panic!("no plan of games") };
    work
}

/// The part of a shard, not yet finished: `ends` says who wins a game, and after which time.
fn part(plan: &Plan, shard: u32, ends: &dyn Fn(usize) -> (Option<Seat>, f64)) -> Part {
    let work = contest(plan);
    let arena = arena::Plan::of(&work.header);
    let pairs = work.pairs_of(shard, plan.shards);
    let games = pairs.flat_map(|pair| [2 * pair, 2 * pair + 1]);
    let events = games.flat_map(|game| {
        let game = usize::try_from(game).unwrap();
        let fixture = arena.fixture(game);
        let opening = work.header.openings[fixture.opening].clone();
        let (winner, cpu_seconds) = ends(game);
        let reason = if winner.is_some() { Reason::NoMove } else { Reason::Repetition };
        let plies = opening.len() + 1;
        [
            Event::Start { game, players: fixture.players, opening },
            Event::Ply {
                game,
                ply: plies,
                notation: "22-18".into(),
                cpu_seconds,
                wall_seconds: 1.0,
                memory_bytes: None,
                stderr: String::new(),
            },
            Event::End {
                game,
                ending: GameEnd { winner, reason, words: String::new() },
                plies,
                stderr: String::new(),
            },
        ]
    });
    let isolation = Isolation {
        level: Level::Full,
        walls: Vec::new(),
        cpu_source: String::new(),
        memory_source: String::new(),
    };
    let results = ContestResults { isolation, events: events.collect() };
    Part {
        schema: 0,
        tool: Tool::this(),
        id: String::new(),
        plan: plan.id.clone(),
        shard,
        machine: MachineFacts {
            name: format!("n{shard}"),
            processor: String::new(),
            cores: 1,
            kernel: String::new(),
            level: Level::Full,
            toolchains: plan.toolchains.clone(),
        },
        probe: None,
        seconds: 1.0,
        results: Results::Contest(Box::new(results)),
    }
}

fn merger(plan: &Plan) -> ContestMerger<'_> {
    ContestMerger::new(plan, contest(plan))
}

fn finish(merger: ContestMerger<'_>) -> MergedContest {
    merger.finish(&str::to_owned, &str::to_owned)
}

#[test]
fn the_record_stands_in_the_order_of_pairs() {
    let plan = plan(5, 5, 2, None);
    let whole = |shard, seconds| part(&plan, shard, &|_| (None, seconds)).finish().expect("a part");
    let (one, two) = (whole(1, 1.0), whole(2, 2.0));
    for parts in [[&one, &two], [&two, &one]] {
        let mut merger = merger(&plan);
        for part in parts {
            let text = serde_json::to_vec(part).unwrap();
            merger.take(Part::read(&text, &plan).unwrap(), "file");
        }
        let all = finish(merger);
        assert_eq!((all.state, all.at_odds.len()), (State::Whole, 0));
        let record = all.record.unwrap();
        assert!(record.games.keys().copied().eq(0..10));
        assert!((record.games[&2].plies[0].cpu_seconds - 2.0).abs() < 1e-9);
        let text = record.write().unwrap();
        assert_eq!(Record::read(text.as_slice()).unwrap().games.len(), 10);
    }
}

#[test]
fn missing_games_and_games_at_odds_are_named() {
    let plan = plan(5, 5, 3, None);
    let mut merger = merger(&plan);
    assert_eq!(merger.state(), State::Missing(vec![1, 2, 3]));
    merger.take(part(&plan, 2, &|_| (None, 2.0)), "2.json");
    assert_eq!(merger.state(), State::Missing(vec![1, 3]));
    // The faster of two counts.
    merger.take(part(&plan, 2, &|_| (None, 1.0)), "2-2.json");
    merger.take(part(&plan, 2, &|game| (Some(Seat::First).filter(|_| game == 3), 3.0)), "2-3.json");
    let all = finish(merger);
    let words = "pair 2: parts differ: 1/2 and 1/2 in 2-2.json (n2), 1/2 and 0-1 in 2-3.json (n2)";
    assert!(all.at_odds.len() == 1, "{:?}", all.at_odds);
    assert_eq!(all.at_odds[0].replace("1/2 and 1-0", "1/2 and 0-1"), words);
    let record = all.record.unwrap();
    assert!((record.games[&2].plies[0].cpu_seconds - 1.0).abs() < 1e-9);
    let half = part(&plan, 1, &|_| (None, 1.0));
    let Results::Contest(mut results) = half.results.clone() else { unreachable!() };
    results.events.pop();
    let half = Part { results: Results::Contest(results), ..half }.finish().unwrap();
    let bad = Part::read(&serde_json::to_vec(&half).unwrap(), &plan).unwrap_err();
    assert_eq!(bad.to_string(), ": the part does not hold the units of shard 1");
}

#[test]
fn rounds_follow_each_other_until_the_test_decides() {
    let sprt =
        Some(Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic });
    let plan = plan(100, 4, 2, sprt);
    // The first player wins every game.
    let ends =
        |game: usize| (Some(if game.is_multiple_of(2) { Seat::First } else { Seat::Second }), 1.0);
    let mut merger = merger(&plan);
    let mut rounds = 0;
    let decision = loop {
        let next = match merger.state() {
            State::Missing(shards) if rounds == 0 => shards,
            State::Undecided { pairs, next } => {
                assert_eq!(pairs, 4 * rounds);
                next
            }
            state => break state,
        };
        let first = u32::try_from(2 * rounds).unwrap() + 1;
        assert_eq!(next, [first, first + 1]);
        merger.take(part(&plan, next[1], &ends), "b");
        assert_eq!(merger.state(), State::Missing(vec![first]));
        merger.take(part(&plan, next[0], &ends), "a");
        rounds += 1;
    };
    assert_eq!(decision, State::Decided(Decision::Elo1));
    assert!(rounds > 1, "one round decided, so this shows nothing of rounds");
    let record = finish(merger).record.unwrap();
    // Only what counts.
    let pairs = record.games.len() / 2;
    assert!(pairs > 4 && pairs <= 4 * usize::try_from(rounds).unwrap(), "{pairs}");
}

/// Scale: 1,000 orders of arrival. Whoever looks after each part finds the decision of the whole record, or
/// none yet.
#[test]
fn no_order_of_arrival_decides_otherwise_than_the_whole_record() {
    let sprt =
        Some(Sprt { elo0: -20.0, elo1: 60.0, alpha: 0.1, beta: 0.1, scale: Scale::Logistic });
    let plan = plan(96, 16, 4, sprt);
    let mut random = SplitMix::of(5, 0);
    let mut seen = [0; 3];
    let trials = if std::env::var_os("JURY_TEST_LONG").is_some() { 1000 } else { 120 };
    for trial in 0..trials {
        let ends: Vec<Option<Seat>> = (0..192)
            .map(|game| {
                // In some trials the first player is stronger, in others the second.
                let strong = Seat::BOTH[(game + trial) % 2];
                [None, Some(strong), Some(strong), Some(strong.other())][random.below(4)]
            })
            .collect();
        let ends = |game: usize| (ends[game], 1.0);
        let mut whole = Standings::new(arena::Plan::of(&contest(&plan).header), 2, sprt);
        for game in 0..192 {
            let ending =
                GameEnd { winner: ends(game).0, reason: Reason::Repetition, words: String::new() };
            whole.end(game, ending);
        }
        let mut order: Vec<u32> = (1..=plan.shards).collect();
        random.shuffle(&mut order);
        let mut merger = merger(&plan);
        let mut found = None;
        for shard in order {
            merger.take(part(&plan, shard, &ends), "file");
            if let State::Decided(decision) = merger.state() {
                assert_eq!(*found.get_or_insert(decision), decision);
            }
        }
        assert_eq!(found, whole.decision(), "trial {trial}");
        seen[whole.decision().map_or(2, |decision| usize::from(decision == Decision::Elo1))] += 1;
        let record = finish(merger).record.unwrap();
        assert_eq!(record.games.len(), 2 * whole.counted());
    }
    assert!(seen[0] > trials / 20 && seen[1] > trials / 20, "{seen:?}");
}
