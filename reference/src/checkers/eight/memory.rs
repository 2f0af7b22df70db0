//! What a search remembers of boards that it has met: a table of fixed size, where the new and the
//! deep displace the old and the shallow. A move is stored as its first and last square.

/// What a remembered value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Bound {
    /// The board is worth that much or more.
    #[default]
    AtLeast,
    /// The board is worth that much or less.
    AtMost,
    /// The board is worth that much.
    Exactly,
}

/// What is remembered of a board.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Memory {
    /// Bits of the squares of the best move: from, to.
    pub(super) best: (u8, u8),
    /// The worth for the side to move, as `bound` says.
    pub(super) value: i16,
    /// To what depth it was searched.
    pub(super) depth: u8,
    /// What `value` says.
    pub(super) bound: Bound,
}

/// A memory in its place.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u64,
    age: u8,
    memory: Memory,
}

/// The places of boards whose keys begin alike. They fill one line of the processor's cache: waiting for
/// a second one would take longer than all else.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Group([Slot; PLACES]);

/// The places of a group.
const PLACES: usize = 4;

/// The table.
#[derive(Debug)]
pub(super) struct Memories {
    groups: Vec<Group>,
    age: u8,
}

impl Memories {
    /// A table of 2 to the power of `bits` memories, at least 4, of 16 bytes each.
    pub(super) fn new(bits: u32) -> Self {
        Self { groups: vec![Group::default(); (1 << bits) / PLACES], age: 0 }
    }

    /// Makes everything remembered so far old: first to be forgotten.
    pub(super) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn group(&self, key: u64) -> usize {
        // The upper bits tell the group, so that the lower ones tell its boards apart.
        usize::try_from(key >> (64 - self.groups.len().trailing_zeros())).unwrap_or(0)
    }

    /// Has the processor fetch what is remembered of the board of that key, which is soon to be looked up:
    /// waiting for it would take longer than all else.
    #[inline]
    pub(super) fn fetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(&self.groups[self.group(key)]);
        // Elsewhere a look into the table has to wait.
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is remembered of the board of that key.
    pub(super) fn recall(&self, key: u64) -> Option<Memory> {
        let mut slots = self.groups[self.group(key)].0.iter();
        slots.find(|slot| slot.key == key).map(|slot| slot.memory)
    }

    /// Remembers, in the place of the same board or of the least useful one.
    pub(super) fn store(&mut self, key: u64, memory: Memory) {
        let (at, age) = (self.group(key), self.age);
        let use_of = |slot: &Slot| (slot.key != key, slot.age == age, slot.memory.depth);
        if let Some(slot) = self.groups[at].0.iter_mut().min_by_key(|slot| use_of(slot)) {
            *slot = Slot { key, age, memory };
        }
    }
}
