//! The first difference that the default output validator finds, and the sentence that says where it
//! is and why it matters.

use crate::compare::alike::TokenEquality;
use crate::compare::tokens::{Parting, ends_token, locate, skip_space, token_start};
use crate::text::{Token, Tokens, place_of, quote_part, trim_end};
use crate::{Judgement, Place};

/// Longest excerpt of a token in a message, in bytes.
const SHOWN: usize = 30;

#[derive(Debug)]
pub(super) enum Difference<'a> {
    /// In a token, or one text has no more of them.
    Tokens(Parting<'a>),
    /// In whitespace: the offsets where it begins to differ.
    Space { output_at: usize, answer_at: usize },
}

/// Where `output` and `answer` first differ if whitespace counts, taking tokens for equal that differ
/// in their bytes but are alike. Linear.
pub(super) fn first_difference<'a>(
    output: &'a [u8],
    answer: &'a [u8],
    equality: &TokenEquality,
) -> Option<Difference<'a>> {
    let skip = |found, expected| {
        let ends = [skip_space(output, found), skip_space(answer, expected)];
        (output[found..ends[0]] == answer[expected..ends[1]]).then_some(ends)
    };
    // Both offsets stand at the start or at the end of a token or in whitespace, never in a token.
    let (mut output_at, mut answer_at) = (0, 0);
    loop {
        let common = equality.common(&output[output_at..], &answer[answer_at..]);
        let parts =
            Difference::Space { output_at: output_at + common, answer_at: answer_at + common };
        let both_end =
            ends_token(output, output_at + common) && ends_token(answer, answer_at + common);
        let whole = if both_end { common } else { token_start(&output[output_at..][..common]) };
        output_at += whole;
        answer_at += whole;
        let starts = [output_at, answer_at];
        [output_at, answer_at] = equality.pass_numbers(output, answer, starts, skip);
        if [output_at, answer_at] != starts {
            continue;
        }
        let found = Tokens::starting_at(output, output_at).next();
        let expected = Tokens::starting_at(answer, answer_at).next();
        match (found, expected) {
            (None, None) if output_at == output.len() && answer_at == answer.len() => return None,
            (None, None) => return Some(parts),
            (Some(found), Some(expected)) => {
                if found.offset > output_at || expected.offset > answer_at {
                    return Some(parts);
                }
                if found.bytes != expected.bytes && !equality.accepts(found.bytes, expected.bytes) {
                    let (output, answer) = (Some(found), Some(expected));
                    return Some(Difference::Tokens(Parting { output, answer }));
                }
                (output_at, answer_at) = (found.end(), expected.end());
            }
            (output, answer) => return Some(Difference::Tokens(Parting { output, answer })),
        }
    }
}

impl Difference<'_> {
    /// The judgement that names it.
    pub(super) fn judge(
        &self,
        likeness: &TokenEquality,
        output: &[u8],
        answer: &[u8],
    ) -> Judgement {
        match self {
            Self::Tokens(parting) => judge_tokens(parting, likeness, output, answer),
            Self::Space { output_at, answer_at } => {
                judge_space(output, *output_at, answer, *answer_at)
            }
        }
    }
}

fn judge_tokens(
    parting: &Parting<'_>,
    likeness: &TokenEquality,
    output: &[u8],
    answer: &[u8],
) -> Judgement {
    let shown = |token: Token<'_>| match (parting.output, parting.answer) {
        (Some(found), Some(expected)) => {
            quote_part(token.bytes, common(likeness, found.bytes, expected.bytes), SHOWN)
        }
        _ => quote_part(token.bytes, 0, SHOWN),
    };
    let (place, at) = locate(output, parting.output.map_or(output.len(), |found| found.offset));
    let expected = parting.answer.map_or(END.to_owned(), |expected| {
        let (_, there) = locate(answer, expected.offset);
        shown(expected) + &elsewhere(&at, &there)
    });
    let found = match (parting.output, parting.answer) {
        (None, _) => ended(output, answer),
        (Some(found), None) => shown(found) + " (extra output)",
        (Some(found), Some(expected)) => shown(found) + &likeness.why(found.bytes, expected.bytes),
    };
    Judgement::wrong(Some(place), format!("{at}: expected {expected}, found {found}"))
}

const END: &str = "the end of the output";

/// Where the answer's part is, unless it stands where the output's does.
fn elsewhere(in_output: &str, in_answer: &str) -> String {
    if in_output == in_answer { String::new() } else { format!(" ({in_answer} of the answer)") }
}

/// How many bytes two tokens have in common from their start, as far as the case of letters counts.
fn common(likeness: &TokenEquality, found: &[u8], expected: &[u8]) -> usize {
    let same = |(found, expected): &(&u8, &u8)| {
        found == expected || !likeness.case_sensitive && found.eq_ignore_ascii_case(expected)
    };
    found.iter().zip(expected).take_while(same).count()
}

/// How the output ends that has fewer tokens than the answer.
fn ended(output: &[u8], answer: &[u8]) -> String {
    match Tokens::new(output).count() {
        0 if output.is_empty() => "no output".to_owned(),
        0 => "only whitespace".to_owned(),
        read => format!("{END} after {read} of {} tokens", Tokens::new(answer).count()),
    }
}

fn judge_space(output: &[u8], output_at: usize, answer: &[u8], answer_at: usize) -> Judgement {
    let place = place_of(output, output_at);
    let in_words = |place: Place| format!("line {}, column {}", place.line, place.column);
    let at = in_words(place);
    let elsewhere = elsewhere(&at, &in_words(place_of(answer, answer_at)));
    let (expected, found) = (space(answer, answer_at), space(output, output_at));
    let differs = "(whitespace differs)";
    let message = format!("{at}: expected {expected}{elsewhere}, found {found} {differs}");
    Judgement::wrong(Some(place), message)
}

/// The whitespace around offset `at`, in words.
fn space(text: &[u8], at: usize) -> String {
    let (start, end) = (trim_end(&text[..at]).len(), skip_space(text, at));
    if start < end {
        quote_part(&text[start..end], at - start, SHOWN)
    } else if end == text.len() {
        END.to_owned()
    } else {
        "no whitespace".to_owned()
    }
}
