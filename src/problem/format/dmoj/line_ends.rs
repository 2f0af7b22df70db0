//! Line ends of data, as DMOJ gives it to submissions.

/// The text with its line ends as newlines, and one at its end; `None` where it has these.
pub(super) fn normal(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.is_empty() || bytes.ends_with(b"\n") && !bytes.contains(&b'\r') {
        return None;
    }
    let mut text = Vec::with_capacity(bytes.len() + 1);
    let mut rest = bytes.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte == b'\r' {
            rest.next_if_eq(&b'\n');
            text.push(b'\n');
        } else {
            text.push(byte);
        }
    }
    if text.last() != Some(&b'\n') {
        text.push(b'\n');
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn line_ends_become_newlines() {
        for same in ["", "\n", "a\n", "a\n\n b\n"] {
            assert_eq!(normal(same.as_bytes()), None, "{same:?}");
        }
        for (text, expected) in
            [("a", "a\n"), ("a\r\nb\r", "a\nb\n"), ("\r\r\n", "\n\n"), ("a\r", "a\n")]
        {
            assert_eq!(normal(text.as_bytes()).unwrap(), expected.as_bytes(), "{text:?}");
        }
    }
}
