//! Reads TOML with the place of every value, so that all that is wrong can be told at once and
//! not only the first thing.

use std::ops::RangeInclusive;
use std::path::Path;
use std::rc::Rc;

use jury_checkers::{OptionValue, place_of};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::toml_value::{Value, bytes, describe, integer, number};
use crate::nearest::unknown;
use crate::problem::complaint::{Complaints, Origin, Wrong};
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::regular;

/// Largest settings file that is read, in bytes.
pub(super) const LARGEST: u64 = 1 << 20;

/// The text of a settings file, without byte-order mark: it says nothing, and columns are counted without
/// it. What is wrong with it is complained of.
pub(super) fn text_of(
    folder: &Folder,
    place: &Path,
    complaints: &mut Complaints,
) -> Option<String> {
    let bytes = folder.readable(place, LARGEST).and_then(|real| {
        regular::read(&real, LARGEST).map_err(|error| Wrong::unreadable("cannot read", &error))
    });
    let shown = folder.shown(place);
    let bytes = bytes.map_err(|wrong| complaints.about(shown.as_path(), wrong)).ok()?;
    match String::from_utf8(bytes) {
        Ok(text) => Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let place = place_of(error.as_bytes(), error.utf8_error().valid_up_to());
            let origin = Origin { file: shown.into(), place: Some(place) };
            complaints.at(&origin, "expected UTF-8 text: save the file in that encoding");
            None
        }
    }
}

/// A settings file: where it is and what it says.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    /// The file, as complaints name it.
    pub(super) file: Rc<Path>,
    /// Its text, without byte-order mark.
    pub(super) text: &'a str,
}

impl<'a> Sheet<'a> {
    /// Parses the text; complains of every syntax error, and then gives nothing.
    pub(super) fn parse(&self, complaints: &mut Complaints) -> Option<Spanned<DeTable<'a>>> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in &errors {
            let origin = self.origin(error.span().map_or(0, |span| span.start));
            complaints.at(&origin, self.words(error));
        }
        errors.is_empty().then_some(table)
    }

    /// The parser's message, with the key that it means: it does not name one that comes twice.
    fn words(&self, error: &toml::de::Error) -> String {
        let key = error.span().and_then(|span| self.text.get(span));
        match key.filter(|_| error.message() == "duplicate key") {
            Some(key) => format!("duplicate key `{}`", key.escape_debug()),
            None => error.message().to_owned(),
        }
    }

    fn origin(&self, offset: usize) -> Origin {
        let place = Some(place_of(self.text.as_bytes(), offset));
        Origin { file: Rc::clone(&self.file), place }
    }
}

/// One table of a sheet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section<'a> {
    sheet: &'a Sheet<'a>,
    /// How messages name it: `[limits]`; `None` for the top level.
    title: Option<&'static str>,
    table: &'a DeTable<'a>,
    /// Where it starts, as an offset in the sheet.
    start: usize,
}

impl<'a> Section<'a> {
    /// The whole sheet, as parsed.
    pub(super) fn top(sheet: &'a Sheet<'a>, table: &'a Spanned<DeTable<'a>>) -> Self {
        Self { sheet, title: None, table: table.get_ref(), start: 0 }
    }

    /// Where it starts.
    pub(super) fn origin(&self) -> Origin {
        self.sheet.origin(self.start)
    }

