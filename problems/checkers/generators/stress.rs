//! Small and nasty positions, for searching: pieces strewn with many empty squares between, so that
//! captures, long ones and captures round in a ring are frequent, kings of both sides, men one row
//! from being crowned. The side to move can move.
//!
//! stress SIZE SEED: SIZE from 1 to 5, boards of up to 2 + 2 × SIZE squares a side.

struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 to `bound` − 1; the bias is far below anything that matters here.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn fail(reason: &str) -> ! {
    eprintln!("{reason}\nusage: stress SIZE SEED");
    std::process::exit(2)
}

struct Board {
    size: i32,
    white: bool,
    cells: Vec<u8>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, seed] = arguments.as_slice() else {
        fail(&format!("expected 2 arguments, found {}", arguments.len()));
    };
    let Some(size) = size.parse().ok().filter(|size| (1..=5).contains(size)) else {
        fail(&format!("SIZE: expected 1 to 5, found `{size}`"));
    };
    let Ok(seed) = seed.parse() else {
        fail(&format!("SEED: expected a number, found `{seed}`"));
    };
    let mut random = Random(seed);
    loop {
        let board = draw(&mut random, 4 + 2 * random_size(seed, size));
        if board.can_go_on() {
            println!("{}\n{}", if board.white { 'w' } else { 'b' }, board.size);
            for row in board.cells.chunks(board.size as usize) {
                println!("{}", String::from_utf8_lossy(row));
            }
            return;
        }
    }
}

/// 0 to `size` − 1, the largest half of the time.
fn random_size(seed: u64, size: usize) -> i32 {
    let mut random = Random(!seed);
    let drawn = if random.below(2) == 0 { size - 1 } else { random.below(size) };
    drawn as i32
}

fn draw(random: &mut Random, size: i32) -> Board {
    let mut board = Board { size, white: random.below(2) == 0, cells: vec![b'_'; (size * size) as usize] };
    let most = (size * (size / 2 - 1)) / 2;
    let (own, theirs) = if board.white { (b'w', b'b') } else { (b'b', b'w') };
    let kings = random.below(101);
    // In a lattice, captured pieces and landing squares differ in the parity of rows and columns.
    let lattice = random.below(2) == 0;
    let (row_parity, few) = (random.below(2) as i32, 1 + random.below(3));
    let density = 10 + random.below(60);
    let mut squares: Vec<(i32, i32)> = (0..size)
        .flat_map(|row| (0..size).map(move |column| (row, column)))
        .filter(|(row, column)| (row + column) % 2 == 1)
        .collect();
    for last in (1..squares.len()).rev() {
        squares.swap(last, random.below(last + 1));
    }
    let (mut ours, mut others) = (0, 0);
    for (row, column) in squares {
        let between = row % 2 == row_parity;
        let letter = if lattice && between {
            if random.below(100) < density + 30 { theirs } else { continue }
        } else if lattice {
            if ours < few { own } else { continue }
        } else if random.below(100) < density {
            if random.below(2) == 0 { own } else { theirs }
        } else {
            continue;
        };
        let count = if letter == own { &mut ours } else { &mut others };
        if *count == most as usize {
            continue;
        }
        *count += 1;
        let crowned = row == if letter == b'b' { size - 1 } else { 0 };
        let king = crowned || random.below(100) < kings;
        board.cells[(row * size + column) as usize] =
            if king { letter.to_ascii_uppercase() } else { letter };
    }
    board
}

impl Board {
    fn get(&self, row: i32, column: i32) -> Option<u8> {
        let inside = (0..self.size).contains(&row) && (0..self.size).contains(&column);
        inside.then(|| self.cells[(row * self.size + column) as usize])
    }

    /// Whether both sides have pieces and the side to move has a move.
    fn can_go_on(&self) -> bool {
        let has = |man: u8| self.cells.iter().any(|cell| cell.to_ascii_lowercase() == man);
        let (own, theirs, down) = if self.white { (b'w', b'b', -1) } else { (b'b', b'w', 1) };
        let moves = |row: i32, column: i32, piece: u8| {
            let all = [(down, -1), (down, 1), (-down, -1), (-down, 1)];
            let ways = if piece.is_ascii_uppercase() { &all[..] } else { &all[..2] };
            ways.iter().any(|(r, c)| match self.get(row + r, column + c) {
                Some(b'_') => true,
                Some(over) if over.to_ascii_lowercase() == theirs => {
                    self.get(row + 2 * r, column + 2 * c) == Some(b'_')
                }
                _ => false,
            })
        };
        let squares = (0..self.size).flat_map(|row| (0..self.size).map(move |c| (row, c)));
        has(own)
            && has(theirs)
            && squares.into_iter().any(|(row, column)| {
                let piece = self.get(row, column).unwrap_or(b'_');
                piece.to_ascii_lowercase() == own && moves(row, column, piece)
            })
    }
}
