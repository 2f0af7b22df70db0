//! Line ends of the tests of a package. Packages that were made on Windows, and editors there, write CR LF.

use std::io::Read as _;
use std::path::Path;

use memchr::memmem;

use crate::regular;

/// Whether there are line ends in these files, and all are those of Windows. What cannot be read has
/// none.
pub(in crate::problem) fn are_of_windows<'p>(mut files: impl Iterator<Item = &'p Path>) -> bool {
    let mut some = false;
    let fits = files.all(|path| {
        let found = line_ends(path);
        some |= found == Some(true);
        found != Some(false)
    });
    some && fits
}

/// Whether one line end in these files at least is that of Windows.
pub(in crate::problem) fn are_some_of_windows<'p>(
    mut files: impl Iterator<Item = &'p Path>,
) -> bool {
    files.any(has_one_of_windows)
}

fn has_one_of_windows(path: &Path) -> bool {
    let Ok(mut file) = regular::open(path) else { return false };
    let (mut space, mut last) = (vec![0; 64 << 10], 0);
    loop {
        let length = file.read(&mut space).ok().filter(|length| *length > 0);
        let Some(length) = length else { return false };
        let block = &space[..length];
        if last == b'\r' && block[0] == b'\n' || memmem::find(block, b"\r\n").is_some() {
            return true;
        }
        last = block[length - 1];
    }
}

/// Whether all line ends of a file are those of Windows; `None` where it has none.
fn line_ends(path: &Path) -> Option<bool> {
    let mut file = regular::open(path).ok()?;
    let (mut space, mut last, mut found) = (vec![0; 64 << 10], 0, None);
    loop {
        let length = file.read(&mut space).ok().filter(|length| *length > 0);
        let Some(length) = length else { return found };
        for &byte in &space[..length] {
            if byte == b'\n' {
                if last != b'\r' {
                    return Some(false);
                }
                found = Some(true);
            }
            last = byte;
        }
    }
}

/// The text with its line ends as newlines, and one at its end, as DMOJ gives data to programs; `None` where it has
/// these.
pub(crate) fn normal(bytes: &[u8]) -> Option<Vec<u8>> {
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

/// Without a carriage return before the end of a line.
pub(crate) fn without_crlf(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut kept = 0;
    for at in 0..bytes.len() {
        if bytes[at] != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            bytes[kept] = bytes[at];
            kept += 1;
        }
    }
    bytes.truncate(kept);
    bytes
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{are_of_windows, are_some_of_windows, normal, without_crlf};

    /// Whether all line ends are, and whether one is.
    #[track_caller]
    fn case(files: &[&str], all: bool, one: bool) {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: usize| folder.path().join(number.to_string());
        for (number, text) in files.iter().enumerate() {
            std::fs::write(path(number), text).unwrap();
        }
        let paths: Vec<_> = (0..files.len()).map(path).collect();
        let paths = || paths.iter().map(PathBuf::as_path);
        let found = (are_of_windows(paths()), are_some_of_windows(paths()));
        assert_eq!(found, (all, one), "{files:?}");
    }

    #[test]
    fn one_other_line_end_tells_that_the_package_is_not_for_windows() {
        case(&["1\r\n", "1 2\r\n3\r\n"], true, true);
        case(&["1\r\n", "no end"], true, true);
        case(&["1\r\n", "1 2\r\n3\n"], false, true);
        case(&["1\n", "1\r\n"], false, true);
        case(&["1\r\n2\n"], false, true);
        case(&["1\r2\n", "\r"], false, false);
        case(&["no end", ""], false, false);
        case(&[], false, false);
        case(&["\n"], false, false);
        let long = format!("{}\r\n", "x".repeat((64 << 10) - 1));
        case(&[&long], true, true);
        // The two bytes in two blocks.
        let mixed = format!("\n{}\r\n", "x".repeat((64 << 10) - 2));
        case(&[&mixed], false, true);
    }

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

    #[test]
    fn carriage_returns_go_at_the_ends_of_lines_alone() {
        for (from, to) in [
            ("", ""),
            ("1\r\n2\r\n", "1\n2\n"),
            ("a\rb\n", "a\rb\n"),
            ("\r\r\n\r", "\r\n\r"),
            ("\n", "\n"),
        ] {
            assert_eq!(without_crlf(from.into()), to.as_bytes(), "{from:?}");
        }
    }
}
