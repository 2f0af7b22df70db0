//! The games of a record as an HTML page.

use std::path::Path;

use crate::arena::plan::Plan;
use crate::arena::{Record, Setup};
use crate::cli::output;
use crate::cli::status::{Failure, Status};
use crate::report::html::games::{Shown, render};

use super::game_view::outcome;

/// Writes the page; `-` is standard output.
pub(super) fn write(file: &Path, record: &Record, setup: &Setup) -> Result<Status, Failure> {
    let players = &record.header.players;
    let (plan, seats) = (Plan::of(&record.header), setup.kind.seats);
    let games: Vec<Shown> = record
        .games
        .iter()
        .map(|(&number, game)| Shown {
            number,
            players: game.players.map(|player| players[player].name.clone()),
            plies: game.moves().count(),
            outcome: outcome(game, seats),
            drawing: {
                let moves: Vec<&str> = game.moves().collect();
                let ending = game.ending.as_ref().map(|ending| ending.told(seats));
                let ending = ending.unwrap_or_else(|| "unfinished".into());
                setup.start(plan.fixture(number).opening).drawing(&moves, &ending)
            },
        })
        .collect();
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    let page = render(&names.join(", "), seats, &games).map_err(Failure::ours)?;
    output::write_report(file, &page)?;
    Ok(Status::Good)
}
