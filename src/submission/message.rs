//! Shortens what compilers say. Knows nothing of compilers.

/// Longest message that is kept, in bytes.
const LONGEST: usize = 16 << 10;

/// The text, cut in the middle if it is too long: the first lines tell what is wrong, the last
/// ones how it ended.
pub(super) fn shorten(text: &str) -> String {
    shorten_to(text, LONGEST)
}

fn shorten_to(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    let boundary = |at: &usize| text.is_char_boundary(*at);
    let head = &text[..(0..=longest / 4 * 3).rev().find(boundary).unwrap_or(0)];
    let last = (text.len() - longest / 4..=text.len()).find(boundary);
    let tail = &text[last.unwrap_or(text.len())..];
    let left_out = text.len() - head.len() - tail.len();
    format!("{head}\n[… {left_out} bytes left out …]\n{tail}")
}

#[cfg(test)]
mod tests {
    use super::shorten_to;

    #[test]
    fn the_middle_is_left_out() {
        assert_eq!(shorten_to("short", 8), "short");
        assert_eq!(shorten_to("abcdefgh", 8), "abcdefgh");
        assert_eq!(shorten_to("abcdefghijkl", 8), "abcdef\n[… 4 bytes left out …]\nkl");
        assert_eq!(shorten_to("ééééééé", 8), "ééé\n[… 6 bytes left out …]\né");
    }
}
