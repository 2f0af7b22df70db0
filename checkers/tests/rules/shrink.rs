//! Shrinkers propose smaller inputs of their own kind, for every shipped case, and nothing for junk.

use std::path::{Path, PathBuf};

use jury_checkers::PUZZLES;

/// Proposals looked at for each case.
const PROPOSALS: usize = 400;

/// Longest input that is looked at, in bytes.
const LONGEST: usize = 20_000;

fn is_valid(name: &str, input: &[u8]) -> bool {
    let entry = jury_checkers::puzzle(name).expect("a validator");
    (entry.validate)(input).is_ok()
}

fn inputs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            inputs(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "in") {
            found.push(path);
        }
    }
}

#[test]
fn every_case_has_valid_and_different_proposals() {
    for puzzle in PUZZLES {
        let (name, smaller) = (puzzle.name(), puzzle.smaller);
        let data =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../problems").join(name).join("data");
        let mut paths = Vec::new();
        inputs(&data, &mut paths);
        assert!(!paths.is_empty(), "{name}");
        for path in paths {
            let input = std::fs::read(&path).expect("readable");
            if input.len() > LONGEST {
                continue;
            }
            let proposals: Vec<_> = smaller(&input).take(PROPOSALS).collect();
            let useful = proposals.iter().filter(|text| **text != input && is_valid(name, text));
            assert!(useful.count() > 0, "none of {} for {}", proposals.len(), path.display());
        }
    }
}

#[test]
fn junk_has_no_proposals() {
    let texts: [&[u8]; 7] =
        [b"", b"\n", b"0 0\n", b"4\n", b"b\n4\n", b"WWWW\n", b"\xff\x00........\nX\n"];
    for puzzle in PUZZLES {
        let (name, smaller) = (puzzle.name(), puzzle.smaller);
        for text in texts {
            assert_eq!(smaller(text).count(), 0, "{name} on {text:?}");
        }
    }
}

#[track_caller]
fn proposes(name: &str, input: &str, wanted: &str) {
    let entry = jury_checkers::puzzle(name).expect("a shrinker");
    let found = (entry.smaller)(input.as_bytes()).any(|text| text == wanted.as_bytes());
    assert!(is_valid(name, wanted.as_bytes()), "{name}: {wanted:?} is not valid");
    assert!(found, "{name} does not propose {wanted:?}");
}

#[track_caller]
fn does_not_propose(name: &str, input: &str, unwanted: &str) {
    let entry = jury_checkers::puzzle(name).expect("a shrinker");
    let found = (entry.smaller)(input.as_bytes()).any(|text| text == unwanted.as_bytes());
    assert!(!found, "{name} proposes {unwanted:?}");
}

#[test]
fn boards_become_smaller_in_their_own_ways() {
    // One board of two, a smaller board, a piece less, a piece nearer to the edge.
    proposes("megacheckers", "3 3\n1 0 2 0 0\n3 4\n1 0 2 0 0 0\n0 0\n", "3 3\n1 0 2 0 0\n0 0\n");
    proposes("megacheckers", "3 4\n1 0 2 0 0 0\n0 0\n", "3 3\n1 0 2 0 0\n0 0\n");
    proposes("megacheckers", "3 3\n1 0 2 2 0\n0 0\n", "3 3\n1 0 2 0 0\n0 0\n");
    proposes("megacheckers", "3 3\n0 1 0 0 2\n0 0\n", "3 3\n1 0 0 0 2\n0 0\n");
    // A lower rank, a line and a column less, a step towards the goal.
    proposes("eastern-draughts", "3\n...\n..*\n.**\n", "3\n...\n...\n..*\n");
    proposes("eastern-draughts", "3\n...\n...\n..*\n", "2\n..\n.*\n");
    proposes("eastern-draughts", "2\n..\n.*\n", "2\n..\n*.\n");
    // A man for a king, the board turned round for the other side.
    proposes("checkers", "b\n4\n_B__\n____\n___w\n____\n", "b\n4\n_b__\n____\n___w\n____\n");
    proposes("checkers", "w\n4\n____\nb___\n____\n__w_\n", "b\n4\n_b__\n____\n___w\n____\n");
    proposes("four-in-line", "WWWW\nBBWB\nB.BB\nW.WB\n", "WWWW\nBBBW\nB.BB\nW.WB\n");
    let board = |rows: [&str; 2], player: &str| {
        format!("{}\n{}\n{}{player}\n", rows[0], rows[1], "........\n".repeat(6))
    };
    let two = board(["........", ".XXO...."], "X");
    proposes("board-silly", &two, &board(["XXO.....", "........"], "X"));
    proposes("board-silly", &two, &board(["........", ".OOX...."], "O"));
}

