//! The longest trail (no edge twice, nodes freely) from any of the starts in a planar grid graph.
//!
//! A trail that begins in a start s is the same as a set of edges that hangs together, contains s,
//! and has even degree everywhere, or odd degree in s and exactly one other node (Euler). No other
//! start may be touched, since another piece stands there. So it suffices to choose edges, sweeping
//! over the grid column by column; what must be remembered of the choices so far is, for every node
//! on the frontier, to which component of chosen edges it belongs and whether its degree is odd,
//! and whether the start and the odd end have been used up. At most seven nodes lie across, so the
//! states are some hundreds, and a sweep takes far less than a millisecond.
//!
//! It works on any graph of this form, not only on boards.

/// Most nodes across: the shorter side of a board of at most 200 cells is at most 14 cells.
const MOST_ACROSS: usize = 7;

/// A graph on the nodes (i, j) whose sum has one parity, the grid's class, with edges only from
/// (i, j) to (i ± 1, j + 1).
#[derive(Debug, Clone)]
pub struct Grid {
    width: usize,
    length: usize,
    class: usize,
    nodes: Vec<Node>,
    edges: u32,
    /// Index of the last start in sweep order.
    last_start: Option<usize>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Node {
    start: bool,
    /// An edge to (i - 1, j + 1).
    before: bool,
    /// An edge to (i + 1, j + 1).
    after: bool,
}

impl Grid {
    /// A graph without edges; `class` is 0 or 1.
    ///
    /// # Panics
    ///
    /// When `width` is over seven, for which no board of 200 cells is large enough.
    pub fn new(width: usize, length: usize, class: usize) -> Self {
        assert!(width <= MOST_ACROSS, "the frontier is kept in {MOST_ACROSS} slots");
        Self {
            width,
            length,
            class,
            nodes: vec![Node::default(); width * length],
            edges: 0,
            last_start: None,
        }
    }

    /// The nodes, column by column.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, length, class) = (self.width, self.length, self.class);
        (0..length)
            .flat_map(move |j| (0..width).map(move |i| (i, j)))
            .filter(move |(i, j)| (i + j) % 2 == class)
    }

    /// Number of edges.
    pub fn edges(&self) -> u32 {
        self.edges
    }

    /// Whether a trail can begin anywhere.
    pub fn has_start(&self) -> bool {
        self.last_start.is_some()
    }

    /// Makes (i, j) a start.
    pub fn set_start(&mut self, i: usize, j: usize) {
        let index = j * self.width + i;
        self.nodes[index].start = true;
        self.last_start = self.last_start.max(Some(index));
    }

    /// Adds the edge from (i, j) to (i - 1, j + 1).
    pub fn join_before(&mut self, i: usize, j: usize) {
        self.nodes[j * self.width + i].before = true;
        self.edges += 1;
    }

    /// Adds the edge from (i, j) to (i + 1, j + 1).
    pub fn join_after(&mut self, i: usize, j: usize) {
        self.nodes[j * self.width + i].after = true;
        self.edges += 1;
    }

    fn is_start(&self, i: usize, j: usize) -> bool {
        self.nodes[j * self.width + i].start
    }
}

/// The number of edges of a longest trail from a start.
pub fn longest_trail(grid: &Grid) -> u32 {
    let mut best = 0;
    let mut states = States::default();
    let mut next = States::default();
    states.insert(State(0), 0);
    for (i, j) in grid.nodes() {
        let index = j * grid.width + i;
        let node = grid.nodes[index];
        let is_last_start = grid.last_start == Some(index);
        for (state, edges) in states.iter() {
            for choice in choices(node) {
                let Some(chosen) = choose(grid, state, i, j, choice) else { continue };
                let edges = edges + u32::from(choice.0) + u32::from(choice.1);
                match chosen.retire(i, node.start) {
                    // Without a start by now, there will be none.
                    Retired::Open(open) if is_last_start && !open.start_used() => {}
                    Retired::Open(open) => next.insert(open, edges),
                    Retired::Whole => best = best.max(edges),
                    Retired::Impossible => {}
                }
            }
        }
        std::mem::swap(&mut states, &mut next);
        next.clear();
    }
    best
}

/// Which of the node's (at most two) edges to take: all combinations.
fn choices(node: Node) -> impl Iterator<Item = (bool, bool)> {
    [(false, false), (true, false), (false, true), (true, true)]
        .into_iter()
        .filter(move |(before, after)| (node.before || !before) && (node.after || !after))
}

/// The state with the edges of `choice` added at (i, j), unless a second start would be touched.
fn choose(
    grid: &Grid,
    state: State,
    i: usize,
    j: usize,
    (before, after): (bool, bool),
) -> Option<State> {
    let mut state = state;
    if before || after {
        state = state.touch(i, grid.is_start(i, j))?;
    }
    if before {
        state = state.touch(i - 1, grid.is_start(i - 1, j + 1))?.join(i, i - 1);
    }
    if after {
        state = state.touch(i + 1, grid.is_start(i + 1, j + 1))?.join(i, i + 1);
    }
    Some(state)
}

