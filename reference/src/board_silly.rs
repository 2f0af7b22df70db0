//! `board-silly`: all moves of one side, for any number of boards.
//!
//! Rules: a move goes in one of eight directions exactly as far as there are pieces of both colours
//! on the whole line through the piece; over own pieces freely, never over an opponent; it may end
//! on an empty square or an opponent. The checker takes the moves in any order; this program always
//! prints them in the order of the sample.

use crate::input::{InputError, Token, Tokens};

const SIZE: usize = 8;

/// Up-left, up, up-right, right, down-right, down, down-left, left: the sample's order. The second
/// half repeats the lines of the first half, backwards.
const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];

/// A square by row and column, both from 0 at the top left.
pub type Square = (usize, usize);

/// A board and the side whose moves are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// `X`, `O` or `.`, row by row.
    pub cells: [[u8; SIZE]; SIZE],
    /// `X` or `O`.
    pub side: u8,
}

/// How many pieces stand on each of the four lines through every square.
struct Counts {
    rows: [usize; SIZE],
    columns: [usize; SIZE],
    /// By row + column.
    rising: [usize; 2 * SIZE - 1],
    /// By row + 7 - column.
    falling: [usize; 2 * SIZE - 1],
}

impl Counts {
    fn of(cells: &[[u8; SIZE]; SIZE]) -> Self {
        let mut counts = Self {
            rows: [0; SIZE],
            columns: [0; SIZE],
            rising: [0; 2 * SIZE - 1],
            falling: [0; 2 * SIZE - 1],
        };
        for (row, line) in cells.iter().enumerate() {
            for (column, _) in line.iter().enumerate().filter(|(_, cell)| **cell != b'.') {
                counts.rows[row] += 1;
                counts.columns[column] += 1;
                counts.rising[row + column] += 1;
                counts.falling[row + SIZE - 1 - column] += 1;
            }
        }
        counts
    }

    /// By direction, in the order of [`DIRECTIONS`].
    fn through(&self, (row, column): Square) -> [usize; 8] {
        let half = [
            self.falling[row + SIZE - 1 - column],
            self.columns[column],
            self.rising[row + column],
            self.rows[row],
        ];
        [half[0], half[1], half[2], half[3], half[0], half[1], half[2], half[3]]
    }
}

/// All moves of the side, piece by piece row by row, each piece's by direction.
pub fn moves(position: &Position) -> Vec<(Square, Square)> {
    let counts = Counts::of(&position.cells);
    let mut found = Vec::new();
    for row in 0..SIZE {
        for column in 0..SIZE {
            if position.cells[row][column] == position.side {
                let distances = counts.through((row, column));
                found.extend(DIRECTIONS.iter().zip(distances).filter_map(
                    |(direction, distance)| {
                        let target = target(position, (row, column), *direction, distance)?;
                        Some(((row, column), target))
                    },
                ));
            }
        }
    }
    found
}

/// Where the piece on `from` lands, if that move is allowed.
fn target(
    position: &Position,
    from: Square,
    direction: (isize, isize),
    distance: usize,
) -> Option<Square> {
    let step = |(row, column): Square| {
        let row = row.checked_add_signed(direction.0).filter(|row| *row < SIZE)?;
        let column = column.checked_add_signed(direction.1).filter(|column| *column < SIZE)?;
        Some((row, column))
    };
    let mut square = from;
    for passed in 0..distance {
        let cell = position.cells[square.0][square.1];
        if passed > 0 && cell != b'.' && cell != position.side {
            return None;
        }
        square = step(square)?;
    }
    (position.cells[square.0][square.1] != position.side).then_some(square)
}

/// Reads all boards: eight rows and the side, again and again until the end.
pub fn parse(input: &[u8]) -> Result<Vec<Position>, InputError> {
    let mut tokens = Tokens::new(input);
    let mut positions = Vec::new();
    while let Some(first_row) = tokens.next() {
        positions.push(parse_position(first_row, &mut tokens)?);
    }
    Ok(positions)
}

fn parse_position(first_row: Token, tokens: &mut Tokens) -> Result<Position, InputError> {
    let mut cells = [[b'.'; SIZE]; SIZE];
    let mut token = first_row;
    for line in &mut cells {
        token.expect_row(SIZE, b"XO.")?;
        line.copy_from_slice(token.bytes);
        token = tokens.expect("a row of the board or the side")?;
    }
    token.expect_row(1, b"XO")?;
    Ok(Position { cells, side: token.bytes[0] })
}

