//! Colours for pictures of games.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Style};

use crate::arena::Seat;
use crate::arena::game::{Part, TextStyle};

/// A green board with a golden last move; its pieces are black and white.
fn style(look: TextStyle) -> Style {
    let (green, gold) = (Ansi256Color(71), Ansi256Color(179));
    let piece = |seat| match seat {
        Seat::First => Ansi256Color(16),
        Seat::Second => Ansi256Color(231),
    };
    match look {
        TextStyle::Plain => Style::new(),
        TextStyle::Faint => Style::new().dimmed(),
        TextStyle::Field => Ansi256Color(22).on(green),
        TextStyle::Piece(seat) => piece(seat).on(green).bold(),
        TextStyle::Marked(None) => Ansi256Color(94).on(gold),
        TextStyle::Marked(Some(seat)) => piece(seat).on(gold).bold(),
    }
}

/// A line with its colours, cut to a width in characters.
pub(super) fn line(parts: &[Part], width: usize) -> String {
    let mut text = String::new();
    let mut left = width;
    for part in parts {
        let shown: String = part.text.chars().take(left).collect();
        left -= shown.chars().count();
        let style = style(part.look);
        let _ = write!(text, "{style}{shown}{style:#}");
    }
    text
}
