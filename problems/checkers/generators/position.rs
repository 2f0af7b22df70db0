//! Random positions of checkers in which the side to move can move and both sides have pieces.
//!
//!     position play SIZE PLIES KIND SEED       by random play, after PLIES or more plies
//!     position scatter SIZE PERCENT KIND SEED  by scattering pieces over PERCENT of dark squares
//!
//! KIND is what must be so for the side to move: `any`; `quiet` (nothing can be captured);
//! `capture` (something can); `chain` (a capture of three hops or more exists); `crowning` (a man
//! can be crowned in mid-capture and go on as a king).
//!
//! The same arguments give the same bytes everywhere. Bad arguments end with status 2.

use std::process::ExitCode;

/// Games or boards tried before giving up.
const ATTEMPTS: u32 = 2_000_000;
/// How many plies after the wanted one a game is still looked at.
const PATIENCE: usize = 60;

/// SplitMix64, after Sebastiano Vigna's public-domain code.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; the bias is far too small to matter here.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

#[derive(Clone)]
struct Board {
    size: i32,
    white: bool,
    cells: Vec<u8>,
}

type At = (i32, i32);

/// One hop: over which square, to which square.
type Hop = (At, At);

impl Board {
    fn empty(size: i32) -> Self {
        Board { size, white: false, cells: vec![b'_'; (size * size) as usize] }
    }

    fn start(size: i32) -> Self {
        let mut board = Self::empty(size);
        for at in board.dark() {
            if at.0 < size / 2 - 1 {
                board.set(at, b'b');
            } else if at.0 > size / 2 {
                board.set(at, b'w');
            }
        }
        board
    }

    fn dark(&self) -> Vec<At> {
        let all = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (row, column)));
        all.filter(|(row, column)| (row + column) % 2 == 1).collect()
    }

    fn get(&self, (row, column): At) -> Option<u8> {
        let inside = (0..self.size).contains(&row) && (0..self.size).contains(&column);
        inside.then(|| self.cells[(row * self.size + column) as usize])
    }

    fn set(&mut self, (row, column): At, letter: u8) {
        self.cells[(row * self.size + column) as usize] = letter;
    }

    fn own(&self) -> u8 {
        if self.white { b'w' } else { b'b' }
    }

    fn pieces(&self) -> Vec<At> {
        let own = |at: &At| self.get(*at).is_some_and(|l| l.to_ascii_lowercase() == self.own());
        self.dark().into_iter().filter(own).collect()
    }

    fn ways(letter: u8) -> &'static [At] {
        match letter {
            b'b' => &[(1, -1), (1, 1)],
            b'w' => &[(-1, -1), (-1, 1)],
            _ => &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
        }
    }

    fn jumps(&self, at: At) -> Vec<Hop> {
        let letter = self.get(at).unwrap_or(b'_');
        let mut found = Vec::new();
        for (down, right) in Self::ways(letter) {
            let over = (at.0 + down, at.1 + right);
            let to = (over.0 + down, over.1 + right);
            let taken = self.get(over).unwrap_or(b'_').to_ascii_lowercase();
            if taken != b'_' && taken != self.own() && self.get(to) == Some(b'_') {
                found.push((over, to));
            }
        }
        found
    }

    fn steps(&self, at: At) -> Vec<At> {
        let ways = Self::ways(self.get(at).unwrap_or(b'_')).iter();
        let targets = ways.map(|(down, right)| (at.0 + down, at.1 + right));
        targets.filter(|to| self.get(*to) == Some(b'_')).collect()
    }

    fn go(&mut self, from: At, to: At) {
        let letter = self.get(from).unwrap_or(b'_');
        let last = if self.white { 0 } else { self.size - 1 };
        self.set(from, b'_');
        self.set(to, if to.0 == last { letter.to_ascii_uppercase() } else { letter });
    }

    fn jump(&mut self, from: At, (over, to): Hop) {
        self.set(over, b'_');
        self.go(from, to);
    }

    /// Plays one random move; false if there is none.
    fn play(&mut self, random: &mut Random) -> bool {
        let mut pieces = self.pieces();
        let capture = pieces.iter().any(|at| !self.jumps(*at).is_empty());
        pieces.retain(|at| {
            if capture { !self.jumps(*at).is_empty() } else { !self.steps(*at).is_empty() }
        });
        if pieces.is_empty() {
            return false;
        }
        let mut at = random.pick(&pieces);
        if capture {
            while let jumps @ [_, ..] = self.jumps(at).as_slice() {
                let hop = random.pick(jumps);
                self.jump(at, hop);
                at = hop.1;
            }
        } else {
            let to = random.pick(&self.steps(at));
            self.go(at, to);
        }
        self.white = !self.white;
        true
    }

    fn has_chain(&self, at: At, hops: u32) -> bool {
        hops == 0
            || self.jumps(at).into_iter().any(|hop| {
                let mut next = self.clone();
                next.jump(at, hop);
                next.has_chain(hop.1, hops - 1)
            })
    }

    /// Whether the man on `at` can be crowned by a jump and then jump on.
    fn has_crowning(&self, at: At) -> bool {
        let is_man = self.get(at).is_some_and(|letter| letter.is_ascii_lowercase());
        is_man
            && self.jumps(at).into_iter().any(|hop| {
                let mut next = self.clone();
                next.jump(at, hop);
                let crowned = next.get(hop.1).is_some_and(|letter| letter.is_ascii_uppercase());
                if crowned { next.has_chain(hop.1, 1) } else { next.has_crowning(hop.1) }
            })
    }

    fn is(&self, kind: &str) -> bool {
        let pieces = self.pieces();
        let capture = pieces.iter().any(|at| self.has_chain(*at, 1));
        let step = pieces.iter().any(|at| !self.steps(*at).is_empty());
        let opponents = self.cells.iter().filter(|letter| **letter != b'_').count() - pieces.len();
        (capture || step)
            && opponents > 0
            && match kind {
                "quiet" => !capture,
                "capture" => capture,
                "chain" => pieces.iter().any(|at| self.has_chain(*at, 3)),
                "crowning" => pieces.iter().any(|at| self.has_crowning(*at)),
                _ => true,
            }
    }

    fn print(&self) {
        println!("{}\n{}", char::from(self.own()), self.size);
        for row in self.cells.chunks(self.size as usize) {
            println!("{}", String::from_utf8_lossy(row));
        }
    }
}