/// A square board with some pieces.
fn board(side: usize, blank: char, pieces: &[(char, [usize; 2])]) -> String {
    let mut rows = vec![vec![blank; side]; side];
    for &(piece, [row, column]) in pieces {
        rows[row][column] = piece;
    }
    rows.into_iter().map(|row| String::from_iter(row) + "\n").collect()
}

/// A square board of megacheckers of an even side, with a piece of each player.
fn homes(side: usize, own: [usize; 2], opponent: [usize; 2]) -> String {
    let home = |number: usize| {
        let (row, place) = (number / (side / 2), number % (side / 2));
        match [row, 2 * place + row % 2] {
            at if at == own => "1",
            at if at == opponent => "2",
            _ => "0",
        }
    };
    let homes: Vec<_> = (0..side * side / 2).map(home).collect();
    format!("{side} {side}\n{}\n0 0\n", homes.join(" "))
}

#[test]
fn each_piece_goes_up_left_and_aslant_by_itself() {
    for to in [[3, 5], [4, 4], [3, 4], [3, 6]] {
        let text = |at| board(8, '.', &[('X', at), ('O', [1, 0])]) + "X\n";
        proposes("board-silly", &text([4, 5]), &text(to));
    }
    // Towards the goal, or along it.
    for to in [[3, 5], [4, 4], [3, 6]] {
        let pieces = |at| board(8, '.', &[('*', at), ('*', [7, 0]), ('*', [0, 7])]);
        let text = |at| format!("8\n{}", pieces(at));
        proposes("eastern-draughts", &text([4, 5]), &text(to));
    }
    // On dark squares alone.
    for to in [[2, 5], [4, 3], [3, 4], [3, 6]] {
        let text = |at| format!("w\n8\n{}", board(8, '_', &[('W', at), ('B', [7, 0])]));
        proposes("checkers", &text([4, 5]), &text(to));
    }
    for to in [[2, 4], [4, 2], [3, 3], [3, 5]] {
        proposes("megacheckers", &homes(8, [4, 4], [7, 1]), &homes(8, to, [7, 1]));
    }
}

#[test]
fn boards_of_checkers_are_cut_where_dark_squares_stay_dark() {
    let text = |size: usize, king: [usize; 2], men: &[[usize; 2]]| {
        let men = men.iter().map(|&at| ('b', at));
        let pieces: Vec<_> = men.chain([('W', king)]).collect();
        format!("w\n{size}\n{}", board(size, '_', &pieces))
    };
    // A piece less, with the others where they are.
    proposes("checkers", &text(6, [3, 2], &[[2, 3], [1, 4]]), &text(6, [3, 2], &[[2, 3]]));
    proposes("checkers", &text(6, [3, 2], &[[2, 3], [1, 4]]), &text(6, [3, 2], &[[1, 4]]));
    for (top, left) in [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)] {
        let part = text(4, [3 - top, 2 - left], &[[2 - top, 3 - left]]);
        proposes("checkers", &text(6, [3, 2], &[[2, 3]]), &part);
    }
}

#[test]
fn boards_of_megacheckers_are_moved_and_cut() {
    // All pieces go to the corner together.
    proposes("megacheckers", &homes(8, [4, 4], [6, 6]), &homes(8, [0, 0], [2, 2]));
    // A quarter at each corner.
    proposes("megacheckers", &homes(8, [7, 7], [6, 6]), &homes(4, [3, 3], [2, 2]));
    proposes("megacheckers", &homes(8, [1, 1], [0, 0]), &homes(4, [1, 1], [0, 0]));
    proposes("megacheckers", &homes(8, [6, 0], [7, 1]), &homes(4, [2, 0], [3, 1]));
    proposes("megacheckers", &homes(8, [0, 6], [1, 7]), &homes(4, [0, 2], [1, 3]));
}

