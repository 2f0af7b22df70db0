//! Four in a row: two sides drop discs into columns in turn; who first has four of his own side by side, in a
//! row, a column or a diagonal, wins; a full board is a draw.

use jury_checkers::drawing::{Board, Cell, Drawing, Frame, Names, Piece, Shade};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game::{Game, GameEnd, Part, Picture, Reason, Refusal, Seat, TextStyle};
use super::kind::{BadState, GameKind, Rule};

/// Four in a row as a game of the table.
pub(super) static FOUR_IN_A_ROW: GameKind = GameKind {
    name: "four-in-a-row",
    seats: SEATS,
    book: include_str!("four_in_a_row.txt"),
    rules: &[
        Rule { key: "columns", values: "4 to 9", about: "Columns of the board" },
        Rule { key: "rows", values: "4 to 9", about: "Rows of the board" },
    ],
    usual: || serde_json::json!({"columns": 7, "rows": 6}),
    answer_length,
    start: |rules| Ok(Box::new(FourInARow::start(rules)?)),
    // A state says how large it is, which is all that may be chosen.
    read: |_, state| Ok(Box::new(FourInARow::read(state)?)),
    pdn: None,
};

const SEATS: [&str; 2] = ["x", "o"];
/// Discs that win.
const LINE: usize = 4;
/// The longest side of a board: a column is a digit.
const LONGEST: usize = 9;
/// The steps from a disc to the next one of a line: columns and rows.
const WAYS: [[isize; 2]; 4] = [[1, 0], [0, 1], [1, 1], [1, -1]];

/// What users may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    columns: usize,
    rows: usize,
}

/// A game of four in a row.
#[derive(Debug, Clone, Copy)]
struct FourInARow {
    rules: Rules,
    /// Column by column, from the bottom.
    discs: [[Option<Seat>; LONGEST]; LONGEST],
    to_move: Seat,
    /// The column and row of the last disc.
    last: Option<[usize; 2]>,
}

