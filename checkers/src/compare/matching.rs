//! Matches lines with lines, whatever their order.
//!
//! Lines are sorted by a short hash and then matched by their bytes, so the decision is exact.
//! Lines that share a hash, by chance or by design, cost a sort by bytes among themselves.

use super::lines;
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
    fn bytes(&self) -> &'a [u8] {
        &self.text[self.start..]
    }

    fn line(&self, entry: Entry) -> Option<&'a [u8]> {
        line_at(self.text, entry.start()).map(|line| line.bytes)
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

/// A line by 24 bits of hash and, below them, 40 bits of offset: small, for a quick sort, and
/// enough for any text that fits into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(u64);

impl Entry {
    const OFFSET: u64 = (1 << 40) - 1;

    fn new(line: &Line<'_>) -> Self {
        Self(hash(line.bytes) & !Self::OFFSET | line.offset as u64 & Self::OFFSET)
    }

    fn hash(self) -> u64 {
        self.0 & !Self::OFFSET
    }

    fn start(self) -> usize {
        usize::try_from(self.0 & Self::OFFSET).unwrap_or(usize::MAX)
    }
}

/// The matcher; it keeps its memory from one pair of parts to the next.
#[derive(Debug, Default)]
pub(super) struct Matching {
    found: Vec<Entry>,
    expected: Vec<Entry>,
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
        let found = Part { start: found.start + found_at, ..found };
        let expected = Part { start: expected.start + expected_at, ..expected };
        fill(&mut self.found, found);
        fill(&mut self.expected, expected);
        let mut unmatched = Unmatched { found, expected, surplus: None, missing: None };
        let (mut f, mut e) = (&mut self.found[..], &mut self.expected[..]);
        while let Some(least) = f.first().into_iter().chain(e.first()).map(|e| e.hash()).min() {
            let group = |entries: &[Entry]| {
                entries.iter().take_while(|entry| entry.hash() == least).count()
            };
            let (f_group, f_rest) = f.split_at_mut(group(f));
            let (e_group, e_rest) = e.split_at_mut(group(e));
            unmatched.add_hash(f_group, e_group);
            (f, e) = (f_rest, e_rest);
        }
        unmatched.first()
    }
}

/// What has no match so far: the earliest line of either side.
#[derive(Debug)]
struct Unmatched<'a> {
    found: Part<'a>,
    expected: Part<'a>,
    surplus: Option<(usize, bool)>,
    missing: Option<usize>,
}

impl<'a> Unmatched<'a> {
    /// Matches the lines of one hash. Each side comes in order of offsets.
    fn add_hash(&mut self, f: &mut [Entry], e: &mut [Entry]) {
        let (found, expected) = (self.found, self.expected);
        let mut all = f.iter().map(|&f| found.line(f)).chain(e.iter().map(|&e| expected.line(e)));
        let first = all.next();
        if all.all(|line| Some(line) == first) {
            return self.add_line(f, e);
        }
        // Both sorts keep the order of equal lines.
        f.sort_by_key(|&entry| found.line(entry));
        e.sort_by_key(|&entry| expected.line(entry));
        let (mut f, mut e) = (&*f, &*e);
        loop {
            let least_f = f.first().map(|&entry| found.line(entry));
            let least_e = e.first().map(|&entry| expected.line(entry));
            let Some(least) = least_f.into_iter().chain(least_e).min() else { break };
            let f_copies = f.iter().take_while(|&&entry| found.line(entry) == least).count();
            let e_copies = e.iter().take_while(|&&entry| expected.line(entry) == least).count();
            self.add_line(&f[..f_copies], &e[..e_copies]);
            (f, e) = (&f[f_copies..], &e[e_copies..]);
        }
    }

    /// Matches copies of one line, in order of offsets: those at the end are left over.
    fn add_line(&mut self, f: &[Entry], e: &[Entry]) {
        if let Some(extra) = f.get(e.len()) {
            let surplus = (extra.start(), !e.is_empty());
            self.surplus = Some(self.surplus.map_or(surplus, |known| known.min(surplus)));
        }
        if let Some(missing) = e.get(f.len()).map(|entry| entry.start()) {
            self.missing = Some(self.missing.map_or(missing, |known| known.min(missing)));
        }
    }

    fn first(&self) -> Option<Parting<'a>> {
        if let Some((start, known)) = self.surplus {
            return line_at(self.found.text, start).map(|line| Parting::Surplus { line, known });
        }
        line_at(self.expected.text, self.missing?).map(|line| Parting::Missing { line })
    }
}

/// The lines of `part` that are not blank, by hash and then by offset.
fn fill(entries: &mut Vec<Entry>, part: Part<'_>) {
    let lines =
        std::iter::successors(line_at(part.text, part.start), |line| line_at(part.text, line.next));
    entries.clear();
    entries.extend(lines.filter(|line| !line.bytes.is_empty()).map(|line| Entry::new(&line)));
    entries.sort_unstable();
}

/// A quick hash whose upper bits spread well; equal hashes are never taken for equal lines.
fn hash(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(FACTOR).rotate_left(32);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash =
        words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let tail = rest.iter().fold(0, |tail, &byte| tail << 8 | u64::from(byte));
    mix(mix(hash, tail), 0).wrapping_mul(FACTOR)
}

#[cfg(test)]
mod tests {
    use super::{Entry, Part, Parting, Unmatched};
    use crate::text::line_at;

    /// Matches the lines of two texts as if all had the same hash.
    #[track_caller]
    fn case(found: &str, expected: &str, result: &str) {
        let entries = |text: &str| -> Vec<Entry> {
            let lines = std::iter::successors(line_at(text.as_bytes(), 0), |line| {
                line_at(text.as_bytes(), line.next)
            });
            lines.map(|line| Entry(line.offset as u64)).collect()
        };
        let part = |text| Part { text, start: 0 };
        let mut unmatched = Unmatched {
            found: part(found.as_bytes()),
            expected: part(expected.as_bytes()),
            surplus: None,
            missing: None,
        };
        unmatched.add_hash(&mut entries(found), &mut entries(expected));
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
        case("", "a\n", "missing 0");
        case("a\n", "", "surplus 0 false");
    }
}
