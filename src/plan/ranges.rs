//! Numbers in few words, as engines take them for the tasks of an array.

/// Numbers in increasing order as `7,10-12`.
pub fn ranges(numbers: impl IntoIterator<Item = u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let words = ranges.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[track_caller]
    fn case(numbers: &[u32], expected: &str) {
        assert_eq!(ranges(numbers.iter().copied()), expected);
    }

    #[test]
    fn neighbours_stand_together() {
        case(&[], "");
        case(&[7], "7");
        case(&[1, 2], "1-2");
        case(&[7, 10, 11, 12, 14], "7,10-12,14");
        case(&[u32::MAX - 1, u32::MAX], "4294967294-4294967295");
    }
}
