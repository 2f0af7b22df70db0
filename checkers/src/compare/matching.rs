//! Matches lines with lines, whatever their order.
//!
//! Texts with the same lines are told by their products alone, and so are the classes of lines in which
//! others differ. Lines of those are sorted by a short hash and then matched by their bytes: lines that
//! share a hash, by chance or by design, cost a sort by bytes among themselves.

use super::lines;
use super::product::Differing;
use crate::text::{Line, line_at};

/// A piece of a text: from `start`, where a line starts, to the end of `text`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    /// The text, cut off behind the piece, so that offsets stay those of the whole.
    pub(super) text: &'a [u8],
    /// Where the piece begins.
    pub(super) start: usize,
}

impl<'a> Part<'a> {
    /// The piece itself.
    pub(super) fn bytes(&self) -> &'a [u8] {
        &self.text[self.start..]
    }

    /// The text from offset `start` on.
    fn from(&self, start: usize) -> &'a [u8] {
        self.text.get(start..).unwrap_or_default()
    }

    /// The piece as far as offset `end`.
    fn until(self, end: usize) -> Self {
        Self { text: &self.text[..end], start: self.start }
    }

    /// The piece from offset `start` on.
    fn beginning_at(self, start: usize) -> Self {
        Self { text: self.text, start }
    }

    /// Whether one of its lines has these bytes.
    fn has(&self, bytes: &[u8]) -> bool {
        let lines = std::iter::successors(line_at(self.text, self.start), |line| {
            line_at(self.text, line.next)
        });
        lines.map(|line| line.bytes).any(|line| line == bytes)
    }

    /// The line at offset `start`; every offset that this file keeps begins a line.
    fn line(&self, start: usize) -> &'a [u8] {
        line_at(self.text, start).map_or(&[], |line| line.bytes)
    }
}

/// The first line, in order of its text, that has no match.
#[derive(Debug, Clone, Copy)]
pub(super) enum Parting<'a> {
    /// A line of the output; `known` when the answer has such a line, but not so often.
    Surplus {
        /// The line.
        line: Line<'a>,
        /// Whether the answer has the line at all.
        known: bool,
    },
    /// A line of the answer, while all lines of the output have matches.
    Missing {
        /// The line.
        line: Line<'a>,
    },
}

/// How a line fits into a number: as many upper bits of its hash as the offset leaves. Numbers
/// sort quickly, and lines of one hash stay in order of offsets.
#[derive(Debug, Clone, Copy)]
struct Entries {
    offset_mask: u64,
}

impl Entries {
    fn for_texts(found: &[u8], expected: &[u8]) -> Self {
        let longest = found.len().max(expected.len()) as u64;
        Self { offset_mask: u64::MAX.checked_shr(longest.leading_zeros()).unwrap_or(0) }
    }

    fn hash(self, entry: u64) -> u64 {
        entry & !self.offset_mask
    }

    fn start(self, entry: u64) -> usize {
        usize::try_from(entry & self.offset_mask).unwrap_or(usize::MAX)
    }

    /// The lines of `part` that may make the difference and have hashes that are wanted, sorted.
    fn fill(
        self,
        entries: &mut Vec<u64>,
        part: Part<'_>,
        differing: &Differing,
        mut is_wanted: impl FnMut(u64) -> bool,
    ) {
        entries.clear();
        differing.lines(part.bytes(), |start, hash| {
            if is_wanted(hash) {
                entries.push(hash & !self.offset_mask | (part.start + start) as u64);
            }
        });
        entries.sort_unstable();
    }

    /// Reads a byte of each line without waiting for one before asking for the next: the lines lie
    /// all over the text, and this brings them near before they are compared.
    fn fetch(self, entries: &[u64], part: Part<'_>) {
        let bytes = entries.iter().map(|&entry| part.text.get(self.start(entry)));
        std::hint::black_box(bytes.fold(0, |all, byte| all ^ byte.unwrap_or(&0)));
    }
}

/// Lines that are fetched at one time: what the nearest cache can hold.
const FETCHED: usize = 128;

/// How much of a long output is looked at before the rest is sorted, in bytes.
const FIRST: usize = 128 << 10;

/// How many bits of a hash tell most lines from the first ones: 128 KiB for their marks.
const HASH_BITS: u32 = 20;

/// The matcher; it keeps its memory from one pair of parts to the next.
#[derive(Debug, Default)]
pub(super) struct Matching {
    found: Vec<u64>,
    expected: Vec<u64>,
}

