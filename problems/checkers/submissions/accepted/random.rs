//! Plays any legal move, each as likely as another; the same one for the same position. Answers
//! positions until the input ends.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

type Square = (i32, i32);

/// The squares of the board with their letters: what is not among them is beyond the edge.
struct Position {
    side: char,
    last: i32,
    squares: BTreeMap<Square, char>,
}

impl Position {
    fn read(lines: &mut impl Iterator<Item = String>) -> Option<Self> {
        let side = lines.next()?.chars().next()?;
        let size: usize = lines.next()?.parse().ok()?;
        let rows: Vec<String> = lines.take(size).collect();
        let row = |(row, text): (i32, &String)| -> Vec<(Square, char)> {
            (0..).zip(text.chars()).map(|(column, letter)| ((row, column), letter)).collect()
        };
        let squares = (0..).zip(&rows).flat_map(row).collect();
        Some(Self { side, last: if side == 'b' { size as i32 - 1 } else { 0 }, squares })
    }

    fn is_own(&self, letter: char) -> bool {
        letter.to_ascii_lowercase() == self.side
    }

    fn ways(&self, piece: char) -> Vec<Square> {
        let ahead = if self.side == 'b' { 1 } else { -1 };
        let rows = if piece.is_uppercase() { vec![-1, 1] } else { vec![ahead] };
        rows.into_iter().flat_map(|down| [(down, -1), (down, 1)]).collect()
    }

    /// Adds all captures that begin with `path`, with the piece in hand.
    fn captures(&mut self, path: &[Square], piece: char, found: &mut Vec<Vec<Square>>) {
        let (row, column) = path[path.len() - 1];
        let mut ended = true;
        for (down, right) in self.ways(piece) {
            let (over, to) = ((row + down, column + right), (row + 2 * down, column + 2 * right));
            let Some(&taken) = self.squares.get(&over) else { continue };
            if taken == '_' || self.is_own(taken) || self.squares.get(&to) != Some(&'_') {
                continue;
            }
            ended = false;
            self.squares.insert(over, '_');
            let piece = if to.0 == self.last { piece.to_ascii_uppercase() } else { piece };
            self.captures(&[path, &[to]].concat(), piece, found);
            self.squares.insert(over, taken);
        }
        if ended && path.len() > 1 {
            found.push(path.to_vec());
        }
    }

    fn steps(&self, (row, column): Square, piece: char) -> Vec<Vec<Square>> {
        let targets = self.ways(piece).into_iter().map(|(down, right)| (row + down, column + right));
        let free = targets.filter(|to| self.squares.get(to) == Some(&'_'));
        free.map(|to| vec![(row, column), to]).collect()
    }

    fn moves(&mut self) -> Vec<Vec<Square>> {
        let squares = self.squares.clone().into_iter();
        let own: Vec<(Square, char)> = squares.filter(|&(_, letter)| self.is_own(letter)).collect();
        let mut found = Vec::new();
        for &(square, piece) in &own {
            self.squares.insert(square, '_');
            self.captures(&[square], piece, &mut found);
            self.squares.insert(square, piece);
        }
        if found.is_empty() {
            found = own.iter().flat_map(|&(square, piece)| self.steps(square, piece)).collect();
        }
        found
    }

    /// A number that differs from position to position (FNV-1a).
    fn number(&self) -> u64 {
        let letters = self.squares.values().chain([&self.side]);
        letters.fold(0xcbf2_9ce4_8422_2325, |number, &letter| {
            (number ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}

fn main() {
    let mut lines = std::io::stdin().lock().lines().map(|line| line.unwrap().trim().to_owned());
    while let Some(mut position) = Position::read(&mut lines) {
        let moves = position.moves();
        // The upper bits: the lowest ones only know how many letters of a kind there are.
        let path = &moves[(position.number() >> 32) as usize % moves.len()];
        println!("{}", path.len() - 1);
        path.iter().for_each(|(row, column)| println!("{row} {column}"));
        std::io::stdout().flush().unwrap();
    }
}
