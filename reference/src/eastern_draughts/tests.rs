//! Every answer is replayed by rules written again here, on characters and printed numbers.

use super::board::{Board, Cell, CellSet, DIRECTIONS, cell_at, height};
use super::cost::Weights;
use super::endgame::{DETOUR, Endgame, MOST_OUTSIDE, Start};
use super::learned::{Corrections, Learned, WEIGHTS};
use super::merge::merge;
use super::position::{Maker, Position};
use super::turn::path;
use super::{answer, default_time, fallback, score, solve};
use crate::clock::thread_cpu_time;
use crate::random::Random;
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

const SAMPLES: [&str; 2] =
    ["4\n....\n....\n....\n..*.\n", "5\n.....\n...*.\n...*.\n.....\n..*..\n"];

/// Plays the printed answer; gives the number of turns or what is wrong.
fn replay(input: &str, printed: &str) -> Result<usize, String> {
    let mut rows: Vec<Vec<u8>> = input.lines().skip(1).map(|line| line.bytes().collect()).collect();
    let side = i32::try_from(rows.len()).unwrap();
    let count = input.matches('*').count();
    let mut numbers = printed.split_ascii_whitespace().map(|word| word.parse::<i32>().unwrap());
    let moves = numbers.next().ok_or("no count")?;
    let index = |n: i32| usize::try_from(n).unwrap();
    let mut turns = 0;
    // Where the last move ended, if it was a jump.
    let mut jumped_to = None;
    for number in 1..=moves {
        let next: Vec<i32> = numbers.by_ref().take(4).collect();
        let [x1, y1, x2, y2] = next[..] else { return Err(format!("move {number} is cut short")) };
        let inside = [x1, y1, x2, y2].iter().all(|n| (0..side).contains(n));
        if !inside || rows[index(y1)][index(x1)] != b'*' || rows[index(y2)][index(x2)] != b'.' {
            return Err(format!("move {number}: no piece or no room"));
        }
        let jump = match (x2 - x1, y2 - y1) {
            (1 | -1, 0) | (0, 1 | -1) | (1, -1) | (-1, 1) => false,
            (2 | -2, 0) | (0, 2 | -2) | (2, -2) | (-2, 2) => true,
            _ => return Err(format!("move {number}: wrong direction")),
        };
        if jump && rows[index(i32::midpoint(y1, y2))][index(i32::midpoint(x1, x2))] != b'*' {
            return Err(format!("move {number}: jump over nothing"));
        }
        rows[index(y1)][index(x1)] = b'.';
        rows[index(y2)][index(x2)] = b'*';
        turns += usize::from(!jump || jumped_to != Some((x1, y1)));
        jumped_to = jump.then_some((x2, y2));
    }
    let goal = (1..=30).find(|goal| goal * (goal + 1) / 2 == count).unwrap();
    let done =
        (0..rows.len()).all(|y| (0..rows.len()).all(|x| (rows[y][x] == b'*') == (x + y < goal)));
    let over = moves >= 1_000_000 || numbers.next().is_some();
    if done && !over { Ok(turns) } else { Err("not the goal, or too much".to_owned()) }
}

fn text(board: &Board) -> String {
    let row = |y| {
        let cell = move |x| if board.pieces.contains(cell_at(x, y)) { '*' } else { '.' };
        (0..board.side).map(cell).chain(['\n'])
    };
    format!("{}\n{}", board.side, (0..board.side).flat_map(row).collect::<String>())
}

/// Solves within `time` and replays; gives the number of turns.
#[track_caller]
fn check(board: &Board, time: Duration) -> usize {
    let turns = solve(board, thread_cpu_time(), time);
    let printed = String::from_utf8(answer(&turns)).unwrap();
    let replayed = replay(&text(board), &printed).unwrap_or_else(|error| {
        panic!("{error}\n{}{printed}", text(board));
    });
    // Two turns that jump on with one piece would be counted as one.
    assert!(replayed <= turns.len());
    assert!(board.left(&board.pieces) == 0 || score(board, &turns) > 0.0);
    replayed
}

