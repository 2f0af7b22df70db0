//! Tokens in order; whitespace only separates. Also the walk that [`super::numbers`] and
//! [`super::default`] share.

use super::alike::TokenEquality;
use super::prefix::common_prefix;
use super::{answer_of, same};
use crate::options;
use crate::text::{Token, Tokens, is_space, place_of, quote, quote_near};
use crate::{BadOption, Checker, Fault, Files, Judgement, Options, Place};

/// The options: `case_sensitive` (default `true`; otherwise ASCII letters match in either case).
pub(super) const OPTIONS: &[&str] = &["case_sensitive"];

#[derive(Debug)]
struct TokensInOrder(TokenEquality);

pub(super) fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("tokens", OPTIONS, options)?;
    let case_sensitive = options::flag(options, "case_sensitive")?.unwrap_or(true);
    Ok(Box::new(TokensInOrder(TokenEquality { tolerance: None, case_sensitive })))
}

impl Checker for TokensInOrder {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let (output, answer) = (files.output, answer_of(files)?);
        let parting = first_parting(output, answer, &self.0);
        Ok(parting.map_or_else(same, |parting| parting.judge(output, |_, _| String::new())))
    }
}

/// The first token in which two texts differ; on a side that has ended, none.
#[derive(Debug)]
pub(super) struct Parting<'a> {
    pub(super) output: Option<Token<'a>>,
    pub(super) answer: Option<Token<'a>>,
}

/// Where `output` and `answer` first part, taking tokens for equal that differ in their bytes but
/// are alike. Linear: what is read twice is at most the token at each place where the bytes differ.
pub(super) fn first_parting<'a>(
    output: &'a [u8],
    answer: &'a [u8],
    equality: &TokenEquality,
) -> Option<Parting<'a>> {
    // Both offsets stand at the start or at the end of a token or in whitespace, never in a token.
    let (mut output_at, mut answer_at) = (0, 0);
    loop {
        let common = equality.common(&output[output_at..], &answer[answer_at..]);
        let (output_parts, answer_parts) = (output_at + common, answer_at + common);
        // Most differences are in whitespace only and need no token.
        if ends_token(output, output_parts) && ends_token(answer, answer_parts) {
            output_at = skip_space(output, output_parts);
            answer_at = skip_space(answer, answer_parts);
            if output_at > output_parts || answer_at > answer_parts {
                continue;
            }
        } else {
            let whole = token_start(&output[output_at..output_parts]);
            output_at += whole;
            answer_at += whole;
        }
        let skip =
            |found, expected| Some([skip_space(output, found), skip_space(answer, expected)]);
        let starts = [output_at, answer_at];
        [output_at, answer_at] = equality.pass_numbers(output, answer, starts, skip);
        let found = Tokens::starting_at(output, output_at).next();
        let expected = Tokens::starting_at(answer, answer_at).next();
        match (found, expected) {
            (None, None) => return None,
            (Some(found), Some(expected))
                if found.bytes == expected.bytes
                    || equality.accepts(found.bytes, expected.bytes) =>
            {
                output_at = found.end();
                answer_at = expected.end();
            }
            (output, answer) => return Some(Parting { output, answer }),
        }
    }
}

/// Whether no token goes on at offset `at`.
pub(super) fn ends_token(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|&byte| is_space(byte))
}

/// The offset of the first byte at or after `at` that is not whitespace, or the end.
pub(super) fn skip_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| is_space(byte)).count()
}

/// Where the token begins that `text` breaks off in or behind.
pub(super) fn token_start(text: &[u8]) -> usize {
    text.iter().rposition(|&byte| is_space(byte)).map_or(0, |last| last + 1)
}

impl Parting<'_> {
    /// The judgement that names it; `why` says, in brackets, why two tokens are not alike.
    pub(super) fn judge(
        &self,
        output: &[u8],
        why: impl FnOnce(&[u8], &[u8]) -> String,
    ) -> Judgement {
        match (&self.output, &self.answer) {
            (Some(found), Some(expected)) => {
                let (place, at) = locate(output, found.offset);
                let common = common_prefix(found.bytes, expected.bytes);
                let why = marked(found).unwrap_or_else(|| why(found.bytes, expected.bytes));
                let (expected, found) =
                    (quote_near(expected.bytes, common), quote_near(found.bytes, common));
                let message = format!("{at}: expected {expected}, found {found}{why}");
                Judgement::wrong(Some(place), message)
            }
            (Some(found), None) => {
                let (place, at) = locate(output, found.offset);
                let found = quote(found.bytes);
                let message = format!("{at}: expected the end of the output, found {found}");
                Judgement::wrong(Some(place), message)
            }
            (None, expected) => {
                let (place, at) = locate(output, output.len());
                let expected = expected.map_or_else(String::new, |token| quote(token.bytes));
                let message = format!("{at}: expected {expected}, found {}", end(output));
                Judgement::wrong(Some(place), message)
            }
        }
    }
}

/// What stands where an output ends too early.
pub(super) fn end(output: &[u8]) -> &'static str {
    match output {
        [] => "no output",
        blank if blank.iter().copied().all(is_space) => "only whitespace",
        _ => "the end of the output",
    }
}

/// Some editors and libraries begin a text with this mark, which is part of its first token.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// That a token is the output's first and begins with a byte-order mark, if it is so.
fn marked(found: &Token<'_>) -> Option<String> {
    let is_marked = found.offset == 0 && found.bytes.starts_with(BYTE_ORDER_MARK);
    is_marked.then(|| " (the output begins with a byte-order mark)".to_owned())
}

/// The place at `offset`, and the same in words with the number of the token that starts there.
pub(super) fn locate(text: &[u8], offset: usize) -> (Place, String) {
    let place = place_of(text, offset);
    let line_start = offset + 1 - place.column;
    let number = Tokens::new(&text[line_start..offset]).count() + 1;
    (place, format!("line {}, token {number}", place.line))
}
