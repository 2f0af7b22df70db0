//! Drawings of shipped cases, played back by rules of their own: naive ones that know nothing of the
//! drawings' makers. And drawings of faulty and of absurd outputs.

use std::path::{Path, PathBuf};

use jury_checkers::drawing::{Board, Cell, Drawing, Frame, Listed};
use jury_checkers::{Files, Options, checkers};

fn draw(name: &str, input: &[u8], output: &[u8], answer: Option<&[u8]>) -> Option<Drawing> {
    let entry = jury_checkers::puzzle(name).expect("a drawing");
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
    for (path, input, answer) in cases("eastern-draughts") {
        let output = answer.expect("the reference's output");
        let drawing = draw("eastern-draughts", &input, &output, None).expect("a drawing");
        let board = only(&drawing);
        let cells = played(board);
        let reached = board.goal.iter().all(|&cell| cells[usize::from(cell)] == '*');
        assert!(reached && board.before == 0, "{}", path.display());
        let pieces = cells.iter().filter(|&&cell| cell == '*').count();
        assert_eq!(board.goal.len(), pieces, "{}", path.display());
        assert!(board.frames.iter().all(|frame| !frame.wrong), "{}", path.display());
    }
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
                continue;
            };
            drawn += 1;
            assert_eq!(frame.taken.len(), best, "{}", path.display());
            capture(board, frame);
        }
    }
    // Dense lattices are beyond a short search.
    assert!(drawn >= 80 && not_drawn <= 10, "{drawn} drawn, {not_drawn} not");
}

#[test]
fn of_many_boards_of_megacheckers_the_first_wrong_one_is_drawn_first() {
    use jury_checkers::drawing::Shade;
    let input = "5 3\n1 0 2 0 0 0 0 0\n3 3\n1 0 0 0 0\n4 3\n0 0 0 1 0 2\n3 4\n1 0 2 0 0 0\n3 3\n1 0 2 0 0\n0 0\n";
    let of = |output: &str| {
        let drawing =
            draw("megacheckers", input.as_bytes(), output.as_bytes(), Some(b"1\n0\n0\n1\n1\n"));
        let drawing = drawing.expect("a drawing");
        assert_eq!((drawing.boards.len(), drawing.left_out), (3, 2));
        drawing.boards
    };
    let titles = |output: &str| of(output).into_iter().map(|board| board.title).collect::<Vec<_>>();
    assert_eq!(titles("1\n0\n0\n1\n1\n"), ["board 1", "board 2", "board 3"]);
    let third = ["board 3, the first that is wrong", "board 1", "board 2"];
    assert_eq!(titles("1\n0\n2\n1\n"), third);
    let fourth = ["board 4, the first that is wrong", "board 1", "board 2"];
    assert_eq!(titles("1 0 0\n"), fourth);

    // The own edge is at the bottom.
    let [third, first, second] = of("1\n0\n2\n1\n").try_into().expect("three boards");
    assert_eq!(first.rows, ["...", "...", "...", ".2.", "1.."]);
    assert_eq!(
        (first.shade, first.note.as_str()),
        (Shade::DarkEven, "the best move takes 1 piece")
    );
    let [frame] = first.frames.as_slice() else { panic!("one move: {first:?}") };
    assert_eq!((&*frame.path, &*frame.taken), (&[12, 8][..], &[10][..]));
    assert_eq!((second.note.as_str(), second.frames.len()), ("nothing can be taken", 0));
    assert_eq!(third.rows, [".2.", "1..", "...", "..."]);
    assert_eq!((third.shade, third.frames.len()), (Shade::DarkOdd, 0));
}