fn grid_of(side: u16) -> Vec<Cell> {
    (0..side).flat_map(|y| (0..side).map(move |x| cell_at(x, y))).collect()
}

fn random_board(random: &mut Random, side: u16, goal: u16) -> Board {
    let mut cells = grid_of(side);
    random.shuffle(&mut cells);
    let pieces = cells.into_iter().take(usize::from(goal * (goal + 1) / 2)).collect();
    Board::new(side, pieces).unwrap()
}

fn random_size(random: &mut Random, most: usize) -> (u16, u16) {
    let side = 1 + random.below(most);
    (u16::try_from(side).unwrap(), u16::try_from(1 + random.below(side)).unwrap())
}

/// The pieces as far away from the goal as they can be, in order of `far`.
fn packed(side: u16, goal: u16, far: impl FnMut(&Cell) -> u32) -> Board {
    let mut cells = grid_of(side);
    cells.sort_by_key(far);
    let pieces = cells.into_iter().rev().take(usize::from(goal * (goal + 1) / 2)).collect();
    Board::new(side, pieces).unwrap()
}

#[test]
fn samples_are_solved_as_well_as_the_statement_does_or_better() {
    for (sample, most) in SAMPLES.into_iter().zip([5, 8]) {
        let board = Board::parse(sample.as_bytes()).unwrap();
        assert_eq!(text(&board), sample);
        assert!(check(&board, Duration::from_millis(50)) <= most, "{sample}");
    }
}

#[test]
fn every_small_board_is_completed_legally() {
    let mut random = Random::new(1);
    for _ in 0..10_000 {
        let (side, goal) = random_size(&mut random, 8);
        check(&random_board(&mut random, side, goal), Duration::from_micros(200));
    }
}

#[test]
fn boards_are_completed_without_any_time() {
    let mut random = Random::new(2);
    for _ in 0..300 {
        let (side, goal) = random_size(&mut random, 30);
        check(&random_board(&mut random, side, goal), Duration::ZERO);
    }
}

#[test]
fn the_fallback_alone_completes_every_board() {
    let mut random = Random::new(3);
    for _ in 0..3_000 {
        let (side, goal) = random_size(&mut random, 30);
        let board = random_board(&mut random, side, goal);
        let steps = fallback::finish(&board, &board.pieces);
        let turns: Vec<_> = steps.into_iter().map(|(from, to)| vec![from, to]).collect();
        let printed = String::from_utf8(answer(&turns)).unwrap();
        assert!(replay(&text(&board), &printed).is_ok(), "{}", text(&board));
    }
}

#[test]
fn packed_and_done_boards_of_every_size_are_completed() {
    for (side, goal) in
        (1..=30_u16).flat_map(|side| [(side, 1), (side, side.div_ceil(2)), (side, side)])
    {
        let time = Duration::from_millis(1);
        check(&packed(side, goal, |cell| height(*cell)), time);
        check(&packed(side, goal, |cell| u32::from(cell & 31)), time);
        check(&packed(side, goal, |cell| u32::from(cell >> 5)), time);
        let done = packed(side, goal, |cell| u32::MAX - height(*cell));
        assert_eq!(check(&done, time), 0);
    }
}

#[test]
fn the_time_given_is_kept() {
    let mut random = Random::new(4);
    for (side, goal) in [(30, 30), (30, 20), (30, 10), (20, 20), (10, 4)] {
        let board = random_board(&mut random, side, goal);
        let (begun, time) = (thread_cpu_time(), default_time(&board));
        check(&board, time);
        let used = thread_cpu_time().saturating_sub(begun);
        // The limit is over 1.4 times this; tests run slower than the shipped program.
        assert!(used < time.mul_f64(1.4), "{used:?} of {time:?}");
    }
}