impl Matching {
    /// The first line without a match; `None` when the parts have the same lines equally often.
    pub(super) fn first_parting<'a>(
        &mut self,
        found: Part<'a>,
        expected: Part<'a>,
    ) -> Option<Parting<'a>> {
        // Lines that agree in order need no matching.
        let (found_at, expected_at) = lines::first_parting(found.bytes(), expected.bytes())?;
        let (found_at, expected_at) = (found.start + found_at, expected.start + expected_at);
        let matched = expected.until(expected_at);
        let (found, expected) = (found.beginning_at(found_at), expected.beginning_at(expected_at));
        let differing = Differing::between(found.bytes(), expected.bytes())?;
        let parting = self.first_differing(found, expected, &differing)?;
        Some(match parting {
            Parting::Surplus { line, known } => {
                Parting::Surplus { line, known: known || matched.has(line.bytes) }
            }
            missing @ Parting::Missing { .. } => missing,
        })
    }

    /// The first line without a match, of parts that were found to differ.
    fn first_differing<'a>(
        &mut self,
        found: Part<'a>,
        expected: Part<'a>,
        differing: &Differing,
    ) -> Option<Parting<'a>> {
        let surplus = differing.first_counted(found.bytes(), true);
        let entries = Entries::for_texts(found.text, expected.text);
        let mut unmatched = Unmatched { entries, found, expected, surplus: None, missing: None };
        unmatched.surplus = surplus.map(|(start, known)| (found.start + start, known));
        if differing.any() {
            if differing.are_many()
                && let Some(parting) = self.first_of_many(unmatched, differing)
            {
                return Some(parting);
            }
            entries.fill(&mut self.found, found, differing, |_| true);
            entries.fill(&mut self.expected, expected, differing, |_| true);
            self.match_all(&mut unmatched);
        }
        if unmatched.surplus.is_none()
            && let Some((start, _)) = differing.first_counted(expected.bytes(), false)
        {
            unmatched.add_missing(expected.start + start);
        }
        unmatched.first()
    }

    /// The first line without a match, if it is one of the first of a long output: where many lines are
    /// wrong, the rest of it need not be sorted. `unmatched` knows of the lines that are counted.
    fn first_of_many<'a>(
        &mut self,
        mut unmatched: Unmatched<'a>,
        differing: &Differing,
    ) -> Option<Parting<'a>> {
        let Unmatched { entries, found, expected, .. } = unmatched;
        let first = found.bytes().get(..FIRST)?;
        let end = found.start + memchr::memrchr(b'\n', first)? + 1;
        // A bit for each hash that these lines have: most lines of the answer can be told to be others.
        let mut bits = vec![0_u64; 1 << (HASH_BITS - 6)];
        let place = |hash: u64| {
            let bit = hash >> (64 - HASH_BITS);
            (usize::try_from(bit >> 6).unwrap_or_default(), 1 << (bit & 63))
        };
        let found = found.until(end);
        entries.fill(&mut self.found, found, differing, |hash| {
            let (at, bit) = place(hash);
            bits[at] |= bit;
            true
        });
        entries.fill(&mut self.expected, expected, differing, |hash| {
            let (at, bit) = place(hash);
            bits[at] & bit != 0
        });
        self.match_all(&mut unmatched);
        // What has no match behind these lines comes later. What is missing may come there.
        let is_first = unmatched.surplus.is_some_and(|(start, _)| start < end);
        is_first.then(|| unmatched.first())?
    }

    /// Matches the lines that were filled in.
    fn match_all(&mut self, unmatched: &mut Unmatched<'_>) {
        let Unmatched { entries, found, expected, .. } = *unmatched;
        let (mut f, mut e) = (&mut self.found[..], &mut self.expected[..]);
        while let Some(&last) = f.get(FETCHED).or(f.last()).or(e.last()) {
            // A binary search would run through the whole of both, and wait at every step.
            let chunk =
                |all: &[u64]| all.iter().take_while(|&&entry| entries.hash(entry) <= last).count();
            let (f_chunk, f_rest) = f.split_at_mut(chunk(f));
            let (e_chunk, e_rest) = e.split_at_mut(chunk(e));
            entries.fetch(f_chunk, found);
            entries.fetch(e_chunk, expected);
            unmatched.add_hashes(f_chunk, e_chunk);
            (f, e) = (f_rest, e_rest);
        }
    }
}

/// What has no match so far: the earliest line of either side.
#[derive(Debug, Clone, Copy)]
struct Unmatched<'a> {
    entries: Entries,
    found: Part<'a>,
    expected: Part<'a>,
    surplus: Option<(usize, bool)>,
    missing: Option<usize>,
}

