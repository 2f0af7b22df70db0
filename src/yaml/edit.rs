//! Changes one number of a file and leaves all else as it is, byte for byte: comments, order, quotation
//! marks. What comes out is read back, and given up where more has changed, or something else, as where
//! an alias repeats what is changed.

use jury_checkers::Place;

use super::node::{Entry, Node, Scalar, Value};
use super::read::parse;

/// The file in which `inner`, of the map `outer` at the top, is this number; `None` where that cannot
/// be had without changing more.
pub fn with_number(text: &[u8], [outer, inner]: [&str; 2], number: &str) -> Option<Vec<u8>> {
    let old = parse(text).ok().filter(|read| read.oddities.is_empty())?.root;
    let edited = Edit { text, inner, number }.of(&old, outer)?;
    let wanted = changed(&old, [outer, inner], number)?;
    parse(&edited).ok().filter(|new| means_the_same(&new.root, &wanted))?;
    Some(edited)
}

/// An edit of a file.
struct Edit<'a> {
    text: &'a [u8],
    inner: &'a str,
    number: &'a str,
}

impl Edit<'_> {
    fn of(&self, root: &Node, outer: &str) -> Option<Vec<u8>> {
        let Self { inner, number, .. } = self;
        let Some(map) = root.as_map()?.iter().find(|entry| entry.key == outer) else {
            return Some(self.appended(outer));
        };
        if map.value.is_null() {
            let at = self.line_end(self.offset(map.place)?);
            return Some(
                self.spliced(at..at, &format!("{}  {inner}: {number}", self.line_break())),
            );
        }
        let entries = map.value.as_map()?;
        match entries.iter().find(|entry| entry.key == *inner) {
            Some(entry) => self.replaced(entry),
            None => self.inserted(&map.value, entries),
        }
    }

    /// With a map at the end.
    fn appended(&self, outer: &str) -> Vec<u8> {
        let Self { text, inner, number } = self;
        let line = self.line_break();
        let before = if text.is_empty() || text.ends_with(b"\n") { "" } else { line };
        let words = format!("{before}{outer}:{line}  {inner}: {number}{line}");
        self.spliced(text.len()..text.len(), &words)
    }

    /// With another value of this key.
    fn replaced(&self, entry: &Entry) -> Option<Vec<u8>> {
        let Value::Scalar(Scalar { text: value, .. }) = &entry.value.value else { return None };
        if entry.value.is_null() && value.is_empty() {
            let colon = self.offset(entry.place)? + entry.key.len();
            let is_there = self.text.get(colon) == Some(&b':');
            return is_there
                .then(|| self.spliced(colon + 1..colon + 1, &format!(" {}", self.number)));
        }
        let start = self.offset(entry.value.place)?;
        let is_written = |written: &String| self.text[start..].starts_with(written.as_bytes());
        let ways = [value.clone(), format!("\"{value}\""), format!("'{value}'")];
        let written = ways.iter().find(|written| is_written(written))?;
        Some(self.spliced(start..start + written.len(), self.number))
    }

    /// With the key before all others of its map.
    fn inserted(&self, map: &Node, entries: &[Entry]) -> Option<Vec<u8>> {
        let Self { inner, number, .. } = self;
        let start = self.offset(map.place)?;
        if self.text.get(start) == Some(&b'{') {
            let comma = if entries.is_empty() { "" } else { ", " };
            return Some(self.spliced(start + 1..start + 1, &format!("{inner}: {number}{comma}")));
        }
        let first = self.offset(entries.first()?.place)?;
        let line =
            self.text[..first].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let indent = std::str::from_utf8(&self.text[line..first]).ok()?;
        let is_blank = indent.bytes().all(|byte| byte == b' ');
        let words = format!("{indent}{inner}: {number}{}", self.line_break());
        is_blank.then(|| self.spliced(line..line, &words))
    }

    fn spliced(&self, range: std::ops::Range<usize>, words: &str) -> Vec<u8> {
        let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
        [before, words.as_bytes(), after].concat()
    }

    /// How lines of the file end.
    fn line_break(&self) -> &'static str {
        let first = memchr::memchr(b'\n', self.text).unwrap_or(0);
        if self.text[..first].ends_with(b"\r") { "\r\n" } else { "\n" }
    }

    /// Where the line ends in which this byte stands, before its break.
    fn line_end(&self, offset: usize) -> usize {
        let rest = &self.text[offset..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        offset + line.strip_suffix(b"\r").unwrap_or(line).len()
    }

    fn offset(&self, Place { line, column }: Place) -> Option<usize> {
        let mut breaks = memchr::memchr_iter(b'\n', self.text);
        let start = match line.checked_sub(2) {
            None => 0,
            Some(before) => breaks.nth(before)? + 1,
        };
        Some(start + column - 1).filter(|&at| at <= self.text.len())
    }
}

