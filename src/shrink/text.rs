//! A text as words on lines, the form in which inputs are drawn.

/// Words line by line. Blanks between words become single spaces, every line ends with a newline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) lines: Vec<Line>,
}

/// The words of one line.
pub(super) type Line = Vec<Vec<u8>>;

impl Text {
    pub(super) fn read(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let words = |line: &[u8]| {
            let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words.map(<[u8]>::to_vec).collect()
        };
        Self { lines: bytes.split(|&byte| byte == b'\n').map(words).collect() }
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for line in &self.lines {
            bytes.extend(line.join(&b' '));
            bytes.push(b'\n');
        }
        bytes
    }

    /// The number that a word is, if it is one.
    pub(super) fn number(&self, (line, word): At) -> Option<i64> {
        number(self.lines.get(line)?.get(word)?)
    }

    /// The same with the word at that place replaced by a number.
    pub(super) fn with_number(mut self, (line, word): At, value: i64) -> Self {
        if let Some(word) = self.lines.get_mut(line).and_then(|line| line.get_mut(word)) {
            *word = value.to_string().into_bytes();
        }
        self
    }

    /// The grids: lines of one word each, next to each other, all of one length of 1 or more.
    pub(super) fn grids(&self) -> Vec<Grid> {
        let width = |line: &Line| match line.as_slice() {
            [word] => word.len(),
            _ => 0,
        };
        let mut grids = Vec::new();
        let mut first = 0;
        for lines in self.lines.chunk_by(|left, right| width(left) == width(right)) {
            if width(&lines[0]) > 0 {
                grids.push(Grid { first, height: lines.len(), width: width(&lines[0]) });
            }
            first += lines.len();
        }
        grids
    }
}

/// Line and place in the line of a word.
pub(super) type At = (usize, usize);

/// Where a grid stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) first: usize,
    pub(super) height: usize,
    pub(super) width: usize,
}

/// The whole number that a word writes in its shortest form.
pub(super) fn number(word: &[u8]) -> Option<i64> {
    let value: i64 = std::str::from_utf8(word).ok()?.parse().ok()?;
    (value.to_string().as_bytes() == word).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_writing_settles_the_blanks() {
        assert_eq!(Text::read(b"1  2\r\n\n x").write(), b"1 2\n\nx\n");
        assert_eq!(Text::read(b"").write(), b"\n");
        assert_eq!(Text::read(b"a\n").write(), b"a\n");
    }

    #[test]
    fn grids_are_words_of_one_length() {
        let text = Text::read(b"2 3\n.#.\n...\nX\n....\n");
        let grid = |first, height, width| Grid { first, height, width };
        assert_eq!(text.grids(), [grid(1, 2, 3), grid(3, 1, 1), grid(4, 1, 4)]);
    }

    #[test]
    fn numbers_are_in_their_shortest_form() {
        assert_eq!(number(b"-12"), Some(-12));
        for other in ["007", "+1", "-0", "1.5", "99999999999999999999", ""] {
            assert_eq!(number(other.as_bytes()), None, "{other}");
        }
    }
}