#[test]
fn boards_of_megacheckers_keep_their_shape() {
    let entry = jury_checkers::puzzle("megacheckers").expect("a shrinker");
    for input in ["3 5\n1 0 0 2 0 0 0 0\n0 0\n", "5 3\n0 1 0 0 2 0 0 0\n0 0\n"] {
        for text in (entry.smaller)(input.as_bytes()) {
            let text = String::from_utf8(text).expect("text");
            let numbers: Vec<usize> =
                text.split_ascii_whitespace().map(|it| it.parse().expect("a number")).collect();
            let [rows, columns, homes @ .., 0, 0] = numbers.as_slice() else { panic!("{text}") };
            assert!(*rows >= 3 && *columns >= 3, "{text}");
            assert_eq!(homes.len(), (rows * columns).div_ceil(2), "{text}");
        }
    }
}

#[test]
fn boards_of_eastern_draughts_are_cut_at_their_ends_and_in_the_middle() {
    let text = |side: usize, at| format!("{side}\n{}", board(side, '.', &[('*', at)]));
    for [row, column] in [[5, 6], [0, 3], [7, 7], [3, 4]] {
        // A quarter, half, three quarters, and all but a line.
        for (side, offsets) in [(2, [0, 3, 6]), (4, [0, 2, 4]), (6, [0, 1, 2]), (7, [0, 0, 1])] {
            let inside = |at: usize, offset: usize| (offset..offset + side).contains(&at);
            for top in offsets.into_iter().filter(|&top| inside(row, top)) {
                for left in offsets.into_iter().filter(|&left| inside(column, left)) {
                    let at = [row - top, column - left];
                    // No game begins in the goal.
                    if at != [0, 0] {
                        proposes("eastern-draughts", &text(8, [row, column]), &text(side, at));
                    }
                }
            }
        }
    }
}

#[test]
fn boards_of_eastern_draughts_lose_pieces_down_to_a_lower_rank() {
    let all = [[0, 4], [1, 2], [2, 5], [3, 0], [4, 3], [5, 1]];
    let text = |kept: &[usize]| {
        let pieces: Vec<_> = kept.iter().map(|&number| ('*', all[number])).collect();
        format!("6\n{}", board(6, '.', &pieces))
    };
    let six = text(&[0, 1, 2, 3, 4, 5]);
    // Neighbours, and such as stand everywhere.
    for kept in [[0, 1, 2], [2, 3, 4], [0, 2, 4], [1, 3, 5]] {
        proposes("eastern-draughts", &six, &text(&kept));
    }
    for kept in 0..6 {
        proposes("eastern-draughts", &six, &text(&[kept]));
    }
    for input in [six, text(&[0, 1, 2])] {
        let entry = jury_checkers::puzzle("eastern-draughts").expect("a shrinker");
        for text in (entry.smaller)(input.as_bytes()) {
            let pieces = String::from_utf8_lossy(&text).matches('*').count();
            assert!([1, 3, 6].contains(&pieces), "no goal holds {pieces}");
        }
    }
}

#[test]
fn boards_of_eastern_draughts_lose_a_line_and_a_column() {
    let text = |side: usize, pieces: [[usize; 2]; 3]| {
        format!("{side}\n{}", board(side, '.', &pieces.map(|at| ('*', at))))
    };
    let all = [[2, 2], [4, 4], [6, 6]];
    let without = |side: usize, row: usize, column: usize| {
        text(side - 1, all.map(|[r, c]| [r - usize::from(r > row), c - usize::from(c > column)]))
    };
    for (row, column) in [(3, 3), (3, 0), (3, 5), (1, 7), (5, 1)] {
        proposes("eastern-draughts", &text(8, all), &without(8, row, column));
    }
    // Of a large board, each line with the column of its number and with those at the ends.
    for (row, column) in [(3, 3), (3, 0), (3, 8), (5, 5), (5, 0), (5, 8)] {
        proposes("eastern-draughts", &text(9, all), &without(9, row, column));
    }
    for (row, column) in [(3, 5), (5, 3)] {
        does_not_propose("eastern-draughts", &text(9, all), &without(9, row, column));
    }
}
