//! Reports of matches and tournaments, made from records alone.

use jury::arena::game::{Reason, Seat};
use jury::arena::record::{
    Allowance, Event, Format, Header, Player, Protocol, Scale, Sprt, VERSION,
};
use jury::arena::{GameEnd, Plan, Record};
use jury::report::contest::json::{self, Document};
use jury::report::contest::{Contest, headline, terminal};
use jury::sandbox::{Isolation, Level};

fn header(players: usize, pairs: u32, sprt: Option<Sprt>) -> Header {
    let player = |number: usize| Player {
        name: format!("bot-{number}"),
        path: format!("{number}.py"),
        language: "python".into(),
        hash: format!("{number:064x}"),
        arguments: Vec::new(),
        files: None,
        allowance: None,
    };
    Header {
        record: VERSION,
        tool: "jury".into(),
        game: "checkers".into(),
        rules: serde_json::Value::Null,
        players: (0..players).map(player).collect(),
        format: Format::RoundRobin,
        pairs,
        protocol: Protocol::Session,
        allowance: Allowance {
            cpu_seconds: 2.0,
            wall_seconds: 7.0,
            memory_bytes: 1,
            output_bytes: 1,
            bank: None,
        },
        sprt,
        isolation: Isolation {
            level: Level::Contained,
            walls: Vec::new(),
            cpu_source: "looks".into(),
            memory_source: "looks".into(),
        },
        openings: vec![vec!["9-13".into()]],
        positions: None,
        earlier_players: Vec::new(),
    }
}

/// A record in which these games ended: who won, and why.
fn contest(header: &Header, endings: &[(usize, Option<usize>, Reason, &str)]) -> Contest {
    let plan = Plan::of(header);
    let mut text = serde_json::to_string(header).expect("JSON") + "\n";
    let mut line = |event: &Event| {
        text += &(serde_json::to_string(event).expect("JSON") + "\n");
    };
    for (game, winner, reason, words) in endings {
        let players = plan.fixture(*game).players;
        line(&Event::Start { game: *game, players, opening: vec!["9-13".into()] });
        let seat = |player: usize| Seat::BOTH[usize::from(players[1] == player)];
        let winner = winner.map(seat);
        let ending = GameEnd { winner, reason: *reason, words: (*words).into() };
        line(&Event::End { game: *game, ending, plies: 1, stderr: String::new() });
    }
    Contest::new(&Record::read(text.as_bytes()).expect("strict"), "r.jsonl".into())
}

fn words(contest: &Contest) -> String {
    let mut out = Vec::new();
    terminal::render(contest, &mut out).expect("written");
    anstream::adapter::strip_str(&String::from_utf8(out).expect("text")).to_string()
}

/// What is in the document can be read back, strictly.
fn read_back(contest: &Contest) -> Document {
    let text = json::render(contest).expect("JSON");
    let document: Document = serde_json::from_str(&text).expect("strict");
    assert_eq!(document, Document::from(contest));
    let odd = text.replacen("\"schema\"", "\"odd\": 1, \"schema\"", 1);
    assert!(serde_json::from_str::<Document>(&odd).is_err(), "unknown keys are refused");
    let less = text.replacen("\"match\"", "\"other\"", 1);
    assert!(serde_json::from_str::<Document>(&less).is_err(), "every key must be there");
    document
}

const ILLEGAL: (Reason, &str) = (Reason::Illegal, "hop 1: 0 1 -> 1 1: \u{1b}[2J");

