//! Games of checkers as PDN, the notation that draughts programs exchange games in. Knows records,
//! and no files.
//!
//! `Result` has White's points in front, as in PGN, although Black moves first. `GameType` is 21,
//! English draughts, with Black to start and the size of the board; the rules that were played by
//! stand in a tag of their own, `Profile`, and why a game ended in `Termination`. The first move that English
//! draughts does not allow is named by the tag `NotEnglish` and by a comment behind it. A game that does not
//! begin at the start has `SetUp` and `FEN`.

use std::fmt::Write as _;

use jury_checkers::checkers::{Profile, Rank, Side};

use crate::arena::game::{Game as _, GameEnd, Seat};
use crate::arena::kind::Setup;
use crate::arena::plan::Plan;
use crate::arena::read::{Played, Record};
use crate::visible::visible;

use super::notation::{self, number_of};
use super::play::{Checkers, Rules, SEATS};

/// Width of lines of moves, in characters.
const WIDTH: usize = 80;
/// The comment behind the first move that English draughts does not allow.
const LEFT: &str = "{not allowed in English draughts}";

/// All games of a record in the order of the plan, unfinished ones with the result `*`.
pub(super) fn export(record: &Record, setup: &Setup) -> String {
    let plan = Plan::of(&record.header);
    let Ok(rules) = Rules::of(&record.header.rules) else { return String::new() };
    let games = record.games.iter().filter_map(|(number, game)| {
        let state = setup.start(plan.fixture(*number).opening).state();
        let start = Checkers::read(&record.header.rules, state.as_bytes()).ok()?;
        let is_set_up = record.header.positions.is_some();
        Some(one(record, &rules, *number, game, &start, is_set_up))
    });
    games.collect::<Vec<_>>().join("\n")
}

fn one(
    record: &Record,
    rules: &Rules,
    number: usize,
    game: &Played,
    start: &Checkers,
    is_set_up: bool,
) -> String {
    let names = game.players.map(|player| record.header.players[player].name.clone());
    let [black, white] = names;
    let event = if record.header.players.len() == 2 { "jury match" } else { "jury tournament" };
    let size = usize::from(start.rules.size);
    let result = result(game.ending.as_ref());
    let termination = game.ending.as_ref().map(|ending| ending.told(SEATS));
    let left = leaves_english(game, start);
    let mut tags = vec![
        ("Event", event.to_owned()),
        ("Site", record.header.tool.clone()),
        ("Date", "????.??.??".into()),
        // Both games of a pair are of one round.
        ("Round", (number / 2 + 1).to_string()),
        ("Black", black),
        ("White", white),
        ("Result", result.into()),
        ("GameType", format!("21,B,{size},{size},N1,0")),
        ("Profile", rules.profile.name().into()),
    ];
    tags.extend(left.map(|ply| ("NotEnglish", format!("from ply {ply}"))));
    if is_set_up {
        tags.extend([("SetUp", "1".into()), ("FEN", fen(start))]);
    }
    tags.push(("Termination", termination.unwrap_or_else(|| "unfinished".into())));
    let mut text = String::new();
    for (tag, value) in tags {
        let value = visible(value.as_bytes()).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    text.push('\n');
    write_moves(&mut text, game, start, left, result);
    text
}

/// The first ply, counted from 1, that English draughts does not allow.
fn leaves_english(game: &Played, start: &Checkers) -> Option<usize> {
    let mut board = start.clone();
    for (ply, text) in (1..).zip(game.moves()) {
        let moves = board.moves();
        let played = notation::read(text, &moves, board.position.size()).ok()?;
        if board.position.play(played, Profile::English).is_err() {
            return Some(ply);
        }
        board.apply(text).ok()?;
    }
    None
}

/// A position as PDN has it: the side to move, then the squares of white and of black.
fn fen(start: &Checkers) -> String {
    let position = &start.position;
    let squares = |side| {
        let squares = position.pieces_of(side).filter_map(|(square, piece)| {
            let crown = if piece.rank == Rank::King { "K" } else { "" };
            Some(format!("{crown}{}", number_of(square, position.size())?))
        });
        squares.collect::<Vec<_>>().join(",")
    };
    let to_move = match position.to_move() {
        Side::Black => "B",
        Side::White => "W",
    };
    format!("{to_move}:W{}:B{}", squares(Side::White), squares(Side::Black))
}

fn result(ending: Option<&GameEnd>) -> &'static str {
    match ending.map(|ending| ending.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Seat::First)) => "0-1",
        Some(Some(Seat::Second)) => "1-0",
    }
}