    /// Complains of every key that is not known.
    pub(super) fn only(&self, known: &[&str], complaints: &mut Complaints) {
        for key in self.table.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                let message = self.unknown_key(key.get_ref(), known);
                complaints.at(&self.sheet.origin(key.span().start), message);
            }
        }
    }

    /// Warns of keys that are not known, and that are passed over.
    pub(super) fn warn_of_others(&self, known: &[&str], complaints: &mut Complaints) {
        for key in self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let message = format!("{}: it is passed over", self.unknown_key(key.get_ref(), known));
            complaints.warn_at(&self.sheet.origin(key.span().start), message);
        }
    }

    /// The keys, in byte order.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(|key| key.get_ref().as_ref())
    }

    /// Whether `key` is there.
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Whether the value of `key` is a table.
    pub(super) fn is_table(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.get_ref().as_table().is_some())
    }

    /// Complains that `key` is missing.
    pub(super) fn lacks(&self, key: &str, expected: &str, complaints: &mut Complaints) {
        let message = match self.title {
            None => format!("missing key `{key}`: expected {expected}"),
            Some(title) => format!("missing key `{key}` in `{title}`: expected {expected}"),
        };
        complaints.at(&self.origin(), message);
    }

    /// The value of `key`, if it is there and of the right kind; complains of a wrong kind.
    pub(super) fn get<T: Value>(&self, key: &str, complaints: &mut Complaints) -> Option<Found<T>> {
        let meant = self.table.get(key).and_then(|value| T::meant(value.get_ref()));
        let expected = meant.unwrap_or_else(|| T::EXPECTED.to_owned());
        self.read(key, &expected, T::read, complaints)
    }

    fn read<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl FnOnce(&DeValue<'_>) -> Option<T>,
        complaints: &mut Complaints,
    ) -> Option<Found<T>> {
        let value = self.table.get(key)?;
        let origin = self.sheet.origin(value.span().start);
        let read = read(value.get_ref());
        if read.is_none() {
            let found = describe(value.get_ref());
            complaints.at(&origin, format!("`{key}`: expected {expected}, found {found}"));
        }
        read.map(|value| Found { value, origin })
    }

    /// A number of this range; messages call it `what`, such as `a factor`.
    pub(super) fn number(
        &self,
        key: &str,
        what: &str,
        range: RangeInclusive<f64>,
        complaints: &mut Complaints,
    ) -> Option<f64> {
        self.number_found(key, what, range, complaints).map(|found| found.value)
    }

    /// The same, with its place.
    pub(super) fn number_found(
        &self,
        key: &str,
        what: &str,
        range: RangeInclusive<f64>,
        complaints: &mut Complaints,
    ) -> Option<Found<f64>> {
        let expected = format!("{what} from {} to {}", range.start(), range.end());
        let read = |value: &DeValue<'_>| number(value).filter(|number| range.contains(number));
        self.read(key, &expected, read, complaints)
    }

    /// A whole number of this range.
    pub(super) fn whole(
        &self,
        key: &str,
        range: RangeInclusive<u64>,
        complaints: &mut Complaints,
    ) -> Option<u64> {
        let expected = format!("an integer from {} to {}", range.start(), range.end());
        let read = |value: &DeValue<'_>| integer(value).filter(|number| range.contains(number));
        self.read(key, &expected, read, complaints).map(|found| found.value)
    }

    /// A number of bytes of this range, as a number or a text such as the `example`.
    pub(super) fn size(
        &self,
        key: &str,
        example: &str,
        range: RangeInclusive<u64>,
        complaints: &mut Complaints,
    ) -> Option<u64> {
        let expected = format!("a size such as {example}");
        let read = |value: &DeValue<'_>| bytes(value).filter(|bytes| range.contains(bytes));
        self.read(key, &expected, read, complaints).map(|found| found.value)
    }

    /// Like [`Section::get`], but complains also when the key is not there.
    pub(super) fn require<T: Value>(
        &self,
        key: &str,
        complaints: &mut Complaints,
    ) -> Option<Found<T>> {
        if !self.has(key) {
            self.lacks(key, T::EXPECTED, complaints);
        }
        self.get(key, complaints)
    }

    /// The table under `key`, whose messages name it `title`.
    pub(super) fn section(
        &self,
        key: &str,
        title: &'static str,
        complaints: &mut Complaints,
    ) -> Option<Self> {
        let value = self.table.get(key)?;
        let section = self.below(value, title);
        if section.is_none() {
            let found = describe(value.get_ref());
            let message = format!("`{key}`: expected a table `{title}`, found {found}");
            complaints.at(&self.sheet.origin(value.span().start), message);
        }
        section
    }

    /// The tables under `key`, in order, whose messages name each `title`.
    pub(super) fn sections(
        &self,
        key: &str,
        title: &'static str,
        complaints: &mut Complaints,
    ) -> Vec<Self> {
        let Some(value) = self.table.get(key) else { return Vec::new() };
        let sections: Option<Vec<Self>> = value
            .get_ref()
            .as_array()
            .and_then(|array| array.iter().map(|item| self.below(item, title)).collect());
        sections.unwrap_or_else(|| {
            let found = describe(value.get_ref());
            let message = format!("`{key}`: expected tables `{title}`, found {found}");
            complaints.at(&self.sheet.origin(value.span().start), message);
            Vec::new()
        })
    }

    /// All keys but `name`, each with its place and its value as a checker's option; complains of
    /// values that no option can have.
    pub(super) fn options_beside(
        &self,
        name: &str,
        complaints: &mut Complaints,
    ) -> Vec<(String, Found<Option<OptionValue>>)> {
        let keys = self.table.keys().filter(|key| key.get_ref() != name);
        keys.map(|key| {
            let value = self.get(key.get_ref(), complaints).map(|found| found.value);
            let origin = self.sheet.origin(key.span().start);
            (key.get_ref().to_string(), Found { value, origin })
        })
        .collect()
    }

    fn below(&self, value: &'a Spanned<DeValue<'a>>, title: &'static str) -> Option<Self> {
        let table = value.get_ref().as_table()?;
        Some(Self { sheet: self.sheet, title: Some(title), table, start: value.span().start })
    }

    fn unknown_key(&self, key: &str, known: &[&str]) -> String {
        let what = self.title.map_or("key".into(), |title| format!("`{title}` key"));
        let meant = OTHER_WORDS.iter().find(|(other, own)| *other == key && known.contains(own));
        if let Some((_, own)) = meant {
            return format!("unknown {what} `{key}`: did you mean `{own}`?");
        }
        unknown(&what, key, known.iter().copied())
    }
}

/// Words that other formats have for keys, which are too far from ours to be found by their letters.
const OTHER_WORDS: [(&str, &str); 2] = [("title", "name"), ("points", "worth")];
