//! The games of a match or tournament as one page: a table of them, each of which opens to its board.

use std::fmt::Write as _;

use jury_checkers::drawing::Drawing;
use serde_json::{Value, json};

use super::text::{script_json, shown, text};
use super::{PAGE_BYTES, SLACK, STYLE, boards, page};

/// In this order one script.
const SCRIPT: [&str; 4] = [
    include_str!("page.js"),
    include_str!("board.js"),
    include_str!("dialog.js"),
    include_str!("games.js"),
];

/// A game to be shown.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Its number in the record.
    pub number: usize,
    /// The players, the one that moved first in front.
    pub players: [String; 2],
    /// Plies, the opening's included.
    pub plies: usize,
    /// Who won and why.
    pub outcome: String,
    /// The moves.
    pub drawing: Drawing,
}

/// The page of these games. `seats` names the two seats.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value in a game.
pub fn render(title: &str, seats: [&str; 2], games: &[Shown]) -> Result<String, serde_json::Error> {
    let mut body = table(title, seats, games);
    let fixed = body.len() + STYLE.len() + SCRIPT.iter().map(|part| part.len()).sum::<usize>();
    let (json, left_out) = pack(games, PAGE_BYTES.saturating_sub(fixed + SLACK))?;
    if left_out > 0 {
        let _ = writeln!(
            body,
            "<p class=\"note\">To keep this page small, the moves of the last {left_out} of {} games \
             are left out; the record has them all.</p>",
            games.len()
        );
    }
    Ok(page(&[title], &body, &json, &SCRIPT.concat()))
}

fn table(title: &str, seats: [&str; 2], games: &[Shown]) -> String {
    let [first, second] = seats.map(text);
    let mut table = format!(
        "<h2>{}</h2>\n<table class=\"games\">\n<caption>Games</caption>\n<thead><tr><th>game</th>\
         <th>{first}</th><th>{second}</th><th>plies</th><th>result</th></tr></thead>\n<tbody>\n",
        text(title)
    );
    for game in games {
        let [first, second] = [0, 1].map(|seat| text(&game.players[seat]));
        let _ = writeln!(
            table,
            "<tr><th scope=\"row\"><button type=\"button\" class=\"press\">{}</button></th>\
             <td>{first}</td><td>{second}</td><td>{}</td><td>{}</td></tr>",
            game.number,
            game.plies,
            text(&game.outcome)
        );
    }
    table.push_str("</tbody>\n</table>\n");
    table
}

/// The data of the page, and how many games had no room for their moves.
fn pack(games: &[Shown], mut room: usize) -> Result<(String, usize), serde_json::Error> {
    let mut left_out = 0;
    let mut packed = Vec::with_capacity(games.len());
    for game in games {
        let title = format!("game {}: {} – {}", game.number, game.players[0], game.players[1]);
        let head = [shown(&title), shown(&game.outcome)];
        let drawing = boards::pack(&game.drawing);
        let (bare, whole) = (json!([head[0], head[1], null]), json!([head[0], head[1], drawing]));
        let cost = script_json(&whole)?.len() + 1;
        let fits = left_out == 0 && cost <= room;
        left_out += usize::from(!fits);
        room = room.saturating_sub(if fits { cost } else { script_json(&bare)?.len() + 1 });
        packed.push(if fits { whole } else { bare });
    }
    Ok((script_json(&json!({ "games": Value::from(packed) }))?, left_out))
}
