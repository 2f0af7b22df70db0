//! Lines no wider than a terminal, broken between parts that stay whole.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// Writes the parts in one line, or in as many as are needed for that width, if there is one: all but the
/// first are indented by so much. The first begins where so many columns are taken already.
///
/// # Errors
/// Those of the stream.
pub(super) fn write<'a>(
    parts: impl IntoIterator<Item = (Style, &'a str)>,
    between: &str,
    (taken, indent): (usize, usize),
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut column = taken;
    let mut is_first = true;
    for (style, part) in parts {
        let blank = if is_first { "" } else { between };
        let fits = width.is_none_or(|width| column + blank.width() + part.width() <= width);
        if fits || column <= indent {
            write!(out, "{blank}")?;
            column += blank.width();
        } else {
            write!(out, "\n{:indent$}", "")?;
            column = indent;
        }
        write!(out, "{style}{part}{style:#}")?;
        column += part.width();
        is_first = false;
    }
    writeln!(out)
}

/// Writes a sentence in such lines, broken between words.
///
/// # Errors
/// Those of the stream.
pub(super) fn sentence(
    style: Style,
    sentence: &str,
    (taken, indent): (usize, usize),
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if width.is_none() {
        return writeln!(out, "{style}{sentence}{style:#}");
    }
    write!(out, "{style}")?;
    write(sentence.split(' ').map(|word| (Style::new(), word)), " ", (taken, indent), width, out)?;
    write!(out, "{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(width: Option<usize>, expected: &str) {
        let mut out = Vec::new();
        let parts = ["AC", "a.py", "score 1", "漢字漢字"].map(|part| (Style::new(), part));
        write(parts, "  ", (0, 4), width, &mut out).expect("written");
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn lines_are_broken_between_parts() {
        case(None, "AC  a.py  score 1  漢字漢字\n");
        case(Some(27), "AC  a.py  score 1  漢字漢字\n");
        case(Some(26), "AC  a.py  score 1\n    漢字漢字\n");
        case(Some(12), "AC  a.py\n    score 1\n    漢字漢字\n");
        case(Some(1), "AC  a.py\n    score 1\n    漢字漢字\n");
    }

    #[test]
    fn sentences_are_broken_between_words() {
        let mut out = Vec::new();
        sentence(Style::new(), "one two three", (5, 2), Some(12), &mut out).expect("written");
        assert_eq!(String::from_utf8_lossy(&out), "one two\n  three\n");
    }
}