/// The whole answer: each board's moves or the sentence, one blank line between boards.
pub fn answer(positions: &[Position]) -> Vec<u8> {
    let mut output = Vec::with_capacity(positions.len() * 256);
    for (index, position) in positions.iter().enumerate() {
        if index > 0 {
            output.push(b'\n');
        }
        let moves = moves(position);
        if moves.is_empty() {
            output.extend_from_slice(b"No moves are possible\n");
        }
        for (from, to) in moves {
            let (from, to) = (name(from), name(to));
            output.extend_from_slice(&[from[0], from[1], b'-', to[0], to[1], b'\n']);
        }
    }
    output
}

/// Row letter and column number; both fit, since a board has eight rows and columns.
fn name((row, column): Square) -> [u8; 2] {
    [b"ABCDEFGH"[row], b"12345678"[column]]
}

#[cfg(test)]
mod tests {
    use super::{Position, SIZE, Square, answer, moves, parse};
    use crate::random::Random;

    const SAMPLE: &str = "O.......\nO......X\nO.....XX\nO....XXX\n.O...XXX\n........\n..O..XXX\n\
        ........\nO\n..OXO...\n..OOO...\n........\n........\n........\n........\n........\n\
        ........\nX\n";

    const SAMPLE_ANSWER: &str = "A1-A2\nA1-C3\nA1-E1\nB1-A2\nB1-B3\nB1-D3\nB1-F1\nC1-B2\nC1-C4\n\
        C1-D2\nC1-G1\nD1-C2\nD1-D5\nD1-F3\nD1-H1\nE2-D2\nE2-D3\nE2-E6\nE2-G4\nE2-F2\nE2-F1\n\
        G3-F2\nG3-F3\nG3-H4\nG3-H3\n\nNo moves are possible\n";

    fn random_position(random: &mut Random) -> Position {
        let mut squares: Vec<usize> = (0..SIZE * SIZE).collect();
        random.shuffle(&mut squares);
        let (mine, theirs) = (1 + random.below(12), 1 + random.below(12));
        let mut cells = [[b'.'; SIZE]; SIZE];
        for (index, square) in squares.into_iter().take(mine + theirs).enumerate() {
            cells[square / SIZE][square % SIZE] = if index < mine { b'X' } else { b'O' };
        }
        Position { cells, side: b"XO"[random.below(2)] }
    }

    /// The same rules, asked the other way round: of each pair of squares, is this a move?
    fn is_move(position: &Position, from: Square, to: Square) -> bool {
        let cell = |row: i32, column: i32| {
            position.cells[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()]
        };
        let signed = |n: usize| i32::try_from(n).unwrap();
        let (row, column) = (signed(from.0), signed(from.1));
        let (down, right) = (signed(to.0) - row, signed(to.1) - column);
        let distance = down.abs().max(right.abs());
        let straight = down == 0 || right == 0 || down.abs() == right.abs();
        if from == to || !straight || cell(row, column) != position.side {
            return false;
        }
        let mut on_line = 0;
        for r in 0..8 {
            for c in 0..8 {
                // On the line through `from` along (down, right): their cross product is 0.
                let on = (r - row) * right == (c - column) * down;
                on_line += i32::from(on && cell(r, c) != b'.');
            }
        }
        let passed =
            (1..distance).map(|n| cell(row + down.signum() * n, column + right.signum() * n));
        let clear = passed.into_iter().all(|cell| cell == b'.' || cell == position.side);
        distance == on_line && clear && cell(row + down, column + right) != position.side
    }

    #[test]
    fn sample_is_reproduced_to_the_byte() {
        let printed = answer(&parse(SAMPLE.as_bytes()).unwrap());
        assert_eq!(String::from_utf8(printed).unwrap(), SAMPLE_ANSWER);
    }

    #[test]
    fn moves_equal_those_of_pairwise_testing_on_random_boards() {
        let mut random = Random::new(1);
        let squares: Vec<Square> = (0..64).map(|index| (index / SIZE, index % SIZE)).collect();
        for _ in 0..100_000 {
            let position = random_position(&mut random);
            let mut found = moves(&position);
            found.sort_unstable();
            let mine = squares.iter().filter(|(r, c)| position.cells[*r][*c] == position.side);
            let wanted: Vec<_> = mine
                .flat_map(|from| squares.iter().map(move |to| (*from, *to)))
                .filter(|(from, to)| is_move(&position, *from, *to))
                .collect();
            assert_eq!(found, wanted, "{position:?}");
        }
    }

    #[test]
    fn malformed_boards_are_refused_with_their_place() {
        let place = |input: &str| {
            let error = parse(input.as_bytes()).unwrap_err();
            (error.line, error.column)
        };
        assert_eq!(place(&SAMPLE.replacen("O......X", "O..o...X", 1)), (2, 4));
        assert_eq!(place(&SAMPLE.replacen("\nX\n", "\nY\n", 1)), (18, 1));
        assert_eq!(place("........\n........\n"), (3, 1));
        assert_eq!(parse(b""), Ok(Vec::new()));
    }
}
