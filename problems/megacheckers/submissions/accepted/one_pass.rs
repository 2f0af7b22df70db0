//! Captures are trails in four graphs: landing homes whose row and column differ by even numbers
//! of jumps, joined by the opponents between them. One sweep over the homes of each graph decides
//! which opponents are taken, which own piece takes them, and which home the trail ends on.

use std::collections::HashMap;
use std::io::Read;

/// A landing home on the frontier: the part of the trail that it belongs to (0: none yet), and
/// whether an odd number of the trail's ends lie in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Slot {
    part: u8,
    odd: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct State {
    started: bool,
    ended: bool,
    slots: Vec<Slot>,
}

impl State {
    fn renumber(&mut self) {
        let mut names = Vec::new();
        for slot in &mut self.slots {
            if slot.part > 0 {
                let known = names.iter().position(|&name| name == slot.part);
                let known = known.unwrap_or_else(|| {
                    names.push(slot.part);
                    names.len() - 1
                });
                slot.part = known as u8 + 1;
            }
        }
    }

    /// Takes the opponent between two slots; `None` where a second own piece would be moved.
    fn joined(&self, ends: [usize; 2], own: [bool; 2]) -> Option<State> {
        let mut state = self.clone();
        let free = self.slots.iter().map(|slot| slot.part).max().unwrap_or(0) + 1;
        for (&end, is_own) in ends.iter().zip(own) {
            let slot = &mut state.slots[end];
            slot.odd = !slot.odd;
            if slot.part == 0 && is_own {
                if state.started {
                    return None;
                }
                state.started = true;
                // The piece itself is one end of the trail.
                slot.odd = !slot.odd;
            }
        }
        let parts = ends.map(|end| state.slots[end].part);
        for slot in &mut state.slots {
            if slot.part > 0 && parts.contains(&slot.part) {
                slot.part = free;
            }
        }
        for end in ends {
            state.slots[end].part = free;
        }
        Some(state)
    }

    /// Lets a slot go for good. `Err(true)` where the trail is then complete, `Err(false)` where
    /// it cannot become one.
    fn dropped(mut self, at: usize) -> Result<State, bool> {
        let gone = self.slots.remove(at);
        if gone.odd {
            if self.ended {
                return Err(false);
            }
            self.ended = true;
        }
        if gone.part > 0 && self.slots.iter().all(|slot| slot.part != gone.part) {
            return Err(self.started && self.slots.iter().all(|slot| slot.part == 0));
        }
        Ok(self)
    }
}

struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<u8>,
}

impl Board {
    fn at(&self, row: usize, column: usize) -> u8 {
        self.cells[row * self.columns + column]
    }

    /// The longest trail among homes with rows `r0, r0 + 2, …`, of the given colour of the
    /// chessboard that these homes form.
    fn longest(&self, first: usize, colour: usize) -> u32 {
        let (rows, columns) = (self.rows, self.columns);
        let mut states = HashMap::from([(State::default(), 0_u32)]);
        let mut frontier: Vec<(usize, usize)> = Vec::new();
        let mut best = 0;
        for row in (first..rows).step_by(2) {
            for column in (first..columns).step_by(2) {
                if (row / 2 + column / 2) % 2 != colour {
                    continue;
                }
                // The new home, and the opponents towards the row before.
                frontier.push((row, column));
                for (mut state, taken) in std::mem::take(&mut states) {
                    state.slots.push(Slot::default());
                    states.insert(state, taken);
                }
                let here = frontier.len() - 1;
                for before in [column.checked_sub(2), Some(column + 2)] {
                    let Some(before) = before.filter(|&column| column < columns && row >= 2) else {
                        continue;
                    };
                    let between = self.at(row - 1, (column + before) / 2);
                    let ends = [(row - 2, before), (row, column)];
                    let landing = ends.map(|(row, column)| self.at(row, column));
                    if between != 2 || landing.contains(&2) {
                        continue;
                    }
                    let there = frontier.iter().position(|&home| home == ends[0]).unwrap();
                    let own = landing.map(|home| home == 1);
                    let mut next = states.clone();
                    for (state, taken) in &states {
                        if let Some(mut joined) = state.joined([there, here], own) {
                            joined.renumber();
                            let known = next.entry(joined).or_insert(0);
                            *known = (*known).max(taken + 1);
                        }
                    }
                    states = next;
                }
                // The home of the row before that no later home of this row touches.
                let done = frontier.iter().position(|&(r, c)| r < row && c + 2 == column);
                if let Some(at) = done {
                    drop_slot(&mut states, at, &mut best);
                    frontier.remove(at);
                }
            }
            // What is left of the row before goes with the end of this row.
            while let Some(at) = frontier.iter().position(|&(r, _)| r < row) {
                drop_slot(&mut states, at, &mut best);
                frontier.remove(at);
            }
        }
        while !frontier.is_empty() {
            drop_slot(&mut states, 0, &mut best);
            frontier.remove(0);
        }
        best
    }
}

fn drop_slot(states: &mut HashMap<State, u32>, at: usize, best: &mut u32) {
    for (state, taken) in std::mem::take(states) {
        match state.dropped(at) {
            Ok(mut state) => {
                state.renumber();
                let known = states.entry(state).or_insert(0);
                *known = (*known).max(taken);
            }
            Err(true) => *best = (*best).max(taken),
            Err(false) => {}
        }
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<usize>().unwrap());
    loop {
        let (rows, columns) = (numbers.next().unwrap(), numbers.next().unwrap());
        if rows == 0 {
            break;
        }
        let mut cells = vec![0; rows * columns];
        for row in 0..rows {
            for column in (row % 2..columns).step_by(2) {
                cells[row * columns + column] = numbers.next().unwrap() as u8;
            }
        }
        // Narrow boards are swept along their longer side.
        let board = if columns > rows {
            let turned = (0..rows * columns)
                .map(|index| cells[index % rows * columns + index / rows])
                .collect();
            Board { rows: columns, columns: rows, cells: turned }
        } else {
            Board { rows, columns, cells }
        };
        let graphs = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let best = graphs.map(|(first, colour)| board.longest(first, colour));
        println!("{}", best.iter().max().unwrap());
    }
}