impl<'a> Unmatched<'a> {
    /// Matches the lines of some hashes, all that there are of each. Both sides are sorted.
    fn add_hashes(&mut self, mut f: &mut [u64], mut e: &mut [u64]) {
        let entries = self.entries;
        while let Some(least) = least(f.first(), e.first()) {
            let least = entries.hash(*least);
            let of_hash = |side: &[u64]| {
                side.iter().take_while(|&&entry| entries.hash(entry) == least).count()
            };
            let (f_group, f_rest) = f.split_at_mut(of_hash(f));
            let (e_group, e_rest) = e.split_at_mut(of_hash(e));
            self.add_hash(f_group, e_group);
            (f, e) = (f_rest, e_rest);
        }
    }

    /// Matches the lines of one hash.
    fn add_hash(&mut self, f: &mut [u64], e: &mut [u64]) {
        let Self { entries, found, expected, .. } = *self;
        let first = f.first().map(|&entry| found.from(entries.start(entry)));
        let first = first.or_else(|| e.first().map(|&entry| expected.from(entries.start(entry))));
        let as_first = |part: Part<'_>, entry: u64| {
            first.is_some_and(|first| lines::same_line(part.from(entries.start(entry)), first))
        };
        if f.iter().skip(1).all(|&entry| as_first(found, entry))
            && e.iter().all(|&entry| as_first(expected, entry))
        {
            return self.add_line(f, e);
        }
        let found = |entry: &u64| found.line(entries.start(*entry));
        let expected = |entry: &u64| expected.line(entries.start(*entry));
        // Both sorts keep equal lines in order of offsets.
        f.sort_by_key(found);
        e.sort_by_key(expected);
        let (mut f, mut e) = (&*f, &*e);
        while let Some(least) = least(f.first().map(found), e.first().map(expected)) {
            let f_copies = f.iter().take_while(|entry| found(entry) == least).count();
            let e_copies = e.iter().take_while(|entry| expected(entry) == least).count();
            self.add_line(&f[..f_copies], &e[..e_copies]);
            (f, e) = (&f[f_copies..], &e[e_copies..]);
        }
    }

    /// Matches copies of one line, in order of offsets: those at the end are left over.
    fn add_line(&mut self, f: &[u64], e: &[u64]) {
        let entries = self.entries;
        if let Some(extra) = f.get(e.len()) {
            let surplus = (entries.start(*extra), !e.is_empty());
            self.surplus = Some(self.surplus.map_or(surplus, |known| known.min(surplus)));
        }
        if let Some(&missing) = e.get(f.len()) {
            self.add_missing(entries.start(missing));
        }
    }

    fn add_missing(&mut self, start: usize) {
        self.missing = Some(self.missing.map_or(start, |known| known.min(start)));
    }

    fn first(&self) -> Option<Parting<'a>> {
        if let Some((start, known)) = self.surplus {
            return line_at(self.found.text, start).map(|line| Parting::Surplus { line, known });
        }
        line_at(self.expected.text, self.missing?).map(|line| Parting::Missing { line })
    }
}

/// The lesser of two, where there is one.
fn least<T: Ord>(left: Option<T>, right: Option<T>) -> Option<T> {
    left.into_iter().chain(right).min()
}

#[cfg(test)]
mod tests {
    use super::{Entries, Part, Parting, Unmatched};
    use crate::text::line_at;

    /// Matches the lines of two texts as if all had the same hash.
    #[track_caller]
    fn case(found: &str, expected: &str, result: &str) {
        let starts = |text: &str| -> Vec<u64> {
            let lines = std::iter::successors(line_at(text.as_bytes(), 0), |line| {
                line_at(text.as_bytes(), line.next)
            });
            lines.map(|line| line.offset as u64).collect()
        };
        let part = |text| Part { text, start: 0 };
        let mut unmatched = Unmatched {
            entries: Entries::for_texts(found.as_bytes(), expected.as_bytes()),
            found: part(found.as_bytes()),
            expected: part(expected.as_bytes()),
            surplus: None,
            missing: None,
        };
        unmatched.add_hash(&mut starts(found), &mut starts(expected));
        let text = match unmatched.first() {
            None => "same".to_owned(),
            Some(Parting::Surplus { line, known }) => format!("surplus {} {known}", line.offset),
            Some(Parting::Missing { line }) => format!("missing {}", line.offset),
        };
        assert_eq!(text, result);
    }

    #[test]
    fn lines_of_one_hash_are_told_apart() {
        case("a\nb\nc\n", "c\na\nb\n", "same");
        case("a\na\na\n", "a\na\na\n", "same");
        case("", "", "same");
        case("a\nb\na\nb\nb\n", "b\na\nb\na\n", "surplus 8 true");
        case("c\nb\n", "b\na\n", "surplus 0 false");
        case("a\nb\n", "b\nc\na\nd\n", "missing 2");
        case("a\n", "b\n", "surplus 0 false");
        case("", "a\n", "missing 0");
        case("a\n", "", "surplus 0 false");
    }
}
