//! Bytes in words of eight: runs of digits, and where tokens end.

/// Most digits that a number of 64 bits holds, whatever they are.
pub(crate) const MOST_DIGITS: usize = 19;

/// Powers of ten below 10⁹.
const SHORT_TENS: [u64; 9] =
    [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// A byte repeated.
pub(crate) const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The eight bytes at `at`; behind the end of the text there are zeros.
#[inline]
pub(crate) fn word(text: &[u8], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or_default();
    if let Some(bytes) = rest.first_chunk() {
        return u64::from_le_bytes(*bytes);
    }
    let mut bytes = [0; 8];
    bytes[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(bytes)
}

/// The first offset from `at` on of a byte up to the space, among which are all that end tokens, or the end of
/// the text.
#[inline]
pub(crate) fn next_low(text: &[u8], mut at: usize) -> usize {
    while at < text.len() {
        let word = word(text, at);
        // Only the first of these marks is sure: what is below borrows from the bytes behind it.
        let low = word.wrapping_sub(each(b' ' + 1)) & !word & each(0x80);
        if low != 0 {
            return text.len().min(at + low.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    text.len()
}

/// How many of the bytes at the start of a word are digits. Each byte is taken exclusive or with `0`.
#[inline]
fn leading_digits(word: u64) -> usize {
    // Of what is above 9 the sum has the upper bit, if the byte has not.
    let others = (((word & each(0x7f)) + each(0x7f - 9)) | word) & each(0x80);
    others.trailing_zeros() as usize / 8
}

/// The value of the first `count` digits of a word, each of them exclusive or with `0`.
#[inline]
fn value_of(word: u64, count: usize) -> u64 {
    const PAIRS: u64 = 0x0000_00ff_0000_00ff;
    // The first digit is in the lowest byte: zeros are put before it.
    let eight = word.unbounded_shl(64 - 8 * u32::try_from(count).unwrap_or(0));
    let pairs = eight.wrapping_mul(10).wrapping_add(eight >> 8);
    let upper = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let lower = (pairs >> 16 & PAIRS).wrapping_mul(1 + (10_000 << 32));
    upper.wrapping_add(lower) >> 32
}

/// How many digits stand at `at`; of more than [`MOST_DIGITS`] not all are counted.
#[inline]
pub(crate) fn count_digits(text: &[u8], at: usize) -> usize {
    let mut count = 0;
    loop {
        let here = leading_digits(word(text, at + count) ^ each(b'0'));
        count += here;
        if here < 8 || count > MOST_DIGITS {
            return count;
        }
    }
}

/// The digits at `at`: what `before` becomes when they are written behind it, and how many they are. Of more
/// than [`MOST_DIGITS`] the value means nothing.
#[inline]
pub(crate) fn digits(text: &[u8], at: usize, before: u64) -> (u64, usize) {
    let (mut value, mut count) = (before, 0);
    loop {
        let bytes = word(text, at + count) ^ each(b'0');
        let here = leading_digits(bytes);
        value = value.wrapping_mul(SHORT_TENS[here]).wrapping_add(value_of(bytes, here));
        count += here;
        if here < 8 || count > MOST_DIGITS {
            return (value, count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_DIGITS, count_digits, digits, leading_digits, next_low};

    #[test]
    fn low_bytes_are_found_wherever_they_lie() {
        for byte in 0..=u8::MAX {
            for at in 0..20 {
                for other in [b'!', 0x80, 0xa0, 0xff] {
                    let mut text = [other; 20];
                    text[at] = byte;
                    let expected = if byte <= b' ' { at } else { 20 };
                    assert_eq!(next_low(&text, 0), expected, "{byte} {at}");
                    assert_eq!(next_low(&text, at), expected, "{byte} {at}");
                    assert_eq!(next_low(&text, at + 1), 20, "{byte} {at}");
                }
            }
        }
    }

    #[test]
    fn digits_are_told_from_other_bytes() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                let mut bytes = [b'5'; 8];
                bytes[at] = byte;
                let expected = if byte.is_ascii_digit() { 8 } else { at };
                let word = u64::from_le_bytes(bytes.map(|byte| byte ^ b'0'));
                assert_eq!(leading_digits(word), expected, "{byte} {at}");
            }
        }
    }

    #[test]
    fn digits_have_their_value_behind_what_is_before() {
        let all = "12345678901234567890";
        for start in 0..8 {
            for count in 0..=MOST_DIGITS - start {
                let text = format!("{}/9", &all[start..start + count]);
                let number: u64 = format!("7{}", &all[start..start + count]).parse().unwrap_or(0);
                if number > 0 {
                    assert_eq!(digits(text.as_bytes(), 0, 7), (number, count), "{text}");
                }
            }
        }
    }

    #[test]
    fn digits_are_counted_wherever_a_word_ends() {
        for count in 0..40 {
            for end in ["", " ", "/", ":", "\u{b0}"] {
                let text = format!("{}{end}7", "4".repeat(count));
                let digits = text.bytes().take_while(u8::is_ascii_digit).count();
                let counted = count_digits(text.as_bytes(), 0);
                let is_as_good = (20..28).contains(&counted) && counted <= digits;
                assert!(counted == digits || is_as_good, "{text}: {counted}");
                assert_eq!(super::digits(text.as_bytes(), 0, 0).1, counted, "{text}");
            }
        }
    }
}