impl Game for FourInARow {
    fn told_to_bots(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn to_move(&self) -> Seat {
        self.to_move
    }

    fn state(&self) -> String {
        let Rules { columns, rows } = self.rules;
        let mut text = format!("{}\n{columns} {rows}\n", letter(Some(self.to_move)));
        for line in self.lines() {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    fn answer(&mut self, said: &[u8]) -> Result<String, Refusal> {
        let text = String::from_utf8_lossy(said);
        let mut words = text.split_ascii_whitespace();
        let (Some(word), None) = (words.next(), words.next()) else {
            let found = match words.next() {
                None if text.trim_ascii().is_empty() => "the end of the output".to_owned(),
                _ => format!("`{}`", shortened(text.trim_ascii())),
            };
            return Err(Refusal::Malformed(format!(
                "expected the number of a column, found {found}"
            )));
        };
        if word.parse::<u32>().is_err() || word.starts_with('+') {
            let found = shortened(word);
            let words = format!("expected the number of a column, found `{found}`");
            return Err(Refusal::Malformed(words));
        }
        self.apply(word).map_err(Refusal::Illegal)?;
        Ok(word.to_owned())
    }

    fn legal(&self) -> Vec<String> {
        if self.has_won() {
            return Vec::new();
        }
        let open = (0..self.rules.columns).filter(|&column| self.height(column) < self.rules.rows);
        open.map(|column| (column + 1).to_string()).collect()
    }

    fn apply(&mut self, notation: &str) -> Result<(), String> {
        let Rules { columns, rows } = self.rules;
        let column = notation.parse().ok().filter(|column| (1..=columns).contains(column));
        let column: usize = column
            .filter(|column: &usize| column.to_string() == notation)
            .ok_or_else(|| format!("expected a column from 1 to {columns}, found `{notation}`"))?
            - 1;
        if self.has_won() {
            return Err("the game is over: there is no legal move".into());
        }
        let row = self.height(column);
        if row == rows {
            return Err(format!("column {notation} is full"));
        }
        self.discs[column][row] = Some(self.to_move);
        self.to_move = self.to_move.other();
        self.last = Some([column, row]);
        Ok(())
    }

    fn ended(&self) -> Option<GameEnd> {
        let winner = self.to_move.other();
        if self.has_won() {
            let words = format!("{} has four in a row", SEATS[winner.index()]);
            return Some(GameEnd { winner: Some(winner), reason: Reason::Goal, words });
        }
        let words = "the board is full".to_owned();
        let is_full = self.legal().is_empty();
        is_full.then_some(GameEnd { winner: None, reason: Reason::Full, words })
    }

    fn picture(&self) -> Picture {
        let Rules { columns, rows } = self.rules;
        let plain = |text: String| Part { text, look: TextStyle::Faint };
        let line = |row: usize| (0..columns).map(|column| self.part(column, row)).collect();
        let mut lines: Picture = (0..rows).rev().map(line).collect();
        lines.push((1..=columns).map(|column| plain(format!(" {column} "))).collect());
        lines
    }

    fn drawing(&self, moves: &[&str], ending: &str) -> Drawing {
        let piece = |seat: Seat| Piece {
            letter: letter(Some(seat)),
            name: SEATS[seat.index()].into(),
            dark: seat == Seat::First,
            king: false,
        };
        let mut game = *self;
        let mut frames = Vec::new();
        for notation in moves {
            let seat = game.to_move;
            if game.apply(notation).is_err() {
                break;
            }
            let path: Vec<Cell> = game.last.map(|disc| self.cell(disc)).into_iter().collect();
            let marks = path.clone();
            frames.push(Frame {
                path,
                marks,
                becomes: Some(letter(Some(seat))),
                ..Frame::default()
            });
        }
        let marks = game.line().into_iter().flatten().map(|disc| self.cell(disc)).collect();
        frames.push(Frame { marks, caption: ending.into(), ..Frame::default() });
        let board = Board {
            title: String::new(),
            note: String::new(),
            names: Names::ColumnRow,
            shade: Shade::Plain,
            rows: self.lines().collect(),
            pieces: Seat::BOTH.map(piece).into(),
            goal: Vec::new(),
            unit: "move".into(),
            before: 0,
            frames,
            arrows: Vec::new(),
        };
        Drawing { boards: vec![board], left_out: 0 }
    }

    fn copied(&self) -> Box<dyn Game> {
        Box::new(*self)
    }
}

impl FourInARow {
    fn start(rules: &Value) -> Result<Self, String> {
        Self::empty(serde_json::from_value(rules.clone()).map_err(|error| error.to_string())?)
    }

    fn empty(rules: Rules) -> Result<Self, String> {
        let sides = [("columns", rules.columns), ("rows", rules.rows)];
        if let Some((side, found)) = sides.iter().find(|(_, n)| !(LINE..=LONGEST).contains(n)) {
            return Err(format!("expected {LINE} to {LONGEST} {side}, found {found}"));
        }
        let discs = [[None; LONGEST]; LONGEST];
        Ok(Self { rules, discs, to_move: Seat::First, last: None })
    }

    /// Reads a state as bots do. Discs must lie on others, and neither side may have two more than is due.
    fn read(state: &[u8]) -> Result<Self, BadState> {
        let bad = |line, column, message: String| BadState { line, column, message };
        let text = str::from_utf8(state).map_err(|_| bad(1, 1, "expected UTF-8 text".into()))?;
        let mut lines = text.lines();
        let mover = lines.next().unwrap_or_default();
        let mover = Seat::BOTH.into_iter().find(|seat| mover.trim() == SEATS[seat.index()]);
        let to_move =
            mover.ok_or_else(|| bad(1, 1, "expected the side to move, `x` or `o`".into()))?;
        let size = lines.next().and_then(|line| line.trim().split_once(' '));
        let size = size.and_then(|(columns, rows)| {
            Some(Rules { columns: columns.parse().ok()?, rows: rows.parse().ok()? })
        });
        let rules =
            size.ok_or_else(|| bad(2, 1, "expected the columns and rows, as `7 6`".into()))?;
        let Rules { columns, rows } = rules;
        let mut game = Self { to_move, ..Self::empty(rules).map_err(|why| bad(2, 1, why))? };
        for row in (0..rows).rev() {
            let number = 2 + rows - row;
            let line = lines.next().unwrap_or_default().trim_end();
            if line.chars().count() != columns {
                return Err(bad(number, 1, format!("expected {columns} of `x`, `o` and `.`")));
            }
            for (column, found) in line.chars().enumerate() {
                let seat = Seat::BOTH.into_iter().find(|seat| letter(Some(*seat)) == found);
                if seat.is_none() && found != '.' {
                    let words = format!("expected `x`, `o` or `.`, found `{found}`");
                    return Err(bad(number, column + 1, words));
                }
                game.discs[column][row] = seat;
            }
        }
        if lines.any(|line| !line.trim().is_empty()) {
            return Err(bad(rows + 3, 1, "expected the end of the state".into()));
        }
        game.expect_possible()
            .map_err(|(row, column, why)| bad(2 + rows - row, column + 1, why))?;
        Ok(game)
    }

    /// Whether discs lie on others and both sides have as many as is due; else the place and what is wrong.
    fn expect_possible(&self) -> Result<(), (usize, usize, String)> {
        let Rules { columns, rows } = self.rules;
        for column in 0..columns {
            let floats =
                |row: &usize| self.discs[column][*row].is_some() && *row >= self.height(column);
            if let Some(row) = (0..rows).find(floats) {
                return Err((row, column, "this disc lies on nothing".into()));
            }
        }
        let count = |seat| self.discs.iter().flatten().filter(|disc| **disc == Some(seat)).count();
        let [first, second] = Seat::BOTH.map(count);
        let due = first - first.min(usize::from(self.to_move == Seat::Second));
        if due != second {
            let mover = SEATS[self.to_move.index()];
            let words =
                format!("{first} of `x` and {second} of `o`: then it is not the turn of {mover}");
            return Err((rows - 1, 0, words));
        }
        Ok(())
    }

    /// Discs in a column.
    fn height(&self, column: usize) -> usize {
        let column = &self.discs[column][..self.rules.rows];
        column.iter().position(Option::is_none).unwrap_or(column.len())
    }

    fn has_won(&self) -> bool {
        match self.last {
            Some(disc) => self.line_through(disc).is_some(),
            // A position that was read has no last disc.
            None => self.line().is_some(),
        }
    }

    /// Four in a row, if there are.
    fn line(&self) -> Option<Vec<[usize; 2]>> {
        let Rules { columns, rows } = self.rules;
        let discs = (0..columns).flat_map(|column| (0..rows).map(move |row| [column, row]));
        discs.into_iter().find_map(|disc| self.line_through(disc))
    }

    /// All discs of a line of four or more of one side in which this disc lies.
    fn line_through(&self, disc: [usize; 2]) -> Option<Vec<[usize; 2]>> {
        let seat = self.at(disc)?;
        WAYS.into_iter().find_map(|way| {
            let ahead = self.same(disc, way, seat);
            let back = self.same(disc, way.map(|step| -step), seat);
            let line: Vec<_> = back.into_iter().rev().chain([disc]).chain(ahead).collect();
            (line.len() >= LINE).then_some(line)
        })
    }

    /// The discs of a seat next to one another, from beside this one on.
    fn same(&self, disc: [usize; 2], [right, up]: [isize; 2], seat: Seat) -> Vec<[usize; 2]> {
        let next = |&[column, row]: &[usize; 2]| {
            let next = [column.checked_add_signed(right)?, row.checked_add_signed(up)?];
            (self.at(next) == Some(seat)).then_some(next)
        };
        std::iter::successors(next(&disc), next).collect()
    }

    fn at(&self, [column, row]: [usize; 2]) -> Option<Seat> {
        *self.discs.get(column)?.get(row)?
    }

    /// Rows from the top, a letter a cell.
    fn lines(&self) -> impl Iterator<Item = String> {
        let Rules { columns, rows } = self.rules;
        let at = move |row: usize| move |column: usize| letter(self.discs[column][row]);
        (0..rows).rev().map(move |row| (0..columns).map(at(row)).collect())
    }

    /// A cell of a drawing.
    fn cell(&self, [column, row]: [usize; 2]) -> Cell {
        let Rules { columns, rows } = self.rules;
        Cell::try_from((rows - 1 - row) * columns + column).unwrap_or(Cell::MAX)
    }

    fn part(&self, column: usize, row: usize) -> Part {
        let seat = self.discs[column][row];
        let inner = letter(seat);
        match (self.last == Some([column, row]), seat) {
            (true, seat) => Part { text: format!("[{inner}]"), look: TextStyle::Marked(seat) },
            (false, Some(seat)) => {
                Part { text: format!(" {inner} "), look: TextStyle::Piece(seat) }
            }
            (false, None) => Part { text: format!(" {inner} "), look: TextStyle::Field },
        }
    }
}

fn letter(seat: Option<Seat>) -> char {
    match seat {
        Some(Seat::First) => 'x',
        Some(Seat::Second) => 'o',
        None => '.',
    }
}

/// The beginning of a text, for a message.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 20;
    text.chars().take(SHOWN).collect()
}

/// An answer is a number, and ends with the byte after it.
fn answer_length(said: &[u8]) -> Option<usize> {
    let begin = said.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let digits = said[begin..].iter().position(|byte| !byte.is_ascii_digit());
    match digits {
        // What begins with something else, or never ends, is no number.
        Some(0) => Some(said.len()),
        Some(digits) => Some(begin + digits + 1),
        None => (said.len() - begin > LONGEST).then_some(said.len()),
    }
}

#[cfg(test)]
mod tests;
