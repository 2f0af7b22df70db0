//! Openings: books of them as text, random ones, and their order by a seed. An opening is a list of
//! moves in the game's notation.
//!
//! A book is UTF-8 text: one opening a line, its moves separated by blanks; `#` starts a comment
//! that goes on to the end of the line.

use std::collections::{HashMap, HashSet};

use crate::random::SplitMix;

use super::game::Game;

/// The moves of an opening.
pub type Opening = Vec<String>;

/// The first thing in a book that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct BadBook {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What was expected there.
    pub message: String,
}

/// Reads a book; from `start` on every move must be legal, and no opening may end the game or stand there twice.
///
/// # Errors
/// The first place where that is not so, or the end of a book without openings.
pub fn read(book: &[u8], start: &dyn Game) -> Result<Vec<Opening>, BadBook> {
    let mut openings = Vec::new();
    let mut lines = HashMap::new();
    for (number, line) in (1..).zip(book.split(|&byte| byte == b'\n')) {
        let bad = |column, message: String| BadBook { line: number, column, message };
        let text = std::str::from_utf8(line).map_err(|error| {
            let before = String::from_utf8_lossy(&line[..error.valid_up_to()]);
            bad(before.chars().count() + 1, "expected UTF-8 text".into())
        })?;
        let moves = text.split('#').next().unwrap_or("");
        let opening = follow(moves, start).map_err(|(column, words)| bad(column, words))?;
        if opening.is_empty() {
            continue;
        }
        if let Some(earlier) = lines.insert(opening.clone(), number) {
            return Err(bad(1, format!("duplicate opening: it is already in line {earlier}")));
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        let end = book.split(|&byte| byte == b'\n').count();
        let message = "expected an opening (moves as in `jury help match`), found none";
        return Err(BadBook { line: end, column: 1, message: message.into() });
    }
    Ok(openings)
}

/// Plays the moves of a line; an error has the column that it is about.
fn follow(line: &str, start: &dyn Game) -> Result<Opening, (usize, String)> {
    let mut game = start.copied();
    let mut opening = Vec::new();
    for word in line.split_whitespace() {
        let offset = word.as_ptr() as usize - line.as_ptr() as usize;
        let column = line[..offset].chars().count() + 1;
        game.apply(word).map_err(|why| (column, why))?;
        if let Some(ending) = game.ended() {
            return Err((column, format!("this move ends the game: {}", ending.words)));
        }
        opening.push(word.to_owned());
    }
    Ok(opening)
}

/// The openings in the order that a seed says.
pub fn shuffled(mut openings: Vec<Opening>, seed: u64) -> Vec<Opening> {
    SplitMix::of(seed, 0).shuffle(&mut openings);
    openings
}

/// Openings of `plies` random legal moves each, all leading to different positions, none to the end
/// of the game. There are fewer than `count` where many tries did not find more.
pub fn random(start: &dyn Game, plies: usize, count: usize, seed: u64) -> Vec<Opening> {
    let mut found = HashSet::new();
    let tries = 20 * count + 1000;
    let mut random = SplitMix::of(seed, 0);
    let lines = (0..tries).filter_map(|_| stroll(start, plies, &mut random));
    let new = lines.filter_map(|(opening, state)| found.insert(state).then_some(opening));
    new.take(count).collect()
}

/// A random line of play and the state that it leads to; nothing if the game ends before.
fn stroll(start: &dyn Game, plies: usize, random: &mut SplitMix) -> Option<(Opening, String)> {
    let mut game = start.copied();
    let mut opening = Vec::new();
    for _ in 0..plies {
        let moves = game.legal();
        let choice = moves.get(random.below(moves.len()))?;
        game.apply(choice).ok()?;
        if game.ended().is_some() {
            return None;
        }
        opening.push(choice.clone());
    }
    Some((opening, game.state()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::checkers::CHECKERS;

    fn start() -> Box<dyn Game> {
        (CHECKERS.start)(&(CHECKERS.usual)()).unwrap()
    }

    fn book(text: &[u8]) -> Result<Vec<Opening>, String> {
        read(text, &*start()).map_err(|bad| bad.to_string())
    }

    #[test]
    fn the_shipped_book_is_legal() {
        let openings = book(CHECKERS.book.as_bytes()).unwrap();
        assert!(openings.len() >= 150, "{}", openings.len());
    }

    #[test]
    fn books_are_read_line_by_line() {
        let openings = book(b"# mine\n\n9-13 22-18 # a good one\r\n  11-15\n").unwrap();
        assert_eq!(openings, [vec!["9-13", "22-18"], vec!["11-15"]]);
    }

    #[track_caller]
    fn bad(text: &[u8], expected: &str) {
        let found = book(text).unwrap_err();
        assert!(found.starts_with(expected), "{found}");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        bad(b"", "1:1: expected an opening");
        bad(b"# nothing\n", "2:1: expected an opening");
        bad(b"9-13\n9-13  22-19\n", "2:7: `22-19` is not a legal move: expected `21-17`");
        bad(b"9-13\n11-15\n9-13 # again", "3:1: duplicate opening: it is already in line 1");
        bad(b"9-13 x", "1:6: expected a move such as");
        bad("9-13 é".as_bytes(), "1:6: expected a move such as");
        bad(b"9-13 \xff", "1:6: expected UTF-8 text");
        let rules = serde_json::json!({"profile": "seed", "cap_result": "draw", "size": 4});
        let small = (CHECKERS.start)(&rules).unwrap();
        let over = read(b"1-3 8-6 3x8 7-5", &*small).unwrap_err();
        assert_eq!((over.line, over.column), (1, 9), "{over}");
    }

    #[test]
    fn a_seed_fixes_the_order() {
        let openings = book(CHECKERS.book.as_bytes()).unwrap();
        let one = shuffled(openings.clone(), 1);
        assert_eq!(one, shuffled(openings.clone(), 1));
        assert_ne!(one, shuffled(openings.clone(), 2));
        let sort = |mut all: Vec<Opening>| {
            all.sort();
            all
        };
        assert_eq!(sort(one), sort(openings));
    }

    #[test]
    fn random_openings_differ_and_go_on() {
        let start = start();
        let openings = random(&*start, 6, 50, 7);
        assert_eq!(openings.len(), 50);
        assert_eq!(openings, random(&*start, 6, 50, 7));
        assert_ne!(openings, random(&*start, 6, 50, 8));
        assert!(openings.iter().all(|opening| opening.len() == 6));
        let text = openings.iter().map(|moves| moves.join(" ")).collect::<Vec<_>>().join("\n");
        assert_eq!(book(text.as_bytes()).unwrap(), openings);
        // There are seven first moves, and one position before any.
        assert_eq!(random(&*start, 1, 50, 7).len(), 7);
        assert_eq!(random(&*start, 0, 50, 7), [Vec::<String>::new()]);
    }
}