#[test]
fn the_search_for_a_capture_of_megacheckers_ends() {
    // A lattice of 36 that can be taken in very many orders, and a piece at the edge that cannot.
    let home = |row: usize, column: usize| match (row, column) {
        (0, 0) => '1',
        (0, 2) => '2',
        (1..12, 1..12) if row % 2 == 1 => '2',
        _ => '0',
    };
    let homes = (0..14).flat_map(|row| (row % 2..14).step_by(2).map(move |column| (row, column)));
    let homes: Vec<_> = homes.map(|(row, column)| home(row, column).to_string()).collect();
    let input = format!("14 14\n{}\n0 0\n", homes.join(" "));
    let drawing = draw("megacheckers", input.as_bytes(), b"37\n", Some(b"37\n"));
    let drawing = drawing.expect("a drawing");
    let board = only(&drawing);
    assert!(board.frames.is_empty() && board.note.ends_with("did not find its path"), "{board:?}");
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

#[test]
fn solutions_of_four_in_line_end_with_four_in_line() {
    for (path, input, answer) in cases("four-in-line") {
        let answer = answer.expect("an answer");
        let drawing = draw("four-in-line", &input, b"", Some(&answer)).expect("a drawing");
        let board = only(&drawing);
        let moves: usize = String::from_utf8_lossy(&answer).trim().parse().expect("a number");
        let steps: Vec<_> = board.frames.iter().filter(|frame| !frame.path.is_empty()).collect();
        assert_eq!(steps.len(), moves, "{}", path.display());
        let before: Vec<char> = board.rows.iter().flat_map(|row| row.chars()).collect();
        let mut cells = before;
        let mut last = None;
        for step in steps {
            let [from, to] = [0, 1].map(|at| usize::from(step.path[at]));
            let (rows, columns) = ((from / 4).abs_diff(to / 4), (from % 4).abs_diff(to % 4));
            assert_eq!(rows + columns, 1, "{}", path.display());
            assert!(Some(cells[from]) != last && cells[to] == '.', "{}", path.display());
            last = Some(cells[from]);
            cells.swap(from, to);
        }
        let line = &board.frames.last().expect("a frame").marks;
        let colours: Vec<_> = line.iter().map(|&cell| cells[usize::from(cell)]).collect();
        assert!(colours == ['W'; 4] || colours == ['B'; 4], "{}: {colours:?}", path.display());
    }
    let (_, input, _) = cases("four-in-line").remove(0);
    assert_eq!(draw("four-in-line", &input, b"", Some(b"9\n")), None, "the answer is not believed");
}

const SILLY: &[u8] =
    b"XX.....O\n........\n........\n........\n........\n........\n........\n........\nX\n";

/// How many moves are drawn as right, missing and wrong.
#[track_caller]
fn silly(output: &str, expected: [usize; 3]) {
    let drawing = draw("board-silly", SILLY, output.as_bytes(), None).expect("a drawing");
    let arrows = &only(&drawing).arrows;
    let count = |of| arrows.iter().filter(|arrow| arrow.listed == of).count();
    assert_eq!([count(Listed::Right), count(Listed::Missing), count(Listed::Wrong)], expected);
    let wrong = arrows.iter().filter(|arrow| arrow.listed == Listed::Wrong);
    assert!(wrong.into_iter().all(|arrow| !arrow.caption.is_empty()), "each says why");
}

#[test]
fn moves_of_board_silly_are_listed_missing_or_wrong() {
    // Lines of 3, 1 and 1 pieces from A1; of 3, 1, 1 and 1 from A2.
    let all = "A1-A4\nA1-B1\nA1-B2\nA2-A5\nA2-B1\nA2-B2\nA2-B3\n";
    silly(all, [7, 0, 0]);
    silly("", [0, 7, 0]);
    silly("A1-A4\njunk\nA2-B2\nA1-A4\n\nA2-B3\n", [2, 5, 0]);
    silly(&format!("H1-H2\n{all}A1-H8\n"), [7, 0, 2]);
}

#[test]
fn of_many_boards_the_first_wrong_one_is_drawn_first() {
    // X moves from A1, and O stands on no line with it.
    let rows = ["B8", "C7", "D8", "E8", "F8"].map(|square| {
        let (row, column) = (square.as_bytes()[0] - b'A', square.as_bytes()[1] - b'1');
        let mut cells = [b'.'; 64];
        cells[0] = b'X';
        cells[usize::from(row * 8 + column)] = b'O';
        let lines: Vec<_> = cells.chunks(8).map(String::from_utf8_lossy).collect();
        lines.join("\n")
    });
    let input = rows.join("\nX\n") + "\nX\n";
    let right = "A1-A2\nA1-B1\nA1-B2\n";
    let titles = |drawing: &Drawing| {
        drawing.boards.iter().map(|board| board.title.clone()).collect::<Vec<_>>()
    };
    let good = [right; 5].join("\n");
    let drawing = draw("board-silly", input.as_bytes(), good.as_bytes(), None).expect("boards");
    assert_eq!(
        (titles(&drawing), drawing.left_out),
        (["board 1", "board 2", "board 3"].map(String::from).to_vec(), 2)
    );
    assert!(drawing.boards.iter().all(|board| board.note == "3 moves are possible"));

    let bad = [right, right, "A1-A2\nA1-H1\n", right, right].join("\n");
    let drawing = draw("board-silly", input.as_bytes(), bad.as_bytes(), None).expect("boards");
    let expected = ["board 3, the first that is wrong", "board 1", "board 2"].map(String::from);
    assert_eq!((titles(&drawing), drawing.left_out), (expected.to_vec(), 2));
    for (board, index) in drawing.boards.iter().zip([2, 0, 1]) {
        assert_eq!(board.rows.join("\n"), rows[index]);
        let names: Vec<_> = board.pieces.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names, ["X, to move", "O"]);
    }
    let wrong = &drawing.boards[0];
    assert_eq!(wrong.note, "3 moves are possible, 2 missing, 1 wrong");
    let arrows: Vec<_> = wrong.arrows.iter().map(|it| (it.from, it.to, it.listed)).collect();
    let (right, missing, wrong) = (Listed::Right, Listed::Missing, Listed::Wrong);
    assert_eq!(arrows, [(0, 1, right), (0, 8, missing), (0, 9, missing), (0, 56, wrong)]);
}