/// All turns, found cell by cell.
fn plain_turns(board: &Board, pieces: &CellSet) -> HashSet<(Cell, Cell)> {
    let mut turns = HashSet::new();
    for from in pieces.cells() {
        for direction in DIRECTIONS {
            let near = board.neighbour(from, direction);
            turns.extend(near.filter(|to| !pieces.contains(*to)).map(|to| (from, to)));
        }
        let mut reached = vec![from];
        while let Some(cell) = reached.pop() {
            for direction in DIRECTIONS {
                let over = board.neighbour(cell, direction).filter(|over| pieces.contains(*over));
                let to = over.filter(|over| *over != from);
                let to = to.and_then(|over| board.neighbour(over, direction));
                let free = to.filter(|to| !pieces.contains(*to));
                if let Some(to) = free.filter(|to| turns.insert((from, *to))) {
                    reached.push(to);
                }
            }
        }
    }
    turns
}

#[test]
fn listed_turns_are_legal_and_the_best_and_mended_lists_are_as_new_ones() {
    let mut random = Random::new(5);
    let gains = |position: &Position| -> Vec<i32> {
        let mut gains: Vec<_> = position.turns().iter().map(|turn| turn.gain).collect();
        gains.sort_unstable();
        gains
    };
    let mut mended = 0;
    for _ in 0..200 {
        let (side, goal) = random_size(&mut random, 9);
        let board = random_board(&mut random, side, goal);
        let weights = Weights::tuned(&board);
        let learned = random_weights(&mut random);
        let mut corrections = Corrections::new(&board, learned.clone());
        corrections.set(&board, 1.0);
        let cost = |cell: Cell| weights.cost(&board, cell, 1.0) + corrections.of_cell(&board, cell);
        let mut maker = Maker::new(&board, &weights, learned);
        let mut position = maker.first(&board);
        let mut pieces = board.pieces;
        for _ in 0..30 {
            let plain = plain_turns(&board, &pieces);
            for turn in position.turns() {
                let (from, to) = turn.ends();
                assert!(plain.contains(&(from, to)), "{from} -> {to}\n{}", text(&board));
                assert_eq!(turn.gain, cost(from) - cost(to));
            }
            let best = plain.iter().map(|(from, to)| cost(*from) - cost(*to)).max();
            let listed = position.turns().iter().map(|turn| turn.gain).max();
            assert_eq!(listed, best.filter(|best| listed.is_some() || *best > 0));
            if position.turns().is_empty() {
                break;
            }
            // All drops are known then, and some still hold after the turn.
            let count = position.turns().len();
            let drops: Vec<_> =
                (0..count).map(|index| maker.drop_of(&mut position, index)).collect();
            let index = random.below(count);
            let (turn, mut next) = (position.turns()[index], position.clone());
            let rank = maker.rank(&position) - drops[index];
            maker.look(&position, turn);
            maker.make(&position, turn, rank, &mut next);
            mended += 1;
            pieces.toggle(turn.ends().0);
            pieces.toggle(turn.ends().1);
            assert_eq!(next.left, board.left(&pieces));
            let anew = maker.first(&Board { pieces, ..board.clone() });
            assert_eq!(maker.rank(&next), maker.rank(&anew), "{}", text(&board));
            assert_eq!(gains(&next), gains(&anew), "{}", text(&board));
            position = next;
        }
    }
    assert!(mended > 1000, "only {mended} lists were mended");
}

fn random_weights(random: &mut Random) -> Learned {
    let bytes: Vec<_> = (0..WEIGHTS).map(|_| random.next_u64().to_le_bytes()[0] & 15).collect();
    Learned::from_bytes(&bytes).unwrap()
}

#[test]
fn weights_are_stored_and_read_back() {
    let learned = random_weights(&mut Random::new(7));
    let stored = learned.to_bytes();
    assert_eq!(Learned::from_bytes(&stored).unwrap().to_bytes(), stored);
    assert!(Learned::from_bytes(&stored[1..]).is_none());
    let shipped = Learned::from_bytes(include_bytes!("learned.bin"));
    assert!(shipped.is_some_and(|weights| weights.to_bytes().iter().any(|byte| *byte != 0)));
}

