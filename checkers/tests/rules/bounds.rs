//! The bounds that validators tell of: each can be reached by a valid input, and none can be passed.

use jury_checkers::{PUZZLES, Puzzle};

fn validator(name: &str) -> &'static Puzzle {
    jury_checkers::puzzle(name).expect("a validator")
}

/// Values of each quantity in a valid input, in the order of the table.
#[track_caller]
fn case(name: &str, input: &str, expected: &[&[u64]]) {
    let entry = validator(name);
    assert_eq!((entry.validate)(input.as_bytes()), Ok(()));
    let found: Vec<_> = entry.bounds.iter().map(|bound| (bound.values)(input.as_bytes())).collect();
    assert_eq!(found, expected);
    for (bound, values) in entry.bounds.iter().zip(found) {
        for value in values {
            assert!(value >= bound.least, "{}: {value}", bound.quantity);
            assert!(bound.greatest.is_none_or(|most| value <= most), "{}: {value}", bound.quantity);
        }
    }
}

#[test]
fn quantities_are_read_from_valid_inputs() {
    case("eastern-draughts", "2\n..\n.*\n", &[&[2], &[1], &[1]]);
    case("eastern-draughts", "2\n.*\n**\n", &[&[2], &[2], &[0]]);
    case("checkers", "b\n4\n_b_b\n____\n____\nw___\n", &[&[4], &[2], &[1]]);
    case("four-in-line", "BWBW\nWB.B\nWBWB\nWBW.\n", &[&[6], &[15]]);
    case(
        "megacheckers",
        "3 3\n1 0 0 2 0\n3 4\n0 0 0 0 0 1\n0 0\n",
        &[&[2], &[3, 3], &[3, 4], &[9, 12], &[1, 1], &[1, 0]],
    );
    let empty = "........\n".repeat(6);
    case(
        "board-silly",
        &format!("XX......\nO.......\n{empty}X\nX.......\nOOO.....\n{empty}O\n"),
        &[&[2], &[2, 3], &[1, 1]],
    );
}

#[test]
fn the_largest_board_holds_the_greatest_values() {
    let row = |y: usize| format!("{}{}\n", ".".repeat(29 - y), "*".repeat(y + 1));
    let input = format!("30\n{}", (0..30).map(row).collect::<String>());
    case("eastern-draughts", &input, &[&[30], &[30], &[0]]);
}

#[test]
fn what_cannot_be_read_has_no_values() {
    for entry in PUZZLES {
        for bound in entry.bounds {
            assert_eq!(
                (bound.values)(b""),
                Vec::<u64>::new(),
                "{} {}",
                entry.name(),
                bound.quantity
            );
            (bound.values)(b"\xff\n\x00 7\n");
        }
    }
}

#[test]
fn every_shipped_validator_tells_its_bounds() {
    for entry in PUZZLES {
        assert!(!entry.bounds.is_empty(), "{}", entry.name());
        for bound in entry.bounds {
            assert!(bound.greatest.is_none_or(|most| bound.least < most), "{}", bound.quantity);
        }
    }
}
