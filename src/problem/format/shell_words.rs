//! Commands that packages write as one would in a shell, of which none runs.

/// The words of a command, without its quotation marks.
pub(super) fn shell_words(command: &str) -> Result<Vec<String>, &'static str> {
    if command.contains('\0') {
        return Err("no argument can have a byte 0 in it");
    }
    shlex::split(command).ok_or("a quotation mark is not closed")
}

/// What a text lacks at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unclosed {
    /// This quotation mark once more.
    Mark(char),
    /// What a backslash stands before.
    Backslash,
}

/// The words of a text, split as Python's `shlex` does. It differs from a shell in two things: `#` begins no
/// comment, and within `"` a backslash stands only before `"` and itself.
pub(super) fn python_words(text: &str) -> Result<Vec<String>, Unclosed> {
    let mut words = Vec::new();
    let mut open: Option<String> = None;
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if matches!(sign, ' ' | '\t' | '\r' | '\n') {
            words.extend(open.take());
            continue;
        }
        let word = open.get_or_insert_default();
        match sign {
            '\\' => word.push(signs.next().ok_or(Unclosed::Backslash)?),
            '\'' | '"' => loop {
                match signs.next().ok_or(Unclosed::Mark(sign))? {
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
    use super::*;

    /// What Python's `shlex.split` makes of these texts.
    #[test]
    fn words_are_split_as_python_does() {
        for (text, expected) in [
            ("", &[][..]),
            (" a\tb \r\n c ", &["a", "b", "c"]),
            ("a # b", &["a", "#", "b"]),
            ("'' \"\"", &["", ""]),
            ("a'b c'd\" e\"", &["ab cd e"]),
            (r"a\ b \'c", &["a b", "'c"]),
            // Within `'` a backslash is a sign like any other.
            (r"'a\b' '\\' '\'", &[r"a\b", r"\\", r"\"]),
            ("'\\\"'", &["\\\""]),
            // Within the other mark it stands before that mark and itself.
            (r#""a\b" "\\" "\"""#, &[r"a\b", r"\", "\""]),
            (r#""'" '"'"#, &["'", "\""]),
        ] {
            let words = python_words(text).expect(text);
            assert_eq!(words, expected, "{text}");
        }
        for (text, expected) in [
            ("a 'b", Unclosed::Mark('\'')),
            ("\"a'", Unclosed::Mark('"')),
            (r#""a\""#, Unclosed::Mark('"')),
            (r"a\", Unclosed::Backslash),
        ] {
            assert_eq!(python_words(text), Err(expected), "{text}");
        }
    }
}
