//! The lines of a record, one after another, so that a file that is not a record is recognized by
//! its first line, however long it goes on.

use std::io::{BufRead, Read as _};

use super::record::{BadRecord, RecordError};

/// The longest line in bytes. The header with the openings of a million pairs has a third of it.
const LONGEST: u64 = 512 << 20;

/// What is read of a record.
pub(super) struct Lines<R> {
    input: R,
    /// The last line that was read, whole or not.
    line: Vec<u8>,
    /// Its number, counted from 1.
    number: usize,
    /// Length of all whole lines in bytes.
    pub(super) whole_bytes: u64,
    longest: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0, whole_bytes: 0, longest: LONGEST }
    }

    /// The next line and its number; `None` at the end, where a line without its newline may lie.
    pub(super) fn next(&mut self) -> Result<Option<(usize, &[u8])>, RecordError> {
        self.line.clear();
        self.number += 1;
        let most = self.longest + 1;
        let length = self.input.by_ref().take(most).read_until(b'\n', &mut self.line)? as u64;
        if length == most {
            let message = format!("expected a line of at most {} bytes in a record", self.longest);
            return Err(BadRecord { line: self.number, column: 1, message }.into());
        }
        if self.line.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.whole_bytes += length;
        Ok(Some((self.number, &self.line)))
    }

    /// Whether there was not a byte.
    pub(super) fn are_none(&self) -> bool {
        self.whole_bytes == 0 && self.line.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_line_without_end_is_not_read_to_its_end() {
        let endless = io::BufReader::new(b"1234\n".chain(io::repeat(b'x')));
        let mut lines = Lines { longest: 5, ..Lines::new(endless) };
        assert_eq!(lines.next().unwrap(), Some((1, b"1234\n".as_slice())));
        let error = lines.next().unwrap_err().to_string();
        assert_eq!(error, "2:1: expected a line of at most 5 bytes in a record");
    }
}
