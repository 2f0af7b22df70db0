//! A player of four in a row: alpha-beta search over sets of discs as bits, deeper and deeper until its time is
//! over. Boards of 4 to 9 columns and rows.
//!
//! Each column is a stretch of bits, one more than there are rows, so that no line goes on into the next column.

use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

use crate::clock::thread_cpu_time;

/// A won game is worth so much, less the discs until then.
const WON: i32 = 10_000;
/// Positions that are looked at between two looks at the clock.
const LOOK: u64 = 1024;
/// Positions that are remembered at the most.
const REMEMBERED: usize = 1 << 20;

/// When a search ends.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// CPU time.
    pub time: Duration,
    /// Plies that are looked ahead.
    pub depth: u32,
}

/// A position, as the side to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    columns: usize,
    rows: usize,
    own: u128,
    all: u128,
}

impl Position {
    /// Whether this is a whole position: the side to move, the size, and as many lines as it says.
    pub fn is_whole(input: &[u8]) -> bool {
        let text = String::from_utf8_lossy(input);
        let lines: Vec<&str> = text.lines().collect();
        let rows = lines.get(1).and_then(|size| size.split_whitespace().nth(1)?.parse().ok());
        text.ends_with('\n') && rows.is_some_and(|rows: usize| lines.len() >= rows + 2)
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(input: &[u8]) -> Result<Self, Box<dyn Error>> {
        let text = str::from_utf8(input)?;
        let mut words = text.split_whitespace();
        let own = match words.next() {
            Some("x") => b'x',
            Some("o") => b'o',
            _ => return Err("line 1: expected the side to move, `x` or `o`".into()),
        };
        let mut side =
            || words.next().and_then(|word| word.parse().ok()).filter(|n| (4..=9).contains(n));
        let (Some(columns), Some(rows)) = (side(), side()) else {
            return Err("line 2: expected the columns and rows, 4 to 9 each".into());
        };
        let mut position = Self { columns, rows, own: 0, all: 0 };
        for row in (0..rows).rev() {
            let number = 2 + rows - row;
            let line = words.next().filter(|line| line.len() == columns);
            let line = line.ok_or_else(|| format!("line {number}: expected {columns} cells"))?;
            for (column, cell) in line.bytes().enumerate().filter(|(_, cell)| *cell != b'.') {
                position.all |= position.bit(column, row);
                if cell == own {
                    position.own |= position.bit(column, row);
                }
            }
        }
        Ok(position)
    }

    fn bit(&self, column: usize, row: usize) -> u128 {
        1 << (column * (self.rows + 1) + row)
    }

    /// The columns that are not full, those in the middle first.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        let this = *self;
        let middle = (0..this.columns).map(move |at| {
            let half = at.div_ceil(2);
            let centre = this.columns / 2;
            if at % 2 == 0 { centre + half } else { centre - half }
        });
        middle.filter(move |&column| {
            column < this.columns && this.all & this.bit(column, this.rows - 1) == 0
        })
    }

    /// The position after a disc in a column, as the other side sees it.
    fn after(&self, column: usize) -> Self {
        let all = self.all | (self.all + self.bit(column, 0));
        Self { own: self.own ^ self.all, all, ..*self }
    }

    /// Whether the side that has just moved has four in a row.
    fn is_lost(&self) -> bool {
        let other = self.own ^ self.all;
        let height = self.rows + 1;
        [1, height - 1, height, height + 1].into_iter().any(|way| {
            let pairs = other & (other >> way);
            pairs & (pairs >> (2 * way)) != 0
        })
    }

    /// Lines of four that are still open, by the discs in them: a guess at who is ahead.
    fn guess(&self) -> i32 {
        let (own, other) = (self.own, self.own ^ self.all);
        let cells = |column: usize, row: usize, right: isize, up: isize| {
            (0..4).try_fold(0_u128, |line, step| {
                let column =
                    column.checked_add_signed(right * step).filter(|c| *c < self.columns)?;
                let row = row.checked_add_signed(up * step).filter(|r| *r < self.rows)?;
                Some(line | self.bit(column, row))
            })
        };
        let mut sum = 0;
        for column in 0..self.columns {
            for row in 0..self.rows {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let Some(line) = cells(column, row, right, up) else { continue };
                    let [mine, theirs] = [own, other].map(|discs| (discs & line).count_ones());
                    sum += match (mine, theirs) {
                        (mine, 0) => WORTH[mine as usize],
                        (0, theirs) => -WORTH[theirs as usize],
                        _ => 0,
                    };
                }
            }
        }
        sum
    }
}

/// What so many discs in an open line are worth.
const WORTH: [i32; 5] = [0, 1, 4, 16, 0];

