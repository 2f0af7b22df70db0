//! Takes what is worth most now, a king counting more than a man, and crowns where it can; never
//! looks further. Equal moves are told apart by the position, so that games differ. Answers
//! positions until the input ends.

use std::io::{BufRead, Write};

type At = (usize, usize);
/// A move: its squares, and what it gains.
type Move = (Vec<At>, u32);

struct Game {
    side: u8,
    board: Vec<Vec<u8>>,
}

impl Game {
    fn shifted(&self, at: At, way: (isize, isize)) -> Option<At> {
        let row = at.0.checked_add_signed(way.0).filter(|row| *row < self.board.len())?;
        let column = at.1.checked_add_signed(way.1).filter(|column| *column < self.board.len())?;
        Some((row, column))
    }

    fn ways(&self, piece: u8) -> impl Iterator<Item = (isize, isize)> + use<> {
        let forward = if self.side == b'b' { 1 } else { -1 };
        let all = [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter();
        all.filter(move |way| piece.is_ascii_uppercase() || way.0 == forward)
    }

    fn is_last(&self, row: usize) -> bool {
        row == if self.side == b'b' { self.board.len() - 1 } else { 0 }
    }

    /// All captures that begin with `path`, which has gained `gain` so far.
    fn captures(&mut self, path: &mut Vec<At>, piece: u8, gain: u32, found: &mut Vec<Move>) {
        let at = path[path.len() - 1];
        let mut ended = true;
        for way in self.ways(piece) {
            let Some(over) = self.shifted(at, way) else { continue };
            let Some(to) = self.shifted(over, way) else { continue };
            let taken = self.board[over.0][over.1];
            let is_enemy = taken != b'_' && taken.to_ascii_lowercase() != self.side;
            if !is_enemy || self.board[to.0][to.1] != b'_' {
                continue;
            }
            ended = false;
            let worth = if taken.is_ascii_uppercase() { 4 } else { 3 };
            let crowned = piece.is_ascii_lowercase() && self.is_last(to.0);
            let after = if crowned { piece.to_ascii_uppercase() } else { piece };
            self.board[over.0][over.1] = b'_';
            path.push(to);
            self.captures(path, after, gain + worth + u32::from(crowned), found);
            path.pop();
            self.board[over.0][over.1] = taken;
        }
        if ended && path.len() > 1 {
            found.push((path.clone(), gain));
        }
    }

    fn steps(&self, from: At, found: &mut Vec<Move>) {
        let piece = self.board[from.0][from.1];
        for to in self.ways(piece).filter_map(|way| self.shifted(from, way)) {
            if self.board[to.0][to.1] == b'_' {
                let crowned = piece.is_ascii_lowercase() && self.is_last(to.0);
                found.push((vec![from, to], u32::from(crowned)));
            }
        }
    }

    fn moves(&mut self) -> Vec<Move> {
        let size = self.board.len();
        let all = (0..size).flat_map(|r| (0..size).map(move |c| (r, c)));
        let own: Vec<At> =
            all.filter(|at| self.board[at.0][at.1].to_ascii_lowercase() == self.side).collect();
        let mut found = Vec::new();
        for &at in &own {
            let piece = std::mem::replace(&mut self.board[at.0][at.1], b'_');
            self.captures(&mut vec![at], piece, 0, &mut found);
            self.board[at.0][at.1] = piece;
        }
        if found.is_empty() {
            own.iter().for_each(|&at| self.steps(at, &mut found));
        }
        found
    }

    /// A number that differs from position to position.
    fn number(&self) -> usize {
        let letters = self.board.iter().flatten().chain([&self.side]);
        let mixed = letters.fold(0_u64, |n, l| (n ^ u64::from(*l)).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ n >> 29);
        (mixed >> 33) as usize
    }
}

fn main() {
    let lines = std::io::stdin().lock().lines().map(Result::unwrap);
    let mut words = lines.flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    while let Some(side) = words.next() {
        let size: usize = words.next().unwrap().parse().unwrap();
        let board = words.by_ref().take(size).map(String::into_bytes).collect();
        let mut game = Game { side: side.as_bytes()[0], board };
        let moves = game.moves();
        let most = moves.iter().map(|one| one.1).max().unwrap();
        let best: Vec<&Move> = moves.iter().filter(|one| one.1 == most).collect();
        let path = &best[game.number() % best.len()].0;
        let squares: String = path.iter().map(|at| format!("{} {}\n", at.0, at.1)).collect();
        print!("{}\n{squares}", path.len() - 1);
        std::io::stdout().flush().unwrap();
    }
}