fn played(size: i32, plies: usize, kind: &str, random: &mut Random) -> Option<Board> {
    let mut board = Board::start(size);
    for ply in 0..=plies + PATIENCE {
        if ply >= plies && board.is(kind) {
            return Some(board);
        }
        if !board.play(random) {
            return None;
        }
    }
    None
}

fn scattered(size: i32, percent: usize, kind: &str, random: &mut Random) -> Option<Board> {
    let mut board = Board::empty(size);
    let mut squares = board.dark();
    let count = (squares.len() * percent / 100).min((size * (size / 2 - 1)) as usize);
    board.white = random.below(2) == 1;
    for number in 0..count {
        let at = squares.swap_remove(random.below(squares.len()));
        let (man, last) = if number % 2 == 0 { (b'b', size - 1) } else { (b'w', 0) };
        let king = random.below(3) == 0 || at.0 == last;
        board.set(at, if king { man.to_ascii_uppercase() } else { man });
    }
    board.is(kind).then_some(board)
}

fn generate(arguments: &[&str]) -> Result<Board, String> {
    let [origin, size, amount, kind, seed] = arguments else {
        return Err("expected play|scatter SIZE PLIES|PERCENT KIND SEED".into());
    };
    let size: i32 = size.parse().map_err(|_| format!("SIZE `{size}` is not a number"))?;
    if !(4..=12).contains(&size) || size % 2 != 0 {
        return Err(format!("SIZE {size} is not even and from 4 to 12"));
    }
    let amount: usize = amount.parse().map_err(|_| format!("`{amount}` is not a number"))?;
    if !["any", "quiet", "capture", "chain", "crowning"].contains(kind) {
        return Err(format!("unknown KIND `{kind}`"));
    }
    let make = match *origin {
        "play" if amount <= 500 => played,
        "scatter" if (1..=100).contains(&amount) => scattered,
        "play" | "scatter" => return Err(format!("{amount} is out of range for `{origin}`")),
        other => return Err(format!("expected `play` or `scatter`, found `{other}`")),
    };
    let seed = seed.parse().map_err(|_| format!("SEED `{seed}` is not a number below 2^64"))?;
    let mut random = Random(seed);
    let found = (0..ATTEMPTS).find_map(|_| make(size, amount, kind, &mut random));
    found.ok_or_else(|| format!("no such position in {ATTEMPTS} attempts"))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match generate(&arguments) {
        Ok(board) => {
            board.print();
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("position: {message}");
            ExitCode::from(2)
        }
    }
}
