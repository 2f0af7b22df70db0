//! What shrinkers share: fewer items, and boards with fewer and better placed pieces.
//! What they propose need not be valid.

use std::iter::successors;

/// Items up to which each is made simpler too: with more, there are better things to try first.
const FEW: usize = 4;

/// An input that is a list of items: the input with fewer of them, the largest chunks taken away
/// first, and where they are few, with each of them simpler.
pub(crate) fn of_items<T: Clone + Send + 'static>(
    items: Vec<T>,
    simpler: fn(&T) -> Vec<T>,
    write: fn(&[T]) -> Vec<u8>,
) -> Box<dyn Iterator<Item = Vec<u8>> + Send> {
    let (count, all) = (items.len(), items.clone());
    let fewer =
        chunks(count).filter(move |(_, length)| *length < count).map(move |(at, length)| {
            let mut rest = all.clone();
            rest.drain(at..at + length);
            write(&rest)
        });
    let few = if count <= FEW { count } else { 0 };
    let one_simpler = (0..few).flat_map(move |place| {
        let items = items.clone();
        simpler(&items[place]).into_iter().map(move |item| {
            let mut items = items.clone();
            items[place] = item;
            write(&items)
        })
    });
    Box::new(fewer.chain(one_simpler))
}

/// Chunks of `0..count`, side by side, the largest first: begin and length.
fn chunks(count: usize) -> impl Iterator<Item = (usize, usize)> + Send {
    let sizes =
        successors((count > 0).then_some(count), |size| (*size > 1).then(|| size.div_ceil(2)));
    sizes.flat_map(move |size| {
        (0..count).step_by(size).map(move |begin| (begin, size.min(count - begin)))
    })
}

/// A board: letters row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) cells: Vec<u8>,
}

impl Grid {
    /// A board of lines of equal length.
    pub(crate) fn of_lines<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Self {
        let lines: Vec<&[u8]> = lines.collect();
        let columns = lines.first().map_or(0, |line| line.len());
        Self { rows: lines.len(), columns, cells: lines.concat() }
    }

    /// The lines, each with a newline.
    pub(crate) fn lines(&self) -> Vec<u8> {
        let lines = self.cells.chunks(self.columns.max(1));
        lines.flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
    }

    /// The letter there; `None` off the board.
    pub(crate) fn get(&self, row: usize, column: usize) -> Option<u8> {
        // Below the last row there are no cells.
        let inside = column < self.columns;
        inside.then(|| self.cells.get(row * self.columns + column).copied()).flatten()
    }

    /// A board of that size whose letters come from this one.
    fn made(
        &self,
        rows: usize,
        columns: usize,
        from: impl Fn(usize, usize) -> (usize, usize),
    ) -> Self {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let cells = places.filter_map(|(row, column)| {
            let (row, column) = from(row, column);
            self.get(row, column)
        });
        Self { rows, columns, cells: cells.collect() }
    }

    /// The part of that size that begins there.
    pub(crate) fn part(&self, top: usize, left: usize, rows: usize, columns: usize) -> Self {
        self.made(rows, columns, |row, column| (top + row, left + column))
    }

    /// Without the rows and columns that begin there.
    pub(crate) fn without(
        &self,
        (row, rows): (usize, usize),
        (column, columns): (usize, usize),
    ) -> Self {
        let behind = |at: usize, gap: usize, width: usize| if at < gap { at } else { at + width };
        self.made(self.rows - rows, self.columns - columns, |r, c| {
            (behind(r, row, rows), behind(c, column, columns))
        })
    }

    /// The board as seen from its other sides and in the mirror; the third is turned half round.
    pub(crate) fn turned(&self) -> [Self; 7] {
        let (rows, columns) = (self.rows, self.columns);
        let upside = self.made(rows, columns, |r, c| (rows - 1 - r, c));
        let mirrored = self.made(rows, columns, |r, c| (r, columns - 1 - c));
        let half = self.made(rows, columns, |r, c| (rows - 1 - r, columns - 1 - c));
        let across = |grid: &Self| grid.made(columns, rows, |r, c| (c, r));
        [
            across(self),
            across(&upside),
            half.clone(),
            across(&mirrored),
            across(&half),
            upside,
            mirrored,
        ]
    }

    /// Boards with chunks of the pieces taken away, the largest first.
    pub(crate) fn fewer_pieces(&self, blank: u8, is_piece: fn(u8) -> bool) -> Vec<Self> {
        let pieces = self.pieces(is_piece);
        let without = |(begin, length): (usize, usize)| {
            let mut grid = self.clone();
            for &piece in &pieces[begin..begin + length] {
                grid.cells[piece] = blank;
            }
            grid
        };
        chunks(pieces.len()).map(without).collect()
    }

