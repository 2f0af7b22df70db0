//! Colours and widths of what people read. Colours are written always; the caller's stream takes them
//! out where they do not belong.

use anstyle::{AnsiColor, Style};

use crate::verdict::Verdict;

/// Characters in a line of a sentence: those of the usual terminal.
pub(super) const WIDTH: usize = 80;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const GREEN: Style = AnsiColor::Green.on_default();
pub(super) const RED: Style = AnsiColor::Red.on_default();
pub(super) const YELLOW: Style = AnsiColor::Yellow.on_default();
pub(super) const MAGENTA: Style = AnsiColor::Magenta.on_default();

/// The colour of a verdict.
pub(super) fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Accepted => GREEN,
        Verdict::PartialScore => YELLOW,
        Verdict::JudgeError => MAGENTA,
        Verdict::Skipped => DIM,
        _ => RED,
    }
}
