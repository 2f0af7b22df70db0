//! Whether two texts of short lines have the same ones equally often, each line as one number.
//!
//! The numbers are parted by a hash, so that each part's counts fit into a near cache, and then
//! counted part by part: no line is looked up in its text again. Says only "the same"; where lines
//! differ, are long, or share too many hashes, others decide.

use super::matching::Part;
use super::parted::parted;
use crate::text::trim_end;

/// Whether `found` and `expected` surely have the same lines equally often.
pub(super) fn surely_same_lines(found: Part<'_>, expected: Part<'_>) -> bool {
    surely_same::<u64>(found, expected) || surely_same::<u128>(found, expected)
}

/// Steps from a line's own place in the table after which its part is given up.
const REACH: usize = 64;

/// A line as a number, with its length in the uppermost byte: never the default, which is 0.
trait Packed: Copy + Default + Eq {
    /// The longest line that fits.
    const LONGEST: usize;

    /// The line at the start of `text`, no longer than [`Self::LONGEST`] and not blank.
    fn pack(text: &[u8], length: usize) -> Self;

    /// Spreads well in all bits.
    fn hash(self) -> u64;
}

impl Packed for u64 {
    const LONGEST: usize = 7;

    fn pack(text: &[u8], length: usize) -> Self {
        let word = text
            .first_chunk()
            .map_or_else(|| Self::from_le_bytes(padded(text)), |bytes| Self::from_le_bytes(*bytes));
        word & (Self::MAX >> (Self::BITS as usize - 8 * length)) | (length as Self) << 56
    }

    fn hash(self) -> u64 {
        let mixed = self.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

impl Packed for u128 {
    const LONGEST: usize = 15;

    fn pack(text: &[u8], length: usize) -> Self {
        let word = text
            .first_chunk()
            .map_or_else(|| Self::from_le_bytes(padded(text)), |bytes| Self::from_le_bytes(*bytes));
        word & (Self::MAX >> (Self::BITS as usize - 8 * length)) | (length as Self) << 120
    }

    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    fn hash(self) -> u64 {
        ((self >> 64) as u64).wrapping_mul(0xff51_afd7_ed55_8ccd).wrapping_add(self as u64).hash()
    }
}

/// `bytes`, fewer than `N`, and zeros.
fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut padded = [0; N];
    padded[..bytes.len()].copy_from_slice(bytes);
    padded
}

fn surely_same<T: Packed>(found: Part<'_>, expected: Part<'_>) -> bool {
    let (Some(found), Some(expected)) = (lines::<T>(found), lines::<T>(expected)) else {
        return false;
    };
    if found.len() != expected.len() {
        return false;
    }
    let (found, bounds) = parted(&found, T::hash);
    let (expected, other_bounds) = parted(&expected, T::hash);
    let largest = bounds.windows(2).map(|bound| bound[1] - bound[0]).max().unwrap_or(0);
    let mut counts = Counts::new(largest);
    bounds == other_bounds
        && bounds.windows(2).all(|bound| {
            let (start, end) = (bound[0], bound[1]);
            counts.are_same(&found[start..end], &expected[start..end])
        })
}

/// The lines that are not blank; `None` where one is too long.
fn lines<T: Packed>(part: Part<'_>) -> Option<Vec<T>> {
    let bytes = part.bytes();
    let newlines = memchr::memchr_iter(b'\n', bytes);
    // Room for all lines if they are as long as the first.
    let first = newlines.clone().next().unwrap_or(bytes.len());
    let mut lines = Vec::with_capacity(bytes.len() / (first + 1).max(2) + 1);
    let mut start = 0;
    for end in newlines.chain([bytes.len()]) {
        let length = trim_end(&bytes[start..end]).len();
        if length > T::LONGEST {
            return None;
        }
        if length > 0 {
            lines.push(T::pack(&bytes[start..], length));
        }
        start = end + 1;
    }
    Some(lines)
}

/// How often each line of a part was found beyond how often it was expected: a table by hash, where
/// a line whose place is taken goes to one of the next.
struct Counts<T> {
    places: Vec<(T, i32)>,
}

impl<T: Packed> Counts<T> {
    /// A table for parts of so many lines.
    fn new(lines: usize) -> Self {
        Self { places: vec![(T::default(), 0); 2 * lines.next_power_of_two() + REACH] }
    }

    /// Whether both, equally long, surely have the same lines equally often.
    fn are_same(&mut self, found: &[T], expected: &[T]) -> bool {
        self.places.fill((T::default(), 0));
        let add = |counts: &mut Self, line: &T, often: i32| {
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
    fn place(&mut self, line: T) -> Option<&mut (T, i32)> {
        // The lower bits of the hash: a part has the upper ones in common.
        let hashes = self.places.len() - REACH;
        let own = usize::try_from(line.hash() & (hashes as u64 - 1)).unwrap_or(0);
        let near = &mut self.places[own..own + REACH];
        near.iter_mut().find(|(known, _)| *known == line || *known == T::default())
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
        case("a\nb\na\n", "b\na\nb\n", false);
        case("a\n", "a\na\n", false);
        case("a\n", "a\0\n", false);
        case("ab\ncd\n", "ab\nce\n", false);
        case("123456789012345\n", "123456789012346\n", false);
    }

    #[test]
    fn longer_lines_are_for_others() {
        case("1234567890123456\n", "1234567890123456\n", false);
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
