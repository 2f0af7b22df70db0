//! The words of a line of `gen/data`.

use crate::problem::format::shell_words::{Unclosed, python_words};

/// The words of a line, without their quotation marks.
pub(super) fn words(line: &str) -> Result<Vec<String>, &'static str> {
    if line.contains('\0') {
        return Err("no argument can have a byte 0 in it");
    }
    python_words(line).map_err(|unclosed| match unclosed {
        Unclosed::Mark(_) => "a quotation mark is not closed",
        Unclosed::Backslash => "nothing stands behind the last `\\`",
    })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_split_as_python_splits_them() {
        #[track_caller]
        fn case(line: &str, expected: &[&str]) {
            assert_eq!(words(line).unwrap(), expected);
        }
        case("gen 3  4\t5", &["gen", "3", "4", "5"]);
        case("gen \"3 4\" '5 \"6\"'", &["gen", "3 4", "5 \"6\""]);
        case("gen a\" b\"c '' \"\"", &["gen", "a bc", "", ""]);
        case(r"gen a\ b \# '\n'", &["gen", "a b", "#", r"\n"]);
        case(r#"gen "\$x" "\"" "\\" "\a""#, &["gen", r"\$x", "\"", r"\", r"\a"]);
        case("gen #1 2#3", &["gen", "#1", "2#3"]);
        case("  ", &[]);
    }

    #[test]
    fn what_is_not_closed_is_told() {
        for (line, wrong) in [
            ("gen 'a", "a quotation mark is not closed"),
            ("gen \"a\\\"", "a quotation mark is not closed"),
            ("gen a\\", "nothing stands behind the last `\\`"),
            ("gen \0", "no argument can have a byte 0 in it"),
        ] {
            assert_eq!(words(line), Err(wrong));
        }
    }
}
