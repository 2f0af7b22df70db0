//! What compilers and programs say, for the user: shortened, and with the names that the user knows.

use crate::cut::middle;

/// Longest message that is kept, in bytes.
const LONGEST: usize = 12 << 10;

/// Longest line that is kept, in bytes: compilers repeat lines of the source.
const LONGEST_LINE: usize = 400;

/// The text, with lines and then the whole cut in the middle where they are too long.
pub(super) fn shorten(text: &str) -> String {
    let lines: Vec<String> =
        text.lines().map(|line| cut(line, LONGEST_LINE).replace('\n', " ")).collect();
    cut(&lines.join("\n"), LONGEST)
}

/// A text of at most this many bytes, and what says how many were left out.
fn cut(text: &str, longest: usize) -> String {
    let cut = middle(text.as_bytes(), longest / 4 * 3, longest / 4);
    String::from_utf8_lossy(&cut).into_owned()
}

/// Messages with the names that the user knows in place of those during the build and the run. Some
/// compilers name files from the working directory, `/box`.
pub(super) fn as_known(messages: &str, names: &[(String, String)]) -> String {
    let mut text = messages.replace("/box/src/", "src/").replace("/program/", "src/");
    for (name, known_as) in names {
        text = text.replace(&format!("src/{name}"), known_as);
        // Python names a file alone where it speaks of tabs.
        text = text.replace(&format!("({name}, line "), &format!("({known_as}, line "));
    }
    text
}

/// Texts that say something, a line each.
pub(super) fn joined<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{as_known, shorten};

    #[track_caller]
    fn known(message: &str, expected: &str) {
        assert_eq!(as_known(message, &[("main.py".into(), "a b.py".into())]), expected);
    }

    #[test]
    fn files_have_the_names_that_the_user_knows() {
        known("File \"/box/src/main.py\", line 2", "File \"a b.py\", line 2");
        known("File \"/program/main.py\", line 2", "File \"a b.py\", line 2");
        known(
            "TabError: inconsistent (main.py, line 3)",
            "TabError: inconsistent (a b.py, line 3)",
        );
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
