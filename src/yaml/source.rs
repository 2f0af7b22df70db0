//! The events of a document: what a YAML parser finds in a file, each with its place. Nothing of
//! the parser's types leaves this file.

use std::borrow::Cow;
use std::collections::HashMap;

use granit_parser::{ErrorKind, Marker, Parser, ScalarStyle, ScanError, Span, Tag};
use jury_checkers::Place;

use super::error::{BadYaml, Fault};

/// Most nodes of a document, keys included, with all aliases written out.
pub(super) const MOST_NODES: usize = 100_000;

/// Most lists and maps within each other.
pub(super) const DEEPEST: usize = 64;

/// What a parser finds, in the order of the file.
#[derive(Debug)]
pub(super) struct Event<'text> {
    /// Where it is written.
    pub(super) place: Place,
    /// What it is.
    pub(super) what: What<'text>,
}

/// What an [`Event`] is.
#[derive(Debug)]
pub(super) enum What<'text> {
    /// A text, and whether it may stand for something else.
    Scalar { text: Cow<'text, str>, plain: bool },
    /// A list begins: its items follow, and an end.
    List,
    /// A map begins: keys and values follow in turn, and an end.
    Map,
    /// A list or map ends.
    End,
    /// What begins at this index among the events, again.
    Alias(usize),
}

/// The events of the only document in a file; none where there is no document.
pub(super) fn events(bytes: &[u8]) -> Result<Vec<Event<'_>>, BadYaml> {
    let text = text(bytes)?;
    let lines = Lines::of(text);
    let options = granit_parser::options! {
        flow_nesting_limit: DEEPEST,
        block_nesting_limit: DEEPEST,
        block_scalar_eof_without_line_feed: true,
    };
    let mut found = Found::default();
    for item in Parser::new_from_str_with_options(text, options) {
        let (event, span) = item.map_err(|error| lines.error(&error))?;
        found.add(event, span, &lines)?;
    }
    Ok(found.events)
}

/// The bytes as text, if they are what the formats ask for.
fn text(bytes: &[u8]) -> Result<&str, BadYaml> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        let before = std::str::from_utf8(&bytes[..good]).unwrap_or_default();
        BadYaml { place: Lines::of(before).place(good), fault: Fault::NotUtf8(bytes[good]) }
    })
}

/// Events as they come in.
#[derive(Debug, Default)]
struct Found<'text> {
    events: Vec<Event<'text>>,
    /// By the parser's number of an anchor, the index of the event that has it.
    anchors: HashMap<usize, usize>,
    nodes: usize,
    documents: usize,
}

impl<'text> Found<'text> {
    fn add(
        &mut self,
        event: granit_parser::Event<'text>,
        span: Span,
        lines: &Lines<'_>,
    ) -> Result<(), BadYaml> {
        let place = lines.at(span.start);
        let at_tag = span.tag_start().map_or(place, |tag| lines.at(tag));
        if let Some(anchor) = event.anchor_id() {
            self.anchors.insert(anchor, self.events.len());
        }
        let what = self.what(event, span).map_err(|fault| {
            let place = if matches!(fault, Fault::Tag(_)) { at_tag } else { place };
            BadYaml { place, fault }
        })?;
        self.events.extend(what.map(|what| Event { place, what }));
        Ok(())
    }

    /// What an event means; nothing for those about the file itself.
    fn what(
        &mut self,
        event: granit_parser::Event<'text>,
        span: Span,
    ) -> Result<Option<What<'text>>, Fault> {
        use granit_parser::Event as Parsed;
        if event.is_node() {
            self.nodes += 1;
            if self.nodes > MOST_NODES {
                return Err(Fault::TooManyNodes(MOST_NODES));
            }
        }
        Ok(Some(match event {
            Parsed::Scalar(text, style, _, tag) => {
                let unquoted = style == ScalarStyle::Plain;
                let plain = unquoted && !asks_for_text(tag.as_deref(), &SCALAR_TAGS)?;
                // The parser writes `~` for what is not there.
                let absent = unquoted && span.is_empty();
                What::Scalar { text: if absent { Cow::default() } else { text }, plain }
            }
            Parsed::SequenceStart(_, _, tag) => {
                asks_for_text(tag.as_deref(), &["seq"])?;
                What::List
            }
            Parsed::MappingStart(_, _, tag) => {
                asks_for_text(tag.as_deref(), &["map"])?;
                What::Map
            }
            Parsed::SequenceEnd | Parsed::MappingEnd => What::End,
            Parsed::Alias(anchor) => {
                What::Alias(*self.anchors.get(&anchor).ok_or(Fault::UnknownAlias)?)
            }
            Parsed::DocumentStart(..) => {
                self.documents += 1;
                return if self.documents > 1 { Err(Fault::SecondDocument) } else { Ok(None) };
            }
            _ => return Ok(None),
        }))
    }
}

/// The standard type of texts.
const TEXT: &str = "str";

/// The standard types of scalars. What is meant is for the reader of the key to decide, but for a text.
const SCALAR_TAGS: [&str; 6] = [TEXT, "int", "float", "bool", "null", "timestamp"];