/// What is left of the frontier after a node has seen all its edges.
enum Retired {
    /// More may follow.
    Open(State),
    /// The node closed the only component, and it is a trail.
    Whole,
    /// No trail can come of it.
    Impossible,
}

/// The frontier: four bits a slot (three of component label, one of odd degree), then two flags.
/// Column j's and column j + 1's nodes have i of different parity, so i alone names the slot.
/// Label 0: untouched. Otherwise the label is one more than the smallest slot of its component once
/// it is canonical.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State(u32);

const ODD: u32 = 8;
const LABEL: u32 = 7;
const SLOTS: u32 = (1 << (4 * MOST_ACROSS)) - 1;
const START_USED: u32 = 1 << 28;
const END_USED: u32 = 1 << 29;

impl State {
    fn label(self, slot: usize) -> u32 {
        (self.0 >> (4 * slot)) & LABEL
    }

    fn is_odd(self, slot: usize) -> bool {
        (self.0 >> (4 * slot)) & ODD != 0
    }

    fn start_used(self) -> bool {
        self.0 & START_USED != 0
    }

    /// Gives an untouched slot a component of its own. Its label is free: in a canonical state the
    /// label slot + 1 belongs to a component that contains the slot.
    fn touch(self, slot: usize, is_start: bool) -> Option<Self> {
        if self.label(slot) != 0 {
            return Some(self);
        }
        if is_start && self.start_used() {
            return None;
        }
        let used = if is_start { START_USED } else { 0 };
        let label = u32::try_from(slot + 1).ok()?;
        Some(Self(self.0 | used | (label << (4 * slot))))
    }

    /// Adds an edge between two touched slots.
    fn join(self, one: usize, other: usize) -> Self {
        let (kept, dropped) = (self.label(one), self.label(other));
        let mut joined = self.0 ^ (ODD << (4 * one)) ^ (ODD << (4 * other));
        if kept != dropped {
            for slot in 0..MOST_ACROSS {
                if self.label(slot) == dropped {
                    joined ^= (kept ^ dropped) << (4 * slot);
                }
            }
        }
        Self(joined)
    }

    /// Takes the node in `slot` off the frontier.
    fn retire(self, slot: usize, is_start: bool) -> Retired {
        let label = self.label(slot);
        if label == 0 {
            return Retired::Open(self);
        }
        let mut left = Self(self.0 & !((ODD | LABEL) << (4 * slot)));
        if self.is_odd(slot) && !is_start {
            if self.0 & END_USED != 0 {
                return Retired::Impossible;
            }
            left.0 |= END_USED;
        }
        if (0..MOST_ACROSS).any(|other| left.label(other) == label) {
            Retired::Open(left.canonical())
        } else if left.0 & SLOTS == 0 && left.start_used() {
            // Its degrees are those of a trail: the start may be odd, one other node may be, and the
            // number of odd nodes is even in any graph.
            Retired::Whole
        } else {
            Retired::Impossible
        }
    }

    /// The same state with each label one more than its component's smallest slot.
    fn canonical(self) -> Self {
        let mut names = [0_u32; 8];
        let mut state = self.0 & !(0x0777_7777);
        for slot in 0..MOST_ACROSS {
            let label = self.label(slot) as usize;
            if label != 0 {
                if names[label] == 0 {
                    names[label] = u32::try_from(slot + 1).unwrap_or(0);
                }
                state |= names[label] << (4 * slot);
            }
        }
        Self(state)
    }
}

/// The best number of edges for each state: a hash table with open addressing that is cheap to
/// clear.
#[derive(Debug, Clone)]
struct States {
    /// Index into `entries` plus one; 0 is free. The length is a power of two.
    slots: Vec<u32>,
    entries: Vec<(State, u32)>,
}

impl Default for States {
    fn default() -> Self {
        Self { slots: vec![0; 1 << 10], entries: Vec::new() }
    }
}

impl States {
    fn iter(&self) -> impl Iterator<Item = (State, u32)> {
        self.entries.iter().copied()
    }

    fn clear(&mut self) {
        self.slots.fill(0);
        self.entries.clear();
    }

    /// The place of `state`, or the free one where it belongs.
    fn place(&self, state: State) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = (state.0.wrapping_mul(0x9e37_79b1) >> 12) as usize & mask;
        while let Some(entry) = self.slots[place].checked_sub(1) {
            if self.entries[entry as usize].0 == state {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }

    fn insert(&mut self, state: State, edges: u32) {
        let place = self.place(state);
        if let Some(entry) = self.slots[place].checked_sub(1) {
            let known = &mut self.entries[entry as usize].1;
            *known = edges.max(*known);
            return;
        }
        self.entries.push((state, edges));
        self.slots[place] = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for index in 0..self.entries.len() {
            let place = self.place(self.entries[index].0);
            self.slots[place] = u32::try_from(index + 1).unwrap_or(u32::MAX);
        }
    }
}
