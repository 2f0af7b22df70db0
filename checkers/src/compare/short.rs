//! Whether two texts of short lines have the same ones equally often, each line as a few words.
//!
//! The lines are parted by a hash, so that each part's counts fit into a near cache, and then
//! counted part by part: no line is looked up in its text again. Says only "the same"; where lines
//! differ, are long, or share too many hashes, others decide.

use super::matching::Part;
use super::parted::parted;
use crate::text::trim_end;

/// Whether `found` and `expected` surely have the same lines equally often.
pub(super) fn surely_same_lines(found: Part<'_>, expected: Part<'_>) -> bool {
    surely_same::<1>(found, expected)
        || surely_same::<2>(found, expected)
        || surely_same::<3>(found, expected)
}

/// A newline in each byte, and a 1.
const NEWLINES: u64 = u64::from_le_bytes([b'\n'; 8]);
const ONES: u64 = u64::from_le_bytes([1; 8]);
/// Steps from a line's own place in the table after which its part is given up.
const REACH: usize = 64;

/// The beginning of a text in words; or a line, with its length in the last byte, never 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packed<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Packed<WORDS> {
    /// No line.
    const NONE: Self = Self([0; WORDS]);

    /// The beginning of `text`, followed by newlines where that is short.
    fn load(text: &[u8]) -> Self {
        let (words, rest) = text.as_chunks::<8>();
        if let Some(words) = words.first_chunk::<WORDS>() {
            return Self(words.map(u64::from_le_bytes));
        }
        let mut last = [b'\n'; 8];
        last[..rest.len()].copy_from_slice(rest);
        let words = words.iter().chain([&last]).copied().map(u64::from_le_bytes);
        let mut packed = Self([NEWLINES; WORDS]);
        packed.0.iter_mut().zip(words).for_each(|(to, word)| *to = word);
        packed
    }

    /// Where the first newline stands, if there is one.
    fn newline(self) -> Option<usize> {
        self.0.iter().zip(0..).find_map(|(word, number)| {
            // A newline becomes 0, and of such a number the lowest byte of 0 borrows first.
            let zeros = word ^ NEWLINES;
            let borrows = zeros.wrapping_sub(ONES) & !zeros & (ONES << 7);
            (borrows != 0).then(|| 8 * number + borrows.trailing_zeros() as usize / 8)
        })
    }

    /// The line of this length, not 0, out of a beginning that goes on beyond it.
    fn line(mut self, length: usize) -> Self {
        let bits = u32::try_from(8 * length).unwrap_or(u32::MAX);
        for (word, before) in self.0.iter_mut().zip((0..).step_by(64)) {
            let kept = bits.saturating_sub(before).min(64);
            *word &= u64::MAX.checked_shr(64 - kept).unwrap_or(0);
        }
        self.0[WORDS - 1] |= (length as u64) << 56;
        self
    }

    /// Spreads well in all bits.
    fn hash(self) -> u64 {
        let mix = |mixed: u64, word: &u64| {
            let mixed = (mixed ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        };
        self.0.iter().fold(0, mix).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

fn surely_same<const WORDS: usize>(found: Part<'_>, expected: Part<'_>) -> bool {
    let (Some(found), Some(expected)) = (lines::<WORDS>(found), lines::<WORDS>(expected)) else {
        return false;
    };
    if found.len() != expected.len() {
        return false;
    }
    let (found, bounds) = parted(&found, Packed::hash);
    let (expected, other_bounds) = parted(&expected, Packed::hash);
    let largest = bounds.windows(2).map(|bound| bound[1] - bound[0]).max().unwrap_or(0);
    let mut counts = Counts::new(largest);
    bounds == other_bounds
        && bounds.windows(2).all(|bound| {
            let (start, end) = (bound[0], bound[1]);
            counts.are_same(&found[start..end], &expected[start..end])
        })
}

/// The lines that are not blank; `None` where one is too long.
fn lines<const WORDS: usize>(part: Part<'_>) -> Option<Vec<Packed<WORDS>>> {
    let mut rest = part.bytes();
    // Room for all lines if they are as long as the first.
    let first = Packed::<WORDS>::load(rest).newline()?;
    let mut lines = Vec::with_capacity(rest.len() / (first + 1).max(2) + 1);
    while !rest.is_empty() {
        let beginning = Packed::<WORDS>::load(rest);
        let end = beginning.newline()?;
        let length = trim_end(&rest[..end]).len();
        if length > 0 {
            lines.push(beginning.line(length));
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    Some(lines)
}

/// How often each line of a part was found beyond how often it was expected: a table by hash, where
/// a line whose place is taken goes to one of the next.
struct Counts<const WORDS: usize> {
    places: Vec<(Packed<WORDS>, i32)>,
}

impl<const WORDS: usize> Counts<WORDS> {
    /// A table for parts of so many lines.
    fn new(lines: usize) -> Self {
        Self { places: vec![(Packed::NONE, 0); 2 * lines.next_power_of_two() + REACH] }
    }

    /// Whether both, equally long, surely have the same lines equally often.
    fn are_same(&mut self, found: &[Packed<WORDS>], expected: &[Packed<WORDS>]) -> bool {
        self.places.fill((Packed::NONE, 0));
        let add = |counts: &mut Self, line: &Packed<WORDS>, often: i32| {
            counts.place(*line).is_some_and(|(known, count)| {
                *known = *line;
                *count += often;
                *count >= 0
            })
        };
        found.iter().all(|line| add(self, line, 1))
            && expected.iter().all(|line| add(self, line, -1))
    }

    /// The line's place, or the free one that it may take.
    fn place(&mut self, line: Packed<WORDS>) -> Option<&mut (Packed<WORDS>, i32)> {
        // The lower bits of the hash: a part has the upper ones in common.
        let hashes = self.places.len() - REACH;
        let own = usize::try_from(line.hash() & (hashes as u64 - 1)).unwrap_or(0);
        let near = &mut self.places[own..own + REACH];
        near.iter_mut().find(|(known, _)| *known == line || *known == Packed::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, surely_same_lines};

    #[track_caller]
    fn case(found: &str, expected: &str, same: bool) {
        let part = |text: &'static str| Part { text: text.as_bytes(), start: 0 };
        let (found, expected) = (found.to_owned().leak(), expected.to_owned().leak());
        assert_eq!(surely_same_lines(part(found), part(expected)), same, "{found:?} {expected:?}");
        assert_eq!(surely_same_lines(part(expected), part(found)), same, "{expected:?} {found:?}");
    }

    #[test]
    fn short_lines_are_counted() {
        case("", "", true);
        case("a\nb\na", "b\na \na\r\n", true);
        case("a\n\nb\n", "b\na\n", true);
        case("1234567\nb\n", "b\n1234567", true);
        case("12345678\nb\n", "b\n12345678", true);
        case("123456789012345\nb\n", "b\n123456789012345", true);
        case("1234567890123456\nb\n", "b\n1234567890123456", true);
        case("12345678901234567890123\nb\n", "b\n12345678901234567890123", true);
        case("a\nb\na\n", "b\na\nb\n", false);
        case("a\n", "a\na\n", false);
        case("a\n", "a\0\n", false);
        case("ab\ncd\n", "ab\nce\n", false);
        case("123456789012345\n", "123456789012346\n", false);
    }

    #[test]
    fn longer_lines_are_for_others() {
        case("123456789012345678901234\n", "123456789012345678901234\n", false);
    }

    #[test]
    fn many_lines_go_in_parts() {
        let lines = |numbers: &mut dyn Iterator<Item = u32>| {
            let lines: Vec<_> = numbers.map(|number| (number % 40_000).to_string()).collect();
            lines.join("\n")
        };
        let found = lines(&mut (0..100_000));
        case(&found, &lines(&mut (0..100_000).rev()), true);
        case(&found, &lines(&mut (1..100_001)), false);
    }
}
