//! Looks four moves ahead and counts pieces: alpha-beta to a fixed depth, a man 100, a king 150, a
//! little for men that have come far. Moves are made on one board and taken back. Answers positions
//! until the input ends.

use std::io::{BufRead, Write};

type Square = (usize, usize);

const DEPTH: u32 = 4;
const LOST: i32 = -100_000;

#[derive(Clone, Copy, PartialEq)]
struct Piece {
    black: bool,
    king: bool,
}

/// A move: the squares that the piece visits, the squares of those it takes, and what it becomes.
#[derive(Clone)]
struct Move {
    path: Vec<Square>,
    taken: Vec<Square>,
    piece: Piece,
}

struct Board {
    size: usize,
    squares: Vec<Vec<Option<Piece>>>,
}

impl Board {
    fn read(rows: &[String]) -> Self {
        let piece = |letter: u8| {
            let king = letter.is_ascii_uppercase();
            (letter != b'_').then(|| Piece { black: letter.to_ascii_lowercase() == b'b', king })
        };
        let squares = rows.iter().map(|row| row.bytes().map(piece).collect()).collect();
        Self { size: rows.len(), squares }
    }

    fn at(&self, (row, column): Square) -> Option<Piece> {
        self.squares[row][column]
    }

    fn put(&mut self, (row, column): Square, piece: Option<Piece>) {
        self.squares[row][column] = piece;
    }

    /// The square so many rows down and columns to the right, if the board goes as far.
    fn beside(&self, (row, column): Square, down: isize, right: isize) -> Option<Square> {
        let square = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (square.0 < self.size && square.1 < self.size).then_some(square)
    }

    /// The piece once it has come to this row.
    fn landed(&self, piece: Piece, (row, _): Square) -> Piece {
        let last = if piece.black { self.size - 1 } else { 0 };
        Piece { king: piece.king || row == last, ..piece }
    }

    fn pieces(&self, black: bool) -> Vec<(Square, Piece)> {
        let all = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (row, column)));
        let pieces = all.filter_map(|square| Some((square, self.at(square)?)));
        pieces.filter(|(_, piece)| piece.black == black).collect()
    }

    /// Adds all ways to go on with a capture. Its piece is in hand, what it took still stands there.
    fn captures(&self, begun: &mut Move, found: &mut Vec<Move>) {
        let from = begun.path[begun.path.len() - 1];
        let mut ended = true;
        for (down, right) in ways(begun.piece) {
            let Some(to) = self.beside(from, 2 * down, 2 * right) else { continue };
            let over = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
            let enemy = self.at(over).is_some_and(|other| other.black != begun.piece.black);
            if !enemy || begun.taken.contains(&over) || self.at(to).is_some() {
                continue;
            }
            ended = false;
            let before = begun.piece;
            begun.piece = self.landed(before, to);
            begun.path.push(to);
            begun.taken.push(over);
            self.captures(begun, found);
            begun.path.pop();
            begun.taken.pop();
            begun.piece = before;
        }
        if !ended || begun.taken.is_empty() {
            return;
        }
        // Ways round that begin, end and take alike are one move.
        let same = |other: &Move| {
            other.path[0] == begun.path[0]
                && other.path.last() == begun.path.last()
                && other.taken.len() == begun.taken.len()
                && other.taken.iter().all(|square| begun.taken.contains(square))
        };
        if !found.iter().any(same) {
            found.push(begun.clone());
        }
    }

    fn moves(&mut self, black: bool) -> Vec<Move> {
        let own = self.pieces(black);
        let mut found = Vec::new();
        for &(square, piece) in &own {
            self.put(square, None);
            let mut begun = Move { path: vec![square], taken: Vec::new(), piece };
            self.captures(&mut begun, &mut found);
            self.put(square, Some(piece));
        }
        if !found.is_empty() {
            return found;
        }
        for &(square, piece) in &own {
            for to in ways(piece).filter_map(|(down, right)| self.beside(square, down, right)) {
                if self.at(to).is_none() {
                    let piece = self.landed(piece, to);
                    found.push(Move { path: vec![square, to], taken: Vec::new(), piece });
                }
            }
        }
        found
    }

    /// What black has more than white, or the other way round.
    fn worth(&self, black: bool) -> i32 {
        let side = |black: bool| -> i32 {
            let worth = |(square, piece): &(Square, Piece)| {
                let gone = if black { square.0 } else { self.size - 1 - square.0 };
                if piece.king { 150 } else { 100 + gone as i32 }
            };
            self.pieces(black).iter().map(worth).sum()
        };
        side(black) - side(!black)
    }

    /// The value of a move for the side that makes it, four moves ahead with this one.
    fn value(&mut self, one: &Move, depth: u32, alpha: i32, beta: i32) -> i32 {
        let (first, last) = (one.path[0], one.path[one.path.len() - 1]);
        let moved = self.at(first);
        let taken: Vec<_> = one.taken.iter().map(|&square| (square, self.at(square))).collect();
        self.put(first, None);
        taken.iter().for_each(|&(square, _)| self.put(square, None));
        self.put(last, Some(one.piece));
        let value = -self.search(!one.piece.black, depth - 1, -beta, -alpha);
        self.put(last, None);
        taken.iter().for_each(|&(square, piece)| self.put(square, piece));
        self.put(first, moved);
        value
    }

    fn search(&mut self, black: bool, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return self.worth(black);
        }
        let moves = self.moves(black);
        if moves.is_empty() {
            // Rather later than sooner.
            return LOST - depth as i32;
        }
        for one in &moves {
            alpha = alpha.max(self.value(one, depth, alpha, beta));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// Rows down and columns to the right that the piece may go at a time.
fn ways(piece: Piece) -> impl Iterator<Item = (isize, isize)> {
    let all = [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter();
    all.filter(move |&(down, _)| piece.king || (down == 1) == piece.black)
}

fn main() {
    let lines = std::io::stdin().lock().lines().map(Result::unwrap);
    let mut lines = lines.filter(|line| !line.trim().is_empty());
    while let Some(side) = lines.next() {
        let black = side.trim() == "b";
        let size = lines.next().unwrap().trim().parse().unwrap();
        let rows: Vec<_> = lines.by_ref().take(size).map(|row| row.trim().to_owned()).collect();
        let mut board = Board::read(&rows);
        let mut best = 2 * LOST;
        let mut chosen = Vec::new();
        for one in board.moves(black) {
            let value = board.value(&one, DEPTH, best, -2 * LOST);
            if value > best {
                best = value;
                chosen = one.path;
            }
        }
        println!("{}", chosen.len() - 1);
        chosen.iter().for_each(|(row, column)| println!("{row} {column}"));
        std::io::stdout().flush().unwrap();
    }
}
