//! Long texts without their middle: the beginning tells what they are, the end how it ended. Pure.

use std::borrow::Cow;

/// The text whole, if it has at most `head + tail` bytes; else about as many of its first and last
/// bytes, and between them a line that says how many are left out.
pub fn middle(text: &[u8], head: usize, tail: usize) -> Cow<'_, [u8]> {
    if text.len() <= head.saturating_add(tail) {
        return Cow::Borrowed(text);
    }
    let head = (0..=head).rev().find(|&at| begins_character(text, at)).unwrap_or(0);
    let last = (text.len() - tail..text.len()).find(|&at| begins_character(text, at));
    let last = last.unwrap_or(text.len());
    Cow::Owned(joined(&text[..head], last - head, &text[last..]))
}

/// Both ends of a text of which so many bytes in the middle are not known.
pub fn joined(head: &[u8], left_out: usize, tail: &[u8]) -> Vec<u8> {
    let between = format!("[… {left_out} bytes left out …]");
    [head, b"\n", between.as_bytes(), b"\n", tail].concat()
}

fn begins_character(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| byte & 0xc0 != 0x80)
}

#[cfg(test)]
mod tests {
    use super::middle;

    #[test]
    fn the_middle_is_left_out() {
        #[track_caller]
        fn case(text: &str, expected: &str) {
            assert_eq!(String::from_utf8_lossy(&middle(text.as_bytes(), 6, 2)), expected);
        }
        case("short", "short");
        case("abcdefgh", "abcdefgh");
        case("abcdefghijkl", "abcdef\n[… 4 bytes left out …]\nkl");
        case("ééééééé", "ééé\n[… 6 bytes left out …]\né");
        case("aéééééé", "aéé\n[… 6 bytes left out …]\né");
    }

    #[test]
    fn bytes_that_are_no_text_are_cut_anywhere() {
        assert!(middle(&[0x80; 100], 6, 2).starts_with("\n[… 100 bytes".as_bytes()));
    }
}
