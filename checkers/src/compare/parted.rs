//! Parts a million items into some hundred parts, each small enough for a near cache. Knows nothing of
//! what the items are.

/// Items of one part, about.
const PART: usize = 1 << 11;
/// Parts at most: more would be written to too many places at one time.
const MOST_PARTS: usize = 1 << 9;

/// The items in order of the upper bits of their keys, as they came within each part; and where each
/// part begins and the last one ends. Keys should be spread well in these bits.
pub(super) fn parted<T: Copy>(items: &[T], key: impl Fn(T) -> u64) -> (Vec<T>, Vec<usize>) {
    let parts = (items.len() / PART).next_power_of_two().min(MOST_PARTS);
    let part = |item: T| {
        let upper = key(item).rotate_left(parts.trailing_zeros());
        usize::try_from(upper & (parts as u64 - 1)).unwrap_or(0)
    };
    let mut bounds = vec![0; parts + 1];
    for &item in items {
        bounds[part(item) + 1] += 1;
    }
    for index in 0..parts {
        bounds[index + 1] += bounds[index];
    }
    let mut next = bounds.clone();
    let mut in_parts = items.to_vec();
    for &item in items {
        let at = &mut next[part(item)];
        in_parts[*at] = item;
        *at += 1;
    }
    (in_parts, bounds)
}

#[cfg(test)]
mod tests {
    use super::parted;

    #[track_caller]
    fn case(count: u64) {
        let items: Vec<u64> = (0..count).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let (mut in_parts, bounds) = parted(&items, |item| item);
        for bound in bounds.windows(2) {
            in_parts[bound[0]..bound[1]].sort_unstable();
        }
        let mut sorted = items;
        sorted.sort_unstable();
        assert_eq!(in_parts, sorted, "{count} items");
    }

    #[test]
    fn parts_come_in_order() {
        for count in [0, 1, 2, 4095, 4096, 5000, 100_000] {
            case(count);
        }
    }
}
