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
