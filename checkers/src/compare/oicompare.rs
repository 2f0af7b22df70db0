//! Words line by line, as the program `oicompare` of the Polish olympiads compares them.
//!
//! Words, line ends and the end of the text are compared one by one. Between the words of a line any
//! blanks count as one separator, and those at its ends do not count: NUL, tab, vertical tab, carriage
//! return and space, but not the form feed. Every line end counts, so a blank line before or among others
//! is a difference; behind the last word of one text, the other may have any number of them.

use super::prefix::common_prefix;
use super::tokens::end;
use super::{Plain, same};
use crate::options;
use crate::text::{place_of, quote, quote_near};
use crate::{BadOption, Checker, Judgement, Options};

pub(super) fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("oicompare", &[], options)?;
    Ok(Box::new(Plain(compare)))
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'a> {
    Word(&'a [u8]),
    LineEnd,
    End,
}

/// The pieces of a text from an offset on.
struct Pieces<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Pieces<'a> {
    /// The next piece, and where it begins. Behind the end is the end again.
    fn next(&mut self) -> (Piece<'a>, usize) {
        let rest = &self.text[self.at..];
        let start = self.at + rest.iter().take_while(|&&byte| is_blank(byte)).count();
        let piece = match self.text.get(start) {
            None => Piece::End,
            Some(b'\n') => Piece::LineEnd,
            Some(_) => {
                let rest = &self.text[start..];
                let parts = |&byte: &u8| is_blank(byte) || byte == b'\n';
                let length = rest.iter().position(parts).unwrap_or(rest.len());
                Piece::Word(&rest[..length])
            }
        };
        self.at = start
            + match piece {
                Piece::Word(word) => word.len(),
                Piece::LineEnd => 1,
                Piece::End => 0,
            };
        (piece, start)
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\x0b' | b'\r' | b' ')
}

fn compare(output: &[u8], answer: &[u8]) -> Judgement {
    let common = common_prefix(output, answer);
    // Where a line begins, both are at the same piece.
    let start = output[..common].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut found = Pieces { text: output, at: start };
    let mut expected = Pieces { text: answer, at: start };
    loop {
        let ((own, at), (other, _)) = (found.next(), expected.next());
        match (own, other) {
            (Piece::End, Piece::End) => return same(),
            (Piece::End, Piece::LineEnd) if only_line_ends(&mut expected) => return same(),
            (Piece::LineEnd, Piece::End) if only_line_ends(&mut found) => return same(),
            _ if own == other => {}
            _ => return differ(output, at, own, other),
        }
    }
}

/// Whether nothing but line ends follows.
fn only_line_ends(pieces: &mut Pieces<'_>) -> bool {
    loop {
        match pieces.next().0 {
            Piece::LineEnd => {}
            Piece::End => return true,
            Piece::Word(_) => return false,
        }
    }
}

fn differ(output: &[u8], at: usize, own: Piece<'_>, other: Piece<'_>) -> Judgement {
    let place = place_of(output, at);
    let (expected, found) = match (other, own) {
        (Piece::Word(expected), Piece::Word(found)) => {
            let common = common_prefix(found, expected);
            (quote_near(expected, common), quote_near(found, common))
        }
        _ => (in_words(other, output), in_words(own, output)),
    };
    let message = format!("line {}: expected {expected}, found {found}", place.line);
    Judgement::wrong(Some(place), message)
}

fn in_words(piece: Piece<'_>, output: &[u8]) -> String {
    match piece {
        Piece::Word(word) => quote(word),
        Piece::LineEnd => "the end of the line".to_owned(),
        Piece::End => end(output).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Opinion;

    #[track_caller]
    fn case(output: &str, answer: &str, expected: Option<&str>) {
        let judgement = compare(output.as_bytes(), answer.as_bytes());
        let wrong = (judgement.opinion != Opinion::Accepted).then_some(judgement.message.as_str());
        assert_eq!(wrong, expected, "{output:?} for {answer:?}");
    }

    #[test]
    fn blanks_and_the_last_line_ends_are_free_and_others_are_not() {
        case("1 2\n", "1 2\n", None);
        case(" 1\t\0 2\r\n\n\n", "1 2", None);
        case("1 2", "1 2 \n \n", None);
        case("", "\n\n", None);
        case("1\n2\n", "1 2\n", Some("line 1: expected `2`, found the end of the line"));
        case("1 2\n", "1\n2\n", Some("line 1: expected the end of the line, found `2`"));
        case("\n1\n", "1\n", Some("line 1: expected `1`, found the end of the line"));
        case("1\n\n2\n", "1\n2\n", Some("line 2: expected `2`, found the end of the line"));
        case("1\n", "1\n2\n", Some("line 2: expected `2`, found the end of the output"));
        case("", "7", Some("line 1: expected `7`, found no output"));
        case("1 2", "1 3", Some("line 1: expected `3`, found `2`"));
        let long = "7".repeat(60);
        let shown = "7777777777771";
        let message = format!("line 1: expected `…{shown}`, found `…{}0`", &shown[..12]);
        case(&format!("{long}0"), &format!("{long}1"), Some(&message));
        // The form feed is part of a word.
        case("1\x0c2", "1 2", Some("line 1: expected `1`, found `1\\x0c2`"));
    }
}
