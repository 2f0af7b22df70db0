//! Texts that no validator should accept, and that none may break on: always the same ones. Pure.

use crate::random::SplitMix;

/// Bytes of junk that holds any.
const BYTES: usize = 1024;

/// Characters of printable junk.
const CHARACTERS: usize = 200;

/// Text that is neither an input nor an output of any problem but by chance.
pub(super) struct Junk {
    /// What it is, with an article.
    pub(super) what: &'static str,
    pub(super) text: Vec<u8>,
}

/// Junk of several kinds.
pub(super) fn all() -> [Junk; 4] {
    let mut random = SplitMix::of(0, 0);
    let bytes = (0..BYTES).flat_map(|_| u8::try_from(random.below(256))).collect();
    let printable: Vec<u8> = (b' '..=b'~').collect();
    let characters = (0..CHARACTERS).map(|_| printable[random.below(printable.len())]).collect();
    [
        Junk { what: "an empty file", text: Vec::new() },
        Junk { what: "1024 random bytes", text: bytes },
        Junk { what: "all printable characters on one line", text: printable },
        Junk { what: "200 random printable characters", text: characters },
    ]
}

/// A change that makes an invalid input of a valid one, as long as the format of inputs is strict.
pub(super) struct Change {
    /// What the changed input has.
    pub(super) what: &'static str,
    /// The changed input; the same where there is nothing to change.
    pub(super) of: fn(&[u8]) -> Vec<u8>,
}

/// All of them.
pub(super) const CHANGES: [Change; 5] = [
    Change { what: "doubled spaces", of: |text| replaced(text, b' ', b"  ") },
    Change { what: "spaces at line ends", of: |text| replaced(text, b'\n', b" \n") },
    Change { what: "doubled newlines", of: |text| replaced(text, b'\n', b"\n\n") },
    Change { what: "leading zeros", of: with_leading_zeros },
    Change { what: "junk at the end", of: |text| [text, b"x 7 junk\n"].concat() },
];

fn replaced(text: &[u8], byte: u8, by: &[u8]) -> Vec<u8> {
    text.split(|&other| other == byte).collect::<Vec<_>>().join(by)
}

/// With a zero before each integer that stands alone.
fn with_leading_zeros(text: &[u8]) -> Vec<u8> {
    let words =
        text.chunk_by(|left, right| left.is_ascii_whitespace() == right.is_ascii_whitespace());
    let changed = words.flat_map(|word| {
        let (sign, digits) = match word {
            [b'-', digits @ ..] => (&word[..1], digits),
            _ => (&word[..0], word),
        };
        let is_integer = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let zero: &[u8] = if is_integer { b"0" } else { b"" };
        [sign, zero, digits].concat()
    });
    changed.collect()
}

/// Short outputs on which validators break that read them without care.
pub(super) const SHORT: [&[u8]; 22] = [
    b"-1\n",
    b"0\n",
    b"1\n",
    b"2147483647\n",
    b"2147483648\n",
    b"-2147483649\n",
    b"9223372036854775808\n",
    b"99999999999999999999999999999999\n",
    b"1.0\n",
    b"1e400\n",
    b"1/0\n",
    b"NaN\n",
    b"inf\n",
    b"a\n",
    b"(()\n",
    b"%s%n\n",
    b"\0",
    b"\x80",
    b"\xef\xbb\xbf1\n",
    b"\n",
    b"2\n1\n",
    b"1\na\n",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(what: &str, text: &str, expected: &str) {
        let change = CHANGES.iter().find(|change| change.what == what).unwrap();
        assert_eq!(String::from_utf8((change.of)(text.as_bytes())).unwrap(), expected);
    }

    #[test]
    fn changes_are_those_that_they_are_called() {
        case("doubled spaces", "1 2\n", "1  2\n");
        case("doubled spaces", "1\n", "1\n");
        case("spaces at line ends", "1 2\n3\n", "1 2 \n3 \n");
        case("doubled newlines", "1\n2\n", "1\n\n2\n\n");
        case("leading zeros", "-1 20 x3\n0\t- 4.5\n", "-01 020 x3\n00\t- 4.5\n");
        case("leading zeros", "7", "07");
        case("junk at the end", "1\n", "1\nx 7 junk\n");
        case("leading zeros", "1 -2 0\nx3 4.5 - 67\n", "01 -02 00\nx3 4.5 - 067\n");
        case("leading zeros", "x\n", "x\n");
        case("junk at the end", "1\n", "1\nx 7 junk\n");
    }

    #[test]
    fn junk_is_always_the_same() {
        let (one, other) = (all(), all());
        assert!(one.iter().zip(&other).all(|(one, other)| one.text == other.text));
        let sizes = one.iter().map(|junk| junk.text.len()).collect::<Vec<_>>();
        assert_eq!(sizes, [0, 1024, 95, 200]);
        assert!(one[3].text.iter().all(|byte| (b' '..=b'~').contains(byte)));
        // All kinds of bytes.
        assert!((0..=255).filter(|byte| !one[1].text.contains(byte)).count() < 20);
    }
}
