//! The dynamic programme against two other methods and on the samples.

use super::{Board, Home, answer, most_captures, parse};
use crate::random::Random;

/// Second method: try every move, marking what is captured.
fn by_depth_first_search(board: &Board) -> u32 {
    fn jumps(
        board: &Board,
        start: (usize, usize),
        at: (usize, usize),
        gone: &mut Vec<bool>,
    ) -> u32 {
        let mut best = 0;
        for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let step = |(row, column): (usize, usize)| {
                let row = row.checked_add_signed(down).filter(|row| *row < board.rows())?;
                let column =
                    column.checked_add_signed(right).filter(|column| *column < board.columns())?;
                Some((row, column))
            };
            let Some(over) = step(at) else { continue };
            let Some(to) = step(over) else { continue };
            let index = over.0 * board.columns() + over.1;
            let free = to == start || board.cell(to.0, to.1) == Home::Empty;
            if board.cell(over.0, over.1) == Home::Opponent && !gone[index] && free {
                gone[index] = true;
                best = best.max(1 + jumps(board, start, to, gone));
                gone[index] = false;
            }
        }
        best
    }
    let mut gone = vec![false; board.rows() * board.columns()];
    let mut best = 0;
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            if board.cell(row, column) == Home::Own {
                best = best.max(jumps(board, (row, column), (row, column), &mut gone));
            }
        }
    }
    best
}

/// Third method, for boards with few opponents: every choice of one diagonal or none over each
/// opponent is a set of edges, and Euler says whether it is a trail.
fn by_choosing_edges(board: &Board) -> u32 {
    let (rows, columns) = (board.rows(), board.columns());
    let opponents: Vec<(usize, usize)> = (1..rows - 1)
        .flat_map(|row| (1..columns - 1).map(move |column| (row, column)))
        .filter(|(row, column)| board.cell(*row, *column) == Home::Opponent)
        .collect();
    let owns: Vec<usize> = (0..rows * columns)
        .filter(|cell| board.cell(cell / columns, cell % columns) == Home::Own)
        .collect();
    let choices = 3_usize.pow(u32::try_from(opponents.len()).unwrap());
    let mut best = 0;
    for mut choice in 0..choices {
        let mut edges = Vec::new();
        for (row, column) in &opponents {
            let over = row * columns + column;
            match choice % 3 {
                1 => edges.push((over - columns - 1, over + columns + 1)),
                2 => edges.push((over - columns + 1, over + columns - 1)),
                _ => {}
            }
            choice /= 3;
        }
        if edges.len() > best && owns.iter().any(|own| is_trail(board, &edges, *own)) {
            best = edges.len();
        }
    }
    u32::try_from(best).unwrap()
}

fn is_trail(board: &Board, edges: &[(usize, usize)], start: usize) -> bool {
    let columns = board.columns();
    let mut degree = vec![0; board.rows() * columns];
    for (one, other) in edges {
        degree[*one] += 1;
        degree[*other] += 1;
    }
    let open =
        |node: usize| node == start || board.cell(node / columns, node % columns) == Home::Empty;
    let touched = |node: &usize| degree[*node] > 0;
    let odd = (0..degree.len()).filter(|node| degree[*node] % 2 == 1).count();
    let mut reached = vec![false; degree.len()];
    reached[start] = true;
    for _ in edges {
        for (one, other) in edges {
            let either = reached[*one] || reached[*other];
            (reached[*one], reached[*other]) = (either, either);
        }
    }
    (0..degree.len()).filter(touched).all(|node| open(node) && reached[node])
        && (odd == 0 || odd == 2 && degree[start] % 2 == 1)
}

fn random_board(random: &mut Random, rows: usize, columns: usize) -> Board {
    let homes = (rows * columns).div_ceil(2);
    let most = rows * columns / 4;
    let most_owns = 1 + random.below(most);
    let owns = 1 + random.below(most.min(most_owns));
    let opponents = random.below(most + 1);
    let mut cells = vec![Home::Empty; homes];
    cells[..owns].fill(Home::Own);
    for cell in cells.iter_mut().skip(owns).take(opponents) {
        *cell = Home::Opponent;
    }
    random.shuffle(&mut cells);
    Board::new(rows, columns, cells)
}