/// What the file is to mean afterwards.
fn changed(root: &Node, [outer, inner]: [&str; 2], number: &str) -> Option<Node> {
    let scalar = Value::Scalar(Scalar { text: number.to_owned(), plain: true });
    let mut root = root.clone();
    let map = entry(&mut root, outer, Value::Map(Vec::new()))?;
    if map.is_null() {
        map.value = Value::Map(Vec::new());
    }
    entry(map, inner, Value::List(Vec::new()))?.value = scalar;
    Some(root)
}

/// The value of a key, which is added where it is missing.
fn entry<'a>(node: &'a mut Node, key: &str, default: Value) -> Option<&'a mut Node> {
    let place = node.place;
    let Value::Map(entries) = &mut node.value else { return None };
    let index = entries.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
        let value = Node { place, value: default };
        entries.push(Entry { place, key: key.to_owned(), value });
        entries.len() - 1
    });
    Some(&mut entries[index].value)
}

/// Whether two trees are equal, wherever their parts stand, and in whichever order keys do.
fn means_the_same(left: &Node, right: &Node) -> bool {
    match (&left.value, &right.value) {
        (Value::Scalar(left), Value::Scalar(right)) => left == right,
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| means_the_same(l, r))
        }
        (Value::Map(entries), Value::Map(others)) => {
            let has = |entry: &Entry| {
                right.get(&entry.key).is_some_and(|other| means_the_same(&entry.value, other))
            };
            entries.len() == others.len() && entries.iter().all(has)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::with_number;

    #[track_caller]
    fn case(before: &str, after: Option<&str>) {
        let edited = with_number(before.as_bytes(), ["limits", "time_limit"], "2.5");
        let edited = edited.map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(edited.as_deref(), after, "{before}");
    }

    #[test]
    fn a_number_is_replaced_and_nothing_else() {
        case(
            "name: é # a\nlimits:\n  memory: 1 # b\n  time_limit: 10   # c\n\n# d\n",
            Some("name: é # a\nlimits:\n  memory: 1 # b\n  time_limit: 2.5   # c\n\n# d\n"),
        );
        case("limits: {time_limit: \"1\"}", Some("limits: {time_limit: 2.5}"));
        case("limits: {time_limit: '1', a: 2}\n", Some("limits: {time_limit: 2.5, a: 2}\n"));
        case("limits:\n  time_limit:\nx: 1\n", Some("limits:\n  time_limit: 2.5\nx: 1\n"));
    }

    #[test]
    fn a_key_is_added_where_there_is_none() {
        case("a: 1\nlimits:\n    b: 2\n", Some("a: 1\nlimits:\n    time_limit: 2.5\n    b: 2\n"));
        case("limits: {b: 2}\n", Some("limits: {time_limit: 2.5, b: 2}\n"));
        case("limits: {}\n", Some("limits: {time_limit: 2.5}\n"));
        case("limits: # none\na: 1\n", Some("limits: # none\n  time_limit: 2.5\na: 1\n"));
        case("a: 1", Some("a: 1\nlimits:\n  time_limit: 2.5\n"));
        case("", Some("limits:\n  time_limit: 2.5\n"));
        case("a: 1\r\nlimits:\r\n", Some("a: 1\r\nlimits:\r\n  time_limit: 2.5\r\n"));
        case("limits:\r\n  b: 1\r\n", Some("limits:\r\n  time_limit: 2.5\r\n  b: 1\r\n"));
    }

    #[test]
    fn what_would_change_more_is_given_up() {
        case("x: &m {time_limit: 1}\nlimits: *m\n", None);
        case("x: &m {time_limit: 1}\nlimits:\n  <<: *m\n", None);
        case("limits: {time_limit: !!str 1}\n", None);
        case("limits: [1]\n", None);
        case("limits: ~\n", None);
        case("{a: 1}\n", None);
        case("a: 1\n...\n", None);
        case("limits: {time_limit: [1]}\n", None);
        case("a: [\n", None);
    }
}
