// Mistake: the test of the board's bounds is off by one, so nothing lands on the player's own edge.
use std::io::Read;

struct Board {
    rows: usize,
    columns: usize,
    cells: [[u8; 24]; 24],
}

impl Board {
    fn at(&self, row: i32, column: i32) -> Option<u8> {
        let inside =
            (1..self.rows as i32).contains(&row) && (0..self.columns as i32).contains(&column);
        inside.then(|| self.cells[row as usize][column as usize])
    }

    fn capture(&mut self, row: i32, column: i32) -> u32 {
        let mut best = 0;
        for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (r, c) = (row + down, column + right);
            if self.at(r, c) == Some(2) && self.at(r + down, c + right) == Some(0) {
                self.cells[r as usize][c as usize] = 0;
                best = best.max(1 + self.capture(r + down, c + right));
                self.cells[r as usize][c as usize] = 2;
            }
        }
        best
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<usize>().unwrap());
    loop {
        let (rows, columns) = (numbers.next().unwrap(), numbers.next().unwrap());
        if rows == 0 {
            break;
        }
        let mut board = Board { rows, columns, cells: [[0; 24]; 24] };
        for row in 0..rows {
            for column in (row % 2..columns).step_by(2) {
                board.cells[row][column] = numbers.next().unwrap() as u8;
            }
        }
        let mut best = 0;
        for row in 0..rows {
            for column in 0..columns {
                if board.cells[row][column] == 1 {
                    board.cells[row][column] = 0;
                    best = best.max(board.capture(row as i32, column as i32));
                    board.cells[row][column] = 1;
                }
            }
        }
        println!("{best}");
    }
}