/// Opponents on all homes of odd row and column, pieces of ours on the corners that are homes.
fn full_lattice(rows: usize, columns: usize) -> Board {
    let cells = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
    let homes = cells.filter(|(row, column)| (row + column) % 2 == 0).map(|(row, column)| {
        let at_corner = [0, rows - 1].contains(&row) && [0, columns - 1].contains(&column);
        if row % 2 == 1 && row < rows - 1 && column < columns - 1 {
            Home::Opponent
        } else if at_corner {
            Home::Own
        } else {
            Home::Empty
        }
    });
    Board::new(rows, columns, homes)
}

#[test]
fn samples() {
    let input = "3 3\n2 1 2 0 1\n5 3\n1 0 2 1 0 2 0 0\n8 8\n2 2 2 2 0 0 0 0 2 2 2 2 0 0 0 0 2 2 2 2 \
                 0 0 0 0 2 2 2 2 0 1 0 0\n0 0\n";
    assert_eq!(answer(&parse(input.as_bytes()).unwrap()), b"1\n2\n7\n");
    assert_eq!(answer(&parse(b"0 0").unwrap()), b"");
}

#[test]
fn a_piece_may_return_to_its_start_and_pass_it() {
    // Four opponents around a diamond that begins and ends at the bottom, and one more beyond.
    let rows = ["..1....", ".2.2...", ".......", ".2.2...", "......."];
    let homes = rows.iter().enumerate().flat_map(|(row, line)| {
        let homes = line.bytes().enumerate().filter(move |(column, _)| (row + column) % 2 == 0);
        homes.map(|(_, cell)| match cell {
            b'1' => Home::Own,
            b'2' => Home::Opponent,
            _ => Home::Empty,
        })
    });
    assert_eq!(most_captures(&Board::new(5, 7, homes)), 4);
}

#[test]
fn equals_depth_first_search_on_random_boards() {
    let mut random = Random::new(1);
    for _ in 0..100_000 {
        let (rows, columns) = (3 + random.below(7), 3 + random.below(7));
        let board = random_board(&mut random, rows, columns);
        assert_eq!(most_captures(&board), by_depth_first_search(&board), "{board:?}");
    }
}

#[test]
fn equals_depth_first_search_on_large_random_boards() {
    let mut random = Random::new(2);
    for _ in 0..3_000 {
        let rows = 3 + random.below(18);
        let columns = 3 + random.below((200 / rows).min(20) - 2);
        let board = random_board(&mut random, rows, columns);
        assert_eq!(most_captures(&board), by_depth_first_search(&board), "{board:?}");
    }
}

#[test]
fn equals_euler_on_all_sets_of_edges() {
    let mut random = Random::new(3);
    for _ in 0..100_000 {
        let (rows, columns) = (3 + random.below(4), 3 + random.below(4));
        let board = random_board(&mut random, rows, columns);
        assert_eq!(most_captures(&board), by_choosing_edges(&board), "{board:?}");
    }
}

#[test]
fn maximal_lattices_equal_depth_first_search() {
    for (rows, columns) in [(9, 9), (9, 11), (11, 9), (5, 20), (8, 12), (11, 11)] {
        let board = full_lattice(rows, columns);
        assert_eq!(most_captures(&board), by_depth_first_search(&board), "{rows} by {columns}");
    }
}

#[test]
fn malformed_input_is_refused_with_its_place() {
    let place = |input: &str| {
        let error = parse(input.as_bytes()).unwrap_err();
        (error.line, error.column)
    };
    assert_eq!(place("3 3\n2 1 3 0 1\n0 0\n"), (2, 5));
    assert_eq!(place("3 3\n2 1 2 0\n"), (3, 1));
    assert_eq!(place("2 3\n"), (1, 1));
    assert_eq!(place("15 14\n"), (1, 1));
    assert_eq!(place(""), (1, 1));
}
