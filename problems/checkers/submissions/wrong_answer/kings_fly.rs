//! Wrong: kings step any distance, as in international draughts.

use std::io::Read;

type At = (usize, usize);

struct Game {
    me: u8,
    size: usize,
    board: Vec<Vec<u8>>,
}

/// The square `by` rows and columns further, if there is one.
fn shifted(size: usize, at: At, (down, right): (isize, isize)) -> Option<At> {
    let row = at.0.checked_add_signed(down)?;
    let column = at.1.checked_add_signed(right)?;
    (row < size && column < size).then_some((row, column))
}

impl Game {
    fn ways(&self, piece: u8) -> Vec<(isize, isize)> {
        match piece {
            b'b' => vec![(1, -1), (1, 1)],
            b'w' => vec![(-1, -1), (-1, 1)],
            _ => vec![(-1, -1), (-1, 1), (1, -1), (1, 1)],
        }
    }

    fn is_enemy(&self, at: At) -> bool {
        let letter = self.board[at.0][at.1].to_ascii_lowercase();
        letter != b'_' && letter != self.me
    }

    fn is_free(&self, at: At) -> bool {
        self.board[at.0][at.1] == b'_'
    }

    fn jump(&self, at: At) -> Option<(At, At)> {
        self.ways(self.board[at.0][at.1]).into_iter().find_map(|way| {
            let over = shifted(self.size, at, way)?;
            let to = shifted(self.size, over, way)?;
            (self.is_enemy(over) && self.is_free(to)).then_some((over, to))
        })
    }

    fn capture(&mut self, from: At) -> Vec<At> {
        let mut path = vec![from];
        let mut at = from;
        while let Some((over, to)) = self.jump(at) {
            let last = if self.me == b'b' { self.size - 1 } else { 0 };
            let piece = self.board[at.0][at.1];
            self.board[at.0][at.1] = b'_';
            self.board[over.0][over.1] = b'_';
            self.board[to.0][to.1] = if to.0 == last { piece.to_ascii_uppercase() } else { piece };
            at = to;
            path.push(at);
        }
        path
    }

    /// The furthest free square from `from` along `way`.
    fn slide(&self, from: At, way: (isize, isize)) -> Option<At> {
        let is_king = self.board[from.0][from.1].is_ascii_uppercase();
        let next = |at: &At| shifted(self.size, *at, way).filter(|to| self.is_free(*to));
        let squares = std::iter::successors(next(&from), next);
        if is_king { squares.last() } else { next(&from) }
    }

    fn step(&self, from: At) -> Vec<At> {
        let ways = self.ways(self.board[from.0][from.1]);
        let mut targets = ways.into_iter().filter_map(|way| self.slide(from, way));
        targets.next().map_or(vec![from], |to| vec![from, to])
    }

    fn best(&mut self) -> Vec<At> {
        let squares = (0..self.size * self.size).rev().map(|i| (i / self.size, i % self.size));
        let own: Vec<At> = squares
            .filter(|at| self.board[at.0][at.1].to_ascii_lowercase() == self.me)
            .collect();
        let captures = own.iter().map(|at| self.capture(*at)).find(|path| path.len() > 1);
        captures.unwrap_or_else(|| {
            own.iter().map(|at| self.step(*at)).find(|path| path.len() > 1).expect("a move")
        })
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace();
    let me = words.next().unwrap().as_bytes()[0];
    let size: usize = words.next().unwrap().parse().unwrap();
    let board = words.map(|row| row.as_bytes().to_vec()).collect();
    let path = Game { me, size, board }.best();
    println!("{}", path.len() - 1);
    for (row, column) in path {
        println!("{row} {column}");
    }
}
