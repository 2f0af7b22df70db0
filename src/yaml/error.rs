//! What can be wrong with a YAML file, in words for who wrote it.

use jury_checkers::Place;

/// The first thing that is wrong with a text that was to be YAML, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct BadYaml {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: Fault,
}

/// What can be wrong. Foreign text is shown with escapes and cut short.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The file is larger than any file of settings.
    #[error("expected at most {most} bytes, found {found}")]
    TooLarge {
        /// Bytes that a file may have.
        most: u64,
        /// Bytes that it has.
        found: u64,
    },
    /// The file is in another encoding.
    #[error("expected UTF-8, found the byte {0:#04x}")]
    NotUtf8(u8),
    /// The formats ask for UTF-8 without one.
    #[error("expected UTF-8 without a byte-order mark: save the file without it")]
    ByteOrderMark,
    /// A tab where only spaces can indent or separate.
    #[error("expected spaces, found a tab: YAML does not indent with tabs")]
    Tab,
    /// It is not YAML for another reason.
    #[error("{0}")]
    Syntax(String),
    /// Another document follows the first.
    #[error("expected one document, found a second one")]
    SecondDocument,
    /// A key stands twice in one map: readers do not agree on which one counts.
    #[error("duplicate key `{}`, first in line {first}: the last one counts", short(key))]
    DuplicateKey {
        /// The key.
        key: String,
        /// The line of its first occurrence, counted from 1.
        first: usize,
    },
    /// A second `<<` stands in one map: some readers merge both, others refuse the file.
    #[error(
        "second `<<` in one map, first in line {first}: both are merged, which not all readers do"
    )]
    SecondMerge {
        /// The line of the first one, counted from 1.
        first: usize,
    },
    /// A list or map stands where a key is expected.
    #[error("expected a string as the key, found {0}")]
    Key(&'static str),
    /// The value of the key `<<` is not what can be merged.
    #[error("expected a map or a list of maps to merge, found {0}")]
    Merge(&'static str),
    /// A tag that asks for a type that no package needs, or that does not fit its value.
    #[error("expected no tag, or a standard one that fits its value (as `!!str`), found `{}`", short(.0))]
    Tag(String),
    /// An alias of a name that nothing above has.
    #[error("expected an alias of an anchor defined above")]
    UnknownAlias,
    /// An alias within what it stands for.
    #[error("this alias is inside the node that it refers to")]
    AliasInItself,
    /// Too many lists and maps stand one within the other.
    #[error("expected at most {0} nested lists and maps")]
    TooDeep(usize),
    /// With aliases written out, the document has too many nodes.
    #[error("expected at most {0} keys and values, with all aliases written out")]
    TooManyNodes(usize),
    /// With aliases written out, the document has too much text.
    #[error("expected at most {0} bytes of text, with all aliases written out")]
    TooMuchText(usize),
}

/// Characters of foreign text that a message shows.
const SHOWN: usize = 60;

/// Foreign text for a message.
fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}
