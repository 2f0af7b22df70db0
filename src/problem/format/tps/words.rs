//! The words of a line of `gen/data`, split as Python's `shlex` does. It differs from a shell in two things: `#`
//! begins no comment, and within `"` a backslash stands only before `"` and itself.

/// What separates words.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// The words of a line, without their quotation marks.
pub(super) fn words(line: &str) -> Result<Vec<String>, &'static str> {
    if line.contains('\0') {
        return Err("no argument can have a byte 0 in it");
    }
    let mut words = Vec::new();
    let mut open: Option<String> = None;
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        if BLANKS.contains(&sign) {
            words.extend(open.take());
            continue;
        }
        let word = open.get_or_insert_with(String::new);
        match sign {
            '\\' => word.push(signs.next().ok_or("nothing stands behind the last `\\`")?),
            '\'' | '"' => loop {
                match signs.next().ok_or("a quotation mark is not closed")? {
                    end if end == sign => break,
                    '\\' if sign == '"' => {
                        word.push(signs.next_if(|&next| "\"\\".contains(next)).unwrap_or('\\'));
                    }
                    other => word.push(other),
                }
            },
            plain => word.push(plain),
        }
    }
    words.extend(open);
    Ok(words)
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
