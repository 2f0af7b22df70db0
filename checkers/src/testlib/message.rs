//! The parts of testlib's messages.

use super::is_blank;

/// Longest token that a message shows whole, in bytes.
const WHOLE: usize = 64;

/// How much of the start and of the end of a longer one is shown.
const START: usize = 30;
const END: usize = 31;

/// Longest message, in bytes: what is shown of the longest tokens with all of their bytes escaped fits.
const LONGEST: usize = 450;

/// A token in a message: NUL as `~`, and of a long one only its start and its end (`compress`).
pub(super) fn part(token: &[u8]) -> Vec<u8> {
    let shown = if token.len() <= WHOLE {
        token.to_vec()
    } else {
        [&token[..START], b"...", &token[token.len() - END..]].concat()
    };
    shown.into_iter().map(|byte| if byte == 0 { b'~' } else { byte }).collect()
}

/// `1st`, `2nd`, `11th`.
pub(super) fn ordinal(number: usize) -> String {
    let ending = match (number / 10 % 10, number % 10) {
        (1, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The bytes of a message as text that does no harm: what is not UTF-8 and control characters become
/// visible.
pub(super) fn text(message: &[u8]) -> String {
    let mut text = String::new();
    for chunk in trim(message).utf8_chunks() {
        for character in chunk.valid().chars() {
            if character.is_control() {
                text.extend(character.escape_default());
            } else {
                text.push(character);
            }
        }
        for &byte in chunk.invalid() {
            text.extend(std::ascii::escape_default(byte).map(char::from));
        }
    }
    text.truncate(text.floor_char_boundary(LONGEST));
    // A cut may leave the point of a number last, which would read as a full stop.
    text.truncate(text.trim_end_matches('.').len());
    text
}

fn trim(message: &[u8]) -> &[u8] {
    let is_shown = |&byte: &u8| !is_blank(byte);
    let start = message.iter().position(is_shown).unwrap_or(message.len());
    let end = message.iter().rposition(is_shown).map_or(start, |last| last + 1);
    &message[start..end]
}

/// Tokens of a sequence, joined with blanks, of which only as much is kept as [`part`] shows.
#[derive(Debug, Default)]
pub(super) struct Joined {
    start: Vec<u8>,
    /// The last bytes of what is no longer in `start`.
    end: Vec<u8>,
    pub(super) count: usize,
}

impl Joined {
    pub(super) fn push(&mut self, token: &[u8]) {
        if self.count > 0 {
            self.append(b" ");
        }
        self.count += 1;
        self.append(token);
    }

    fn append(&mut self, bytes: &[u8]) {
        let room = bytes.len().min((WHOLE + 1).saturating_sub(self.start.len()));
        let (first, rest) = bytes.split_at(room);
        self.start.extend_from_slice(first);
        self.end.extend_from_slice(&rest[rest.len().saturating_sub(END)..]);
        self.end.drain(..self.end.len().saturating_sub(END));
    }

    /// As [`part`] shows it.
    pub(super) fn part(&self) -> Vec<u8> {
        // Start and end are kept as far as they are shown, with more between them than is shown whole.
        part(&[self.start.as_slice(), &self.end].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::{Joined, ordinal, part, text};

    #[test]
    fn long_tokens_show_start_and_end() {
        let long: Vec<u8> = (0..200).map(|i| b'a' + i % 26).collect();
        assert_eq!(part(&long[..64]), long[..64]);
        let shown = [&long[..30], b"...", &long[34..65]].concat();
        assert_eq!(part(&long[..65]), shown);
        assert_eq!(part(b"a\0b"), b"a~b");
        for length in [1, 7, 40] {
            for count in 0..40 {
                let tokens: Vec<&[u8]> = (0..count).map(|i| &long[i..i + length]).collect();
                let mut joined = Joined::default();
                for token in &tokens {
                    joined.push(token);
                }
                assert_eq!(joined.part(), part(&tokens.join(&b' ')), "{count} of {length}");
            }
        }
    }

    #[test]
    fn ordinals_end_as_in_english() {
        let all = [1, 2, 3, 4, 10, 11, 12, 13, 21, 111, 122].map(ordinal);
        let expected =
            "1st 2nd 3rd 4th 10th 11th 12th 13th 21st 111th 122nd".split(' ').collect::<Vec<_>>();
        assert_eq!(all.as_slice(), expected);
    }

    #[test]
    fn messages_are_fit_to_print() {
        assert_eq!(text(b" a\x1b[1m \xff\xc3\xa4 "), "a\\u{1b}[1m \\xffä");
    }
}