/// Whether a tag says that its value is a text; so does `!` alone. An error if it names none of the
/// standard types that fit the value.
fn asks_for_text(tag: Option<&Tag>, fitting: &[&str]) -> Result<bool, Fault> {
    let Some(tag) = tag else { return Ok(false) };
    if tag.original() == "!" {
        return Ok(true);
    }
    match tag.suffix_in_namespace("tag:yaml.org,2002:") {
        Some(name) if fitting.contains(&name.as_ref()) => Ok(name == TEXT),
        _ => Err(Fault::Tag(tag.original())),
    }
}

/// Where the lines of a text begin, in bytes.
struct Lines<'text> {
    text: &'text str,
    starts: Vec<usize>,
}

impl<'text> Lines<'text> {
    fn of(text: &'text str) -> Self {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
        Self { text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// The place of the byte that this many others stand before.
    fn place(&self, offset: usize) -> Place {
        let line = self.starts.partition_point(|&start| start <= offset);
        Place { line, column: offset - self.starts[line - 1] + 1 }
    }

    fn at(&self, marker: Marker) -> Place {
        // A parser that has the whole text knows the offsets.
        self.place(marker.byte_offset().unwrap_or(self.text.len()))
    }

    fn error(&self, error: &ScanError) -> BadYaml {
        let place = self.at(*error.marker());
        let fault = fault(error.kind());
        let place = if fault == Fault::Tab { self.tab(place.line).unwrap_or(place) } else { place };
        BadYaml { place, fault }
    }

    /// The first tab from this line on: the parser's own place is somewhere before or behind it.
    fn tab(&self, line: usize) -> Option<Place> {
        let start = self.starts[line - 1];
        memchr::memchr(b'\t', &self.text.as_bytes()[start..]).map(|tab| self.place(start + tab))
    }
}

/// What a parser's error means to whoever wrote the file.
fn fault(error: &ErrorKind) -> Fault {
    use ErrorKind as Error;
    let words = match error {
        Error::TabNotAllowed
        | Error::TabInBlockIndentation
        | Error::TabInIndentation
        | Error::TabAtBlockScalarStart
        | Error::TabInPlainScalar => return Fault::Tab,
        Error::BomInsideDocument => return Fault::ByteOrderMark,
        Error::UnknownAnchor => return Fault::UnknownAlias,
        Error::RecursionLimitExceeded => return Fault::TooDeep(DEEPEST),
        Error::UnclosedQuotedScalar | Error::DocumentIndicatorInQuotedScalar => {
            "expected a closing quotation mark"
        }
        Error::InvalidTrailingSingleQuotedScalar | Error::InvalidTrailingDoubleQuotedScalar => {
            "expected nothing after the closing quotation mark"
        }
        Error::UnknownQuotedScalarEscape => {
            "unknown escape: in double quotation marks, a backslash is written as `\\\\`"
        }
        Error::ExpectedFlowSequenceSeparator => "expected `,` or `]` in this list",
        Error::ExpectedFlowMappingSeparator => "expected `,` or `}` in this map",
        Error::MisplacedFlowCollectionEnd => "unexpected closing bracket",
        Error::UnexpectedEofImplicitFlowMapping | Error::ExpectedNodeContent => {
            "expected a value here"
        }
        Error::MappingValueNotAllowed => {
            "unexpected `: `: quote a string that contains it, and start a map on a line of its own"
        }
        Error::BlockSequenceEntryNotAllowed => {
            "unexpected `- `: a list starts on a line of its own"
        }
        Error::InvalidBlockScalarHeader => "expected nothing after `|` or `>` on this line",
        Error::SimpleKeyExpected | Error::InvalidSimpleKey => {
            "expected `: ` after the key, on the same line"
        }
        Error::ExpectedBlockMappingKey => "expected a key, indented like those above it",
        Error::ExpectedBlockSequenceEntry => "expected `- `, indented like those above it",
        Error::ExpectedDocumentStart => {
            "expected the end of the document, or the indentation of the lines above"
        }
        Error::FlowMappingValueAdjacentCollection => "expected a space after `:`",
        Error::CommentNotSeparated => "expected a space before `#`",
        Error::InvalidIndentation => "expected the indentation of a line above",
        other => return Fault::Syntax(in_words(other)),
    };
    Fault::Syntax(words.to_owned())
}

/// Errors about a character.
fn in_words(error: &ErrorKind) -> String {
    match error {
        ErrorKind::UnexpectedCharacter { character } if character.is_control() => {
            format!("unexpected control character `{}`", character.escape_debug())
        }
        ErrorKind::UnexpectedCharacter { character } => {
            format!("unexpected `{character}`: quote a string that begins with it")
        }
        ErrorKind::UnclosedFlowCollection { open } => {
            format!("missing closing bracket for `{open}`")
        }
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => {
            format!("`{close}` does not match `{open}`")
        }
        other => format!("not YAML: {other}"),
    }
}
