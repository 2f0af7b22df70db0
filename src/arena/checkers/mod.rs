//! Checkers as a game of the arena.

use jury_checkers::checkers::Move;

use super::kind::{GameKind, Rule};
use play::{Checkers, Rules, SEATS};

mod notation;
mod pdn;
mod picture;
mod play;
mod tables;

/// Checkers as a game of the table.
pub(super) static CHECKERS: GameKind = GameKind {
    name: "checkers",
    seats: SEATS,
    book: include_str!("../openings.txt"),
    rules: &[
        Rule {
            key: "profile",
            values: "`seed`, `english` or `stopping-allowed`",
            about: "When a capture ends",
        },
        Rule {
            key: "cap_result",
            values: "`draw` or `material`",
            about: "Result of a game of 300 plies: a draw, or won by who has more on the board",
        },
        Rule { key: "size", values: "an even number from 4 to 12", about: "Squares a side" },
        Rule {
            key: "adjudication",
            values: "`none` or `tables`",
            about: "Whether a game ends once the reference bot's endgame tables know its result",
        },
    ],
    usual: || {
        serde_json::json!({
            "profile": "seed",
            "cap_result": "draw",
            "size": 8,
            "adjudication": "none",
        })
    },
    answer_length: Move::length,
    start: |rules| Ok(Box::new(Checkers::start(&Rules::of(rules)?))),
    read: |rules, state| Ok(Box::new(Checkers::read(rules, state)?)),
    pdn: Some(pdn::export),
};