/// The only frame of a drawn move.
fn hop(input: &[u8], output: &str) -> Frame {
    let drawing = draw("checkers", input, output.as_bytes(), None).expect("a drawing");
    let [frame] = only(&drawing).frames.as_slice() else { panic!("one frame") };
    frame.clone()
}

const LIGHT: &[u8] = b"w\n8\nb_______\n";

#[test]
fn moves_of_checkers_take_crown_and_fail() {
    let sample =
        b"w\n8\n________\nb_b_b_b_\n___b____\n__b_____\n_w______\nw_b___w_\n_w_____b\nw_____w_\n";
    let frame = hop(sample, "5\n6 1\n4 3\n2 1\n0 3\n2 5\n0 7\n");
    assert_eq!(frame.path, [49, 35, 17, 3, 21, 7]);
    assert_eq!(frame.taken, [42, 26, 10, 12, 14]);
    assert_eq!((frame.becomes, frame.wrong), (Some('W'), false));
    assert_eq!(frame.caption, "crowned");
    let frame = hop(sample, "1\n6 1\n4 3\n");
    assert!(frame.wrong && frame.path == [49, 35] && frame.marks == [35, 26], "{frame:?}");
    assert!(!frame.caption.is_empty(), "it says what is wrong");
    // The way is drawn to the square that is wrong, and not beyond.
    let frame = hop(sample, "3\n6 1\n4 3\n3 3\n0 0\n");
    assert!(frame.wrong && frame.path == [49, 35, 27], "{frame:?}");
    let frame = hop(sample, "1\n7 0\n-4 900\n");
    assert!(frame.wrong && frame.path == [56], "{frame:?}");
    assert!(hop(sample, "one hop").wrong);
    assert_eq!(draw("checkers", LIGHT, b"", None), None, "no position, no drawing");
}

#[test]
fn pieces_of_checkers_are_black_or_white_men_or_kings() {
    let start = checkers::Position::start(4).expect("a board");
    let drawing = checkers::game(&start, &[], checkers::Profile::Seed, "");
    let pieces =
        only(&drawing).pieces.iter().map(|it| (it.letter, it.name.as_str(), it.dark, it.king));
    let expected = [
        ('b', "black man", true, false),
        ('B', "black king", true, true),
        ('w', "white man", false, false),
        ('W', "white king", false, true),
    ];
    assert_eq!(pieces.collect::<Vec<_>>(), expected);
}

#[test]
fn a_move_or_a_piece_that_is_wrong_is_pointed_out() {
    let input = b"3\n...\n...\n..*\n";
    let last = |output: &str| {
        let drawing = draw("eastern-draughts", input, output.as_bytes(), None).expect("a drawing");
        only(&drawing).frames.last().cloned().expect("a frame")
    };
    let frame = last("1\n2 2 2 0\n");
    assert_eq!((frame.wrong, frame.path, frame.marks), (true, vec![8, 2], vec![]));
    assert!(frame.caption.starts_with("move 1: "), "{}", frame.caption);
    let frame = last("1\n2 2 1 2\n");
    assert_eq!((frame.wrong, frame.path, frame.marks), (true, vec![], vec![7]));
    assert!(frame.caption.ends_with("is outside the goal"), "{}", frame.caption);
}