/// The least number of turns to the goal from every position with as many pieces, breadth first from
/// the goal on: turns can be taken back.
fn distances(side: u16, goal: u16) -> HashMap<Vec<Cell>, usize> {
    let done = packed(side, goal, |cell| u32::MAX - height(*cell));
    let mut found = HashMap::from([(done.pieces.cells().collect::<Vec<_>>(), 0)]);
    let mut queue = VecDeque::from([done.pieces]);
    while let Some(pieces) = queue.pop_front() {
        let turns = found[&pieces.cells().collect::<Vec<_>>()];
        for (from, to) in plain_turns(&done, &pieces) {
            let mut next = pieces;
            next.toggle(from);
            next.toggle(to);
            found.entry(next.cells().collect()).or_insert_with(|| {
                queue.push_back(next);
                turns + 1
            });
        }
    }
    found
}

#[test]
fn few_pieces_are_solved_in_as_few_turns_as_there_can_be() {
    let mut random = Random::new(6);
    let small = [(20, 1, 100), (4, 2, 300), (5, 2, 300), (3, 3, 50)];
    let larger = [(4, 3, 200), (4, 4, 200), (6, 2, 200)];
    for (side, goal, boards) in small.into_iter().chain(larger) {
        let least = distances(side, goal);
        for _ in 0..boards {
            let board = random_board(&mut random, side, goal);
            let cells: Vec<Cell> = board.pieces.cells().collect();
            let turns = solve(&board, thread_cpu_time(), Duration::from_millis(20)).len();
            assert_eq!(turns, least[&cells], "{}", text(&board));
        }
    }
}

/// A finished goal in which that many random turns of single pieces have been made backwards.
fn nearly_done(random: &mut Random, side: u16, goal: u16, turns: usize) -> Board {
    let mut board = packed(side, goal, |cell| u32::MAX - height(*cell));
    for _ in 0..turns {
        let mut all: Vec<_> = plain_turns(&board, &board.pieces).into_iter().collect();
        all.sort_unstable();
        let Some(&(from, to)) = all.get(random.below(all.len().max(1))) else { break };
        board.pieces.toggle(from);
        board.pieces.toggle(to);
    }
    board
}

#[test]
fn ends_are_legal_lead_to_the_goal_and_are_no_longer_than_a_way_that_is_known() {
    let mut random = Random::new(8);
    let mut shorter = 0;
    for _ in 0..300 {
        let (side, goal) = random_size(&mut random, 16);
        let turns = 1 + random.below(MOST_OUTSIDE);
        let board = nearly_done(&mut random, side, goal, turns);
        let endgame = Endgame::new(&board);
        let estimate = endgame.estimate(&board.pieces, usize::MAX).unwrap();
        assert_eq!(endgame.estimate(&board.pieces, estimate), None);
        let start = Start { pieces: board.pieces, turns: 5, whole: 5 + estimate };
        let (_, end) = endgame.finish(&[start], usize::MAX, || true).unwrap();
        let mut pieces = board.pieces;
        for turn in &end {
            assert!(plain_turns(&board, &pieces).contains(turn), "{turn:?}\n{}", text(&board));
            pieces.toggle(turn.0);
            pieces.toggle(turn.1);
        }
        assert_eq!(board.left(&pieces), 0, "{}", text(&board));
        assert!(end.len() <= estimate + DETOUR, "{}", text(&board));
        shorter += usize::from(end.len() < turns);
    }
    assert!(shorter > 10, "only {shorter} ways are shorter than the one that was gone");
}

