//! Four in a row: counts of lines, ways to win, answers, states, pictures.

use super::*;

fn usual() -> FourInARow {
    FourInARow::start(&(FOUR_IN_A_ROW.usual)()).unwrap()
}

#[track_caller]
fn after(moves: &str) -> FourInARow {
    let mut game = usual();
    for notation in moves.split_whitespace() {
        assert_eq!(game.ended(), None, "before {notation}");
        game.apply(notation).unwrap();
    }
    game
}

/// The counts that are known of the game, in which the side that has four ends it.
#[test]
fn lines_are_as_many_as_is_known() {
    let counts = [7, 49, 343, 2401, 16807, 117_649, 823_536];
    let deep = std::env::var_os("JURY_TEST_LONG").is_some();
    let most = if deep { counts.len() } else { 5 };
    for (plies, expected) in (1..).zip(counts).take(most) {
        let mut count = 0;
        let _ = usual().count_lines(plies, &|| true, &mut count);
        assert_eq!(count, expected, "{plies} plies");
    }
    // Near an end, where wins cut lines off: by a program of its own that looks at every line of four.
    let mut count = 0;
    let _ = after("1 1 2 2 3").count_lines(4, &|| true, &mut count);
    assert_eq!(count, naive(&after("1 1 2 2 3"), 4));
}

fn naive(game: &FourInARow, plies: u32) -> u64 {
    let won = |discs: &[[Option<Seat>; LONGEST]; LONGEST]| {
        let at = |column: isize, row: isize| {
            let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
            *discs.get(column)?.get(row)?
        };
        (0..9).any(|column| {
            (0..9).any(|row| {
                WAYS.iter().any(|[right, up]| {
                    let line = [0, 1, 2, 3].map(|n| at(column + n * right, row + n * up));
                    line[0].is_some() && line.iter().all(|disc| *disc == line[0])
                })
            })
        })
    };
    if plies == 0 {
        return 1;
    }
    if won(&game.discs) {
        return 0;
    }
    let mut sum = 0;
    for column in 0..7 {
        let mut next = *game;
        if let Some(row) = (0..6).find(|row| next.discs[column][*row].is_none()) {
            next.discs[column][row] = Some(next.to_move);
            next.to_move = next.to_move.other();
            sum += naive(&next, plies - 1);
        }
    }
    sum
}

#[track_caller]
fn won(moves: &str, winner: Seat) {
    let game = after(moves);
    let ending = game.ended().unwrap();
    assert_eq!((ending.winner, ending.reason), (Some(winner), Reason::Goal));
    assert!(game.legal().is_empty() && game.clone().apply("1").is_err());
    assert_eq!(game.line().map(|line| line.len()), Some(4));
    // A reader of the state sees the same end.
    let read = FourInARow::read(game.state().as_bytes()).unwrap();
    assert_eq!(read.ended(), Some(ending));
}

#[test]
fn four_in_any_direction_win() {
    won("1 2 1 2 1 2 1", Seat::First);
    won("1 1 2 2 3 3 7 4 7 4", Seat::Second);
    won("4 4 5 5 6 6 7", Seat::First);
    won("1 2 2 3 3 4 3 4 4 6 4", Seat::First);
    won("7 6 6 5 5 4 5 4 4 1 4", Seat::First);
}

#[test]
fn a_full_board_is_a_draw() {
    let rules = serde_json::json!({"columns": 4, "rows": 4});
    let mut game = FourInARow::start(&rules).unwrap();
    for notation in "1 2 1 2 2 1 2 1 3 4 3 4 4 3 4 3".split(' ') {
        assert_eq!(game.ended(), None);
        game.apply(notation).unwrap();
    }
    let ending = game.ended().unwrap();
    assert_eq!((ending.winner, ending.reason), (None, Reason::Full));
}

#[test]
fn answers_are_columns() {
    let mut game = usual();
    assert_eq!(game.answer(b" 4\n"), Ok("4".into()));
    assert_eq!(game.state().lines().next(), Some("o"));
    assert_eq!(game.state().lines().next_back(), Some("...x..."));
    let malformed = |words: &str| {
        Err(Refusal::Malformed(format!("expected the number of a column, found {words}")))
    };
    assert_eq!(game.answer(b"\n"), malformed("the end of the output"));
    assert_eq!(game.answer(b"e4\n"), malformed("`e4`"));
    assert_eq!(game.answer(b"4 5\n"), malformed("`4 5`"));
    let illegal = "expected a column from 1 to 7, found `8`";
    assert_eq!(game.answer(b"8\n"), Err(Refusal::Illegal(illegal.into())));
    for _ in 0..5 {
        game.apply("4").unwrap();
    }
    assert_eq!(game.answer(b"4\n"), Err(Refusal::Illegal("column 4 is full".into())));
    let lengths = [&b""[..], b" ", b"4", b"4\n", b"\n12 3", b"x", b"12345678901"];
    let expected = [None, None, None, Some(2), Some(4), Some(1), Some(11)];
    assert_eq!(lengths.map(answer_length), expected);
}

#[track_caller]
fn bad(state: &str, expected: &str) {
    let found = FourInARow::read(state.as_bytes());
    assert_eq!(found.unwrap_err().to_string(), expected);
}

#[test]
fn what_is_no_state_is_named_with_its_place() {
    let empty = ".......\n".repeat(5);
    bad("", "1:1: expected the side to move, `x` or `o`");
    bad("x\n8\n", "2:1: expected the columns and rows, as `7 6`");
    bad("x\n3 6\n", "2:1: expected 4 to 9 columns, found 3");
    bad("x\n7 6\n.......\n", "4:1: expected 7 of `x`, `o` and `.`");
    bad(&format!("o\n7 6\n{empty}..y....\n"), "8:3: expected `x`, `o` or `.`, found `y`");
    bad(&format!("o\n7 6\n..x....\n{empty}"), "3:3: this disc lies on nothing");
    let turn = "3:1: 1 of `x` and 0 of `o`: then it is not the turn of x";
    bad(&format!("x\n7 6\n{empty}..x....\n"), turn);
    bad(&format!("x\n7 6\n{empty}.......\nx\n"), "9:1: expected the end of the state");
}

#[test]
fn a_picture_and_a_drawing_show_every_disc() {
    let game = after("4 4");
    let text = |line: &Vec<Part>| line.iter().map(|part| part.text.as_str()).collect::<String>();
    let lines: Vec<String> = game.picture().iter().map(text).collect();
    assert_eq!(
        lines[4..],
        [" .  .  . [o] .  .  . ", " .  .  .  x  .  .  . ", " 1  2  3  4  5  6  7 "]
    );
    let drawing = usual().drawing(&["4", "4", "9"], "unfinished");
    let frames = &drawing.boards[0].frames;
    assert_eq!(frames.len(), 3);
    assert_eq!((frames[1].path.as_slice(), frames[1].becomes), (&[31][..], Some('o')));
    assert_eq!(frames[2].caption, "unfinished");
}
