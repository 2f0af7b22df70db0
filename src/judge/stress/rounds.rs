//! In what order a search tries sizes, generator rules or cases, the smallest first, and how far it came.
//!
//! It goes in rounds: one input of each in the smallest quarter, then of each in the smaller half, in
//! three quarters, of all, and so on. It reaches the largest early, however slow the programs are, and
//! small inputs, which tell most for their time, come most often.

use jury_checkers::plural::counted;

/// Different sizes from the smallest to the largest.
const SIZES: u32 = 16;

/// All sizes where they are few, else some, by ever larger steps.
pub(super) fn sizes(smallest: u64, largest: u64) -> Vec<u64> {
    let span = largest - smallest;
    let all = u32::try_from(span).is_ok_and(|span| span < SIZES);
    if all {
        return (smallest..=largest).collect();
    }
    // Each step is longer than the one before by the same factor.
    let mut sizes: Vec<u64> = (0..SIZES)
        .map(|step| {
            #[expect(clippy::cast_precision_loss, reason = "sizes are rounded anyway")]
            let part = ((span as f64).ln() * f64::from(step) / f64::from(SIZES - 1)).exp();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "1 to span"
            )]
            let part = part.round() as u64;
            match step {
                0 => smallest,
                _ if step == SIZES - 1 => largest,
                _ => smallest + part.min(span),
            }
        })
        .collect();
    sizes.dedup();
    sizes
}

/// The rounds over so many sizes, generator rules or cases, until they begin again.
fn rounds(count: usize) -> impl Iterator<Item = usize> {
    (1..=4).flat_map(move |quarters| 0..(count * quarters).div_ceil(4))
}

/// Which of so many the input of this number is made by, from 0.
pub(super) fn place(number: usize, count: usize) -> usize {
    rounds(count).nth(number % rounds(count).count()).unwrap_or(0)
}

/// How many of so many were tried by so many inputs.
fn reached(inputs: usize, count: usize) -> usize {
    rounds(count).take(inputs).max().map_or(0, |last| last + 1)
}

/// Which sizes were tried by so many inputs.
pub(super) fn sizes_tried(sizes: &[u64], inputs: usize) -> Option<String> {
    let (smallest, largest) = (sizes.first()?, sizes.last()?);
    let reached = sizes[..reached(inputs, sizes.len())].last()?;
    if smallest == largest {
        None
    } else if reached == largest {
        Some(format!("{} sizes from {smallest} to {largest} were tried", sizes.len()))
    } else {
        Some(format!("sizes {smallest} to {reached} of {smallest} to {largest} were tried"))
    }
}

/// How many of these were tried by so many inputs, where that is not all.
pub(super) fn part_tried(inputs: usize, all: usize, what: &str) -> Option<String> {
    let some = reached(inputs, all);
    (some < all).then(|| format!("{some} of {} were tried", counted(all, what)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_from_the_smallest_to_the_largest() {
        assert_eq!(sizes(1, 1), [1]);
        assert_eq!(sizes(2, 5), [2, 3, 4, 5]);
        // All of sixteen, and of more every one by the same factor further from the smallest.
        assert_eq!(sizes(5, 20), (5..=20).collect::<Vec<_>>());
        let doubling = |smallest: u64| -> Vec<u64> {
            [smallest].into_iter().chain((1..16).map(|step| smallest + (1 << step))).collect()
        };
        assert_eq!(sizes(0, 1 << 15), doubling(0));
        assert_eq!(sizes(100, 100 + (1 << 15)), doubling(100));
        let some = sizes(1, 17);
        assert_eq!((some.first(), some.last()), (Some(&1), Some(&17)));
        assert!(some.len() < 17 && some.is_sorted_by(|left, right| left < right), "{some:?}");
        let many = sizes(1, 1_000_000);
        assert_eq!((many.first(), many.last()), (Some(&1), Some(&1_000_000)));
        assert!(many.is_sorted_by(|left, right| left < right), "{many:?}");
        assert!(many.len() > 10, "{many:?}");
        assert_eq!(sizes(0, u64::MAX).last(), Some(&u64::MAX));
    }

    #[test]
    fn what_was_tried_is_told() {
        let words = |sizes: &[u64], inputs| sizes_tried(sizes, inputs).unwrap_or_default();
        assert_eq!(words(&[1, 4, 10, 200], 0), "");
        for inputs in [4, 5, 6, 9] {
            assert_eq!(words(&[1, 4, 10, 200], inputs).contains("sizes 1 to 10 of"), inputs > 5);
        }
        for inputs in [10, 11, 1000] {
            assert_eq!(words(&[1, 4, 10, 200], inputs), "4 sizes from 1 to 200 were tried");
        }
        assert_eq!(words(&[7], 5), "");
        assert_eq!(
            part_tried(4, 5, "generator rule").as_deref(),
            Some("2 of 5 generator rules were tried")
        );
        assert_eq!(part_tried(14, 5, "generator rule"), None);
    }

    #[test]
    fn rounds_grow_until_they_reach_all_and_begin_again() {
        let places = |count| (0..12).map(|number| place(number, count)).collect::<Vec<_>>();
        assert_eq!(places(4), [0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 0, 0]);
        assert_eq!(places(1), [0; 12]);
        assert_eq!(places(2), [0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1]);
    }
}