#[test]
fn a_hole_is_brought_to_a_piece_at_the_other_end_of_the_border() {
    // The piece outside would take 11 steps to the far end of the border; the hole comes 2 cells a turn.
    let mut board = packed(12, 11, |cell| u32::MAX - height(*cell));
    board.pieces.toggle(cell_at(10, 0));
    board.pieces.toggle(cell_at(0, 11));
    let endgame = Endgame::new(&board);
    let start = |turns| Start { pieces: board.pieces, turns, whole: turns + 6 };
    assert_eq!(endgame.estimate(&board.pieces, usize::MAX), Some(6));
    let (which, end) = endgame.finish(&[start(3), start(4)], 10, || true).unwrap();
    assert_eq!((which, end.len()), (0, 6));
    assert!(endgame.finish(&[start(3)], 9, || true).is_none());
    assert!(endgame.finish(&[start(3)], 10, || false).is_none());
}

#[test]
fn turns_are_steps_or_chains_of_jumps() {
    let board = Board::parse(SAMPLES[1].as_bytes()).unwrap();
    let turn = |from: (u16, u16), to: (u16, u16)| {
        path(&board, &board.pieces, cell_at(from.0, from.1), cell_at(to.0, to.1))
    };
    assert_eq!(turn((2, 4), (2, 3)), Some(vec![cell_at(2, 4), cell_at(2, 3)]));
    assert_eq!(turn((3, 2), (3, 0)), Some(vec![cell_at(3, 2), cell_at(3, 0)]));
    assert_eq!(turn((2, 4), (2, 0)), None);
    assert_eq!(turn((3, 2), (4, 3)), None);
}

#[test]
fn turns_are_merged_where_that_is_legal() {
    // The piece on (0, 2) goes down and up again; the one on (2, 0) jumps twice over one that waits.
    let board = Board::parse(b"6\n.**...\n...*..\n*.....\n......\n*.*...\n......\n").unwrap();
    let turn = |x1, y1, x2, y2| (cell_at(x1, y1), cell_at(x2, y2));
    let there_and_back = [turn(0, 2, 0, 3), turn(2, 4, 3, 4), turn(0, 3, 0, 2)];
    let mut turns = there_and_back.to_vec();
    merge(&board, &mut turns, Duration::MAX);
    assert_eq!(turns, [turn(2, 4, 3, 4)]);
    // (1, 0) can jump over (2, 0) to where that one steps.
    let mut turns = vec![turn(2, 0, 3, 0), turn(2, 4, 3, 4), turn(1, 0, 2, 0)];
    merge(&board, &mut turns, Duration::MAX);
    assert_eq!(turns, [turn(2, 4, 3, 4), turn(1, 0, 3, 0)]);
    // (3, 1) can step to (2, 1), but then jump over nothing: a step and a jump stay two turns.
    let mut turns = vec![turn(3, 1, 2, 1), turn(2, 4, 3, 4), turn(2, 0, 2, 2), turn(2, 2, 2, 3)];
    let kept = turns.clone();
    merge(&board, &mut turns, Duration::MAX);
    assert_eq!(turns, kept);
}

#[test]
fn sets_of_cells_count_their_cells() {
    let set: CellSet = [cell_at(3, 0), cell_at(0, 29), cell_at(29, 29)].into_iter().collect();
    assert_eq!((set.len(), set.is_empty()), (3, false));
    assert_eq!(set.cells().collect::<Vec<_>>(), [3, 32 * 29, 32 * 29 + 29]);
}

#[test]
fn malformed_boards_are_refused_with_their_place() {
    let place = |input: &str| {
        let error = Board::parse(input.as_bytes()).unwrap_err();
        (error.line, error.column)
    };
    assert_eq!(place("31\n"), (1, 1));
    assert_eq!(place("0\n"), (1, 1));
    assert_eq!(place("2\n*.\n.x\n"), (3, 2));
    assert_eq!(place("2\n*.\n.\n"), (3, 1));
    assert_eq!(place("2\n*.\n*.\n"), (1, 1));
    assert_eq!(place("2\n..\n..\n"), (1, 1));
    assert_eq!(place("2\n**\n**\n"), (1, 1));
    assert_eq!(place("2\n*.\n..\nx"), (4, 1));
    assert_eq!(place("2\n*.\n"), (3, 1));
}
