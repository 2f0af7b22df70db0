//! Tables for people, as wide as they need: in a narrow terminal paths give up their middle, and
//! columns that matter little are left out, so that rows stay lines.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Table, presets};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::visible::visible;

use super::flow;
use super::style::DIM;

/// What a shortened column keeps as long as there is something less important to leave out.
const COMFORT: usize = 24;
/// What it keeps at the least.
const LEAST: usize = 10;
/// Blanks before the first column, and between columns.
const EDGE: usize = 1;
const BETWEEN: usize = 2;
/// Stands for what is left out of a text.
const CUT: &str = "…";

/// A column of a table.
#[derive(Debug, Clone)]
pub struct Column {
    name: &'static str,
    cells: Vec<String>,
    is_number: bool,
    is_shortened: bool,
    goes: Dropped,
}

/// When a column is left out because the table is too wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dropped {
    /// Before others are shortened much.
    Early,
    /// When nothing else helps.
    Late,
    Never,
}

impl Column {
    /// Of words, whole wherever it is.
    pub fn new(name: &'static str, cells: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let cells = cells.into_iter().map(|cell| visible(cell.into().as_bytes())).collect();
        Self { name, cells, is_number: false, is_shortened: false, goes: Dropped::Never }
    }

    /// Of numbers, which stand to the right.
    #[must_use]
    pub fn number(self) -> Self {
        Self { is_number: true, ..self }
    }

    /// Of paths and titles, which are known by their beginnings and ends.
    #[must_use]
    pub fn shortened(self) -> Self {
        Self { is_shortened: true, ..self }
    }

    /// Left out first where there is little room.
    #[must_use]
    pub fn early(self) -> Self {
        Self { goes: Dropped::Early, ..self }
    }

    /// Left out last.
    #[must_use]
    pub fn late(self) -> Self {
        Self { goes: Dropped::Late, ..self }
    }

    fn cell(&self, text: &str) -> Cell {
        let side = if self.is_number { CellAlignment::Right } else { CellAlignment::Left };
        Cell::new(text).set_alignment(side)
    }

    /// Characters of its widest cell.
    fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.width()).max().unwrap_or(0).max(self.name.width())
    }

    /// What it takes where a shortened column has so much room.
    fn within(&self, room: usize) -> usize {
        if self.is_shortened { self.width().min(room.max(self.name.width())) } else { self.width() }
    }
}

/// Writes the columns side by side, within a terminal of that width, if it is for one.
///
/// # Errors
/// Those of the stream.
pub fn write(
    mut columns: Vec<Column>,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let left_out = width.map_or_else(Vec::new, |width| fit(&mut columns, width));
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(columns.iter().map(|column| column.cell(column.name)));
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        table.add_row(columns.iter().map(|column| column.cell(&column.cells[row])));
    }
    writeln!(out, "{}", table.trim_fmt())?;
    if !left_out.is_empty() {
        write!(out, " ")?;
        let words = format!("no room for: {}", left_out.join(", "));
        flow::sentence(DIM, &words, (1, 2), width, out)?;
    }
    Ok(())
}

/// Makes the columns as narrow as the terminal, if they can be; the names of those that went.
fn fit(columns: &mut Vec<Column>, width: usize) -> Vec<&'static str> {
    let mut left_out = Vec::new();
    for (goes, room) in [(Dropped::Early, COMFORT), (Dropped::Late, LEAST)] {
        while total(columns.iter().map(|column| column.within(room))) > width {
            let Some(last) = columns.iter().rposition(|column| column.goes == goes) else { break };
            left_out.insert(0, columns.remove(last).name);
        }
    }
    let mut room = columns.iter().map(Column::width).max().unwrap_or(0);
    while room > LEAST && total(columns.iter().map(|column| column.within(room))) > width {
        room -= 1;
    }
    for column in columns.iter_mut().filter(|column| column.is_shortened) {
        let room = column.within(room);
        column.cells.iter_mut().for_each(|cell| *cell = shortened(cell, room));
    }
    left_out
}

/// Columns of these widths side by side.
fn total(widths: impl Iterator<Item = usize>) -> usize {
    widths.fold(EDGE, |sum, width| sum + width + BETWEEN).saturating_sub(BETWEEN)
}

/// A text of at most this width: what is too much goes from its middle, and more of the end stays,
/// where paths differ.
pub(super) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(CUT.width());
    let head = taken(text.chars(), room / 3);
    let tail: Vec<char> = taken(text.chars().rev(), room - room / 3);
    head.into_iter().chain(CUT.chars()).chain(tail.into_iter().rev()).collect()
}

/// The first characters, as far as they fit.
fn taken(characters: impl Iterator<Item = char>, room: usize) -> Vec<char> {
    let mut width = 0;
    characters
        .take_while(|character| {
            width += character.width().unwrap_or(0);
            width <= room
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<Column> {
        vec![
            Column::new("place", ["1", "12"]).number(),
            Column::new("verdict", ["AC", "WA"]).late(),
            Column::new("CPU", ["0.010 s", "10.010 s"]).number().early(),
            Column::new("version", ["0123abcd", "89abcdef"]).early(),
            Column::new("submission", ["a.py", "problems/some-problem/submissions/accepted/é.py"])
                .shortened(),
        ]
    }

    #[track_caller]
    fn case(width: Option<usize>, expected: &str) {
        let mut out = Vec::new();
        write(columns(), width, &mut out).expect("written");
        let text = anstream::adapter::strip_str(std::str::from_utf8(&out).unwrap()).to_string();
        assert_eq!(text.lines().collect::<Vec<_>>(), expected.lines().skip(1).collect::<Vec<_>>());
        if let Some(width) = width {
            assert!(text.lines().map(UnicodeWidthStr::width).max() <= Some(width), "{text}");
        }
    }

    #[test]
    fn a_pipe_gets_all() {
        let whole = "
 place  verdict       CPU  version   submission
     1  AC        0.010 s  0123abcd  a.py
    12  WA       10.010 s  89abcdef  problems/some-problem/submissions/accepted/é.py";
        case(None, whole);
        case(Some(200), whole);
    }

    #[test]
    fn a_narrow_terminal_gets_what_matters() {
        let some = "
 place  verdict       CPU  version   submission
     1  AC        0.010 s  0123abcd  a.py
    12  WA       10.010 s  89abcdef  problems…ions/accepted/é.py";
        case(Some(64), some);
        let fewer = "
 place  verdict  submission
     1  AC       a.py
    12  WA       prob…epted/é.py
 no room for: CPU, version";
        case(Some(32), fewer);
        let least = "
 place  submission
     1  a.py
    12  pro…d/é.py
 no room for:
  verdict, CPU,
  version";
        case(Some(18), least);
    }

    #[test]
    fn wide_characters_count_as_two() {
        assert_eq!(shortened("漢字漢字漢字漢字", 10), "漢…字漢字");
        assert_eq!(shortened("漢字", 4), "漢字");
        assert_eq!(shortened("abcdef", 1), "…");
    }
}
