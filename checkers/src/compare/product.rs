//! Whether two texts have the same lines equally often, whatever their order, and which lines may make
//! the difference: each text becomes 256 numbers, in one pass, without memory, and no choice of lines
//! makes it slow. Lines count without whitespace at their end, blank ones not at all.
//!
//! A line is cut into words w₁, …, wₙ of up to 15 bytes, each a number with a 1 behind its bytes, and
//! stands for the polynomial z·kⁿ⁻¹ + w₁·kⁿ⁻¹ + … + wₙ; a text stands for the product of its lines.
//! These factors are irreducible (linear in z, without a common divisor since wₙ is not 0), and no
//! two lines have proportional ones. Factors of polynomials over a field are unique, so texts stand
//! for the same polynomial only where they have the same lines equally often.
//!
//! The number of a text is its polynomial's value modulo the prime 2¹²⁷ − 1 at a random z and k below
//! 2¹²⁶, drawn anew for each pair of texts: who chose the lines could not know them. Texts with the
//! same lines always have the same number. Others have it with a chance of at most their degree over
//! 2¹²⁶ (Schwartz 1980, Zippel 1979). The degree is the number of words, of which each takes two bytes
//! or more with newlines: 2⁻¹⁰⁰ for 128 MiB. No machine computes more surely than that.
//!
//! Short lines take a quicker way of the same kind: [`super::short`].
//!
//! The product is kept in parts, by class of line: texts in which few lines differ differ in few classes,
//! and only the lines of those need be looked at again. A line's class follows from its value.

use std::hash::{BuildHasher, RandomState};

use super::short;
use crate::text::trim_end;

/// How many classes of lines there are: a power of two.
const CLASSES: usize = 256;

/// The classes of lines in which two texts differ.
#[derive(Debug)]
pub(super) struct Differing {
    point: Point,
    classes: [bool; CLASSES],
    short: short::Differing,
}

impl Differing {
    /// `None` where both have the same lines equally often.
    pub(super) fn between(found: &[u8], expected: &[u8]) -> Option<Self> {
        let point = Point::random();
        let mut lines = short::pair([found.len(), expected.len()]);
        let [found, expected] = [(found, 0), (expected, 1)]
            .map(|(text, index)| point.products(text, &mut lines[index]));
        let classes = std::array::from_fn(|class| found[class] % PRIME != expected[class] % PRIME);
        let short = short::Differing::between(lines);
        let differing = Self { point, classes, short };
        (differing.any() || differing.short.any_counted()).then_some(differing)
    }

    /// Whether there are lines that may make a difference and are not counted.
    pub(super) fn any(&self) -> bool {
        self.classes.contains(&true) || self.short.count() > 0
    }

    /// Whether it is so many that sorting all of them is worth avoiding.
    pub(super) fn are_many(&self) -> bool {
        /// Of those that are not short, or of those that are.
        const MANY: usize = CLASSES / 8;
        let count = self.classes.iter().filter(|differs| **differs).count();
        count.max(self.short.count()) > MANY
    }

    /// Among the lines that are counted, the first one of `text` that the other text has not as often, and
    /// whether it has it at all. `text` is the first of the two, or the second one.
    pub(super) fn first_counted(&self, text: &[u8], is_first: bool) -> Option<(usize, bool)> {
        if !self.short.any_counted() {
            return None;
        }
        let counts = &self.short.counts()[usize::from(is_first)];
        let mut left = counts.clone();
        let mut first = None;
        for_each_line(text, |start, end| {
            if end - start > short::LONGEST || first.is_some() {
                return;
            }
            let index = short::index(short::number(text, start, end));
            match left.get_mut(index) {
                Some(0) => first = Some((start, counts[index] > 0)),
                Some(left) => *left -= 1,
                None => {}
            }
        });
        first
    }

