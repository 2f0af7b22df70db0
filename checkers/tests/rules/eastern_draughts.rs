//! Eastern draughts: rows for inputs and outputs, the samples, and a naive second implementation
//! of the rules against which the checker is held.

use std::collections::HashSet;

use jury_checkers::eastern_draughts::position::{Cell, Illegal, Position};
use jury_checkers::eastern_draughts::{PUZZLE, validate};
use jury_checkers::{CaseScore, Files, Judgement, Opinion, Options};
use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
};

use crate::long::usual_or_long;

const INPUT_1: &str = "4\n....\n....\n....\n..*.\n";
const OUTPUT_1: &str = "5\n2 3 2 2\n2 2 2 1\n2 1 2 0\n2 0 1 0\n1 0 0 0\n";
const INPUT_2: &str = "5\n.....\n...*.\n...*.\n.....\n..*..\n";
const OUTPUT_2: &str = "10\n2 4 2 3\n2 3 4 1\n4 1 2 1\n3 2 3 0\n3 1 1 1\n3 0 1 2\n1 2 1 0\n2 1 0 1\n\
                        0 1 0 0\n1 1 0 1\n";

fn judge(input: &[u8], output: &[u8]) -> Judgement {
    let checker = (PUZZLE.checker.build)(&Options::new()).expect("no options needed");
    checker.check(&Files { input, output, answer: None }).expect("a valid input")
}

#[track_caller]
fn accepted(input: &str, output: &str, message: &str, score: (u64, u64)) {
    let judgement = judge(input.as_bytes(), output.as_bytes());
    assert_eq!(judgement.message, message);
    assert_eq!(judgement.opinion, Opinion::Accepted);
    let (numerator, denominator) = score;
    assert_eq!(judgement.score, Some(CaseScore { numerator, denominator }));
}

/// `place` is `line:column`.
#[track_caller]
fn refused(input: &str, output: impl AsRef<[u8]>, opinion: Opinion, place: &str, message: &str) {
    let judgement = judge(input.as_bytes(), output.as_ref());
    assert_eq!(judgement.message, message);
    assert_eq!(judgement.opinion, opinion);
    assert_eq!(judgement.score, None);
    let found = judgement.place.expect("a place");
    assert_eq!(format!("{}:{}", found.line, found.column), place);
}

#[track_caller]
fn wrong(output: &str, place: &str, message: &str) {
    refused(INPUT_2, output, Opinion::WrongAnswer, place, message);
}

#[track_caller]
fn format(output: impl AsRef<[u8]>, place: &str, message: &str) {
    refused(INPUT_1, output, Opinion::OutputFormat, place, message);
}

#[test]
fn samples_score_as_the_statement_says() {
    accepted(INPUT_1, OUTPUT_1, "5 turns", (5, 5));
    accepted(INPUT_2, OUTPUT_2, "8 turns", (13, 8));
}

#[test]
fn whitespace_and_leading_zeros_are_free() {
    accepted(INPUT_1, &OUTPUT_1.replace('\n', "\r\n"), "5 turns", (5, 5));
    accepted(INPUT_1, OUTPUT_1.trim_end(), "5 turns", (5, 5));
    accepted(INPUT_1, &OUTPUT_1.replace('\n', " "), "5 turns", (5, 5));
    accepted(INPUT_1, &format!("\n\t{OUTPUT_1}\n \n"), "5 turns", (5, 5));
    let zeros = OUTPUT_1.replace(" 0\n", " -0\n").replace('2', "0000000000000000000000002");
    accepted(INPUT_1, &zeros, "5 turns", (5, 5));
}

#[test]
fn a_turn_is_a_step_or_a_run_of_jumps_of_one_piece() {
    let input = "3\n..*\n.**\n...\n";
    let end = "1 1 1 0  2 0 0 0";
    accepted(input, &format!("3  2 1 0 1  {end}"), "3 turns", (5, 3));
    let run = "2 1 0 1  0 1 2 1  2 1 0 1";
    accepted(input, &format!("5  {run}  {end}"), "3 turns", (5, 3));
    let another_piece = "2 1 0 1  2 0 0 2  0 2 2 0";
    accepted(input, &format!("5  {another_piece}  {end}"), "4 turns", (5, 4));
    let steps_between = "2 1 0 1  0 1 0 2  0 2 0 1  0 1 2 1  2 1 0 1";
    accepted(input, &format!("7  {steps_between}  {end}"), "6 turns", (5, 6));
    let another_between = "2 1 0 1  1 1 1 2  1 2 1 1  0 1 2 1  2 1 0 1";
    accepted(input, &format!("7  {another_between}  {end}"), "6 turns", (5, 6));
}

