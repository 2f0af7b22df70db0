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

/// The beginning of a text as a number; or a line, with its length in the uppermost byte: never the
/// default, which is 0.
trait Packed: Copy + Default + Eq {
    /// The beginning of `text`, followed by newlines where that is short.
    fn load(text: &[u8]) -> Self;

    /// Where the first newline stands, if there is one.
    fn newline(self) -> Option<usize>;

    /// The line of this length, not 0, out of a beginning that goes on beyond it.
    fn line(self, length: usize) -> Self;

    /// Spreads well in all bits.
    fn hash(self) -> u64;
}

impl Packed for u64 {
    fn load(text: &[u8]) -> Self {
        Self::from_le_bytes(beginning(text))
    }

    fn newline(self) -> Option<usize> {
        const ONES: u64 = u64::from_le_bytes([1; 8]);
        // A newline becomes 0, and of such a number the lowest byte of 0 borrows first.
        let zeros = self ^ u64::from_le_bytes([b'\n'; 8]);
        let borrows = zeros.wrapping_sub(ONES) & !zeros & (ONES << 7);
        (borrows != 0).then(|| borrows.trailing_zeros() as usize / 8)
    }

    fn line(self, length: usize) -> Self {
        self & (Self::MAX >> (64 - 8 * length)) | (length as Self) << 56
    }

    fn hash(self) -> u64 {
        let mixed = self.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

impl Packed for u128 {
    fn load(text: &[u8]) -> Self {
        Self::from_le_bytes(beginning(text))
    }

    fn newline(self) -> Option<usize> {
        let [low, high] = halves(self);
        low.newline().or_else(|| high.newline().map(|at| 8 + at))
    }

    fn line(self, length: usize) -> Self {
        self & (Self::MAX >> (128 - 8 * length)) | (length as Self) << 120
    }

    fn hash(self) -> u64 {
        let [low, high] = halves(self);
        high.wrapping_mul(0xff51_afd7_ed55_8ccd).wrapping_add(low).hash()
    }
}

/// The lower half and the upper one.
#[expect(clippy::cast_possible_truncation, reason = "that is what a half is")]
fn halves(number: u128) -> [u64; 2] {
    [number as u64, (number >> 64) as u64]
}

/// The first `N` bytes, with newlines in place of those that are not there.
fn beginning<const N: usize>(text: &[u8]) -> [u8; N] {
    text.first_chunk().copied().unwrap_or_else(|| {
        let mut bytes = [b'\n'; N];
        bytes[..text.len()].copy_from_slice(text);
        bytes
    })
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
    let mut rest = part.bytes();
    // Room for all lines if they are as long as the first.
    let first = T::load(rest).newline()?;
    let mut lines = Vec::with_capacity(rest.len() / (first + 1).max(2) + 1);
    while !rest.is_empty() {
        let beginning = T::load(rest);
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
