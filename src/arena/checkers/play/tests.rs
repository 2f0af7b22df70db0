//! Checkers as a game: notation, answers, and every way to end without a failing bot.

use super::*;
use crate::arena::checkers::CHECKERS;
use crate::arena::game::Part;

fn usual() -> Rules {
    Rules::of(&(CHECKERS.usual)()).unwrap()
}

#[track_caller]
fn game(rules: Rules, text: &str) -> Checkers {
    let position = Position::parse(text.as_bytes()).unwrap();
    Checkers { position, ..Checkers::start(&rules) }
}

/// A king each, far from each other.
const KINGS: &str =
    "b\n8\n_B______\n________\n________\n________\n________\n________\n________\nW_______\n";

#[track_caller]
fn play(game: &mut Checkers, moves: &str) {
    for notation in moves.split(' ') {
        assert_eq!(game.ended(), None, "before {notation}");
        game.apply(notation).unwrap();
    }
}

fn reason(game: &Checkers) -> Option<(Reason, Option<Seat>)> {
    game.ended().map(|ending| (ending.reason, ending.winner))
}

#[test]
fn the_start_is_blacks() {
    let mut game = Checkers::start(&usual());
    assert_eq!(game.to_move(), Seat::First);
    assert_eq!(game.legal(), ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]);
    assert_eq!(game.answer(b"1\n2 1\n3 2\n"), Ok("9-14".into()));
    assert_eq!(game.to_move(), Seat::Second);
    assert!(game.state().starts_with("w\n8\n_b_b_b_b\n"));
}

#[test]
fn refused_answers_and_moves_change_nothing() {
    let mut game = Checkers::start(&usual());
    let illegal = Refusal::Illegal("no black piece on 3 0".into());
    assert_eq!(game.answer(b"1 3 0 4 1"), Err(illegal));
    assert!(matches!(game.answer(b"hello"), Err(Refusal::Malformed(_))));
    let many = "expected the number of hops, found `99999999999999999999999`: no move has that \
         many";
    let found = game.answer(b"99999999999999999999999 1 2 3 4");
    assert_eq!(found, Err(Refusal::Malformed(many.into())));
    let refused = game.apply("9-18").unwrap_err();
    assert_eq!(
        refused,
        "`9-18` is not a legal move: expected `9-13`, `9-14`, `10-14`, `10-15`, `11-15`, `11-16` \
         or `12-16`"
    );
    for malformed in ["", "9", "9-", "9x", "a-b", "+9-13", "09-13", "9--13", "9-13 ", "9:13"] {
        let refused = game.apply(malformed).unwrap_err();
        assert!(refused.starts_with("expected a move such as"), "{malformed}: {refused}");
    }
    assert_eq!(game.legal().len(), 7);
}

#[test]
fn captures_with_the_same_ends_are_written_out() {
    let two_ways =
        "w\n8\n________\n________\n________\n__b_b___\n________\n__b_b___\n_w_W____\n________\n";
    let game = game(usual(), two_ways);
    assert_eq!(game.legal(), ["25x9", "25x11", "26x17x10x19x26", "26x19x10x17x26"]);
    let mut other = game.clone();
    assert_eq!(
        other.apply("26x26").unwrap_err(),
        "`26x26` is ambiguous: it may be `26x17x10x19x26` or `26x19x10x17x26`"
    );
    play(&mut other, "26x17x10x19x26");
    let mut whole = game;
    assert!(whole.apply("25x18").is_err());
    assert_eq!(whole.answer(b"2 6 1 4 3 2 1"), Ok("25x9".into()));
}

#[test]
fn the_third_time_is_a_draw() {
    let mut game = game(usual(), KINGS);
    play(&mut game, "1-6 29-25 6-1 25-29 1-6 29-25 6-1 25-29");
    assert_eq!(reason(&game), Some((Reason::Repetition, None)));
}

#[test]
fn a_mans_move_or_capture_starts_the_count_anew() {
    let text = KINGS.replacen("________", "b_______", 1);
    let mut game = game(usual(), &text);
    play(&mut game, "1-6 29-25 6-1 25-29 1-6 29-25 6-1");
    assert_eq!(game.before.len(), 7);
    play(&mut game, "25-22 5-9");
    assert_eq!(game.before.len(), 0);
}

#[test]
fn eighty_quiet_plies_are_a_draw() {
    let mut game = game(usual(), KINGS);
    // Kings that walk round at paces of their own, so that positions do not come back.
    game.before = vec![Checkers::start(&usual()).position; QUIET_PLIES - 1];
    play(&mut game, "1-6");
    assert_eq!(reason(&game), Some((Reason::NoProgress, None)));
}

#[test]
fn three_hundred_plies_are_a_draw_or_decided_by_material() {
    let material = Rules { cap_result: CapResult::Material, ..usual() };
    let more = KINGS.replacen("________", "b_______", 1);
    let kings = more.replacen("W_______", "W_w_____", 1).replacen("b_______", "B_______", 1);
    for (rules, text, winner) in [
        (usual(), more.as_str(), None),
        (material, KINGS, None),
        (material, &more, Some(Seat::First)),
        (material, &kings, Some(Seat::First)),
    ] {
        let mut game = game(rules, text);
        game.plies = MOST_PLIES - 1;
        play(&mut game, "1-6");
        assert_eq!(reason(&game), Some((Reason::Length, winner)), "{rules:?} {text}");
    }
}

