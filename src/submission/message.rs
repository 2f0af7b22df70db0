//! Shortens what compilers say.

/// Longest message that is kept, in bytes.
const LONGEST: usize = 12 << 10;

/// Longest line that is kept, in bytes: compilers repeat lines of the source.
const LONGEST_LINE: usize = 400;

/// The text, with lines and then the whole cut in the middle where they are too long: the first
/// lines tell what is wrong, the last ones how it ended.
pub(super) fn shorten(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| cut(line, LONGEST_LINE, " ", " ")).collect();
    cut(&lines.join("\n"), LONGEST, "\n", "\n")
}

/// A text of at most this many bytes, and what says how many were left out.
fn cut(text: &str, longest: usize, before: &str, after: &str) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    let boundary = |at: &usize| text.is_char_boundary(*at);
    let head = &text[..(0..=longest / 4 * 3).rev().find(boundary).unwrap_or(0)];
    let last = (text.len() - longest / 4..=text.len()).find(boundary);
    let tail = &text[last.unwrap_or(text.len())..];
    let left_out = text.len() - head.len() - tail.len();
    format!("{head}{before}[… {left_out} bytes left out …]{after}{tail}")
}

#[cfg(test)]
mod tests {
    use super::{cut, shorten};

    #[test]
    fn the_middle_is_left_out() {
        let cut = |text| cut(text, 8, "\n", "\n");
        assert_eq!(cut("short"), "short");
        assert_eq!(cut("abcdefgh"), "abcdefgh");
        assert_eq!(cut("abcdefghijkl"), "abcdef\n[… 4 bytes left out …]\nkl");
        assert_eq!(cut("ééééééé"), "ééé\n[… 6 bytes left out …]\né");
    }

    #[test]
    fn long_lines_do_not_hide_the_others() {
        let text = format!("first\n{}\nlast", "x".repeat(100_000));
        let short = shorten(&text);
        assert!(short.starts_with("first\nxxx") && short.ends_with("xxx\nlast"), "{short}");
        assert!(short.contains("[… 99600 bytes left out …]") && short.len() < 500, "{short}");
        assert!(shorten(&"x\n".repeat(100_000)).len() < 13 << 10);
    }
}
