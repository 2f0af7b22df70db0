//! The short lines of a text in a number that does not depend on their order: the quick way of
//! [`super::product`], by the same argument with other numbers.
//!
//! A line of up to seven bytes is a number w with a 1 behind its bytes, and stands for the polynomial z + w;
//! lines stand for the product of theirs. Its values modulo the prime 2⁶¹ − 1 are taken at two random z below
//! 2⁵⁹, drawn anew for each pair of texts. Other lines have both values of these with a chance of at most
//! (n / 2⁵⁹)², with n lines: 2⁻⁶⁸ for 128 MiB of lines of three bytes.
//!
//! Lines of one or two bytes are counted instead in long texts, one by one: there are few different ones.

use std::hash::{BuildHasher, RandomState};

/// Longest short line, in bytes.
pub(super) const LONGEST: usize = 7;

/// How many classes of lines there are: a power of two.
const CLASSES: usize = 256;

const PRIME: u64 = (1 << 61) - 1;

/// The numbers of lines of up to two bytes are below this.
const COUNTED: u64 = 1 << 17;

/// Texts from this length on, in bytes, are worth the memory and time of a table of counts: 512 KiB a text.
const LONG: usize = 1 << 20;

/// The number of the line from `start` to `end`, which is short.
#[inline]
pub(super) fn number(text: &[u8], start: usize, end: usize) -> u64 {
    let beginning = text.get(start..).unwrap_or_default();
    let bytes = if let Some(bytes) = beginning.first_chunk::<8>() {
        u64::from_le_bytes(*bytes)
    } else {
        let mut bytes = [0; 8];
        bytes[..beginning.len()].copy_from_slice(beginning);
        u64::from_le_bytes(bytes)
    };
    let mark = 1 << ((8 * (end - start)) & 63);
    bytes & (mark - 1) | mark
}

/// Where the polynomials are evaluated, and how lines are spread over classes.
#[derive(Debug, Clone, Copy)]
struct Point {
    z: [u64; 2],
    factor: u64,
}

impl Point {
    fn random() -> Self {
        let keyed = RandomState::new();
        let [first, second] = [0_u64, 1].map(|number| keyed.hash_one(number) >> 5);
        Self { z: [first, second], factor: keyed.hash_one(2_u64) | 1 }
    }

    /// A hash of a number, whose upper bits spread well.
    #[inline]
    fn hash(self, number: u64) -> u64 {
        number.wrapping_mul(self.factor)
    }
}

#[inline]
fn class(hash: u64) -> usize {
    usize::try_from(hash >> 56).unwrap_or_default()
}

/// The product modulo the prime, below 2⁶², of a number below that and one below 2⁶⁰.
#[inline]
fn times(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
    let (low, high) = (product as u64 & PRIME, (product >> 61) as u64);
    low + high
}

/// The short lines of one text.
#[derive(Debug)]
pub(super) struct Lines {
    point: Point,
    products: [[u64; 2]; CLASSES],
    /// How often each line of one or two bytes comes; empty where they are not counted.
    counts: Vec<u32>,
}

/// For two texts of these lengths, in bytes.
pub(super) fn pair(lengths: [usize; 2]) -> [Lines; 2] {
    let point = Point::random();
    let longest = lengths[0].max(lengths[1]);
    // More lines than the counts can hold are not in these.
    let is_counted = longest >= LONG && u32::try_from(longest).is_ok();
    let size = if is_counted { usize::try_from(COUNTED).unwrap_or(0) } else { 0 };
    [(); 2].map(|()| Lines { point, products: [[1; 2]; CLASSES], counts: vec![0; size] })
}

impl Lines {
    /// Adds the line of this number.
    #[inline]
    pub(super) fn add(&mut self, number: u64) {
        if let Some(count) = self.counts.get_mut(index(number)) {
            *count += 1;
            return;
        }
        let product = &mut self.products[class(self.point.hash(number))];
        let [first, second] = self.point.z;
        *product = [times(product[0], first + number), times(product[1], second + number)];
    }
}

/// The classes of short lines that may make the difference, and how often those come that are counted.
#[derive(Debug)]
pub(super) struct Differing {
    point: Point,
    classes: [bool; CLASSES],
    counts: [Vec<u32>; 2],
}

