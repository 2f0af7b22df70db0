//! The longest common prefix of two texts, at the speed of memory.

/// How many bytes `left` and `right` have in common from their start.
pub(crate) fn common_prefix(left: &[u8], right: &[u8]) -> usize {
    let (left_words, _) = left.as_chunks::<8>();
    let (right_words, _) = right.as_chunks::<8>();
    let mut at = 0;
    for (left, right) in left_words.iter().zip(right_words) {
        let different = u64::from_le_bytes(*left) ^ u64::from_le_bytes(*right);
        if different != 0 {
            return at + different.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = left[at..].iter().zip(&right[at..]);
    at + rest.take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use super::common_prefix;

    #[test]
    fn prefixes_of_all_lengths_are_found() {
        let text = [b'x'; 300];
        for parts_at in 0..200 {
            for length in [parts_at + 1, 200, 300] {
                let mut other = vec![b'x'; length];
                other[parts_at] = b'y';
                assert_eq!(common_prefix(&text, &other), parts_at, "length {length}");
                assert_eq!(common_prefix(&other, &text), parts_at, "length {length}");
            }
            assert_eq!(common_prefix(&text, &text[..parts_at]), parts_at);
        }
    }
}