    /// Boards with one piece moved by one of the steps to a blank place.
    pub(crate) fn moved(
        &self,
        blank: u8,
        is_piece: fn(u8) -> bool,
        steps: &[(isize, isize)],
    ) -> Vec<Self> {
        let mut boards = Vec::new();
        for piece in self.pieces(is_piece) {
            for &(down, right) in steps {
                let row = (piece / self.columns).checked_add_signed(down);
                let column = (piece % self.columns).checked_add_signed(right);
                if let (Some(row), Some(column)) = (row, column)
                    && self.get(row, column) == Some(blank)
                {
                    let mut grid = self.clone();
                    grid.cells.swap(piece, row * self.columns + column);
                    boards.push(grid);
                }
            }
        }
        boards
    }

    /// Boards with all pieces moved up and left: the farthest that leaves all on the board first.
    pub(crate) fn shifted(&self, blank: u8, is_piece: fn(u8) -> bool) -> Vec<Self> {
        let pieces = self.pieces(is_piece);
        let up = pieces.iter().map(|piece| piece / self.columns).min().unwrap_or(0);
        let left = pieces.iter().map(|piece| piece % self.columns).min().unwrap_or(0);
        let ways = (0..=up).rev().flat_map(|up| (0..=left).rev().map(move |left| (up, left)));
        ways.filter(|way| *way != (0, 0))
            .map(|(up, left)| {
                let mut grid = self.clone();
                for &piece in &pieces {
                    grid.cells[piece] = blank;
                }
                for &piece in &pieces {
                    grid.cells[piece - up * self.columns - left] = self.cells[piece];
                }
                grid
            })
            .collect()
    }

    /// The board with its letters replaced.
    pub(crate) fn mapped(&self, letter: impl Fn(u8) -> u8) -> Self {
        Self { cells: self.cells.iter().map(|&old| letter(old)).collect(), ..self.clone() }
    }

    /// Where pieces stand.
    pub(crate) fn pieces(&self, is_piece: fn(u8) -> bool) -> Vec<usize> {
        (0..self.cells.len()).filter(|&place| is_piece(self.cells[place])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(lines: &str) -> Grid {
        Grid::of_lines(lines.split('/').map(str::as_bytes))
    }

    #[track_caller]
    fn case(found: &[Grid], expected: &[&str]) {
        let expected: Vec<Grid> = expected.iter().map(|lines| grid(lines)).collect();
        assert_eq!(found, expected);
    }

    fn is_piece(letter: u8) -> bool {
        letter != b'.'
    }

    #[test]
    fn items_go_in_chunks_and_become_simpler() {
        let write = |items: &[u8]| items.to_vec();
        let texts: Vec<_> = of_items(b"abc".to_vec(), |item| vec![item - 32], write).collect();
        assert_eq!(texts, [&b"c"[..], b"ab", b"bc", b"ac", b"ab", b"Abc", b"aBc", b"abC"]);
        let many: Vec<_> = of_items(vec![b'a'; 9], |_| vec![b'A'], write).collect();
        assert!(many.iter().all(|text| text.len() < 9), "only fewer of many");
    }

    #[test]
    fn boards_lose_and_move_pieces() {
        let board = grid(".../..a/.b.");
        case(&board.fewer_pieces(b'.', is_piece), &[".../.../...", ".../.../.b.", ".../..a/..."]);
        case(&board.moved(b'.', is_piece, &[(-1, 0)]), &["..a/.../.b.", ".../.ba/..."]);
        case(&board.shifted(b'.', is_piece), &[".a./b../...", "..a/.b./...", ".../.a./b.."]);
    }

    #[test]
    fn a_board_without_pieces_cannot_have_fewer() {
        case(&grid(".../...").fewer_pieces(b'.', is_piece), &[]);
        assert_eq!(of_items(Vec::new(), |_: &u8| Vec::new(), <[u8]>::to_vec).count(), 0);
    }

    #[test]
    fn there_is_nothing_beside_a_board() {
        let board = grid("abc/def");
        assert_eq!(board.get(1, 2), Some(b'f'));
        for (row, column) in [(0, 3), (1, 3), (2, 0), (2, 2)] {
            assert_eq!(board.get(row, column), None, "{row} {column}");
        }
    }

    #[test]
    fn boards_are_cut_and_turned() {
        let board = grid("abc/def");
        case(&[board.part(0, 1, 2, 2)], &["bc/ef"]);
        case(&[board.without((0, 1), (1, 1))], &["df"]);
        let views =
            ["ad/be/cf", "da/eb/fc", "fed/cba", "cf/be/ad", "fc/eb/da", "def/abc", "cba/fed"];
        case(&board.turned(), &views);
    }
}
