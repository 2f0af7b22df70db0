//! Drawings of shipped cases, played back by rules of their own: naive ones that know nothing of the
//! drawings' makers. And drawings of faulty and of absurd outputs.

use std::path::{Path, PathBuf};

use jury_checkers::drawing::{Board, Cell, Drawing, Frame, Listed};
use jury_checkers::{DRAWINGS, Files, Options, checkers};

fn draw(name: &str, input: &[u8], output: &[u8], answer: Option<&[u8]>) -> Option<Drawing> {
    let entry = DRAWINGS.iter().find(|entry| entry.name == name).expect("a drawing");
    let drawing = (entry.draw)(&Files { input, output, answer }, &Options::new())?;
    for board in &drawing.boards {
        sound(board);
    }
    Some(drawing)
}

/// What must hold of any board: every number is that of a square, every letter that of a piece.
fn sound(board: &Board) {
    let columns = board.rows[0].len();
    let squares = board.rows.len() * columns;
    assert!(board.rows.iter().all(|row| row.len() == columns), "{:?}", board.rows);
    let known = |letter| letter == '.' || board.pieces.iter().any(|piece| piece.letter == letter);
    assert!(board.rows.iter().flat_map(|row| row.chars()).all(known), "{:?}", board.rows);
    let frames = board.frames.iter();
    let cells = frames.flat_map(|frame| frame.path.iter().chain(&frame.taken).chain(&frame.marks));
    let arrows = board.arrows.iter().flat_map(|arrow| [&arrow.from, &arrow.to]);
    for &cell in cells.chain(arrows).chain(&board.goal) {
        assert!(usize::from(cell) < squares, "{cell} of {squares}");
    }
    assert!(board.frames.iter().all(|frame| frame.becomes.is_none_or(known)));
}

/// The board after its frames.
fn played(board: &Board) -> Vec<char> {
    let mut cells: Vec<char> = board.rows.iter().flat_map(|row| row.chars()).collect();
    for frame in board.frames.iter().filter(|frame| !frame.wrong && !frame.path.is_empty()) {
        let (from, to) =
            (usize::from(frame.path[0]), usize::from(frame.path[frame.path.len() - 1]));
        let piece = std::mem::replace(&mut cells[from], '.');
        assert_ne!(piece, '.', "nothing stands on {from}");
        for &taken in &frame.taken {
            let taken = std::mem::replace(&mut cells[usize::from(taken)], '.');
            assert_ne!(taken, '.');
        }
        assert_eq!(cells[to], '.', "{to} is occupied");
        cells[to] = frame.becomes.unwrap_or(piece);
    }
    cells
}

/// Inputs of a problem with their answers.
fn cases(slug: &str) -> Vec<(PathBuf, Vec<u8>, Option<Vec<u8>>)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../problems").join(slug).join("data");
    let mut folders = vec![data];
    let mut cases = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "in") {
                let input = std::fs::read(&path).expect("an input");
                let answer = std::fs::read(path.with_extension("ans")).ok();
                cases.push((path, input, answer));
            }
        }
    }
    assert!(cases.len() > 10, "{slug} has only {} cases", cases.len());
    cases
}

fn only(drawing: &Drawing) -> &Board {
    let [board] = drawing.boards.as_slice() else { panic!("one board: {drawing:?}") };
    board
}

#[test]
fn games_of_eastern_draughts_end_in_the_goal() {
    let mut sizes = Vec::new();
    for (path, input, answer) in cases("eastern-draughts") {
        let output = answer.expect("the reference's output");
        let drawing = draw("eastern-draughts", &input, &output, None).expect("a drawing");
        let board = only(&drawing);
        let cells = played(board);
        let reached = board.goal.iter().all(|&cell| cells[usize::from(cell)] == '*');
        assert!(reached && board.before == 0, "{}", path.display());
        assert!(board.frames.iter().all(|frame| !frame.wrong), "{}", path.display());
        sizes.push(serde_json::to_string(&drawing).expect("JSON").len());
    }
    println!("eastern {sizes:?}");
}

#[test]
fn best_captures_of_megacheckers_are_as_long_as_the_answer_says() {
    let (mut drawn, mut not_drawn) = (0, 0);
    for (path, input, answer) in cases("megacheckers") {
        let answer = answer.expect("an answer");
        let lines: Vec<usize> = String::from_utf8_lossy(&answer)
            .lines()
            .map(|line| line.parse().expect("a number"))
            .collect();
        let drawing = draw("megacheckers", &input, &answer, Some(&answer)).expect("a drawing");
        for (board, &best) in drawing.boards.iter().zip(&lines) {
            let Some(frame) = board.frames.first() else {
                not_drawn += usize::from(best > 0);
                if best > 0 {
                    println!("{} {} {}", path.display(), board.title, best);
                }
                continue;
            };
            drawn += 1;
            assert_eq!(frame.taken.len(), best, "{}", path.display());
            capture(board, frame);
        }
    }
    println!("mega {drawn} {not_drawn}");
}

/// Each hop goes two rows and two columns over an opponent that has not been jumped, to a square
/// that is empty or the first.
fn capture(board: &Board, frame: &Frame) {
    let columns = board.rows[0].len();
    let letter = |at: (usize, usize)| board.rows[at.0].as_bytes()[at.1];
    let place = |cell: Cell| (usize::from(cell) / columns, usize::from(cell) % columns);
    assert_eq!(letter(place(frame.path[0])), b'1');
    for (hop, &over) in frame.path.windows(2).zip(&frame.taken) {
        let (from, to, over) = (place(hop[0]), place(hop[1]), place(over));
        assert_eq!((from.0.abs_diff(to.0), from.1.abs_diff(to.1)), (2, 2));
        assert_eq!((from.0 + to.0, from.1 + to.1), (2 * over.0, 2 * over.1));
        assert_eq!(letter(over), b'2');
        assert!(letter(to) == b'.' || hop[1] == frame.path[0]);
    }
    let mut taken = frame.taken.clone();
    taken.sort_unstable();
    taken.dedup();
    assert_eq!(taken.len(), frame.taken.len(), "an opponent is jumped twice");
}
