//! Plays the games of a record again by their rules: whether every move was legal, and whether they
//! ended as the rules say.

use super::game::{Game, GameEnd};
use super::games::setup;
use super::kind::Setup;
use super::plan::Plan;
use super::read::{Played, Record};
use super::record::BadRecord;

/// Plays all games again, and gives the game and the rules that they were played by.
///
/// # Errors
/// The first thing in the record that the rules do not allow.
pub fn retrace(record: &Record) -> Result<Setup, BadRecord> {
    let bad = |message| BadRecord { line: 1, column: 1, message };
    let setup = setup(&record.header).map_err(bad)?;
    let plan = Plan::of(&record.header);
    record.games.iter().try_for_each(|(number, game)| {
        let start = setup.start(plan.fixture(*number).opening);
        again(*number, game, start, setup.kind.seats)
    })?;
    Ok(setup)
}

fn again(
    number: usize,
    game: &Played,
    mut position: Box<dyn Game>,
    seats: [&str; 2],
) -> Result<(), BadRecord> {
    let bad = |line, words: &str| BadRecord {
        line,
        column: 1,
        message: format!("game {number}, {words}"),
    };
    for (ply, notation) in (1_usize..).zip(game.moves()) {
        // The opening stands in the first line.
        let line = game.lines[ply.saturating_sub(game.opening.len())];
        if let Some(ending) = position.ended() {
            return Err(bad(
                line,
                &format!("ply {ply}: the game was already over: {}", ending.words),
            ));
        }
        position.apply(notation).map_err(|why| bad(line, &format!("ply {ply}: {why}")))?;
    }
    let (Some(ending), Some(&line)) = (&game.ending, game.lines.last()) else { return Ok(()) };
    judge(&*position, ending, seats).map_err(|words| bad(line, &words))
}

/// Whether a game can have ended so in this position.
fn judge(position: &dyn Game, told: &GameEnd, seats: [&str; 2]) -> Result<(), String> {
    let told_words = told.told(seats);
    match position.ended() {
        Some(due) if (due.winner, due.reason) == (told.winner, told.reason) => Ok(()),
        Some(due) => Err(format!("result: expected `{}`, found `{told_words}`", due.told(seats))),
        None if !told.reason.is_failure() => {
            Err(format!("result: found `{told_words}`, but by the rules the game goes on"))
        }
        // Whoever is to move is the one who failed.
        None if told.winner != Some(position.to_move().other()) => {
            let mover = seats[position.to_move().index()];
            Err(format!(
                "result: found `{told_words}`, but only {mover}, the side to move, can fail"
            ))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::arena::record::tests::header;

    /// A record whose first game has these moves after `9-13`, and ended so.
    fn record(moves: &str, ending: &str) -> Result<&'static str, BadRecord> {
        let mut text = serde_json::to_string(&header(2, 1)).unwrap();
        text += "\n{\"start\":{\"game\":0,\"players\":[0,1],\"opening\":[\"9-13\"]}}\n";
        let plies = (2..).zip(moves.split_whitespace());
        for (ply, notation) in plies.clone() {
            let _ = writeln!(
                text,
                "{{\"ply\":{{\"game\":0,\"ply\":{ply},\"move\":\"{notation}\",\"cpu_seconds\":0,\
                 \"wall_seconds\":0,\"memory_bytes\":null}}}}"
            );
        }
        let count = plies.count() + 1;
        let _ = writeln!(
            text,
            "{{\"end\":{{\"game\":0,\"ending\":{{{ending},\"words\":\"so\"}},\"plies\":{count}}}}}"
        );
        retrace(&Record::read(text.as_bytes()).unwrap()).map(|setup| setup.kind.name)
    }

    #[track_caller]
    fn bad(moves: &str, ending: &str, expected: &str) {
        let found = record(moves, ending).unwrap_err().to_string();
        assert!(found.starts_with(expected), "{found}");
    }

    #[test]
    fn games_are_played_again() {
        let failed = |winner| format!("\"winner\":\"{winner}\",\"reason\":\"time\"");
        let drawn = "\"winner\":null,\"reason\":\"repetition\"";
        assert_eq!(record("22-18", &failed("second")), Ok("checkers"));
        bad("22-18 1-32", &failed("first"), "4:1: game 0, ply 3: `1-32` is not a legal move");
        bad(
            "22-18",
            &failed("first"),
            "4:1: game 0, result: found `black wins: time limit: so`, but only black",
        );
        bad("22-18", drawn, "4:1: game 0, result: found `");
        bad("21-17 13-22", drawn, "4:1: game 0, ply 3: ");
    }
}