#[test]
fn outside_the_board_is_no_piece_and_no_place_for_one() {
    let mut position = Position::parse(b"3\n..*\n.*.\n*..\n").expect("a board");
    let corner = Cell { x: 2, y: 0 };
    for (x, y) in [(3, 0), (0, 3), (1, 3), (2, 32), (34, 0), (255, 255)] {
        let outside = Cell { x, y };
        assert!(!position.has_piece(outside), "{x} {y}");
        assert_eq!(position.play(corner, outside), Err(Illegal::Occupied(outside)));
        assert_eq!(position.play(outside, corner), Err(Illegal::NoPiece(outside)));
    }
    assert!(position.has_piece(corner));
}

#[test]
fn moves_that_are_not_legal_are_named() {
    wrong("1\n0 0 0 1", "2:1", "move 1: 0 0 -> 0 1: no piece on 0 0");
    wrong("1\n3 1 3 2", "2:1", "move 1: 3 1 -> 3 2: 3 2 is occupied");
    wrong("1\n3 1 3 1", "2:1", "move 1: 3 1 -> 3 1: 3 1 is occupied");
    wrong("1\n3 1 2 0", "2:1", "move 1: 3 1 -> 2 0: no piece moves along this diagonal");
    wrong("1\n3 1 4 2", "2:1", "move 1: 3 1 -> 4 2: no piece moves along this diagonal");
    wrong("1\n2 4 0 2", "2:1", "move 1: 2 4 -> 0 2: no piece moves along this diagonal");
    wrong("1\n2 4 2 2", "2:1", "move 1: 2 4 -> 2 2: jump over the empty cell 2 3");
    wrong("1\n3 1 1 3", "2:1", "move 1: 3 1 -> 1 3: jump over the empty cell 2 2");
    wrong("1\n3 2 2 0", "2:1", "move 1: 3 2 -> 2 0: neither a step nor a jump");
    wrong("1\n3 2 0 2", "2:1", "move 1: 3 2 -> 0 2: neither a step nor a jump");
    wrong("2\n2 4 2 3\n 2 3\n4 2 0 0 0 0", "3:2", "move 2: 2 3 -> 4 2: neither a step nor a jump");
    wrong("1\n3 1 5 1", "2:5", "move 1: x2 is `5`: expected 0 to 4");
    wrong("1\n3 -1 5 1", "2:3", "move 1: y1 is `-1`: expected 0 to 4");
    wrong("1 1000 0 0 0", "1:3", "move 1: x1 is `1000`: expected 0 to 4");
    let huge = "1\n3 1 3 18446744073709551616";
    wrong(huge, "2:7", "move 1: y2 is `18446744073709551616`: expected 0 to 4");
}

#[test]
fn outputs_that_stop_short_of_the_goal_are_wrong() {
    wrong("0\n", "1:1", "after 0 moves the piece on 3 1 is outside the goal");
    let short = OUTPUT_2.replace("10\n", "9\n").replace("1 1 0 1\n", "");
    wrong(&short, "10:1", "after 9 moves the piece on 1 1 is outside the goal");
}

#[test]
fn the_number_of_moves_has_bounds() {
    wrong("-1\n", "1:1", "the number of moves is `-1`: expected 0 to 999999");
    wrong("1000000\n", "1:1", "the number of moves is `1000000`: expected 0 to 999999");
    let huge = "the number of moves is `99999999999999999999`: expected 0 to 999999";
    wrong("99999999999999999999", "1:1", huge);
    let there_and_back = "2 3 2 2\n2 2 2 3\n".repeat(499_997);
    let moves = OUTPUT_1.strip_prefix("5\n").expect("five moves");
    accepted(INPUT_1, &format!("999999\n{there_and_back}{moves}"), "999999 turns", (5, 999_999));
}