/// A search under way.
struct Search {
    until: Duration,
    looked_at: u64,
    is_late: bool,
    /// Positions to the plies that were looked ahead, the value, and whether it is a bound only: from above or
    /// from below.
    known: HashMap<Position, (u32, i32, Bound)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The column that the search likes best, counted from 0; `None` where the game is over. By `depth` alone, the same
/// at every run.
pub fn choose(position: &Position, limits: Limits) -> Option<usize> {
    if position.is_lost() {
        return None;
    }
    let mut best = position.open().next()?;
    let until = thread_cpu_time().saturating_add(limits.time);
    let mut search = Search { until, looked_at: 0, is_late: false, known: HashMap::new() };
    let free = position.columns * position.rows - position.all.count_ones() as usize;
    for depth in 1..=limits.depth.min(u32::try_from(free).unwrap_or(u32::MAX)) {
        let mut least = -2 * WON;
        let mut found = best;
        let others = position.open().filter(|column| *column != best);
        for column in [best].into_iter().chain(others) {
            let value = -search.value(&position.after(column), depth - 1, -2 * WON, -least);
            if search.is_late {
                return Some(best);
            }
            if value > least {
                (least, found) = (value, column);
            }
        }
        best = found;
        if least.abs() > WON / 2 {
            break;
        }
    }
    Some(best)
}

impl Search {
    /// The value for the side to move, where it lies between these.
    fn value(&mut self, position: &Position, depth: u32, mut least: i32, mut most: i32) -> i32 {
        if position.is_lost() {
            // Later is better.
            return i32::try_from(position.all.count_ones()).unwrap_or(0) - WON;
        }
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(LOOK) && thread_cpu_time() >= self.until {
            self.is_late = true;
        }
        if self.is_late || position.open().next().is_none() {
            return 0;
        }
        if depth == 0 {
            return position.guess();
        }
        if let Some(&(seen, value, bound)) = self.known.get(position).filter(|(d, ..)| *d == depth)
        {
            debug_assert_eq!(seen, depth);
            match bound {
                Bound::Exact => return value,
                Bound::AtLeast => least = least.max(value),
                Bound::AtMost => most = most.min(value),
            }
            if least >= most {
                return value;
            }
        }
        let (begin, mut best) = (least, -2 * WON);
        for column in position.open() {
            best = best.max(-self.value(&position.after(column), depth - 1, -most, -least));
            least = least.max(best);
            if least >= most {
                break;
            }
        }
        if !self.is_late && self.known.len() < REMEMBERED {
            let bound = match best {
                best if best >= most => Bound::AtLeast,
                best if best <= begin => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.known.insert(*position, (depth, best, bound));
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        Position::parse(text.as_bytes()).unwrap()
    }

    #[track_caller]
    fn case(text: &str, depth: u32, expected: usize) {
        let limits = Limits { time: Duration::MAX, depth };
        assert_eq!(choose(&position(text), limits).map(|column| column + 1), Some(expected));
    }

    const EMPTY: &str = ".......\n.......\n.......\n.......\n";

    #[test]
    fn it_wins_and_does_not_lose_at_once() {
        case(&format!("x\n7 6\n{EMPTY}.......\n.......\n"), 6, 4);
        case(&format!("x\n7 6\n{EMPTY}ooo....\nxxx....\n"), 1, 4);
        case(&format!("o\n7 6\n{EMPTY}oo.....\nxxx....\n"), 2, 4);
        let three = "x\n4 4\n....\n..xo\n.xoo\nxoxx\n";
        case(three, 1, 4);
    }

    #[test]
    fn a_game_that_is_over_has_no_move() {
        let over = format!("o\n7 6\n{EMPTY}ooo....\nxxxx...\n");
        assert_eq!(choose(&position(&over), Limits { time: Duration::MAX, depth: 3 }), None);
        let full = "x\n4 4\noxox\nxoxo\noxxo\nxoox\n";
        assert_eq!(choose(&position(full), Limits { time: Duration::MAX, depth: 3 }), None);
    }

    /// The value by a search that cuts nothing off and remembers nothing.
    fn naive(position: &Position, depth: u32) -> i32 {
        if position.is_lost() {
            return i32::try_from(position.all.count_ones()).unwrap() - WON;
        }
        let values = position.open().map(|column| {
            if depth == 0 { position.guess() } else { -naive(&position.after(column), depth - 1) }
        });
        values.max().unwrap_or(0)
    }

    #[test]
    fn nothing_that_is_cut_off_matters() {
        for text in ["x\n4 4\n....\n....\n....\n.xo.\n", "o\n5 4\n.....\n..o..\n..x..\n.xx..\n"] {
            let position = position(text);
            for depth in 1..6 {
                let mut search = Search {
                    until: Duration::MAX,
                    looked_at: 0,
                    is_late: false,
                    known: HashMap::new(),
                };
                let found = search.value(&position, depth, -2 * WON, 2 * WON);
                assert_eq!(found, naive(&position, depth), "{text} {depth}");
            }
        }
    }

    #[test]
    fn bad_positions_are_named() {
        let bad = |text: &str| Position::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(bad("z\n"), "line 1: expected the side to move, `x` or `o`");
        assert_eq!(bad("x\n7 12\n"), "line 2: expected the columns and rows, 4 to 9 each");
        assert_eq!(bad("x\n7 6\n.......\n..\n"), "line 4: expected 7 cells");
        assert!(!Position::is_whole(b"x\n7 6\n.......\n"));
        assert!(Position::is_whole(b"x\n4 4\n....\n....\n....\n....\n"));
    }
}