#[test]
fn a_game_of_checkers_is_drawn_to_its_end() {
    use checkers::{Position, Profile};
    let start = Position::start(8).expect("a board");
    let (mut position, mut moves) = (start, Vec::new());
    while let Some(next) = position.legal_moves(Profile::Seed).into_iter().next_back() {
        position = position.play(&next, Profile::Seed).expect("legal");
        moves.push(next);
        if moves.len() == 60 {
            break;
        }
    }
    let drawing = checkers::game(&start, &moves, Profile::Seed, "agreed to be a draw");
    let board = only(&drawing);
    sound(board);
    assert_eq!(board.frames.len(), moves.len() + 1);
    let expected: String = position.to_string().lines().skip(2).collect();
    assert_eq!(played(board).iter().collect::<String>(), expected.replace('_', "."));
    assert_eq!(
        board.frames.last().map(|frame| frame.caption.as_str()),
        Some("agreed to be a draw")
    );
}

#[test]
fn a_long_turn_is_drawn_in_parts_and_only_its_end() {
    let input = b"3\n..*\n.**\n...\n";
    let jumps = |count: usize| {
        let jumps = (0..count).map(|at| if at % 2 == 0 { "2 1 0 1\n" } else { "0 1 2 1\n" });
        let output = format!("{count}\n{}", jumps.collect::<String>());
        let drawing = draw("eastern-draughts", input, output.as_bytes(), None).expect("a drawing");
        let board = only(&drawing).clone();
        // The last frame is the complaint that the goal is not reached.
        let frames = board.frames[..board.frames.len() - 1].to_vec();
        (board, frames)
    };
    let (board, frames) = jumps(1200);
    let lengths: Vec<_> = frames.iter().map(|frame| frame.path.len()).collect();
    assert_eq!((board.before, lengths), (0, vec![500, 500, 203]));
    let captions: Vec<_> = frames.iter().map(|frame| frame.caption.as_str()).collect();
    assert_eq!(captions, ["", "the same turn goes on", "the same turn goes on"]);
    assert_eq!(played(&board).iter().collect::<String>(), "..*.**...");

    let (board, frames) = jumps(10_000);
    let drawn: usize = frames.iter().map(|frame| frame.path.len()).sum();
    assert!((7500..=8000).contains(&drawn), "{drawn}");
    assert_eq!(board.before + frames.len(), 10_000_usize.div_ceil(499));
    assert_eq!(played(&board).iter().collect::<String>(), "..*.**...");
}

#[test]
fn a_drawing_stays_small_whatever_was_written() {
    let walk = (0..200_000).map(|at| if at % 2 == 0 { "0 0 1 0\n" } else { "1 0 0 0\n" });
    let steps = format!("200000\n{}", walk.collect::<String>());
    let input = b"3\n*..\n..*\n.*.\n";
    let drawing = draw("eastern-draughts", input, steps.as_bytes(), None).expect("a drawing");
    let board = only(&drawing);
    assert_eq!(board.before + board.frames.len(), 200_001);
    assert!(board.frames.len() > 3000 && board.frames[board.frames.len() - 1].wrong);
    assert_eq!(board.rows, ["*..", "..*", ".*."], "an even number of steps is left out");
    let text = serde_json::to_string(&drawing).expect("JSON");
    assert!(text.len() < 100_000, "{}", text.len());
    assert_eq!(serde_json::from_str::<Drawing>(&text).expect("read back"), drawing);

    let lists = (1..=8).flat_map(|row| (1..=8).map(move |to| format!("A{row}-H{to}\n")));
    let lists = lists.collect::<String>().repeat(1000);
    let drawing = draw("board-silly", SILLY, lists.as_bytes(), None).expect("a drawing");
    assert!(only(&drawing).arrows.len() <= 200);
    let blank = "\n".repeat(1_000_000);
    assert!(draw("board-silly", SILLY, blank.as_bytes(), None).is_some());
}