#[test]
fn outputs_not_in_the_form_are_refused() {
    format("", "1:1", "expected the number of moves, found the end of the output");
    format(" \n\n", "3:1", "expected the number of moves, found the end of the output");
    format("five", "1:1", "expected the number of moves, an integer, found `five`");
    format("+5\n2 3 2 2", "1:1", "expected the number of moves, an integer, found `+5`");
    format("5.0", "1:1", "expected the number of moves, an integer, found `5.0`");
    format("1\n2 3 2", "2:6", "expected y2 of move 1, found the end of the output");
    format("1\n2 3 2 +2", "2:7", "expected y2 of move 1, an integer, found `+2`");
    format("1\n2 3 2 2\0", "2:7", r"expected y2 of move 1, an integer, found `2\x00`");
    format(b"1\n2 3 \xff 2", "2:5", r"expected x2 of move 1, an integer, found `\xff`");
    format("1\n(2 3) 2 2", "2:1", "expected x1 of move 1, an integer, found `(2`");
    format(
        OUTPUT_1.replace("5\n", "4\n"),
        "6:1",
        "expected the end of the output after 4 moves, found `1`",
    );
    format(
        format!("{OUTPUT_1}\n0"),
        "8:1",
        "expected the end of the output after 5 moves, found `0`",
    );
    let long = "x".repeat(10_000_000);
    let shown = format!("expected the number of moves, an integer, found `{}…`", "x".repeat(40));
    format(long, "1:1", &shown);
}

#[test]
fn a_bad_input_is_the_setters_fault() {
    let checker = (PUZZLE.checker.build)(&Options::new()).expect("no options needed");
    let files = Files { input: b"3\n***\n", output: b"0", answer: None };
    let fault = checker.check(&files).expect_err("the input is cut off");
    assert_eq!(
        fault.to_string(),
        "bad input file: 3:1: expected a line of the board, found the end"
    );
}

#[track_caller]
fn invalid(input: impl AsRef<[u8]>, message: &str) {
    let error = validate(input.as_ref()).expect_err("an invalid input");
    assert_eq!(error.to_string(), message);
}

#[test]
fn inputs_are_validated_to_the_byte() {
    validate(INPUT_1.as_bytes()).expect("sample 1");
    validate(INPUT_2.as_bytes()).expect("sample 2");
    validate(b"2\n.*\n**\n").expect("three pieces, P = 2");
    let far = format!("30\n{}{}*\n", format!("{}\n", ".".repeat(30)).repeat(29), ".".repeat(29));
    validate(far.as_bytes()).expect("the largest board");

    invalid("", "1:1: expected the size of the board, found the end");
    invalid("4", "1:2: expected a newline, found the end");
    invalid("4 \n", "1:1: expected a size from 1 to 30, found `4 `");
    invalid("04\n", "1:1: expected a size from 1 to 30, found `04`");
    invalid("+4\n", "1:1: expected a size from 1 to 30, found `+4`");
    invalid("0\n", "1:1: expected a size from 1 to 30, found `0`");
    invalid("31\n", "1:1: expected a size from 1 to 30, found `31`");
    invalid("4294967298\n.*\n**\n", "1:1: expected a size from 1 to 30, found `4294967298`");
    invalid("2\r\n.*\r\n**\r\n", r"1:1: expected a size from 1 to 30, found `2\r`");
    invalid("2\n.*\r\n**\n", r"2:3: expected `*` or `.`, found `\r`");
    invalid("2\n.x\n**\n", "2:2: expected `*` or `.`, found `x`");
    invalid(b"2\n.*\n\0*\n", r"3:1: expected `*` or `.`, found `\x00`");
    invalid("2\n.*.\n**\n", "2:3: expected 2 characters, found 3");
    invalid("2\n.\n**\n", "2:2: expected 2 characters, found 1");
    invalid("2\n.*\n", "3:1: expected a line of the board, found the end");
    invalid("2\n.*\n**", "3:3: expected a newline, found the end");
    invalid("2\n.*\n**\n\n", r"4:1: expected the end, found `\n`");
    invalid("2\n.*\n*.\n", "2:1: expected P(P+1)/2 pieces with P from 1 to 2, found 2");
    invalid("2\n..\n..\n", "2:1: expected P(P+1)/2 pieces with P from 1 to 2, found 0");
    invalid("3\n***\n***\n***\n", "2:1: expected P(P+1)/2 pieces with P from 1 to 3, found 9");
    invalid("1\n*\n", "2:1: expected a position that does not already reach the goal");
    invalid("3\n**.\n*..\n...\n", "2:1: expected a position that does not already reach the goal");
}

/// The rules once more, on sets of cells and the statement's six directions.
mod naive {
    use super::HashSet;