#[test]
fn the_side_that_cannot_move_loses() {
    let none = "w\n4\n_b__\n____\n____\n____\n";
    assert_eq!(reason(&game(usual(), none)), Some((Reason::NoPiece, Some(Seat::First))));
    let stuck = "w\n4\n___b\n__b_\n_b__\nw___\n";
    assert_eq!(reason(&game(usual(), stuck)), Some((Reason::NoMove, Some(Seat::First))));
    // A lost game is lost even where a draw is due.
    let mut late = game(usual(), stuck);
    (late.plies, late.before) = (MOST_PLIES, vec![late.position; QUIET_PLIES]);
    assert_eq!(reason(&late), Some((Reason::NoMove, Some(Seat::First))));
}

#[test]
fn rules_are_read_as_written() {
    let text = serde_json::to_string(&usual()).unwrap();
    let old = r#"{"profile":"seed","cap_result":"draw","size":8}"#;
    assert_eq!(text, old.replace('}', r#","adjudication":"none"}"#));
    for written in [&text, old] {
        assert_eq!(serde_json::from_str::<Rules>(written).unwrap(), usual());
    }
    let odd = serde_json::from_str::<Rules>(&text.replace('8', "7")).unwrap_err().to_string();
    assert!(odd.starts_with("expected an even board size from 4 to 12, found 7"), "{odd}");
}

/// A king each, one of them in the corner where it is safe.
const DRAWN: &str =
    "b\n8\n_B______\n________\n________\n________\n________\n________\n________\n______W_\n";

/// Two kings against one, which does not stand in the corner where it were safe.
const TWO_KINGS: &str =
    "b\n8\n_____B_B\n________\n________\n________\n________\n________\n________\nW_______\n";

fn by_tables() -> Rules {
    Rules { adjudication: Adjudication::Tables, ..usual() }
}

#[test]
fn tables_end_a_game_that_they_know() {
    assert_eq!(reason(&game(usual(), DRAWN)), None);
    assert_eq!(reason(&game(by_tables(), DRAWN)), Some((Reason::Adjudicated, None)));
    let ending = game(by_tables(), TWO_KINGS).ended().unwrap();
    assert_eq!((ending.reason, ending.winner), (Reason::Adjudicated, Some(Seat::First)));
    assert!(ending.words.ends_with(" plies by the endgame tables"), "{}", ending.words);
    assert_eq!(reason(&Checkers::start(&by_tables())), None);
}

/// A win that comes too late for the rules is none, and a game that its length may decide is played.
#[test]
fn tables_do_not_outvote_the_rules() {
    let mut late = game(by_tables(), TWO_KINGS);
    late.plies = MOST_PLIES - 2;
    assert_eq!(reason(&late), None);
    let mut quiet = game(by_tables(), TWO_KINGS);
    quiet.before = vec![Checkers::start(&usual()).position; QUIET_PLIES - 2];
    assert_eq!(reason(&quiet), None);
    let material = Rules { cap_result: CapResult::Material, ..by_tables() };
    assert_eq!(reason(&game(material, DRAWN)), None);
    assert!(reason(&game(material, TWO_KINGS)).is_some());
}

#[test]
fn adjudication_is_refused_where_there_are_no_tables() {
    let refused = |change: &[(&str, serde_json::Value)]| {
        let mut rules = (CHECKERS.usual)();
        rules["adjudication"] = "tables".into();
        for (key, value) in change {
            rules[key] = value.clone();
        }
        (CHECKERS.start)(&rules).unwrap_err()
    };
    let words = refused(&[("size", 10.into())]);
    assert!(words.ends_with("found 10 squares and `seed`"), "{words}");
    let words = refused(&[("profile", "stopping-allowed".into())]);
    assert!(words.ends_with("found 8 squares and `stopping-allowed`"), "{words}");
    let mut rules = (CHECKERS.usual)();
    rules["adjudication"] = "tables".into();
    let small = (CHECKERS.read)(&rules, b"b\n4\n_b__\n____\n____\nw___\n").unwrap_err();
    assert_eq!((small.line, small.column), (2, 1));
}

#[test]
fn the_picture_marks_the_last_move() {
    let mut game = Checkers::start(&usual());
    play(&mut game, "11-15 23-18");
    let text = |line: &Vec<Part>| line.iter().map(|part| part.text.as_str()).collect::<String>();
    let lines: Vec<String> = game.picture().iter().map(text).collect();
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    assert_eq!(lines, PICTURE);
    play(&mut game, "9-13 18x11");
    assert!(game.picture().iter().map(text).any(|line| line.ends_with("○  white  captured ●")));
}

const PICTURE: [&str; 9] = [
    "    0   1   2   3   4   5   6   7",
    " 0      ●       ●       ●       ●     ●  black",
    " 1  ●       ●       ●       ●",
    " 2      ●       ●       11      ●",
    " 3  13      14      ●       16",
    " 4      17     [○ ]     19      20",
    " 5  ○       ○      [23]     ○",
    " 6      ○       ○       ○       ○",
    " 7  ○       ○       ○       ○         ○  white",
];
