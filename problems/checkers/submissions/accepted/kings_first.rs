//! Looks at kings before men and at each kind by columns; takes the capture that leaves the most
//! further captures open.

use std::io::Read;

type At = (i32, i32);

struct Game {
    side: u8,
    size: i32,
    cells: Vec<Vec<u8>>,
}

impl Game {
    fn get(&self, at: At) -> Option<u8> {
        let row = self.cells.get(usize::try_from(at.0).ok()?)?;
        row.get(usize::try_from(at.1).ok()?).copied()
    }

    fn set(&mut self, at: At, letter: u8) {
        self.cells[at.0 as usize][at.1 as usize] = letter;
    }

    fn ways(&self, piece: u8) -> Vec<At> {
        let forward = if self.side == b'b' { 1 } else { -1 };
        let all = [(-1, -1), (1, -1), (-1, 1), (1, 1)].into_iter();
        all.filter(|way| piece.is_ascii_uppercase() || way.0 == forward).collect()
    }

    fn jumps(&self, at: At, piece: u8) -> Vec<At> {
        let enemy = self.side ^ b'b' ^ b'w';
        let lands = |way: &At| self.get((at.0 + 2 * way.0, at.1 + 2 * way.1)) == Some(b'_');
        let takes = |way: &At| {
            self.get((at.0 + way.0, at.1 + way.1)).is_some_and(|l| l.to_ascii_lowercase() == enemy)
        };
        let ways = self.ways(piece).into_iter().filter(|way| lands(way) && takes(way));
        ways.map(|way| (at.0 + 2 * way.0, at.1 + 2 * way.1)).collect()
    }

    fn crowned(&self, to: At, piece: u8) -> u8 {
        let last = if self.side == b'b' { self.size - 1 } else { 0 };
        if to.0 == last { piece.to_ascii_uppercase() } else { piece }
    }

    fn capture(&mut self, from: At) -> Option<Vec<At>> {
        let (mut at, mut piece) = (from, self.get(from)?);
        let mut path = vec![from];
        self.set(from, b'_');
        while let Some(to) = self.best_jump(at, piece) {
            self.set(((at.0 + to.0) / 2, (at.1 + to.1) / 2), b'_');
            piece = self.crowned(to, piece);
            at = to;
            path.push(at);
        }
        self.set(from, piece); // the board is not used again unless nothing moved
        (path.len() > 1).then_some(path)
    }

    fn best_jump(&self, at: At, piece: u8) -> Option<At> {
        let jumps = self.jumps(at, piece).into_iter();
        jumps.max_by_key(|&to| self.jumps(to, self.crowned(to, piece)).len())
    }

    fn step(&self, from: At) -> Option<Vec<At>> {
        let ways = self.ways(self.get(from)?).into_iter();
        let mut targets = ways.map(|way| (from.0 + way.0, from.1 + way.1));
        targets.find(|to| self.get(*to) == Some(b'_')).map(|to| vec![from, to])
    }

    fn own(&self) -> Vec<At> {
        let all = (0..self.size).flat_map(|c| (0..self.size).map(move |r| (r, c)));
        let letter = |at: At| self.get(at).unwrap_or(b'_');
        let mut own: Vec<At> =
            all.filter(|at| letter(*at).to_ascii_lowercase() == self.side).collect();
        own.sort_by_key(|at| letter(*at).is_ascii_lowercase());
        own
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace();
    let side = words.next().unwrap().as_bytes()[0];
    let size = words.next().unwrap().parse().unwrap();
    let mut game = Game { side, size, cells: words.map(|row| row.as_bytes().to_vec()).collect() };
    let own = game.own();
    let capture = own.iter().find_map(|at| game.capture(*at));
    let path = capture.or_else(|| own.iter().find_map(|at| game.step(*at))).unwrap();
    println!("{}", path.len() - 1);
    for (row, column) in path {
        println!("{row} {column}");
    }
}
