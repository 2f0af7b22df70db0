//! The order that people expect of names with numbers in them: `case2` before `case10`. Pure.

use std::cmp::Ordering;

/// Compares two names run by run: digits as the number that they write, other bytes as they are. Names that
/// differ only in leading zeros follow in byte order, so that only equal names are equal.
pub fn compare(left: &str, right: &str) -> Ordering {
    let by_runs = runs(left).map(Run::of).cmp(runs(right).map(Run::of));
    by_runs.then_with(|| left.cmp(right))
}

/// Whether names first differ in a number, and the first one has the smaller.
pub fn is_smaller_by_number(name: &str, other: &str) -> bool {
    let differing = runs(name).zip(runs(other)).find(|(left, right)| left != right);
    differing.is_some_and(|(left, right)| match (Run::of(left), Run::of(right)) {
        (left @ Run::Number(..), right @ Run::Number(..)) => left < right,
        _ => false,
    })
}

/// A run of digits, or of other bytes. Numbers come first, as digits do in byte order.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Run<'a> {
    /// How many digits it has without leading zeros, and these: so they compare as their numbers do,
    /// however long they are.
    Number(usize, &'a [u8]),
    Other(&'a [u8]),
}

impl<'a> Run<'a> {
    fn of(run: &'a [u8]) -> Self {
        if !run.iter().all(u8::is_ascii_digit) {
            return Self::Other(run);
        }
        let zeros = run.iter().take_while(|&&digit| digit == b'0').count();
        Self::Number(run.len() - zeros, &run[zeros..])
    }
}

/// The name cut where digits begin and end.
fn runs(name: &str) -> impl Iterator<Item = &[u8]> {
    name.as_bytes().chunk_by(|left, right| left.is_ascii_digit() == right.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let ordered = [
            "",
            "01",
            "1",
            "2",
            "10",
            "10a",
            "10000000000000000000000",
            "a",
            "a01",
            "a1",
            "a2b9a",
            "a2b10",
            "a10",
            "ab",
        ];
        for (i, left) in ordered.iter().enumerate() {
            for (j, right) in ordered.iter().enumerate() {
                assert_eq!(compare(left, right), i.cmp(&j), "{left:?} {right:?}");
            }
        }
    }
}
