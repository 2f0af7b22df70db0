//! What the reference programs need at their worst: `cargo bench -p jury-reference --bench figures`.
//!
//! Boards are timed by the thread's CPU clock; whole programs from their start to their end by wall
//! time, so alone on the machine. Prints each figure beside the one that it should stay under.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use jury_reference::clock::thread_cpu_time;
use jury_reference::megacheckers::{Board, Home, most_captures};
use jury_reference::random::Random;

/// Rounds of each program; the median counts.
const ROUNDS: usize = 21;

fn main() {
    let mut random = Random::new(1);
    println!("{:<52} {:>10} {:>10}", "figure", "ms", "at most");
    figure("megacheckers: the slowest of 20 000 boards", slowest_board(&mut random), 5);
    let worst = program("megacheckers", &worst_boards(&mut random));
    figure("megacheckers: a file of 400 of the worst boards", worst, 500);
    let farthest = b"WWB.\n.BWB\nBBWW\nWWBB\n";
    let line = program("four-in-line", farthest);
    figure("four-in-line: a board of 7 moves", line, 5);
    let silly = program("board-silly", &silly_boards(&mut random));
    figure("board-silly: 10 000 boards", silly, 300);
}

fn figure(what: &str, time: Duration, most: u64) {
    println!("{what:<52} {:>10.2} {most:>10}", time.as_secs_f64() * 1e3);
}

/// The median wall time of the program on this input.
fn program(name: &str, input: &[u8]) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            let mut child = Command::new(env!("CARGO_BIN_EXE_jury-reference"))
                .arg(name)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .expect("the program can be started");
            child.stdin.take().expect("a pipe").write_all(input).expect("it reads its input");
            assert!(child.wait().expect("it can be waited for").success());
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2]
}

/// Shapes of the largest boards.
const SHAPES: [(usize, usize); 7] =
    [(13, 15), (15, 13), (11, 18), (18, 11), (14, 14), (10, 20), (20, 10)];

fn slowest_board(random: &mut Random) -> Duration {
    let mut boards: Vec<Board> =
        SHAPES.iter().map(|(rows, columns)| lattice(*rows, *columns)).collect();
    boards.extend((0..20_000).map(|_| {
        let (rows, columns) = SHAPES[random.below(SHAPES.len())];
        near_full(random, rows, columns)
    }));
    let times = boards.iter().map(|board| {
        let begun = thread_cpu_time();
        std::hint::black_box(most_captures(board));
        thread_cpu_time().saturating_sub(begun)
    });
    times.max().unwrap_or_default()
}

/// 13 x 15 and 11 x 18 lattices with own pieces at the corners, and near-full random boards.
fn worst_boards(random: &mut Random) -> Vec<u8> {
    let mut text = String::new();
    for number in 0..400 {
        let (rows, columns) = SHAPES[number % 4];
        let board =
            if number < 200 { lattice(rows, columns) } else { near_full(random, rows, columns) };
        text.push_str(&written(&board));
    }
    text.push_str("0 0\n");
    text.into_bytes()
}

fn written(board: &Board) -> String {
    let homes =
        (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
    let homes = homes.filter(|(row, column)| (row + column) % 2 == 0);
    let digits: Vec<_> = homes
        .map(|(row, column)| match board.cell(row, column) {
            Home::Empty => "0",
            Home::Own => "1",
            Home::Opponent => "2",
        })
        .collect();
    format!("{} {}\n{}\n", board.rows(), board.columns(), digits.join(" "))
}

/// Opponents on all homes of odd row and column, pieces of ours on the corners that are homes.
fn lattice(rows: usize, columns: usize) -> Board {
    board(rows, columns, |row, column| {
        let corner = [0, rows - 1].contains(&row) && [0, columns - 1].contains(&column);
        match (row % 2 == 1 && row < rows - 1 && column < columns - 1, corner) {
            (true, _) => Home::Opponent,
            (false, true) => Home::Own,
            (false, false) => Home::Empty,
        }
    })
}

/// A lattice with a few opponents away and a few pieces of ours anywhere.
fn near_full(random: &mut Random, rows: usize, columns: usize) -> Board {
    let gaps = random.below(8);
    let full = lattice(rows, columns);
    board(rows, columns, |row, column| match full.cell(row, column) {
        Home::Opponent if random.below(50) < gaps => Home::Empty,
        Home::Empty if random.below(60) == 0 => Home::Own,
        home => home,
    })
}

fn board(rows: usize, columns: usize, mut home: impl FnMut(usize, usize) -> Home) -> Board {
    let cells = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
    let homes: Vec<_> = cells
        .filter(|(row, column)| (row + column) % 2 == 0)
        .map(|(row, column)| home(row, column))
        .collect();
    Board::new(rows, columns, homes)
}

fn silly_boards(random: &mut Random) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..10_000 {
        let mut cells = [b'.'; 64];
        let (ours, theirs) = (1 + random.below(12), 1 + random.below(12));
        cells[..ours].fill(b'X');
        cells[ours..ours + theirs].fill(b'O');
        random.shuffle(&mut cells);
        for line in cells.chunks(8) {
            text.extend_from_slice(line);
            text.push(b'\n');
        }
        text.extend_from_slice([b"X\n", b"O\n"][random.below(2)]);
    }
    text
}
