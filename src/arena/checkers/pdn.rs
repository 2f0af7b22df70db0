//! Games of checkers as PDN, the notation that draughts programs exchange games in. Knows records,
//! and no files.
//!
//! `Result` has White's points in front, as in PGN, although Black moves first. `GameType` is 21,
//! English draughts, with Black to start and the size of the board; the rules that were played by
//! stand in a tag of their own, `Profile`, and why a game ended in `Termination`.

use std::fmt::Write as _;

use crate::arena::game::{Game, GameEnd, Seat};
use crate::arena::read::{Played, Record};
use crate::visible::visible;

use super::{Checkers, Rules};

/// Width of lines of moves, in characters.
const WIDTH: usize = 80;

/// All games of a record in the order of the plan, unfinished ones with the result `*`.
pub fn export(record: &Record, rules: &Rules) -> String {
    let games = record.games.iter();
    let games: Vec<String> =
        games.map(|(number, game)| one(record, rules, *number, game)).collect();
    games.join("\n")
}

fn one(record: &Record, rules: &Rules, number: usize, game: &Played) -> String {
    let names = game.players.map(|player| record.header.players[player].name.as_str());
    let event = if record.header.players.len() == 2 { "jury match" } else { "jury tournament" };
    let size = usize::from(rules.size);
    let result = result(game.ending.as_ref());
    let termination = game.ending.as_ref().map(|ending| ending.told(Checkers::SEATS));
    let termination = termination.unwrap_or_else(|| "unfinished".into());
    let mut text = String::new();
    for (tag, value) in [
        ("Event", event),
        ("Site", &record.header.tool),
        ("Date", "????.??.??"),
        // Both games of a pair are of one round.
        ("Round", &(number / 2 + 1).to_string()),
        ("Black", names[Seat::First.index()]),
        ("White", names[Seat::Second.index()]),
        ("Result", result),
        ("GameType", &format!("21,B,{size},{size},N1,0")),
        ("Profile", rules.profile.name()),
        ("Termination", &termination),
    ] {
        let value = visible(value.as_bytes()).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    text.push('\n');
    write_moves(&mut text, game, result);
    text
}

fn result(ending: Option<&GameEnd>) -> &'static str {
    match ending.map(|ending| ending.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Seat::First)) => "0-1",
        Some(Some(Seat::Second)) => "1-0",
    }
}

fn write_moves(text: &mut String, game: &Played, result: &str) {
    let moves = game.moves().enumerate().map(|(ply, notation)| match ply % 2 {
        0 => format!("{}. {notation}", ply / 2 + 1),
        _ => notation.to_owned(),
    });
    let mut width = 0;
    for word in moves.chain([result.to_owned()]) {
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
    use crate::arena::read::Ply;
    use crate::arena::record::tests::header;
    use std::collections::BTreeMap;

    fn played(moves: &str, ending: Option<GameEnd>) -> Played {
        let ply = |notation: &str| Ply {
            notation: notation.into(),
            cpu_seconds: 0.0,
            wall_seconds: 0.0,
            memory_bytes: None,
        };
        let plies = moves.split_whitespace().map(ply).collect();
        let (opening, lines) = (vec!["9-13".into()], Vec::new());
        Played { players: [1, 0], opening, plies, ending, lines }
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
        let seen = naive(&export(&record(games.to_vec()), &Rules::default()));
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
}
