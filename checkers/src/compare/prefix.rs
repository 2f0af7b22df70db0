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

/// The same where an ASCII letter is another one in the other case.
pub(crate) fn common_prefix_in_any_case(left: &[u8], right: &[u8]) -> usize {
    let (left_words, _) = left.as_chunks::<8>();
    let (right_words, _) = right.as_chunks::<8>();
    let alike = |(left, right): &(&[u8; 8], &[u8; 8])| {
        let (left, right) = (u64::from_le_bytes(**left), u64::from_le_bytes(**right));
        left == right || in_lower_case(left) == in_lower_case(right)
    };
    let whole = left_words.iter().zip(right_words).take_while(alike).count() * 8;
    let rest = left[whole..].iter().zip(&right[whole..]);
    whole + rest.take_while(|(left, right)| left.eq_ignore_ascii_case(right)).count()
}

/// Eight bytes with ASCII letters as small ones.
fn in_lower_case(word: u64) -> u64 {
    const fn each(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    // The upper bit of a byte is set where its lower bits are `A` or more, and where they are more than `Z`.
    let lower_bits = word & each(0x7f);
    let from_a = lower_bits + each(0x80 - b'A');
    let beyond_z = lower_bits + each(0x7f - b'Z');
    let is_capital = from_a & !beyond_z & !word & each(0x80);
    // 0x20 parts small letters from capital ones.
    word | is_capital >> 2
}

#[cfg(test)]
mod tests {
    use super::{common_prefix, common_prefix_in_any_case, in_lower_case};

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

    #[test]
    fn letters_are_the_same_in_either_case() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                let mut bytes = [0xc1; 8];
                bytes[at] = byte;
                let lower = in_lower_case(u64::from_le_bytes(bytes)).to_le_bytes();
                assert_eq!(lower, bytes.map(|byte| byte.to_ascii_lowercase()), "{byte} {at}");
            }
        }
    }

    #[test]
    fn prefixes_in_any_case_are_found() {
        for at in 0..20 {
            let (mut left, mut right) = ([b'x'; 20], [b'X'; 20]);
            assert_eq!(common_prefix_in_any_case(&left, &right), 20);
            (left[at], right[at]) = (b'@', b'`');
            assert_eq!(common_prefix_in_any_case(&left, &right), at);
            assert_eq!(common_prefix_in_any_case(&left[..at], &right), at);
        }
    }
}
