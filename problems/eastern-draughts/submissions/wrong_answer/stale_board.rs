// Wrong: in each sweep all pieces look at the board as it was when the sweep began, so that two
// may go to the same cell, or one may jump over a piece that has left.
use std::io::Read;

const STEPS: [(i32, i32); 6] = [(-1, 0), (0, -1), (1, -1), (-1, 1), (1, 0), (0, 1)];

struct Board {
    side: i32,
    pieces: Vec<bool>,
}

impl Board {
    fn index(&self, (x, y): (i32, i32)) -> Option<usize> {
        let inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        inside.then(|| (y * self.side + x) as usize)
    }

    fn has(&self, cell: (i32, i32)) -> bool {
        self.index(cell).is_some_and(|index| self.pieces[index])
    }

    fn is_free(&self, cell: (i32, i32)) -> bool {
        self.index(cell).is_some_and(|index| !self.pieces[index])
    }

    fn cells(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let side = self.side;
        (0..side * side).map(move |index| (index % side, index / side))
    }
}

/// The best single move of a piece: the one that ends nearest to the corner.
fn best_move(board: &Board, from: (i32, i32)) -> Option<(i32, i32)> {
    let mut best = None;
    let mut least = from.0 + from.1;
    for (dx, dy) in STEPS {
        let near = (from.0 + dx, from.1 + dy);
        let far = (near.0 + dx, near.1 + dy);
        let to = if board.has(near) { far } else { near };
        if board.is_free(to) && to.0 + to.1 < least {
            least = to.0 + to.1;
            best = Some(to);
        }
    }
    best
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace();
    let side: i32 = words.next().unwrap().parse().unwrap();
    let pieces = words.flat_map(|line| line.bytes().map(|byte| byte == b'*')).collect();
    let mut board = Board { side, pieces };
    let mut moves = Vec::new();
    loop {
        let turns: Vec<_> = board
            .cells()
            .filter(|&cell| board.has(cell))
            .filter_map(|cell| Some((cell, best_move(&board, cell)?)))
            .collect();
        if turns.is_empty() {
            break;
        }
        for (from, to) in turns {
            let (from_index, to_index) = (board.index(from).unwrap(), board.index(to).unwrap());
            board.pieces[from_index] = false;
            board.pieces[to_index] = true;
            moves.push((from, to));
        }
    }
    println!("{}", moves.len());
    for ((x1, y1), (x2, y2)) in moves {
        println!("{x1} {y1} {x2} {y2}");
    }
}