    pub(super) type Cell = (i64, i64);
    pub(super) const DIRECTIONS: [Cell; 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

    pub(super) fn moves(side: i64, pieces: &HashSet<Cell>, from: Cell) -> Vec<(Cell, bool)> {
        let free = |(x, y): Cell| {
            (0..side).contains(&x) && (0..side).contains(&y) && !pieces.contains(&(x, y))
        };
        let mut moves = Vec::new();
        for (dx, dy) in DIRECTIONS {
            let near = (from.0 + dx, from.1 + dy);
            let far = (near.0 + dx, near.1 + dy);
            if free(near) {
                moves.push((near, false));
            }
            if pieces.contains(&near) && free(far) {
                moves.push((far, true));
            }
        }
        moves
    }

    pub(super) fn goal(rank: i64) -> HashSet<Cell> {
        (0..rank).flat_map(|y| (0..rank - y).map(move |x| (x, y))).collect()
    }

    /// The turns of an output of plain integers, or `None` if it is not right.
    pub(super) fn turns(
        side: i64,
        rank: i64,
        start: &HashSet<Cell>,
        output: &[i64],
    ) -> Option<u64> {
        let (&count, coordinates) = output.split_first()?;
        let wanted = usize::try_from(count).ok()?.checked_mul(4)?;
        if count >= 1_000_000 || coordinates.len() != wanted {
            return None;
        }
        let mut pieces = start.clone();
        let mut kinds = Vec::new();
        for quad in coordinates.chunks(4) {
            let (from, to) = ((quad[0], quad[1]), (quad[2], quad[3]));
            if !pieces.contains(&from) {
                return None;
            }
            let moves = moves(side, &pieces, from);
            let &(_, jump) = moves.iter().find(|&&(cell, _)| cell == to)?;
            pieces.remove(&from);
            pieces.insert(to);
            kinds.push((jump, from, to));
        }
        let continued =
            kinds.windows(2).filter(|pair| pair[0].0 && pair[1].0 && pair[0].2 == pair[1].1);
        let continued = continued.count() as u64;
        (pieces == goal(rank)).then_some(kinds.len() as u64 - continued)
    }
}

/// A game played backwards from the goal: every move can be taken back, so this gives a start and
/// moves that reach the goal.
#[derive(Debug, Clone)]
struct Game {
    side: i64,
    rank: i64,
    start: HashSet<naive::Cell>,
    output: Vec<i64>,
}

impl Game {
    fn new(side: i64, rank: i64, choices: &[(usize, usize)]) -> Self {
        let mut pieces = naive::goal(rank);
        let mut output = Vec::new();
        for &(piece, choice) in choices {
            let mut sorted: Vec<_> = pieces.iter().copied().collect();
            sorted.sort_unstable();
            let from = sorted[piece % sorted.len()];
            let moves = naive::moves(side, &pieces, from);
            if moves.is_empty() {
                continue;
            }
            let (to, _) = moves[choice % moves.len()];
            pieces.remove(&from);
            pieces.insert(to);
            output.extend([from.1, from.0, to.1, to.0]);
        }
        output.reverse();
        output.insert(0, i64::try_from(output.len() / 4).expect("a small number"));
        Self { side, rank, start: pieces, output }
    }

