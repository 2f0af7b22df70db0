// Wrong: lets the piece that shall fill a cell walk about at random until it comes there, and never
// looks at the bound on the number of moves. Small boards take few enough.
use std::collections::VecDeque;
use std::io::{Read, Write};

const WIDTH: usize = 32; // 30 cells and a frame of one
const STEPS: [isize; 6] = [-1, -32, -31, 31, 1, 32];

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Wall,
    Empty,
    Piece,
}

fn go(cell: usize, step: isize) -> usize {
    (cell as isize + step) as usize
}

/// The piece nearest to `target`.
fn nearest(board: &[Cell], target: usize) -> usize {
    let mut seen = vec![false; board.len()];
    let mut queue = VecDeque::from([target]);
    seen[target] = true;
    while let Some(here) = queue.pop_front() {
        for step in STEPS {
            let other = go(here, step);
            if board[other] == Cell::Wall || seen[other] {
                continue;
            }
            if board[other] == Cell::Piece {
                return other;
            }
            seen[other] = true;
            queue.push_back(other);
        }
    }
    unreachable!("what is not settled is connected")
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace();
    let _side = words.next();
    let mut board = vec![Cell::Wall; WIDTH * WIDTH];
    let mut count = 0;
    for (y, line) in words.enumerate() {
        for (x, byte) in line.bytes().enumerate() {
            let piece = byte == b'*';
            board[(y + 1) * WIDTH + x + 1] = if piece { Cell::Piece } else { Cell::Empty };
            count += usize::from(piece);
        }
    }
    let rank = (1..).find(|p| p * (p + 1) / 2 == count).unwrap();
    let mut random = 88_172_645_463_325_252_u64;
    let mut moves = Vec::new();
    for sum in 0..rank {
        for x in 0..=sum {
            let target = (sum - x + 1) * WIDTH + x + 1;
            if board[target] == Cell::Empty {
                let mut at = nearest(&board, target);
                while at != target {
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    let to = go(at, STEPS[(random % 6) as usize]);
                    if board[to] == Cell::Empty {
                        board.swap(at, to);
                        moves.push((at as u16, to as u16));
                        at = to;
                    }
                }
            }
            board[target] = Cell::Wall;
        }
    }
    let mut output = format!("{}\n", moves.len()).into_bytes();
    let mut write = |number: u16, end: u8| {
        if number > 9 {
            output.push(b'0' + (number / 10) as u8);
        }
        output.extend([b'0' + (number % 10) as u8, end]);
    };
    let width = WIDTH as u16;
    for (from, to) in moves {
        write(from % width - 1, b' ');
        write(from / width - 1, b' ');
        write(to % width - 1, b' ');
        write(to / width - 1, b'\n');
    }
    std::io::stdout().write_all(&output).unwrap();
}