#[test]
fn a_match_tells_what_counts_and_what_does_not() {
    let (illegal, why) = ILLEGAL;
    let mut contest = contest(
        &header(2, 4, None),
        &[
            (0, Some(0), illegal, why),
            (1, Some(0), illegal, why),
            (2, None, Reason::Repetition, "for the third time"),
            (3, Some(1), Reason::NoPiece, "black has no piece left"),
            // Its pair is not there yet.
            (5, Some(1), Reason::Time, "too late"),
        ],
    );
    contest.resume = Some("jury match --resume r.jsonl".into());
    let words = words(&contest);
    for part in [
        "     1  no piece left  bot-0 1\n",
        "     2  illegal move   bot-1 2\n",
        "     1  repetition     drawn\n",
        "  game 0: bot-1 lost by illegal move: hop 1: 0 1 -> 1 1: \\u{1b}[2J (2 games)\n",
        "bot-0 against bot-1: 62.5 % of the points in 4 games\n",
        "pairs of games by the points that bot-0 got (0, ½, 1, 1½, 2): 0, 1, 0, 0, 1\n",
        "not finished: 2 of 4 pairs count\nresume: jury match --resume r.jsonl\n",
        "sandbox contained",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert!(!words.contains("too late"), "{words}");
    let last = words.lines().last().expect("lines");
    assert!(last.starts_with("bot-0 2 won, 1 drawn, 1 lost: Elo +89 (95 %: -"), "{last}");
    let document = read_back(&contest);
    assert_eq!((document.pairs.planned, document.pairs.counted, document.finished), (4, 2, false));
    assert_eq!(document.failures.len(), 1);
    assert_eq!(document.duel.expect("a match").pairs, [0, 1, 0, 0, 1]);
}

#[track_caller]
fn case(endings: &[(usize, Option<usize>, Reason, &str)], expected: &str) {
    let contest = contest(&header(2, 2, None), endings);
    let words = headline(&contest.header, &contest.standings);
    assert!(words.starts_with(expected), "{words}");
    read_back(&contest);
}

#[test]
fn strength_is_said_in_words_where_it_has_no_bounds() {
    let won = |game, player| (game, Some(player), Reason::NoMove, "white has no legal move");
    let drawn = |game| (game, None, Reason::Length, "300 plies");
    case(&[], "bot-0 0 won, 0 drawn, 0 lost: Elo unknown");
    case(&[won(0, 0), won(1, 0)], "bot-0 2 won, 0 drawn, 0 lost: Elo above -");
    case(&[won(0, 1), won(1, 1)], "bot-0 0 won, 0 drawn, 2 lost: Elo below +");
    case(&[drawn(0), drawn(1)], "bot-0 0 won, 2 drawn, 0 lost: Elo +0 (95 %: -");
}

#[test]
fn a_sequential_test_says_what_it_found() {
    let sprt = Sprt { elo0: 0.0, elo1: 300.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    let endings: Vec<_> =
        (0..40).map(|game| (game, Some(0), Reason::NoMove, "no legal move")).collect();
    let contest = contest(&header(2, 20, Some(sprt)), &endings);
    assert!(contest.standings.is_over());
    let words = words(&contest);
    assert!(words.contains("against elo1 = 300: passed: as strong as elo1 = 300"), "{words}");
    let test = read_back(&contest).duel.expect("a match").sprt.expect("a test");
    assert_eq!((test.of, test.decision.as_deref()), (sprt, Some("elo1")));
}

#[test]
fn a_tournament_has_a_ladder_and_a_cross_table() {
    let mut endings = Vec::new();
    let plan = Plan::of(&header(3, 1, None));
    for game in 0..plan.games() {
        let players = plan.fixture(game).players;
        let best = players.into_iter().max().expect("two players");
        let drawn = game == 0;
        let (winner, reason) =
            if drawn { (None, Reason::NoProgress) } else { (Some(best), Reason::NoPiece) };
        endings.push((game, winner, reason, "words"));
    }
    let contest = contest(&header(3, 1, None), &endings);
    let words = words(&contest);
    assert!(words.contains(" 1  bot-2 "), "{words}");
    assert!(words.contains(" 3  bot-0   ≤ -"), "{words}");
    assert!(words.contains("1½/2") && words.contains("½/2"), "{words}");
    assert!(words.trim_end().lines().last().expect("lines").starts_with("bot-2 leads: Elo +"));
    let document = read_back(&contest);
    let names: Vec<&str> = document.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!((names, document.duel), (vec!["bot-2", "bot-1", "bot-0"], None));
}
