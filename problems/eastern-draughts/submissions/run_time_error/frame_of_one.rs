// Wrong: keeps the board in a table with a frame of one cell, which is enough for steps, but a jump
// from the edge looks two cells ahead: on a board of 30 lines that is beyond the table.
use std::collections::VecDeque;
use std::io::Read;

const LINES: usize = 32;
const STEPS: [(i32, i32); 6] = [(-1, 0), (0, -1), (1, -1), (-1, 1), (1, 0), (0, 1)];

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Wall,
    Empty,
    Piece,
    Settled,
}

type Board = [[Cell; LINES]; LINES];
type Place = (usize, usize);

fn go((x, y): Place, (dx, dy): (i32, i32)) -> Place {
    ((x as i32 + dx).max(0) as usize, (y as i32 + dy).max(0) as usize)
}

fn at(board: &Board, (x, y): Place) -> Cell {
    board[y][x]
}

fn make(board: &mut Board, moves: &mut Vec<(Place, Place)>, from: Place, to: Place) {
    board[from.1][from.0] = Cell::Empty;
    board[to.1][to.0] = Cell::Piece;
    moves.push((from, to));
}

/// Single jumps and steps towards the corner, until there are none.
fn fall(board: &mut Board, side: usize, moves: &mut Vec<(Place, Place)>) {
    loop {
        let before = moves.len();
        for y in (1..=side).rev() {
            for x in (1..=side).rev() {
                if at(board, (x, y)) != Cell::Piece {
                    continue;
                }
                let jump = STEPS.iter().find(|&&(dx, dy)| {
                    let far = at(board, go((x, y), (2 * dx, 2 * dy)));
                    let near = at(board, go((x, y), (dx, dy)));
                    near == Cell::Piece && far == Cell::Empty && dx + dy < 0
                });
                let step = STEPS[..2].iter().find(|&&step| at(board, go((x, y), step)) == Cell::Empty);
                if let Some(&(dx, dy)) = jump {
                    make(board, moves, (x, y), go((x, y), (2 * dx, 2 * dy)));
                } else if let Some(&step) = step {
                    make(board, moves, (x, y), go((x, y), step));
                }
            }
        }
        if moves.len() == before {
            return;
        }
    }
}

/// Walks the nearest piece that is not settled to `target`.
fn fetch(board: &mut Board, target: Place, moves: &mut Vec<(Place, Place)>) {
    let mut towards = [[None; LINES]; LINES];
    towards[target.1][target.0] = Some(target);
    let mut queue = VecDeque::from([target]);
    while let Some(here) = queue.pop_front() {
        for step in STEPS {
            let other = go(here, step);
            let cell = at(board, other);
            if matches!(cell, Cell::Wall | Cell::Settled) || towards[other.1][other.0].is_some() {
                continue;
            }
            towards[other.1][other.0] = Some(here);
            if cell == Cell::Piece {
                let mut from = other;
                while from != target {
                    let to = towards[from.1][from.0].unwrap();
                    make(board, moves, from, to);
                    from = to;
                }
                return;
            }
            queue.push_back(other);
        }
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace();
    let side: usize = words.next().unwrap().parse().unwrap();
    let mut board = [[Cell::Wall; LINES]; LINES];
    let mut count = 0;
    for (y, line) in words.enumerate() {
        for (x, byte) in line.bytes().enumerate() {
            board[y + 1][x + 1] = if byte == b'*' { Cell::Piece } else { Cell::Empty };
            count += usize::from(byte == b'*');
        }
    }
    let mut moves = Vec::new();
    fall(&mut board, side, &mut moves);
    let rank = (1..).find(|p| p * (p + 1) / 2 == count).unwrap();
    for sum in 0..rank {
        for x in 0..=sum {
            let target = (x + 1, sum - x + 1);
            if at(&board, target) == Cell::Empty {
                fetch(&mut board, target, &mut moves);
            }
            board[target.1][target.0] = Cell::Settled;
        }
    }
    println!("{}", moves.len());
    for ((x1, y1), (x2, y2)) in moves {
        println!("{} {} {} {}", x1 - 1, y1 - 1, x2 - 1, y2 - 1);
    }
}