fn write_moves(
    text: &mut String,
    game: &Played,
    start: &Checkers,
    left: Option<usize>,
    result: &str,
) {
    // White begins in the middle of a turn.
    let before = usize::from(start.to_move() == Seat::Second);
    let moves = game.moves().enumerate().flat_map(|(ply, notation)| {
        let half = ply + before;
        let number = half / 2 + 1;
        let shown = match half % 2 {
            0 => format!("{number}. {notation}"),
            _ if ply == 0 => format!("{number}... {notation}"),
            _ => notation.to_owned(),
        };
        [Some(shown), (left == Some(ply + 1)).then(|| LEFT.to_owned())]
    });
    let mut width = 0;
    for word in moves.flatten().chain([result.to_owned()]) {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(&word);
        width += word.len();
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::Reason;
    use crate::arena::games::setup;
    use crate::arena::read::Ply;
    use crate::arena::record::tests::header;
    use std::collections::BTreeMap;

    fn played(moves: &str, ending: Option<GameEnd>) -> Played {
        let ply = |notation: &str| Ply {
            notation: notation.into(),
            cpu_seconds: 0.0,
            wall_seconds: 0.0,
            memory_bytes: None,
            stderr: String::new(),
        };
        let plies = moves.split_whitespace().map(ply).collect();
        let (opening, lines) = (vec!["9-13".into()], Vec::new());
        Played { players: [1, 0], opening, plies, ending, stderr: String::new(), lines }
    }

    fn record(games: Vec<Played>) -> Record {
        let games = games.into_iter().enumerate().collect();
        Record { header: header(2, 3), games, whole_bytes: 0 }
    }

    /// A game as a plain reader sees it: tags and words.
    type Seen = (BTreeMap<String, String>, Vec<String>);

    fn naive(text: &str) -> Vec<Seen> {
        let mut games: Vec<Seen> = Vec::new();
        for line in text.lines() {
            if let Some((tag, value)) = line.strip_prefix('[').and_then(|l| l.split_once(" \"")) {
                if tag == "Event" {
                    games.push((BTreeMap::new(), Vec::new()));
                }
                let value = value.strip_suffix("\"]").unwrap();
                let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
                games.last_mut().unwrap().0.insert(tag.into(), value);
            } else {
                assert!(line.len() <= WIDTH, "{line}");
                games.last_mut().unwrap().1.extend(line.split(' ').map(str::to_owned));
            }
        }
        games
    }

    fn exported(record: &Record) -> String {
        export(record, &setup(&record.header).unwrap())
    }

    #[test]
    fn a_plain_reader_finds_everything() {
        let lost = GameEnd {
            winner: Some(Seat::Second),
            reason: Reason::Malformed,
            words: "found `\"\\`".into(),
        };
        let drawn = GameEnd { winner: None, reason: Reason::Length, words: "300 plies".into() };
        let long = ["22-18", "6-9", "25-22", "9-6"].repeat(20).join(" ");
        let won = GameEnd { winner: Some(Seat::First), ..lost.clone() };
        let games = [
            played("22-18 1-5", Some(lost)),
            played(&long, Some(drawn)),
            played("", None),
            played("21-17", Some(won)),
        ];
        let seen = naive(&exported(&record(games.to_vec())));
        let results = ["1-0", "1/2-1/2", "*", "0-1"];
        assert_eq!(seen.len(), 4);
        for (number, ((tags, words), (game, result))) in
            seen.iter().zip(games.iter().zip(results)).enumerate()
        {
            assert_eq!(tags["Result"], result);
            assert_eq!(
                (tags["Round"].as_str(), tags["Black"].as_str()),
                ((number / 2 + 1).to_string().as_str(), "bot-1")
            );
            assert_eq!(tags["GameType"], "21,B,8,8,N1,0");
            let mut moves: Vec<&str> = Vec::new();
            for word in words.iter().filter(|word| !word.is_empty()) {
                match word.strip_suffix('.') {
                    Some(turn) => assert_eq!(turn.parse(), Ok(moves.len() / 2 + 1)),
                    None => moves.push(word),
                }
            }
            assert_eq!(moves.pop(), Some(result));
            assert_eq!(moves, game.moves().collect::<Vec<_>>());
        }
        assert_eq!(seen[0].0["Termination"], "white wins: malformed answer: found `\"\\`");
        assert_eq!(seen[2].0["Termination"], "unfinished");
    }

    /// A man that is crowned goes on as a king, which it may not in English draughts.
    #[test]
    fn a_move_that_is_not_english_is_marked() {
        let state = "b\n8\n________\n________\n________\n________\n________\nb_______\n_w_w____\n\
                     ________\n";
        let mut record = record(vec![Played { opening: vec![], ..played("21x30x23", None) }]);
        record.header.openings = vec![vec![]];
        record.header.positions = Some(vec![state.into()]);
        let text = exported(&record);
        assert!(text.contains("[NotEnglish \"from ply 1\"]\n[SetUp \"1\"]\n"), "{text}");
        assert!(text.contains("[FEN \"B:W25,26:B21\"]"), "{text}");
        assert!(text.contains("\n1. 21x30x23 {not allowed in English draughts} *\n"), "{text}");
        let white = state.replacen('b', "w", 1).replacen("b___", "W___", 1);
        let white = white.replacen("_w_w", "_b_b", 1);
        record.header.positions = Some(vec![white]);
        record.games.get_mut(&0).unwrap().plies.clear();
        let text = exported(&record);
        assert!(text.contains("[FEN \"W:WK21:B25,26\"]") && !text.contains("NotEnglish"), "{text}");
    }
}