    /// Where each line of these classes starts that is not counted, and a hash of it whose upper bits spread
    /// well. Equal hashes do not tell that lines are equal.
    pub(super) fn lines(&self, text: &[u8], mut each: impl FnMut(usize, u64)) {
        for_each_line(text, |start, end| {
            if end - start <= short::LONGEST {
                if let Some(hash) = self.short.hash(short::number(text, start, end)) {
                    each(start, hash);
                }
                return;
            }
            let spread = spread(self.point.value(text, start, end));
            if self.classes[class(spread)] {
                each(start, (spread ^ spread >> 32).wrapping_mul(FACTOR));
            }
        });
    }
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A line's value as 64 bits, of which the upper ones depend on all.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
fn spread(value: u128) -> u64 {
    (value as u64 ^ (value >> 64) as u64).wrapping_mul(FACTOR)
}

/// The class of the lines that spread so.
#[inline]
fn class(spread: u64) -> usize {
    usize::try_from(spread >> 56).unwrap_or_default()
}

/// Calls with where each line that is not blank starts and where its text ends.
#[inline]
fn for_each_line(text: &[u8], mut each: impl FnMut(usize, usize)) {
    let (blocks, rest) = text.as_chunks::<64>();
    let mut last = [b'\n'; 64];
    last[..rest.len()].copy_from_slice(rest);
    let mut start = 0;
    for (block, at) in blocks.iter().chain([&last]).zip((0..).step_by(64)) {
        let mut ends = newlines(block);
        while ends != 0 {
            let end = at + ends.trailing_zeros() as usize;
            let line = text.get(start..end).unwrap_or_default();
            // Most lines end with something else than whitespace, all of which is below this.
            let line = if line.last() > Some(&b' ') { line } else { trim_end(line) };
            if !line.is_empty() {
                each(start, start + line.len());
            }
            start = end + 1;
            ends &= ends - 1;
        }
    }
}

/// Numbers are kept below or at 2¹²⁷, and taken modulo this prime.
const PRIME: u128 = (1 << 127) - 1;
/// Bytes of a word at most.
const WORD: usize = 15;
/// The 1 behind so many bytes.
const ENDS: [u128; WORD + 1] = {
    let mut ends = [1; WORD + 1];
    let mut bytes = 1;
    while bytes <= WORD {
        ends[bytes] = ends[bytes - 1] << 8;
        bytes += 1;
    }
    ends
};

/// Where the polynomials are evaluated.
#[derive(Debug, Clone, Copy)]
struct Point {
    z: u128,
    k: u128,
}

impl Point {
    /// A point that nobody can foresee: the standard library keys hash tables by the system's random
    /// numbers for the same reason.
    fn random() -> Self {
        let keyed = RandomState::new();
        let below = |number: u64| {
            let half = |index: u64| u128::from(keyed.hash_one(2 * number + index));
            (half(0) << 64 | half(1)) >> 2
        };
        Self { z: below(0), k: below(1) }
    }

    /// The values of the text's polynomial, by class of line, without its short lines, which are added to
    /// `short`.
    fn products(self, text: &[u8], short: &mut short::Lines) -> [u128; CLASSES] {
        let mut products = [1; CLASSES];
        for_each_line(text, |start, end| {
            if end - start <= short::LONGEST {
                short.add(short::number(text, start, end));
                return;
            }
            let value = self.value(text, start, end);
            let product = &mut products[class(spread(value))];
            *product = times(*product, value);
        });
        products
    }

    /// The value of the line's polynomial, by Horner's rule. The line is not empty.
    #[inline]
    fn value(self, text: &[u8], start: usize, end: usize) -> u128 {
        let mut at = start;
        let mut value = self.z + word(text, at, end);
        while end - at > WORD {
            at += WORD;
            value = fold(times(value, self.k) + word(text, at, end));
        }
        value
    }
}

/// The word that begins at `at` in a line that ends at `end`: below 2¹²¹.
#[inline]
fn word(text: &[u8], at: usize, end: usize) -> u128 {
    let beginning = &text[at..];
    let bytes = if let Some(bytes) = beginning.first_chunk::<16>() {
        u128::from_le_bytes(*bytes)
    } else {
        let mut bytes = [0; 16];
        bytes[..beginning.len()].copy_from_slice(beginning);
        u128::from_le_bytes(bytes)
    };
    let end = ENDS[(end - at).min(WORD)];
    bytes & (end - 1) | end
}

/// The product, at most 2¹²⁷, of two numbers of which that is true.
#[inline]
fn times(left: u128, right: u128) -> u128 {
    const HALF: u128 = (1 << 64) - 1;
    let (left_low, left_high) = (left & HALF, left >> 64);
    let (right_low, right_high) = (right & HALF, right >> 64);
    let lowest = left_low * right_low;
    let middle = left_high * right_low + (lowest >> 64);
    let other_middle = left_low * right_high + (middle & HALF);
    let high = left_high * right_high + (middle >> 64) + (other_middle >> 64);
    let low = other_middle << 64 | lowest & HALF;
    // 2¹²⁷ is 1: what stands above it counts as it would below.
    fold((high << 1 | low >> 127) + (low & PRIME))
}

/// Integers in any order, in numbers that are the same for the same ones, by the argument above: each is a line
/// of one word.
#[derive(Debug, Clone)]
pub(crate) struct Bag {
    point: Point,
    /// Parts of one product, which need not wait for each other.
    products: [u128; 4],
    count: usize,
}

impl Bag {
    /// Two empty ones that can be compared.
    pub(crate) fn pair() -> [Self; 2] {
        let bag = Self { point: Point::random(), products: [1; 4], count: 0 };
        [bag.clone(), bag]
    }

    /// Adds an integer.
    #[inline]
    pub(crate) fn add(&mut self, value: i64) {
        let product = &mut self.products[self.count % 4];
        *product = times(*product, self.point.z + u128::from(value.cast_unsigned()));
        self.count += 1;
    }

    /// Whether both have the same integers equally often.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let value = |bag: &Self| bag.products.into_iter().fold(1, times) % PRIME;
        value(self) == value(other)
    }
}

/// A number at most 2¹²⁷ that is the same modulo the prime.
#[inline]
fn fold(number: u128) -> u128 {
    (number & PRIME) + (number >> 127)
}

