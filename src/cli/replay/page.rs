//! The games of a record as an HTML page.

use std::path::Path;

use crate::arena::checkers::{Rules, drawing};
use crate::arena::{Checkers, Game, Record};
use crate::cli::output;
use crate::cli::status::{Failure, Status};
use crate::report::html::games::{Shown, render};

use super::game_view::outcome;

/// Writes the page; `-` is standard output.
pub(super) fn write(file: &Path, record: &Record, rules: &Rules) -> Result<Status, Failure> {
    let players = &record.header.players;
    let games: Vec<Shown> = record
        .games
        .iter()
        .map(|(&number, game)| Shown {
            number,
            players: game.players.map(|player| players[player].name.clone()),
            plies: game.moves().count(),
            outcome: outcome::<Checkers>(game),
            drawing: drawing::draw(game, rules),
        })
        .collect();
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    let page = render(&names.join(", "), Checkers::SEATS, &games).map_err(Failure::ours)?;
    output::write_report(file, &page)?;
    Ok(Status::Good)
}
