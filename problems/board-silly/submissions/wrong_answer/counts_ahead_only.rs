// Mistake: counts only the pieces ahead of the piece, and itself.

use std::fmt::Write;
use std::io::Read;

/// The squares from `from` towards `down`, `right`, nearest first.
fn ray(from: i32, down: i32, right: i32) -> Vec<i32> {
    let inside = |steps: &i32| {
        let (row, column) = (from / 8 + down * steps, from % 8 + right * steps);
        (0..8).contains(&row) && (0..8).contains(&column)
    };
    (1..8).take_while(inside).map(|steps| from + (8 * down + right) * steps).collect()
}

fn mask(squares: &[i32]) -> u64 {
    squares.iter().fold(0, |mask, square| mask | 1 << square)
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut output = String::new();
    for (number, board) in lines.chunks(9).enumerate() {
        let player = board[8].as_bytes()[0];
        let (mut own, mut enemy) = (0_u64, 0_u64);
        for (square, cell) in board[..8].iter().flat_map(|line| line.bytes()).enumerate() {
            match cell {
                b'.' => {}
                cell if cell == player => own |= 1 << square,
                _ => enemy |= 1 << square,
            }
        }
        if number > 0 {
            output.push('\n');
        }
        let before = output.len();
        for from in (0..64).filter(|from| own >> from & 1 == 1) {
            for (down, right) in
                [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
            {
                let ahead = ray(from, down, right);
                let line = mask(&ahead) | 1 << from;
                let steps = (line & (own | enemy)).count_ones() as usize;
                let Some(&to) = ahead.get(steps - 1) else { continue };
                if own >> to & 1 == 0 && mask(&ahead[..steps - 1]) & enemy == 0 {
                    let name = |square: i32| {
                        let row = char::from(b'A' + (square / 8) as u8);
                        format!("{row}{}", square % 8 + 1)
                    };
                    writeln!(output, "{}-{}", name(from), name(to)).unwrap();
                }
            }
        }
        if output.len() == before {
            output.push_str("No moves are possible\n");
        }
    }
    print!("{output}");
}