impl Differing {
    /// Of two texts that were added in full.
    pub(super) fn between([found, expected]: [Lines; 2]) -> Self {
        let values = |lines: &Lines, class: usize| lines.products[class].map(|it| it % PRIME);
        let differ = |class| values(&found, class) != values(&expected, class);
        let classes = std::array::from_fn(differ);
        Self { point: found.point, classes, counts: [found.counts, expected.counts] }
    }

    /// How many classes there are of lines that are not counted.
    pub(super) fn count(&self) -> usize {
        self.classes.iter().filter(|differs| **differs).count()
    }

    /// Whether one that is counted makes a difference.
    pub(super) fn any_counted(&self) -> bool {
        self.counts[0] != self.counts[1]
    }

    /// A hash of the line of this number, if it is among those that are not counted.
    #[inline]
    pub(super) fn hash(&self, number: u64) -> Option<u64> {
        let hash = self.point.hash(number);
        let is_counted = self.counts[0].get(index(number)).is_some();
        (self.classes[class(hash)] && !is_counted).then_some(hash)
    }

    /// How often each counted line comes in the first text, and in the second one.
    pub(super) fn counts(&self) -> &[Vec<u32>; 2] {
        &self.counts
    }
}

/// Where the line of this number is among the counts, if it is one of those.
#[inline]
pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::{COUNTED, Differing, LONG, PRIME, index, number, pair, times};

    #[test]
    fn products_are_those_of_the_field() {
        let top = (1 << 60) - 1;
        for left in [0, 1, 2, 12_345, PRIME - 1, PRIME, PRIME + 1, (1 << 62) - 1] {
            for right in [0, 1, 3, 1 << 57, top - 1, top] {
                let product = times(left, right);
                assert!(product < 1 << 62, "{left} {right}");
                let expected = u128::from(left) * u128::from(right) % u128::from(PRIME);
                assert_eq!(u128::from(product % PRIME), expected, "{left} {right}");
            }
        }
    }

    #[test]
    fn lines_have_numbers_of_their_own() {
        let texts: Vec<Vec<u8>> = (1..=7)
            .flat_map(|length| [b"\0", b"\x01", b"a"].map(|byte| byte.repeat(length)))
            .chain([b"ab".to_vec(), b"ba".to_vec(), b"\0\x01".to_vec(), b"\x01\0".to_vec()])
            .collect();
        let mut numbers: Vec<u64> = texts.iter().map(|text| number(text, 0, text.len())).collect();
        for (text, &own) in texts.iter().zip(&numbers) {
            let within = [b"xyz\n", &text[..], b"\nabcdefgh"].concat();
            assert_eq!(number(&within, 4, 4 + text.len()), own, "{text:?}");
            assert_eq!(own < COUNTED, text.len() <= 2, "{text:?}");
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), texts.len());
    }

    #[track_caller]
    fn case(length: usize, found: &[u64], expected: &[u64], differing: &[u64]) {
        let mut both = pair([length, 3]);
        for (lines, numbers) in both.iter_mut().zip([found, expected]) {
            for &number in numbers {
                lines.add(number);
            }
        }
        let all = Differing::between(both);
        assert_eq!(all.count() > 0 || all.any_counted(), !differing.is_empty());
        let is_counted = |number: &&u64| length == LONG && **number < COUNTED;
        for number in differing.iter().filter(|number| !is_counted(number)) {
            assert!(all.hash(*number).is_some(), "{number}");
        }
        for number in differing.iter().filter(is_counted) {
            let [found, expected] = all.counts().each_ref().map(|counts| counts[index(*number)]);
            assert_ne!(found, expected, "{number}");
            assert_eq!(all.hash(*number), None, "{number}");
        }
        // Of others, those that share a class.
        let others = (1 << 30..(1 << 30) + 1000).filter(|number| !differing.contains(number));
        let listed = others.filter(|&number| all.hash(number).is_some()).count();
        assert!(listed <= 100, "{listed}");
    }

    #[test]
    fn lines_that_make_a_difference_are_listed() {
        for length in [0, LONG - 1, LONG, usize::MAX] {
            case(length, &[300, 400, 300], &[400, 300, 300], &[]);
            case(length, &[300, 400], &[400, 300, 300], &[300]);
            case(length, &[300, 400], &[400, 500], &[300, 500]);
            let long = COUNTED;
            case(length, &[long, long + 1], &[long + 1, long + 1], &[long, long + 1]);
            case(length, &[long, COUNTED - 1], &[long, COUNTED - 2], &[COUNTED - 1, COUNTED - 2]);
            case(length, &[long, 7 << 30], &[7 << 30, long], &[]);
        }
    }
}
