//! Dense boards of one size: every second home of every second row free to land on, the homes
//! between them the opponent's. On them the number of captures is greatest.
//!
//! lattice BOARDS ROWS COLUMNS FIRST OWN HOLES BLOCKS SEED: landing homes are those in rows FIRST,
//! FIRST + 2, … (FIRST is 0 or 1). OWN own pieces stand on random landing homes, the first four on
//! the corners of the lattice while HOLES is 0. HOLES opponents are then taken off again at random,
//! and BLOCKS opponents put on landing homes, as far as the bound of a quarter of the squares lets
//! them.

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

    /// One of `items`, taken out; `None` when there is none.
    fn draw<T>(&mut self, items: &mut Vec<T>) -> Option<T> {
        let count = items.len() as u64;
        (count > 0).then(|| items.swap_remove((self.next() % count) as usize))
    }
}

const USAGE: &str = "usage: lattice BOARDS ROWS COLUMNS FIRST OWN HOLES BLOCKS SEED";

fn fail(reason: &str) -> ! {
    eprintln!("{reason}\n{USAGE}");
    std::process::exit(2)
}

/// The argument of that name, which must be a number in the range.
fn number(arguments: &[String], at: usize, name: &str, low: u64, high: u64) -> u64 {
    let value = arguments[at].parse().ok().filter(|value| (low..=high).contains(value));
    value.unwrap_or_else(|| {
        fail(&format!("{name}: expected a number from {low} to {high}, found `{}`", arguments[at]))
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.len() != 8 {
        fail(&format!("expected 8 arguments, found {}", arguments.len()));
    }
    let boards = number(&arguments, 0, "BOARDS", 1, 10_000);
    let rows = number(&arguments, 1, "ROWS", 3, 20) as usize;
    let columns = number(&arguments, 2, "COLUMNS", 3, 20) as usize;
    let first = number(&arguments, 3, "FIRST", 0, 1) as usize;
    let own = number(&arguments, 4, "OWN", 0, 50);
    let holes = number(&arguments, 5, "HOLES", 0, 100);
    let blocks = number(&arguments, 6, "BLOCKS", 0, 50);
    let mut random = Random(number(&arguments, 7, "SEED", 0, u64::MAX));
    if rows * columns > 200 {
        fail(&format!("ROWS × COLUMNS: expected at most 200, found {}", rows * columns));
    }
    let most = rows * columns / 4;
    let mut text = String::new();
    for _ in 0..boards {
        let mut cells = vec![vec![0_u8; columns]; rows];
        let squares = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let landing = |&(row, column): &(usize, usize)| row % 2 == first && column % 2 == first;
        let mut landings: Vec<_> = squares().filter(landing).collect();
        // Only homes with a landing home on either side can be jumped over.
        let between = |&(row, column): &(usize, usize)| {
            let inner = row > 0 && row + 1 < rows && column > 0 && column + 1 < columns;
            inner && row % 2 != first && column % 2 != first
        };
        let mut opponents: Vec<_> = squares().filter(between).collect();
        let (last_row, last_column) = landings[landings.len() - 1];
        let corners =
            [(first, first), (first, last_column), (last_row, first), (last_row, last_column)];
        for index in 0..own.min(most as u64) as usize {
            let place = match corners.get(index).filter(|_| holes == 0) {
                Some(&corner) => {
                    landings.retain(|&place| place != corner);
                    Some(corner)
                }
                None => random.draw(&mut landings),
            };
            if let Some((row, column)) = place {
                cells[row][column] = 1;
            }
        }
        for _ in 0..holes {
            random.draw(&mut opponents);
        }
        while opponents.len() > most {
            random.draw(&mut opponents);
        }
        for _ in 0..blocks.min((most - opponents.len()) as u64) {
            opponents.extend(random.draw(&mut landings));
        }
        for (row, column) in opponents {
            cells[row][column] = 2;
        }
        let homes = squares().filter(|&(row, column)| (row + column) % 2 == 0);
        let words: Vec<String> =
            homes.map(|(row, column)| cells[row][column].to_string()).collect();
        text.push_str(&format!("{rows} {columns}\n{}\n", words.join(" ")));
    }
    println!("{text}0 0");
}