    fn input(&self) -> String {
        let mut input = format!("{}\n", self.side);
        for y in 0..self.side {
            let line = (0..self.side).map(|x| if self.start.contains(&(x, y)) { '*' } else { '.' });
            input.extend(line.chain(['\n']));
        }
        input
    }
}

fn game() -> impl Strategy<Value = Game> {
    (2..9_i64)
        .prop_flat_map(|side| (Just(side), 1..=side))
        .prop_flat_map(|(side, rank)| {
            let choices = proptest::collection::vec(any::<(usize, usize)>(), 1..60);
            (Just(side), Just(rank), choices)
        })
        .prop_map(|(side, rank, choices)| Game::new(side, rank, &choices))
        .prop_filter("already the goal", |game| game.start != naive::goal(game.rank))
}

fn write(integers: &[i64]) -> String {
    let words: Vec<String> = integers.iter().map(i64::to_string).collect();
    words.join("\n")
}

#[derive(Debug, Clone)]
enum Change {
    Set(usize, i64),
    Add(usize, i64),
    Swap(usize, usize),
    Remove(usize),
    Insert(usize, i64),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<usize>();
    prop_oneof![
        (at, 0..9_i64).prop_map(|(at, value)| Change::Set(at, value)),
        (at, any::<i64>()).prop_map(|(at, value)| Change::Set(at, value)),
        (at, -2..3_i64).prop_map(|(at, value)| Change::Add(at, value)),
        (at, at).prop_map(|(a, b)| Change::Swap(a, b)),
        at.prop_map(Change::Remove),
        (at, 0..9_i64).prop_map(|(at, value)| Change::Insert(at, value)),
    ]
}

fn apply(integers: &mut Vec<i64>, change: &Change) {
    let count = integers.len();
    match *change {
        Change::Set(at, value) => integers[at % count] = value,
        Change::Add(at, value) => {
            integers[at % count] = integers[at % count].wrapping_add(value);
        }
        // Whole moves, so that many results stay legal.
        Change::Swap(a, b) if count > 4 => {
            let moves = (count - 1) / 4;
            for i in 1..=4 {
                integers.swap(a % moves * 4 + i, b % moves * 4 + i);
            }
        }
        Change::Remove(at) if count > 1 => {
            integers.remove(at % count);
        }
        Change::Insert(at, value) => integers.insert(at % (count + 1), value),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usual_or_long(400, 1500)))]

    #[test]
    fn right_outputs_are_accepted_with_the_naive_number_of_turns(game in game()) {
        let input = game.input();
        prop_assert_eq!(validate(input.as_bytes()), Ok(()));
        let judgement = judge(input.as_bytes(), write(&game.output).as_bytes());
        let turns = naive::turns(game.side, game.rank, &game.start, &game.output);
        prop_assert_eq!(judgement.opinion, Opinion::Accepted, "{}", judgement.message);
        let sum = |cells: &HashSet<naive::Cell>| cells.iter().map(|(x, y)| x + y).sum::<i64>();
        let gained = sum(&game.start) - sum(&naive::goal(game.rank));
        let score = judgement.score.expect("a score");
        prop_assert_eq!(Some(score.denominator), turns);
        prop_assert_eq!(i64::try_from(score.numerator), Ok(gained));
    }

    #[test]
    fn changed_outputs_are_accepted_only_when_still_right(
        game in game(),
        changes in proptest::collection::vec(change(), 1..4),
    ) {
        let mut output = game.output.clone();
        for change in &changes {
            apply(&mut output, change);
        }
        let judgement = judge(game.input().as_bytes(), write(&output).as_bytes());
        let turns = naive::turns(game.side, game.rank, &game.start, &output);
        prop_assert_eq!(judgement.score.map(|score| score.denominator), turns);
        prop_assert_eq!(judgement.opinion == Opinion::Accepted, turns.is_some());
    }

    #[test]
    fn junk_is_never_accepted(game in game(), junk: Vec<u8>) {
        let judgement = judge(game.input().as_bytes(), &junk);
        prop_assert!(judgement.opinion != Opinion::Accepted);
        prop_assert!(judgement.score.is_none());
    }

    #[test]
    fn changed_inputs_are_valid_only_when_they_read_back(
        game in game(),
        at: usize,
        byte in prop_oneof![any::<u8>(), Just(b'*'), Just(b'.'), Just(b'\n')],
    ) {
        let mut input = game.input().into_bytes();
        let at = at % input.len();
        input[at] = byte;
        prop_assert_eq!(validate(&input).is_ok(), naive_valid(&input));
    }
}

fn naive_valid(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else { return false };
    let Some(text) = text.strip_suffix('\n') else { return false };
    let mut lines = text.split('\n');
    let side = lines.next().unwrap_or_default();
    let Ok(n) = side.parse::<usize>() else { return false };
    let board: Vec<&str> = lines.collect();
    let shaped = (1..=30).contains(&n)
        && n.to_string() == side
        && board.len() == n
        && board.iter().all(|line| line.len() == n && line.chars().all(|c| c == '*' || c == '.'));
    let pieces = board.concat().matches('*').count();
    let rank = (1..=n).find(|p| p * (p + 1) / 2 == pieces);
    let reached = |rank: usize| {
        let goal = |y: usize| "*".repeat(rank.saturating_sub(y));
        board.iter().enumerate().all(|(y, line)| line.trim_end_matches('.') == goal(y))
    };
    shaped && rank.is_some_and(|rank| !reached(rank))
}
