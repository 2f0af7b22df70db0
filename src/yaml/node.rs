//! The tree of a document, and what its scalars mean to whoever knows which type a key has.

use jury_checkers::Place;

use super::number::Number;

/// A part of a document, and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Where it begins; for what an alias repeats, where that is written.
    pub place: Place,
    /// What it is.
    pub value: Value,
}

/// What a [`Node`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A text; an absent value (`key:`) is an empty one.
    Scalar(Scalar),
    /// A list.
    List(Vec<Node>),
    /// A map, in the order of the file; merged entries (`<<`) come last.
    Map(Vec<Entry>),
}

/// A text as its author meant it: without quotes, with escapes resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// The text.
    pub text: String,
    /// Whether it may stand for something else than text: neither quoted, nor a block (`|`, `>`),
    /// nor tagged as text.
    pub plain: bool,
}

/// A key of a map with its value. The keys of a map differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where the key is written.
    pub place: Place,
    /// The key's text: `1` and `"1"` are the same key.
    pub key: String,
    /// Its value.
    pub value: Node,
}

impl Node {
    /// The text of a scalar, of whichever type YAML would take it for: `No`, `2023`, `1e5`, `0 100`.
    /// An absent value is the text `""`; see [`Self::is_null`].
    pub fn as_text(&self) -> Option<&str> {
        self.as_scalar().map(|scalar| scalar.text.as_str())
    }

    /// Whether it stands for nothing: absent, or `~`, `null`, `Null`, `NULL` without quotes.
    pub fn is_null(&self) -> bool {
        self.as_scalar().is_some_and(Scalar::is_null)
    }

    /// Whether it is a list or a map with nothing in it.
    pub fn is_empty(&self) -> bool {
        self.as_list() == Some(&[]) || self.as_map() == Some(&[])
    }

    /// What an unquoted scalar means as a yes or no: `yes`, `on`, `true` and their opposites, in small
    /// letters, capitals, or with a capital first.
    pub fn as_bool(&self) -> Option<bool> {
        self.as_scalar().and_then(Scalar::as_bool)
    }

    /// What a scalar means as a number, quoted or not.
    pub fn as_number(&self) -> Option<Number> {
        self.as_text().and_then(Number::read)
    }

    /// The items of a list.
    pub fn as_list(&self) -> Option<&[Self]> {
        match &self.value {
            Value::List(items) => Some(items),
            Value::Scalar(_) | Value::Map(_) => None,
        }
    }

    /// The entries of a map.
    pub fn as_map(&self) -> Option<&[Entry]> {
        match &self.value {
            Value::Map(entries) => Some(entries),
            Value::Scalar(_) | Value::List(_) => None,
        }
    }

    /// The value of a key; `None` also where this is no map.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let entry = self.as_map()?.iter().find(|entry| entry.key == key)?;
        Some(&entry.value)
    }

    fn as_scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            Value::List(_) | Value::Map(_) => None,
        }
    }
}

impl Value {
    /// What it is, for messages: "expected a list, found a map".
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Scalar(scalar) if scalar.is_null() => "nothing",
            Self::Scalar(_) => "a string",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

impl Scalar {
    fn is_null(&self) -> bool {
        self.plain && matches!(self.text.as_str(), "" | "~" | "null" | "Null" | "NULL")
    }

    fn as_bool(&self) -> Option<bool> {
        match self.text.as_str() {
            _ if !self.plain => None,
            "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(true),
            "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Some(false),
            _ => None,
        }
    }
}
