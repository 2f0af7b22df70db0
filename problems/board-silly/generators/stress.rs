//! Files of few and nasty boards, for searching: crowded lines, edges and corners, boards with little
//! room, and single pieces.
//!
//! stress SIZE SEED: SIZE boards. The pieces of each stand in a rectangle of random size at a random
//! place, or on the edge alone; how many there are is random too, often few.

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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, seed] = arguments.as_slice() else {
        fail(&format!("expected 2 arguments, found {}", arguments.len()));
    };
    let Some(size) = size.parse().ok().filter(|size| (1..=2000).contains(size)) else {
        fail(&format!("SIZE: expected 1 to 2000, found `{size}`"));
    };
    let Ok(seed) = seed.parse() else {
        fail(&format!("SEED: expected a number, found `{seed}`"));
    };
    let mut random = Random(seed);
    for _ in 0..size {
        print!("{}", board(&mut random));
    }
}

fn board(random: &mut Random) -> String {
    let mut places = places(random);
    for last in (1..places.len()).rev() {
        places.swap(last, random.below(last + 1));
    }
    let most = if random.below(2) == 0 { 3 } else { 12 };
    let player = 1 + random.below(most.min(places.len() - 1));
    let other = 1 + random.below(most.min(places.len() - player));
    let letters = if random.below(2) == 0 { ['X', 'O'] } else { ['O', 'X'] };
    let mut cells = ['.'; 64];
    for (number, place) in places.into_iter().take(player + other).enumerate() {
        cells[place] = letters[usize::from(number >= player)];
    }
    let rows = cells.chunks(8).map(|row| row.iter().collect::<String>() + "\n");
    rows.collect::<String>() + &format!("{}\n", letters[0])
}

/// Where pieces may stand: at least two squares.
fn places(random: &mut Random) -> Vec<usize> {
    if random.below(6) == 0 {
        return (0..64).filter(|at| [0, 7].contains(&(at / 8)) || [0, 7].contains(&(at % 8))).collect();
    }
    let (height, width) = loop {
        let (height, width) = (1 + random.below(8), 1 + random.below(8));
        if height * width >= 2 {
            break (height, width);
        }
    };
    let (top, left) = (random.below(9 - height), random.below(9 - width));
    (0..height * width).map(|at| (top + at / width) * 8 + left + at % width).collect()
}