/// A bit for each newline, the first byte's lowest.
#[inline]
fn newlines(block: &[u8; 64]) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    let (words, _) = block.as_chunks::<8>();
    words.iter().zip((0..).step_by(8)).fold(0, |bits, (word, shift)| {
        // A newline becomes 0: of that alone, neither the upper bit nor any carry into it is set.
        let zeros = u64::from_le_bytes(*word) ^ u64::from_le_bytes([b'\n'; 8]);
        let others = ((zeros & LOW) + LOW) | zeros | LOW;
        // Brings the lowest bits of the eight bytes next to each other, in the highest byte.
        bits | (!others >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << shift
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Differing, PRIME, Point, newlines, times};
    use crate::text::trim_end;

    fn same_lines(found: &[u8], expected: &[u8]) -> bool {
        Differing::between(found, expected).is_none()
    }

    fn sorted_lines(text: &[u8]) -> Vec<&[u8]> {
        let lines = text.split(|&byte| byte == b'\n').map(trim_end);
        let mut lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        lines.sort_unstable();
        lines
    }

    #[track_caller]
    fn case(found: &[u8], expected: &[u8]) {
        let same = sorted_lines(found) == sorted_lines(expected);
        let shown = || (String::from_utf8_lossy(found), String::from_utf8_lossy(expected));
        assert_eq!(same_lines(found, expected), same, "{:?}", shown());
        assert_eq!(same_lines(expected, found), same, "{:?}", shown());
    }

    #[test]
    fn lines_are_told_apart() {
        case(b"", b"\n\r\n \n");
        case(b"a\nb\na", b"b\na \na\r\n");
        case(b"a\n\nb\n", b"b\na\n");
        case(b"a\nb\na\n", b"b\na\nb\n");
        case(b"a\n", b"a\na\n");
        case(b"", b"a");
        case(b"ab\ncd\n", b"ac\nbd\n");
        case(b"123456789012345abcdefghijklmno", b"abcdefghijklmno123456789012345");
    }

    #[test]
    fn zeros_and_marks_are_bytes_like_others() {
        let bytes = [b"\0", b"\x01", b"a"];
        let lines: Vec<Vec<u8>> = (1..=47)
            .flat_map(|length| bytes.map(|byte| byte.repeat(length)))
            .chain((1..=47).map(|length| [&b"\0".repeat(length)[..], b"\x01"].concat()))
            .collect();
        for left in &lines {
            for right in &lines {
                case(left, right);
            }
        }
    }

    #[test]
    fn every_byte_of_a_line_counts_wherever_it_lies() {
        for before in 0..70 {
            for length in 1..40 {
                let text = [b"x".repeat(before), b"\n".to_vec(), b"y".repeat(length)].concat();
                for at in before + 1..text.len() {
                    let mut other = text.clone();
                    other[at] = b'z';
                    case(&text, &other);
                }
            }
        }
    }

    #[test]
    fn products_are_those_of_the_field() {
        /// By doubling, bit by bit.
        fn slow(left: u128, right: u128) -> u128 {
            (0..128).rev().fold(0, |sum, bit| {
                let doubled = 2 * sum % PRIME;
                (doubled + (right >> bit & 1) * (left % PRIME)) % PRIME
            })
        }
        let top = 1 << 127;
        let point = Point::random();
        let half = u128::from(u64::MAX);
        for left in [0, 1, 2, half, half + 1, point.z, point.k, PRIME - 1, PRIME, top] {
            for right in [0, 1, 3, half, half + 2, point.z, point.k, PRIME - 1, PRIME, top] {
                let product = times(left, right);
                assert!(product <= top, "{left} {right}");
                assert_eq!(product % PRIME, slow(left, right), "{left} {right}");
            }
        }
    }

    #[test]
    fn newlines_are_found_among_their_neighbours() {
        for byte in 0..=u8::MAX {
            for at in 0..64 {
                let mut block = [byte; 64];
                block[at] = b'\n';
                let expected = if byte == b'\n' { u64::MAX } else { 1 << at };
                assert_eq!(newlines(&block), expected, "{byte} {at}");
            }
        }
    }

    proptest! {
        #[test]
        fn as_sorted_lines(
            mut lines in prop::collection::vec("[ab\0 ]{0,3}|[a\0]{13,17}|[ab]{28,32}", 0..40),
            other in "[ab\0 ]{0,3}|[a\0]{13,17}",
            seed in any::<u64>(),
        ) {
            let text = lines.join("\n");
            // Another order, then a line of another text or twice: now and then the same again.
            let random = usize::try_from(seed % 1000).unwrap_or(0);
            let length = lines.len().max(1);
            lines.rotate_left(random % length);
            lines.reverse();
            case(text.as_bytes(), lines.join("\n").as_bytes());
            if let Some(line) = lines.get_mut(random % length) {
                *line = other;
            }
            case(text.as_bytes(), lines.join("\r\n").as_bytes());
        }
    }
}
